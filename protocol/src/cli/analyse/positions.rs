//! Many positions out of a file, each with its result.

use std::io::{self, Write};
use std::path::Path;

use indicatif::ProgressBar;
use jarmo_engine::search::Outcome;
use jarmo_engine::{Game, Position, RuleSet};
use serde::Serialize;
use serde_json::Value;

use super::super::args::{AnalyseArgs, position};
use super::super::error::Error;
use super::super::json;
use super::output::Output;
use super::pool::{Pool, print};
use super::read_input;

/// A position and where it stands.
struct Entry {
    /// The line of the file, from 1.
    line: usize,
    position: Position,
}

/// What a result depends on, beside the position.
#[derive(Serialize)]
#[serde(tag = "type", rename = "settings")]
struct Settings<'a> {
    version: &'static str,
    variant: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u128>,
    multipv: u16,
    hash: u32,
    threads: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<&'a Path>,
}

/// Where results go.
enum Sink<'a> {
    Rows(&'a mut dyn Write),
    Json(&'a mut dyn Write),
    File(Output),
}

pub(super) fn run(file: &Path, args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Error> {
    let entries = read(file, args.start.variant)?;
    let several = args.multipv > 1;
    let mut pool = Pool::new(args, entries.len())?;
    let mut done = 0;
    let mut sink = match &args.out {
        Some(path) => {
            let (output, lines) = Output::open(path, &settings(args, &pool))?;
            done = check(path, &lines, &entries)?;
            Sink::File(output)
        }
        None if args.json => Sink::Json(out),
        None => Sink::Rows(out),
    };
    sink.begin()?;
    let count = entries.len();
    let searched = pool.run(
        done,
        count,
        |bench, index| bench.search(&entries[index].position, &[], None),
        |index, outcome, progress| sink.write(&entries[index], &outcome, several, progress),
    );
    match (searched, &args.out) {
        (Err(Error::Interrupted(text)), Some(_)) => Err(Error::Interrupted(format!(
            "{text}; the same command goes on from there"
        ))),
        (Ok(()), Some(path)) => {
            let (path, new) = (path.display(), count - done);
            writeln!(out, "{path}: {count} positions, {new} of them new")?;
            Ok(())
        }
        (result, _) => result,
    }
}

/// Reads all positions; a wrong one is told before any work begins.
fn read(file: &Path, rules: RuleSet) -> Result<Vec<Entry>, Error> {
    let name = file.display();
    let content = read_input(file)?;
    let mut entries = Vec::new();
    for (line, text) in (1..).zip(content.split(|&byte| byte == b'\n')) {
        let wrong = |reason: &str| Error::Usage(format!("line {line} of '{name}': {reason}"));
        let text = str::from_utf8(text).map_err(|_| wrong("expected UTF-8 text"))?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let position = position(text, rules).map_err(|error| wrong(&error.to_string()))?;
        entries.push(Entry { line, position });
    }
    if entries.is_empty() {
        let text = format!("no positions in '{name}'; expected one on each line");
        return Err(Error::Usage(text));
    }
    Ok(entries)
}

fn settings(args: &AnalyseArgs, pool: &Pool) -> String {
    let settings = Settings {
        version: env!("CARGO_PKG_VERSION"),
        variant: args.start.variant.name(),
        depth: pool.limits.depth,
        nodes: pool.limits.nodes,
        movetime: pool.limits.move_time.map(|time| time.as_millis()),
        multipv: args.multipv,
        hash: args.hash,
        threads: args.threads,
        tablebase: args.tablebase.as_deref(),
    };
    serde_json::to_string(&settings).expect("plain fields")
}

/// The number of results, all of which must be of the positions that come first.
fn check(path: &Path, lines: &[String], entries: &[Entry]) -> Result<usize, Error> {
    let name = path.display();
    if lines.len() > entries.len() {
        let (found, expected) = (lines.len(), entries.len());
        return Err(Error::Usage(format!(
            "'{name}' holds {found} results; expected at most {expected}, one for each position"
        )));
    }
    for (number, (line, entry)) in (2..).zip(lines.iter().zip(entries)) {
        let result: Value = serde_json::from_str(line).unwrap_or_default();
        let position = entry.position.to_string();
        if result["line"] != entry.line || result["position"] != position {
            return Err(Error::Usage(format!(
                "line {number} of '{name}' is no result of line {}; expected one of {position}",
                entry.line
            )));
        }
    }
    Ok(lines.len())
}

impl Sink<'_> {
    fn begin(&mut self) -> io::Result<()> {
        match self {
            Self::Rows(out) => writeln!(out, " line     score  best      position"),
            Self::Json(_) | Self::File(_) => Ok(()),
        }
    }

    fn write(
        &mut self,
        entry: &Entry,
        outcome: &Outcome,
        several: bool,
        progress: &ProgressBar,
    ) -> Result<(), Error> {
        let json = || json::result(&Game::new(entry.position), outcome, entry.line, several);
        match self {
            Self::File(output) => output.append(&json()),
            Self::Json(out) => print(*out, &json(), progress),
            Self::Rows(out) => print(*out, &row(entry, outcome), progress),
        }
    }
}

fn row(entry: &Entry, outcome: &Outcome) -> String {
    let Entry { line, position } = entry;
    let score = outcome.best().score;
    let best = outcome
        .best_move()
        .map_or("-".to_owned(), |mv| mv.to_string());
    format!("{line:>5} {score:>9}  {best:<8}  {position}")
}
