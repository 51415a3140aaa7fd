//! An analysis as JSON, one object a line. `jarmo analyse --help` names the fields.

use std::io::{self, Write};

use jarmo_engine::search::{Line, Outcome, Report};
use jarmo_engine::{Game, Move, Score};
use serde::Serialize;

use super::analyse::View;
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
        let text = serde_json::to_string(record)?;
        writeln!(self.out, "{text}")
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
        self.write(&Record::of_outcome(game, outcome))
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
    Result {
        variant: &'static str,
        position: String,
        side: String,
        bestmove: Option<String>,
        ponder: Option<String>,
        score: f64,
        proven: Option<Proven>,
        depth: u32,
        nodes: u64,
        time_ms: u64,
        pv: Vec<String>,
        words: String,
    },
}

#[derive(Serialize)]
struct Proven {
    margin: i32,
    plies: i32,
}

impl Record {
    fn of_line(line: &Line) -> Self {
        Self::Line {
            depth: line.depth,
            seldepth: line.selective_depth,
            multipv: line.rank,
            score: points(line.score),
            proven: proven(line.score),
            nodes: line.nodes,
            nps: line.nodes_per_second(),
            hashfull: line.hash_full,
            tbhits: line.tablebase_hits,
            time_ms: milliseconds(line),
            pv: names(&line.moves),
        }
    }

    fn of_outcome(game: &Game, outcome: &Outcome) -> Self {
        let position = game.position();
        let best = outcome.best();
        Self::Result {
            variant: position.rules().name(),
            position: position.to_string(),
            side: position.side_to_move().to_string().to_lowercase(),
            bestmove: outcome.best_move().map(|mv| mv.to_string()),
            ponder: outcome.ponder_move().map(|mv| mv.to_string()),
            score: points(best.score),
            proven: proven(best.score),
            depth: best.depth,
            nodes: best.nodes,
            time_ms: milliseconds(best),
            pv: names(&best.moves),
            words: conclusion(game, outcome),
        }
    }
}

fn points(score: Score) -> f64 {
    f64::from(score.hundredths()) / 100.0
}

fn proven(score: Score) -> Option<Proven> {
    score.proven().map(|proven| Proven {
        margin: proven.margin,
        plies: proven.plies,
    })
}

fn milliseconds(line: &Line) -> u64 {
    line.elapsed.as_millis().try_into().unwrap_or(u64::MAX)
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
