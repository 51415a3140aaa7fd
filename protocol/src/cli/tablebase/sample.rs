//! Positions of solved layers taken at random, and work on many of them at once.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use jarmo_engine::search::{SearchLimits, Searcher};
use jarmo_engine::tablebase::file::Content;
use jarmo_engine::tablebase::{Layer, Tablebase, Value};
use jarmo_engine::{Position, RuleSet, Side};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;

use super::super::error::Error;
use super::super::table::grouped;
use super::folder;
use super::progress::Progress;

/// A position whose value is exact, without runs and with a move to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) layer: Layer,
    pub(super) position: Position,
    pub(super) value: Value,
}

/// Samples, and what was passed over to find them.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// The layers in turn, so that any first part of them is spread over the layers too.
    pub(super) taken: Vec<Sample>,
    /// Positions passed over because their values are not exact, by layer.
    pub(super) not_exact: Vec<(Layer, u64)>,
}

impl Samples {
    /// `count` positions, evenly over `layers`, within a layer each with the same chance, whoever is to move.
    ///
    /// A position may come more than once. The same seed gives the same positions.
    pub(super) fn take(
        tables: &Tablebase,
        rules: RuleSet,
        layers: &[Layer],
        count: usize,
        seed: u64,
        interrupted: &AtomicBool,
    ) -> Result<Self, Error> {
        let mut samples = Self::default();
        let mut by_layer = Vec::new();
        for (number, &layer) in layers.iter().enumerate() {
            let share = count / layers.len() + usize::from(number < count % layers.len());
            let mut source = Source::new(tables, rules, layer, seed);
            by_layer.push(source.take(share, interrupted)?.into_iter());
            samples.not_exact.push((layer, source.not_exact));
        }
        while samples.taken.len() < count {
            samples
                .taken
                .extend(by_layer.iter_mut().filter_map(Iterator::next));
        }
        Ok(samples)
    }
}

/// Draws positions of one layer.
struct Source<'a> {
    tables: &'a Tablebase,
    rules: RuleSet,
    layer: Layer,
    random: Pcg64,
    not_exact: u64,
}

impl<'a> Source<'a> {
    fn new(tables: &'a Tablebase, rules: RuleSet, layer: Layer, seed: u64) -> Self {
        Self {
            tables,
            rules,
            layer,
            random: Pcg64::seed_from_u64(seed ^ u64::from(layer.weight()) << 56),
            not_exact: 0,
        }
    }

    fn take(&mut self, count: usize, interrupted: &AtomicBool) -> Result<Vec<Sample>, Error> {
        /// Drawn in vain for each position wanted, before we give up.
        const PATIENCE: u64 = 1_000;
        let progress = Progress::of_counting(&format!("drawing from layer {}", self.layer));
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count {
            if interrupted.load(Ordering::Relaxed) {
                let text = format!("interrupted in drawing from layer {}", self.layer);
                return Err(Error::Interrupted(text));
            }
            if self.not_exact > PATIENCE * (count as u64) {
                let layer = self.layer;
                return Err(Error::System(format!(
                    "hardly any value of layer {layer} is exact; expected another layer"
                )));
            }
            taken.extend(self.draw()?);
            progress.count(taken.len(), count);
        }
        progress.finish();
        Ok(taken)
    }

    fn draw(&mut self) -> Result<Option<Sample>, Error> {
        let number = self.random.random_range(0..2 * self.layer.size());
        let side = if number.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        };
        let (class, index) = self.layer.locate(number / 2);
        let position = Position::of_armies(self.rules, side, class.armies(index));
        if position.is_over() {
            return Ok(None);
        }
        let Some(value) = self.tables.probe(&position) else {
            folder::warn_of_faults(self.tables);
            let layer = self.layer;
            return Err(Error::System(format!(
                "the table of layer {layer} can't be read"
            )));
        };
        if !value.is_exact() {
            self.not_exact += 1;
            return Ok(None);
        }
        Ok(Some(Sample {
            layer: self.layer,
            position,
            value,
        }))
    }
}

/// Whether a value is the exact margin.
pub(super) fn is_exact_margin(value: Value) -> bool {
    value.is_exact() && value.content != Content::Outcome
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Limit {
    #[serde(rename = "nodes")]
    Nodes(u64),
    #[serde(rename = "movetime_ms")]
    Milliseconds(u64),
}

impl Limit {
    pub(super) fn of_search(self) -> SearchLimits {
        match self {
            Self::Nodes(nodes) => SearchLimits {
                nodes: Some(nodes),
                ..SearchLimits::default()
            },
            Self::Milliseconds(time) => SearchLimits {
                move_time: Some(Duration::from_millis(time)),
                ..SearchLimits::default()
            },
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => f.pad(&format!("{} nodes", grouped(*nodes))),
            Self::Milliseconds(time) => f.pad(&format!("{time} ms")),
        }
    }
}

/// A searcher with a table of its own.
pub(super) fn searcher(hash: u32) -> Result<Searcher, Error> {
    Searcher::new(hash as usize).map_err(|error| Error::System(format!("--hash {hash}: {error}")))
}

/// Does `task` for each sample on several threads, with a worker of `hire` for a few samples at a time.
///
/// The results come in the order of the samples. After Ctrl-C those that are not done are missing.
pub(super) fn do_each<W, R: Send>(
    what: &str,
    samples: &[Sample],
    threads: usize,
    interrupted: &AtomicBool,
    hire: impl Fn() -> Result<W, Error> + Sync,
    task: impl Fn(&mut W, &Sample) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    /// Few, so that no thread is left alone with much at the end.
    const AT_A_TIME: usize = 8;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::System(error.to_string()))?;
    let progress = Progress::of_counting(what);
    let done = AtomicUsize::new(0);
    let do_chunk = |chunk: &[Sample]| {
        let mut worker = hire()?;
        let mut results = Vec::with_capacity(chunk.len());
        for sample in chunk {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            results.push(task(&mut worker, sample)?);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.count(done, samples.len());
        }
        Ok(results)
    };
    let results: Result<Vec<Vec<R>>, Error> =
        pool.install(|| samples.par_chunks(AT_A_TIME).map(do_chunk).collect());
    progress.finish();
    Ok(results?.into_iter().flatten().collect())
}
