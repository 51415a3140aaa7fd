//! `jarmo analyse`: the search watched by a person, or by a script as JSON.

use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;
use std::time::Duration;

use jarmo_engine::Game;
use jarmo_engine::search::{
    Bound, Outcome, Report, SearchControl, SearchLimits, SearchOptions, Searcher,
};

use super::args::AnalyseArgs;
use super::error::Error;
use super::json::JsonLines;
use super::table::Table;

/// Time of an analysis for which no limit was given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

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
    let game = args.start.game()?;
    let mut view: Box<dyn View + '_> = if args.json {
        Box::new(JsonLines::new(out))
    } else {
        let terminal = io::stdout().is_terminal();
        Box::new(Table::new(out, terminal, args.multipv > 1))
    };
    let mut searcher = Searcher::new(args.hash as usize)
        .map_err(|error| Error::System(format!("--hash {}: {error}", args.hash)))?;
    searcher.options = SearchOptions {
        threads: usize::from(args.threads),
        lines: usize::from(args.multipv),
        ..SearchOptions::default()
    };
    let control = stopped_by_interrupt()?;
    view.begin(&game)?;
    let mut written = Ok(());
    let outcome = searcher.search(
        game.position(),
        game.history(),
        &limits(args),
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
    Ok(view.end(&game, &outcome)?)
}

fn limits(args: &AnalyseArgs) -> SearchLimits {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && args.movetime.is_none();
    SearchLimits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.movetime.or(unlimited.then_some(DEFAULT_TIME)),
        ..SearchLimits::default()
    }
}

/// Signals of a search that Ctrl-C ends with its result so far.
fn stopped_by_interrupt() -> Result<Arc<SearchControl>, Error> {
    let control = Arc::new(SearchControl::new());
    let signal = Arc::clone(&control);
    ctrlc::set_handler(move || signal.stop())
        .map_err(|error| Error::System(format!("can't watch for Ctrl-C: {error}")))?;
    Ok(control)
}
