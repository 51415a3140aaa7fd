//! The network of the evaluation in floating point: its value, and how each weight moves it.
//!
//! Weights stand in the order of [`Weights::values`]. A hidden unit's sum is in units of full
//! drive here, and the output in units of the scale: the logistic function of it is what the
//! position promises.

use jarmo_engine::Side;
use jarmo_engine::eval::{HIDDEN, HIDDEN_ONE, Input, OUTPUT_HUNDREDTH, Weights};
use rand::RngExt as _;
use rand_pcg::Pcg64;

use super::dataset::Example;

const HIDDEN_BIAS: usize = Input::COUNT * HIDDEN;
const OUTPUT: usize = HIDDEN_BIAS + 2 * HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + 2 * HIDDEN;

/// Products that are summed side by side.
const LANES: usize = 8;

/// A value of every hidden unit.
type Layer = [f32; HIDDEN];

/// The network's weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    weights: Vec<f32>,
}

/// The values on the way to the output.
struct Pass {
    sums: Layer,
    activations: Layer,
    output: f32,
}

impl Network {
    /// Small random weights to begin with.
    #[must_use]
    pub fn random(random: &mut Pcg64) -> Self {
        let mut within = |low: f32, high: f32| random.random_range(low..high);
        let weights = (0..Weights::COUNT).map(|index| match index {
            ..HIDDEN_BIAS => within(-0.15, 0.15),
            HIDDEN_BIAS..OUTPUT => within(0.1, 0.5),
            OUTPUT..OUTPUT_BIAS => within(-0.5, 0.5),
            _ => 0.0,
        });
        Self {
            weights: weights.collect(),
        }
    }

    /// The network with weights in whole numbers; `scale` is in hundredths.
    #[must_use]
    pub fn of(weights: &Weights, scale: f64) -> Self {
        let values = weights.values().enumerate();
        Self {
            weights: values
                .map(|(index, value)| (f64::from(value) / unit(index, scale)) as f32)
                .collect(),
        }
    }

    /// The weights in whole numbers.
    ///
    /// # Panics
    /// If they have not been [limited](Self::limit).
    #[must_use]
    pub fn rounded(&self, scale: f64) -> Weights {
        let mut values = [0; Weights::COUNT];
        for (index, (value, &weight)) in values.iter_mut().zip(&self.weights).enumerate() {
            *value = (f64::from(weight) * unit(index, scale)).round() as i16;
        }
        Weights::new(&values).expect("limited weights can't overflow")
    }

    /// Cuts weights that are too large for whole numbers.
    pub fn limit(&mut self, scale: f64) {
        let limit = |index| {
            let limit = f64::from(Weights::limit(index));
            (limit / unit(index, scale)) as f32 * 0.9999
        };
        let [hidden, output] = [limit(0), limit(OUTPUT)];
        for weight in &mut self.weights[..OUTPUT] {
            *weight = weight.clamp(-hidden, hidden);
        }
        for weight in &mut self.weights[OUTPUT..] {
            *weight = weight.clamp(-output, output);
        }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights, to change them.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// The value of a position for the player to move, in units of the scale.
    #[must_use]
    pub fn value(&self, example: &Example) -> f32 {
        self.pass(example).output
    }

    /// Hands the value of a position to `slope`, and adds what that makes of it, times the
    /// value's derivative by each weight, to `gradient`.
    pub fn add_gradient(
        &self,
        example: &Example,
        slope: impl FnOnce(f32) -> f32,
        gradient: &mut [f32],
    ) {
        let pass = self.pass(example);
        let slope = slope(pass.output);
        let output = self.layer(OUTPUT, example.side);
        let mut back = [0.0; HIDDEN];
        for ((back, &sum), weight) in back.iter_mut().zip(&pass.sums).zip(output) {
            let inside = if sum > 0.0 && sum < 1.0 { sum } else { 0.0 };
            *back = slope * weight * 2.0 * inside;
        }
        let side = example.side as usize;
        gradient[OUTPUT_BIAS + side] += slope;
        let mut add = |at: usize, values: &Layer, factor: f32| {
            for (part, value) in gradient[at..at + HIDDEN].iter_mut().zip(values) {
                *part += factor * value;
            }
        };
        add(OUTPUT + side * HIDDEN, &pass.activations, slope);
        add(HIDDEN_BIAS + side * HIDDEN, &back, 1.0);
        for input in example.inputs() {
            add(input * HIDDEN, &back, 1.0);
        }
    }

    fn layer(&self, begin: usize, side: Side) -> &Layer {
        self.row(begin + side as usize * HIDDEN)
    }

    fn row(&self, begin: usize) -> &Layer {
        let row = self.weights[begin..].first_chunk();
        row.expect("whole rows of weights")
    }

    fn pass(&self, example: &Example) -> Pass {
        let mut sums = *self.layer(HIDDEN_BIAS, example.side);
        for input in example.inputs() {
            for (sum, weight) in sums.iter_mut().zip(self.row(input * HIDDEN)) {
                *sum += weight;
            }
        }
        let activations = sums.map(|sum| {
            let drive = sum.clamp(0.0, 1.0);
            drive * drive
        });
        let mut products = [0.0; LANES];
        let output = self.layer(OUTPUT, example.side).chunks_exact(LANES);
        for (weights, activations) in output.zip(activations.chunks_exact(LANES)) {
            let pairs = weights.iter().zip(activations);
            for (sum, (weight, activation)) in products.iter_mut().zip(pairs) {
                *sum += weight * activation;
            }
        }
        let bias = self.weights[OUTPUT_BIAS + example.side as usize];
        Pass {
            sums,
            activations,
            output: bias + products.iter().sum::<f32>(),
        }
    }
}

const _: () = assert!(HIDDEN.is_multiple_of(LANES));

/// What a weight of 1 is in whole numbers.
fn unit(index: usize, scale: f64) -> f64 {
    if index < OUTPUT {
        f64::from(HIDDEN_ONE)
    } else {
        f64::from(OUTPUT_HUNDREDTH) * scale
    }
}
