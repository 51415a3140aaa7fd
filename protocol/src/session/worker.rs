//! The thread that searches: it owns the searcher and its table.
//!
//! Jobs go in, events come out, and nothing else is shared but the signals that
//! end a job early.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use jarmo_engine::perft::{divide, perft};
use jarmo_engine::search::{
    Line, Outcome, Report, SearchControl, SearchLimits, SearchOptions, Searcher,
};
use jarmo_engine::tablebase::Tablebase;
use jarmo_engine::{Game, Move, Position, TableError};

use crate::{bench, info};

/// Something to do for the worker.
#[derive(Debug)]
pub(super) enum Job {
    /// Gives the table another size in MiB, or clears the one it has.
    Prepare(Table),
    Search {
        game: Arc<Game>,
        options: SearchOptions,
        tablebase: Arc<Tablebase>,
        limits: SearchLimits,
        control: Arc<SearchControl>,
    },
    Perft {
        position: Position,
        depth: u32,
        control: Arc<SearchControl>,
    },
    Bench {
        depth: u32,
        control: Arc<SearchControl>,
    },
}

/// What to do to the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// Give it another size in MiB; that clears it too.
    Resize(usize),
    Clear,
}

/// What the worker has to tell.
#[derive(Debug)]
pub(super) enum Event {
    Prepared(Result<(), TableError>),
    Line(Line),
    CurrentMove {
        depth: u32,
        mv: Move,
        number: usize,
        /// Time since the search began.
        elapsed: Duration,
    },
    /// A search has ended; the worker is idle.
    Found(Outcome),
    /// A line of perft or bench.
    Progress(String),
    /// Perft or bench has ended with this line; the worker is idle.
    Counted(String),
}

/// The session's end of the worker.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
    pub(super) events: Receiver<Event>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// A worker with the smallest table, since memory is taken only when a client is ready to wait.
    pub(super) fn spawn() -> Self {
        let (jobs, job_queue) = unbounded();
        let (event_queue, events) = unbounded();
        let thread = thread::spawn(move || {
            let mut searcher = Searcher::new(1).expect("one MiB is always there");
            for job in job_queue {
                // A session that no longer listens is about to end.
                work(job, &mut searcher, &|event| drop(event_queue.send(event)));
            }
        });
        Self {
            jobs,
            events,
            thread,
        }
    }

    /// Queues a job.
    pub(super) fn begin(&self, job: Job) {
        self.jobs.send(job).expect(ALIVE);
    }

    /// The next event, as soon as there is one.
    pub(super) fn next_event(&self) -> Event {
        self.events.recv().expect(ALIVE)
    }

    /// Ends the thread when its job is done.
    pub(super) fn join(self) {
        drop(self.jobs);
        if let Err(panic) = self.thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

pub(super) const ALIVE: &str = "the worker lives as long as the session";

fn work(job: Job, searcher: &mut Searcher, tell: &dyn Fn(Event)) {
    match job {
        Job::Prepare(Table::Resize(mebibytes)) => {
            tell(Event::Prepared(searcher.resize(mebibytes)));
        }
        Job::Prepare(Table::Clear) => {
            searcher.clear();
            tell(Event::Prepared(Ok(())));
        }
        Job::Search {
            game,
            options,
            tablebase,
            limits,
            control,
        } => {
            searcher.options = options;
            searcher.tablebase = Some(tablebase);
            let began = Instant::now();
            let mut on_report = |report: &Report<'_>| {
                tell(match *report {
                    Report::Line(line) => Event::Line(line.clone()),
                    Report::CurrentMove { depth, mv, number } => Event::CurrentMove {
                        depth,
                        mv,
                        number,
                        elapsed: began.elapsed(),
                    },
                });
            };
            let (position, history) = (game.position(), game.history());
            let outcome = searcher.search(position, history, &limits, &control, &mut on_report);
            tell(Event::Found(outcome));
        }
        Job::Perft {
            position,
            depth,
            control,
        } => {
            let last = match count_by_move(&position, depth, &control, tell) {
                Some(count) => format!("Nodes searched: {count}"),
                None => "info string perft stopped".to_owned(),
            };
            tell(Event::Counted(last));
        }
        Job::Bench { depth, control } => {
            let mut on_progress =
                |progress: &bench::Progress| tell(Event::Progress(progress.to_string()));
            let last = match bench::run(depth, 1, &control, &mut on_progress) {
                Ok(Some(signature)) => signature.to_string(),
                Ok(None) => "info string bench stopped".to_owned(),
                Err(error) => info::error(&error),
            };
            tell(Event::Counted(last));
        }
    }
}

/// Tells the count of every move and gives their sum, unless `control` stops it.
fn count_by_move(
    position: &Position,
    depth: u32,
    control: &SearchControl,
    tell: &dyn Fn(Event),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut sum = 0;
    let count = |next: &Position, depth| count_unless_stopped(next, depth, control);
    for (mv, count) in divide(position, depth, count) {
        let count = count?;
        tell(Event::Progress(format!("{mv}: {count}")));
        sum += count;
    }
    Some(sum)
}

/// As [`perft`], which does not stop: it counts only trees small enough to wait for.
fn count_unless_stopped(position: &Position, depth: u32, control: &SearchControl) -> Option<u64> {
    const SMALL: u32 = 3;
    if control.is_stopped() {
        return None;
    }
    if depth <= SMALL {
        return Some(perft(position, depth));
    }
    let below = |mv| count_unless_stopped(&position.play(mv), depth - 1, control);
    position.legal_moves().into_iter().map(below).sum()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use jarmo_engine::RuleSet;

    use super::*;

    #[test]
    fn counts_equal_perft_and_stop_when_told() {
        let start = Position::start(RuleSet::Jarmo);
        for depth in 0..=6 {
            let control = SearchControl::new();
            let lines = RefCell::new(0);
            let count = count_by_move(&start, depth, &control, &|_| *lines.borrow_mut() += 1);
            assert_eq!(count, Some(perft(&start, depth)));
            assert_eq!(lines.into_inner(), if depth == 0 { 0 } else { 11 });
        }
        let control = SearchControl::new();
        control.stop();
        assert_eq!(count_by_move(&start, 100, &control, &|_| ()), None);
    }
}
