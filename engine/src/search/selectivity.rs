//! What the search shortens or leaves out, and what makes that safe enough.
//!
//! A proven score never rests on it. Moves are left out only where the window
//! asks about estimates, and the value of the position is then an estimate too;
//! a line that was shortened still proves only what it has seen to the end of
//! the game. The numbers come from matches at 2,000 nodes a move; see the
//! commit that brought each.

use super::parameters::Parameters;
use crate::score::Score;

impl Parameters {
    /// Whether a position without a move in the table is searched one ply less deep
    /// (internal iterative reduction): it was not worth a move before, or the next
    /// iteration will find it in the table and search it whole.
    pub(super) const fn shortens_blind(self, depth: i32) -> bool {
        depth >= self.blind_depth()
    }

    /// Reverse futility: with few plies to go a quiet opponent hardly wins back more than
    /// a margin for each, so an evaluation that far above `beta` stands. Its value then.
    pub(super) fn reverse_futility(
        self,
        estimate: Score,
        beta: Score,
        depth: i32,
    ) -> Option<Score> {
        let margin = self.reverse_futility_margin() * depth;
        let stands = depth <= self.reverse_futility_depth()
            && !beta.is_proven()
            && estimate.plus(-margin) >= beta;
        stands.then_some(estimate)
    }

    /// Futility: with few plies to go a late quiet move hardly gains more than a margin.
    /// The most that it is taken to be worth, if that is no more than `alpha`.
    pub(super) fn futility(self, estimate: Score, alpha: Score, depth: i32) -> Option<Score> {
        let margin = self.futility_margin() + self.futility_ply_margin() * depth;
        let most = estimate.plus(margin);
        (depth <= self.futility_depth() && !alpha.is_proven() && most <= alpha).then_some(most)
    }
}

/// Plies by which the quiet move with this place in the order is shortened.
///
/// Late move reductions: quiet moves far down a good order seldom turn out
/// best, so they are first searched less deep, the less the later they come.
/// One that beats `alpha` all the same is searched again to full depth.
pub(super) fn reduction(depth: i32, place: usize) -> i32 {
    let row = &REDUCTIONS[(depth.max(0) as usize).min(REDUCTION_ROWS - 1)];
    let plies = i32::from(row[place.min(REDUCTION_ROWS - 1)]);
    // At least one ply is left to search.
    plies.min(depth - 2).max(0)
}

/// Depths and places in the order from this on share the last row.
const REDUCTION_ROWS: usize = 64;

/// Half a ply plus the product of the logarithms of depth and place over 1.6.
static REDUCTIONS: [[u8; REDUCTION_ROWS]; REDUCTION_ROWS] = {
    let mut plies = [[0; REDUCTION_ROWS]; REDUCTION_ROWS];
    let mut depth = 3;
    while depth < REDUCTION_ROWS {
        let mut place = 2;
        while place < REDUCTION_ROWS {
            let product = LN_IN_THOUSANDTHS[depth] * LN_IN_THOUSANDTHS[place + 1];
            plies[depth][place] = ((500_000 + product * 10 / 16) / 1_000_000) as u8;
            place += 1;
        }
        depth += 1;
    }
    plies
};

/// Natural logarithms: each factor of 1.001 adds a thousandth.
const LN_IN_THOUSANDTHS: [u64; REDUCTION_ROWS + 1] = {
    const UNIT: u64 = 1 << 40;
    let mut logarithms = [0; REDUCTION_ROWS + 1];
    let (mut power, mut thousandths) = (UNIT, 0);
    let mut number = 1;
    while number <= REDUCTION_ROWS {
        while power + power / 1_000 <= number as u64 * UNIT {
            power += power / 1_000;
            thousandths += 1;
        }
        logarithms[number] = thousandths;
        number += 1;
    }
    logarithms
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for (number, &found) in LN_IN_THOUSANDTHS.iter().enumerate().skip(1) {
            let exact = 1_000.0 * (number as f64).ln();
            assert!((found as f64 - exact).abs() < 4.0, "{number}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_place_and_leave_a_ply() {
        for depth in 1..120 {
            for index in 0..80 {
                let plies = reduction(depth, index);
                assert!(plies >= 0 && depth - 1 - plies >= (depth - 1).min(1));
                assert!(plies <= reduction(depth, index + 1));
                assert!(plies <= reduction(depth + 1, index));
            }
        }
        assert_eq!(reduction(8, 1), 0);
        assert!(reduction(12, 12) >= 3);
    }

    #[test]
    fn proven_windows_are_left_alone() {
        let parameters = Parameters::default();
        let reverse_futility =
            |estimate, beta, depth| parameters.reverse_futility(estimate, beta, depth);
        let futility = |estimate, alpha, depth| parameters.futility(estimate, alpha, depth);
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
