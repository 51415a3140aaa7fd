//! Who can end a drawn game: draws that are reached on the board, and draws by endless play.
//!
//! A side can *end* a drawn position if it can force an end of the game with a margin of at least 0. Where
//! both can, the draw needs no endless play. That is a question of one bit a position for either side, and
//! solved as such, in the game without the to-and-fro rule; the answers are kept beside the tables, so that
//! work which was interrupted goes on.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jarmo_engine::tablebase::threshold::{Goal, Runs, Store, Tables, ThresholdSolver};
use jarmo_engine::tablebase::{Class, Layer};
use jarmo_engine::{RuleSet, Side};

use super::super::super::error::Error;
use super::super::args::StatsArgs;
use super::super::folder;
use super::super::question::{Answering, failed, refuse_above};
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
        let needed = ThresholdSolver::memory(layer, Runs::Ignored);
        refuse_above(self.memory, needed, &format!("--endings of layer {layer}"))?;
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
        let answering = Answering {
            store: &self.store,
            tables: &self.tables,
            threads: threads(None),
            save_every: SAVE_EVERY,
            interrupted: &self.interrupted,
        };
        answering.solve(self.goal(prover), layer, &question)
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
