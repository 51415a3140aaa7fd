//! The turns of all rows of a class, worked out once: which row of which source each leads to.

use crate::side::Side;
use crate::square::Square;

use super::goal::Goal;
use super::parallel::for_each_chunk;
use super::row::Victim;
use crate::tablebase::{Army, Class, Material};

/// Where turns lead: a class with the other side to move, told by what becomes of both sides' material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) class: Class,
    /// The mover's material after the turn.
    pub(super) after: Material,
    /// What the turn captures.
    pub(super) victim: Victim,
}

/// A turn of a row's army, as far as it concerns all columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowTurn {
    /// The army after the turn, by its rank.
    pub(super) rank: u32,
    /// Where the step ends; where the archer comes back, if the turn is only a re-entry.
    pub(super) target: Square,
    /// Where an archer comes back after a step; the target if none does.
    pub(super) reentry: Square,
    /// The number of the exit.
    pub(super) exit: u8,
    /// 0 if the turn alone is enough for a side that it serves; otherwise turns of the same step have the same number.
    pub(super) group: u8,
}

/// Writes the turns of `army` that take one of `exits` to `turns`.
pub(super) fn list_turns(
    goal: Goal,
    mover: Side,
    army: Army,
    exits: &[Exit],
    turns: &mut Vec<RowTurn>,
) {
    let (mut group, mut last) = (0, None);
    army.for_each_turn(goal.rules, mover, |turn| {
        if turn.step != last {
            group += 1;
            last = turn.step;
        }
        let suffices = turn.step.is_none_or(|step| goal.suffices(mover, step));
        let target = turn.step.map(|(_, to)| to).or(turn.reentry);
        let target = target.expect("a turn is a step, a re-entry or both");
        let material = turn.after.material();
        for (number, exit) in exits.iter().enumerate() {
            if exit.after == material && (exit.victim != Victim::Nobody) == turn.captures {
                turns.push(RowTurn {
                    rank: turn.after.rank(mover),
                    target,
                    reentry: turn.step.and(turn.reentry).unwrap_or(target),
                    exit: number as u8,
                    group: if suffices { 0 } else { group },
                });
            }
        }
    });
}

/// The turns within the layer of all rows of a class with one side to move.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) exits: Vec<Exit>,
    /// Where each row's turns begin; one more at the end.
    starts: Vec<u32>,
    turns: Vec<RowTurn>,
}

impl Program {
    pub(super) fn new(goal: Goal, class: Class, mover: Side, exits: Vec<Exit>) -> Self {
        let own = class.material(mover);
        let count = own.armies();
        const ROWS: u32 = 1 << 12;
        let mut parts: Vec<(Vec<u32>, Vec<RowTurn>)> = Vec::new();
        parts.resize_with(count.div_ceil(ROWS) as usize, Default::default);
        for_each_chunk(
            &mut parts,
            1,
            || (),
            |(), part, slot| {
                let first = part as u32 * ROWS;
                let (lengths, turns) = &mut slot[0];
                for rank in first..count.min(first + ROWS) {
                    list_turns(goal, mover, own.army(mover, rank), &exits, turns);
                    lengths.push(turns.len() as u32);
                }
            },
        );
        let mut program = Self {
            exits,
            starts: vec![0],
            turns: Vec::with_capacity(parts.iter().map(|(_, turns)| turns.len()).sum()),
        };
        for (lengths, turns) in parts {
            let before = program.turns.len() as u32;
            program
                .starts
                .extend(lengths.iter().map(|end| before + end));
            program.turns.extend(turns);
        }
        program
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The turns of one row.
    pub(super) fn row(&self, row: usize) -> &[RowTurn] {
        &self.turns[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}
