//! Sweeps over a whole layer until nothing changes.

use std::io::{self, Read, Write};

use wide::i16x32;

use crate::side::Side;
use crate::tablebase::army::Material;
use crate::tablebase::class::{Class, Layer};

use super::captures::{Known, Targets, renew, settle};
use super::dense;
use super::grid::{Cell, Grid};
use super::objective::{Objective, Sources};
use super::packed::Packed;
use super::roster::{Roster, Rosters};
use super::sweep::{Sides, sweep};
use super::{Round, Task};

/// The cells of a layer for one objective.
pub(super) struct Iteration<O, const PLANES: usize> {
    objective: O,
    classes: Vec<Class>,
    /// By side to move, then in the order of the classes.
    grids: [Vec<Grid<PLANES>>; 2],
    /// Whether the next round has to look at every cell.
    is_full: bool,
    /// Rounds finished: one sweep for each side.
    rounds: u32,
}

impl<O: Objective<PLANES>, const PLANES: usize> Iteration<O, PLANES> {
    /// Everything undecided but what is finished or leaves the layer.
    pub(super) fn new(objective: O, known: Known<'_>, layer: Layer, rosters: &Rosters) -> Self {
        let classes: Vec<Class> = layer.classes().collect();
        let grids = Side::BOTH.map(|to_move| {
            let grid = |&class: &Class| {
                let [captors, victims] = sides(rosters, class, !to_move);
                let rows = class.material(!to_move).armies();
                let columns = class.material(to_move).armies();
                let mut grid = Grid::new(rows, columns, objective.ended(0));
                settle(&objective, known, captors, victims, &mut grid);
                grid
            };
            classes.iter().map(grid).collect()
        });
        Self {
            objective,
            classes,
            grids,
            is_full: true,
            rounds: 0,
        }
    }

    pub(super) fn objective(&self) -> &O {
        &self.objective
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = Class> + '_ {
        self.classes.iter().copied()
    }

    /// The positions of a class with a side to move.
    pub(super) fn grid(&self, class: Class, to_move: Side) -> &Grid<PLANES> {
        let index = self.index(class).expect("the class is one of the layer");
        &self.grids[to_move as usize][index]
    }

    /// Writes what is known of positions before the first round: what `cell` makes of their value bytes.
    ///
    /// It must lie between a draw and what the iteration comes to.
    pub(super) fn start_from(
        &mut self,
        tables: &[[Packed; 2]],
        cell: impl Fn(Side, u8) -> Option<Cell<PLANES>> + Sync,
    ) {
        for (side, grids) in Side::BOTH.into_iter().zip(&mut self.grids) {
            for ((&class, tables), grid) in self.classes.iter().zip(tables).zip(grids) {
                let values = tables[side as usize].values();
                dense::fill(class, side, &values, grid, |byte| cell(side, byte));
            }
        }
    }

    /// Gives the memory of the grids of a class back.
    pub(super) fn release(&mut self, class: Class) {
        if let Some(index) = self.index(class) {
            for grids in &mut self.grids {
                grids[index] = Grid::default();
            }
        }
    }

    /// One sweep for White and one for Black; tells also whether it was the last one.
    pub(super) fn round(&mut self, rosters: &Rosters, task: Task) -> (Round, bool) {
        let full = self.is_full;
        let changes: u64 = Side::BOTH
            .into_iter()
            .map(|mover| {
                self.renew_captures(rosters, mover);
                self.sweep(rosters, mover, full)
            })
            .sum();
        self.rounds += 1;
        self.is_full = changes == 0;
        let round = Round {
            task,
            number: self.rounds,
            changes,
        };
        (round, full && changes == 0)
    }

    fn index(&self, class: Class) -> Option<usize> {
        self.classes.iter().position(|&other| other == class)
    }

    /// The class in which `side` has so many archers and marks, and the other side what is given.
    fn neighbour(
        &self,
        side: Side,
        own: Option<Material>,
        other: Option<Material>,
    ) -> Option<usize> {
        let (own, other) = (own?, other?);
        let class = match side {
            Side::White => Class::new(own, other),
            Side::Black => Class::new(other, own),
        };
        self.index(class?)
    }

    fn renew_captures(&mut self, rosters: &Rosters, captor: Side) {
        for index in 0..self.classes.len() {
            let class = self.classes[index];
            let (own, other) = (class.material(captor), class.material(!captor));
            let fewer = other.with(-1, 0);
            let Some(captured) = self.neighbour(captor, own.with(0, 1), fewer) else {
                continue;
            };
            let reentered = self.neighbour(captor, own.with(1, 0), fewer);
            let grids = &mut self.grids[!captor as usize];
            let mut grid = std::mem::take(&mut grids[index]);
            let targets = Targets {
                captured: &grids[captured],
                reentered: reentered.map(|reentered| &grids[reentered]),
            };
            let [captors, victims] = sides(rosters, class, captor);
            renew::<PLANES, O>(captors, victims, &targets, &mut grid);
            grids[index] = grid;
        }
    }

    fn sweep(&mut self, rosters: &Rosters, mover: Side, full: bool) -> u64 {
        let mut changes = 0;
        for index in 0..self.classes.len() {
            let class = self.classes[index];
            let more = class.material(mover).with(1, -1);
            let reentered = self.neighbour(mover, more, Some(class.material(!mover)));
            let [white, black] = &mut self.grids;
            let (targets, sources) = match mover {
                Side::White => (white, black),
                Side::Black => (black, white),
            };
            let sources = Sources {
                stepped: &sources[index],
                reentered: reentered.map(|reentered| &sources[reentered]),
            };
            let [movers, others] = sides(rosters, class, mover);
            let sides = Sides { movers, others };
            changes += sweep(&self.objective, sides, sources, &mut targets[index], full);
        }
        for grid in &mut self.grids[!mover as usize] {
            grid.changed.fill(false);
        }
        changes
    }

    /// Writes all cells.
    pub(super) fn save(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.rounds.to_le_bytes())?;
        let mut bytes = Vec::new();
        for grid in self.grids.iter().flatten() {
            for chunks in grid.chunks.chunks(1 << 12) {
                let planes = chunks.as_flattened().iter();
                let numbers = planes.flat_map(i16x32::as_array);
                bytes.clear();
                bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
                out.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// Reads what [`Self::save`] wrote into an iteration of the same layer.
    pub(super) fn load(&mut self, input: &mut impl Read) -> io::Result<()> {
        let mut rounds = [0; 4];
        input.read_exact(&mut rounds)?;
        self.rounds = u32::from_le_bytes(rounds);
        let mut bytes = Vec::new();
        for grid in self.grids.iter_mut().flatten() {
            for chunks in grid.chunks.chunks_mut(1 << 12) {
                bytes.resize(size_of_val(chunks), 0);
                input.read_exact(&mut bytes)?;
                let planes = chunks.as_flattened_mut().iter_mut();
                let numbers = planes.flat_map(i16x32::as_mut_array);
                let (pairs, _) = bytes.as_chunks();
                for (number, &pair) in numbers.zip(pairs) {
                    *number = i16::from_le_bytes(pair);
                }
            }
        }
        Ok(())
    }
}

/// The rosters of a class: that of `first`, then that of the other side.
fn sides(rosters: &Rosters, class: Class, first: Side) -> [&Roster; 2] {
    [first, !first].map(|side| rosters.get(side, class.material(side)))
}
