//! `jarmo bench`: the engine's signature and its speed.

use std::io::Write;

use jarmo_engine::search::SearchControl;
use jarmo_protocol::bench;

use super::args::BenchArgs;
use super::error::Error;

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Error> {
    let control = SearchControl::new();
    let mut written = Ok(());
    let signature = bench::run(args.depth, args.threads.into(), &control, &mut |progress| {
        written = writeln!(out, "{progress}");
        if written.is_err() {
            control.stop();
        }
    });
    let signature = signature.map_err(|error| Error::System(error.to_string()))?;
    written?;
    if let Some(signature) = signature {
        if args.threads > 1 {
            let seconds = signature.elapsed.as_secs_f64();
            writeln!(out, "{} threads: {seconds:.2} s", args.threads)?;
        }
        writeln!(out, "{signature}")?;
    }
    Ok(())
}
