//! `jarmo bench`: the engine's signature and its speed.

use std::io::Write;

use jarmo_engine::search::SearchControl;
use jarmo_protocol::bench;

use super::args::BenchArgs;
use super::error::Error;

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Error> {
    let control = SearchControl::new();
    let mut written = Ok(());
    let signature = bench::run(args.depth, &control, &mut |progress| {
        written = writeln!(out, "{progress}");
        if written.is_err() {
            control.stop();
        }
    });
    let signature = signature.map_err(|error| Error::System(error.to_string()))?;
    written?;
    if let Some(signature) = signature {
        writeln!(out, "{signature}")?;
    }
    Ok(())
}
