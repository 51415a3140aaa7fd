//! What one side surely gets, whatever the to-and-fro rule forbids it and allows the opponent.
//!
//! A side that has gone to and fro `limit` times with one archer may not take its last step back. Runs are not in
//! the tables; but steps forward and backward alternate in a run. So it is enough to know the direction of a side's
//! last step and a limit to its run, its [`Level`]: a step in the same direction begins a new run, one in the other
//! direction may go on with the old one, and if there are two good ones in the other direction, one of them does
//! not. The side whose bound is computed only relies on turns that are legal in any case; its opponent may take
//! any turn, and if it has a single step, the game may also end at once, since that step may be the forbidden one. What
//! results is a margin that the side gets whatever the opponent's run is. If both sides' margins are the same, it is the value.

use crate::side::Side;
use crate::tablebase::entry::Entry;

use super::grid::{Chunk, LANES};
use super::objective::{Cell, Objective, View, take_least};

/// How long the run may be that the side's last step belongs to: level 0 is any run that entries speak of, two
/// short of the limit or more, and each level after it one more, up to the limit itself.
///
/// With two levels instead, 79 in 100 margins of layer 5 would be exact, against 94.
const LEVELS: usize = 3;
const LAST_LEVEL: usize = LEVELS - 1;

/// Directions of the last step.
const FORWARD: usize = 0;
const BACKWARD: usize = 1;

/// The margin for each direction and level; by directions, then levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Margins([i8; 2 * LEVELS]);

impl Margins {
    const fn all(margin: i8) -> Self {
        Self([margin; 2 * LEVELS])
    }

    const fn at(self, direction: usize, level: usize) -> i8 {
        self.0[direction * LEVELS + level]
    }

    fn most(self, other: Self) -> Self {
        Self(std::array::from_fn(|place| {
            self.0[place].max(other.0[place])
        }))
    }

    /// Whether the margin is `margin`, in whatever direction the last step went and with any run that entries speak of.
    pub(super) fn is_surely(self, margin: i8) -> bool {
        [FORWARD, BACKWARD].map(|direction| self.at(direction, 0)) == [margin; 2]
    }
}

impl Cell for Margins {
    const CLOSED: Self = Self::all(i8::MAX);
    const BYTES: usize = 2 * LEVELS;

    fn least(self, other: Self) -> Self {
        Self(std::array::from_fn(|place| {
            self.0[place].min(other.0[place])
        }))
    }

    fn put(self, bytes: &mut [u8]) {
        for (byte, margin) in bytes.iter_mut().zip(self.0) {
            *byte = margin.cast_unsigned();
        }
    }

    fn get(bytes: &[u8]) -> Self {
        Self(std::array::from_fn(|place| bytes[place].cast_signed()))
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
        for ((least, second), &other) in self.least.iter_mut().zip(&mut self.second).zip(other) {
            *second = second.least(other.most(*least));
            *least = least.least(other);
        }
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
            take_least(&mut least, &view.returned(turn));
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
            Choice::Reentry => take_least(&mut reentries, chunk),
        });
        let mut cells = [Margins::default(); LANES];
        for (lane, cell) in cells.iter_mut().enumerate() {
            let points = view.margin(row, lane);
            // A re-entry leaves no run, which is as good as a short one in either direction.
            let reentry = reentries[lane]
                .at(FORWARD, 0)
                .min(reentries[lane].at(BACKWARD, 0));
            let step = [FORWARD, BACKWARD].map(|direction| {
                let TwoLeast { least, second } = &steps[direction];
                (least[lane], second[lane].at(direction, 0))
            });
            let last = |direction: usize| step[direction].0.at(direction, LAST_LEVEL);
            let last = [last(FORWARD), last(BACKWARD)];
            if last == [i8::MAX; 2] && reentry == i8::MAX {
                *cell = Margins::all(points);
                continue;
            }
            let is_only = reentry == i8::MAX
                && last.contains(&i8::MAX)
                && step[FORWARD].1.min(step[BACKWARD].1) == i8::MAX;
            // The only step is either played or forbidden, which ends the game.
            let forced = if is_only {
                last[0].min(last[1]).max(-points)
            } else {
                Entry::MAX_MARGIN
            };
            for direction in [FORWARD, BACKWARD] {
                let back = 1 - direction;
                let same = step[direction].0.at(direction, 0);
                let choice = same.min(reentry).min(step[back].1).min(forced);
                for level in 0..LEVELS {
                    let longer = if level < LAST_LEVEL {
                        step[back].0.at(back, level + 1)
                    } else {
                        i8::MAX
                    };
                    cell.0[direction * LEVELS + level] = -choice.min(longer);
                }
            }
        }
        cells
    }

    fn evaluate_other(view: &View<'_, Margins>, row: usize) -> Chunk<Margins> {
        let mut all = TwoLeast::NONE;
        for_each_choice(view, row, |choice, chunk| {
            all.take(chunk);
            if choice == Choice::Reentry {
                all.take(chunk);
            }
        });
        let mut cells = [Margins::default(); LANES];
        for (lane, cell) in cells.iter_mut().enumerate() {
            let may_be_stuck = all.second[lane] == Margins::CLOSED;
            let points = if may_be_stuck {
                view.margin(row, lane)
            } else {
                i8::MIN
            };
            // Without a turn, `least` is the largest cell.
            *cell = Margins(all.least[lane].0.map(|margin| points.max(-margin)));
        }
        cells
    }
}

impl Objective for Bound {
    type Cell = Margins;

    fn ended(&self, margin: i8) -> Margins {
        Margins::all(margin)
    }

    /// Entries say nothing of longer runs than those of level 0.
    fn of_entry(&self, entry: Entry, to_move: Side) -> Margins {
        let (is_sure, worst) = if to_move == self.side {
            (entry.is_at_least, -Entry::MAX_MARGIN)
        } else {
            (entry.is_at_most, Entry::MAX_MARGIN)
        };
        let mut margins = Margins::all(worst);
        if is_sure {
            for direction in [FORWARD, BACKWARD] {
                margins.0[direction * LEVELS] = entry.margin;
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
