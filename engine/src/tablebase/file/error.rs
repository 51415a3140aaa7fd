//! Why a tablebase file can't be used, in one line that names the file.

use std::io;

use super::super::class::Layer;
use super::layout::Content;
use crate::ruleset::RuleSet;

/// A file that can't be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("tablebase {file}: {fault}")]
pub struct FileError {
    /// The file, as the user named it.
    pub file: String,
    /// What is wrong with it.
    pub fault: FileFault,
}

/// What is wrong with a tablebase file.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// The system refuses to read or write it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins with other bytes.
    #[error("no tablebase; expected a file that begins with JARMOTB")]
    Foreign,
    /// It was written by another version.
    #[error("version {0}; expected {expected}", expected = super::VERSION)]
    Version(u16),
    /// A field of the header has no meaning, or not the one that follows from the others.
    #[error("{field} {found} in the header; expected {expected}")]
    Header {
        /// The field.
        field: &'static str,
        /// What it says.
        found: u64,
        /// What it may say.
        expected: String,
    },
    /// The header and the directory of blocks differ from their checksum.
    #[error("damaged directory: checksum {found:08x}; expected {expected:08x}")]
    Directory {
        /// The checksum of what is there.
        found: u32,
        /// The checksum that stands in the file.
        expected: u32,
    },
    /// The file is shorter or longer than its directory says.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// Its size.
        found: u64,
        /// The size that follows from its header and directory.
        expected: u64,
    },
    /// A block differs from its checksum, or does not decompress to its entries.
    #[error("damaged block {block} of {count}: {reason}")]
    Block {
        /// Its number, from 0.
        block: usize,
        /// The number of blocks.
        count: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It tells less than is needed.
    #[error("{found} alone; expected {expected}")]
    Content {
        /// What it tells.
        found: Content,
        /// What is needed.
        expected: Content,
    },
    /// Its checksums are right, but it holds bytes that no solver writes.
    #[error("bytes that are no entries, with right checksums; expected a file that was built")]
    Entries,
    /// It is asked for one table and holds another.
    #[error("layer {layer} of {rules}; expected layer {expected_layer} of {expected_rules}")]
    Other {
        /// Its layer.
        layer: Layer,
        /// Its rule set.
        rules: RuleSet,
        /// The layer asked for.
        expected_layer: Layer,
        /// The rule set asked for.
        expected_rules: RuleSet,
    },
}

impl FileFault {
    /// The error of a file called `file`.
    pub(super) fn of(self, file: &str) -> FileError {
        FileError {
            file: file.to_owned(),
            fault: self,
        }
    }
}
