//! What a table says of one position with one side to move.

use crate::ruleset::RuleSet;

/// The value of a position from the side of the player to move, in two bytes.
///
/// The margin is that of a game without the to-and-fro rule, in layers that are
/// [solved with runs](super::Layer::is_solved_with_runs) that of the game if neither side has a run. Under the whole
/// of the rules it may be another one. Two flags tell that it is not larger, and not smaller. What a player surely gets
/// it also gets with further marks on its archers: flags allow for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Own points less the opponent's at the end, -10 to 10; 0 for an endless game too.
    pub margin: i8,
    /// Turns of both sides until the end, the winner taking the shortest way and the loser the longest;
    /// 0 where the margin is 0.
    pub distance: u8,
    /// Whether the player to move surely gets this margin, as long as its run is [covered](Self::covers), and whatever
    /// the opponent's run is.
    pub is_at_least: bool,
    /// Whether the opponent surely keeps the player to move from more, as long as the opponent's run is
    /// [covered](Self::covers), and whatever the run of the player to move is.
    pub is_at_most: bool,
    /// Whether [`Self::is_at_least`] holds with a run of the player to move that can go on once more, too.
    pub is_at_least_longer: bool,
    /// Whether [`Self::is_at_most`] holds with a run of the opponent that can go on once more, too.
    pub is_at_most_longer: bool,
}

impl Entry {
    /// The largest margin: ten points against none.
    pub const MAX_MARGIN: i8 = 10;

    /// Whether the margin is the value under the whole of the rules, as long as both sides' runs are
    /// [covered](Self::covers).
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.is_at_least && self.is_at_most
    }

    /// Whether the flags of entries speak of a player with a run of this length (0 for none): one that can go on
    /// twice or more.
    #[must_use]
    pub const fn covers(rules: RuleSet, run: u8) -> bool {
        run + 2 <= rules.rules().run_limit
    }

    /// Value byte and distance byte.
    ///
    /// The value byte is 9 times the margin plus 10, and 3 if it is at least that, 6 if with longer runs too, and
    /// 1 and 2 likewise if it is at most that.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 2] {
        let above = (self.margin + Self::MAX_MARGIN).cast_unsigned();
        let at_least = self.is_at_least as u8 + (self.is_at_least && self.is_at_least_longer) as u8;
        let at_most = self.is_at_most as u8 + (self.is_at_most && self.is_at_most_longer) as u8;
        [9 * above + 3 * at_least + at_most, self.distance]
    }

    /// The reverse of [`Self::to_bytes`]; `None` for a value byte or a distance that no entry has.
    #[must_use]
    pub const fn from_bytes([value, distance]: [u8; 2]) -> Option<Self> {
        let margin = (value / 9).cast_signed() - Self::MAX_MARGIN;
        if margin > Self::MAX_MARGIN || (margin == 0 && distance != 0) {
            return None;
        }
        let (at_least, at_most) = (value % 9 / 3, value % 3);
        Some(Self {
            margin,
            distance,
            is_at_least: at_least > 0,
            is_at_most: at_most > 0,
            is_at_least_longer: at_least > 1,
            is_at_most_longer: at_most > 1,
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
        assert_eq!(count, 9 * (20 * 256 + 1));
    }
}
