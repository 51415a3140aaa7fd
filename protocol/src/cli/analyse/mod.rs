//! `jarmo analyse`: the search watched by a person, or by a script as JSON.
//!
//! One position is shown while it is searched. Many positions and whole games are
//! searched on all cores, and only results are shown.

mod annotate;
mod graph;
mod output;
mod pool;
mod positions;
mod recorded;

use std::fs;
use std::io::{self, IsTerminal as _, Read as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jarmo_engine::Game;
use jarmo_engine::search::{
    Bound, Outcome, Report, SearchControl, SearchLimits, SearchOptions, Searcher,
};
use jarmo_engine::tablebase::Tablebase;
use jarmo_protocol::tablebases::Sources;

use super::args::AnalyseArgs;
use super::error::Error;
use super::json::JsonLines;
use super::table::Table;

pub(crate) use annotate::JudgedMove;

/// Time of an analysis for which no limit was given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// Nodes for each of many positions, if no limit was given: a number, so that results repeat.
const DEFAULT_NODES: u64 = 1_000_000;

/// How an analysis is shown.
pub(crate) trait View {
    /// What stands before the search.
    fn begin(&mut self, game: &Game) -> io::Result<()>;
    /// News from the search; of lines, exact ones only.
    fn report(&mut self, report: &Report<'_>) -> io::Result<()>;
    /// The result.
    fn end(&mut self, game: &Game, outcome: &Outcome) -> io::Result<()>;
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Error> {
    if let Some(file) = &args.file {
        positions::run(file, args, out)
    } else if let Some(file) = &args.game {
        annotate::run(&recorded::read(file, args)?, args, out)
    } else if args.annotate {
        annotate::run(&[annotate::told_game(args)?], args, out)
    } else {
        watch(&args.start.game()?, args, out)
    }
}

/// Searches the current position of `game` and shows how the search gets on.
fn watch(game: &Game, args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Error> {
    let mut view: Box<dyn View + '_> = if args.json {
        Box::new(JsonLines::new(out))
    } else {
        let terminal = io::stdout().is_terminal();
        Box::new(Table::new(out, terminal, args.multipv > 1))
    };
    let mut searcher = searcher(args, &tablebase(args)?)?;
    let mut limits = limits(args);
    if is_unlimited(&limits) {
        limits.move_time = Some(DEFAULT_TIME);
    }
    let control = stopped_by_interrupt()?;
    view.begin(game)?;
    let mut written = Ok(());
    let outcome = searcher.search(
        game.position(),
        game.history(),
        &limits,
        &control,
        &mut |report| {
            let bound_only = matches!(report, Report::Line(line) if line.bound != Bound::Exact);
            if written.is_ok() && !bound_only {
                written = view.report(report);
                if written.is_err() {
                    control.stop();
                }
            }
        },
    );
    written?;
    Ok(view.end(game, &outcome)?)
}

/// The tables to use; what is wrong with any of them ends the analysis.
fn tablebase(args: &AnalyseArgs) -> Result<Arc<Tablebase>, Error> {
    let system = |error: &dyn std::error::Error| Error::System(error.to_string());
    let sources = Sources {
        folder: args.tablebase.clone(),
        ..Sources::default()
    };
    let tables = sources.open().map_err(|error| system(&error))?;
    match tables.take_faults().first() {
        Some(fault) => Err(system(fault)),
        None => Ok(Arc::new(tables)),
    }
}

fn searcher(args: &AnalyseArgs, tablebase: &Arc<Tablebase>) -> Result<Searcher, Error> {
    let mut searcher = Searcher::new(args.hash as usize)
        .map_err(|error| Error::System(format!("--hash {}: {error}", args.hash)))?;
    searcher.options = SearchOptions {
        threads: usize::from(args.threads),
        lines: usize::from(args.multipv),
        ..SearchOptions::default()
    };
    searcher.tablebase = Some(Arc::clone(tablebase));
    Ok(searcher)
}

/// All that a file holds, or stdin for `-`.
fn read_input(file: &Path) -> Result<Vec<u8>, Error> {
    let mut content = Vec::new();
    if file == Path::new("-") {
        io::stdin().read_to_end(&mut content)?;
    } else {
        content = fs::read(file)
            .map_err(|error| Error::System(format!("can't read '{}': {error}", file.display())))?;
    }
    Ok(content)
}

/// The limits that were given.
fn limits(args: &AnalyseArgs) -> SearchLimits {
    SearchLimits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.movetime,
        ..SearchLimits::default()
    }
}

/// The limits for each of many positions.
fn limits_of_each(args: &AnalyseArgs) -> SearchLimits {
    let mut limits = limits(args);
    if is_unlimited(&limits) {
        limits.nodes = Some(DEFAULT_NODES);
    }
    limits
}

const fn is_unlimited(limits: &SearchLimits) -> bool {
    limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none()
}

/// Signals of a search that Ctrl-C ends with its result so far.
fn stopped_by_interrupt() -> Result<Arc<SearchControl>, Error> {
    let control = Arc::new(SearchControl::new());
    let signal = Arc::clone(&control);
    ctrlc::set_handler(move || signal.stop())
        .map_err(|error| Error::System(format!("can't watch for Ctrl-C: {error}")))?;
    Ok(control)
}
