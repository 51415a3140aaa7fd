//! What is asked of a position, and the answers that need no search.

use super::super::tables::Tables;
use crate::board::is_forward;
use crate::moves::Move;
use crate::position::{Position, Run};
use crate::side::Side;
use crate::square::Square;
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
    /// The attempt has failed, and no longer one would do better.
    No,
    /// Nothing yet.
    Unknown,
}

/// The ply of the last position of a line with this key, when the next one is to be looked at.
///
/// Only every other position has the same player to move.
pub(super) fn earlier(line: &[u64], key: u64) -> Option<usize> {
    let mut plies = (0..line.len()).rev().skip(1).step_by(2);
    plies.find(|&ply| line[ply] == key)
}

impl Question {
    /// Whether the points on the board, if the game ends with them, are enough.
    pub(super) fn is_met_at_end(self, position: &Position) -> bool {
        position.points(self.side) - position.points(!self.side) >= self.goal
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

    /// Whether these are all moves of an opponent whom the to-and-fro rule may leave without any: they
    /// make the same step.
    pub(super) fn may_have_none(self, position: &Position, moves: &[Move]) -> bool {
        let step = moves.first().and_then(|mv| mv.squares());
        position.side_to_move() != self.side
            && step.is_some()
            && moves.iter().all(|mv| mv.squares() == step)
    }

    /// The position as far as it matters: no run binds the opponent.
    pub(super) fn view(self, position: &Position) -> Position {
        position.without_run(!self.side)
    }

    /// Whether a step of the side in question would bring its run too near to the to-and-fro limit.
    ///
    /// Keys leave out runs that have just begun by a step forward, so a run may be one longer than it seems.
    pub(super) fn is_at_run_limit(self, position: &Position) -> bool {
        let limit = position.rules().rules().run_limit;
        position
            .run(self.side)
            .is_some_and(|run| run.length() >= limit)
    }

    /// The key of the question about a position, so that all can share the table with the main search.
    ///
    /// Other than the position's own it has a run of 1 of the side in question, if that is by a step back. Every
    /// other step of a run is one, so from there on the line knows the run's length, but for 1.
    pub(super) fn key(self, position: &Position) -> u64 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let is_known = |run: &Run| run.length() > 1 || is_forward(self.side, run.from(), run.to());
        let begun = position.run(self.side).filter(|run| !is_known(run));
        let step = begun.map_or(0, |run| {
            1 + run.from().index() * Square::COUNT + run.to().index()
        });
        let number = (step * 64 + (self.goal - WORST) as usize * 2 + self.side as usize + 1) as u64;
        position.key() ^ number.wrapping_mul(SPREAD)
    }
}
