//! The moves that threads are searching right now.
//!
//! Threads that share nothing but a transposition table do much work twice. So a
//! thread puts off a move that another one is at: by the time it comes back to it
//! the table often has the answer (after T. Kerrigan's simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::moves::Move;
use crate::position::Position;

/// Less depth than this is sooner searched than put off.
pub(super) const MIN_DEPTH: i32 = 4;

const SLOTS: usize = 1 << 10;

/// Moves in the positions in which they are being searched; a newer one may overwrite an older.
#[derive(Debug)]
pub(super) struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether some thread is at this move.
    pub(super) fn holds(&self, position: &Position, mv: Move) -> bool {
        let key = key(position, mv);
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Notes that a thread begins to search a move.
    pub(super) fn enter(&self, position: &Position, mv: Move) {
        let key = key(position, mv);
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// Notes that it is done.
    pub(super) fn leave(&self, position: &Position, mv: Move) {
        let key = key(position, mv);
        // A note that has been overwritten belongs to another thread.
        let _ = self
            .slot(key)
            .compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % SLOTS]
    }
}

fn key(position: &Position, mv: Move) -> u64 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    position.key() ^ u64::from(mv.bits()).wrapping_mul(SPREAD)
}
