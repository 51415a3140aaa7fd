//! One question about every position of a layer, answered by the solver of one bit a position.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jarmo_engine::tablebase::threshold::{
    Checkpoint, Goal, Rows, Store, StoreError, Tables, ThresholdSolver,
};
use jarmo_engine::tablebase::{Class, Layer};

use super::super::error::Error;
use super::super::table::grouped;
use super::progress::Progress;

/// What it takes to answer questions.
#[derive(Clone, Copy)]
pub(super) struct Answering<'a> {
    pub(super) store: &'a Store,
    pub(super) tables: &'a Tables,
    pub(super) threads: usize,
    /// Time between two savings of the work.
    pub(super) save_every: Duration,
    pub(super) interrupted: &'a AtomicBool,
}

impl Answering<'_> {
    /// Solves `layer` for `goal`, with progress in the words of `question`. The lower layers must have been solved.
    pub(super) fn solve(&self, goal: Goal, layer: Layer, question: &str) -> Result<(), Error> {
        let progress = Progress::of_solving(layer, None);
        let on_class = |class: Class| progress.say(&format!("{question}, begins with {class}"));
        let solver =
            ThresholdSolver::new(goal, layer, self.threads, self.tables, self.store, on_class);
        let mut solver = solver.map_err(|error| failed(&error))?;
        let mut saved = Instant::now();
        let is_solved = solver.run(self.interrupted, |pass| {
            let rows = match pass.rows {
                Rows::All => ", over everything",
                Rows::Changed => "",
            };
            progress.say(&format!(
                "{question}, pass {}{rows}: {} more",
                pass.number,
                grouped(pass.changes)
            ));
            if saved.elapsed() < self.save_every || self.interrupted.load(Ordering::Relaxed) {
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
}

pub(super) fn failed(error: &StoreError) -> Error {
    Error::System(error.to_string())
}

/// Refuses work that takes more than the bytes allowed; `what` names it.
pub(super) fn refuse_above(allowed: u64, needed: u64, what: &str) -> Result<(), Error> {
    if needed <= allowed {
        return Ok(());
    }
    let [needed, allowed] = [needed, allowed].map(|bytes| grouped(bytes.div_ceil(1 << 20)));
    Err(Error::Usage(format!(
        "{what} takes {needed} MiB; expected at most --memory {allowed}"
    )))
}
