//! One row: all positions in which the side to move has one certain army.
//!
//! A turn without capture leads every position of the row to the same column of another row, so it costs
//! one operation on words for 64 positions. A capture changes the column, and is looked up for
//! every position that is still undecided.

use crate::bitboard::Bitboard;
use crate::side::Side;

use super::armies::{Armies, Tables};
use super::goal::Goal;
use super::matrix::{BitMatrix, WORD, has_bit, set_bit};
use super::program::RowTurn;
use crate::tablebase::{Army, Class, Material};

/// What a turn captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Victim {
    Nobody,
    Unmarked,
    Marked,
}

impl Victim {
    pub(super) const ALL: [Self; 3] = [Self::Nobody, Self::Unmarked, Self::Marked];

    /// What such a capture leaves of `material`; `None` if there is no such archer.
    pub(super) fn leaves(self, material: Material) -> Option<Material> {
        let (archers, marks) = (material.archers(), material.marks());
        match self {
            Self::Nobody => Some(material),
            Self::Unmarked => Material::new(archers.checked_sub(1)?, marks),
            Self::Marked => Material::new(archers.checked_sub(1)?, marks.checked_sub(1)?),
        }
    }
}

/// What is known of the positions of one class with the other side to move, seen from the side that moves there.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) victim: Victim,
    /// Rows are the mover's armies after the turn.
    pub(super) plane: BitMatrix,
    /// If the plane has only what is new: the rows in which there is something.
    pub(super) rows: Option<Vec<u64>>,
}

/// The class, the side to move and the goal, which all rows of a class share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) goal: Goal,
    pub(super) mover: Side,
    /// The mover's material.
    pub(super) own: Material,
    /// The material of the other side.
    pub(super) other: Material,
    /// The columns.
    pub(super) armies: &'a Armies,
    /// What is known of the exits, by their numbers.
    pub(super) sources: &'a [Source],
}

impl<'a> Context<'a> {
    pub(super) fn new(
        goal: Goal,
        mover: Side,
        class: Class,
        tables: &'a Tables,
        sources: &'a [Source],
    ) -> Self {
        let other = class.material(!mover);
        Self {
            goal,
            mover,
            own: class.material(mover),
            other,
            armies: tables.armies(!mover, other),
            sources,
        }
    }

    /// Whether the side to move is the one that proves.
    pub(super) fn proves(&self) -> bool {
        self.mover == self.goal.prover
    }

    /// All ones where a turn serves the mover by leading to a zero: the opponent's turns lead out of what is proved.
    pub(super) fn flip(&self) -> u64 {
        if self.proves() { 0 } else { u64::MAX }
    }

    fn captures(&self, turn: &RowTurn) -> bool {
        self.sources[usize::from(turn.exit)].victim != Victim::Nobody
    }

    pub(super) fn army(&self, row: usize) -> Army {
        self.own.army(self.mover, row as u32)
    }
}

/// What one thread needs while it works on rows.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) turns: Vec<RowTurn>,
    /// Positions to be decided.
    pub(super) live: Vec<u64>,
    /// Positions with a turn, or two, that are enough for the mover.
    pub(super) served: Vec<u64>,
    /// Positions with a backward step that serves the mover.
    pub(super) once: Vec<u64>,
    /// Positions to be counted together.
    pub(super) group: Vec<u64>,
    playable: Vec<u64>,
    playable_for: Option<Bitboard>,
}

impl Scratch {
    pub(super) fn new(stride: usize) -> Self {
        let row = vec![0; stride];
        Self {
            turns: Vec::new(),
            live: row.clone(),
            served: row.clone(),
            once: row.clone(),
            group: row.clone(),
            playable: row,
            playable_for: None,
        }
    }

    /// Finds the columns whose army stands on other circles than `army` and is not home.
    fn find_playable(&mut self, context: &Context<'_>, army: Army) {
        if self.playable_for != Some(army.archers) {
            context.armies.apart_from(army, &mut self.playable);
            context.armies.without_home(&mut self.playable);
            self.playable_for = Some(army.archers);
        }
    }

    /// Takes the positions of columns that are apart from `army` and not home as those to be decided.
    pub(super) fn make_playable_live(&mut self, context: &Context<'_>, army: Army) {
        self.find_playable(context, army);
        self.live.copy_from_slice(&self.playable);
    }

    /// Adds to `served` and `once` what turns do for `live` positions.
    ///
    /// Captures cost most and come last, when fewest positions are left to ask for.
    pub(super) fn follow_turns(&mut self, context: &Context<'_>, turns: &[RowTurn]) {
        for captures in [false, true] {
            for turn in turns {
                if turn.group == 0 && context.captures(turn) == captures {
                    follow(context, turn, &self.live, &mut self.served);
                }
            }
        }
        for turns in turns.chunk_by(|a, b| a.group == b.group) {
            if turns[0].group > 0 {
                self.group.fill(0);
                for turn in turns {
                    follow(context, turn, &self.live, &mut self.group);
                }
                self.add_group();
            }
        }
    }

    /// Counts the positions in `group` as served by one more backward step.
    pub(super) fn add_group(&mut self) {
        let sums = self.served.iter_mut().zip(&mut self.once);
        for ((served, once), &group) in sums.zip(&self.group) {
            *served |= *once & group;
            *once |= group;
        }
    }
}

/// Adds to `row` the `live` positions that `turn` leads where the mover wants.
fn follow(context: &Context<'_>, turn: &RowTurn, live: &[u64], row: &mut [u64]) {
    let source = &context.sources[usize::from(turn.exit)];
    let rank = turn.rank as usize;
    if source
        .rows
        .as_ref()
        .is_some_and(|rows| !has_bit(rows, rank))
    {
        return;
    }
    let plane = source.plane.row(rank);
    match source.victim {
        Victim::Nobody => step(context, turn, plane, row),
        _ if source.rows.is_some() => capture_back(context, turn, plane, live, row),
        victim => capture(context, turn, victim, plane, live, row),
    }
}

fn step(context: &Context<'_>, turn: &RowTurn, source: &[u64], row: &mut [u64]) {
    let flip = context.flip();
    let target = context.armies.occupying(turn.target);
    let words = row.iter_mut().zip(source).zip(target);
    if turn.reentry == turn.target {
        for ((word, &source), &target) in words {
            *word |= (source ^ flip) & !target;
        }
    } else {
        let reentry = context.armies.occupying(turn.reentry);
        for (((word, &source), &target), &reentry) in words.zip(reentry) {
            *word |= (source ^ flip) & !(target | reentry);
        }
    }
}

fn capture(
    context: &Context<'_>,
    turn: &RowTurn,
    victim: Victim,
    source: &[u64],
    live: &[u64],
    row: &mut [u64],
) {
    let armies = context.armies;
    let flip = context.flip();
    let occupying = armies.occupying(turn.target);
    let marked = armies.marked(turn.target);
    let blocked = (turn.reentry != turn.target).then(|| armies.occupying(turn.reentry));
    let removals = armies.removals(turn.target);
    for (index, (word, &live)) in row.iter_mut().zip(live).enumerate() {
        let taken = match victim {
            Victim::Unmarked => occupying[index] & !marked[index],
            Victim::Marked => marked[index],
            Victim::Nobody => 0,
        };
        let closed = blocked.map_or(0, |blocked| blocked[index]);
        let mut wanted = live & taken & !closed & !*word;
        let asked = wanted;
        let mut found = 0;
        while wanted != 0 {
            let bit = wanted.trailing_zeros();
            let rank = removals.rank(index, bit, occupying[index]);
            found |= (source[rank / WORD] >> (rank % WORD) & 1) << bit;
            wanted &= wanted - 1;
        }
        *word |= (found ^ flip) & asked;
    }
}

/// As [`capture`] of an unmarked archer, for a prover and a source with few ones: from each to where it came from.
fn capture_back(
    context: &Context<'_>,
    turn: &RowTurn,
    source: &[u64],
    live: &[u64],
    row: &mut [u64],
) {
    let insertions = context.armies.insertions(turn.target);
    let blocked = (turn.reentry != turn.target).then(|| context.armies.occupying(turn.reentry));
    for (&source, insertions) in source.iter().zip(insertions.chunks(WORD)) {
        let mut ones = source;
        while ones != 0 {
            let rank = insertions[ones.trailing_zeros() as usize] as usize;
            ones &= ones - 1;
            if has_bit(live, rank) && !blocked.is_some_and(|blocked| has_bit(blocked, rank)) {
                set_bit(row, rank);
            }
        }
    }
}
