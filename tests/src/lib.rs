//! Helpers of the tests that cross crates.

pub mod data;
pub mod random;
pub mod reference;
