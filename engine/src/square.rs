//! The 25 circles of the board, and tables indexed by them.
//!
//! A circle is a number only inside this module; everywhere else it is a
//! [`Square`], so an index that leaves the board can't be written.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::text::excerpt;

/// One of the 25 circles, `a1` to `e5`.
///
/// ```
/// use jarmo_engine::Square;
/// let square: Square = "B3".parse()?;
/// assert_eq!((square.file(), square.rank()), (1, 2));
/// assert_eq!(square.to_string(), "b3");
/// # Ok::<(), jarmo_engine::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of circles.
    pub const COUNT: usize = 25;
    /// Number of files, and of ranks.
    pub const WIDTH: u8 = 5;

    /// The circle on `file` (0 for a) and `rank` (0 for rank 1), if on the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::WIDTH && rank < Self::WIDTH {
            Some(Self(rank * Self::WIDTH + file))
        } else {
            None
        }
    }

    /// The circle with number `index` (a1 = 0, b1 = 1, … e5 = 24).
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The circle's number, rank by rank from a1.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// All circles from a1 to e5, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The file, 0 (a) to 4 (e).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::WIDTH
    }

    /// The rank, 0 (rank 1) to 4 (rank 5).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::WIDTH
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.file()),
            char::from(b'1' + self.rank())
        )
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no circle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no circle; expected a1 to e5")]
pub struct ParseSquareError(String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [file, rank] => Self::new(
                file.to_ascii_lowercase().wrapping_sub(b'a'),
                rank.wrapping_sub(b'1'),
            ),
            _ => None,
        }
        .ok_or_else(|| ParseSquareError(excerpt(text)))
    }
}

/// A value for every circle.
///
/// It has room for 32, so that an index of five bits needs no bounds check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareMap<T>([T; 32]);

impl<T: Copy> SquareMap<T> {
    /// Wraps values in the order of [`Square::all`]; `filler` fills the unused room.
    pub(crate) const fn new(values: [T; Square::COUNT], filler: T) -> Self {
        let mut room = [filler; 32];
        let mut index = 0;
        while index < Square::COUNT {
            room[index] = values[index];
            index += 1;
        }
        Self(room)
    }

    /// The value of `square`, in constants too.
    pub(crate) const fn get(&self, square: Square) -> T {
        self.0[square.index() & 31]
    }
}

impl<T> Index<Square> for SquareMap<T> {
    type Output = T;

    fn index(&self, square: Square) -> &T {
        &self.0[square.index() & 31]
    }
}

impl<T> IndexMut<Square> for SquareMap<T> {
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index() & 31]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circle_reads_back_in_both_cases() {
        let all: Vec<Square> = Square::all().collect();
        assert_eq!(all.len(), 25);
        for square in all {
            let text = square.to_string();
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn other_texts_are_refused_by_name() {
        for text in ["", "a", "a0", "a6", "f1", "1a", "a1 ", "`1", "ä1", "a11"] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains(&format!("'{text}'")), "{error}");
        }
        assert_eq!(Square::new(5, 0), None);
        assert_eq!(Square::new(0, 5), None);
    }
}
