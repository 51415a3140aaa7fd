//! `jarmo tablebase verify`: every entry of a layer against those after its moves.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jarmo_engine::tablebase::{Layer, Mismatch, SolvedLayer, verify_layer};
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
    if layer.is_solved_with_runs() {
        return Err(Error::Usage(format!(
            "layer {layer} is solved with all runs of to-and-fro moves, which its file leaves out; expected a layer from 5 on"
        )));
    }
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
    let pool = ThreadPoolBuilder::new().num_threads(threads(args.threads));
    let pool = pool
        .build()
        .map_err(|error| Error::System(error.to_string()))?;
    let count = 2 * layer.size();
    let mismatches = pool.install(|| mismatches(&solved, &lower, &interrupted));
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
        writeln!(
            out,
            "{position}: {} in {} stored, {} in {} computed",
            stored.margin, stored.distance, computed.margin, computed.distance
        )?;
    }
    if mismatches.is_empty() {
        writeln!(
            out,
            "layer {layer} of {rules}: all {} entries follow from their moves",
            grouped(count)
        )?;
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

fn mismatches(
    solved: &SolvedLayer,
    lower: &[SolvedLayer],
    interrupted: &Arc<AtomicBool>,
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
