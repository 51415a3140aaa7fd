//! What an engine's lines say, as far as a match runner cares.

use std::time::Duration;

use crate::command::Dialect;
use crate::record::MoveScore;

/// The move that an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The word after `bestmove`, whatever it is; empty if there was none.
    pub best_move: String,
    /// Time from our `go` to its arrival.
    pub elapsed: Duration,
    /// What the engine last said of its search.
    pub thinking: Option<Thinking>,
}

/// An `info` line with an exact score of the best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The score, from the engine's side.
    pub score: MoveScore,
    /// Plies, 0 if the engine did not say.
    pub depth: u32,
    /// Positions, 0 if the engine did not say.
    pub nodes: u64,
}

/// One line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// `id name …`
    Name(String),
    /// `option name …`
    Option(String),
    /// `uciok` or `ugiok`
    Identified,
    /// `readyok`
    Ready,
    /// `info … score …`
    Thinking(Thinking),
    /// `bestmove …`
    BestMove(String),
}

impl Message {
    /// Reads a line; `None` if it says nothing of the above.
    pub(super) fn parse(line: &str, dialect: Dialect) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        Some(match words.next()? {
            "bestmove" => Self::BestMove(words.next().unwrap_or_default().to_owned()),
            "info" => Self::Thinking(thinking(words, dialect)?),
            "readyok" => Self::Ready,
            "uciok" if dialect == Dialect::Uci => Self::Identified,
            "ugiok" if dialect == Dialect::Ugi => Self::Identified,
            "id" if words.next() == Some("name") => Self::Name(join(words)),
            "option" if words.next() == Some("name") => {
                Self::Option(join(words.take_while(|&word| word != "type")))
            }
            _ => return None,
        })
    }
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn thinking<'a>(mut words: impl Iterator<Item = &'a str>, dialect: Dialect) -> Option<Thinking> {
    let (mut score, mut depth, mut nodes) = (None, 0, 0);
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "depth" => depth = words.next()?.parse().ok()?,
            "nodes" => nodes = words.next()?.parse().ok()?,
            "multipv" if words.next()? != "1" => return None,
            "lowerbound" | "upperbound" => return None,
            "score" => {
                let unit = words.next()?;
                score = Some(move_score(unit, words.next()?.parse().ok()?, dialect)?);
            }
            _ => {}
        }
    }
    score.map(|score| Thinking {
        score,
        depth,
        nodes,
    })
}

fn move_score(unit: &str, value: i32, dialect: Dialect) -> Option<MoveScore> {
    match (unit, dialect) {
        ("cp", _) => Some(MoveScore::Hundredths(value)),
        ("mate", Dialect::Uci) => Some(MoveScore::Mate(value)),
        ("mate", Dialect::Ugi) => {
            let moves = value.unsigned_abs().div_ceil(2).cast_signed();
            Some(MoveScore::Mate(moves * value.signum()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<Message> {
        Message::parse(line, Dialect::Uci)
    }

    #[test]
    fn answers_are_told_from_talk() {
        let best = |text: &str| Some(Message::BestMove(text.to_owned()));
        assert_eq!(parse("bestmove a1c2 ponder b5d4\r"), best("a1c2"));
        assert_eq!(parse(" bestmove\tA@b1"), best("A@b1"));
        assert_eq!(parse("bestmove"), best(""));
        assert_eq!(parse("readyok\r"), Some(Message::Ready));
        assert_eq!(parse("uciok"), Some(Message::Identified));
        assert_eq!(
            parse("id name Jarmo  0.1"),
            Some(Message::Name("Jarmo 0.1".to_owned()))
        );
        assert_eq!(
            parse("option name Clear Hash type button"),
            Some(Message::Option("Clear Hash".to_owned()))
        );
        for line in [
            "",
            " ",
            "id author x",
            "info",
            "info string bestmove a1c2",
            "ugiok",
            "mate 1",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn exact_scores_of_the_first_line_count() {
        let said = |score, depth, nodes| {
            Some(Message::Thinking(Thinking {
                score,
                depth,
                nodes,
            }))
        };
        assert_eq!(
            parse("info depth 7 seldepth 9 multipv 1 score cp -35 nodes 812 pv a1c2"),
            said(MoveScore::Hundredths(-35), 7, 812)
        );
        assert_eq!(parse("info score mate -3"), said(MoveScore::Mate(-3), 0, 0));
        for (plies, moves) in [(5, 3), (4, 2), (-4, -2), (-5, -3), (0, 0)] {
            assert_eq!(
                Message::parse(&format!("info score mate {plies}"), Dialect::Ugi),
                said(MoveScore::Mate(moves), 0, 0)
            );
        }
        for line in [
            "info depth 3",
            "info multipv 2 score cp 1",
            "info score cp 10 lowerbound",
            "info score cp",
            "info score cp x",
            "info score wdl 1 2 3",
            "info depth 9999999999 score cp 1",
            "info pv score cp 1",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
