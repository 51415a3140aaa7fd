//! A position: all that decides how a game can go on.
//!
//! Positions are small and copied; a move makes a new one. The key is kept up
//! to date by the one function that puts archers on the board or takes them off.

mod movegen;
mod notation;
mod packed;
mod zobrist;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU8;

use crate::bitboard::Bitboard;
use crate::board::{goal_row, home_row};
use crate::moves::{Move, ParseMoveError};
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::Army;

pub use notation::{Field, ParsePositionError};

/// Archers that each player owns, on the board and in the hand together.
pub const ARCHERS: u32 = 5;

/// How often a player has just gone to and fro between two circles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    from: Square,
    to: Square,
    length: NonZeroU8,
}

impl Run {
    /// Where the player's last move began.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the player's last move ended.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Moves to and fro between these circles, the last one included.
    #[must_use]
    pub const fn length(self) -> u8 {
        self.length.get()
    }

    /// The run after a step of the same player.
    fn after(run: Option<Self>, from: Square, to: Square) -> Self {
        let length = match run {
            Some(run) if run.to == from && run.from == to => run.length.saturating_add(1),
            _ => NonZeroU8::MIN,
        };
        Self { from, to, length }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}*{}", self.from, self.to, self.length)
    }
}

/// A position with its rule set.
///
/// Two positions are equal when the same games can follow: the number of the
/// move is not compared.
///
/// ```
/// use jarmo_engine::{Position, RuleSet};
/// let start = Position::start(RuleSet::Jarmo);
/// let next = start.try_play(start.parse_move("a1c2")?)?;
/// assert_eq!(next.to_string(), "aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    key: u64,
    archers: [Bitboard; 2],
    marked: Bitboard,
    move_number: u32,
    runs: [Option<Run>; 2],
    side: Side,
    rules: RuleSet,
}

/// A move that the rules do not allow in the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{mv}' is not legal here; expected {expected}")]
pub struct IllegalMove {
    mv: Move,
    expected: String,
}

/// Why a text is not a legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text is no move at all.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// The move is not legal in the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Position {
    /// The position in which a game begins, White to move.
    #[must_use]
    pub fn start(rules: RuleSet) -> Self {
        let mut position = Self::empty(rules);
        for side in Side::BOTH {
            for square in home_row(side) {
                position.toggle(side, false, square);
            }
        }
        position
    }

    /// The position in which a game begins, `beginner` to move.
    #[must_use]
    pub fn start_of(rules: RuleSet, beginner: Side) -> Self {
        let mut position = Self::start(rules);
        position.set_side(beginner);
        position
    }

    /// No archers, White to move: what notation and `start` fill.
    fn empty(rules: RuleSet) -> Self {
        Self {
            key: zobrist::rules(rules),
            archers: [Bitboard::EMPTY; 2],
            marked: Bitboard::EMPTY,
            move_number: 1,
            runs: [None; 2],
            side: Side::White,
            rules,
        }
    }

    /// The position of two armies, White's first, on different circles, in which `side` is to move.
    ///
    /// Neither side has a run, and it is the first move.
    #[must_use]
    pub fn of_armies(rules: RuleSet, side: Side, armies: [Army; 2]) -> Self {
        let mut position = Self::empty(rules);
        for (owner, army) in Side::BOTH.into_iter().zip(armies) {
            for square in army.archers {
                position.toggle(owner, army.marked.has(square), square);
            }
        }
        position.set_side(side);
        position
    }

    /// The rule set that is played.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The player to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The archers of `side` on the board.
    #[must_use]
    pub const fn archers(&self, side: Side) -> Bitboard {
        self.archers[side as usize]
    }

    /// The marked archers of `side`.
    #[must_use]
    pub const fn marked(&self, side: Side) -> Bitboard {
        self.marked.and(self.archers[side as usize])
    }

    /// All circles with an archer.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.archers[0].with(self.archers[1])
    }

    /// Captured archers of `side`, which re-entry may bring back.
    #[must_use]
    pub const fn hand(&self, side: Side) -> u32 {
        ARCHERS - self.archers(side).len()
    }

    /// The run that `side`'s last move belongs to.
    #[must_use]
    pub const fn run(&self, side: Side) -> Option<Run> {
        self.runs[side as usize]
    }

    /// The number of the move, from 1; it goes up after Black's turn.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// A hash of everything that decides the game but runs of 1, kept up to date move by move.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whether either player has no archer outside the goal row, which ends the game.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        Side::BOTH
            .into_iter()
            .any(|side| (self.archers(side) - goal_row(side)).is_empty())
    }

    /// Whether the game is over by the position alone: ended, or no legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.has_ended() || !self.has_legal_move()
    }

    /// Points of `side`: two for each archer on the goal row, one for each other archer on the board.
    #[must_use]
    pub fn points(&self, side: Side) -> i32 {
        let archers = self.archers(side);
        (archers.len() + (archers & goal_row(side)).len()) as i32
    }

    /// Points of the player to move less those of the opponent.
    #[must_use]
    pub fn margin(&self) -> i32 {
        self.points(self.side) - self.points(!self.side)
    }

    /// Whether `mv` steps onto an enemy archer.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.squares()
            .is_some_and(|(_, to)| self.archers(!self.side).has(to))
    }

    /// Puts an archer on a circle or takes it off, and the key with it.
    fn toggle(&mut self, side: Side, marked: bool, square: Square) {
        self.archers[side as usize] ^= square.into();
        if marked {
            self.marked ^= square.into();
        }
        self.key ^= zobrist::archer(side, marked, square);
    }

    fn set_run(&mut self, side: Side, run: Option<Run>) {
        let slot = &mut self.runs[side as usize];
        self.key ^= zobrist::run(side, *slot) ^ zobrist::run(side, run);
        *slot = run;
    }

    /// The same position with nothing known of `side`'s moves before.
    #[must_use]
    pub fn without_run(&self, side: Side) -> Self {
        let mut fresh = *self;
        fresh.set_run(side, None);
        fresh
    }

    /// The same position without these marks.
    #[must_use]
    pub(crate) fn without_marks(&self, marks: Bitboard) -> Self {
        let mut weaker = *self;
        for side in Side::BOTH {
            for square in self.marked(side) & marks {
                weaker.toggle(side, true, square);
                weaker.toggle(side, false, square);
            }
        }
        weaker
    }

    /// The position after a legal move.
    ///
    /// Whether the move is legal is the caller's to know; [`Self::try_play`] asks.
    #[must_use]
    #[inline(always)]
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} in {self}");
        let mut next = *self;
        let us = self.side;
        if let Some((from, to)) = mv.squares() {
            let was_marked = self.marked.has(from);
            let captures = self.archers(!us).has(to);
            if captures {
                next.toggle(!us, self.marked.has(to), to);
            }
            next.toggle(us, was_marked, from);
            next.toggle(us, was_marked || captures, to);
            next.set_run(us, Some(Run::after(self.run(us), from, to)));
        } else {
            next.set_run(us, None);
        }
        if let Some(at) = mv.reentry_square() {
            let spent = (next.marked(us) & goal_row(us))
                .first()
                .expect("a re-entry needs a marked archer on the goal row");
            next.toggle(us, true, spent);
            next.toggle(us, false, spent);
            next.toggle(us, false, at);
        }
        next.move_number = self.move_number.saturating_add(us as u32);
        next.side = !us;
        next.key ^= zobrist::BLACK_TO_MOVE;
        next
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules do not allow the move here.
    pub fn try_play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.play(mv))
        } else {
            Err(IllegalMove {
                mv,
                expected: self.describe_moves(),
            })
        }
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// Tells a text that is no move from a move that is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let mv: Move = text.parse()?;
        self.try_play(mv)?;
        Ok(mv)
    }

    fn describe_moves(&self) -> String {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return "none, the game is over".to_owned();
        }
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        format!("one of {}", names.join(" "))
    }

    /// The key computed afresh, which the incremental one must equal.
    #[must_use]
    pub fn computed_key(&self) -> u64 {
        let mut fresh = Self::empty(self.rules);
        for side in Side::BOTH {
            for square in self.archers(side) {
                fresh.toggle(side, self.marked.has(square), square);
            }
            fresh.set_run(side, self.run(side));
        }
        match self.side {
            Side::White => fresh.key,
            Side::Black => fresh.key ^ zobrist::BLACK_TO_MOVE,
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.archers == other.archers
            && self.marked == other.marked
            && self.runs == other.runs
            && self.side == other.side
            && self.rules == other.rules
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
