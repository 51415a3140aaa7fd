//! Tablebase files: one layer of one rule set, in blocks that are read singly.
//!
//! A layer is solved, checked and used as a whole, so it is one file: there or not
//! there, and named after what it holds. All numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | the magic bytes `JARMOTB` and 0 |
//! | 2 | version, [`VERSION`] |
//! | 1 | rule set: 0 `jarmo`, 1 `traditional`, 2 `jasir` |
//! | 1 | the weight of the layer |
//! | 1 | [`Content`] |
//! | 1 | size of a decompressed block, as a power of two |
//! | 2 | 0 |
//! | 8 | entries, of all classes and both sides to move |
//! | 4 | blocks |
//! | 8 for each block | directory: compressed bytes (4) and their CRC-32 (4) |
//! | 4 | CRC-32 of everything above |
//! | the rest | the blocks, one after another |
//!
//! The entries come class by class in the order of [`Layer::classes`](super::Layer::classes), White to move
//! before Black to move, each such *section* in the order of the index. A section begins
//! a new block. A block is a zstd frame; decompressed it holds the values of its entries,
//! then their distances if the content has them, and has the size that the header tells
//! unless it is the last of its section.

mod error;
mod layout;
mod read;
mod solved;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FileError, FileFault};
pub use layout::{Content, Description, Section};
pub use read::TableFile;
pub use solved::write_layer;
pub use write::{Planes, WriteOptions, write};

/// The version of the format, of the order of classes and positions in it, and of what entries say.
pub const VERSION: u16 = 2;

/// Sizes of decompressed blocks, as powers of two.
const BLOCK_LOGS: std::ops::RangeInclusive<u8> = 12..=24;

const MAGIC: [u8; 8] = *b"JARMOTB\0";
