//! Many searches at once, on all cores; their results in order.
//!
//! Each search begins with an empty table, so that a result depends on the position
//! and the limits alone: not on its neighbours, nor on the number of threads.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::unbounded;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jarmo_engine::search::{Outcome, SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Move, Position};

use super::super::args::AnalyseArgs;
use super::super::error::Error;
use super::{limits_of_each, searcher, stopped_by_interrupt, tablebase};

/// Searchers for one task after another.
pub(super) struct Pool {
    searchers: Vec<Searcher>,
    pub(super) limits: SearchLimits,
    control: Arc<SearchControl>,
}

/// A searcher at work on one task.
pub(super) struct Bench<'a> {
    searcher: &'a mut Searcher,
    limits: &'a SearchLimits,
    control: &'a SearchControl,
}

impl Bench<'_> {
    /// Searches from an empty table: all moves, or `search_moves` alone.
    ///
    /// `None` if Ctrl-C ended it, since the result would depend on when that came.
    pub(super) fn search(
        &mut self,
        position: &Position,
        history: &[Position],
        search_moves: Option<Vec<Move>>,
    ) -> Option<Outcome> {
        let limits = SearchLimits {
            search_moves,
            ..self.limits.clone()
        };
        self.searcher.clear();
        let outcome = self
            .searcher
            .search(position, history, &limits, self.control, &mut |_| ());
        (!self.control.is_stopped()).then_some(outcome)
    }
}

impl Pool {
    /// As many searchers as `args` asks for, at most `tasks`; from now on Ctrl-C ends their work.
    pub(super) fn new(args: &AnalyseArgs, tasks: usize) -> Result<Self, Error> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = match args.jobs {
            Some(jobs) => usize::from(jobs),
            None => cores() / usize::from(args.threads),
        };
        let tablebase = tablebase(args)?;
        let searchers = (0..jobs.clamp(1, tasks.max(1))).map(|_| searcher(args, &tablebase));
        Ok(Self {
            searchers: searchers.collect::<Result<_, _>>()?,
            limits: limits_of_each(args),
            control: stopped_by_interrupt()?,
        })
    }

    /// Does the tasks from `first` up to `count` and hands over their results in this order.
    ///
    /// # Errors
    /// [`Error::Interrupted`] after Ctrl-C, and the error of `on_result`, which ends all work.
    pub(super) fn run<T: Send>(
        &mut self,
        first: usize,
        count: usize,
        task: impl Fn(&mut Bench<'_>, usize) -> Option<T> + Sync,
        mut on_result: impl FnMut(usize, T, &ProgressBar) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let progress = progress_bar(first, count);
        let next = AtomicUsize::new(first);
        let (sender, results) = unbounded();
        let mut due = first;
        let worked: Result<(), Error> = thread::scope(|scope| {
            for searcher in &mut self.searchers {
                let mut bench = Bench {
                    searcher,
                    limits: &self.limits,
                    control: &self.control,
                };
                let (task, next, sender) = (&task, &next, sender.clone());
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count || bench.control.is_stopped() {
                            return;
                        }
                        let Some(result) = task(&mut bench, index) else {
                            return;
                        };
                        // A receiver that has gone has met an error, and tells of that.
                        let _ = sender.send((index, result));
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            for (index, result) in results {
                early.insert(index, result);
                while let Some(result) = early.remove(&due) {
                    on_result(due, result, &progress).inspect_err(|_| self.control.stop())?;
                    due += 1;
                    progress.inc(1);
                }
            }
            Ok(())
        });
        progress.finish_and_clear();
        worked?;
        if due < count {
            let text = format!("interrupted after {due} of {count} positions");
            return Err(Error::Interrupted(text));
        }
        Ok(())
    }
}

/// Writes lines to stdout and ends the last one; on a terminal the progress bar makes room.
pub(super) fn print(
    out: &mut dyn Write,
    lines: &dyn Display,
    progress: &ProgressBar,
) -> Result<(), Error> {
    let mut write = || {
        writeln!(out, "{lines}")?;
        out.flush()
    };
    if io::stdout().is_terminal() {
        Ok(progress.suspend(write)?)
    } else {
        Ok(write()?)
    }
}

/// A bar on stderr, which shows nothing unless that is a terminal.
fn progress_bar(done: usize, count: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}  {elapsed}, {eta} to go")
        .expect("the template is well formed");
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(count as u64), target).with_style(style);
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}
