//! How the programs of this crate end early: one line on stderr and an exit code.

use std::io::{self, Write as _};
use std::process::ExitCode;

use jarmo_engine::TableError;

use crate::data::DataError;

/// Why a program ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked for can't be done.
    #[error("error: {0}")]
    Request(String),
    /// Nothing can be written to stdout.
    #[error("error: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// As a shell reports an interrupted program.
    pub const INTERRUPTED: u8 = 130;

    /// Tells what is wrong, and gives the code to leave with. A closed stdout is no failure.
    #[must_use]
    pub fn report(&self) -> ExitCode {
        if matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        // Where stderr is closed too, nobody is left to tell.
        let _ = writeln!(anstream::stderr(), "{self}");
        ExitCode::from(2)
    }
}

impl From<clap::Error> for Failure {
    /// Keeps what was wrong, on one line, and drops clap's usage and hints.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let what = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = what.split_whitespace().collect();
        let line = words.join(" ");
        Self::Request(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Request(message)
    }
}
