//! The two players.

use std::fmt;
use std::ops::Not;

/// A player. White starts on rank 1, Black on rank 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player whose first row is rank 1.
    White,
    /// The player whose first row is rank 5.
    Black,
}

impl Side {
    /// Both players, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}
