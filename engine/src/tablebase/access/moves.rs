//! What the tables know of the moves of a position.

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

    /// The moves of `candidates` that surely get what `position` is worth.
    ///
    /// A move counts if its value says so, and where no value does, if a short search finds it out. There may be none
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
        let kept = |is_kept: &mut dyn FnMut(Move, Value) -> bool| -> Vec<(Move, Value)> {
            let kept = valued.iter().copied();
            kept.filter(|&(mv, value)| is_kept(mv, value)).collect()
        };
        let mut moves = kept(&mut |_, value| value.keeps(best));
        if moves.is_empty() {
            let mut assurance = Assurance::new(self, best);
            moves =
                kept(&mut |mv, value| value.reaches(best) && assurance.is_given_by(position, mv));
        }
        let first = moves.iter().map(|(_, value)| *value);
        let first = first.max_by(|a, b| a.compare(*b));
        let is_wanted = |value: Value| {
            best.margin <= 0 || first.is_none_or(|first| value.compare(first).is_eq())
        };
        let wanted = moves.into_iter().filter(|&(_, value)| is_wanted(value));
        wanted.map(|(mv, _)| mv).collect()
    }

    /// The moves of `candidates` one of which keeps what `position` is worth, if that is sure.
    ///
    /// For a position of which no move is [known to keep it](Self::best_moves): all others give less.
    #[must_use]
    pub fn hopeful_moves(
        &self,
        position: &Position,
        candidates: impl Iterator<Item = Move>,
    ) -> Vec<Move> {
        let Some(best) = self.probe(position).filter(|value| value.is_at_least) else {
            return Vec::new();
        };
        let is_hopeful = |&mv: &Move| {
            let value = self.probe_move(position, mv);
            value.is_none_or(|value| value.reaches(best))
        };
        candidates.filter(is_hopeful).collect()
    }
}
