//! How long a search may take.
//!
//! The hard limit interrupts a search; after the soft limit no new iteration
//! begins, since it would hardly finish.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::limits::{Clock, SearchControl, SearchLimits};
use crate::moves::Move;
use crate::score::Score;

/// The time limits of one search.
#[derive(Debug)]
pub(super) struct Timer {
    began: Instant,
    /// When the limits began to count: later than `began` after pondering.
    limits_began: OnceLock<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Timer {
    pub(super) fn new(limits: &SearchLimits) -> Self {
        let (soft, hard) = limits.clock.map_or((None, None), |clock| {
            let (soft, hard) = share(&clock);
            (Some(soft), Some(hard))
        });
        let hard = match (hard, limits.move_time) {
            (Some(hard), Some(move_time)) => Some(hard.min(move_time)),
            (hard, move_time) => hard.or(move_time),
        };
        Self {
            began: Instant::now(),
            limits_began: OnceLock::new(),
            soft,
            hard,
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&self, control: &SearchControl) -> bool {
        self.has_passed(self.hard, control)
    }

    /// Whether no new iteration should begin, in a search whose result is so unsettled.
    pub(super) fn is_nearly_over(&self, control: &SearchControl, doubt: Doubt) -> bool {
        let soft = self.soft.map(|soft| soft.saturating_mul(doubt.0) / 100);
        self.has_passed(soft, control)
    }

    fn has_passed(&self, limit: Option<Duration>, control: &SearchControl) -> bool {
        if control.is_pondering() {
            return false;
        }
        let began = self.limits_began.get_or_init(|| {
            if control.has_pondered() {
                Instant::now()
            } else {
                self.began
            }
        });
        limit.is_some_and(|limit| began.elapsed() >= limit)
    }
}

/// How unsettled the result of a search is, in hundredths: 100 is usual, and asks for the usual time.
///
/// A best move that changes, or a score that drops, asks for more time; a move that has been
/// best for many iterations for less. The hard limit stands all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Doubt(u32);

/// The best moves of the iterations so far.
#[derive(Debug, Default)]
pub(super) struct Course {
    last: Option<(Move, Score)>,
    /// Iterations for which the best move has been the same.
    settled_for: u32,
}

impl Course {
    /// Notes the result of an iteration.
    pub(super) fn note(&mut self, best: Move, score: Score) -> Doubt {
        let (last_best, last_score) = self.last.replace((best, score)).unwrap_or((best, score));
        self.settled_for = if best == last_best {
            self.settled_for + 1
        } else {
            0
        };
        let change = match self.settled_for {
            0 => 150,
            settled_for => 120 - 10 * settled_for.min(6),
        };
        let drop = last_score.hundredths() - score.hundredths();
        Doubt(change * (100 + drop.clamp(0, 100).cast_unsigned()) / 100)
    }
}

/// The soft and the hard limit that a clock allows.
fn share(clock: &Clock) -> (Duration, Duration) {
    /// Own moves that a game is expected to last yet.
    const MOVES_LEFT: u32 = 22;
    /// The hard limit as a multiple of an even share.
    const STRETCH: u32 = 4;

    let left = clock.remaining.saturating_sub(clock.overhead);
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let increment = clock.increment.saturating_sub(clock.overhead);
    let even = (left / moves).saturating_add(increment.mul_f64(0.75));
    let ceiling = left.mul_f64(if moves == 1 { 0.9 } else { 0.5 });
    let hard = even.saturating_mul(STRETCH).min(ceiling);
    (even.mul_f64(0.6).min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            overhead: Duration::from_millis(10),
        }
    }

    #[test]
    fn a_share_never_exceeds_the_clock() {
        for remaining in [0, 1, 9, 10, 11, 50, 1_000, 60_000, u64::MAX / 2] {
            for increment in [0, 5, 1_000, u64::MAX / 8] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = share(&clock(remaining, increment, moves));
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(remaining.saturating_sub(10)));
                }
            }
        }
    }

    #[test]
    fn the_longest_clock_is_no_trouble() {
        let endless = Clock {
            remaining: Duration::MAX,
            increment: Duration::MAX,
            ..Clock::default()
        };
        let (soft, hard) = share(&endless);
        assert!(Duration::ZERO < soft && soft <= hard);
    }

    #[test]
    fn no_limit_means_no_end() {
        let timer = Timer::new(&SearchLimits::default());
        let control = SearchControl::new();
        assert!(!timer.is_over(&control) && !timer.is_nearly_over(&control, Doubt(0)));
    }

    #[test]
    fn changes_and_drops_ask_for_time_and_constancy_gives_it_back() {
        let [one, other] = ["a1c2", "b1d2"].map(|text| text.parse().unwrap());
        let even = Score::estimate(30);
        let mut course = Course::default();
        let mut settled = course.note(one, even);
        for _ in 0..10 {
            let next = course.note(one, even);
            assert!(next <= settled);
            settled = next;
        }
        assert!(settled < Doubt(100));
        assert!(course.note(one, Score::estimate(-20)) > settled);
        assert!(course.note(other, Score::estimate(-20)) > Doubt(100));
        let lost = course.note(other, Score::ended(-10, 3));
        assert!(Doubt(100) < lost && lost <= Doubt(300));
    }

    #[test]
    fn limits_wait_while_pondering() {
        let limits = SearchLimits {
            move_time: Some(Duration::ZERO),
            ..SearchLimits::default()
        };
        let (timer, control) = (Timer::new(&limits), SearchControl::pondering());
        assert!(!timer.is_over(&control));
        control.ponder_hit();
        assert!(timer.is_over(&control));
        assert!(Timer::new(&limits).is_over(&SearchControl::new()));
    }
}
