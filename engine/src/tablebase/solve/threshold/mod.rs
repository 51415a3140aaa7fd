//! Win, draw and loss of whole layers at one bit for each position, for the layers that are too large for more.
//!
//! For one side, the *prover*, and one margin the set of positions from which it can force
//! that margin in finite time is a least fixpoint: with the prover to move one turn into the set is enough,
//! with its opponent to move all turns must lead there. The set is kept in bit matrices whose rows are the armies of
//! the side to move. Since a row's quiet turns lead to whole rows of the same columns, a pass over a layer costs little
//! more than reading it a few times.

mod answers;
mod armies;
mod check;
mod exits;
mod goal;
mod import;
mod layer;
mod matrix;
mod news;
mod parallel;
mod pass;
mod program;
mod row;
mod store;
mod verdicts;

pub use armies::Tables;
pub use check::Outcomes;
pub use goal::{Goal, Runs};
pub use layer::{Checkpoint, ThresholdSolver};
pub use pass::{Pass, Rows};
pub use store::{Store, StoreError};
pub use verdicts::{Counts, ExportError, Verdicts};

#[cfg(test)]
mod tests;
