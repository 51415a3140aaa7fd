//! Short searches for what the flags of entries leave open.
//!
//! The flags of an entry speak of many runs at once. So a move may keep a value for sure, with the runs that there
//! are, though the entry that it leads to does not say so. A few plies on, where other runs have begun, entries tell.

use super::{Tablebase, Value};
use crate::moves::Move;
use crate::position::Position;

/// Plies after the move in question.
const MOST_PLIES: u32 = 7;

/// Positions that may be asked for about one move.
const BUDGET: u32 = 2_000;

/// Whether one player surely gets a value, by the tables and a few plies of play under the whole of the rules.
pub(super) struct Assurance<'a> {
    tablebase: &'a Tablebase,
    /// The value, to that player.
    goal: Value,
    budget: u32,
}

impl<'a> Assurance<'a> {
    pub(super) const fn new(tablebase: &'a Tablebase, goal: Value) -> Self {
        Self {
            tablebase,
            goal,
            budget: 0,
        }
    }

    /// Whether the player to move in `position` surely gets the value by `mv`, as far as a short look tells.
    pub(super) fn is_given_by(&mut self, position: &Position, mv: Move) -> bool {
        self.budget = BUDGET;
        match self.verdict(position, mv, true) {
            Some(verdict) => verdict,
            None => (1..=MOST_PLIES).any(|plies| self.holds(&position.play(mv), false, plies)),
        }
    }

    /// Whether the value is surely reached from `position` on; `is_own_turn` tells who is to move.
    fn holds(&mut self, position: &Position, is_own_turn: bool, plies: u32) -> bool {
        let moves = position.legal_moves();
        let mut open = Vec::with_capacity(moves.len());
        for &mv in &moves {
            match self.verdict(position, mv, is_own_turn) {
                Some(verdict) if verdict == is_own_turn => return verdict,
                Some(_) => {}
                None => open.push(mv),
            }
        }
        let mut open = open.into_iter();
        if plies == 1 || self.budget == 0 {
            return !is_own_turn && open.len() == 0;
        }
        let mut holds = |mv| self.holds(&position.play(mv), !is_own_turn, plies - 1);
        if is_own_turn {
            open.any(&mut holds)
        } else {
            open.all(&mut holds)
        }
    }

    /// What the tables say at once of a move: that it surely leads to the value, or surely does not.
    fn verdict(&mut self, position: &Position, mv: Move, is_own_turn: bool) -> Option<bool> {
        self.budget = self.budget.saturating_sub(1);
        let value = self.tablebase.probe_move(position, mv)?;
        let value = if is_own_turn { value } else { value.reversed() };
        if value.keeps(self.goal) {
            Some(true)
        } else {
            value.misses(self.goal).then_some(false)
        }
    }
}
