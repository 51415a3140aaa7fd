//! `jarmo tablebase`: tables of solved positions, built, checked and read.

mod args;
mod folder;
mod probe;
mod sizes;
mod stats;

use std::io::Write;

use jarmo_engine::tablebase::Layer;

use super::error::Error;
pub(crate) use args::TablebaseArgs;
use args::TablebaseCommand;

pub(crate) fn run(args: &TablebaseArgs, out: &mut dyn Write) -> Result<(), Error> {
    match &args.command {
        TablebaseCommand::Sizes(args) => sizes::run(args, out),
        TablebaseCommand::Build(_) => Err(Error::System("not written yet".to_owned())),
        TablebaseCommand::Verify(_) => Err(Error::System("not written yet".to_owned())),
        TablebaseCommand::Probe(args) => probe::run(args, out),
        TablebaseCommand::Stats(args) => stats::run(args, out),
    }
}

/// Reads a layer from the command line.
fn layer(text: &str) -> Result<Layer, String> {
    let weight = text.parse().ok().and_then(Layer::new);
    weight.ok_or_else(|| "expected a whole number from 2 to 10".to_owned())
}
