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

use jarmo_engine::board::goal_row;
use jarmo_engine::{Position, Side};
use rustc_hash::FxHashMap;

use graph::{Game, Graph};
use retrograde::{MAX_MARGIN, outcomes};

pub use few_archers::{all_of_weight, few_archers, weight};
pub use retrograde::Outcome;

/// The positions that play can reach from first ones, with their values under best play of both sides.
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
    Solution::of(Graph::explore(&WithRuns, [*root], limit))
}

/// Solves all of `roots`.
///
/// Runs that can't go on count as none here, so that positions may be fewer.
#[must_use]
pub fn solve_all(roots: impl IntoIterator<Item = Position>) -> Solution {
    Solution::of(Graph::explore(&WithLiveRuns, roots, usize::MAX))
}

/// Solves all of `roots` in a game without the to-and-fro rule, which ends in the positions that are `known`.
#[must_use]
pub fn solve_without_runs(
    roots: impl IntoIterator<Item = Position>,
    known: &FxHashMap<Position, Outcome>,
) -> Solution {
    Solution::of(Graph::explore(&WithoutRuns { known }, roots, usize::MAX))
}

struct WithRuns;

impl Game for WithRuns {}

struct WithLiveRuns;

impl Game for WithLiveRuns {
    fn view(&self, position: &Position) -> Position {
        let is_dead = |&side: &Side| {
            let movable = position.archers(side) - goal_row(side);
            position.run(side).is_some_and(|run| !movable.has(run.to()))
        };
        let dead = Side::BOTH.into_iter().filter(is_dead);
        dead.fold(*position, |position, side| position.without_run(side))
    }
}

struct WithoutRuns<'a> {
    known: &'a FxHashMap<Position, Outcome>,
}

impl Game for WithoutRuns<'_> {
    fn view(&self, position: &Position) -> Position {
        let [white, black] = Side::BOTH;
        position.without_run(white).without_run(black)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let known = self.known.get(position).copied();
        known.or_else(|| Outcome::at_end(position))
    }
}

impl Solution {
    fn of(graph: Graph) -> Self {
        let predecessors = graph.successors.reversed();
        let lowest = outcomes(&graph, &predecessors, -MAX_MARGIN);
        let is_complete = graph.unexplored.is_empty();
        let highest = if is_complete {
            Vec::new()
        } else {
            outcomes(&graph, &predecessors, MAX_MARGIN)
        };
        Self {
            graph,
            lowest,
            highest,
        }
    }

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
        let outcome = self.outcome(position)?;
        (outcome.margin != 0).then_some(outcome.plies)
    }

    /// The margin under best play and the turns to it; `None` if they are not known within the limit.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (lowest, highest) = self.outcomes(position)?;
        (lowest == highest).then_some(lowest)
    }

    /// Whether everything was explored, so that all values are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.graph.unexplored.is_empty()
    }

    /// The positions reached, the first ones first.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.graph.positions()
    }

    fn outcomes(&self, position: &Position) -> Option<(Outcome, Outcome)> {
        let index = self.graph.index_of(position)?;
        let lowest = self.lowest[index];
        Some((lowest, self.highest.get(index).copied().unwrap_or(lowest)))
    }
}
