//! What is computed for each position: its value, or a margin that one side surely gets.
//!
//! All of them follow from the same turns; they differ in the cells and in how a row of cells follows from
//! the rows of its successors. Cells are seen from the side to move, and so a mover looks for the least.

use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{Chunk, LANES};
use super::program::Program;

/// A number that a grid holds for each position.
pub(super) trait Cell: Copy + Ord + Default + Send + Sync + 'static {
    /// What a turn that is not open leads to: above every value.
    const CLOSED: Self;
    /// Bytes in a checkpoint.
    const BYTES: usize;

    fn put(self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

impl Cell for i16 {
    const CLOSED: Self = Self::MAX;
    const BYTES: usize = 2;

    fn put(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        Self::from_le_bytes([bytes[0], bytes[1]])
    }
}

impl Cell for i8 {
    const CLOSED: Self = Self::MAX;
    const BYTES: usize = 1;

    fn put(self, bytes: &mut [u8]) {
        bytes[0] = self.cast_unsigned();
    }

    fn get(bytes: &[u8]) -> Self {
        bytes[0].cast_signed()
    }
}

/// What a sweep sees of one panel: the successors of its rows.
pub(super) struct View<'a, C> {
    /// The side that moves.
    pub(super) mover: Side,
    pub(super) program: &'a Program,
    /// The positions after a step.
    pub(super) stepped: &'a [Chunk<C>],
    /// The positions after a re-entry; empty if there can't be one.
    pub(super) reentered: &'a [Chunk<C>],
    /// Points of the mover in each row.
    pub(super) points: &'a [i8],
    /// Points of the opponent in each column of the panel.
    pub(super) opponent_points: &'a Chunk<i8>,
    /// For each circle, the columns whose army has an archer there.
    pub(super) occupied: &'a [Chunk<u8>],
}

impl<C: Cell> View<'_, C> {
    /// The mover's margin in a cell of `row`, as points stand.
    fn margin(&self, row: usize, lane: usize) -> i8 {
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

fn take_least<C: Cell>(least: &mut Chunk<C>, other: &Chunk<C>) {
    for (least, &other) in least.iter_mut().zip(other) {
        *least = (*least).min(other);
    }
}

/// The two least values seen in each lane.
struct TwoLeast<C> {
    least: Chunk<C>,
    second: Chunk<C>,
}

impl<C: Cell> TwoLeast<C> {
    const NONE: Self = Self {
        least: [C::CLOSED; LANES],
        second: [C::CLOSED; LANES],
    };

    fn take(&mut self, other: &Chunk<C>) {
        for ((least, second), &other) in self.least.iter_mut().zip(&mut self.second).zip(other) {
            *second = (*second).min(other.max(*least));
            *least = (*least).min(other);
        }
    }
}

/// `chunk` with the lanes closed in which an enemy stands on one of `circles`.
fn unless_occupied<C: Cell>(view: &View<'_, C>, chunk: &Chunk<C>, circles: [u8; 2]) -> Chunk<C> {
    let [first, second] = circles.map(|circle| &view.occupied[usize::from(circle)]);
    let mut open = *chunk;
    for (cell, (&first, &second)) in open.iter_mut().zip(first.iter().zip(second)) {
        if first | second != 0 {
            *cell = C::CLOSED;
        }
    }
    open
}

/// Margin and distance under best play of both sides, the to-and-fro rule left aside.
///
/// A won cell is `margin * STEP - plies`, a lost one the negative of that, and 0 a draw or undecided.
pub(super) struct Value;

impl Value {
    const STEP: i16 = 1024;

    /// Margin and distance of a cell.
    pub(super) fn margin_and_plies(cell: i16) -> (i8, u16) {
        let margin =
            (cell.unsigned_abs() + Self::STEP.unsigned_abs() - 1) / Self::STEP.unsigned_abs();
        let plies = margin * Self::STEP.unsigned_abs() - cell.unsigned_abs();
        (margin as i8 * cell.signum() as i8, plies)
    }

    fn of(margin: i8, plies: u8) -> i16 {
        let sign = i16::from(margin.signum());
        i16::from(margin) * Self::STEP - sign * i16::from(plies)
    }

    /// The mover's cell if `cell` is the opponent's one turn later.
    fn before(cell: i16) -> i16 {
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
        for step in view.program.steps(row) {
            take_least(&mut least, &view.stepped[step.row()]);
        }
        for reentry in view.program.returns(row) {
            let chunk = &view.reentered[reentry.row as usize];
            take_least(&mut least, &unless_occupied(view, chunk, reentry.circles));
        }
        let is_stuck = least
            .iter()
            .fold(false, |any, &cell| any | (cell == i16::CLOSED));
        let mut cells = least.map(Self::before);
        if is_stuck {
            for lane in 0..LANES {
                if least[lane] == i16::CLOSED {
                    cells[lane] = self.ended(view.margin(row, lane));
                }
            }
        }
        cells
    }
}

/// The margin that one side gets whatever the to-and-fro rule forbids it and allows the opponent.
///
/// See the [module](super) on why this is a bound.
pub(super) struct Bound {
    /// The side that keeps to turns which never bring it to the limit.
    pub(super) side: Side,
}

/// What a player may choose besides the other choices; variants of one step are one choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Forward,
    Backward,
    Reentry,
}

/// Hands every choice of a row to `visit`, and what it leads to.
fn for_each_choice(view: &View<'_, i8>, row: usize, mut visit: impl FnMut(Choice, &Chunk<i8>)) {
    let mut reentries = view.program.returns(row).iter().peekable();
    for (number, step) in view.program.steps(row).iter().enumerate() {
        let choice = if step.is_forward() {
            Choice::Forward
        } else {
            Choice::Backward
        };
        let stepped = &view.stepped[step.row()];
        if reentries
            .peek()
            .is_none_or(|reentry| !reentry.follows(number))
        {
            visit(choice, stepped);
            continue;
        }
        let mut least = *stepped;
        while let Some(reentry) = reentries.next_if(|reentry| reentry.follows(number)) {
            let chunk = &view.reentered[reentry.row as usize];
            take_least(&mut least, &unless_occupied(view, chunk, reentry.circles));
        }
        visit(choice, &least);
    }
    for reentry in reentries {
        let chunk = &view.reentered[reentry.row as usize];
        visit(
            Choice::Reentry,
            &unless_occupied(view, chunk, reentry.circles),
        );
    }
}

impl Bound {
    fn evaluate_own(view: &View<'_, i8>, row: usize) -> Chunk<i8> {
        let mut all = TwoLeast::<i8>::NONE;
        let mut safe = [i8::CLOSED; LANES];
        for_each_choice(view, row, |choice, chunk| {
            all.take(chunk);
            if choice != Choice::Backward {
                take_least(&mut safe, chunk);
            }
        });
        let mut cells = [0; LANES];
        for lane in 0..LANES {
            // With nothing that is surely playable, anything may happen.
            let best = safe[lane].min(all.second[lane]).min(Entry::MAX_MARGIN);
            let is_stuck = all.least[lane] == i8::CLOSED;
            cells[lane] = if is_stuck {
                view.margin(row, lane)
            } else {
                -best
            };
        }
        cells
    }

    /// The opponent may play anything; and its only step may be the one that the rule forbids, which ends the game.
    fn evaluate_other(view: &View<'_, i8>, row: usize) -> Chunk<i8> {
        let mut all = TwoLeast::<i8>::NONE;
        for_each_choice(view, row, |choice, chunk| {
            all.take(chunk);
            if choice == Choice::Reentry {
                all.take(chunk);
            }
        });
        let mut cells = [0; LANES];
        for lane in 0..LANES {
            let may_be_stuck = all.second[lane] == i8::CLOSED;
            let points = if may_be_stuck {
                view.margin(row, lane)
            } else {
                i8::MIN
            };
            // Without a turn, `least` is the largest cell.
            cells[lane] = points.max(-all.least[lane]);
        }
        cells
    }
}

impl Objective for Bound {
    type Cell = i8;

    fn ended(&self, margin: i8) -> i8 {
        margin
    }

    fn of_entry(&self, entry: Entry, to_move: Side) -> i8 {
        match (entry.exact, to_move == self.side) {
            (true, _) => entry.margin,
            (false, true) => -Entry::MAX_MARGIN,
            (false, false) => Entry::MAX_MARGIN,
        }
    }

    fn evaluate(&self, view: &View<'_, i8>, row: usize) -> Chunk<i8> {
        if view.mover == self.side {
            Self::evaluate_own(view, row)
        } else {
            Self::evaluate_other(view, row)
        }
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
