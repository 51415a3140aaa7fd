//! The words of `go`: what to search, and when to stop.
//!
//! Whatever they are, the sender waits for a `bestmove`. So nothing in here fails:
//! words that can't be used become warnings, and a limit that was meant but can't
//! be read makes the engine answer at once rather than never.

use std::time::Duration;

use jarmo_engine::search::{Clock, SearchLimits};
use jarmo_engine::{Move, Side, excerpt};

use super::words::Words;
use super::{CommandError, parse_number};

/// Everything that followed `go`. Times are in milliseconds, numbers as they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The only moves to consider, legal or not; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// Search on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// Give no answer before `stop`.
    pub infinite: bool,
    /// White's and Black's clocks.
    pub time: [Option<i64>; 2],
    /// What each move adds to them.
    pub increment: [Option<i64>; 2],
    /// Moves until the clocks are set anew.
    pub moves_to_go: Option<i64>,
    /// Plies.
    pub depth: Option<i64>,
    /// Positions.
    pub nodes: Option<i64>,
    /// Time for this move.
    pub move_time: Option<i64>,
    /// A proven win in so many own moves is enough.
    pub mate: Option<i64>,
    /// A limit was meant but can't be known: answer at once.
    pub move_now: bool,
    /// What could not be used.
    pub warnings: Vec<CommandError>,
}

const KEYWORDS: [&str; 16] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
];

const LIMIT: &str = "a limit such as depth, movetime or wtime";
const MOVE_OR_LIMIT: &str = "a move or a limit such as depth, movetime or wtime";

const WHITE: usize = Side::White as usize;
const BLACK: usize = Side::Black as usize;

impl Go {
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        let mut unknown = Unknown::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.parse_moves(words, &mut unknown),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" | "p1time" => go.time[WHITE] = go.parse_value(word, words),
                "btime" | "p2time" => go.time[BLACK] = go.parse_value(word, words),
                "winc" | "p1inc" => go.increment[WHITE] = go.parse_value(word, words),
                "binc" | "p2inc" => go.increment[BLACK] = go.parse_value(word, words),
                "movestogo" => go.moves_to_go = go.parse_value(word, words),
                "depth" => go.depth = go.parse_value(word, words),
                "nodes" => go.nodes = go.parse_value(word, words),
                "movetime" => go.move_time = go.parse_value(word, words),
                "mate" => go.mate = go.parse_value(word, words),
                _ => unknown.skip(word, words, LIMIT),
            }
        }
        // A clock without a time, or a limit of another engine, is still a limit.
        let hinted = unknown.count > 0
            || self_or_other(&go.increment, WHITE).is_some()
            || go.moves_to_go.is_some();
        go.move_now |= hinted && !go.infinite && !go.is_limited();
        go.warnings.extend(unknown.into_warning());
        go
    }

    /// The moves up to the next keyword. A list that names none that can be read allows none,
    /// while one without any word is no list.
    fn parse_moves(&mut self, words: &mut Words<'_>, unknown: &mut Unknown) {
        while let Some(word) = words.next_if(|next| !KEYWORDS.contains(&next)) {
            let moves = self.search_moves.get_or_insert_default();
            match word.parse() {
                Ok(mv) => moves.push(mv),
                Err(_) => unknown.skip(word, words, MOVE_OR_LIMIT),
            }
        }
    }

    /// The number after `word`; another keyword in its place is left to be read.
    fn parse_value(&mut self, word: &str, words: &mut Words<'_>) -> Option<i64> {
        let found = words.next_if(|next| !KEYWORDS.contains(&next));
        let number = found.and_then(parse_number);
        if number.is_none() {
            self.move_now = true;
            self.warnings
                .push(CommandError::after(word, found, "a whole number"));
        }
        number
    }

    /// Whether any word limits the search by itself.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.move_now
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
            || self.time.iter().any(Option::is_some)
    }

    /// Whether the answer waits for `stop`, whatever the search finds.
    #[must_use]
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || !self.is_limited()
    }

    /// The limits for a search with `side` to move, all but the moves to consider.
    ///
    /// A limit below 1 leaves nothing to search for, so it means "move now". A clock that is
    /// given for the opponent alone is taken for both.
    #[must_use]
    pub fn limits(&self, side: Side, overhead: Duration) -> SearchLimits {
        let time = self_or_other(&self.time, side as usize);
        let is_spent = [time, self.move_time, self.depth, self.nodes, self.mate]
            .into_iter()
            .flatten()
            .any(|limit| limit < 1);
        let move_now = self.move_now || is_spent;
        let clock = time.map(|time| Clock {
            remaining: milliseconds(time),
            increment: milliseconds(self.increment[side as usize].unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0).map(saturate),
            overhead,
        });
        SearchLimits {
            depth: self.depth.map(saturate),
            nodes: self.nodes.map(|nodes| nodes.max(1) as u64),
            move_time: if move_now {
                Some(Duration::ZERO)
            } else {
                self.move_time.map(milliseconds)
            },
            clock,
            mate: self.mate.map(saturate),
            search_moves: None,
            infinite: !self.is_limited(),
        }
    }
}

fn self_or_other(values: &[Option<i64>; 2], index: usize) -> Option<i64> {
    values[index].or(values[1 - index])
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

fn saturate(number: i64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

/// Words that `go` does not know, told in one warning.
#[derive(Default)]
struct Unknown {
    first: String,
    /// What should have stood in the first one's place.
    expected: &'static str,
    count: usize,
}

impl Unknown {
    /// Passes over `word`, and over the number that may be its value.
    fn skip(&mut self, word: &str, words: &mut Words<'_>, expected: &'static str) {
        if self.count == 0 {
            self.first = excerpt(word);
            self.expected = expected;
        }
        self.count += 1;
        words.next_if(|next| parse_number(next).is_some());
    }

    fn into_warning(self) -> Option<CommandError> {
        (self.count > 0).then(|| CommandError::GoWords {
            first: self.first,
            others: self.count - 1,
            expected: self.expected,
        })
    }
}
