//! Moves: one turn of a player, in two bytes and as text.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::square::Square;
use crate::text::excerpt;

/// One turn: a step along a line, a re-entry, or a step followed by a re-entry.
///
/// As text `a1c2`, `A@b1` or `c3a5A@b1`. Reading accepts any case, and `P` or
/// nothing in the place of the `A`.
///
/// ```
/// use jarmo_engine::Move;
/// let mv: Move = "C3A5@b1".parse()?;
/// assert_eq!(mv.to_string(), "c3a5A@b1");
/// # Ok::<(), jarmo_engine::ParseMoveError>(())
/// ```
// Bits 0 to 4: from; 5 to 9: to, the same circle for a re-entry alone;
// 10 to 14: the re-entry's circle plus one, or 0. Never 0 as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// The legal moves of a position, on the stack.
///
/// No position has more than 105: `traditional`, three mobile archers beside a
/// marked one on the goal row, each of their moves with a re-entry or without.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

pub(crate) const MAX_MOVES: usize = 112;

const FIVE_BITS: u16 = 0b11111;

impl Move {
    const fn pack(from: Square, to: Square, reentry: u16) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 5 | reentry << 10;
        Self(NonZeroU16::new(bits).expect("two circles differ or one is re-entered"))
    }

    /// A step from one circle to another, different one.
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Self {
        debug_assert!(from.index() != to.index());
        Self::pack(from, to, 0)
    }

    /// The re-entry of a captured archer at `at`, as a turn of its own.
    #[must_use]
    pub const fn reentry(at: Square) -> Self {
        Self::pack(
            Square::from_index(0),
            Square::from_index(0),
            at.index() as u16 + 1,
        )
    }

    /// A step followed by a re-entry at `at` in the same turn.
    #[must_use]
    pub const fn step_and_reentry(from: Square, to: Square, at: Square) -> Self {
        debug_assert!(from.index() != to.index());
        Self::pack(from, to, at.index() as u16 + 1)
    }

    /// Where the step goes from and to; `None` for a re-entry alone.
    #[must_use]
    pub const fn squares(self) -> Option<(Square, Square)> {
        let (from, to) = (self.0.get() & FIVE_BITS, self.0.get() >> 5 & FIVE_BITS);
        if from == to {
            None
        } else {
            Some((
                Square::from_index(from as usize),
                Square::from_index(to as usize),
            ))
        }
    }

    /// Where a captured archer re-enters, if one does.
    #[must_use]
    pub const fn reentry_square(self) -> Option<Square> {
        match self.0.get() >> 10 {
            0 => None,
            at => Some(Square::from_index(at as usize - 1)),
        }
    }

    /// The two bytes of a move, for tables.
    pub(crate) const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these two bytes, `None` for bytes that are no move.
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        let (from, to, at) = (bits & FIVE_BITS, bits >> 5 & FIVE_BITS, bits >> 10);
        let on_board =
            usize::from(from.max(to)) < Square::COUNT && usize::from(at) <= Square::COUNT;
        if on_board && (from != to || from == 0) {
            NonZeroU16::new(bits).map(Self)
        } else {
            None
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match (self.squares(), self.reentry_square()) {
            (Some((from, to)), None) => format!("{from}{to}"),
            (Some((from, to)), Some(at)) => format!("{from}{to}A@{at}"),
            (None, Some(at)) => format!("A@{at}"),
            (None, None) => unreachable!("a move is never empty"),
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no move in any position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// The text has another form than a move.
    #[error("'{0}' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1")]
    Form(String),
    /// The step ends where it begins.
    #[error("'{0}' is no move; expected two different circles")]
    SameCircle(String),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ParseMoveError::Form(excerpt(text));
        let square = |text: &str| text.parse::<Square>().map_err(|_| form());
        if !text.is_ascii() {
            return Err(form());
        }
        let (step, at) = match text.split_once('@') {
            Some((before, at)) => {
                let archer = ['A', 'a', 'P', 'p'];
                let step = if before.len() % 2 == 1 {
                    before.strip_suffix(archer).ok_or_else(form)?
                } else {
                    before
                };
                (step, Some(square(at)?))
            }
            None => (text, None),
        };
        match (step.len(), at) {
            (0, Some(at)) => Ok(Self::reentry(at)),
            (4, at) => {
                let (from, to) = (square(&step[..2])?, square(&step[2..])?);
                if from == to {
                    return Err(ParseMoveError::SameCircle(excerpt(text)));
                }
                Ok(at.map_or(Self::step(from, to), |at| {
                    Self::step_and_reentry(from, to, at)
                }))
            }
            _ => Err(form()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_from_text_and_bits() {
        let mut count = 0;
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let text = mv.to_string();
            assert_eq!(text.parse(), Ok(mv));
            assert_eq!(text.to_lowercase().parse(), Ok(mv));
            assert_eq!(text.to_uppercase().parse(), Ok(mv));
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            count += 1;
        }
        assert_eq!(count, 25 * 24 * 26 + 25);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn other_spellings_are_accepted() {
        for (text, canonical) in [
            ("@b1", "A@b1"),
            ("a@b1", "A@b1"),
            ("P@B1", "A@b1"),
            ("p@b1", "A@b1"),
            ("c3a5@b1", "c3a5A@b1"),
            ("C3a5P@B1", "c3a5A@b1"),
            ("A1C2", "a1c2"),
        ] {
            assert_eq!(
                text.parse::<Move>().map(|mv| mv.to_string()),
                Ok(canonical.to_owned())
            );
        }
    }

    #[test]
    fn other_texts_are_refused_by_name() {
        for text in [
            "",
            "0000",
            "a1",
            "a1c",
            "a1c22",
            "a1c6",
            "@",
            "A@",
            "A@f1",
            "Q@b1",
            "AA@b1",
            "a1c2A@",
            "a1c2@b1@c1",
            "a1-c2",
            "a1c2 ",
            "é1c2",
            "a1cé",
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error, ParseMoveError::Form(text.to_owned()));
            assert!(error.to_string().contains("expected"));
        }
        assert_eq!(
            "a1A1".parse::<Move>(),
            Err(ParseMoveError::SameCircle("a1A1".to_owned()))
        );
    }
}
