//! The search: iterative-deepening negamax over positions.

mod limits;
mod report;

use crate::moves::Move;
use crate::position::Position;
use crate::table::{Table, TableError};

pub use limits::{Clock, SearchControl, SearchLimits};
pub use report::{Bound, Line, Outcome, Report};

/// How a search works, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Threads that search together, at least 1. With one thread a search of
    /// fixed depth or nodes is deterministic.
    pub threads: usize,
    /// Best lines to find, at least 1.
    pub lines: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
        }
    }
}

/// Searches positions and remembers what it found for the next one.
#[derive(Debug)]
pub struct Searcher {
    /// How to search.
    pub options: SearchOptions,
    table: Table,
}

impl Searcher {
    /// A searcher with a transposition table of `hash_mebibytes`.
    ///
    /// # Errors
    /// [`TableError`] if there is not that much memory.
    pub fn new(hash_mebibytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            options: SearchOptions::default(),
            table: Table::new(hash_mebibytes)?,
        })
    }

    /// Gives the transposition table another size, and clears it.
    ///
    /// # Errors
    /// [`TableError`] if there is not that much memory; the old table is kept.
    pub fn resize(&mut self, hash_mebibytes: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mebibytes)?;
        Ok(())
    }

    /// Size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `position`, to which the game came through `history`.
    pub fn search(
        &mut self,
        position: &Position,
        history: &[Position],
        limits: &SearchLimits,
        control: &SearchControl,
        on_report: &mut dyn FnMut(&Report<'_>),
    ) -> Outcome {
        todo!()
    }
}
