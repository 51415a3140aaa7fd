//! What a table says of one position with one side to move.

/// The value of a position from the side of the player to move, in two bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Own points less the opponent's at the end, -10 to 10; 0 for an endless game too.
    pub margin: i8,
    /// Turns of both sides until the end, the winner taking the shortest way and the loser the longest;
    /// 0 where the margin is 0.
    pub distance: u8,
    /// Whether the margin is the one under the whole of the rules, for both sides' runs short of the limit by
    /// one or more; otherwise it is an estimate, the value of a game without the to-and-fro rule.
    pub exact: bool,
}

impl Entry {
    /// The largest margin: ten points against none.
    pub const MAX_MARGIN: i8 = 10;

    /// Value byte (twice the margin plus 10, and 1 if exact) and distance byte.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 2] {
        let above = (self.margin + Self::MAX_MARGIN).cast_unsigned();
        [2 * above + self.exact as u8, self.distance]
    }

    /// A value byte, exact only if it was and its margin is `margin`.
    pub(super) const fn exact_only_at(value: u8, margin: i8) -> u8 {
        let [exact, _] = Self {
            margin,
            distance: 0,
            exact: true,
        }
        .to_bytes();
        if value == exact { value } else { value & !1 }
    }

    /// The reverse of [`Self::to_bytes`]; `None` for a value byte or a distance that no entry has.
    #[must_use]
    pub const fn from_bytes([value, distance]: [u8; 2]) -> Option<Self> {
        let margin = (value / 2).cast_signed() - Self::MAX_MARGIN;
        if margin > Self::MAX_MARGIN || (margin == 0 && distance != 0) {
            return None;
        }
        Some(Self {
            margin,
            distance,
            exact: value % 2 == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_from_their_bytes() {
        let mut count = 0;
        for bytes in (0..=u8::MAX).flat_map(|value| (0..=u8::MAX).map(move |d| [value, d])) {
            if let Some(entry) = Entry::from_bytes(bytes) {
                assert_eq!(entry.to_bytes(), bytes);
                assert!(entry.margin.abs() <= Entry::MAX_MARGIN);
                count += 1;
            }
        }
        assert_eq!(count, 20 * 2 * 256 + 2);
    }
}
