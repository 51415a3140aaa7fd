//! The state of a running match on stderr: a progress bar on a terminal, a
//! line now and then elsewhere.

use std::io::Write as _;

use crate::matches::{Match, Standings};
use crate::statistics::Sprt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::shown;

/// Where progress is shown.
#[derive(Debug)]
pub struct Live {
    bar: ProgressBar,
    /// Games after which to write the next line, where no bar is seen; `None` for never.
    next_line: Option<u64>,
    games: u64,
}

/// Lines in a whole match where no bar is seen.
const LINES: u64 = 20;

impl Default for Live {
    /// Shows nothing but complaints.
    fn default() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            next_line: None,
            games: 0,
        }
    }
}

impl Live {
    /// Shows the state of a match; nothing but complaints if it is to be quiet.
    #[must_use]
    pub fn new(of: &Match, is_quiet: bool) -> Self {
        let games = of.schedule.games() as u64;
        if is_quiet {
            return Self::default();
        }
        let target = ProgressDrawTarget::stderr_with_hz(4);
        let bar = ProgressBar::with_draw_target(Some(games), target);
        let style = "{pos}/{len} {wide_bar} {elapsed}, {eta} to go\n{msg}";
        bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
        Self {
            next_line: bar.is_hidden().then_some(games.div_ceil(LINES)),
            bar,
            games,
        }
    }

    /// Shows the state after another game.
    pub fn update(&mut self, standings: &Standings, sprt: Option<&Sprt>) {
        let games = standings.games();
        self.bar.set_position(games);
        let is_line_due = self.next_line.is_some_and(|next| games >= next);
        if is_line_due || !self.bar.is_hidden() {
            let message = summary(standings, sprt);
            if is_line_due {
                self.next_line = Some(games + self.games.div_ceil(LINES));
                self.write(format!("{games}/{} {message}", self.games).trim_end());
            }
            self.bar.set_message(message);
        }
    }

    /// Tells of something that went wrong.
    pub fn complain(&self, complaint: &str) {
        self.bar.suspend(|| self.write(complaint));
    }

    /// Leaves the terminal to the report.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn write(&self, line: &str) {
        // Nothing depends on whether anybody reads this.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// The results so far, and what they mean where two engines play.
fn summary(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let mut encounters = standings.encounters();
    let (Some((_, tally)), None) = (encounters.next(), encounters.next()) else {
        return String::new();
    };
    let [wins, draws, losses] = tally.wins_draws_losses();
    let mut text = format!(
        "+{wins} ={draws} -{losses}, Elo {}",
        shown(tally.pairs().elo(), 1)
    );
    if let Some(sprt) = sprt {
        let [lower, upper] = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(tally.pairs());
        text.push_str(&format!(", LLR {ratio:.2} ({lower:.2}, {upper:.2})"));
    }
    text
}
