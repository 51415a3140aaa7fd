//! What is computed for each position: its value, or a margin that one side surely gets.
//!
//! All of them follow from the same turns; they differ in the cells and in how a row of cells follows from
//! the rows of its successors. Cells are seen from the side to move, and so a mover looks for the least.

use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{Chunk, Grid, LANES};
use super::lanes;
use super::program::{Program, Return, Step};

/// What a grid holds for each position.
pub(super) trait Cell: Copy + PartialEq + Default + Send + Sync + 'static {
    /// What a turn that is not open leads to: above every value.
    const CLOSED: Self;
    /// Bytes in a checkpoint.
    const BYTES: usize;

    /// Puts the lesser of two cells into each lane of `least`.
    fn take_least(least: &mut Chunk<Self>, other: &Chunk<Self>);

    /// The lesser of two cells.
    #[must_use]
    fn least(self, other: Self) -> Self;

    fn put(self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

impl Cell for i16 {
    const CLOSED: Self = Self::MAX;
    const BYTES: usize = 2;

    fn take_least(least: &mut Chunk<Self>, other: &Chunk<Self>) {
        lanes::take_least(least, other);
    }

    fn least(self, other: Self) -> Self {
        self.min(other)
    }

    fn put(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        Self::from_le_bytes([bytes[0], bytes[1]])
    }
}

/// What a sweep sees of one panel: the successors of its rows.
pub(super) struct View<'a, C> {
    /// The side that moves.
    pub(super) mover: Side,
    pub(super) program: &'a Program,
    /// The panel.
    pub(super) panel: usize,
    /// The positions after a step, and after a re-entry if there can be one.
    pub(super) sources: Sources<'a, C>,
    /// Points of the mover in each row.
    pub(super) points: &'a [i8],
    /// Points of the opponent in each column of the panel.
    pub(super) opponent_points: &'a Chunk<i8>,
    /// For each circle, the columns whose army has an archer there.
    pub(super) occupied: &'a [Chunk<u8>],
}

/// The grids that a sweep of one class reads: those with the opponent to move.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a, C> {
    /// After a step.
    pub(super) stepped: &'a Grid<C>,
    /// After a re-entry, if there can be one.
    pub(super) reentered: Option<&'a Grid<C>>,
}

impl<'a, C: Cell> View<'a, C> {
    /// The positions after a step.
    #[inline]
    pub(super) fn stepped(&self, step: Step) -> &'a Chunk<C> {
        self.sources.stepped.chunk(step.row(), self.panel)
    }

    /// The positions after a re-entry, closed where an enemy is in its way.
    pub(super) fn returned(&self, turn: &Return) -> Chunk<C> {
        let grid = self.sources.reentered;
        let grid = grid.expect("a re-entry leads to a class of the layer");
        let mut chunk = *grid.chunk(turn.row as usize, self.panel);
        let [first, second] = turn
            .circles
            .map(|circle| &self.occupied[usize::from(circle)]);
        for (cell, (&first, &second)) in chunk.iter_mut().zip(first.iter().zip(second)) {
            if first | second != 0 {
                *cell = C::CLOSED;
            }
        }
        chunk
    }

    /// Whether a position to which a turn of `row` may lead has changed.
    pub(super) fn is_due(&self, row: usize) -> bool {
        let Sources { stepped, reentered } = self.sources;
        let steps = self.program.steps(row).iter();
        let is_due = steps.fold(false, |any, step| {
            any | stepped.has_changed(step.row(), self.panel)
        });
        let mut returns = self.program.returns(row).iter();
        is_due
            || reentered.is_some_and(|grid| {
                returns.any(|turn| grid.has_changed(turn.row as usize, self.panel))
            })
    }

    /// The mover's margin in a cell of `row`, as points stand.
    pub(super) fn margin(&self, row: usize, lane: usize) -> i8 {
        self.points[row] - self.opponent_points[lane]
    }
}

/// A rule by which cells follow from those of the successors.
pub(super) trait Objective: Send + Sync {
    type Cell: Cell;

    /// The cell of a finished game, `margin` being that of the side to move.
    fn ended(&self, margin: i8) -> Self::Cell;

    /// The cell of a position in a lower layer.
    fn of_entry(&self, entry: Entry, to_move: Side) -> Self::Cell;

    /// The cells of one row; those of positions that are finished or that do not exist say nothing.
    fn evaluate(&self, view: &View<'_, Self::Cell>, row: usize) -> Chunk<Self::Cell>;
}

/// Margin and distance under best play of both sides, the to-and-fro rule left aside.
///
/// A won cell is `margin * STEP - plies`, a lost one the negative of that, and 0 a draw or undecided.
pub(super) struct Value;

impl Value {
    const STEP: i16 = 1024;

    /// Margin and distance of a cell.
    pub(super) fn margin_and_plies(cell: i16) -> (i8, u16) {
        let margin = cell.unsigned_abs().div_ceil(Self::STEP.unsigned_abs());
        let plies = margin * Self::STEP.unsigned_abs() - cell.unsigned_abs();
        (margin as i8 * cell.signum() as i8, plies)
    }

    fn of(margin: i8, plies: u8) -> i16 {
        let sign = i16::from(margin.signum());
        i16::from(margin) * Self::STEP - sign * i16::from(plies)
    }

    /// The mover's cell if `cell` is the opponent's one turn later.
    pub(super) fn before(cell: i16) -> i16 {
        cell.signum() - cell
    }
}

impl Objective for Value {
    type Cell = i16;

    fn ended(&self, margin: i8) -> i16 {
        Self::of(margin, 0)
    }

    fn of_entry(&self, entry: Entry, _: Side) -> i16 {
        Self::of(entry.margin, entry.distance)
    }

    fn evaluate(&self, view: &View<'_, i16>, row: usize) -> Chunk<i16> {
        let mut least = [i16::CLOSED; LANES];
        for &step in view.program.steps(row) {
            i16::take_least(&mut least, view.stepped(step));
        }
        for turn in view.program.returns(row) {
            i16::take_least(&mut least, &view.returned(turn));
        }
        let mut cells = least;
        lanes::replace(&mut cells, Self::before);
        if lanes::has(&least, i16::CLOSED) {
            for lane in 0..LANES {
                if least[lane] == i16::CLOSED {
                    cells[lane] = self.ended(view.margin(row, lane));
                }
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_order_results_by_margin_then_distance() {
        let ordered = [
            Value::of(-10, 0),
            Value::of(-10, 255),
            Value::of(-1, 0),
            Value::of(-1, 1),
            Value::of(-1, 255),
            Value::of(0, 0),
            Value::of(1, 255),
            Value::of(1, 3),
            Value::of(2, 9),
            Value::of(10, 0),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
        for margin in -10..=10 {
            for plies in if margin == 0 { 0..=0 } else { 0..=254 } {
                let cell = Value::of(margin, plies);
                assert_eq!(Value::margin_and_plies(cell), (margin, plies.into()));
                let later = if margin == 0 { 0 } else { plies + 1 };
                assert_eq!(Value::before(cell), Value::of(-margin, later));
            }
        }
    }
}
