//! How a running match is told to end.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, bounded};
use jarmo_engine::search::SearchControl;

/// Signals to all games of a match. The first asks for no new games, the second ends the running ones.
#[derive(Debug)]
pub struct Interrupt {
    finishing: AtomicBool,
    /// Ends the searches of built-in engines.
    control: SearchControl,
    /// Dropped to end all waiting for other engines.
    waiting: Mutex<Option<Sender<Infallible>>>,
    cancel: Receiver<Infallible>,
}

impl Interrupt {
    /// No signal yet.
    #[must_use]
    pub fn new() -> Self {
        let (waiting, cancel) = bounded(0);
        Self {
            finishing: AtomicBool::new(false),
            control: SearchControl::new(),
            waiting: Mutex::new(Some(waiting)),
            cancel,
        }
    }

    /// Asks for the running games to be the last; asked again, ends them too.
    pub fn raise(&self) {
        if self.finishing.swap(true, Ordering::Relaxed) {
            self.abort();
        }
    }

    /// Lets no new game begin.
    pub fn finish(&self) {
        self.finishing.store(true, Ordering::Relaxed);
    }

    /// Ends all games at once.
    pub fn abort(&self) {
        self.finish();
        self.control.stop();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = None;
    }

    /// Whether no new game may begin.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.finishing.load(Ordering::Relaxed)
    }

    /// Whether running games are to end.
    #[must_use]
    pub fn is_aborting(&self) -> bool {
        self.control.is_stopped()
    }

    pub(super) const fn control(&self) -> &SearchControl {
        &self.control
    }

    pub(super) fn cancel(&self) -> Receiver<Infallible> {
        self.cancel.clone()
    }
}

impl Default for Interrupt {
    fn default() -> Self {
        Self::new()
    }
}
