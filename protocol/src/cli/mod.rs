//! The command line: what people type in a shell, and what they get back.
//!
//! Each subcommand writes to a stream and returns an error; this module alone
//! turns errors into messages and exit codes. A reader that closes our output
//! early (`jarmo analyse | head -1`) has had enough, which is no error.

mod analyse;
mod args;
mod bench;
mod diagram;
mod error;
mod json;
mod perft;
mod play;
mod table;
mod tablebase;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use args::{Command, CommandLine};
use error::Error;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let command = match CommandLine::try_parse() {
        Ok(CommandLine { command: None }) => return jarmo_protocol::session::run_stdio(),
        Ok(CommandLine {
            command: Some(command),
        }) => command,
        Err(error) if error.use_stderr() => return report(&Error::from(error)),
        Err(help) => {
            // A reader who closes the help early has read enough of it.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match execute(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

fn execute(command: &Command) -> Result<(), Error> {
    let out = &mut anstream::stdout().lock();
    match command {
        Command::Analyse(args) => analyse::run(args, out),
        Command::Play(args) => play::run(args, &mut io::stdin().lock(), out),
        Command::Perft(args) => perft::run(args, out),
        Command::Diagram(args) => diagram::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Tablebase(args) => tablebase::run(args, out),
    }?;
    Ok(out.flush()?)
}

fn report(error: &Error) -> ExitCode {
    if !error.is_closed_output() {
        // Where stderr is closed too, nobody is left to tell.
        let _ = writeln!(anstream::stderr(), "{error}");
    }
    error.exit_code()
}
