//! What a fit makes small: the cross entropy of expected points, and the cost of changes.

use std::fmt;

use super::dataset::{Chunk, Dataset, Label};
use crate::data::DataError;

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
    pub score_scale: f64,
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
        let promised = |hundredths: f64| logistic(hundredths / self.score_scale);
        let outcome = match self.outcome {
            Outcome::Result => label.points(),
            Outcome::Margin => promised(100.0 * f64::from(label.margin)),
        };
        self.lambda * outcome + (1.0 - self.lambda) * promised(f64::from(label.score))
    }
}

/// The logistic function. The exponential is that of `libm`, the same on every machine.
pub(super) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

/// The cross entropy of `target` and the logistic function of `value`.
fn cross_entropy(value: f64, target: f64) -> f64 {
    value.max(0.0) - value * target + libm::log1p(libm::exp(-value.abs()))
}

/// The loss as a function of the weights, which are in units of the scale here.
#[derive(Clone, Copy, Debug)]
pub struct Objective<'a> {
    /// The positions.
    pub data: &'a Dataset,
    /// What they should promise.
    pub target: Target,
    /// The weights that cost nothing: as many as there are features.
    pub anchor: &'a [f64],
    /// Half of this times the squared distance from them is what others cost.
    pub l2: f64,
}

impl Objective<'_> {
    /// The mean cross entropy, without the cost of changes.
    ///
    /// # Errors
    /// [`DataError`] if a file has to be read again and can't be.
    pub fn loss(&self, weights: &[f64]) -> Result<f64, DataError> {
        let of_chunk = |chunk: &Chunk| -> f64 {
            (0..chunk.len())
                .map(|index| {
                    let target = self.target.of(chunk.label(index));
                    cross_entropy(chunk.dot(index, weights), target)
                })
                .sum()
        };
        let mut sum = 0.0;
        self.data.fold(&of_chunk, &mut |part| sum += part)?;
        Ok(sum / self.data.positions() as f64)
    }

    /// The mean cross entropy with the cost of changes, and its gradient.
    ///
    /// # Errors
    /// [`DataError`] if a file has to be read again and can't be.
    pub fn gradient(&self, weights: &[f64]) -> Result<(f64, Vec<f64>), DataError> {
        let of_chunk = |chunk: &Chunk| {
            let mut gradient = vec![0.0; weights.len()];
            let mut loss = 0.0;
            for index in 0..chunk.len() {
                let value = chunk.dot(index, weights);
                let target = self.target.of(chunk.label(index));
                loss += cross_entropy(value, target);
                let slope = logistic(value) - target;
                for (feature, count) in chunk.features(index) {
                    gradient[feature] += slope * count;
                }
            }
            (loss, gradient)
        };
        let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
        self.data.fold(&of_chunk, &mut |part| {
            loss += part.0;
            for (sum, part) in gradient.iter_mut().zip(part.1) {
                *sum += part;
            }
        })?;
        let positions = self.data.positions() as f64;
        loss /= positions;
        for ((slope, weight), anchor) in gradient.iter_mut().zip(weights).zip(self.anchor) {
            let change = weight - anchor;
            loss += self.l2 / 2.0 * change * change;
            *slope = *slope / positions + self.l2 * change;
        }
        Ok((loss, gradient))
    }
}
