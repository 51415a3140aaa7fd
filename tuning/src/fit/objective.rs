//! What a fit makes small: the cross entropy of expected points.

use std::fmt;

use rayon::prelude::*;

use super::dataset::{Dataset, Example, Label};
use super::network::Network;

/// What the outcome of a game is to a fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Won, drawn or lost.
    #[default]
    Result,
    /// The final margin: what a score of as much would promise.
    Margin,
}

/// How many points a position should promise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's outcome; the rest is the searched score's.
    pub lambda: f64,
    /// What the outcome is.
    pub outcome: Outcome,
    /// The scale of scores, in hundredths of a point.
    pub scale: f64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Result => "result",
            Self::Margin => "margin",
        })
    }
}

impl Target {
    /// The points, from 0 to 1, that a position with this label should promise.
    #[must_use]
    pub fn of(&self, label: Label) -> f64 {
        let promised = |hundredths: f64| logistic(hundredths / self.scale);
        let outcome = match self.outcome {
            Outcome::Result => label.points(),
            Outcome::Margin => promised(100.0 * f64::from(label.margin)),
        };
        self.lambda * outcome + (1.0 - self.lambda) * promised(f64::from(label.score))
    }

    /// The mean cross entropy of the points that `network` promises and those of the target.
    #[must_use]
    pub fn loss(&self, network: &Network, data: &Dataset) -> f64 {
        let of_part = |examples: &[Example]| -> f64 {
            let of_example =
                |it: &Example| cross_entropy(f64::from(network.value(it)), self.of(it.label));
            examples.iter().map(of_example).sum()
        };
        let mut sum = 0.0;
        data.fold(&of_part, &mut |part| sum += part);
        sum / data.examples().len() as f64
    }

    /// The gradient of the mean cross entropy over these examples.
    #[must_use]
    pub fn gradient(&self, network: &Network, batch: &[Example]) -> Vec<f32> {
        let of_part = |examples: &[Example]| {
            let mut gradient = vec![0.0; network.weights().len()];
            for example in examples {
                let target = self.of(example.label);
                let slope = |value| (logistic(f64::from(value)) - target) as f32;
                network.add_gradient(example, slope, &mut gradient);
            }
            gradient
        };
        let parts: Vec<Vec<f32>> = batch.par_chunks(PART).map(of_part).collect();
        let count = batch.len() as f32;
        let sum = |index| parts.iter().map(|part: &Vec<f32>| part[index]).sum::<f32>();
        (0..network.weights().len())
            .map(|index| sum(index) / count)
            .collect()
    }
}

/// Examples whose gradients are summed one after the other.
const PART: usize = 1_024;

/// The logistic function. The exponential is that of `libm`, the same on every machine.
pub(super) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

/// The cross entropy of `target` and the logistic function of `value`.
fn cross_entropy(value: f64, target: f64) -> f64 {
    value.max(0.0) - value * target + libm::log1p(libm::exp(-value.abs()))
}
