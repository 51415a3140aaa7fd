//! What the results of a match say about the strength of two engines.
//!
//! The two games of an opening are not independent, so the unit is the pair:
//! its five possible scores are counted (the pentanomial distribution), and all
//! error bars and tests follow from the variance between pairs.

mod likelihood;
mod pentanomial;
mod sprt;
mod tally;

pub use pentanomial::{Estimate, Pentanomial};
pub use sprt::{Decision, Model, ParseSprtError, Sprt};
pub use tally::{GameResult, Tally};

/// Normalised Elo of one standard deviation of a game's score
/// (Van den Bergh, "Normalized Elo", 2020).
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;
