//! The signature of the engine: the number of positions it searches in a fixed task.
//!
//! A change that keeps the signature keeps the search; one that alters it plays
//! differently and needs a match to justify it. The speed beside it is a by-product.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
use jarmo_engine::tablebase::Tablebase;
use jarmo_engine::{Position, RuleSet, TableError};

/// The depth of every search unless another is asked for, in plies.
pub const DEPTH: u32 = 19;

/// The transposition table's size in MiB.
pub const HASH_MEBIBYTES: usize = 16;

/// Both ways to begin, then positions out of games: openings, middle games with marks and
/// rights to re-enter, runs near their limit, and endings with few archers.
pub const POSITIONS: [&str; 20] = [
    "aaaaa/5/5/5/AAAAA w - - 1",
    "aaaaa/5/5/5/AAAAA b - - 1",
    "a2aa/3a1/Aa2A/5/A1AA1 b b1a3*1 c5b3*1 3",
    "aa1a1/a4/3a1/1A2A/AA2A w d1b2*1 e5d3*1 3",
    "a2a1/a1a2/aA3/3AA/3AA w a1b3*1 b5a3*1 4",
    "a2a+A/a2a1/5/5/AA1AA w d3e5*1 b5d4*3 5",
    "a+A1a1/4a/1a3/5/A1AAA w a3b5*1 b4b3*1 5",
    "1a1a1/2a2/A1+a+A1/2A1A/5 b b1a3*1 a5c4*1 5",
    "1a1a1/2a2/1a+A2/1A1A1/1AA2 w d1b2*1 c5b3*1 6",
    "2a1a/1+a3/+a+aA2/5/2A2 b d1c3*1 d3b4*2 6",
    "3a+A/a4/+a2a1/2A1A/3A1 w c1e2*1 b5a3*1 6",
    "a4/1a1a1/3a1/1A2A/AA1+a1 b c2b2*1 b2d1*1 7",
    "3a1/+A2a1/a4/3+AA/A4 w c3a4*1 d3d4*1 8",
    "1a1a1/+A1a2/5/1A3/2A1A w c3a4*1 a3b5*1 9",
    "aA3/5/2a2/1A3/A1A2 w d1b2*1 b3a5*4 11",
    "1A1a1/5/5/1+A1+aA/a2A1 b c3d1*1 d3d2*1 11",
    "1aaa+a/5/4A/3A1/5 b b1d2*1 d3e5*1 13",
    "+aA1A1/4a/5/+a4/AA2A b - c4a5*1 14",
    "4A/a3+a/3Aa/5/+Aa2A w c3e4*1 c5e4*1 16",
    "1a3/5/3a1/2A2/+A2a1 b b3a1*2 e5d3*1 16",
];

/// A position that has been searched.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Its place among [`POSITIONS`], from 1.
    pub number: usize,
    /// The position string.
    pub position: &'static str,
    /// Positions searched for it.
    pub nodes: u64,
}

/// `3/20: 123456 nodes  aaaaa/5/5/5/AAAAA w - - 1`
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (total, nodes) = (POSITIONS.len(), self.nodes);
        write!(
            f,
            "{}/{total}: {nodes} nodes  {}",
            self.number, self.position
        )
    }
}

/// The result of the whole task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Positions searched: the signature proper.
    pub nodes: u64,
    /// Time spent in the searches.
    pub elapsed: Duration,
}

impl Signature {
    /// Positions searched a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// `1234567 nodes 890123 nps`
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches every position to `depth` with an empty table and the tablebases that are part of the program.
///
/// Only with one thread the result is a signature: several find another tree in every run.
///
/// `None` if `control` stopped it, since part of a signature is none.
///
/// # Errors
/// [`TableError`] if there is no memory for the table.
pub fn run(
    depth: u32,
    threads: usize,
    control: &SearchControl,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Option<Signature>, TableError> {
    let mut searcher = Searcher::new(HASH_MEBIBYTES)?;
    searcher.options.threads = threads;
    searcher.tablebase = Some(Arc::new(Tablebase::embedded()));
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let mut signature = Signature {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for (number, text) in (1..).zip(POSITIONS) {
        let position =
            Position::parse(text, RuleSet::Jarmo).expect("the positions are well formed");
        searcher.clear();
        let began = Instant::now();
        let outcome = searcher.search(&position, &[], &limits, control, &mut |_| ());
        if control.is_stopped() {
            return Ok(None);
        }
        signature.elapsed += began.elapsed();
        let nodes = outcome.best().nodes;
        signature.nodes += nodes;
        on_progress(&Progress {
            number,
            position: text,
            nodes,
        });
    }
    Ok(Some(signature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_differ_and_are_worth_searching() {
        for (index, text) in POSITIONS.iter().enumerate() {
            let position = Position::parse(text, RuleSet::Jarmo).unwrap();
            assert_eq!(position.to_string(), *text);
            assert!(position.count_moves() > 1, "{text}");
            assert!(!POSITIONS[..index].contains(text), "{text}");
        }
    }

    #[test]
    fn the_signature_repeats_and_is_the_sum_of_its_parts() {
        let mut parts = Vec::new();
        let mut measure = || {
            parts.clear();
            let control = SearchControl::new();
            let signature = run(3, 1, &control, &mut |progress| parts.push(progress.nodes));
            (signature.unwrap().unwrap().nodes, parts.clone())
        };
        let (nodes, parts) = measure();
        assert_eq!(parts.len(), POSITIONS.len());
        assert_eq!(parts.iter().sum::<u64>(), nodes);
        assert_eq!(measure(), (nodes, parts));
    }

    #[test]
    fn a_stopped_bench_has_no_signature() {
        let control = SearchControl::new();
        let stop_at_once = &mut |_: &Progress| control.stop();
        assert_eq!(run(2, 1, &control, stop_at_once), Ok(None));
    }

    #[test]
    fn the_last_line_names_nodes_and_speed() {
        let signature = Signature {
            nodes: 5000,
            elapsed: Duration::from_millis(250),
        };
        assert_eq!(signature.to_string(), "5000 nodes 20000 nps");
    }
}
