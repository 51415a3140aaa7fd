//! What a search tells while it runs and at its end.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::moves::Move;
use crate::score::{Proven, Score};
use crate::tablebase::Value;

/// News from a running search.
#[derive(Clone, Debug)]
pub enum Report<'a> {
    /// A line of a finished iteration.
    Line(&'a Line),
    /// The root move that is searched now; only after a second.
    CurrentMove {
        /// The iteration that runs.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order of root moves, from 1.
        number: usize,
    },
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value of the search.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

/// What makes sure that a margin is the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search to ends of games, which may have asked tables on the way.
    Search,
    /// A table that holds the position itself.
    Tablebase,
}

/// Final margins between which the value of a position has been proven to lie, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// What the player to move can force.
    pub least: i32,
    /// What the other player can hold it to.
    pub most: i32,
}

impl Margins {
    /// All that there are: nothing has been proven.
    pub const ALL: Self = Self {
        least: -10,
        most: 10,
    };

    /// The margins that are left.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<i32> {
        self.least..=self.most
    }

    /// The value, if no other is left.
    #[must_use]
    pub fn exact(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    /// The least margin by which one side wins for certain: above 0 for the player to move,
    /// below 0 for the other.
    #[must_use]
    pub fn sure_win(self) -> Option<i32> {
        match self {
            Self { least: 1.., .. } => Some(self.least),
            Self { most: ..0, .. } => Some(self.most),
            _ => None,
        }
    }
}

/// One line of play with its score, and the state of the search that found it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The iteration, in plies; 0 where there was nothing to search.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The line's rank among those asked for, from 1.
    pub rank: usize,
    /// What the line is worth to the player to move.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
    /// What has proven the margin to be the value of the position: neither side can do
    /// better. Without that a proven win may be larger yet.
    pub proven_by: Option<Source>,
    /// What the search has proven besides, whatever the score says.
    pub margins: Margins,
    /// Positions searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Thousandths of the transposition table that this search has filled.
    pub hash_full: u32,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
    /// The moves, the best one first; empty where there is no legal move.
    pub moves: Vec<Move>,
}

impl Line {
    /// The forced result that this line tells: that of its score, or of a larger margin that is proven besides.
    #[must_use]
    pub fn forced_result(&self) -> Option<Proven> {
        let told = self.score.proven();
        let least = told.map_or(0, |told| told.margin.abs());
        let larger = self.margins.sure_win().filter(|win| win.abs() > least);
        larger.map_or(told, |win| Score::without_distance(win).proven())
    }

    /// Positions searched a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64().max(1e-6);
        (self.nodes as f64 / seconds) as u64
    }
}

/// The result of a search: its last completed lines, the best first.
///
/// If a limit cut an iteration short, the best move is the best of those it had finished.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// At least one line; the first of them without a move if there was none to search.
    pub lines: Vec<Line>,
    /// What the tablebase knows of the position itself.
    pub known: Option<Value>,
}

impl Outcome {
    /// The best line.
    #[must_use]
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }

    /// The move to make, if there is a legal one.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.best().moves.first().copied()
    }

    /// The answer to expect to that move.
    #[must_use]
    pub fn ponder_move(&self) -> Option<Move> {
        self.best().moves.get(1).copied()
    }
}
