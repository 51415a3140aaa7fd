//! `jarmo tablebase`: tables of solved positions, built, checked and read.

mod args;
mod build;
mod checkpoint;
mod export;
mod folder;
mod outcomes;
mod play;
mod probe;
mod progress;
mod question;
mod regret;
mod sample;
mod sizes;
mod stats;
mod verify;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use jarmo_engine::tablebase::Layer;

use super::error::Error;
pub(crate) use args::TablebaseArgs;
use args::TablebaseCommand;

pub(crate) fn run(args: &TablebaseArgs, out: &mut dyn Write) -> Result<(), Error> {
    match &args.command {
        TablebaseCommand::Sizes(args) => sizes::run(args, out),
        TablebaseCommand::Build(args) => build::run(args, out),
        TablebaseCommand::Verify(args) => verify::run(args, out),
        TablebaseCommand::Probe(args) => probe::run(args, out),
        TablebaseCommand::Stats(args) => stats::run(args, out),
        TablebaseCommand::Regret(args) => regret::run(args, out),
        TablebaseCommand::Play(args) => play::run(args, out),
        TablebaseCommand::Export(args) => export::run(args, out),
    }
}

/// Reads a layer from the command line.
fn layer(text: &str) -> Result<Layer, String> {
    let weight = text.parse().ok().and_then(Layer::new);
    weight.ok_or_else(|| "expected a whole number from 2 to 10".to_owned())
}

/// Set by Ctrl-C, from now on.
fn interrupt_signal() -> Result<Arc<AtomicBool>, Error> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&interrupted);
    ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed))
        .map_err(|error| Error::System(format!("can't watch for Ctrl-C: {error}")))?;
    Ok(interrupted)
}

/// The threads asked for, or as many as there are cores.
fn threads(asked_for: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked_for.map_or_else(cores, usize::from)
}

/// Whether `lower` is one of the two layers that moves out of `layer` lead to.
fn is_below(lower: Layer, layer: Layer) -> bool {
    lower < layer && lower.weight() + 2 >= layer.weight()
}
