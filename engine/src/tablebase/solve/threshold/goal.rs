//! What is to be solved: who proves which margin, and how the to-and-fro rule is taken.

use std::fmt;

use crate::board::is_forward;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;

/// How the to-and-fro rule, which positions in a table know nothing of, is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Runs {
    /// Not at all: the game without the rule.
    #[default]
    Ignored,
    /// Against the prover: whatever it proves it can also force under the rule.
    AgainstProver,
    /// Against the opponent: whatever is not proved can't be forced under the rule either.
    AgainstOpponent,
}

/// A question to be answered for every position: can `prover` force a final margin of at least `margin`?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The rules that are played.
    pub rules: RuleSet,
    /// The side that tries to force the margin.
    pub prover: Side,
    /// The least final margin, in points, from the prover's side. Endless play fails any goal: a margin of 0 asks
    /// whether the prover can bring about an end that is no loss.
    pub margin: i8,
    /// How the to-and-fro rule is taken.
    pub runs: Runs,
}

impl Goal {
    /// Whether the game's ending with these points reaches the goal, `own` being those of `mover`.
    pub(super) fn is_met(self, mover: Side, own: i32, other: i32) -> bool {
        let margin = if mover == self.prover {
            own - other
        } else {
            other - own
        };
        margin >= i32::from(self.margin)
    }

    /// The side whose backward steps count only in pairs.
    pub(super) fn restricted(self) -> Option<Side> {
        match self.runs {
            Runs::Ignored => None,
            Runs::AgainstProver => Some(self.prover),
            Runs::AgainstOpponent => Some(!self.prover),
        }
    }

    /// Whether `mover` keeps all that it gains: a prover for whom any one turn is enough.
    pub(super) fn only_adds(self, mover: Side) -> bool {
        self.prover == mover && self.restricted() != Some(mover)
    }

    /// Whether one step that serves `mover` is enough, whatever its run.
    pub(super) fn suffices(self, mover: Side, (from, to): (Square, Square)) -> bool {
        self.restricted() != Some(mover) || is_forward(mover, from, to)
    }
}

/// A name for files: rules, prover, margin and treatment of runs.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = match self.runs {
            Runs::Ignored => "",
            Runs::AgainstProver => "-surely",
            Runs::AgainstOpponent => "-possibly",
        };
        let prover = match self.prover {
            Side::White => "white",
            Side::Black => "black",
        };
        write!(f, "{}-{prover}-{}{runs}", self.rules, self.margin)
    }
}
