//! Games as text that can be replayed: a format like PGN, for this game.
//!
//! A match runner writes records, an analysis reads them. Both trust the rules
//! rather than the text: a record is read by playing its moves, and
//! [`GameRecord::check`] compares what the tags claim with what the rules say.

mod check;
mod read;
mod write;

pub use check::CheckError;
pub use read::{RecordError, RecordReader};

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jarmo_engine::{Ending, Game, Move, Score, Side};

/// A finished game, or one that was broken off.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The match or the place.
    pub event: String,
    /// `round.game`, counted from 1.
    pub round: String,
    /// White's and Black's names.
    pub players: [String; 2],
    /// White's and Black's limits, such as `10+0.1`.
    pub time_controls: [String; 2],
    /// The first position and the moves.
    pub game: Game,
    /// What was noted about each move.
    pub notes: Vec<MoveNote>,
    /// How it ended.
    pub outcome: Outcome,
}

/// What was noted about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNote {
    /// Nothing.
    None,
    /// The move belongs to the opening that both players were given.
    Book,
    /// A player chose it.
    Played {
        /// What the player thought of the position, from its side; `None` if it did not say.
        thought: Option<(MoveScore, u32)>,
        /// Time taken.
        time: Duration,
    },
}

/// A score as engines tell it, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveScore {
    /// Hundredths of a point of final margin.
    Hundredths(i32),
    /// A proven win in so many own moves, or loss if negative.
    Mate(i32),
}

impl MoveScore {
    /// For comparisons: hundredths of a point, a proven result beyond all estimates.
    #[must_use]
    pub fn hundredths(self) -> i32 {
        match self {
            Self::Hundredths(value) => value,
            Self::Mate(moves) if moves > 0 => i32::MAX,
            Self::Mate(_) => -i32::MAX,
        }
    }
}

impl From<Score> for MoveScore {
    fn from(score: Score) -> Self {
        match score.proven() {
            Some(proven) if proven.has_distance() => {
                Self::Mate((proven.plies + 1) / 2 * proven.margin.signum())
            }
            _ => Self::Hundredths(score.hundredths()),
        }
    }
}

/// Points with a sign and two digits, or `M` and moves: `+0.80`, `-M4`.
impl fmt::Display for MoveScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Hundredths(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Self::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Self::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        })
    }
}

/// Who won, by how much and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` after a draw.
    pub winner: Option<Side>,
    /// White's and Black's points.
    pub points: [i32; 2],
    /// Why the game ended.
    pub termination: Termination,
    /// More about that, in words; may be empty.
    pub detail: String,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Termination {
    /// By the rules: a player had no archer outside the goal row.
    Normal,
    /// By the rules: the player to move had no legal move.
    NoMove,
    /// By the rules: the third occurrence of a position.
    Repetition,
    /// A player answered with a move that is not legal.
    IllegalMove,
    /// A player answered with something that is no move.
    MalformedMove,
    /// A player's process ended or closed its output.
    Crash,
    /// A player took too much time.
    TimeForfeit,
    /// A player gave no answer.
    Stall,
    /// Both players agreed that one of them was lost.
    Resignation,
    /// Both players agreed that the game was drawn.
    DrawAgreement,
    /// The game had lasted as long as was allowed: a draw.
    PlyCap,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Normal,
        Self::NoMove,
        Self::Repetition,
        Self::IllegalMove,
        Self::MalformedMove,
        Self::Crash,
        Self::TimeForfeit,
        Self::Stall,
        Self::Resignation,
        Self::DrawAgreement,
        Self::PlyCap,
    ];

    /// The words for it in a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::NoMove => "no legal move",
            Self::Repetition => "repetition",
            Self::IllegalMove => "illegal move",
            Self::MalformedMove => "malformed move",
            Self::Crash => "crash",
            Self::TimeForfeit => "time forfeit",
            Self::Stall => "stall",
            Self::Resignation => "resignation",
            Self::DrawAgreement => "draw agreement",
            Self::PlyCap => "ply cap",
        }
    }

    /// Whether a player lost by something other than play.
    #[must_use]
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            Self::IllegalMove | Self::MalformedMove | Self::Crash | Self::TimeForfeit | Self::Stall
        )
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Termination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|known| known.name() == text);
        known.ok_or_else(|| format!("expected one of: {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Outcome {
    /// The outcome by the rules, of a game that is over.
    #[must_use]
    pub fn by_rules(game: &Game) -> Option<Self> {
        let termination = match game.ending()? {
            Ending::Complete => Termination::Normal,
            Ending::Stuck => Termination::NoMove,
            Ending::Repetition => Termination::Repetition,
        };
        Some(Self {
            winner: game.winner()?,
            points: game.points(),
            termination,
            detail: String::new(),
        })
    }

    /// The outcome of a game that `loser` lost before its end.
    ///
    /// The rules do not know this case. The winner has the points that it has on the board, at
    /// least one, and the loser none, so that points and result agree.
    #[must_use]
    pub fn lost(game: &Game, loser: Side, termination: Termination, detail: String) -> Self {
        let mut points = [0, 0];
        points[!loser as usize] = game.position().points(!loser).max(1);
        Self {
            winner: Some(!loser),
            points,
            termination,
            detail,
        }
    }

    /// The outcome of a game that was declared drawn: no points, as after a repetition.
    #[must_use]
    pub const fn drawn(termination: Termination, detail: String) -> Self {
        Self {
            winner: None,
            points: [0, 0],
            termination,
            detail,
        }
    }

    /// Who lost by something other than play, if the game ended that way.
    #[must_use]
    pub fn forfeiter(&self) -> Option<Side> {
        let winner = self.winner.filter(|_| self.termination.is_forfeit());
        winner.map(|winner| !winner)
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl GameRecord {
    /// The moves that both players were given.
    #[must_use]
    pub fn book(&self) -> &[Move] {
        let is_book = |note: &&MoveNote| **note == MoveNote::Book;
        let count = self.notes.iter().take_while(is_book).count();
        &self.game.moves()[..count]
    }
}

#[cfg(test)]
mod tests;
