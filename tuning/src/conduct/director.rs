//! Who watches a running match: keeps its games, counts them, ends it in time.

use std::io;
use std::time::Instant;

use crate::matches::{Archive, Finished, Interrupt, Match, Standings};
use crate::statistics::{Decision, Sprt};

use super::live::Live;
use super::report::Report;

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games have been played.
    Complete,
    /// The sequential test accepted a hypothesis.
    Decided(Decision),
    /// The user ended it.
    Interrupted,
    /// An engine forfeited a game, and the match was not to go on after that.
    Forfeited,
}

/// A match that is being played.
///
/// Everything is decided on games in the order of the schedule, so that a test ends after the
/// same game at any concurrency.
#[derive(Debug)]
pub struct Director<'a> {
    of: &'a Match,
    sprt: Option<Sprt>,
    interrupt: &'a Interrupt,
    archive: Archive,
    standings: Standings,
    live: Live,
    end: Option<End>,
}

impl<'a> Director<'a> {
    /// Nothing is played yet but what the archive holds. A test needs a match of two engines.
    #[must_use]
    pub fn new(
        of: &'a Match,
        sprt: Option<Sprt>,
        interrupt: &'a Interrupt,
        archive: Archive,
        live: Live,
    ) -> Self {
        Self {
            of,
            sprt,
            interrupt,
            archive,
            standings: Standings::new(&of.schedule, of.contestants.len()),
            live,
            end: None,
        }
    }

    /// Plays what is left of the match.
    ///
    /// # Errors
    /// What the system says of the archive's files.
    pub fn run(mut self) -> io::Result<Report<'a>> {
        let of = self.of;
        self.count_next()?;
        let resumed = self.standings.games();
        let played: Vec<bool> = (0..of.schedule.games())
            .map(|index| self.archive.has(index))
            .collect();
        let began = Instant::now();
        let thinking_before = self.standings.thinking();
        let mut kept = Ok(());
        of.run(self.interrupt, &|index| played[index], &mut |finished| {
            if kept.is_ok() {
                kept = self.keep(finished);
            }
        });
        let wall = began.elapsed();
        kept?;
        if matches!(self.end, None | Some(End::Forfeited)) {
            for finished in self.archive.take_rest()? {
                self.count(&finished);
            }
        } else {
            self.archive.discard_rest();
        }
        self.live.finish();
        let is_complete = self.standings.games() == of.schedule.games() as u64;
        Ok(Report {
            of,
            end: self.end.unwrap_or(if is_complete {
                End::Complete
            } else {
                End::Interrupted
            }),
            sprt: self.sprt,
            resumed,
            wall,
            thinking: self.standings.thinking() - thinking_before,
            standings: self.standings,
        })
    }

    fn keep(&mut self, finished: Finished) -> io::Result<()> {
        if matches!(self.end, Some(End::Decided(_))) {
            return Ok(());
        }
        let kept = self.archive.put(finished).and_then(|()| self.count_next());
        if kept.is_err() {
            // Games that can't be kept need not be played.
            self.interrupt.abort();
        }
        kept
    }

    /// Counts the games that no other has to come before.
    fn count_next(&mut self) -> io::Result<()> {
        while !matches!(self.end, Some(End::Decided(_)))
            && let Some(finished) = self.archive.take_next()?
        {
            self.count(&finished);
        }
        Ok(())
    }

    fn count(&mut self, finished: &Finished) {
        for complaint in &finished.complaints {
            self.live.complain(complaint);
        }
        self.standings.add(finished);
        if let Some(loser) = finished.outcome.forfeiter() {
            let name = &self.of.contestants[finished.slot.engines[loser as usize]].name;
            let outcome = &finished.outcome;
            self.live.complain(&format!(
                "round {}: {name} forfeits, {}: {}",
                finished.slot.round_tag(),
                outcome.termination,
                outcome.detail
            ));
            if !self.of.recover {
                self.end.get_or_insert(End::Forfeited);
            }
        }
        if let Some(sprt) = &self.sprt
            && finished.slot.is_return
            && let Some((_, tally)) = self.standings.encounters().next()
            && let Some(decision) = sprt.decision(tally.pairs())
        {
            self.end = Some(End::Decided(decision));
            self.interrupt.abort();
        }
        self.live.update(&self.standings, self.sprt.as_ref());
    }
}
