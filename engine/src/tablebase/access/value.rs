//! What a table tells of a position.

use std::cmp::Ordering;

use super::super::entry::Entry;
use super::super::file::Content;
use super::table::RawEntry;
use crate::position::Position;
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
    /// What an entry tells, whatever the runs; nothing if no entry has these bytes.
    pub(super) fn of(content: Content, raw: RawEntry) -> Option<Self> {
        let (margin, is_at_least, is_at_most) = match content {
            Content::Outcome => match raw.value {
                0 => (0, true, true),
                1 => (1, true, true),
                2 => (-1, true, true),
                _ => (0, false, false),
            },
            Content::Margin | Content::MarginAndDistance => {
                let entry = Entry::from_bytes([raw.value, raw.plies.unwrap_or_default()])?;
                (entry.margin.into(), entry.is_at_least, entry.is_at_most)
            }
        };
        Some(Self {
            margin,
            plies: raw.plies.map(u32::from),
            is_at_least,
            is_at_most,
            content,
        })
    }

    /// The value as it holds in `position`: the to-and-fro rule may forbid a side whose
    /// run is at the limit the very move that it needs.
    pub(super) fn within(self, position: &Position) -> Self {
        let side = position.side_to_move();
        Self {
            is_at_least: self.is_at_least && !is_run_too_long(position, side),
            is_at_most: self.is_at_most && !is_run_too_long(position, !side),
            ..self
        }
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
            margin: -next.margin,
            plies,
            is_at_least: next.is_at_most,
            is_at_most: next.is_at_least,
            content: next.content,
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
        let outcomes_alone =
            matches!(self.content, Content::Outcome) || matches!(best.content, Content::Outcome);
        self.is_at_least
            && if outcomes_alone {
                self.outcome() >= best.outcome()
            } else {
                self.margin >= best.margin
            }
    }
}

/// Whether `side`'s run is so long that the flags of entries do not speak of it.
fn is_run_too_long(position: &Position, side: Side) -> bool {
    let run = position.run(side);
    run.is_some_and(|run| !Entry::covers(position.rules(), run.length()))
}
