//! Why a subcommand failed, as the user is told.

use std::fmt;
use std::io;
use std::process::ExitCode;

use jarmo_engine::ParsePositionError;

/// What ends a subcommand early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command line says something that can't be.
    #[error("error: {0}")]
    Usage(String),
    /// A position can't be read.
    #[error("error: {0}")]
    Position(BadPosition),
    /// The machine refused something: memory, a file, a signal.
    #[error("error: {0}")]
    System(String),
    /// Ctrl-C came before the work was done; this says how far it got.
    #[error("{0}")]
    Interrupted(String),
    /// Nothing more can be written to stdout or read from stdin.
    #[error("error: {0}")]
    Stream(#[from] io::Error),
}

impl Error {
    /// Whether our reader has gone, which ends the program quietly.
    pub(crate) fn is_closed_output(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// 2 for a bad command line, 1 for other failures, 130 after Ctrl-C as shells have it, 0 for
    /// a closed stdout.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) | Self::Position(_) => ExitCode::from(2),
            _ if self.is_closed_output() => ExitCode::SUCCESS,
            Self::Interrupted(_) => ExitCode::from(130),
            Self::System(_) | Self::Stream(_) => ExitCode::FAILURE,
        }
    }
}

impl From<clap::Error> for Error {
    /// Keeps what was wrong, on one line, and drops clap's usage and hints.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let what = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = what.split_whitespace().collect();
        let line = words.join(" ");
        Self::Usage(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
    }
}

/// A position that can't be read, with the text itself.
#[derive(Debug)]
pub(crate) struct BadPosition {
    pub(crate) text: String,
    pub(crate) error: ParsePositionError,
}

/// What is wrong, then the text with carets under the wrong field.
impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.error.span();
        let before = self.text[..span.start].chars().count();
        let width = self.text[span].chars().count().max(1);
        let printable = self.text.replace(char::is_control, " ");
        writeln!(f, "{}", self.error)?;
        writeln!(f, "  {printable}")?;
        write!(f, "  {:before$}{:^<width$}", "", "")
    }
}

#[cfg(test)]
mod tests {
    use super::BadPosition;
    use jarmo_engine::{Position, RuleSet};

    fn message(text: &str) -> String {
        let error = Position::parse(text, RuleSet::Jarmo).unwrap_err();
        BadPosition {
            text: text.to_owned(),
            error,
        }
        .to_string()
    }

    #[test]
    fn carets_stand_under_the_wrong_field() {
        assert_eq!(
            message("aaaaa/5/5/5/AAAAA x"),
            "side to move 'x': expected w or b\n  aaaaa/5/5/5/AAAAA x\n                    ^"
        );
        assert!(
            message("aäaaa/5/5/5/AAAAA w")
                .ends_with("\n  aäaaa/5/5/5/AAAAA w\n  ^^^^^^^^^^^^^^^^^")
        );
        assert!(message("5/5/5/5/A4\twwü").ends_with("\n  5/5/5/5/A4 wwü\n             ^^^"));
        assert!(message("5/5/5/5/A4").ends_with("\n  5/5/5/5/A4\n            ^"));
    }
}
