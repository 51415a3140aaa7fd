//! The static evaluation: an estimate of the final margin in hundredths of a point.
//!
//! A small network sees each archer with its side, its circle and its mark. One function
//! names these inputs to the search and to the trainer, so that the two can't drift apart.

mod inputs;
mod network;
mod weights;

pub use inputs::{Input, Inputs, inputs};
pub use network::{HIDDEN, HIDDEN_ONE, OUTPUT_HUNDREDTH};
pub use weights::{WEIGHTS, Weights, WeightsError};

use crate::position::Position;
use crate::score::Score;

/// The estimate of the shipped weights for the player to move.
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    WEIGHTS.evaluate(position)
}
