//! Progress of the long commands: on stderr, and only where that is a terminal.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use jarmo_engine::tablebase::{Layer, Round, Task};

use super::super::table::grouped;

pub(super) struct Progress {
    bar: ProgressBar,
    what: String,
    began: Instant,
    expected: Option<Duration>,
}

impl Progress {
    /// Of solving a layer, which is expected to take some time, if that can be guessed.
    pub(super) fn of_solving(layer: Layer, expected: Option<Duration>) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(style("{spinner} {msg}"));
        Self::new(bar, format!("layer {layer}"), expected)
    }

    /// Of something that is counted, such as blocks of a file.
    pub(super) fn of_counting(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
        bar.set_style(style("{bar:40} {percent}%  {msg}  {elapsed}, {eta} to go"));
        bar.set_message(what.to_owned());
        Self::new(bar, what.to_owned(), None)
    }

    /// Of writing a file.
    pub(super) fn of_writing(path: &Path) -> Self {
        Self::of_counting(&format!("writing {}", path.display()))
    }

    fn new(bar: ProgressBar, what: String, expected: Option<Duration>) -> Self {
        Self {
            bar,
            what,
            began: Instant::now(),
            expected,
        }
    }

    /// Shows what a round of the solver did.
    pub(super) fn show(&self, round: &Round) {
        let task = match round.task {
            Task::Values => "values".to_owned(),
            Task::Runs => "values with runs".to_owned(),
            Task::Bounds(side) => format!("what {side} is sure of"),
        };
        let elapsed = self.began.elapsed();
        let expected = self.expected.map_or_else(String::new, |expected| {
            format!(" of about {}", HumanDuration(expected))
        });
        self.bar.set_message(format!(
            "{}: {task}, round {}, {} groups of positions changed; {}{expected}",
            self.what,
            round.number,
            grouped(round.changes),
            HumanDuration(elapsed),
        ));
        self.bar.tick();
    }

    /// Shows how far the work is, in words.
    pub(super) fn say(&self, text: &str) {
        let elapsed = HumanDuration(self.began.elapsed());
        self.bar.set_message(format!("{text}; {elapsed}"));
        self.bar.tick();
    }

    /// Shows how many of `all` are done.
    pub(super) fn count(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    /// Says something without a disorder on the terminal.
    pub(super) fn warn(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}
