//! Adam: steps along a noisy gradient, each weight at its own pace (Kingma and Ba, 2015).
//!
//! The loss of a network has no curvature that a quasi-Newton method could rely on, and
//! mini-batches make hundreds of steps in a pass over the data.

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The state of a minimisation.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// What the decays have left of the zeros at the beginning.
    bias: [f32; 2],
}

impl Adam {
    /// Begins to move so many weights.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self {
            means: vec![0.0; count],
            squares: vec![0.0; count],
            bias: [1.0; 2],
        }
    }

    /// Takes a step of about `rate` against the gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        let [mean_bias, square_bias] = &mut self.bias;
        *mean_bias *= MEAN_DECAY;
        *square_bias *= SQUARE_DECAY;
        let [mean_share, square_share] = [1.0 - *mean_bias, 1.0 - *square_bias];
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            *weight -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended_to_its_bottom() {
        let mut at = [3.0, -2.0];
        let mut adam = Adam::new(at.len());
        for step in 0..2_000 {
            let gradient = [2.0 * (at[0] - 1.0), 20.0 * (at[1] - 0.5)];
            adam.step(&mut at, &gradient, 0.02 * (1.0 - step as f32 / 2_000.0));
        }
        assert!(
            (at[0] - 1.0).abs() < 1e-2 && (at[1] - 0.5).abs() < 1e-2,
            "{at:?}"
        );
    }
}
