//! When a search ends, and how another thread ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::moves::Move;

/// Independent limits of a search; whichever is reached first ends it.
///
/// The default has none: such a search runs until it is stopped, or until it
/// has reached the greatest depth. With `nodes`, `move_time` or `infinite`, and neither
/// `depth`, `clock` nor `mate`, what is left then goes to proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Finished iterations.
    pub depth: Option<u32>,
    /// Positions searched, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this move, exactly.
    pub move_time: Option<Duration>,
    /// The clock of the player to move, out of which the search takes a share.
    pub clock: Option<Clock>,
    /// A proven win in at most this many own moves ends the search.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// Only the stop signal ends the search, whatever has been proven, or that nothing is left to search and prove.
    pub infinite: bool,
}

/// What is left on a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the moves to go.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the clock is set anew; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time lost between the engine and the clock with each move.
    pub overhead: Duration,
}

/// Signals from other threads to a running search.
#[derive(Debug)]
pub struct SearchControl {
    stop: AtomicBool,
    pondering: AtomicBool,
    began_pondering: bool,
}

impl SearchControl {
    /// Signals of a search on the player's own time.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(false)
    }

    /// Signals of a search on the opponent's time: time limits count from [`Self::ponder_hit`] on.
    #[must_use]
    pub const fn pondering() -> Self {
        Self::with(true)
    }

    const fn with(pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            began_pondering: pondering,
        }
    }

    /// Ends the search at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent made the expected move: from now on time counts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has been asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether time does not count yet.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Whether the search began on the opponent's time.
    pub(super) const fn has_pondered(&self) -> bool {
        self.began_pondering
    }
}

impl Default for SearchControl {
    fn default() -> Self {
        Self::new()
    }
}
