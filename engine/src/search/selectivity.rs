//! What the search shortens or leaves out, and what makes that safe enough.
//!
//! None of it applies where the window asks about proven results, so a proven
//! score never rests on a move that was not searched. The numbers come from
//! matches at 2,000 nodes a move; see the commit that brought each.

use crate::score::Score;

/// From this depth on a position without a move in the table is searched one ply
/// less deep (internal iterative reduction): it was not worth a move before, or
/// the next iteration will find it in the table and search it whole.
pub(super) const BLIND_DEPTH: i32 = 4;

/// Reverse futility: with so few plies to go a quiet opponent hardly wins back
/// this much a ply, so an evaluation that far above `beta` stands.
const REVERSE_FUTILITY: (i32, i32) = (5, 40);

/// Futility: with so few plies to go a quiet move hardly gains more than
/// these hundredths, once and for each ply.
const FUTILITY: (i32, i32, i32) = (3, 60, 60);

/// The value that cuts a null window below `beta` off at once, if the evaluation is far above it.
pub(super) fn reverse_futility(estimate: Score, beta: Score, depth: i32) -> Option<Score> {
    let (deepest, margin) = REVERSE_FUTILITY;
    let stands = depth <= deepest && !beta.is_proven() && estimate.plus(-margin * depth) >= beta;
    stands.then_some(estimate)
}

/// The most that a late quiet move is taken to be worth, if that is no more than `alpha`.
pub(super) fn futility(estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
    let (deepest, once, each_ply) = FUTILITY;
    let most = estimate.plus(once + each_ply * depth);
    (depth <= deepest && !alpha.is_proven() && most <= alpha).then_some(most)
}

/// Late move reductions: quiet moves far down a good order seldom turn out
/// best, so they are first searched less deep, the less the later they come.
/// One that beats `alpha` all the same is searched again to full depth.
#[derive(Debug)]
pub(super) struct Reductions([[u8; Self::SIZE]; Self::SIZE]);

impl Reductions {
    /// Depths and places in the order from this on share the last row.
    const SIZE: usize = 64;
    /// Plies that are always left to search.
    const KEPT: i32 = 1;

    pub(super) fn new() -> Self {
        let plies = |depth: usize, index: usize| {
            let product = (depth as f64).ln() * (index as f64 + 1.0).ln();
            (0.5 + product / 1.6) as u8
        };
        Self(std::array::from_fn(|depth| {
            std::array::from_fn(|index| {
                if depth < 3 || index < 2 {
                    0
                } else {
                    plies(depth, index)
                }
            })
        }))
    }

    /// Plies by which the quiet move with this place in the order is shortened.
    pub(super) fn plies(&self, depth: i32, index: usize) -> i32 {
        let row = (depth.max(0) as usize).min(Self::SIZE - 1);
        let plies = i32::from(self.0[row][index.min(Self::SIZE - 1)]);
        plies.min(depth - 1 - Self::KEPT).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_place_and_leave_a_ply() {
        let reductions = Reductions::new();
        for depth in 1..120 {
            for index in 0..80 {
                let plies = reductions.plies(depth, index);
                assert!(plies >= 0 && depth - 1 - plies >= (depth - 1).min(1));
                assert!(plies <= reductions.plies(depth, index + 1));
                assert!(plies <= reductions.plies(depth + 1, index));
            }
        }
        assert_eq!(reductions.plies(8, 1), 0);
        assert!(reductions.plies(12, 12) >= 3);
    }

    #[test]
    fn proven_windows_are_left_alone() {
        let high = Score::estimate(1_500);
        assert_eq!(reverse_futility(high, Score::DRAW, 5), Some(high));
        assert_eq!(reverse_futility(high, Score::DRAW, 6), None);
        assert_eq!(reverse_futility(high, Score::ended(-1, 9), 1), None);
        assert_eq!(
            futility(Score::DRAW, Score::estimate(120), 1),
            Some(Score::estimate(120))
        );
        assert_eq!(futility(Score::DRAW, Score::estimate(119), 1), None);
        assert_eq!(futility(Score::DRAW, Score::ended(1, 9), 1), None);
    }
}
