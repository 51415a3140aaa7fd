//! Files of positions from self-play: written once, read many times, never in doubt.
//!
//! A file is two lines of text, which `head -n 2` shows, and blocks of games. All numbers are
//! little-endian.
//!
//! ```text
//! file   = "JARMO POSITIONS 1\n"
//!          header                JSON on one line, see Header, and "\n"
//!          u32                   checksum of both lines
//!          block*
//! block  = u32                   bytes of all its games
//!          u32                   checksum of that number and of the games
//!          game+
//! game   = u32                   its number, greater than the one before
//!          i8                    final margin from White's side, in points
//!          u16                   how many samples follow
//!          sample*
//! sample = u128                  bits 0 to 101: the position, see Position::pack
//!                                bits 102 to 117: i16, searched score, side to move, hundredths
//!                                bits 118 to 127: plies played before
//! ```
//!
//! Checksums are CRC-32. A file that is killed while it grows ends in at most one torn block.

mod block;
mod error;
mod header;
mod reader;
mod transform;
mod writer;

use jarmo_engine::{Position, Side};

pub use block::{RawBlock, encode};
pub use error::DataError;
pub use header::{Header, Recipe};
pub use reader::Reader;
pub use transform::{Transformed, is_held_out, merge, split};
pub use writer::Writer;

/// A position of a game, and what a search of it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position; its move number is not kept.
    pub position: Position,
    /// The searched score, in hundredths of a point for the player to move.
    pub score: i16,
    /// Turns played before, at most [`Sample::MAX_PLY`].
    pub ply: u16,
}

impl Sample {
    /// The last turn before which a position can be kept.
    pub const MAX_PLY: u16 = 1023;
}

/// A game, and those of its positions that are worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledGame {
    /// Its number in the file.
    pub number: u32,
    /// White's points less Black's at the end; 0 for a draw by repetition.
    pub margin: i8,
    /// Positions in the order of play.
    pub samples: Vec<Sample>,
}

impl SampledGame {
    /// The final margin for the player of `side`, in points.
    #[must_use]
    pub fn margin_for(&self, side: Side) -> i32 {
        match side {
            Side::White => i32::from(self.margin),
            Side::Black => -i32::from(self.margin),
        }
    }
}
