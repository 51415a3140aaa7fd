//! The position string: `aaaaa/5/5/5/AAAAA w - - 1`.

use std::fmt::{self, Write as _};
use std::num::NonZeroU8;
use std::ops::Range;
use std::str::FromStr;

use super::{ARCHERS, Position, Run};
use crate::board::neighbours;
use crate::moves::Move;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::text::excerpt;

/// A field of the position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Archers and marks, rank 5 first.
    Placement,
    /// The player to move.
    Side,
    /// A player's run of to-and-fro moves.
    Run(Side),
    /// The number of the move.
    MoveNumber,
    /// Something after the last field.
    Rest,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placement => f.write_str("placement"),
            Self::Side => f.write_str("side to move"),
            Self::Run(Side::White) => f.write_str("white run"),
            Self::Run(Side::Black) => f.write_str("black run"),
            Self::MoveNumber => f.write_str("move number"),
            Self::Rest => f.write_str("end of the position"),
        }
    }
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} '{}': {reason}", excerpt(.token))]
pub struct ParsePositionError {
    field: Field,
    token: String,
    reason: String,
    span: Range<usize>,
}

impl ParsePositionError {
    /// The field that is wrong.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The text of that field, whole; empty if it is missing.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What is wrong with it and what was expected.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Where in the text that was read the field stands, in bytes.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// A field's text and where it stands.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    start: usize,
}

impl Token<'_> {
    fn error(self, field: Field, reason: impl Into<String>) -> ParsePositionError {
        ParsePositionError {
            field,
            token: self.text.to_owned(),
            reason: reason.into(),
            span: self.start..self.start + self.text.len(),
        }
    }
}

fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split_ascii_whitespace().map(|token| Token {
        text: token,
        start: token.as_ptr() as usize - text.as_ptr() as usize,
    })
}

impl Position {
    /// Reads a position string.
    ///
    /// The last three fields may be missing from the right; a hand in brackets
    /// after the placement and the six fields of chess are tolerated.
    ///
    /// # Errors
    /// [`ParsePositionError`] names the first wrong field and what was expected.
    pub fn parse(text: &str, rules: RuleSet) -> Result<Self, ParsePositionError> {
        let missing = Token {
            text: "",
            start: text.trim_end().len(),
        };
        let fields: Vec<Token<'_>> = tokens(text).take(7).collect();
        let mut position = Self::empty(rules);
        position.read_placement(*fields.first().unwrap_or(&missing))?;
        let side = fields.get(1).unwrap_or(&missing);
        position.set_side(match side.text {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(side.error(Field::Side, "expected w or b")),
        });
        let number = match *fields {
            [_, _, _, _, _, _, rest, ..] => {
                return Err(rest.error(Field::Rest, "expected at most six fields"));
            }
            [_, _, _, _, _, number] => Some(number),
            _ => {
                for (side, token) in Side::BOTH.into_iter().zip(fields.iter().skip(2)) {
                    position.set_run(side, read_run(*token, side, rules)?);
                }
                fields.get(4).copied()
            }
        };
        if let Some(number) = number {
            position.move_number = read_move_number(number)?;
        }
        Ok(position)
    }

    pub(super) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.key ^= super::zobrist::BLACK_TO_MOVE;
        }
    }

    fn read_placement(&mut self, token: Token<'_>) -> Result<(), ParsePositionError> {
        let error = |reason: String| token.error(Field::Placement, reason);
        let text = match token.text.split_once('[') {
            Some((placement, hand)) if hand.find(']').is_some_and(|at| at + 1 == hand.len()) => {
                placement
            }
            Some(_) => return Err(error("expected ']' at the end of the hand".to_owned())),
            None => token.text,
        };
        let ranks: Vec<&str> = text.split('/').take(7).collect();
        if ranks.len() != usize::from(Square::WIDTH) {
            return Err(error(format!("{} ranks, expected 5", ranks.len())));
        }
        for (rank, text) in (0..Square::WIDTH).rev().zip(ranks) {
            self.read_rank(rank, text).map_err(error)?;
        }
        for side in Side::BOTH {
            let count = self.archers(side).len();
            if count > ARCHERS {
                return Err(error(format!(
                    "{count} archers of {side}, expected at most 5"
                )));
            }
        }
        if self.occupied().is_empty() {
            return Err(error("no archers, expected at least one".to_owned()));
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: u8, text: &str) -> Result<(), String> {
        let name = rank + 1;
        let mut file = 0_u8;
        let mut marked = false;
        for letter in text.chars() {
            let side = match letter {
                '+' if !marked => {
                    marked = true;
                    continue;
                }
                'A' => Side::White,
                'a' => Side::Black,
                _ if marked => {
                    return Err(format!(
                        "'+' without an archer in rank {name}, expected A or a after it"
                    ));
                }
                '1'..='5' => {
                    file = file.saturating_add(letter as u8 - b'0');
                    continue;
                }
                _ => {
                    let letter = excerpt(&letter.to_string());
                    return Err(format!(
                        "'{letter}' in rank {name}, expected A, a, + or 1 to 5"
                    ));
                }
            };
            if let Some(square) = Square::new(file, rank) {
                self.toggle(side, marked, square);
            }
            file = file.saturating_add(1);
            marked = false;
        }
        if marked {
            return Err(format!(
                "'+' without an archer in rank {name}, expected A or a after it"
            ));
        }
        if file != Square::WIDTH {
            return Err(format!("{file} files in rank {name}, expected 5"));
        }
        Ok(())
    }
}

fn read_run(
    token: Token<'_>,
    side: Side,
    rules: RuleSet,
) -> Result<Option<Run>, ParsePositionError> {
    if token.text == "-" {
        return Ok(None);
    }
    let error = |reason: String| token.error(Field::Run(side), reason);
    let form = || error("expected - or a move and a length such as a1c2*1".to_owned());
    let (step, length) = token.text.split_once('*').ok_or_else(form)?;
    let mv: Move = step.parse().map_err(|_| form())?;
    let (Some((from, to)), None) = (mv.squares(), mv.reentry_square()) else {
        return Err(form());
    };
    if !neighbours(from).has(to) {
        return Err(error(format!(
            "no line joins {from} and {to}, expected two neighbours"
        )));
    }
    let limit = rules.rules().run_limit;
    let length = read_number(length)
        .and_then(|length| u8::try_from(length).ok())
        .filter(|&length| length <= limit)
        .and_then(NonZeroU8::new)
        .ok_or_else(|| {
            error(format!(
                "length '{}', expected 1 to {limit}",
                excerpt(length)
            ))
        })?;
    Ok(Some(Run { from, to, length }))
}

fn read_move_number(token: Token<'_>) -> Result<u32, ParsePositionError> {
    read_number(token.text)
        .filter(|&number| number > 0)
        .ok_or_else(|| {
            token.error(
                Field::MoveNumber,
                format!("expected a whole number from 1 to {}", u32::MAX),
            )
        })
}

/// Digits only: the standard parser also takes a plus sign.
fn read_number(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position of the default rule set.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, RuleSet::default())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::WIDTH).rev() {
            let mut empty = 0;
            for square in (0..Square::WIDTH).filter_map(|file| Square::new(file, rank)) {
                let letter = if self.archers(Side::White).has(square) {
                    'A'
                } else if self.archers(Side::Black).has(square) {
                    'a'
                } else {
                    empty += 1;
                    continue;
                };
                write_empty(f, &mut empty)?;
                if self.marked.has(square) {
                    f.write_char('+')?;
                }
                f.write_char(letter)?;
            }
            write_empty(f, &mut empty)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side {
            Side::White => "w",
            Side::Black => "b",
        })?;
        for run in self.runs {
            match run {
                Some(run) => write!(f, " {run}")?,
                None => f.write_str(" -")?,
            }
        }
        write!(f, " {}", self.move_number)
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, count: &mut u8) -> fmt::Result {
    if *count > 0 {
        write!(f, "{count}")?;
    }
    *count = 0;
    Ok(())
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.rules)
    }
}
