//! What is computed for each position: its value, or a margin that one side surely gets.
//!
//! All of them follow from the same turns; they differ in the cells and in how a row of cells follows from
//! the rows of its successors. Cells are seen from the side to move, and so a mover looks for the least.

use wide::i16x32;

use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{CLOSED, Cell, Chunk, Grid};
use super::lanes;
use super::program::{Program, Return};

/// What a sweep sees of one panel: the successors of its rows.
pub(super) struct View<'a, const PLANES: usize> {
    /// The side that moves.
    pub(super) mover: Side,
    pub(super) program: &'a Program,
    /// The panel.
    pub(super) panel: usize,
    /// The positions after a step, and after a re-entry if there can be one.
    pub(super) sources: Sources<'a, PLANES>,
    /// Points of the opponent in each column of the panel.
    pub(super) opponent_points: i16x32,
    /// For each circle, the columns whose army has an archer there, as bits.
    pub(super) occupied: &'a [u32],
}

/// The grids that a sweep of one class reads: those with the opponent to move.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a, const PLANES: usize> {
    /// After a step.
    pub(super) stepped: &'a Grid<PLANES>,
    /// After a re-entry, if there can be one.
    pub(super) reentered: Option<&'a Grid<PLANES>>,
}

impl<'a, const PLANES: usize> View<'a, PLANES> {
    /// The positions after a step to `row`.
    #[inline]
    pub(super) fn stepped(&self, row: u32) -> &'a Chunk<PLANES> {
        self.sources.stepped.chunk(row as usize, self.panel)
    }

    /// The positions after a re-entry, closed where an enemy is in its way.
    pub(super) fn returned(&self, turn: &Return) -> Chunk<PLANES> {
        let grid = self.sources.reentered;
        let grid = grid.expect("a re-entry leads to a class of the layer");
        let [first, second] = turn
            .circles
            .map(|circle| self.occupied[usize::from(circle)]);
        let mask = lanes::mask(first | second);
        let chunk = grid.chunk(turn.row as usize, self.panel);
        chunk.map(|plane| mask.select(i16x32::splat(CLOSED), plane))
    }

    /// Whether a position to which a turn of `row` may lead has changed.
    #[inline]
    pub(super) fn is_due(&self, row: usize) -> bool {
        let Sources { stepped, reentered } = self.sources;
        let [forward, backward] = self.program.steps(row).map(|steps| {
            steps.iter().fold(false, |any, &row| {
                any | stepped.has_changed(row as usize, self.panel)
            })
        });
        let mut returns = self.program.returns(row).iter();
        forward
            || backward
            || reentered.is_some_and(|grid| {
                returns.any(|turn| grid.has_changed(turn.row as usize, self.panel))
            })
    }
}

/// A rule by which cells follow from those of the successors.
pub(super) trait Objective<const PLANES: usize>: Send + Sync {
    /// The cell of a finished game, `margin` being that of the side to move; with 0 also of anything undecided.
    fn ended(&self, margin: i8) -> Cell<PLANES>;

    /// The cell of a position in a lower layer.
    fn of_entry(&self, entry: Entry, to_move: Side) -> Cell<PLANES>;

    /// The lesser of two cells, either of which may be closed.
    fn least(one: Cell<PLANES>, other: Cell<PLANES>) -> Cell<PLANES>;

    /// The cells of one row, in which the mover has `points`; those of positions that are finished or that do not
    /// exist say nothing.
    fn evaluate(&self, view: &View<'_, PLANES>, row: usize, points: i16) -> Chunk<PLANES>;
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

    /// The same for whole chunks.
    #[inline]
    fn before_all(cells: i16x32) -> i16x32 {
        let one = i16x32::splat(1);
        cells.max(-one).min(one) - cells
    }
}

impl Objective<1> for Value {
    fn ended(&self, margin: i8) -> Cell<1> {
        [Self::of(margin, 0)]
    }

    fn of_entry(&self, entry: Entry, _: Side) -> Cell<1> {
        [Self::of(entry.margin, entry.distance)]
    }

    fn least([one]: Cell<1>, [other]: Cell<1>) -> Cell<1> {
        [one.min(other)]
    }

    #[inline]
    fn evaluate(&self, view: &View<'_, 1>, row: usize, points: i16) -> Chunk<1> {
        let mut least = i16x32::splat(CLOSED);
        let steps = view.program.steps(row);
        for steps in steps {
            for &row in steps {
                least = least.min(view.stepped(row)[0]);
            }
        }
        for turn in view.program.returns(row) {
            least = least.min(view.returned(turn)[0]);
        }
        let cells = Self::before_all(least);
        if steps.iter().any(|steps| !steps.is_empty()) {
            return [cells];
        }
        let margins = i16x32::splat(points) - view.opponent_points;
        let is_closed = least.simd_eq(i16x32::splat(CLOSED));
        [is_closed.select(margins * i16x32::splat(Self::STEP), cells)]
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
                assert_eq!(
                    Value::before_all(i16x32::splat(cell)),
                    i16x32::splat(Value::before(cell))
                );
                let later = if margin == 0 { 0 } else { plies + 1 };
                assert_eq!(Value::before(cell), Value::of(-margin, later));
            }
        }
    }
}
