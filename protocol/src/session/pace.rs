//! How fast lines may follow each other, so that no client drowns in them.
//!
//! A position with few moves is searched to the greatest depth within a millisecond.
//! A client gets the first depths of such a search at once; of the rest only the
//! newest counts, which waits until there is room again or the search has ended.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, at, never};
use jarmo_engine::search::{Bound, Line};

/// Depths that a search may write at once, whatever the number of their lines. A line that
/// belongs to no finished depth counts as one.
const BURST: u64 = 8;
/// Depths that it may write in each millisecond after that.
const DEPTHS_A_MILLISECOND: u64 = 2;
/// How long a line waits before it is tried again.
const WAIT: Duration = Duration::from_millis(1);

/// The lines of one search: of how many depths they were written, and which wait.
#[derive(Debug)]
pub(super) struct Pace {
    written: u64,
    /// The lines of the newest finished depth, if there was no room for them.
    held: Vec<Line>,
    /// Fires when the lines that wait are to be tried again.
    due: Receiver<Instant>,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            written: 0,
            held: Vec::new(),
            due: never(),
        }
    }
}

impl Pace {
    fn has_room(&self, elapsed: Duration) -> bool {
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        self.written < BURST.saturating_add(milliseconds.saturating_mul(DEPTHS_A_MILLISECOND))
    }

    /// Whether a line that nobody will miss may be written; if so it counts.
    pub(super) fn admits(&mut self, elapsed: Duration) -> bool {
        let has_room = self.has_room(elapsed);
        self.written += u64::from(has_room);
        has_room
    }

    /// Gives the line back if it is to be written now. All lines of a depth share a fate.
    pub(super) fn pass(&mut self, line: Line) -> Option<Line> {
        if line.bound != Bound::Exact {
            return self.admits(line.elapsed).then_some(line);
        }
        let waits = if line.rank == 1 {
            self.held.clear();
            !self.has_room(line.elapsed)
        } else {
            !self.held.is_empty()
        };
        if waits {
            if self.held.is_empty() {
                self.due = at(Instant::now() + WAIT);
            }
            self.held.push(line);
            return None;
        }
        self.written += u64::from(line.rank == 1);
        Some(line)
    }

    /// The lines that wait, which are now to be written.
    pub(super) fn take_held(&mut self) -> Vec<Line> {
        self.due = never();
        self.written += u64::from(!self.held.is_empty());
        std::mem::take(&mut self.held)
    }

    /// Fires when [`Self::take_held`] is due.
    pub(super) fn due(&self) -> &Receiver<Instant> {
        &self.due
    }
}

#[cfg(test)]
mod tests {
    use jarmo_engine::Score;

    use jarmo_engine::search::Margins;

    use super::*;

    fn line(depth: u32, rank: usize, microseconds: u64) -> Line {
        Line {
            depth,
            selective_depth: depth,
            rank,
            score: Score::DRAW,
            bound: Bound::Exact,
            proven_by: None,
            margins: Margins::ALL,
            nodes: 1,
            elapsed: Duration::from_micros(microseconds),
            hash_full: 0,
            tablebase_hits: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn an_ordinary_search_writes_every_line() {
        let mut pace = Pace::default();
        for depth in 1..=40 {
            for rank in 1..=20 {
                let sent = pace.pass(line(depth, rank, u64::from(depth) * 500));
                assert!(sent.is_some(), "depth {depth}, rank {rank}");
            }
        }
        assert!(pace.take_held().is_empty());
    }

    #[test]
    fn of_a_flood_the_newest_depth_is_kept() {
        let mut pace = Pace::default();
        let mut written = Vec::new();
        for depth in 1..=120 {
            for rank in 1..=3 {
                written.extend(pace.pass(line(depth, rank, 10)));
            }
        }
        let depths: Vec<u32> = written.iter().map(|line| line.depth).collect();
        let first: Vec<u32> = (1..=BURST as u32).flat_map(|depth| [depth; 3]).collect();
        assert_eq!(depths, first);
        let depths: Vec<u32> = pace.take_held().iter().map(|line| line.depth).collect();
        assert_eq!(depths, [120; 3]);
        assert!(pace.take_held().is_empty());
    }

    #[test]
    fn lines_that_wait_have_a_time_to_go() {
        let mut pace = Pace::default();
        for depth in 1..=BURST as u32 {
            assert!(pace.pass(line(depth, 1, 0)).is_some());
        }
        assert!(pace.due().is_empty() && pace.pass(line(9, 1, 0)).is_none());
        assert!(pace.due().recv_timeout(Duration::from_secs(60)).is_ok());
        assert_eq!(pace.take_held().len(), 1);
        assert!(!pace.admits(Duration::ZERO), "they count");
        assert!(pace.admits(Duration::from_millis(2)));
    }
}
