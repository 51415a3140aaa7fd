//! `jarmo tablebase verify`: every entry of a layer against those after its moves, or, in the layers solved with runs,
//! against a fresh solution.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use jarmo_engine::tablebase::{
    Entry, Layer, LayerSolver, Mismatch, SolvedLayer, compare_layers, verify_layer,
};
use rayon::ThreadPoolBuilder;

use super::super::error::Error;
use super::super::table::grouped;
use super::args::VerifyArgs;
use super::folder;
use super::progress::Progress;
use super::{interrupt_signal, is_below, threads};

/// Wrong entries that are shown.
const MOST: usize = 10;

pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Error> {
    let interrupted = interrupt_signal()?;
    let (rules, layer) = (args.tables.variant, args.layer);
    let folder = args.tables.path.clone().unwrap_or_else(folder::default);
    let load = |layer| {
        let loaded = folder::solved_layer(&folder, rules, layer);
        loaded.map_err(|error| Error::System(error.to_string()))
    };
    let solved = load(layer)?;
    let lower = Layer::all().filter(|&lower| is_below(lower, layer));
    let lower = lower
        .map(load)
        .collect::<Result<Vec<SolvedLayer>, Error>>()?;
    let threads = threads(args.threads);
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool
        .build()
        .map_err(|error| Error::System(error.to_string()))?;
    let count = 2 * layer.size();
    let mismatches = if layer.is_solved_with_runs() {
        differences(&solved, &lower, threads, &interrupted)
    } else {
        pool.install(|| mismatches(&solved, &lower, &interrupted))
    };
    if interrupted.load(Ordering::Relaxed) {
        let text = format!("interrupted while layer {layer} was being checked");
        return Err(Error::Interrupted(text));
    }
    for Mismatch {
        position,
        stored,
        computed,
    } in &mismatches
    {
        let [stored, computed] = [stored, computed].map(told);
        writeln!(out, "{position}: {stored} stored, {computed} computed")?;
    }
    if mismatches.is_empty() {
        let how = if layer.is_solved_with_runs() {
            "are those of a fresh solution with all runs"
        } else {
            "follow from their moves"
        };
        let count = grouped(count);
        writeln!(out, "layer {layer} of {rules}: all {count} entries {how}")?;
        return Ok(());
    }
    let (found, more) = (
        mismatches.len(),
        if mismatches.len() == MOST {
            " or more"
        } else {
            ""
        },
    );
    out.flush()?;
    Err(Error::System(format!(
        "layer {layer} of {rules}: {found}{more} entries are wrong"
    )))
}

/// An entry in words.
fn told(entry: &Entry) -> String {
    let sure = match (entry.is_at_least, entry.is_at_most) {
        (true, true) => "",
        (true, false) => " at least",
        (false, true) => " at most",
        (false, false) => " at a guess",
    };
    format!("{}{sure} in {}", entry.margin, entry.distance)
}

/// Solves a layer with runs anew and compares: its file leaves the runs out, without which entries do not follow from
/// each other.
fn differences(
    solved: &SolvedLayer,
    lower: &[SolvedLayer],
    threads: usize,
    interrupted: &AtomicBool,
) -> Vec<Mismatch> {
    let lower: Vec<&SolvedLayer> = lower.iter().collect();
    let mut solver =
        LayerSolver::new(solved.rules(), solved.layer(), &lower, threads).stopped_by(interrupted);
    while solver.round().is_some() {}
    let computed = solver.finish();
    computed.map_or_else(Vec::new, |computed| compare_layers(solved, &computed, MOST))
}

fn mismatches(
    solved: &SolvedLayer,
    lower: &[SolvedLayer],
    interrupted: &AtomicBool,
) -> Vec<Mismatch> {
    let lower: Vec<&SolvedLayer> = lower.iter().collect();
    let count = 2 * solved.layer().size();
    let progress = Progress::of_counting(&format!("checking layer {}", solved.layer()));
    let is_stopped = |looked_at: u64| {
        progress.count(looked_at as usize, count as usize);
        interrupted.load(Ordering::Relaxed)
    };
    let found = verify_layer(solved, &lower, MOST, &is_stopped);
    progress.finish();
    found
}
