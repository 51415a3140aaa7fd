//! The turns of all armies of one material, as rows of grids.

use crate::board::is_forward;
use crate::ruleset::RuleSet;
use crate::side::Side;
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
    #[inline]
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

/// A re-entry, as a turn of its own or after a quiet step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Return {
    /// The row after the turn, the side having one archer more and one mark fewer.
    pub(super) row: u32,
    /// The circles where no enemy may stand, one of them twice if there is but one.
    pub(super) circles: [u8; 2],
    /// The number of the step in its row, all forward ones coming first.
    step: Option<u8>,
}

impl Return {
    /// Whether the re-entry is added to a step.
    pub(super) fn is_added(&self) -> bool {
        self.step.is_some()
    }

    /// Whether the re-entry is a variant of the row's step with this number.
    pub(super) fn follows(&self, step: usize) -> bool {
        self.step.is_some_and(|number| usize::from(number) == step)
    }
}

/// The turns of the armies with the same material, in the order of their ranks.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// The rows after the steps, captures and marks left aside: those forward, then those backward.
    steps: [Lists<u32>; 2],
    returns: Lists<Return>,
}

impl Program {
    pub(super) fn of(rules: RuleSet, side: Side, armies: &[Army]) -> Self {
        let mut program = Self::default();
        for &army in armies {
            let mut returns: Vec<(Return, bool)> = Vec::new();
            let mut counts = [0; 2];
            let mut last = 0;
            army.for_each_turn(rules, side, |turn| {
                if turn.captures {
                    return;
                }
                let row = turn.after.rank(side);
                match (turn.step, turn.reentry) {
                    (Some((from, to)), None) => {
                        last = usize::from(!is_forward(side, from, to));
                        counts[last] += 1;
                        program.steps[last].push(row);
                    }
                    (step, Some(at)) => {
                        let circles = [step.map_or(at, |(_, to)| to), at];
                        let turn = Return {
                            row,
                            circles: circles.map(|circle| circle.index() as u8),
                            step: step.map(|_| counts[last] - 1),
                        };
                        returns.push((turn, last != 0));
                    }
                    (None, None) => unreachable!("a turn is never empty"),
                }
            });
            returns.sort_by_key(|&(_, is_backward)| is_backward);
            for (mut turn, is_backward) in returns {
                if let Some(step) = turn.step.as_mut().filter(|_| is_backward) {
                    *step += counts[0];
                }
                program.returns.push(turn);
            }
            for steps in &mut program.steps {
                steps.end_list();
            }
            program.returns.end_list();
        }
        program
    }

    /// The rows after the steps of the army in `row`: those forward, in a sense in which no sequence of forward
    /// steps comes back, and those backward.
    #[inline]
    pub(super) fn steps(&self, row: usize) -> [&[u32]; 2] {
        self.steps.each_ref().map(|steps| steps.of(row))
    }

    /// Its re-entries: in the order of the steps whose variants they are, or else turns of their own.
    #[inline]
    pub(super) fn returns(&self, row: usize) -> &[Return] {
        self.returns.of(row)
    }
}
