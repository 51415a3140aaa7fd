//! Helpers of the tests that cross crates.

pub mod data;
pub mod exact;
pub mod plain_search;
pub mod random;
pub mod reference;
pub mod tables;
