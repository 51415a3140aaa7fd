//! What one side surely gets, whatever the to-and-fro rule forbids it and allows the opponent.
//!
//! A side that has gone to and fro `limit` times with one archer may not take its last step back. Runs are not in
//! the tables; but steps forward and backward alternate in a run. So it is enough to know the direction of a side's
//! last step and how long its run may be, in a few levels: a step in the same direction begins a new run, one in the other
//! direction may go on with the old one, and if there are two good ones in the other direction, one of them does
//! not. The side whose bound is computed only relies on turns that are legal in any case; its opponent may take
//! any turn, and if it has a single step, the game may also end at once, since that step may be the forbidden one. What
//! results is a margin that the side gets whatever the opponent's run is. If both sides' margins are the same, it is the value.
//!
//! Where a re-entry is a turn of its own, the side does not rely on the game's end when its only step is forbidden either:
//! a further mark might force it to go on with a re-entry. So the margin holds with further marks, too.

use arrayvec::ArrayVec;
use wide::i16x32;

use crate::ruleset::{Reentry, RuleSet};
use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{CLOSED, Cell, Chunk};
use super::lanes::{self, Half};
use super::objective::{Objective, View};

/// How long the run may be that the side's last step belongs to: level 0 is any run that entries speak of, two
/// short of the limit or more, and each level after it one more, up to the limit itself.
///
/// With two levels instead, 79 in 100 margins of layer 5 would be exact, against 94.
const LEVELS: usize = 3;

/// A cell has a number for each direction of the last step, forward and backward, and in it a field for each level,
/// level 0 lowest: the margin and 10 more. A closed cell has the highest fields, which no margin reaches.
const DIRECTIONS: usize = 2;
const FORWARD: usize = 0;
const BACKWARD: usize = 1;

const FIELD_BITS: u32 = 5;
const FIELD: i16 = (1 << FIELD_BITS) - 1;
/// 1 in each field.
const UNIT: i16 = 1 | 1 << FIELD_BITS | 1 << (2 * FIELD_BITS);
/// The field of a draw.
const DRAWN: i16 = Entry::MAX_MARGIN as i16;
/// The largest field of a margin. The field of a margin seen from the other side is what is left to this.
const LARGEST: i16 = 2 * DRAWN;

/// Most steps of an army: five archers with at most eight lines each.
const MAX_STEPS: usize = 40;

/// A number of three fields.
fn packed(fields: [i16; LEVELS]) -> i16 {
    fields
        .into_iter()
        .rev()
        .fold(0, |packed, field| packed << FIELD_BITS | field)
}

fn fields(packed: i16) -> [i16; LEVELS] {
    std::array::from_fn(|level| packed >> (FIELD_BITS * level as u32) & FIELD)
}

/// The mask of a level's field.
const fn mask(level: usize) -> i16 {
    FIELD << (FIELD_BITS * level as u32)
}

/// Whether the bound is `margin`, in whatever direction the last step went: with a run that entries speak of, and
/// with one that is longer by one.
pub(super) fn covers(bound: Cell<DIRECTIONS>, margin: i8) -> [bool; 2] {
    let field = i16::from(margin) + DRAWN;
    [0, 1].map(|level| bound.map(|packed| fields(packed)[level]) == [field; DIRECTIONS])
}

/// The least fields of some successors; each field in its place.
#[derive(Clone, Copy)]
struct Least<V> {
    levels: [V; LEVELS],
}

impl Least<Half> {
    const CLOSED: Self = Self {
        levels: [
            Half::splat(mask(0)),
            Half::splat(mask(1)),
            Half::splat(CLOSED),
        ],
    };

    #[inline]
    fn take(&mut self, other: Half) {
        for level in [0, 1] {
            self.levels[level] = self.levels[level].min(other & Half::splat(mask(level)));
        }
        // The highest field decides which number is the least; the lower ones are masked out at the end.
        self.levels[2] = self.levels[2].min(other);
    }
}

impl Least<i16x32> {
    /// The least fields of these chunks.
    #[inline]
    fn of<'a>(chunks: &[impl Iterator<Item = &'a i16x32> + Clone; 2]) -> Self {
        let halves = [0, 1].map(|half| {
            let mut least = Least::CLOSED;
            for chunks in chunks {
                for chunk in chunks.clone() {
                    least.take(lanes::halves(chunk)[half]);
                }
            }
            least
        });
        Self::joined(halves)
    }

    /// The lesser fields of two numbers.
    #[inline]
    fn of_two(one: i16x32, other: i16x32) -> i16x32 {
        Self::of(&[one, other].each_ref().map(std::iter::once)).packed()
    }

    #[inline]
    fn joined([low, high]: [Least<Half>; 2]) -> Self {
        let levels = std::array::from_fn(|level| {
            let halves = [low.levels[level], high.levels[level]];
            lanes::join(halves) & i16x32::splat(mask(level))
        });
        Self { levels }
    }

    /// The fields of a level, moved to the lowest place.
    #[inline]
    fn level(&self, level: usize) -> i16x32 {
        self.levels[level] >> (FIELD_BITS * level as u32)
    }

    #[inline]
    fn packed(&self) -> i16x32 {
        self.levels[0] | self.levels[1] | self.levels[2]
    }
}

/// The best steps in one direction.
struct Steps {
    least: Least<i16x32>,
    /// The second least field of level 0.
    second: i16x32,
}

impl Steps {
    #[inline]
    fn of<'a>(chunks: &(impl Iterator<Item = &'a i16x32> + Clone)) -> Self {
        let mut seconds = [Half::splat(mask(0)); 2];
        let halves = [0, 1].map(|half| {
            let mut least = Least::CLOSED;
            let second = &mut seconds[half];
            for chunk in chunks.clone() {
                let chunk = lanes::halves(chunk)[half];
                let field = chunk & Half::splat(mask(0));
                *second = second.min(field.max(least.levels[0]));
                least.take(chunk);
            }
            least
        });
        Self {
            least: Least::joined(halves),
            second: lanes::join(seconds),
        }
    }
}

/// Chunks of the steps of a row, forward and backward, each with the re-entries that may be added to it.
type Merged = [ArrayVec<Chunk<DIRECTIONS>, MAX_STEPS>; 2];

/// What the steps of `row` lead to, if re-entries may be added to them.
#[inline]
fn merged(view: &View<'_, DIRECTIONS>, row: usize) -> Option<Merged> {
    let mut returns = view.program.returns(row).iter().peekable();
    if !returns.peek().is_some_and(|turn| turn.is_added()) {
        return None;
    }
    let mut number = 0;
    Some(view.program.steps(row).map(|steps| {
        let merged = steps.iter().map(|&row| {
            let mut least = *view.stepped(row);
            while let Some(turn) = returns.next_if(|turn| turn.follows(number)) {
                let returned = view.returned(turn);
                for (least, plane) in least.iter_mut().zip(&returned) {
                    *least = Least::of_two(*least, *plane);
                }
            }
            number += 1;
            least
        });
        merged.collect()
    }))
}

/// The margin that a side surely gets.
pub(super) struct Bound {
    pub(super) rules: RuleSet,
    /// The side that relies on turns which are surely legal.
    pub(super) side: Side,
}

impl Bound {
    fn evaluate_own(
        &self,
        view: &View<'_, DIRECTIONS>,
        row: usize,
        points: i16,
    ) -> Chunk<DIRECTIONS> {
        let ended = view.opponent_points + i16x32::splat(DRAWN - points);
        let rows = view.program.steps(row);
        let steps = match merged(view, row) {
            None => [FORWARD, BACKWARD].map(|direction| {
                let chunks = rows[direction].iter().map(|&row| view.stepped(row));
                Steps::of(&chunks.map(|chunk| &chunk[direction]))
            }),
            Some(merged) => [FORWARD, BACKWARD].map(|direction| {
                Steps::of(&merged[direction].iter().map(|chunk| &chunk[direction]))
            }),
        };
        // A re-entry leaves no run, which is as good as a short one in either direction.
        let mut reentry = i16x32::splat(FIELD);
        for turn in view.program.returns(row) {
            if !turn.is_added() {
                for plane in view.returned(turn) {
                    reentry = reentry.min(plane & i16x32::splat(FIELD));
                }
            }
        }
        let step_count = rows[FORWARD].len() + rows[BACKWARD].len();
        if step_count == 0 {
            return [negated(pack([ended; LEVELS])); DIRECTIONS];
        }
        let mut forced = i16x32::splat(LARGEST);
        if step_count == 1 && self.rules.rules().reentry == Reentry::WithMove {
            // The only step is either played or forbidden, which ends the game.
            let last = steps.each_ref().map(|steps| steps.least.level(LEVELS - 1));
            forced = last[FORWARD].min(last[BACKWARD]).max(ended);
        }
        [FORWARD, BACKWARD].map(|direction| {
            let (on, back) = (&steps[direction], &steps[1 - direction]);
            let best = on.least.level(0).min(reentry).min(back.second).min(forced);
            let fields = [
                best.min(back.least.level(1)),
                best.min(back.least.level(2)),
                best,
            ];
            negated(pack(fields))
        })
    }

    fn evaluate_other(view: &View<'_, DIRECTIONS>, row: usize, points: i16) -> Chunk<DIRECTIONS> {
        let steps = view.program.steps(row);
        let merged = merged(view, row);
        let returns = view.program.returns(row).iter();
        let returns = returns.filter(|turn| !turn.is_added());
        let step_count = steps[FORWARD].len() + steps[BACKWARD].len();
        let mut cells = [FORWARD, BACKWARD].map(|plane| match &merged {
            None => {
                let chunks = steps.map(|rows| rows.iter().map(|&row| &view.stepped(row)[plane]));
                Least::of(&chunks).packed()
            }
            Some(merged) => {
                let chunks = merged.each_ref().map(|chunks| chunks.iter());
                Least::of(&chunks.map(|chunks| chunks.map(|chunk| &chunk[plane]))).packed()
            }
        });
        let mut has_reentry = i16x32::ZERO;
        for turn in returns {
            let returned = view.returned(turn);
            has_reentry |= !returned[0].simd_eq(i16x32::splat(CLOSED));
            for (cell, plane) in cells.iter_mut().zip(&returned) {
                *cell = Least::of_two(*cell, *plane);
            }
        }
        let cells = cells.map(negated);
        if step_count >= 2 {
            return cells;
        }
        // Whatever the only step leads to, the game may also end; without any turn it does.
        let margin = i16x32::splat(points + DRAWN) - view.opponent_points;
        cells.map(|cell| {
            let worst = if step_count == 0 {
                pack([margin; LEVELS])
            } else {
                pack([0, 1, 2].map(|level| {
                    let field = cell >> (FIELD_BITS * level) & i16x32::splat(FIELD);
                    field.max(margin)
                }))
            };
            has_reentry.select(cell, worst)
        })
    }
}

/// Numbers of three fields each.
#[inline]
fn pack([low, middle, high]: [i16x32; LEVELS]) -> i16x32 {
    low | middle << FIELD_BITS | high << (2 * FIELD_BITS)
}

/// The same margins seen from the other side.
#[inline]
fn negated(packed: i16x32) -> i16x32 {
    i16x32::splat(LARGEST * UNIT) - packed
}

impl Objective<DIRECTIONS> for Bound {
    fn ended(&self, margin: i8) -> Cell<DIRECTIONS> {
        [(i16::from(margin) + DRAWN) * UNIT; DIRECTIONS]
    }

    /// Entries say nothing of the longest runs.
    fn of_entry(&self, entry: Entry, to_move: Side) -> Cell<DIRECTIONS> {
        let (covered, worst) = if to_move == self.side {
            let covered = [entry.is_at_least, entry.is_at_least_longer];
            (covered, 0)
        } else {
            let covered = [entry.is_at_most, entry.is_at_most_longer];
            (covered, LARGEST)
        };
        let mut fields = [worst; LEVELS];
        for (field, is_covered) in fields.iter_mut().zip(covered) {
            if is_covered {
                *field = i16::from(entry.margin) + DRAWN;
            }
        }
        [packed(fields); DIRECTIONS]
    }

    fn least(one: Cell<DIRECTIONS>, other: Cell<DIRECTIONS>) -> Cell<DIRECTIONS> {
        std::array::from_fn(|plane| {
            let [one, other] = [one, other].map(|cell| fields(cell[plane]));
            packed(std::array::from_fn(|level| one[level].min(other[level])))
        })
    }

    #[inline]
    fn evaluate(&self, view: &View<'_, DIRECTIONS>, row: usize, points: i16) -> Chunk<DIRECTIONS> {
        if view.mover == self.side {
            self.evaluate_own(view, row, points)
        } else {
            Self::evaluate_other(view, row, points)
        }
    }
}
