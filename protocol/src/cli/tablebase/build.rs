//! `jarmo tablebase build`: layers solved one after the other, from below.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jarmo_engine::RuleSet;
use jarmo_engine::tablebase::file::{Content, FileError, TableFile, WriteOptions, write_layer};
use jarmo_engine::tablebase::threshold::{Runs, ThresholdSolver};
use jarmo_engine::tablebase::{Layer, LayerSolver, SolvedLayer, file_name};

use super::super::error::Error;
use super::super::table::grouped;
use super::args::BuildArgs;
use super::checkpoint::Checkpoint;
use super::folder;
use super::progress::Progress;
use super::question::refuse_above;
use super::{interrupt_signal, is_below, threads};

pub(super) fn run(args: &BuildArgs, out: &mut dyn Write) -> Result<(), Error> {
    if args.without_runs && args.layer < args.outcomes_from {
        return Err(Error::Usage(format!(
            "--without-runs: expected a --layer of at least --outcomes-from {}",
            args.outcomes_from
        )));
    }
    let folder = args.tables.path.clone().unwrap_or_else(folder::default);
    let mut build = Build {
        rules: args.tables.variant,
        memory: u64::from(args.memory) << 20,
        threads: threads(args.threads),
        save_every: Duration::from_secs(args.save_every.into()),
        interrupted: interrupt_signal()?,
        outcomes_from: args.outcomes_from,
        with_runs: !args.without_runs,
        rate: None,
        out,
        folder,
    };
    build.run(args.layer)
}

pub(super) struct Build<'a> {
    pub(super) rules: RuleSet,
    pub(super) folder: PathBuf,
    /// In bytes.
    memory: u64,
    pub(super) threads: usize,
    pub(super) save_every: Duration,
    pub(super) interrupted: Arc<AtomicBool>,
    /// The lowest layer that is solved for outcomes only.
    pub(super) outcomes_from: Layer,
    /// Whether those are solved with the to-and-fro rule.
    pub(super) with_runs: bool,
    /// Positions solved a second in the layer before, for a guess at the time of the next.
    rate: Option<f64>,
    pub(super) out: &'a mut dyn Write,
}

impl Build<'_> {
    fn run(&mut self, highest: Layer) -> Result<(), Error> {
        let missing: Vec<Layer> = self.missing(highest)?;
        for &layer in &missing {
            self.refuse_if_too_large(layer)?;
        }
        let mut lower = Vec::new();
        for layer in Layer::all().take_while(|&layer| layer <= highest) {
            if missing.contains(&layer) && layer >= self.outcomes_from {
                lower.clear();
                self.build_outcomes(layer)?;
            } else if missing.contains(&layer) {
                self.load_below(layer, &mut lower)?;
                let solved = self.solve(layer, &lower)?;
                self.write(&solved)?;
                lower.push(solved);
            }
        }
        if missing.is_empty() {
            let folder = self.folder.display();
            writeln!(
                self.out,
                "'{folder}' has all layers up to {highest} already"
            )?;
        }
        Ok(())
    }

    pub(super) fn path(&self, layer: Layer) -> PathBuf {
        self.folder.join(file_name(self.rules, layer))
    }

    /// The layers that have no file, and those that get none. A file that can't be used is somebody's to look at.
    fn missing(&self, highest: Layer) -> Result<Vec<Layer>, Error> {
        let mut missing = Vec::new();
        for layer in Layer::all().take_while(|&layer| layer <= highest) {
            let has_file = self.with_runs || layer < self.outcomes_from;
            if has_file && self.path(layer).exists() {
                let file = TableFile::open(&self.path(layer)).map_err(|error| unusable(&error))?;
                file.expect(self.rules, layer)
                    .map_err(|error| unusable(&error))?;
            } else {
                missing.push(layer);
            }
        }
        Ok(missing)
    }

    /// Leaves the two layers below `layer`, the only ones that it leads to, in `lower`.
    fn load_below(&self, layer: Layer, lower: &mut Vec<SolvedLayer>) -> Result<(), Error> {
        lower.retain(|solved| is_below(solved.layer(), layer));
        for other in Layer::all().filter(|&other| is_below(other, layer)) {
            if lower.iter().all(|solved| solved.layer() != other) {
                let solved = folder::solved_layer(&self.folder, self.rules, other);
                lower.push(solved.map_err(|error| unusable(&error))?);
            }
        }
        Ok(())
    }

    fn refuse_if_too_large(&self, layer: Layer) -> Result<(), Error> {
        let needed = if layer >= self.outcomes_from {
            let runs = if self.with_runs {
                Runs::AgainstProver
            } else {
                Runs::Ignored
            };
            ThresholdSolver::memory(layer, runs)
        } else {
            let lower = Layer::all().filter(|&lower| is_below(lower, layer));
            LayerSolver::memory(layer) + lower.map(|lower| 4 * lower.size()).sum::<u64>()
        };
        let what = format!("layer {layer} of {}", self.rules);
        refuse_above(self.memory, needed, &what)
    }

    fn solve(&mut self, layer: Layer, lower: &[SolvedLayer]) -> Result<SolvedLayer, Error> {
        let positions = 2 * layer.size();
        let expected = self
            .rate
            .map(|rate| Duration::from_secs_f64(positions as f64 / rate));
        let progress = Progress::of_solving(layer, expected);
        let lower: Vec<&SolvedLayer> = lower.iter().collect();
        let checkpoint = Checkpoint::new(&self.folder, self.rules, layer);
        let saved_before = checkpoint
            .load(&lower, self.threads)
            .unwrap_or_else(|error| {
                progress.warn(&format!("warning: {error}; layer {layer} begins anew"));
                None
            });
        let is_resumed = saved_before.is_some();
        let mut solver = saved_before
            .unwrap_or_else(|| LayerSolver::new(self.rules, layer, &lower, self.threads))
            .stopped_by(&self.interrupted);
        let began = Instant::now();
        let mut saved = began;
        while let Some(round) = solver.round() {
            progress.show(&round);
            let is_interrupted = self.interrupted.load(Ordering::Relaxed);
            if is_interrupted || saved.elapsed() >= self.save_every {
                checkpoint.save(&solver)?;
                saved = Instant::now();
            }
            if is_interrupted {
                let text =
                    format!("interrupted in layer {layer}; the same command goes on from there");
                return Err(Error::Interrupted(text));
            }
        }
        progress.finish();
        if !solver.is_done() {
            let text = format!(
                "interrupted in layer {layer}, which is solved in one go: its work is lost, and the same command begins it anew"
            );
            return Err(Error::Interrupted(text));
        }
        let seconds = began.elapsed().as_secs_f64().max(1e-6);
        let rate = positions as f64 / seconds;
        if is_resumed {
            writeln!(
                self.out,
                "layer {layer}: {} positions, resumed",
                grouped(positions)
            )?;
        } else {
            self.rate = Some(rate);
            let (positions, rate) = (grouped(positions), grouped(rate as u64));
            writeln!(
                self.out,
                "layer {layer}: {positions} positions in {seconds:.1} s, {rate} a second"
            )?;
        }
        self.out.flush()?;
        Ok(solver.finish().expect("no round is left"))
    }

    fn write(&mut self, solved: &SolvedLayer) -> Result<(), Error> {
        let layer = solved.layer();
        let path = self.path(layer);
        let progress = Progress::of_writing(&path);
        let options = WriteOptions {
            threads: self.threads,
            ..WriteOptions::default()
        };
        let content = Content::MarginAndDistance;
        let written = write_layer(&path, solved, content, options, &mut |done, all| {
            progress.count(done, all);
        });
        progress.finish();
        let size = written.map_err(|error| Error::System(error.to_string()))?;
        Checkpoint::new(&self.folder, self.rules, layer).remove();
        writeln!(self.out, "{}: {} bytes", path.display(), grouped(size))?;
        Ok(self.out.flush()?)
    }
}

pub(super) fn unusable(error: &FileError) -> Error {
    Error::System(format!(
        "{error}; expected a table, or no file for one to be built"
    ))
}
