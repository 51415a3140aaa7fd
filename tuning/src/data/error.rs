//! What can be wrong with a file of positions.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file of positions can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system refuses.
    #[error("'{}': {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is such a file.
    #[error("'{}' exists; expected a new file{hint}", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// What else could be done.
        hint: &'static str,
    },
    /// It is another kind of file.
    #[error("'{}' is no file of positions; expected 'JARMO POSITIONS 1' in its first line", .0.display())]
    Foreign(PathBuf),
    /// The header.
    #[error("'{}' header: {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// A block.
    #[error("'{}' block {block}: {reason}", path.display())]
    Block {
        /// The file.
        path: PathBuf,
        /// The block's number, from 1.
        block: usize,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// Files that don't belong together.
    #[error("'{}': {reason}", path.display())]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        reason: String,
    },
}

impl DataError {
    /// For `map_err` of what the system says about `path`.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }

    /// There is a file called `path` already.
    pub(crate) fn exists(path: &Path, hint: &'static str) -> Self {
        Self::Exists {
            path: path.to_owned(),
            hint,
        }
    }
}
