//! The `jarmo` program: the protocol loop for programs, subcommands for people.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
