//! Reading records: text to games whose moves are legal.
//!
//! A record that was being written when the power failed ends in the middle of a
//! game; that is told from a record that is wrong.

use std::io::{self, BufRead};
use std::time::Duration;

use jarmo_engine::{Game, Position, RuleSet, Side, excerpt};

use super::{GameRecord, MoveNote, MoveScore, Outcome};

/// Why a game can't be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file can't be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The record ends before the game's result.
    #[error("line {line}: the record ends within a game; expected a result")]
    Unfinished {
        /// The last line, from 1.
        line: usize,
    },
    /// The record is wrong.
    #[error("line {line}: {reason}")]
    Wrong {
        /// The line, from 1.
        line: usize,
        /// What is wrong and what was expected.
        reason: String,
    },
}

/// The games of a record, one after the other.
///
/// After an error there are no more.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    line: usize,
    has_failed: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads from `input`.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            has_failed: false,
        }
    }

    fn next_line(&mut self) -> Result<Option<String>, RecordError> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        let line = self.line;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            // Only a line that was being written ends within a letter.
            Err(error) if error.utf8_error().error_len().is_none() => {
                Err(RecordError::Unfinished { line })
            }
            Err(_) => Err(RecordError::Wrong {
                line,
                reason: "expected UTF-8 text".to_owned(),
            }),
        }
    }

    fn read_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let mut draft: Option<Draft> = None;
        while let Some(line) = self.next_line()? {
            let is_whole = line.ends_with('\n');
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let draft = draft.get_or_insert_default();
            let wrong = |reason| RecordError::Wrong {
                line: self.line,
                reason,
            };
            match draft.read_line(line) {
                Ok(false) => {}
                Ok(true) => return std::mem::take(draft).finish().map(Some).map_err(wrong),
                // A line that was being written may say anything.
                Err(_) if !is_whole => return Err(RecordError::Unfinished { line: self.line }),
                Err(reason) => return Err(wrong(reason)),
            }
        }
        match draft {
            Some(_) => Err(RecordError::Unfinished { line: self.line }),
            None => Ok(None),
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = self.read_game();
        self.has_failed = game.is_err();
        game.transpose()
    }
}

/// A game of which some lines have been read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// Set with the first line of moves.
    game: Option<Game>,
    notes: Vec<MoveNote>,
    detail: Vec<String>,
    /// A comment that goes on in the next line.
    comment: Option<String>,
    result: Option<String>,
}

impl Draft {
    /// Reads a line that is not empty; true if it ended the game.
    fn read_line(&mut self, line: &str) -> Result<bool, String> {
        if self.comment.is_none() && self.game.is_none() && line.starts_with('[') {
            self.tags.push(parse_tag(line)?);
            return Ok(false);
        }
        let mut rest = line;
        while !rest.is_empty() {
            if self.result.is_some() {
                return Err(format!("'{}' after the result", excerpt(rest)));
            }
            rest = self.read_token(rest)?.trim_start();
        }
        Ok(self.result.is_some())
    }

    /// Reads a token or a part of a comment, and gives what follows it.
    fn read_token<'a>(&mut self, text: &'a str) -> Result<&'a str, String> {
        if self.game.is_none() {
            self.game = Some(Game::new(self.start()?));
        }
        if let Some(comment) = &mut self.comment {
            let Some((end, rest)) = text.split_once('}') else {
                comment.push_str(text);
                comment.push(' ');
                return Ok("");
            };
            comment.push_str(end);
            let comment = self.comment.take().unwrap_or_default();
            self.add_comment(comment.trim());
            return Ok(rest);
        }
        if let Some(rest) = text.strip_prefix('{') {
            self.comment = Some(String::new());
            return Ok(rest);
        }
        let end = text.find(|c: char| c.is_whitespace() || c == '{');
        let (token, rest) = text.split_at(end.unwrap_or(text.len()));
        match token {
            "1-0" | "0-1" | "1/2-1/2" => self.result = Some(token.to_owned()),
            "*" => return Err("'*': expected the result of a finished game".to_owned()),
            _ => match without_number(token) {
                "" => {}
                mv => self.add_move(mv)?,
            },
        }
        Ok(rest)
    }

    fn add_move(&mut self, text: &str) -> Result<(), String> {
        let game = self.game.as_mut().expect("moves come after the position");
        let number = game.moves().len() + 1;
        let mv = game.position().parse_move(text);
        let mv = mv.map_err(|error| format!("ply {number}: {error}"))?;
        game.play(mv).expect("a move that was read as legal");
        self.notes.push(MoveNote::None);
        Ok(())
    }

    /// A comment belongs to the move before it if it says what such a comment does.
    fn add_comment(&mut self, comment: &str) {
        match (self.notes.last_mut(), parse_note(comment)) {
            (Some(note @ MoveNote::None), Some(read)) => *note = read,
            _ => self.detail.push(comment.to_owned()),
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }

    fn start(&self) -> Result<Position, String> {
        let rules = match self.tag("Variant") {
            Some(name) => name.parse().map_err(|error| format!("Variant: {error}"))?,
            None => RuleSet::default(),
        };
        match self.tag("FEN") {
            Some(text) => Position::parse(text, rules).map_err(|error| format!("FEN: {error}")),
            None => Ok(Position::start(rules)),
        }
    }

    fn finish(self) -> Result<GameRecord, String> {
        let text = |name: &str| self.tag(name).unwrap_or_default().to_owned();
        let result = self.result.as_deref().unwrap_or_default();
        if let Some(tag) = self.tag("Result")
            && tag != result
        {
            let tag = excerpt(tag);
            return Err(format!(
                "Result '{tag}': expected '{result}' as after the moves"
            ));
        }
        let time_control = |name| {
            self.tag(name)
                .map_or_else(|| text("TimeControl"), str::to_owned)
        };
        let termination = text("Termination");
        Ok(GameRecord {
            event: text("Event"),
            round: text("Round"),
            players: [text("White"), text("Black")],
            time_controls: ["WhiteTimeControl", "BlackTimeControl"].map(time_control),
            outcome: Outcome {
                winner: match result {
                    "1-0" => Some(Side::White),
                    "0-1" => Some(Side::Black),
                    _ => None,
                },
                points: parse_points(&text("Points"))?,
                termination: termination.parse().map_err(|expected| {
                    format!("Termination '{}': {expected}", excerpt(&termination))
                })?,
                detail: self.detail.join(" "),
            },
            game: self.game.expect("a result comes after the position"),
            notes: self.notes,
        })
    }
}

/// What follows the number of the move, as in `12.` or `12...a1c2`.
fn without_number(token: &str) -> &str {
    let after = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < token.len() && after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        token
    }
}

fn parse_tag(line: &str) -> Result<(String, String), String> {
    let parsed = || {
        let inner = line.strip_prefix('[')?.strip_suffix(']')?;
        let (name, value) = inner.split_once(' ')?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let mut text = String::with_capacity(value.len());
        let mut letters = value.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => text.push(letters.next()?),
                '"' => return None,
                letter => text.push(letter),
            }
        }
        Some((name.to_owned(), text))
    };
    parsed().ok_or_else(|| {
        format!(
            "'{}': expected a tag such as [Round \"1.1\"]",
            excerpt(line)
        )
    })
}

fn parse_points(text: &str) -> Result<[i32; 2], String> {
    let points = text
        .split_once('-')
        .and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
    points.ok_or_else(|| format!("Points '{}': expected two numbers as in 7-4", excerpt(text)))
}

/// `book`, `0.052s` or `+0.35/12 0.052s`.
fn parse_note(comment: &str) -> Option<MoveNote> {
    if comment == "book" {
        return Some(MoveNote::Book);
    }
    let (thought, time) = match comment.split_once(' ') {
        Some((thought, time)) => {
            let (score, depth) = thought.split_once('/')?;
            (Some((parse_score(score)?, depth.parse().ok()?)), time)
        }
        None => (None, comment),
    };
    let seconds = time.strip_suffix('s')?.parse().ok()?;
    Some(MoveNote::Played {
        thought,
        time: Duration::try_from_secs_f64(seconds).ok()?,
    })
}

fn parse_score(text: &str) -> Option<MoveScore> {
    if let Some(moves) = text.strip_prefix("+M") {
        return Some(MoveScore::Mate(moves.parse().ok()?));
    }
    if let Some(moves) = text.strip_prefix("-M") {
        return Some(MoveScore::Mate(-moves.parse::<i32>().ok()?));
    }
    let points: f64 = text.parse().ok()?;
    let hundredths = (points * 100.0).round();
    (hundredths.abs() < f64::from(i32::MAX)).then_some(MoveScore::Hundredths(hundredths as i32))
}
