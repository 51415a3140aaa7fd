//! Matches between engines, their statistics, and the fitting of weights.

pub mod conduct;
pub mod data;
pub mod failure;
pub mod fit;
pub mod matches;
pub mod selfplay;
pub mod spsa;
pub mod statistics;
pub mod whole_file;
