//! How long an engine may think, and the clocks that enforce it.

use std::fmt;
use std::time::Duration;

use jarmo_engine::{Side, excerpt};
use jarmo_protocol::command::Go;

/// The limits of one engine; all that are given hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A clock for the whole game.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// By how much a time limit may be exceeded: what pipes and the system's scheduler cost.
    pub margin: Duration,
}

/// `moves/time+increment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which the time is given anew; `None`: once for all.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// A limit that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{limit} '{found}': expected {expected}")]
pub struct ParseLimitError {
    limit: &'static str,
    found: String,
    expected: &'static str,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            clock: None,
            move_time: None,
            nodes: None,
            depth: None,
            margin: Duration::from_millis(25),
        }
    }
}

impl Limits {
    /// Whether nothing would end a search.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.clock.is_none()
            && self.move_time.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }

    /// Sets the limit called `key`; false if there is none of that name.
    ///
    /// # Errors
    /// [`ParseLimitError`] if the value is not of the limit's form.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, ParseLimitError> {
        match key {
            "tc" => self.clock = Some(parse_time_control(value)?),
            "st" => self.move_time = Some(parse_positive_time("st", value)?),
            "nodes" => self.nodes = Some(parse_count("nodes", value)?),
            "depth" => {
                let depth = parse_count("depth", value)?;
                self.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
            }
            "margin" => self.margin = parse_time("margin", value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// As in the tag of a game record: `40/60+0.5`, `10ms/move`, `nodes=10000`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock.map(|clock| clock.to_string());
        let move_time = self.move_time.map(|time| format!("{}/move", Seconds(time)));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let limits = [clock, move_time, nodes, depth];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        f.pad(&limits.join(" "))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.time))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", Seconds(self.increment))?;
        }
        Ok(())
    }
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs_f64())
    }
}

fn parse_count(limit: &'static str, text: &str) -> Result<u64, ParseLimitError> {
    text.parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| ParseLimitError {
            limit,
            found: excerpt(text),
            expected: "a whole number, 1 or more",
        })
}

/// Seconds, or a number with `ms`, `s` or `m`; `m:s` is understood too.
pub(super) fn parse_time(limit: &'static str, text: &str) -> Result<Duration, ParseLimitError> {
    let number = |text: &str| text.parse::<f64>().ok();
    let seconds = if let Some(text) = text.strip_suffix("ms") {
        number(text).map(|value| value / 1000.0)
    } else if let Some(text) = text.strip_suffix('s') {
        number(text)
    } else if let Some(text) = text.strip_suffix('m') {
        number(text).map(|value| value * 60.0)
    } else if let Some((minutes, seconds)) = text.split_once(':') {
        number(minutes)
            .zip(number(seconds))
            .map(|(minutes, seconds)| minutes * 60.0 + seconds)
    } else {
        number(text)
    };
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| ParseLimitError {
            limit,
            found: excerpt(text),
            expected: "a time such as 10, 0.5, 50ms or 1:30",
        })
}

fn parse_positive_time(limit: &'static str, text: &str) -> Result<Duration, ParseLimitError> {
    let time = parse_time(limit, text)?;
    // Engines are told whole milliseconds.
    if time < Duration::from_millis(1) {
        return Err(ParseLimitError {
            limit,
            found: excerpt(text),
            expected: "1ms or more",
        });
    }
    Ok(time)
}

fn parse_time_control(text: &str) -> Result<TimeControl, ParseLimitError> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(parse_count("tc", moves)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Ok(TimeControl {
        moves: moves.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
        time: parse_positive_time("tc", time)?,
        increment: parse_time("tc", increment)?,
    })
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub(super) struct Clocks<'a> {
    limits: [&'a Limits; 2],
    left: [Duration; 2],
    moves_to_go: [Option<u32>; 2],
}

impl<'a> Clocks<'a> {
    pub(super) fn new(limits: [&'a Limits; 2]) -> Self {
        let time = |limits: &Limits| limits.clock.map_or(Duration::ZERO, |clock| clock.time);
        let moves = |limits: &Limits| limits.clock.and_then(|clock| clock.moves);
        Self {
            limits,
            left: limits.map(time),
            moves_to_go: limits.map(moves),
        }
    }

    /// What the player to move is told.
    pub(super) fn go(&self, side: Side) -> Go {
        let limits = self.limits[side as usize];
        let mut go = Go {
            move_time: limits.move_time.map(milliseconds),
            nodes: limits.nodes.map(saturate),
            depth: limits.depth.map(i64::from),
            ..Go::default()
        };
        if limits.clock.is_some() {
            for player in Side::BOTH.map(|side| side as usize) {
                if let Some(clock) = self.limits[player].clock {
                    go.time[player] = Some(milliseconds(self.left[player]));
                    go.increment[player] = Some(milliseconds(clock.increment));
                }
            }
            go.moves_to_go = self.moves_to_go[side as usize].map(i64::from);
        }
        go
    }

    /// After how long a move is too late; `None` if no clock runs.
    pub(super) fn deadline(&self, side: Side) -> Option<Duration> {
        let limits = self.limits[side as usize];
        let clock = limits.clock.map(|_| self.left[side as usize]);
        let limit = [clock, limits.move_time].into_iter().flatten().min()?;
        Some(limit.saturating_add(limits.margin))
    }

    /// Takes the time of a move off the player's clock; false if it was too late.
    pub(super) fn charge(&mut self, side: Side, elapsed: Duration) -> bool {
        let in_time = self
            .deadline(side)
            .is_none_or(|deadline| elapsed <= deadline);
        if let Some(clock) = self.limits[side as usize].clock {
            let left = &mut self.left[side as usize];
            *left = left.saturating_sub(elapsed).saturating_add(clock.increment);
            if let Some(moves) = &mut self.moves_to_go[side as usize] {
                *moves -= 1;
                if *moves == 0 {
                    *left = left.saturating_add(clock.time);
                    *moves = clock.moves.expect("moves are counted down from there");
                }
            }
        }
        in_time
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn saturate(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(words: &[(&str, &str)]) -> Limits {
        let mut limits = Limits::default();
        for (key, value) in words {
            assert_eq!(limits.set(key, value), Ok(true));
        }
        limits
    }

    #[test]
    fn limits_are_read_and_shown() {
        for (key, value, shown) in [
            ("tc", "10+0.1", "10+0.1"),
            ("tc", "40/60+0.5", "40/60+0.5"),
            ("tc", "1:30", "90"),
            ("tc", "2m+50ms", "120+0.05"),
            ("st", "10ms", "0.01/move"),
            ("st", "2", "2/move"),
            ("nodes", "10000", "nodes=10000"),
            ("depth", "8", "depth=8"),
        ] {
            assert_eq!(limits(&[(key, value)]).to_string(), shown);
        }
        assert_eq!(
            limits(&[("tc", "1"), ("nodes", "5")]).to_string(),
            "1 nodes=5"
        );
        assert!(Limits::default().is_empty());
        assert_eq!(Limits::default().set("speed", "1"), Ok(false));
    }

    #[test]
    fn unreadable_limits_are_named() {
        for (key, value) in [
            ("tc", ""),
            ("tc", "0"),
            ("tc", "x/10"),
            ("tc", "0/10"),
            ("tc", "10+"),
            ("tc", "-5"),
            ("st", "0"),
            ("st", "0.1ms"),
            ("st", "inf"),
            ("st", "1e300"),
            ("nodes", "0"),
            ("nodes", "1e5"),
            ("depth", "-1"),
            ("margin", "soon"),
        ] {
            let error = Limits::default().set(key, value).unwrap_err().to_string();
            assert!(
                error.starts_with(key) && error.contains("expected"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_clock_counts_down_and_is_set_anew() {
        let limits = limits(&[("tc", "2/1+0.1"), ("margin", "0")]);
        let mut clocks = Clocks::new([&limits, &limits]);
        let ms = Duration::from_millis;
        assert_eq!(clocks.deadline(Side::White), Some(ms(1000)));
        assert!(clocks.charge(Side::White, ms(400)));
        let go = clocks.go(Side::White);
        assert_eq!(go.time, [Some(700), Some(1000)]);
        assert_eq!(go.increment, [Some(100), Some(100)]);
        assert_eq!(go.moves_to_go, Some(1));
        assert!(clocks.charge(Side::White, ms(700)));
        assert_eq!(clocks.go(Side::White).time, [Some(1100), Some(1000)]);
        assert_eq!(clocks.go(Side::White).moves_to_go, Some(2));
        assert!(!clocks.charge(Side::Black, ms(1001)));
    }

    #[test]
    fn the_margin_forgives_but_is_not_told() {
        let limits = limits(&[("st", "10ms"), ("margin", "5ms")]);
        let mut clocks = Clocks::new([&limits, &limits]);
        assert_eq!(clocks.go(Side::Black).move_time, Some(10));
        assert!(clocks.charge(Side::Black, Duration::from_millis(15)));
        assert!(!clocks.charge(Side::Black, Duration::from_millis(16)));
        let free = Limits::default();
        assert_eq!(Clocks::new([&free, &free]).deadline(Side::White), None);
    }
}
