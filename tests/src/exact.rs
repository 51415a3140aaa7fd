//! The exact values of small positions, against which the proven claims of a search are checked.
//!
//! The positions that play can reach are listed, and their values follow backwards from the ends of the game
//! (retrograde analysis). Nothing is estimated or pruned, and runs are part of a position here as they are in the
//! rules. What lies past the limit that the caller sets counts once as the worst for White and once as the best, so
//! that even a part of the positions gives bounds that hold.

mod few_archers;
mod graph;
mod retrograde;

use std::ops::RangeInclusive;

use jarmo_engine::Position;

use graph::Graph;
use retrograde::{MAX_MARGIN, Outcome, outcomes};

pub use few_archers::{few_archers, weight};

/// The positions that play can reach from a first one, with their values under best play of both sides.
///
/// White can force a margin of `m` or more in the smallest set of positions that holds each one in which the game is
/// over with such a margin, each one with White to move and a successor in the set, and each one with Black to move, a
/// successor, and all successors in the set; likewise for Black. The value is the largest margin that a side can
/// force, and 0 where neither can force any: an endless game counts 0. Since a third occurrence does no more than to
/// end what is endless, earlier positions do not matter.
///
/// Margins are White's points less Black's, whoever is to move.
#[derive(Debug)]
pub struct Solution {
    graph: Graph,
    /// Outcomes if everything unexplored is the worst for White, and if it is the best.
    lowest: Vec<Outcome>,
    highest: Vec<Outcome>,
}

/// Solves `root` and the positions that play can reach from it, the nearest ones first.
///
/// It stops exploring once it knows more than `limit` positions.
#[must_use]
pub fn solve(root: &Position, limit: usize) -> Solution {
    let graph = Graph::explore(root, limit);
    let predecessors = graph.successors.reversed();
    let lowest = outcomes(&graph, &predecessors, -MAX_MARGIN);
    let is_complete = graph.explored == graph.positions.len();
    let highest = if is_complete {
        lowest.clone()
    } else {
        outcomes(&graph, &predecessors, MAX_MARGIN)
    };
    Solution {
        graph,
        lowest,
        highest,
    }
}

impl Solution {
    /// The final margin under best play; `None` if it is not known within the limit.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<i32> {
        let (lowest, highest) = self.outcomes(position)?;
        (lowest.margin == highest.margin).then_some(lowest.margin)
    }

    /// The least and the greatest margin that the value can be; `None` for a position that was not reached.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Option<RangeInclusive<i32>> {
        let (lowest, highest) = self.outcomes(position)?;
        Some(lowest.margin..=highest.margin)
    }

    /// The turns until a game that is not a draw ends; `None` for a draw, and if it is not known within the limit.
    ///
    /// Both sides see to the margin first; then the winner takes the shortest way and the loser the longest.
    #[must_use]
    pub fn plies(&self, position: &Position) -> Option<u32> {
        let (lowest, highest) = self.outcomes(position)?;
        (lowest == highest && lowest.margin != 0).then_some(lowest.plies)
    }

    /// Whether everything was explored, so that all values are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.graph.explored == self.graph.positions.len()
    }

    /// The positions reached, the first one first.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.graph.positions
    }

    fn outcomes(&self, position: &Position) -> Option<(Outcome, Outcome)> {
        let index = self.graph.indices.of(position)?;
        Some((self.lowest[index], self.highest[index]))
    }
}
