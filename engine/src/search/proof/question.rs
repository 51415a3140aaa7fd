//! What is asked of a position, and the answers that need no search.

use super::super::tables::Tables;
use crate::moves::Move;
use crate::position::{Position, Run};
use crate::side::Side;
use crate::tablebase::Value;

/// The worst margin for a side, which needs no proof.
pub(super) const WORST: i32 = -10;

/// Whether `side` can force a final margin of at least `goal`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) side: Side,
    pub(super) goal: i32,
}

/// What a search found out about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The goal can be reached, by this move if the side in question is to move.
    Yes(Option<Move>),
    /// No search will find that it can.
    No,
    /// Nothing yet.
    Unknown,
}

impl Question {
    /// Whether the points on the board, if the game ends with them, are enough.
    pub(super) fn is_met_at_end(self, position: &Position) -> bool {
        position.points(self.side) - position.points(!self.side) >= self.goal
    }

    /// Whether going round in circles, which counts as a draw, is enough.
    pub(super) const fn is_met_by_circles(self) -> bool {
        self.goal <= 0
    }

    /// What is sure by the tablebases, on one side or the other.
    pub(super) fn answer_of_tables(
        self,
        tables: Option<&Tables<'_>>,
        position: &Position,
    ) -> Option<bool> {
        let run = position.run(self.side).map_or(0, Run::length);
        if run + 3 > position.rules().rules().run_limit {
            return None;
        }
        let value = tables?.margin(position)?;
        let value = if position.side_to_move() == self.side {
            value
        } else {
            Value::of_move_to(value)
        };
        let is_enough = value.margin >= self.goal;
        let is_sure = if is_enough {
            value.is_at_least
        } else {
            value.is_at_most
        };
        is_sure.then_some(is_enough)
    }

    /// Whether the side in question has just made a move that the to-and-fro rule may have forbidden.
    pub(super) fn is_at_run_limit(self, position: &Position) -> bool {
        let limit = position.rules().rules().run_limit;
        position
            .run(self.side)
            .is_some_and(|run| run.length() >= limit)
    }

    /// The position as far as it matters: no run binds the opponent.
    pub(super) fn view(self, position: &Position) -> Position {
        position.without_run(!self.side)
    }

    /// The key of the question about a position, so that all can share the table with the main search.
    pub(super) fn key(self, position: &Position) -> u64 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let number = (self.goal - WORST) as u64 * 2 + self.side as u64 + 1;
        position.key() ^ number.wrapping_mul(SPREAD)
    }
}
