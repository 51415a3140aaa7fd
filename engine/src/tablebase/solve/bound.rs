//! What one side surely gets, whatever the to-and-fro rule forbids it and allows the opponent.
//!
//! A side that has gone to and fro `limit` times with one archer may not take its last step back. Runs are not in
//! the tables; but steps forward and backward alternate in a run. So it is enough to know the direction of a side's
//! last step and how long its run may be, in a few levels: a step in the same direction begins a new run, one in the other
//! direction may go on with the old one, and if there are two good ones in the other direction, one of them does
//! not. The side whose bound is computed only relies on turns that are legal in any case; its opponent may take
//! any turn, and if it has a single step, the game may also end at once, since that step may be the forbidden one. What
//! results is a margin that the side gets whatever the opponent's run is. If both sides' margins are the same, it is the value.

use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{Chunk, LANES};
use super::lanes;
use super::objective::{Cell, Objective, View};

/// How long the run may be that the side's last step belongs to: level 0 is any run that entries speak of, two
/// short of the limit or more, and each level after it one more, up to the limit itself.
///
/// With two levels instead, 79 in 100 margins of layer 5 would be exact, against 94.
const LEVELS: usize = 3;
const LAST_LEVEL: usize = LEVELS - 1;

/// Directions of the last step.
const FORWARD: usize = 0;
const BACKWARD: usize = 1;

/// The margin for each direction and level; see [`at`].
pub(super) type Margins = [i8; 2 * LEVELS];

/// The place of a direction and a level.
const fn at(direction: usize, level: usize) -> usize {
    direction * LEVELS + level
}

/// Whether the bound is `margin`, in whatever direction the last step went: with a run that entries speak of, and
/// with one that is longer by one.
pub(super) fn covers(bound: Margins, margin: i8) -> [bool; 2] {
    [0, 1].map(|level| {
        [FORWARD, BACKWARD].map(|direction| bound[at(direction, level)]) == [margin; 2]
    })
}

impl Cell for Margins {
    const CLOSED: Self = [i8::MAX; 2 * LEVELS];
    const BYTES: usize = 2 * LEVELS;

    fn take_least(least: &mut Chunk<Self>, other: &Chunk<Self>) {
        lanes::take_least(least.as_flattened_mut(), other.as_flattened());
    }

    fn least(self, other: Self) -> Self {
        std::array::from_fn(|place| self[place].min(other[place]))
    }

    fn put(self, bytes: &mut [u8]) {
        for (byte, margin) in bytes.iter_mut().zip(self) {
            *byte = margin.cast_unsigned();
        }
    }

    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|place| bytes[place].cast_signed())
    }
}

/// The two least margins seen in each lane.
struct TwoLeast {
    least: Chunk<Margins>,
    second: Chunk<Margins>,
}

impl TwoLeast {
    const NONE: Self = Self {
        least: [Margins::CLOSED; LANES],
        second: [Margins::CLOSED; LANES],
    };

    fn take(&mut self, other: &Chunk<Margins>) {
        lanes::take_two_least(
            self.least.as_flattened_mut(),
            self.second.as_flattened_mut(),
            other.as_flattened(),
        );
    }
}

/// What a player may choose besides the other choices; variants of one step are one choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Forward,
    Backward,
    Reentry,
}

/// Hands every choice of a row to `visit`, and what it leads to.
fn for_each_choice(
    view: &View<'_, Margins>,
    row: usize,
    mut visit: impl FnMut(Choice, &Chunk<Margins>),
) {
    let mut returns = view.program.returns(row).iter().peekable();
    for (number, &step) in view.program.steps(row).iter().enumerate() {
        let choice = if step.is_forward() {
            Choice::Forward
        } else {
            Choice::Backward
        };
        let stepped = view.stepped(step);
        if returns.peek().is_none_or(|turn| !turn.follows(number)) {
            visit(choice, stepped);
            continue;
        }
        let mut least = *stepped;
        while let Some(turn) = returns.next_if(|turn| turn.follows(number)) {
            Margins::take_least(&mut least, &view.returned(turn));
        }
        visit(choice, &least);
    }
    for turn in returns {
        visit(Choice::Reentry, &view.returned(turn));
    }
}

/// The margin that a side surely gets.
pub(super) struct Bound {
    /// The side that relies on turns which are surely legal.
    pub(super) side: Side,
}

impl Bound {
    fn evaluate_own(view: &View<'_, Margins>, row: usize) -> Chunk<Margins> {
        let mut steps = [TwoLeast::NONE, TwoLeast::NONE];
        let mut reentries = [Margins::CLOSED; LANES];
        for_each_choice(view, row, |choice, chunk| match choice {
            Choice::Forward => steps[FORWARD].take(chunk),
            Choice::Backward => steps[BACKWARD].take(chunk),
            Choice::Reentry => Margins::take_least(&mut reentries, chunk),
        });
        std::array::from_fn(|lane| {
            let step = steps
                .each_ref()
                .map(|TwoLeast { least, second }| (least[lane], second[lane]));
            own_margins(step, reentries[lane], view.margin(row, lane))
        })
    }

    fn evaluate_other(view: &View<'_, Margins>, row: usize) -> Chunk<Margins> {
        let mut all = TwoLeast::NONE;
        for_each_choice(view, row, |choice, chunk| {
            all.take(chunk);
            if choice == Choice::Reentry {
                all.take(chunk);
            }
        });
        let mut cells = all.least;
        lanes::replace(cells.as_flattened_mut(), i8::wrapping_neg);
        for (lane, cell) in cells.iter_mut().enumerate() {
            if all.second[lane] == Margins::CLOSED {
                // Without any turn, all margins are less than the points.
                let points = view.margin(row, lane);
                *cell = cell.map(|margin| margin.max(points));
            }
        }
        cells
    }
}

/// The margins of the side whose bound it is, given the two best successors after steps in each direction, the best one
/// after a re-entry, and its margin if the game ends.
fn own_margins(steps: [(Margins, Margins); 2], reentry: Margins, points: i8) -> Margins {
    // A re-entry leaves no run, which is as good as a short one in either direction.
    let reentry = reentry[at(FORWARD, 0)].min(reentry[at(BACKWARD, 0)]);
    let any = steps.map(|(least, _)| least[0]);
    let second = [FORWARD, BACKWARD].map(|direction| steps[direction].1[at(direction, 0)]);
    let mut forced = Entry::MAX_MARGIN;
    if reentry == i8::MAX && any.contains(&i8::MAX) {
        if any == [i8::MAX; 2] {
            return [points; 2 * LEVELS];
        }
        if second == [i8::MAX; 2] {
            // The only step is either played or forbidden, which ends the game.
            let last = |direction: usize| steps[direction].0[at(direction, LAST_LEVEL)];
            forced = last(FORWARD).min(last(BACKWARD)).max(-points);
        }
    }
    let mut margins = Margins::default();
    for direction in [FORWARD, BACKWARD] {
        let back = 1 - direction;
        let new_run = steps[direction].0[at(direction, 0)]
            .min(reentry)
            .min(second[back]);
        let best = new_run.min(forced);
        for level in 0..LAST_LEVEL {
            let longer_run = steps[back].0[at(back, level + 1)];
            margins[at(direction, level)] = -best.min(longer_run);
        }
        margins[at(direction, LAST_LEVEL)] = -best;
    }
    margins
}

impl Objective for Bound {
    type Cell = Margins;

    fn ended(&self, margin: i8) -> Margins {
        [margin; 2 * LEVELS]
    }

    /// Entries say nothing of the longest runs.
    fn of_entry(&self, entry: Entry, to_move: Side) -> Margins {
        let (covered, worst) = if to_move == self.side {
            let covered = [entry.is_at_least, entry.is_at_least_longer];
            (covered, -Entry::MAX_MARGIN)
        } else {
            let covered = [entry.is_at_most, entry.is_at_most_longer];
            (covered, Entry::MAX_MARGIN)
        };
        let mut margins = [worst; 2 * LEVELS];
        for (level, is_covered) in covered.into_iter().enumerate() {
            if is_covered {
                margins[at(FORWARD, level)] = entry.margin;
                margins[at(BACKWARD, level)] = entry.margin;
            }
        }
        margins
    }

    fn evaluate(&self, view: &View<'_, Margins>, row: usize) -> Chunk<Margins> {
        if view.mover == self.side {
            Self::evaluate_own(view, row)
        } else {
            Self::evaluate_other(view, row)
        }
    }
}
