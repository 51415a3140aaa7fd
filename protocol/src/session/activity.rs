//! What the session waits for, and what holds an answer back.

use std::sync::Arc;

use jarmo_engine::Side;
use jarmo_engine::search::{Outcome, SearchControl};
use jarmo_engine::tablebase::Value;

use super::pace::Pace;

/// What the worker does, as far as the client has been told.
pub(super) enum Activity {
    Idle,
    Search(Search),
    /// Perft or bench, which owe no `bestmove`.
    Count(Arc<SearchControl>),
}

/// A search whose `bestmove` has not been written.
pub(super) struct Search {
    pub(super) control: Arc<SearchControl>,
    pub(super) side: Side,
    /// Whether only `stop` releases the answer.
    pub(super) waits_for_stop: bool,
    pub(super) pace: Pace,
    /// What the tables know of the position.
    pub(super) known: Option<Value>,
    /// The result that was told last, proven or known from a table.
    pub(super) told: Option<String>,
    /// The result, once there is one.
    pub(super) outcome: Option<Outcome>,
}

impl Search {
    /// Whether the answer has to wait, even if it is known.
    pub(super) fn is_held(&self) -> bool {
        !self.control.is_stopped() && (self.waits_for_stop || self.control.is_pondering())
    }
}

impl Activity {
    pub(super) fn interrupt(&self) {
        match self {
            Self::Idle => {}
            Self::Search(Search { control, .. }) | Self::Count(control) => control.stop(),
        }
    }

    pub(super) const fn is_idle(&self) -> bool {
        matches!(self, Self::Idle)
    }
}
