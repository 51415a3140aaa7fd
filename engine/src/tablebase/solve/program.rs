//! The turns of all armies of one material, as rows of grids.

use crate::board::goal_row;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::Army;

/// Lists of different lengths, end to end.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self {
            starts: vec![0],
            items: Vec::new(),
        }
    }
}

impl<T> Lists<T> {
    pub(super) fn of(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Ends the list to which items have been pushed.
    pub(super) fn end_list(&mut self) {
        let end = u32::try_from(self.items.len()).expect("an army has few turns");
        self.starts.push(end);
    }
}

/// A step of an archer, quiet or capturing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step(u32);

impl Step {
    /// The row after the step, captures and marks left aside.
    pub(super) fn row(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the step goes forward, in a sense in which no sequence of forward steps comes back.
    pub(super) fn is_forward(self) -> bool {
        self.0 & 1 != 0
    }
}

/// A re-entry, as a turn of its own or after a quiet step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Return {
    /// The row after the turn, the side having one archer more and one mark fewer.
    pub(super) row: u32,
    /// The circles where no enemy may stand, one of them twice if there is but one.
    pub(super) circles: [u8; 2],
    /// The number of the step in its row.
    step: Option<u8>,
}

impl Return {
    /// Whether the re-entry is a variant of the row's step with this number.
    pub(super) fn follows(&self, step: usize) -> bool {
        self.step.is_some_and(|number| usize::from(number) == step)
    }
}

/// The turns of the armies with the same material, in the order of their ranks.
#[derive(Debug, Default)]
pub(super) struct Program {
    steps: Lists<Step>,
    returns: Lists<Return>,
}

impl Program {
    pub(super) fn of(rules: RuleSet, side: Side, armies: &[Army]) -> Self {
        let mut program = Self::default();
        for &army in armies {
            let mut steps = 0;
            army.for_each_turn(rules, side, |turn| {
                if turn.captures {
                    return;
                }
                let row = turn.after.rank(side);
                match (turn.step, turn.reentry) {
                    (Some((from, to)), None) => {
                        steps += 1;
                        let forward = u32::from(is_forward(side, from, to));
                        program.steps.push(Step(row << 1 | forward));
                    }
                    (step, Some(at)) => program.returns.push(Return {
                        row,
                        circles: [step.map_or(at, |(_, to)| to), at]
                            .map(|circle| circle.index() as u8),
                        step: step.map(|_| steps - 1),
                    }),
                    (None, None) => unreachable!("a turn is never empty"),
                }
            });
            program.steps.end_list();
            program.returns.end_list();
        }
        program
    }

    /// The steps of the army in `row`.
    pub(super) fn steps(&self, row: usize) -> &[Step] {
        self.steps.of(row)
    }

    /// Its re-entries: in the order of the steps whose variants they are, or else turns of their own.
    pub(super) fn returns(&self, row: usize) -> &[Return] {
        self.returns.of(row)
    }
}

/// Whether a step leads to a rank nearer the goal row, or to a higher file of the same rank.
fn is_forward(side: Side, from: Square, to: Square) -> bool {
    let from_goal = |square: Square| {
        let goal = goal_row(side).first().expect("a row has circles");
        square.rank().abs_diff(goal.rank())
    };
    (from_goal(to), from.file()) < (from_goal(from), to.file())
}
