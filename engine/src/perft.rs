//! Leaf counts of the game tree, the standard test of a move generator.
//!
//! A turn is one ply, finished games have no moves, and repetition is ignored.

use rustc_hash::FxHashMap;

use crate::moves::Move;
use crate::position::Position;

/// Number of move sequences of length `depth`. The last ply is counted, not played.
///
/// ```
/// use jarmo_engine::{Position, RuleSet, perft::perft};
/// assert_eq!(perft(&Position::start(RuleSet::Jarmo), 4), 17_524);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        2 => sum_over_moves(position, |next| next.count_moves() as u64),
        _ => sum_over_moves(position, |next| perft(next, depth - 1)),
    }
}

fn sum_over_moves(position: &Position, mut count: impl FnMut(&Position) -> u64) -> u64 {
    let mut sum = 0;
    position.for_each_move(|mv| sum += count(&position.play(mv)));
    sum
}

/// Counts as [`perft`] does, but each position once: whole positions are compared, not keys.
///
/// Memory grows with the number of different positions up to `depth - 2` plies deep.
#[derive(Debug, Default)]
pub struct HashedPerft {
    counts: FxHashMap<(Position, u32), u64>,
}

impl HashedPerft {
    /// Number of move sequences of length `depth`.
    pub fn count(&mut self, position: &Position, depth: u32) -> u64 {
        if depth < 3 {
            return perft(position, depth);
        }
        if let Some(&count) = self.counts.get(&(*position, depth)) {
            return count;
        }
        let count = sum_over_moves(position, |next| self.count(next, depth - 1));
        self.counts.insert((*position, depth), count);
        count
    }
}

/// Each legal move with what `count` gives for the position after it and the depth left.
///
/// [`perft`] as the counter gives the number of sequences of length `depth` that begin with the move.
pub fn divide<T>(
    position: &Position,
    depth: u32,
    mut count: impl FnMut(&Position, u32) -> T,
) -> impl Iterator<Item = (Move, T)> {
    let position = *position;
    let moves = if depth == 0 {
        Default::default()
    } else {
        position.legal_moves()
    };
    moves
        .into_iter()
        .map(move |mv| (mv, count(&position.play(mv), depth - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    #[test]
    fn all_ways_of_counting_agree() {
        for rules in RuleSet::ALL {
            let start = Position::start(rules);
            for depth in 0..=5 {
                let count = perft(&start, depth);
                assert_eq!(HashedPerft::default().count(&start, depth), count);
                if depth > 0 {
                    assert_eq!(
                        divide(&start, depth, perft)
                            .map(|(_, count)| count)
                            .sum::<u64>(),
                        count
                    );
                }
            }
        }
    }
}
