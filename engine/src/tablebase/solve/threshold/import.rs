//! Planes from layers that have been solved with margins, so that higher layers build on those.
//!
//! Their entries know more of runs than planes do: the lowest layers are solved with them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::dense;
use super::super::table::SolvedLayer;
use super::armies::Tables;
use super::goal::{Goal, Runs};
use super::matrix::{BitMatrix, WORD};
use super::store::{Stage, Store, StoreError};
use crate::side::Side;
use crate::tablebase::{Class, Entry};

impl Goal {
    /// Whether the goal is reached from a position with `mover` to move, going by its entry.
    ///
    /// A side that relies on its forward steps, and else on the choice between two, never makes its run longer
    /// than by one. So where the rule is taken against a side, the entry has to hold for a run one longer than those that
    /// positions are told of.
    fn is_reached(self, mover: Side, entry: Entry) -> bool {
        let (at_least, at_most) = (entry.is_at_least_longer, entry.is_at_most_longer);
        let (margin, prover_surely, opponent_surely) = if mover == self.prover {
            (entry.margin, at_least, at_most)
        } else {
            (-entry.margin, at_most, at_least)
        };
        let reaches = margin >= self.margin;
        match self.runs {
            Runs::Ignored => reaches,
            Runs::AgainstProver => reaches && prover_surely,
            Runs::AgainstOpponent => reaches || !opponent_surely,
        }
    }
}

impl Store {
    /// Writes what `layer` says of `goal` as the planes of a finished layer.
    ///
    /// # Errors
    /// A file that can't be written.
    pub fn import(
        &self,
        goal: Goal,
        layer: &SolvedLayer,
        tables: &Tables,
    ) -> Result<(), StoreError> {
        debug_assert_eq!(goal.rules, layer.rules());
        for (class, by_side) in layer.tables() {
            for mover in Side::BOTH {
                let mut plane = endings(goal, class, mover, tables);
                let stride = plane.stride();
                let reached: Vec<AtomicU64> =
                    plane.words().iter().map(|_| AtomicU64::new(0)).collect();
                let table = &by_side[mover as usize];
                let mut bytes: Vec<[u8; 2]> = std::iter::zip(&table.values, &table.distances)
                    .map(|(&value, &distance)| [value, distance])
                    .collect();
                dense::for_each(class, &mut bytes, |ranks, &mut bytes| {
                    let entry = Entry::from_bytes(bytes).expect("tables hold bytes of entries");
                    if goal.is_reached(mover, entry) {
                        let [row, column] =
                            [mover, !mover].map(|side| ranks[side as usize] as usize);
                        reached[row * stride + column / WORD]
                            .fetch_or(1 << (column % WORD), Ordering::Relaxed);
                    }
                });
                for (word, reached) in plane.words_mut().iter_mut().zip(reached) {
                    *word |= reached.into_inner();
                }
                self.save(goal, class, mover, Stage::Finished, &plane)?;
            }
        }
        Ok(())
    }
}

/// The finished positions of a class that meet the goal.
fn endings(goal: Goal, class: Class, mover: Side, tables: &Tables) -> BitMatrix {
    let own = class.material(mover);
    let armies = tables.armies(!mover, class.material(!mover));
    let columns = class.material(!mover).armies() as usize;
    let mut plane = BitMatrix::new(own.armies() as usize, columns);
    let stride = plane.stride();
    let mut unfinished = vec![0; stride];
    for (rank, row) in (0..).zip(plane.words_mut().chunks_mut(stride)) {
        let army = own.army(mover, rank);
        armies.apart_from(army, row);
        if !army.is_home(mover) {
            unfinished.copy_from_slice(row);
            armies.without_home(&mut unfinished);
            for (word, &unfinished) in row.iter_mut().zip(&unfinished) {
                *word &= !unfinished;
            }
        }
        let points = army.points(mover);
        armies.retain_points(row, |other| goal.is_met(mover, points, other));
    }
    plane
}
