//! How a match is conducted: who watches it, ends it in time and reports on it.
//!
//! The programs differ in what they let play; from there on a match is a match.

mod director;
mod live;
mod report;

pub use director::{Director, End};
pub use live::Live;
pub use report::Report;
