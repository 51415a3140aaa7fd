//! Matches between engines, their statistics, and the fitting of weights.

pub mod matches;
pub mod statistics;
