//! What the tables know of the moves of a position.

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

    /// The moves of `candidates` that surely get what `position` is worth, if that is sure itself.
    ///
    /// Of moves that win by the same margin those with the shortest way are kept, so that
    /// whoever plays them makes progress. The way may be longer than that of a position that
    /// only an estimate gives the same margin.
    #[must_use]
    pub fn best_moves(
        &self,
        position: &Position,
        candidates: impl Iterator<Item = Move>,
    ) -> Vec<Move> {
        let Some(best) = self.probe(position).filter(|value| value.is_at_least) else {
            return Vec::new();
        };
        let keeps = |mv| {
            let value = self.probe_move(position, mv)?;
            value.keeps(best).then_some((mv, value))
        };
        let kept: Vec<(Move, Value)> = candidates.filter_map(keeps).collect();
        let first = kept
            .iter()
            .map(|(_, value)| *value)
            .max_by(|a, b| a.compare(*b));
        let is_wanted = |value: Value| {
            best.margin <= 0 || first.is_none_or(|first| value.compare(first).is_eq())
        };
        let wanted = kept.into_iter().filter(|&(_, value)| is_wanted(value));
        wanted.map(|(mv, _)| mv).collect()
    }
}
