//! Short searches for what the flags of entries leave open.
//!
//! The flags of an entry speak of many runs at once. So a move may keep a value for sure, with the runs that there
//! are, though the entry that it leads to does not say so. Some plies on, where other runs have begun or one is used up,
//! entries tell. Nearly every branch ends at once, since most moves surely keep the value or surely do not.

use super::{Tablebase, Value};
use crate::moves::Move;
use crate::position::Position;

/// Plies after the move in question: enough for both sides to use up a run.
const MOST_PLIES: u32 = 16;

/// Moves that are looked up in all.
const BUDGET: u32 = 500;

/// A search for a move by which one player surely gets a value, under the whole of the rules.
pub(super) struct Assurance<'a> {
    tablebase: &'a Tablebase,
    budget: u32,
}

impl<'a> Assurance<'a> {
    pub(super) const fn new(tablebase: &'a Tablebase) -> Self {
        Self {
            tablebase,
            budget: BUDGET,
        }
    }

    /// One of `moves` by which the player to move in `position` surely gets `goal`, as far as a short look tells.
    pub(super) fn find(
        &mut self,
        position: &Position,
        moves: &[Move],
        goal: Value,
    ) -> Option<Move> {
        for plies in 1..=MOST_PLIES {
            for &mv in moves {
                if self.holds(&position.play(mv), goal, false, plies) {
                    return Some(mv);
                }
            }
            if self.budget == 0 || moves.is_empty() {
                break;
            }
        }
        None
    }

    /// Whether `goal` is surely reached from `position` on; `is_own_turn` tells who is to move.
    fn holds(&mut self, position: &Position, goal: Value, is_own_turn: bool, plies: u32) -> bool {
        let moves = position.legal_moves();
        let mut open = Vec::with_capacity(moves.len());
        for &mv in &moves {
            match self.verdict(position, mv, goal, is_own_turn) {
                Some(verdict) if verdict == is_own_turn => return verdict,
                Some(_) => {}
                None => open.push(mv),
            }
        }
        if plies == 1 || self.budget == 0 {
            return !is_own_turn && open.is_empty();
        }
        let mut open = open.into_iter();
        let mut holds = |mv| self.holds(&position.play(mv), goal, !is_own_turn, plies - 1);
        if is_own_turn {
            open.any(&mut holds)
        } else {
            open.all(&mut holds)
        }
    }

    /// What the tables say at once of a move: that it surely leads to the goal, or surely does not.
    fn verdict(
        &mut self,
        position: &Position,
        mv: Move,
        goal: Value,
        is_own_turn: bool,
    ) -> Option<bool> {
        self.budget = self.budget.saturating_sub(1);
        let value = self.tablebase.probe_move(position, mv)?;
        let value = if is_own_turn { value } else { value.reversed() };
        if value.keeps(goal) {
            Some(true)
        } else {
            value.misses(goal).then_some(false)
        }
    }
}
