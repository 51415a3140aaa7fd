//! Passes after few changes: what each newly proved position does for the positions before it, one by one.
//!
//! Late passes prove little, all over the layer. Then it costs less to go back from each new position along the turns
//! that lead to it than to compute rows. It is still done row by row, so that the planes which are written stay near.

use std::sync::atomic::AtomicUsize;

use crate::side::Side;
use crate::square::Square;

use super::layer::{ClassPlanes, ThresholdSolver};
use super::matrix::{WORD, has_bit, set_bit};
use super::pass::{Found, Written};
use super::program::RowTurn;
use super::row::{Context, Victim};
use crate::tablebase::{Army, Class, Layer};

/// One in so many positions of a layer, finished and impossible ones counted, may be new for this to pay.
const RARITY: u64 = 512;

/// The positions of a class that a pass has proved, by the army of the side that did not move.
#[derive(Clone, Debug, Default)]
pub(super) struct News {
    /// Where the positions of each army begin; one more at the end.
    starts: Vec<u32>,
    /// The ranks of the armies of the side that moved.
    movers: Vec<u32>,
}

impl News {
    /// Sorts positions, of which the column and the row in the plane of the side that moved are given.
    pub(super) fn new(positions: &[[u32; 2]], columns: usize) -> Self {
        let mut starts = vec![0; columns + 1];
        for &[column, _] in positions {
            starts[column as usize + 1] += 1;
        }
        for column in 0..columns {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut movers = vec![0; positions.len()];
        for &[column, row] in positions {
            let at = &mut next[column as usize];
            movers[*at as usize] = row;
            *at += 1;
        }
        Self { starts, movers }
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.movers.len()
    }

    fn of(&self, army: u32) -> &[u32] {
        let army = army as usize;
        &self.movers[self.starts[army] as usize..self.starts[army + 1] as usize]
    }
}

/// How many new positions of a layer are worth a list.
pub(super) fn room(layer: Layer) -> usize {
    let armies = |side, class: Class| u64::from(class.material(side).armies());
    let cells: u64 = layer
        .classes()
        .map(|class| armies(Side::White, class) * armies(Side::Black, class))
        .sum();
    (cells / RARITY).max(64) as usize
}

/// A column and the circle bits that concern it.
#[derive(Clone, Copy, Debug)]
struct Column(usize);

impl Column {
    fn has(self, context: &Context<'_>, square: Square) -> bool {
        has_bit(context.armies.occupying(square), self.0)
    }

    /// Where `turn` leads from this column, if it is open.
    fn after(self, context: &Context<'_>, turn: &RowTurn, victim: Victim) -> Option<usize> {
        let is_taken = self.has(context, turn.target);
        let is_blocked = turn.reentry != turn.target && self.has(context, turn.reentry);
        if is_blocked || is_taken == (victim == Victim::Nobody) {
            return None;
        }
        if !is_taken {
            return Some(self.0);
        }
        let is_marked = has_bit(context.armies.marked(turn.target), self.0);
        if is_marked != (victim == Victim::Marked) {
            return None;
        }
        let (index, bit) = (self.0 / WORD, (self.0 % WORD) as u32);
        let occupying = context.armies.occupying(turn.target)[index];
        Some(
            context
                .armies
                .removals(turn.target)
                .rank(index, bit, occupying),
        )
    }

    /// Where `turn` leads here from, if it does.
    fn before(self, context: &Context<'_>, turn: &RowTurn, victim: Victim) -> Option<Self> {
        let before = match victim {
            Victim::Nobody => self.0,
            _ => context.armies.insertions(turn.target)[self.0] as usize,
        };
        let is_open = Self(before).after(context, turn, victim) == Some(self.0);
        is_open.then_some(Self(before))
    }
}

impl ThresholdSolver<'_> {
    /// Whether the last pass of the other side has proved so little that [`Self::follow_news`] is quicker.
    pub(super) fn has_few_news(&self, mover: Side) -> bool {
        let mut planes = self.planes.iter();
        self.goal.restricted() != Some(mover)
            && planes.all(|planes| planes.news[!mover as usize].is_some())
    }

    /// Does for the positions of a class with `mover` to move what a pass over changed rows does.
    pub(super) fn follow_news<'a>(
        &self,
        index: usize,
        mover: Side,
        own: &mut Written,
        room: &'a AtomicUsize,
    ) -> Option<Found<'a>> {
        let planes = &self.planes[index];
        let program = &planes.programs[mover as usize];
        let closed = &planes.closed[mover as usize];
        let context = Context::new(self.goal, mover, planes.class, self.tables, &[]);
        let sources: Vec<(Victim, &ClassPlanes)> = program
            .exits
            .iter()
            .map(|exit| (exit.victim, self.planes_of(exit.class)))
            .collect();
        let news: Vec<&News> = sources
            .iter()
            .map(|(_, planes)| planes.news[!mover as usize].as_ref())
            .collect::<Option<_>>()
            .expect("followed if there are lists");
        let has_news = news.iter().any(|news| news.len() > 0);
        if !has_news && own.fresh.iter().all(|&word| word == 0) {
            return None;
        }
        own.for_each_row(self.goal, mover, room, |found, row, proved, allowed| {
            if !has_news || has_bit(closed, row) {
                return;
            }
            let turns = program.row(row);
            let mut army = None;
            for turn in turns {
                let exit = usize::from(turn.exit);
                let (victim, _) = sources[exit];
                for &after in news[exit].of(turn.rank) {
                    let after = Column(after as usize);
                    let Some(column) = after.before(&context, turn, victim) else {
                        continue;
                    };
                    if has_bit(proved, column.0) {
                        continue;
                    }
                    let is_new = match allowed {
                        Some(allowed) => {
                            has_bit(allowed, column.0)
                                && all_lead_to(&context, turns, column, &sources, mover)
                        }
                        None => {
                            let army = *army.get_or_insert_with(|| context.army(row));
                            is_apart(&context, army, column)
                        }
                    };
                    if is_new {
                        set_bit(proved, column.0);
                        found.add(row, column.0);
                    }
                }
            }
        })
    }
}

fn is_apart(context: &Context<'_>, army: Army, column: Column) -> bool {
    !army
        .archers
        .into_iter()
        .any(|square| column.has(context, square))
}

/// Whether all turns lead to proved positions.
fn all_lead_to(
    context: &Context<'_>,
    turns: &[RowTurn],
    column: Column,
    sources: &[(Victim, &ClassPlanes)],
    mover: Side,
) -> bool {
    turns.iter().all(|turn| {
        let (victim, planes) = sources[usize::from(turn.exit)];
        column
            .after(context, turn, victim)
            .is_none_or(|after| planes.proved[!mover as usize].get(after, turn.rank as usize))
    })
}
