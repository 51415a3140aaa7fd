//! What a table tells of a position.

use std::cmp::Ordering;

use super::super::entry::Entry;
use super::super::file::Content;
use super::table::RawEntry;
use crate::position::{Position, Run};
use crate::side::Side;

/// The value of a position or a move to a player, as far as a table knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Own points less the opponent's at the end of the game; from [`Content::Outcome`] its sign alone.
    pub margin: i32,
    /// Turns of both players until the game ends, if the table knows them; 0 where the margin is 0.
    pub plies: Option<u32>,
    /// Whether the player surely gets this much, whatever the to-and-fro rule forbids.
    pub is_at_least: bool,
    /// Whether the opponent surely keeps the player from more.
    ///
    /// A value that is neither is an estimate: that of a game without the to-and-fro rule.
    pub is_at_most: bool,
    /// The kind of table that it comes from.
    pub content: Content,
}

impl Value {
    /// What an entry tells of a position whose side to move and whose opponent have these
    /// runs; nothing if no entry has these bytes.
    pub(super) fn of(content: Content, raw: RawEntry, runs: [Reach; 2]) -> Option<Self> {
        let (margin, at_least, at_most) = match content {
            Content::Outcome => match raw.value {
                0 => (0, [true, false], [true, false]),
                1 => (1, [true, false], [true, false]),
                2 => (-1, [true, false], [true, false]),
                _ => (0, [false; 2], [false; 2]),
            },
            Content::Margin | Content::MarginAndDistance => {
                let entry = Entry::from_bytes([raw.value, raw.plies.unwrap_or_default()])?;
                (
                    entry.margin.into(),
                    [entry.is_at_least, entry.is_at_least_longer],
                    [entry.is_at_most, entry.is_at_most_longer],
                )
            }
        };
        let holds = |[short, longer]: [bool; 2], run: Reach| match run {
            Reach::Short => short,
            Reach::Long => longer,
            Reach::Limit => false,
        };
        Some(Self {
            margin,
            plies: raw.plies.map(u32::from),
            is_at_least: holds(at_least, runs[0]),
            is_at_most: holds(at_most, runs[1]),
            content,
        })
    }

    /// The value of a game that has ended with `margin`.
    pub(crate) const fn ended(margin: i32) -> Self {
        Self {
            margin,
            plies: Some(0),
            is_at_least: true,
            is_at_most: true,
            content: Content::MarginAndDistance,
        }
    }

    /// Whether the margin is the value under the whole of the rules.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.is_at_least && self.is_at_most
    }

    /// Whether the table tells the margin, or who wins: a table of outcomes leaves some open.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        !matches!(self.content, Content::Outcome) || self.is_exact()
    }

    /// Who wins: 1 for the player, -1 for the opponent, 0 for nobody.
    #[must_use]
    pub const fn outcome(self) -> i32 {
        self.margin.signum()
    }

    /// The value of a move, by the value of the position after it to the opponent.
    #[must_use]
    pub const fn of_move_to(next: Self) -> Self {
        let plies = match next.plies {
            Some(plies) if next.margin != 0 => Some(plies + 1),
            plies => plies,
        };
        Self {
            plies,
            ..next.reversed()
        }
    }

    /// The same value to the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            margin: -self.margin,
            is_at_least: self.is_at_most,
            is_at_most: self.is_at_least,
            ..self
        }
    }

    /// Orders values by what the player prefers: a larger margin, then a sooner win or a later loss.
    ///
    /// A win of unknown distance comes after the others of its margin, such a loss before them.
    #[must_use]
    pub fn compare(self, other: Self) -> Ordering {
        let rank = |value: Self| {
            let plies = value.plies.map_or(i64::MAX, i64::from);
            (value.margin, if value.margin > 0 { -plies } else { plies })
        };
        rank(self).cmp(&rank(other))
    }

    /// Whether a move of this value surely keeps its position's value `best`, as far as both tell.
    #[must_use]
    pub const fn keeps(self, best: Self) -> bool {
        self.is_at_least && self.reaches(best)
    }

    /// Whether a move of this value surely gives less than `best`, as far as both tell.
    #[must_use]
    pub const fn misses(self, best: Self) -> bool {
        self.is_at_most && !self.reaches(best)
    }

    /// Whether the margin is no less than that of `best`; where one of them is an outcome, its sign.
    pub(super) const fn reaches(self, best: Self) -> bool {
        let outcomes_alone =
            matches!(self.content, Content::Outcome) || matches!(best.content, Content::Outcome);
        if outcomes_alone {
            self.outcome() >= best.outcome()
        } else {
            self.margin >= best.margin
        }
    }
}

/// How near a player's run is to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It can go on twice or more; so can one that has not begun.
    Short,
    /// It can go on once.
    Long,
    /// The to-and-fro rule may forbid the next move.
    Limit,
}

impl Reach {
    /// Of the side to move and of its opponent.
    pub(super) fn of_both(position: &Position) -> [Self; 2] {
        let side = position.side_to_move();
        [side, !side].map(|side| Self::of(position, side))
    }

    fn of(position: &Position, side: Side) -> Self {
        let length = position.run(side).map_or(0, Run::length);
        let limit = position.rules().rules().run_limit;
        if length >= limit {
            Self::Limit
        } else if Entry::covers(position.rules(), length) {
            Self::Short
        } else {
            Self::Long
        }
    }
}
