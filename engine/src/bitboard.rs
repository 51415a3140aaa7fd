//! Sets of circles in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::square::Square;

/// A set of circles: bit n is the circle with number n, a1 first.
///
/// `&`, `|`, `^`, `!` and `-` are the operations on sets.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u32);

impl Bitboard {
    /// The set without a circle.
    pub const EMPTY: Self = Self(0);
    /// All 25 circles.
    pub const FULL: Self = Self((1 << Square::COUNT) - 1);

    /// The set of one circle.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << (square.index() & 31))
    }

    /// The five circles of a rank, 0 for rank 1.
    pub(crate) const fn rank(rank: u8) -> Self {
        Self(0b11111 << (rank * Square::WIDTH))
    }

    /// The set as a number: bit n is the circle with number n.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The set with these [bits](Self::bits), none above the 25th.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        debug_assert!(bits & !Self::FULL.0 == 0);
        Self(bits)
    }

    /// Its subsets of `size` circles.
    pub(crate) fn subsets(self, size: u32) -> impl Iterator<Item = Self> {
        let mut next = (self.len() >= size).then_some(self);
        let all = std::iter::from_fn(move || {
            let subset = next?;
            next = (!subset.is_empty()).then(|| Self((subset.0 - 1) & self.0));
            Some(subset)
        });
        all.filter(move |subset| subset.len() == size)
    }

    /// The set with rank 1 put in the place of rank 5, rank 2 in that of rank 4, and the reverse.
    pub(crate) const fn with_ranks_reversed(self) -> Self {
        let outer = self.0 << 20 | self.0 >> 20;
        let inner = (self.0 & Self::rank(1).0) << 10 | self.0 >> 10 & Self::rank(1).0;
        Self(outer & Self::FULL.0 | inner | self.0 & Self::rank(2).0)
    }

    /// The union with `other`, in constants too.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The circles of both sets, in constants too.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set holds `square`.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Whether the set holds no circle.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of circles in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first circle of the set: the lowest rank, then the lowest file.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as usize))
        }
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Sub for Bitboard {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self::FULL - self
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The circles of a [`Bitboard`], rank by rank from a1.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::WIDTH).rev() {
            write!(f, "\n{} ", rank + 1)?;
            for square in (0..Square::WIDTH).filter_map(|file| Square::new(file, rank)) {
                f.write_str(if self.has(square) { " X" } else { " ." })?;
            }
        }
        f.write_str("\n   a b c d e\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Bitboard {
        text.split_whitespace()
            .map(|name| name.parse::<Square>().unwrap())
            .collect()
    }

    #[test]
    fn operators_are_those_of_sets() {
        let (left, right) = (set("a1 b3 e5"), set("b3 c2"));
        assert_eq!(left & right, set("b3"));
        assert_eq!(left | right, set("a1 b3 c2 e5"));
        assert_eq!(left ^ right, set("a1 c2 e5"));
        assert_eq!(left - right, set("a1 e5"));
        assert_eq!((!left).len(), 22);
        assert_eq!(!!left, left);
        assert_eq!(!Bitboard::EMPTY, Bitboard::FULL);
        assert_eq!(Bitboard::EMPTY.first(), None);
    }

    #[test]
    fn iteration_visits_each_circle_once_in_order() {
        assert_eq!(
            Bitboard::FULL.into_iter().collect::<Vec<_>>(),
            Square::all().collect::<Vec<_>>()
        );
        let names: Vec<String> = set("e5 a1 c3").into_iter().map(|s| s.to_string()).collect();
        assert_eq!(names, ["a1", "c3", "e5"]);
        assert_eq!(set("e5 a1 c3").into_iter().len(), 3);
    }

    #[test]
    fn subsets_are_all_of_their_size() {
        let found: Vec<Bitboard> = set("a1 c3 e5").subsets(2).collect();
        assert_eq!(found, [set("c3 e5"), set("a1 e5"), set("a1 c3")]);
        assert_eq!(set("a1 c3").subsets(0).count(), 1);
        assert_eq!(set("a1 c3").subsets(3).count(), 0);
    }

    #[test]
    fn debug_draws_the_board() {
        let picture = "\n5  . . . . X\n4  . . . . .\n3  . X . . .\n2  . . . . .\n1  X . . . .\n   a b c d e\n";
        assert_eq!(format!("{:?}", set("a1 b3 e5")), picture);
    }
}
