//! What one kind of proof search has learned about the order of moves.

use super::super::ordering::{History, Killers, Picker};
use super::super::worker::MAX_PLY;
use crate::moves::Move;
use crate::position::Position;

pub(super) struct Experience {
    pub(super) history: History,
    killers: [Killers; MAX_PLY],
}

impl Experience {
    pub(super) fn new() -> Self {
        Self {
            history: History::new(),
            killers: [Killers::default(); MAX_PLY],
        }
    }

    /// Hands out the moves of a position at `ply`, the likeliest to settle it first.
    pub(super) const fn picker(&self, table_move: Option<Move>, ply: usize) -> Picker {
        Picker::all(table_move, self.killers[ply])
    }

    /// Remembers that `mv` settled a position, which took a search of `depth`.
    pub(super) fn credit(&mut self, position: &Position, mv: Move, depth: i32, ply: usize) {
        if !position.is_capture(mv) {
            self.killers[ply].remember(mv);
            self.history.update(position, mv, depth, true);
        }
    }
}
