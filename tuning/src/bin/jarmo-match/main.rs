//! `jarmo-match`: matches between engines, and what their results mean.
//!
//! The library plays; this program reads the command line and writes the
//! reports: the final one to stdout, everything else to stderr.

mod args;

use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use jarmo_protocol::client::guard;
use jarmo_protocol::record::RecordReader;
use jarmo_tuning::conduct::{Director, End, Live};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::matches::{Archive, Interrupt};

use args::{CheckArgs, Command, CommandLine, MatchArgs, OpeningsArgs};

fn main() -> ExitCode {
    if let Some(code) = guard::run_if_asked() {
        return code;
    }
    run(&mut anstream::stdout()).unwrap_or_else(|failure| failure.report())
}

fn run(out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let matches = match CommandLine::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Err(error.into()),
        Err(help) => {
            help.print()?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let args = CommandLine::from_arg_matches(&matches)?;
    match &args.command {
        Some(Command::Check(args)) => check(args, out),
        Some(Command::Openings(args)) => write_openings(args, out),
        None => play(&args.of, &matches, out),
    }
}

fn play(args: &MatchArgs, matches: &ArgMatches, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let sprt = args.sprt()?;
    let of = args.to_match(matches)?;
    let interrupt = Arc::new(Interrupt::new());
    let signal = Arc::clone(&interrupt);
    ctrlc::set_handler(move || signal.raise())
        .map_err(|error| format!("can't watch for Ctrl-C: {error}"))?;
    let live = Live::new(&of, args.quiet);
    let complaints = of
        .try_engines(&interrupt)
        .map_err(|error| error.to_string())?;
    for complaint in complaints {
        live.complain(&complaint);
    }
    // Last, so that a mistyped engine leaves no empty record behind.
    let archive = match (&args.resume, &args.record) {
        (Some(path), _) => Archive::resume(path, &of),
        (None, Some(path)) => Archive::create(path),
        (None, None) => Ok(Archive::in_memory()),
    };
    let archive = archive.map_err(|error| error.to_string())?;
    let report = Director::new(&of, sprt, &interrupt, archive, live)
        .run()
        .map_err(|error| format!("can't write the record: {error}"))?;
    if args.json {
        report.write_json(out)?;
    } else {
        report.write_text(out)?;
    }
    Ok(match report.end {
        End::Complete | End::Decided(_) => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(Failure::INTERRUPTED),
        End::Forfeited => ExitCode::FAILURE,
    })
}

fn check(args: &CheckArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let file = File::open(&args.file).map_err(|error| format!("can't read '{name}': {error}"))?;
    let (mut games, mut plies) = (0, 0);
    for record in RecordReader::new(BufReader::new(file)) {
        let record = record.map_err(|error| format!("'{name}' {error}"))?;
        record
            .check()
            .map_err(|error| format!("'{name}' {error}"))?;
        games += 1;
        plies += record.game.moves().len();
    }
    writeln!(
        out,
        "{games} games, {plies} plies: every move legal, every result and every point right"
    )?;
    Ok(ExitCode::SUCCESS)
}

fn write_openings(args: &OpeningsArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let openings = args
        .source
        .openings(args.variant, args.count as usize)
        .map_err(|error| error.to_string())?;
    let words: Vec<String> = std::env::args().skip(1).collect();
    let version = env!("CARGO_PKG_VERSION");
    writeln!(
        out,
        "# Made by jarmo-match {version}: jarmo-match {}",
        words.join(" ")
    )?;
    for opening in openings.iter().take(args.count as usize) {
        writeln!(out, "{opening}")?;
    }
    Ok(ExitCode::SUCCESS)
}
