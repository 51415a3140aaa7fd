//! Who can end a drawn game: draws that are reached on the board, and draws by endless play.
//!
//! A side can *end* a drawn position if it can force an end of the game with a margin of at least 0. Where
//! both can, the draw needs no endless play. That is a question of one bit a position for either side, and
//! solved as such, in the game without the to-and-fro rule; the answers are kept beside the tables, so that
//! work which was interrupted goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jarmo_engine::tablebase::threshold::{
    Checkpoint, Goal, Runs, Store, StoreError, Tables, ThresholdSolver,
};
use jarmo_engine::tablebase::{Class, Layer};
use jarmo_engine::{RuleSet, Side};

use super::super::super::error::Error;
use super::super::super::table::grouped;
use super::super::args::StatsArgs;
use super::super::folder;
use super::super::progress::Progress;
use super::super::threads;

/// Between two savings of what has been found out of a layer.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Who can force an end of the game without losing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ender {
    Both,
    Mover,
    Opponent,
    Neither,
}

/// The answers for all layers, on disk.
pub(super) struct Endings {
    rules: RuleSet,
    store: Store,
    tables: Tables,
    /// Bytes that solving a layer may take.
    memory: u64,
    interrupted: Arc<AtomicBool>,
}

/// The answers for a class with one side to move: that side's, and its opponent's.
pub(super) struct ClassEndings {
    mover: Vec<bool>,
    opponent: Vec<bool>,
}

impl ClassEndings {
    pub(super) fn of(&self, index: u64) -> Ender {
        match (self.mover[index as usize], self.opponent[index as usize]) {
            (true, true) => Ender::Both,
            (true, false) => Ender::Mover,
            (false, true) => Ender::Opponent,
            (false, false) => Ender::Neither,
        }
    }
}

impl Endings {
    pub(super) fn open(
        args: &StatsArgs,
        rules: RuleSet,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        let folder = args.tables.path.clone().unwrap_or_else(folder::default);
        let store = Store::open(folder.join(format!("{rules}-work")));
        Ok(Self {
            rules,
            store: store.map_err(|error| failed(&error))?,
            tables: Tables::new(),
            memory: u64::from(args.memory) << 20,
            interrupted: Arc::clone(interrupted),
        })
    }

    fn goal(&self, prover: Side) -> Goal {
        Goal {
            rules: self.rules,
            prover,
            margin: 0,
            runs: Runs::Ignored,
        }
    }

    /// Answers both questions for all layers up to `layer` that have no answers yet.
    pub(super) fn find(&self, layer: Layer) -> Result<(), Error> {
        let needed = ThresholdSolver::memory(layer);
        if needed > self.memory {
            let [needed, allowed] =
                [needed, self.memory].map(|bytes| grouped(bytes.div_ceil(1 << 20)));
            return Err(Error::Usage(format!(
                "--endings of layer {layer} takes {needed} MiB; expected at most --memory {allowed}"
            )));
        }
        for prover in Side::BOTH {
            for lower in Layer::all().take_while(|&lower| lower <= layer) {
                if !self.store.is_finished(self.goal(prover), lower) {
                    self.solve(prover, lower)?;
                }
            }
        }
        Ok(())
    }

    fn solve(&self, prover: Side, layer: Layer) -> Result<(), Error> {
        let question = format!("layer {layer}: where {prover} can end the game without loss");
        let progress = Progress::of_solving(layer, None);
        let on_class = |class: Class| progress.say(&format!("{question}, begins with {class}"));
        let goal = self.goal(prover);
        let solver = ThresholdSolver::new(
            goal,
            layer,
            threads(None),
            &self.tables,
            &self.store,
            on_class,
        );
        let mut solver = solver.map_err(|error| failed(&error))?;
        let mut saved = Instant::now();
        let is_solved = solver.run(&self.interrupted, |pass| {
            let changes = grouped(pass.changes);
            progress.say(&format!("{question}, pass {}: {changes} more", pass.number));
            if saved.elapsed() < SAVE_EVERY || self.interrupted.load(Ordering::Relaxed) {
                return Checkpoint::NotNow;
            }
            saved = Instant::now();
            Checkpoint::Wanted
        });
        progress.finish();
        if is_solved.map_err(|error| failed(&error))? {
            return Ok(());
        }
        let text = format!("interrupted in layer {layer}; the same command goes on from there");
        Err(Error::Interrupted(text))
    }

    pub(super) fn of_class(&self, class: Class, mover: Side) -> Result<ClassEndings, Error> {
        let answers = |prover| {
            let answers = self.store.answers(self.goal(prover), class, mover);
            answers.map_err(|error| failed(&error))
        };
        Ok(ClassEndings {
            mover: answers(mover)?,
            opponent: answers(!mover)?,
        })
    }
}

fn failed(error: &StoreError) -> Error {
    Error::System(error.to_string())
}
