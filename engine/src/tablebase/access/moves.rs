//! What the tables know of the moves of a position.

use std::cmp::Reverse;

use super::assurance::Assurance;
use super::{Tablebase, Value};
use crate::moves::Move;
use crate::position::Position;

impl Tablebase {
    /// What a legal move is worth to the player who makes it.
    #[must_use]
    pub fn probe_move(&self, position: &Position, mv: Move) -> Option<Value> {
        let next = position.play(mv);
        let value = if next.is_over() {
            Some(Value::ended(next.margin()))
        } else {
            self.probe(&next)
        };
        value.map(Value::of_move_to)
    }

    /// The moves of `candidates` that surely get what `position` is worth, or more.
    ///
    /// A move counts if its value says so; where no value does, a short search finds one that counts. There may be none
    /// though the value is sure. Of moves that win by the same margin those with the shortest way are kept, so that
    /// whoever plays them makes progress. The way may be longer than that of a position that
    /// only an estimate gives the same margin.
    #[must_use]
    pub fn best_moves(
        &self,
        position: &Position,
        candidates: impl Iterator<Item = Move>,
    ) -> Vec<Move> {
        let Some(best) = self.probe(position) else {
            return Vec::new();
        };
        let valued = |mv| Some((mv, self.probe_move(position, mv)?));
        let valued: Vec<(Move, Value)> = candidates.filter_map(valued).collect();
        // With the runs that there are a move may be worth more than its position.
        let more = valued.iter().map(|&(_, value)| value);
        let mut goals: Vec<Value> = more.filter(|&value| !best.reaches(value)).collect();
        goals.push(best);
        goals.sort_by_key(|goal| Reverse(goal.margin));
        goals.dedup_by_key(|goal| goal.margin);
        let mut assurance = Assurance::new(self);
        for goal in goals {
            let kept = shortest(valued.iter().filter(|(_, value)| value.keeps(goal)));
            if !kept.is_empty() {
                return kept;
            }
            let may_reach = valued.iter().filter(|(_, value)| value.reaches(goal));
            let may_reach: Vec<Move> = may_reach.map(|&(mv, _)| mv).collect();
            if let Some(mv) = assurance.find(position, &may_reach, goal) {
                return vec![mv];
            }
        }
        Vec::new()
    }

    /// What the player to move in the first of `positions` was last sure of in the course of the game.
    ///
    /// They are those in which that player was to move, the last one first.
    #[must_use]
    pub fn last_assured<'a>(&self, positions: impl Iterator<Item = &'a Position>) -> Option<Value> {
        let mut values = positions.filter_map(|position| self.probe(position));
        values.find(|value| value.is_at_least)
    }

    /// The moves of `candidates` that may get `goal`, by their estimates.
    ///
    /// For a player who is sure of the goal though no move is [known to keep it](Self::best_moves): all others give less.
    #[must_use]
    pub fn hopeful_moves(
        &self,
        position: &Position,
        goal: Value,
        candidates: impl Iterator<Item = Move>,
    ) -> Vec<Move> {
        let is_hopeful = |&mv: &Move| {
            let value = self.probe_move(position, mv);
            value.is_none_or(|value| value.reaches(goal))
        };
        candidates.filter(is_hopeful).collect()
    }
}

/// All moves, if they do not win; otherwise those that are best.
fn shortest<'a>(moves: impl Iterator<Item = &'a (Move, Value)> + Clone) -> Vec<Move> {
    let best = moves.clone().map(|(_, value)| *value);
    let best = best.max_by(|a, b| a.compare(*b));
    let is_wanted =
        |value: Value| best.is_none_or(|best| best.margin <= 0 || value.compare(best).is_eq());
    let wanted = moves.filter(|(_, value)| is_wanted(*value));
    wanted.map(|&(mv, _)| mv).collect()
}
