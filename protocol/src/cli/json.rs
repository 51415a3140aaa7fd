//! Analyses as JSON, one object a line. `jarmo analyse --help` names the fields.

use std::io::{self, Write};

use jarmo_engine::search::{Line, Outcome, Report};
use jarmo_engine::tablebase::Value;
use jarmo_engine::{Game, Move, Position, Score};
use serde::Serialize;

use super::analyse::{JudgedMove, View};
use super::table::conclusion;

/// Writes an object for each line and one for the result.
pub(crate) struct JsonLines<'a> {
    out: &'a mut dyn Write,
}

impl<'a> JsonLines<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out }
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        writeln!(self.out, "{}", record.text())
    }
}

impl View for JsonLines<'_> {
    fn begin(&mut self, _: &Game) -> io::Result<()> {
        Ok(())
    }

    fn report(&mut self, report: &Report<'_>) -> io::Result<()> {
        match report {
            Report::Line(line) => self.write(&Record::of_line(line)),
            Report::CurrentMove { .. } => Ok(()),
        }
    }

    fn end(&mut self, game: &Game, outcome: &Outcome) -> io::Result<()> {
        let result = Summary {
            time_ms: Some(milliseconds(outcome.best())),
            ..Summary::of(game, outcome)
        };
        self.write(&Record::Result(result))
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record {
    Line {
        depth: u32,
        seldepth: u32,
        multipv: usize,
        score: f64,
        proven: Option<Proven>,
        nodes: u64,
        nps: u64,
        hashfull: u32,
        tbhits: u64,
        time_ms: u64,
        pv: Vec<String>,
    },
    Result(Summary),
    Move(MoveSummary),
}

/// The result of a search.
#[derive(Default, Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    variant: &'static str,
    position: String,
    side: String,
    bestmove: Option<String>,
    ponder: Option<String>,
    score: f64,
    proven: Option<Proven>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<Known>,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Ranked>,
    words: String,
}

/// One of several lines.
#[derive(Serialize)]
struct Ranked {
    score: f64,
    proven: Option<Proven>,
    depth: u32,
    pv: Vec<String>,
}

/// A move of a game beside the best one.
#[derive(Serialize)]
struct MoveSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    ply: usize,
    number: u32,
    side: String,
    position: String,
    r#move: String,
    score: f64,
    proven: Option<Proven>,
    best: String,
    best_score: f64,
    best_proven: Option<Proven>,
    loss: f64,
    mark: &'static str,
    depth: u32,
    nodes: u64,
    pv: Vec<String>,
}

/// The result for the position in a `line` of a file; `several` adds all lines of play.
pub(crate) fn result(game: &Game, outcome: &Outcome, line: usize, several: bool) -> String {
    let lines = outcome.lines.iter().filter(|_| several).map(Ranked::of);
    let result = Summary {
        line: Some(line),
        lines: lines.collect(),
        ..Summary::of(game, outcome)
    };
    Record::Result(result).text()
}

/// The result for the last position of a game, which may be the one of a `round`.
pub(crate) fn last_position(round: Option<&str>, game: &Game, outcome: &Outcome) -> String {
    let result = Summary {
        round: round.map(str::to_owned),
        ..Summary::of(game, outcome)
    };
    Record::Result(result).text()
}

/// A move of a game, the `ply`th from 1, with what was found out about it.
pub(crate) fn annotated(round: Option<&str>, ply: usize, judged: &JudgedMove) -> String {
    let position = &judged.position;
    Record::Move(MoveSummary {
        round: round.map(str::to_owned),
        ply,
        number: position.move_number(),
        side: side(position),
        position: position.to_string(),
        r#move: judged.mv.to_string(),
        score: points(judged.played.score),
        proven: proven(&judged.played),
        best: judged.best_move().to_string(),
        best_score: points(judged.best.score),
        best_proven: proven(&judged.best),
        loss: f64::from(judged.loss()) / 100.0,
        mark: judged.mark().sign(),
        depth: judged.best.depth,
        nodes: judged.best.nodes,
        pv: names(&judged.best.moves),
    })
    .text()
}

#[derive(Serialize)]
struct Proven {
    margin: i32,
    /// Not known for a draw, and where it is only the margin that was proven.
    plies: Option<i32>,
    /// Whether a better margin is excluded.
    exact: bool,
}

/// What a table knows; from a table of outcomes the margin is its sign.
#[derive(Serialize)]
struct Known {
    margin: i32,
    plies: Option<u32>,
    at_least: bool,
    at_most: bool,
}

impl Known {
    fn of(value: Value) -> Self {
        Self {
            margin: value.margin,
            plies: value.plies,
            at_least: value.is_at_least,
            at_most: value.is_at_most,
        }
    }
}

impl Record {
    fn of_line(line: &Line) -> Self {
        Self::Line {
            depth: line.depth,
            seldepth: line.selective_depth,
            multipv: line.rank,
            score: points(line.score),
            proven: proven(line),
            nodes: line.nodes,
            nps: line.nodes_per_second(),
            hashfull: line.hash_full,
            tbhits: line.tablebase_hits,
            time_ms: milliseconds(line),
            pv: names(&line.moves),
        }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("plain fields and finite numbers")
    }
}

impl Summary {
    fn of(game: &Game, outcome: &Outcome) -> Self {
        let position = game.position();
        let best = outcome.best();
        Self {
            variant: position.rules().name(),
            position: position.to_string(),
            side: side(position),
            bestmove: outcome.best_move().map(|mv| mv.to_string()),
            ponder: outcome.ponder_move().map(|mv| mv.to_string()),
            score: points(best.score),
            proven: proven(best),
            tablebase: outcome.known.map(Known::of),
            depth: best.depth,
            nodes: best.nodes,
            pv: names(&best.moves),
            words: conclusion(game, outcome),
            ..Self::default()
        }
    }
}

impl Ranked {
    fn of(line: &Line) -> Self {
        Self {
            score: points(line.score),
            proven: proven(line),
            depth: line.depth,
            pv: names(&line.moves),
        }
    }
}

fn side(position: &Position) -> String {
    position.side_to_move().to_string().to_lowercase()
}

fn points(score: Score) -> f64 {
    f64::from(score.hundredths()) / 100.0
}

fn proven(line: &Line) -> Option<Proven> {
    let proven = line.forced_result();
    (proven.is_some() || line.proven_by.is_some()).then(|| Proven {
        margin: proven.map_or(0, |proven| proven.margin),
        plies: proven.filter(|it| it.has_distance()).map(|it| it.plies),
        exact: line.proven_by.is_some(),
    })
}

fn milliseconds(line: &Line) -> u64 {
    line.elapsed.as_millis().try_into().unwrap_or(u64::MAX)
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
