//! A layer under solution: its planes, from the first to the last pass.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::side::Side;

use super::armies::Tables;
use super::goal::{Goal, Runs};
use super::matrix::{BitMatrix, WORD};
use super::news::{self, News};
use super::pass::{Pass, Rows};
use super::program::Program;
use super::store::{Stage, Store, StoreError};
use crate::tablebase::{Class, Layer};

/// Words that are worked on at a time, at least.
const CHUNK_WORDS: usize = 1 << 13;

/// The planes of one class.
#[derive(Debug)]
pub(super) struct ClassPlanes {
    pub(super) class: Class,
    /// What is proved, by side to move; rows are the armies of that side.
    pub(super) proved: [BitMatrix; 2],
    /// With the opponent to move: positions that no turn out of the layer saves from the prover, less those that
    /// were proved before the last pass.
    pub(super) allowed: BitMatrix,
    /// With the opponent to move: rows in which the last pass proved something.
    pub(super) fresh: Vec<u64>,
    /// With the restricted side to move: positions with one backward step out of the layer that serves it.
    pub(super) once: BitMatrix,
    /// By side that does *not* move: which of its armies stand in a position that the last pass changed.
    pub(super) changed: [Vec<u64>; 2],
    /// By side to move: rows in which nothing is left to be decided.
    pub(super) closed: [Vec<u64>; 2],
    /// By side that moved: what its last pass has proved, unless it is much.
    pub(super) news: [Option<News>; 2],
    pub(super) programs: [Program; 2],
}

/// A layer whose positions are being decided for one goal.
#[derive(Debug)]
pub struct ThresholdSolver<'a> {
    pub(super) goal: Goal,
    pub(super) layer: Layer,
    pub(super) tables: &'a Tables,
    pub(super) store: &'a Store,
    pub(super) planes: Vec<ClassPlanes>,
    threads: ThreadPool,
    passes: u32,
}

/// Whether the state is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    /// It is.
    Wanted,
    /// Not now.
    NotNow,
}

impl<'a> ThresholdSolver<'a> {
    /// Prepares a layer from the finished lower ones in `store`, and from its own checkpoint if there is one.
    ///
    /// `on_class` is told of each class before the work on it. `tables` serve all layers and goals of a run.
    ///
    /// # Errors
    /// A lower layer that has not been solved, or a file that can't be read.
    pub fn new(
        goal: Goal,
        layer: Layer,
        threads: usize,
        tables: &'a Tables,
        store: &'a Store,
        mut on_class: impl FnMut(Class) + Send,
    ) -> Result<Self, StoreError> {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build();
        let mut solver = Self {
            goal,
            layer,
            tables,
            store,
            planes: Vec::new(),
            threads: threads.expect("the system starts a few threads"),
            passes: 0,
        };
        for class in layer.classes() {
            on_class(class);
            let planes = solver.threads.install(|| solver.prepare(class))?;
            solver.planes.push(planes);
        }
        Ok(solver)
    }

    fn prepare(&self, class: Class) -> Result<ClassPlanes, StoreError> {
        let armies = Side::BOTH.map(|side| class.material(side).armies() as usize);
        let matrix = |side: Side| BitMatrix::new(armies[side as usize], armies[!side as usize]);
        let no_rows = || armies.map(|armies| vec![0; armies.div_ceil(WORD)]);
        let opponent = !self.goal.prover;
        let mut planes = ClassPlanes {
            class,
            proved: Side::BOTH.map(matrix),
            allowed: matrix(opponent),
            fresh: vec![u64::MAX; armies[opponent as usize].div_ceil(WORD)],
            once: self
                .goal
                .restricted()
                .map_or_else(BitMatrix::default, matrix),
            changed: no_rows(),
            closed: no_rows(),
            news: [None, None],
            programs: Side::BOTH.map(|mover| {
                let exits = self.exits(class, mover, |layer| layer == self.layer);
                Program::new(self.goal, class, mover, exits)
            }),
        };
        for mover in Side::BOTH {
            self.find_exits(&mut planes, mover)?;
            if let Some(saved) = self.store.load(self.goal, class, mover, Stage::Any)? {
                let words = planes.proved[mover as usize].words_mut();
                for (word, &saved) in words.iter_mut().zip(saved.words()) {
                    *word |= saved;
                }
            }
        }
        Ok(planes)
    }

    /// The bytes of memory that it takes, nearly, to solve a layer for any goal that takes runs so.
    #[must_use]
    pub fn memory(layer: Layer, runs: Runs) -> u64 {
        let armies = |class: Class| Side::BOTH.map(|side| u64::from(class.material(side).armies()));
        let bytes = |class: Class| {
            let [rows, columns] = armies(class);
            rows * columns.div_ceil(8)
        };
        let all: u64 = layer.classes().map(bytes).sum();
        let largest = layer.classes().map(bytes).max().unwrap_or(0);
        let rows: u64 = layer.classes().flat_map(armies).sum();
        let planes = if runs == Runs::Ignored { 3 } else { 4 };
        // A pass transposes what up to three classes know. A row has some 20 turns of eight bytes.
        planes * all + 3 * largest + 160 * rows
    }

    /// Passes in turn until a pass over all rows of both sides changes nothing, and writes the result.
    ///
    /// `after_pass` is told of each pass and may ask for a checkpoint. Returns whether the layer is solved;
    /// otherwise it was interrupted and a checkpoint written.
    ///
    /// # Errors
    /// A checkpoint or the result that can't be written.
    pub fn run(
        &mut self,
        interrupt: &AtomicBool,
        mut after_pass: impl FnMut(&Pass) -> Checkpoint,
    ) -> Result<bool, StoreError> {
        let (mut mover, mut rows, mut idle) = (!self.goal.prover, Rows::All, 0);
        loop {
            self.passes += 1;
            let number = self.passes;
            let changes = self.pass(mover, rows, interrupt);
            let wanted = after_pass(&Pass {
                number,
                mover,
                rows,
                changes,
            });
            if interrupt.load(Ordering::Relaxed) {
                self.save(Stage::Partial)?;
                return Ok(false);
            }
            if wanted == Checkpoint::Wanted {
                self.save(Stage::Partial)?;
            }
            idle = if changes == 0 { idle + 1 } else { 0 };
            match (idle, rows) {
                (2.., Rows::All) => break,
                (2.., Rows::Changed) => (idle, rows) = (0, Rows::All),
                // The first pass of either side has to look at what the exits have set.
                (0, Rows::All) if number > 1 => rows = Rows::Changed,
                _ => {}
            }
            mover = !mover;
        }
        self.save(Stage::Finished)?;
        Ok(true)
    }

    /// Computes the positions with `mover` to move, and returns how many it has proved. After an interrupted pass
    /// what it has proved so far holds, but nothing can be told from what has changed.
    fn pass(&mut self, mover: Side, rows: Rows, interrupt: &AtomicBool) -> u64 {
        let mut changes = 0;
        let room = AtomicUsize::new(news::room(self.layer));
        let follows_news = rows == Rows::Changed && self.has_few_news(mover);
        for index in 0..self.planes.len() {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let planes = &mut self.planes[index];
            let mut own = planes.take_written(self.goal, mover);
            let found = self.threads.install(|| {
                if follows_news {
                    self.follow_news(index, mover, &mut own, &room)
                } else {
                    self.pass_class(index, mover, rows, &mut own, &room)
                }
            });
            let planes = &mut self.planes[index];
            planes.put_back(self.goal, mover, own);
            changes += planes.note(mover, found);
        }
        changes
    }

    /// Writes all planes; any state is a valid one to go on from, since bits are only ever added.
    fn save(&self, stage: Stage) -> Result<(), StoreError> {
        for planes in &self.planes {
            for mover in Side::BOTH {
                let plane = &planes.proved[mover as usize];
                self.store
                    .save(self.goal, planes.class, mover, stage, plane)?;
            }
        }
        if stage == Stage::Finished {
            self.store.remove_partial(self.goal, self.layer)?;
        }
        Ok(())
    }
}

/// Rows of so many words that are worked on together.
pub(super) fn chunk_rows(stride: usize) -> usize {
    CHUNK_WORDS.div_ceil(stride)
}
