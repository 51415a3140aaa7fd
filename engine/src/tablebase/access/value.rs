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
    /// Whether the margin holds whatever runs of to-and-fro moves the players are in.
    ///
    /// Otherwise it is an estimate: the value of a game without the to-and-fro rule.
    pub is_exact: bool,
    /// The kind of table that it comes from.
    pub content: Content,
}

impl Value {
    /// What an entry tells, whatever the runs; nothing if no entry has these bytes.
    pub(super) fn of(content: Content, raw: RawEntry) -> Option<Self> {
        let (margin, is_exact) = match content {
            Content::Outcome => match raw.value {
                0 => (0, true),
                1 => (1, true),
                2 => (-1, true),
                _ => (0, false),
            },
            Content::Margin | Content::MarginAndDistance => {
                let entry = Entry::from_bytes([raw.value, raw.plies.unwrap_or_default()])?;
                (i32::from(entry.margin), entry.is_exact())
            }
        };
        Some(Self {
            margin,
            plies: raw.plies.map(u32::from),
            is_exact,
            content,
        })
    }

    /// The value as it holds in `position`.
    ///
    /// With a run at the limit, so that the to-and-fro rule forbids a move now, it is an estimate.
    pub(super) fn within(self, position: &Position) -> Self {
        Self {
            is_exact: self.is_exact && !is_bound_by_runs(position),
            ..self
        }
    }

    /// The value of a game that has ended with `margin`.
    pub(crate) const fn ended(margin: i32) -> Self {
        Self {
            margin,
            plies: Some(0),
            is_exact: true,
            content: Content::MarginAndDistance,
        }
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
            ..next
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

    /// Whether a move of this value is as good as its position's value `best`, as far as both tell.
    #[must_use]
    pub const fn keeps(self, best: Self) -> bool {
        let outcomes_alone =
            matches!(self.content, Content::Outcome) || matches!(best.content, Content::Outcome);
        if outcomes_alone {
            self.outcome() >= best.outcome()
        } else {
            self.margin >= best.margin
        }
    }
}

/// Whether a player could now make a move that the to-and-fro rule forbids.
fn is_bound_by_runs(position: &Position) -> bool {
    let limit = position.rules().rules().run_limit;
    Side::BOTH
        .into_iter()
        .any(|side| position.run(side).is_some_and(|run| run.length() >= limit))
}
