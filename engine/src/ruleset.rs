//! The published rule sets, as data: what differs between them, and nothing else.

use std::fmt;
use std::str::FromStr;

use crate::text::excerpt;

/// One of the three published rule sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// The rules of the site where Jarmo is played online.
    #[default]
    Jarmo,
    /// The rules of the encyclopedia article.
    Traditional,
    /// The article's Polish variant, without backward moves.
    Jasir,
}

/// What a rule set decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether an archer may move to a rank nearer its own first row.
    pub backward_moves: bool,
    /// When a captured archer may come back.
    pub reentry: Reentry,
    /// The longest legal run of to-and-fro moves.
    pub run_limit: u8,
}

/// When a captured archer may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reentry {
    /// Instead of a move.
    OwnTurn,
    /// After a move, as part of the same turn.
    WithMove,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [Self; 3] = [Self::Jarmo, Self::Traditional, Self::Jasir];

    const RULES: [Rules; 3] = [
        Rules {
            backward_moves: true,
            reentry: Reentry::OwnTurn,
            run_limit: 4,
        },
        Rules {
            backward_moves: true,
            reentry: Reentry::WithMove,
            run_limit: 3,
        },
        Rules {
            backward_moves: false,
            reentry: Reentry::WithMove,
            run_limit: 3,
        },
    ];

    /// What this rule set decides.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        &Self::RULES[self as usize]
    }

    /// The name used in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jarmo => "jarmo",
            Self::Traditional => "traditional",
            Self::Jasir => "jasir",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no rule set; expected jarmo, traditional or jasir")]
pub struct ParseRuleSetError(String);

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rules| rules.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleSetError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::RuleSet;

    #[test]
    fn names_read_back_and_others_are_refused() {
        for rules in RuleSet::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.name().to_uppercase().parse(), Ok(rules));
        }
        let error = "chess".parse::<RuleSet>().unwrap_err().to_string();
        assert_eq!(
            error,
            "'chess' is no rule set; expected jarmo, traditional or jasir"
        );
    }
}
