//! `jarmo-tune`: weights and search constants from games of the engine with itself.
//!
//! The library does the work; this program reads the command line, shows how
//! far the work is, and writes results to stdout.

mod args;
mod compare;
mod files;
mod fit;
mod selfplay;
mod spsa;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jarmo_engine::eval::Weights;
use jarmo_engine::search::SearchControl;
use jarmo_tuning::failure::Failure;

use args::{Command, CommandLine};

fn main() -> ExitCode {
    run(&mut anstream::stdout()).unwrap_or_else(|failure| failure.report())
}

fn run(out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let command = match CommandLine::try_parse() {
        Ok(line) => line.command,
        Err(error) if error.use_stderr() => return Err(error.into()),
        Err(help) => {
            help.print()?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match command {
        Command::Selfplay(args) => selfplay::run(&args, out),
        Command::Inspect(args) => files::inspect(&args, out),
        Command::Merge(args) => files::merge(&args, out),
        Command::Split(args) => files::split(&args, out),
        Command::Fit(args) => fit::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Spsa(args) => spsa::run(&args, out),
    }
}

/// A signal that Ctrl-C raises.
fn stop_at_interrupt() -> Result<Arc<SearchControl>, Failure> {
    let control = Arc::new(SearchControl::new());
    let signal = Arc::clone(&control);
    ctrlc::set_handler(move || signal.stop())
        .map_err(|error| format!("can't watch for Ctrl-C: {error}"))?;
    Ok(control)
}

/// A bar on stderr if that is a terminal.
fn progress_bar(length: u64, template: &str, is_quiet: bool) -> ProgressBar {
    if is_quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(4));
    bar.with_style(ProgressStyle::with_template(template).expect("a valid template"))
}

fn read_weights(path: &Path) -> Result<Weights, Failure> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("can't read '{name}': {error}"))?;
    let weights = Weights::from_bytes(&bytes);
    Ok(weights.map_err(|error| format!("'{name}': {error}"))?)
}
