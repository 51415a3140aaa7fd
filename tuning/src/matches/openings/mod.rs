//! Where games begin: lines of a file, or random moves from the start.
//!
//! An opening is played twice with sides swapped, so it need not be fair, only
//! new. Random ones follow from a seed and are never finished or repeated.

mod random;
mod source;

use std::fmt;

use jarmo_engine::{Game, Move, Position, RuleSet};

pub use random::{Beginner, Window};
pub use source::{OpeningError, OpeningSource};

/// A first position and the moves that both players are given. The game goes on after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    start: Position,
    moves: Vec<Move>,
}

impl Opening {
    /// Reads `startpos` or a position, then perhaps `moves` and moves; or moves alone.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub fn parse(line: &str, rules: RuleSet) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_move = |word: &&str| word.parse::<Move>().is_ok();
        let (first, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (words[..at].join(" "), &words[at + 1..]),
            None if words.first().is_some_and(is_move) => (String::new(), &words[..]),
            None => (words.join(" "), &words[..0]),
        };
        let start = match first.as_str() {
            "" | "startpos" => Position::start(rules),
            text => Position::parse(text, rules).map_err(|error| error.to_string())?,
        };
        let mut game = Game::new(start);
        for (number, word) in (1..).zip(moves) {
            let mv = game.position().parse_move(word);
            let mv = mv.map_err(|error| format!("move {number}: {error}"))?;
            game.play(mv)
                .expect("a move that was read as legal can be made");
        }
        if game.ending().is_some() {
            return Err("the game is over; expected one that goes on".to_owned());
        }
        Ok(Self {
            start,
            moves: game.moves().to_vec(),
        })
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game after the opening.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            game.play(mv).expect("an opening has legal moves");
        }
        game
    }
}

/// As [`Opening::parse`] reads it.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == Position::start(self.start.rules()) && self.start.move_number() == 1 {
            f.write_str("startpos")?;
        } else {
            write!(f, "{}", self.start)?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_read_back() {
        for (line, written) in [
            ("startpos", "startpos"),
            ("startpos moves a1c2 b5d4", "startpos moves a1c2 b5d4"),
            ("a1c2  b5d4", "startpos moves a1c2 b5d4"),
            (
                "aaaaa/5/5/5/AAAAA b - - 1 moves b5d4",
                "aaaaa/5/5/5/AAAAA b - - 1 moves b5d4",
            ),
            ("1+a1aa/2a2/2+A2/5/A2AA w", "1+a1aa/2a2/2+A2/5/A2AA w - - 1"),
        ] {
            let opening = Opening::parse(line, RuleSet::Jarmo).unwrap();
            assert_eq!(opening.to_string(), written);
            assert_eq!(Opening::parse(written, RuleSet::Jarmo), Ok(opening));
        }
    }

    #[test]
    fn what_is_no_opening_is_refused() {
        for (line, named) in [
            ("startpos moves a1a2", "move 1"),
            ("a1c2 b5d4 x", "move 3"),
            ("somewhere", "placement"),
            ("2A1A/5/1+A3/5/aA+aA1 w - - 11", "the game is over"),
        ] {
            let error = Opening::parse(line, RuleSet::Jarmo).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
    }
}
