//! The positions that play can reach, numbered, and which of them a move joins.

use std::hash::{Hash, Hasher};

use jarmo_engine::{Position, Side};
use rustc_hash::FxHashMap;

/// Positions in the order of their discovery, and where a move leads from those that were explored.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) positions: Vec<Position>,
    pub(super) indices: Indices,
    pub(super) successors: Edges,
    /// The first so many positions have all their successors; the others have none.
    pub(super) explored: usize,
}

impl Graph {
    /// Explores the positions nearest to `root`, until all are or more than `limit` are known.
    pub(super) fn explore(root: &Position, limit: usize) -> Self {
        let mut positions = vec![*root];
        let mut indices = Indices::default();
        indices.of_or_next(root, 0);
        let mut successors = Edges {
            starts: vec![0],
            targets: Vec::new(),
        };
        let mut explored = 0;
        while explored < positions.len() && positions.len() <= limit {
            let position = positions[explored];
            position.for_each_move(|mv| {
                let next = position.play(mv);
                let index = indices.of_or_next(&next, positions.len());
                if index == positions.len() {
                    positions.push(next);
                }
                successors.targets.push(narrow(index));
            });
            successors.starts.push(narrow(successors.targets.len()));
            explored += 1;
        }
        let end = narrow(successors.targets.len());
        successors.starts.resize(positions.len() + 1, end);
        Self {
            positions,
            indices,
            successors,
            explored,
        }
    }
}

/// The number of every known position.
#[derive(Debug, Default)]
pub(super) struct Indices(FxHashMap<Distinct, u32>);

impl Indices {
    pub(super) fn of(&self, position: &Position) -> Option<usize> {
        self.0
            .get(&Distinct(*position))
            .map(|&index| index as usize)
    }

    /// The number of `position`, which is `next` if it has none yet.
    fn of_or_next(&mut self, position: &Position, next: usize) -> usize {
        *self
            .0
            .entry(Distinct(*position))
            .or_insert_with(|| narrow(next)) as usize
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
        pub(in crate::exact) fn of(positions: Vec<Position>, successors: &[Vec<u32>]) -> Self {
            Self {
                indices: Indices::default(),
                successors: Edges::of_rows(successors),
                explored: positions.len(),
                positions,
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
