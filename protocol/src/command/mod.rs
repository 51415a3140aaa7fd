//! Reading a line: from bytes to a typed command, without any state.
//!
//! What a line means depends on the session (is the move legal, does the option
//! exist); what it says does not. So the reader thread can do this work, and a
//! test can do it without an engine.

mod go;
mod words;

use jarmo_engine::{Move, ParseMoveError, excerpt};

pub use go::Go;
use words::Words;

/// The greatest depth of `go perft` and `bench`, far beyond what ends in a lifetime.
pub const MAX_COUNT_DEPTH: u32 = 100;

/// The words in which the two sides talk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Universal Chess Interface.
    #[default]
    Uci,
    /// Universal Game Interface.
    Ugi,
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci` or `ugi`: tell who you are and which options there are.
    Identify(Dialect),
    /// `isready`.
    IsReady,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `setoption name N [value V]`.
    SetOption(SetOption),
    /// `ucinewgame` or `uginewgame`.
    NewGame,
    /// `position …`.
    Position(SetPosition),
    /// `go …`, to be answered by one `bestmove`.
    Go(Go),
    /// `go perft N`: count the leaves of the game tree at this depth.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query …`.
    Query(Query),
    /// `d`: show the board.
    Display,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `quit`.
    Quit,
}

/// An option's new value, both as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The option's name, its words one blank apart.
    pub name: String,
    /// What followed `value`, if it was there.
    pub value: Option<String>,
}

/// A first position and the moves made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetPosition {
    /// The position string; `None` for the start.
    pub position: Option<String>,
    /// The moves, which may be illegal.
    pub moves: Vec<Move>,
}

/// A question about the rules or the state of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `p1turn`: is White to move?
    FirstPlayersTurn,
    /// `gameover`
    GameOver,
    /// `result`
    Result,
    /// `moves`
    Moves,
    /// `fen`
    Position,
    /// `points`
    Points,
    /// `islegal M`, where the text need not even be a move.
    IsLegal(String),
}

/// Why a line, or a part of it, says nothing that could be obeyed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is not text.
    #[error("byte {0} of the line is not UTF-8; expected UTF-8 text")]
    NotUtf8(usize),
    /// No token of the line is a command; this is the first.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// A command lacks a word that it needs.
    #[error("nothing after '{after}'; expected {expected}")]
    Missing {
        /// The word before.
        after: String,
        /// What should follow it.
        expected: &'static str,
    },
    /// A command has another word than those it knows.
    #[error("'{found}' after '{after}'; expected {expected}")]
    Unexpected {
        /// The word, cut if it is long.
        found: String,
        /// The word before.
        after: String,
        /// What should follow it.
        expected: &'static str,
    },
    /// A word in a list of moves is none.
    #[error("move {number}: {error}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// `go` came with words that it does not know.
    #[error("'{first}'{} in 'go'; expected {expected}", more(.others))]
    GoWords {
        /// The first of them, cut if it is long.
        first: String,
        /// How many came after it.
        others: usize,
        /// What should stand in the place of the first.
        expected: &'static str,
    },
}

fn more(others: &usize) -> String {
    match others {
        0 => String::new(),
        1 => " and 1 other word".to_owned(),
        _ => format!(" and {others} other words"),
    }
}

impl CommandError {
    fn after(after: &str, found: Option<&str>, expected: &'static str) -> Self {
        let after = after.to_owned();
        match found {
            Some(found) => Self::Unexpected {
                found: excerpt(found),
                after,
                expected,
            },
            None => Self::Missing { after, expected },
        }
    }
}

/// Reads one line without its end; `None` for a blank one.
///
/// Tokens before the first command are skipped, as UCI asks.
///
/// ```
/// use jarmo_protocol::command::{Command, parse};
/// assert_eq!(parse(b"please debug  on"), Ok(Some(Command::Debug(true))));
/// assert_eq!(parse(b"debug").unwrap_err().to_string(), "nothing after 'debug'; expected on or off");
/// ```
///
/// # Errors
/// [`CommandError`] if no token is a command, or if the command can't be understood.
pub fn parse(line: &[u8]) -> Result<Option<Command>, CommandError> {
    let line =
        str::from_utf8(line).map_err(|error| CommandError::NotUtf8(error.valid_up_to() + 1))?;
    let mut words = Words::of(line);
    let Some(first) = words.peek() else {
        return Ok(None);
    };
    while let Some(word) = words.next() {
        if let Some(command) = parse_command(word, &mut words) {
            return command.map(Some);
        }
    }
    Err(CommandError::Unknown(excerpt(first)))
}

/// Reads what follows `word`; `None` if that is no command.
fn parse_command(word: &str, words: &mut Words<'_>) -> Option<Result<Command, CommandError>> {
    Some(match word {
        "uci" => Ok(Command::Identify(Dialect::Uci)),
        "ugi" => Ok(Command::Identify(Dialect::Ugi)),
        "isready" => Ok(Command::IsReady),
        "debug" => parse_debug(words),
        "setoption" => parse_set_option(words),
        "ucinewgame" | "uginewgame" => Ok(Command::NewGame),
        "position" => parse_position(words),
        "go" => parse_go(words),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "query" => parse_query(words),
        "d" => Ok(Command::Display),
        "eval" => Ok(Command::Eval),
        "bench" => parse_bench(words),
        "quit" => Ok(Command::Quit),
        _ => return None,
    })
}

fn parse_debug(words: &mut Words<'_>) -> Result<Command, CommandError> {
    match words.next() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        other => Err(CommandError::after("debug", other, "on or off")),
    }
}

fn parse_set_option(words: &mut Words<'_>) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        other => {
            let expected = "name, an option, and its value after the word value";
            return Err(CommandError::after("setoption", other, expected));
        }
    }
    let (name, value) = words.split_before("value");
    if name.is_empty() {
        return Err(CommandError::after("name", value.peek(), "an option"));
    }
    let mut value = value;
    let has_value = value.next().is_some();
    Ok(Command::SetOption(SetOption {
        name: Words::of(name).collect::<Vec<_>>().join(" "),
        value: has_value.then(|| value.rest().to_owned()),
    }))
}

fn parse_position(words: &mut Words<'_>) -> Result<Command, CommandError> {
    let (position, mut rest) = match words.next() {
        Some("startpos") => (None, *words),
        Some("fen") => {
            let (text, rest) = words.split_before("moves");
            if text.is_empty() {
                return Err(CommandError::after("fen", rest.peek(), "a position"));
            }
            (Some(text.to_owned()), rest)
        }
        other => {
            let expected = "startpos, or fen and a position";
            return Err(CommandError::after("position", other, expected));
        }
    };
    match rest.next() {
        None | Some("moves") => {}
        other => return Err(CommandError::after("startpos", other, "moves")),
    }
    let moves = (1..).zip(rest).map(|(number, word)| {
        word.parse()
            .map_err(|error| CommandError::Move { number, error })
    });
    Ok(Command::Position(SetPosition {
        position,
        moves: moves.collect::<Result<_, _>>()?,
    }))
}

fn parse_go(words: &mut Words<'_>) -> Result<Command, CommandError> {
    if words.peek() == Some("perft") {
        words.next();
        let depth = parse_count_depth(words.next(), 0);
        let expected = "a depth from 0 to 100";
        return depth
            .map(Command::Perft)
            .map_err(|found| CommandError::after("perft", found, expected));
    }
    Ok(Command::Go(Go::parse(words)))
}

fn parse_bench(words: &mut Words<'_>) -> Result<Command, CommandError> {
    match words.next() {
        None => Ok(Command::Bench(None)),
        word => parse_count_depth(word, 1)
            .map(|depth| Command::Bench(Some(depth)))
            .map_err(|found| CommandError::after("bench", found, "a depth from 1 to 100")),
    }
}

fn parse_count_depth(word: Option<&str>, least: u32) -> Result<u32, Option<&str>> {
    word.and_then(parse_number)
        .and_then(|depth| u32::try_from(depth).ok())
        .filter(|depth| (least..=MAX_COUNT_DEPTH).contains(depth))
        .ok_or(word)
}

fn parse_query(words: &mut Words<'_>) -> Result<Command, CommandError> {
    let query = match words.next() {
        Some("p1turn") => Query::FirstPlayersTurn,
        Some("gameover") => Query::GameOver,
        Some("result") => Query::Result,
        Some("moves") => Query::Moves,
        Some("fen") => Query::Position,
        Some("points") => Query::Points,
        Some("islegal") => match words.next() {
            Some(mv) => Query::IsLegal(mv.to_owned()),
            None => return Err(CommandError::after("islegal", None, "a move")),
        },
        other => {
            let expected = "p1turn, gameover, result, moves, fen, points or islegal";
            return Err(CommandError::after("query", other, expected));
        }
    };
    Ok(Command::Query(query))
}

/// A whole number, a sign allowed; one that is too large is the largest of its sign.
fn parse_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let saturated = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(saturated))
}

#[cfg(test)]
mod tests;
