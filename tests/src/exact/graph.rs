//! The positions that play can reach, numbered, and which of them a move joins.

use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use jarmo_engine::{Position, Side};
use rustc_hash::FxBuildHasher;

use super::retrograde::Outcome;

/// Positions in the order of their discovery, and where a move leads from those that were explored.
#[derive(Debug)]
pub(super) struct Graph {
    positions: IndexSet<Distinct, FxBuildHasher>,
    pub(super) successors: Edges,
    /// Where nobody moves on, with the outcome there.
    pub(super) ends: Vec<(u32, Outcome)>,
    /// Where play goes on, but was not followed.
    pub(super) unexplored: Vec<u32>,
}

/// Which game is explored.
pub(super) trait Game {
    /// What of a position matters.
    fn view(&self, position: &Position) -> Position {
        *position
    }

    /// The outcome of a position at which to stop, as where the game is over.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        Outcome::at_end(position)
    }
}

impl Graph {
    /// Explores the positions nearest to `roots`, until all are or more than `limit` are known.
    pub(super) fn explore(
        game: &impl Game,
        roots: impl IntoIterator<Item = Position>,
        limit: usize,
    ) -> Self {
        let roots = roots.into_iter().map(|root| Distinct(game.view(&root)));
        let mut positions: IndexSet<Distinct, FxBuildHasher> = roots.collect();
        let (mut starts, mut targets) = (vec![0], Vec::new());
        let (mut ends, mut unexplored) = (Vec::new(), Vec::new());
        let mut index = 0;
        while index < positions.len() {
            let Distinct(position) = positions[index];
            if let Some(outcome) = game.outcome(&position) {
                ends.push((narrow(index), outcome));
            } else if positions.len() > limit {
                unexplored.push(narrow(index));
            } else {
                position.for_each_move(|mv| {
                    let next = game.view(&position.play(mv));
                    let (target, _) = positions.insert_full(Distinct(next));
                    targets.push(narrow(target));
                });
            }
            starts.push(narrow(targets.len()));
            index += 1;
        }
        Self {
            positions,
            successors: Edges { starts, targets },
            ends,
            unexplored,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn position(&self, index: usize) -> &Position {
        &self.positions[index].0
    }

    pub(super) fn index_of(&self, position: &Position) -> Option<usize> {
        self.positions.get_index_of(&Distinct(*position))
    }

    pub(super) fn positions(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.positions.iter().map(|Distinct(position)| position)
    }
}

/// A position hashed with everything that equality compares.
///
/// The key leaves out runs of 1, and these are what most positions of one graph differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Distinct(Position);

impl Hash for Distinct {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        for run in Side::BOTH.map(|side| self.0.run(side)) {
            let run = run.map(|run| (run.from(), run.to(), run.length()));
            run.hash(state);
        }
    }
}

/// Directed edges as compressed sparse rows: node `n` has `targets[starts[n]..starts[n + 1]]`.
#[derive(Debug)]
pub(super) struct Edges {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    /// The nodes to which an edge leads from `node`.
    pub(super) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// All nodes.
    pub(super) fn nodes(&self) -> std::ops::Range<u32> {
        0..narrow(self.starts.len() - 1)
    }

    /// The same edges, each in the other direction.
    pub(super) fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        for &target in &self.targets {
            starts[target as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Each start is the end of its row now; filling the row from its end moves it to the row's beginning.
        let mut targets = vec![0; self.targets.len()];
        for node in self.nodes().rev() {
            for &target in self.of(node) {
                let start = &mut starts[target as usize];
                *start -= 1;
                targets[*start as usize] = node;
            }
        }
        Self { starts, targets }
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("a graph that fits into memory has fewer than 2^32 edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Graph {
        /// A graph of any shape, all explored.
        pub(in crate::exact) fn of(
            positions: Vec<Position>,
            successors: &[Vec<u32>],
            ends: Vec<(u32, Outcome)>,
        ) -> Self {
            Self {
                positions: positions.into_iter().map(Distinct).collect(),
                successors: Edges::of_rows(successors),
                ends,
                unexplored: Vec::new(),
            }
        }
    }

    impl Edges {
        fn of_rows(rows: &[Vec<u32>]) -> Self {
            let ends = rows.iter().scan(0, |end, row| {
                *end += narrow(row.len());
                Some(*end)
            });
            Self {
                starts: std::iter::once(0).chain(ends).collect(),
                targets: rows.concat(),
            }
        }
    }

    #[test]
    fn reversed_edges_lead_back() {
        let rows = [vec![1, 2], vec![], vec![0, 1, 3], vec![3]];
        let back = Edges::of_rows(&rows).reversed();
        let expected = [vec![2], vec![0, 2], vec![0], vec![2, 3]];
        for node in 0..4 {
            assert_eq!(back.of(node), expected[node as usize]);
            assert_eq!(back.reversed().of(node), rows[node as usize]);
        }
    }
}
