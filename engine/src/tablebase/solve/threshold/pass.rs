//! Passes: all positions of a class with one side to move, computed from those with the other side to move.
//!
//! A row is computed again only if one that its turns lead to has changed. An unrestricted prover needs no more than
//! what is new there; its opponent, for whom all turns count, reads the whole of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::side::Side;

use super::goal::Goal;
use super::layer::{ClassPlanes, ThresholdSolver, chunk_rows};
use super::matrix::{BitMatrix, WORD, has_bit, set_bit};
use super::news::News;
use super::parallel::for_each_chunk;
use super::program::{Program, RowTurn};
use super::row::{Context, Scratch, Source};
use crate::tablebase::Class;

/// What a pass did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Whose positions were computed.
    pub mover: Side,
    /// Which rows were computed.
    pub rows: Rows,
    /// Positions newly proved.
    pub changes: u64,
}

/// How a pass treats rows whose sources have not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// It leaves them out.
    Changed,
    /// It computes them all the same.
    All,
}

/// The planes of a class that a pass writes.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) proved: BitMatrix,
    /// See [`ClassPlanes`]; empty if the prover is to move.
    allowed: BitMatrix,
    pub(super) fresh: Vec<u64>,
}

impl Written {
    /// Hands every row of the planes to `visit` on all cores, and sums up what was found.
    ///
    /// Where the pass before changed a row, what is proved there is no longer allowed; the rows
    /// with a change take the place of those.
    pub(super) fn for_each_row<'a>(
        &mut self,
        goal: Goal,
        mover: Side,
        room: &'a AtomicUsize,
        visit: impl Fn(&mut Found<'a>, usize, &mut [u64], Option<&[u64]>) + Sync + Send,
    ) -> Option<Found<'a>> {
        let stride = self.proved.stride();
        let chunk_rows = chunk_rows(stride);
        let proved = self.proved.words_mut().chunks_mut(chunk_rows * stride);
        let mut allowed = self.allowed.words_mut().chunks_mut(chunk_rows * stride);
        let mut chunks: Vec<_> = proved.map(|proved| (proved, allowed.next())).collect();
        let consumed = &self.fresh;
        let found = for_each_chunk(
            &mut chunks,
            1,
            || Found::new(stride, room),
            |found, chunk, planes| {
                let (proved, allowed) = &mut planes[0];
                let mut allowed = allowed.as_deref_mut().map(|rows| rows.chunks_mut(stride));
                for (at, proved) in proved.chunks_mut(stride).enumerate() {
                    let row = chunk * chunk_rows + at;
                    let allowed = allowed.as_mut().and_then(Iterator::next).map(|allowed| {
                        if has_bit(consumed, row) {
                            remove_all(allowed, proved);
                        }
                        &*allowed
                    });
                    visit(found, row, proved, allowed);
                }
            },
        );
        let found = found.into_iter().reduce(Found::and)?;
        if mover != goal.prover {
            self.fresh.fill(0);
            for &row in &found.fresh {
                set_bit(&mut self.fresh, row);
            }
        }
        Some(found)
    }
}

/// What a pass has found in some rows of a class.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// How many more positions may be listed, by all threads and for all classes.
    room: &'a AtomicUsize,
    scratch: Scratch,
    changes: u64,
    /// Columns with a change.
    columns: Vec<u64>,
    /// Rows with a change.
    fresh: Vec<usize>,
    /// Rows in which nothing was left to be decided.
    closed: Vec<usize>,
    /// Column and row of what was proved, unless it is more than there was room for.
    positions: Option<Vec<[u32; 2]>>,
}

impl<'a> Found<'a> {
    /// Nothing yet; a list is kept as long as there is `room`.
    pub(super) fn new(stride: usize, room: &'a AtomicUsize) -> Self {
        Self {
            room,
            scratch: Scratch::new(stride),
            changes: 0,
            columns: vec![0; stride],
            fresh: Vec::new(),
            closed: Vec::new(),
            positions: Some(Vec::new()),
        }
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        self.changes += other.changes;
        self.fresh.extend(other.fresh);
        self.closed.extend(other.closed);
        add_all(&mut self.columns, &other.columns);
        self.positions = self.positions.zip(other.positions).map(|(mut all, more)| {
            all.extend(more);
            all
        });
        self
    }

    /// Notes that a position has been proved.
    pub(super) fn add(&mut self, row: usize, column: usize) {
        set_bit(&mut self.columns, column);
        self.changes += 1;
        if self.fresh.last() != Some(&row) {
            self.fresh.push(row);
        }
        self.reserve(1);
        self.list(row, column);
    }

    /// Takes room for `count` positions, and drops the list if there is none.
    fn reserve(&mut self, count: usize) {
        let less = |room: usize| room.checked_sub(count);
        if self.positions.is_some()
            && self
                .room
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
                .is_err()
        {
            self.positions = None;
        }
    }

    fn list(&mut self, row: usize, column: usize) {
        if let Some(positions) = &mut self.positions {
            positions.push([column as u32, row as u32]);
        }
    }

    /// Adds to `proved`, a row, what its turns within the layer decide.
    ///
    /// `allowed` limits that if the opponent is to move; `once` is what the restricted side starts from.
    fn update_row(
        &mut self,
        context: &Context<'_>,
        turns: &[RowTurn],
        row: usize,
        proved: &mut [u64],
        allowed: Option<&[u64]>,
        once: Option<&[u64]>,
    ) {
        let scratch = &mut self.scratch;
        match allowed {
            Some(allowed) => scratch.live.copy_from_slice(allowed),
            None => scratch.make_playable_live(context, context.army(row)),
        }
        let mut any = 0;
        for (live, &proved) in scratch.live.iter_mut().zip(&*proved) {
            *live &= !proved;
            any |= *live;
        }
        if any == 0 {
            self.closed.push(row);
            return;
        }
        scratch.served.fill(0);
        match once {
            Some(once) => scratch.once.copy_from_slice(once),
            None => scratch.once.fill(0),
        }
        scratch.follow_turns(context, turns);
        let flip = context.flip();
        let mut changes = 0;
        let words = scratch.live.iter_mut().zip(&scratch.served);
        for ((proved, column), (live, &served)) in
            proved.iter_mut().zip(&mut self.columns).zip(words)
        {
            *live &= served ^ flip;
            *proved |= *live;
            *column |= *live;
            changes += u64::from(live.count_ones());
        }
        if changes > 0 {
            self.changes += changes;
            self.fresh.push(row);
            self.reserve(changes as usize);
            for index in 0..self.scratch.live.len() {
                let mut new = self.scratch.live[index];
                while new != 0 && self.positions.is_some() {
                    self.list(row, index * WORD + new.trailing_zeros() as usize);
                    new &= new - 1;
                }
            }
        }
    }
}

impl ClassPlanes {
    /// Takes the planes that a pass of `mover` writes. The others are read by the passes of all classes.
    pub(super) fn take_written(&mut self, goal: Goal, mover: Side) -> Written {
        let mut own = Written {
            proved: std::mem::take(&mut self.proved[mover as usize]),
            ..Written::default()
        };
        if mover != goal.prover {
            own.allowed = std::mem::take(&mut self.allowed);
            own.fresh = std::mem::take(&mut self.fresh);
        }
        own
    }

    /// The reverse of [`Self::take_written`].
    pub(super) fn put_back(&mut self, goal: Goal, mover: Side, own: Written) {
        self.proved[mover as usize] = own.proved;
        if mover != goal.prover {
            self.allowed = own.allowed;
            self.fresh = own.fresh;
        }
    }

    /// Notes what a pass of `mover` has found, and returns how many positions it has proved.
    pub(super) fn note(&mut self, mover: Side, found: Option<Found<'_>>) -> u64 {
        let changed = &mut self.changed[!mover as usize];
        let news = &mut self.news[mover as usize];
        let columns = self.class.material(!mover).armies() as usize;
        let Some(found) = found else {
            changed.fill(0);
            *news = Some(News::new(&[], columns));
            return 0;
        };
        *news = found
            .positions
            .map(|positions| News::new(&positions, columns));
        *changed = found.columns;
        for row in found.closed {
            set_bit(&mut self.closed[mover as usize], row);
        }
        found.changes
    }
}

impl ThresholdSolver<'_> {
    /// Computes the positions of a class with `mover` to move into `own`; `None` if no row had to be computed.
    ///
    /// What is new is listed as long as there is `room`.
    pub(super) fn pass_class<'a>(
        &self,
        index: usize,
        mover: Side,
        rows: Rows,
        own: &mut Written,
        room: &'a AtomicUsize,
    ) -> Option<Found<'a>> {
        let planes = &self.planes[index];
        let program = &planes.programs[mover as usize];
        let (stale, wanted) = self.stale_rows(planes, mover, rows);
        if is_empty(&stale) && is_empty(&own.fresh) {
            return None;
        }
        let sources = self.sources(program, mover, rows, &wanted);
        let context = Context::new(self.goal, mover, planes.class, self.tables, &sources);
        let once = (self.goal.restricted() == Some(mover)).then_some(&planes.once);
        own.for_each_row(self.goal, mover, room, |found, row, proved, allowed| {
            if has_bit(&stale, row) {
                let once = once.map(|once| once.row(row));
                found.update_row(&context, program.row(row), row, proved, allowed, once);
            }
        })
    }

    /// The rows that a pass has to compute, and by exit the rows of the sources that it reads for them.
    fn stale_rows(
        &self,
        planes: &ClassPlanes,
        mover: Side,
        rows: Rows,
    ) -> (Vec<u64>, Vec<Vec<u64>>) {
        let program = &planes.programs[mover as usize];
        let closed = &planes.closed[mover as usize];
        let changed: Vec<&[u64]> = program
            .exits
            .iter()
            .map(|exit| &*self.planes_of(exit.class).changed[mover as usize])
            .collect();
        let none = || -> Vec<Vec<u64>> { changed.iter().map(|rows| vec![0; rows.len()]).collect() };
        let mut stale = vec![0; closed.len()];
        if rows == Rows::Changed && changed.iter().all(|rows| is_empty(rows)) {
            return (stale, none());
        }
        let is_stale = |turns: &[RowTurn]| match rows {
            Rows::All => !turns.is_empty(),
            Rows::Changed => turns
                .iter()
                .any(|turn| has_bit(changed[usize::from(turn.exit)], turn.rank as usize)),
        };
        let wanted = for_each_chunk(&mut stale, WORD, none, |wanted, chunk, words| {
            for (index, stale) in words.iter_mut().enumerate() {
                let first = (chunk * WORD + index) * WORD;
                for row in first..program.rows().min(first + WORD) {
                    let turns = program.row(row);
                    if is_stale(turns) && !has_bit(closed, row) {
                        *stale |= 1 << (row - first);
                        for turn in turns {
                            set_bit(&mut wanted[usize::from(turn.exit)], turn.rank as usize);
                        }
                    }
                }
            }
        });
        let wanted = wanted.into_iter().reduce(|mut sum, part| {
            for (sum, part) in sum.iter_mut().zip(part) {
                add_all(sum, &part);
            }
            sum
        });
        (stale, wanted.unwrap_or_else(none))
    }

    pub(super) fn planes_of(&self, class: Class) -> &ClassPlanes {
        let mut all = self.planes.iter();
        all.find(|planes| planes.class == class)
            .expect("the class is one of the layer")
    }

    /// What is known of the exits within the layer, as far as rows are wanted.
    fn sources(
        &self,
        program: &Program,
        mover: Side,
        rows: Rows,
        wanted: &[Vec<u64>],
    ) -> Vec<Source> {
        let only_new = rows == Rows::Changed && self.goal.only_adds(mover);
        let exits = program.exits.iter().zip(wanted);
        exits
            .map(|(exit, wanted)| {
                let planes = self.planes_of(exit.class);
                let proved = &planes.proved[!mover as usize];
                let changed = &planes.changed[mover as usize];
                Source {
                    victim: exit.victim,
                    plane: if only_new {
                        proved.transposed_within(&planes.allowed, &planes.fresh, changed)
                    } else {
                        proved.transposed(Some(wanted))
                    },
                    rows: only_new.then(|| changed.clone()),
                }
            })
            .collect()
    }
}

fn is_empty(bits: &[u64]) -> bool {
    bits.iter().all(|&word| word == 0)
}

fn add_all(bits: &mut [u64], added: &[u64]) {
    for (word, &added) in bits.iter_mut().zip(added) {
        *word |= added;
    }
}

fn remove_all(bits: &mut [u64], removed: &[u64]) {
    for (word, &removed) in bits.iter_mut().zip(removed) {
        *word &= !removed;
    }
}
