//! The threads of a match: each plays pairs of games with its own engines.
//!
//! Both games of an opening stay with one worker and its two processes; a
//! worker takes the next pair when it has finished one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Sender, bounded};
use jarmo_engine::RuleSet;
use jarmo_protocol::client::ClientError;
use jarmo_protocol::record::{GameRecord, MoveNote, Outcome, Termination};

use super::adjudication::Adjudication;
use super::contestant::{Contestant, Driver};
use super::game::play;
use super::interrupt::Interrupt;
use super::openings::Opening;
use super::player::{Failure, Player};
use super::schedule::{Schedule, Slot};

/// All that decides a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its name in the record.
    pub event: String,
    /// The rules.
    pub rules: RuleSet,
    /// Who plays; at least two.
    pub contestants: Vec<Contestant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// The openings of the rounds, taken in turn; at least one.
    pub openings: Vec<Opening>,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Whether to go on after a forfeited game.
    pub recover: bool,
    /// Games at a time, at least 1.
    pub concurrency: usize,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its place in the schedule.
    pub slot: Slot,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves of both players, the opening included.
    pub plies: usize,
    /// Time that the engines took in all.
    pub thinking: Duration,
    /// Its record.
    pub text: String,
    /// What went wrong without costing anybody the game.
    pub complaints: Vec<String>,
}

/// An engine that can't be used at all, so that a match would be pointless.
#[derive(Debug, thiserror::Error)]
#[error("engine '{name}': {error}")]
pub struct MatchError {
    /// Its name.
    name: String,
    /// Why.
    error: ClientError,
}

impl Match {
    /// Starts every engine once, and gives what is wrong with those that might yet play.
    ///
    /// # Errors
    /// [`MatchError`] if there is no such program, or it lacks an option that is to be set.
    pub fn try_engines(&self, interrupt: &Interrupt) -> Result<Vec<String>, MatchError> {
        let mut complaints = Vec::new();
        for contestant in &self.contestants {
            let Driver::External(command) = &contestant.driver else {
                continue;
            };
            match super::player::start(command, self.rules, interrupt) {
                Ok(_) | Err(ClientError::Cancelled) => {}
                Err(error @ (ClientError::Start { .. } | ClientError::NoOption(_))) => {
                    let name = contestant.name.clone();
                    return Err(MatchError { name, error });
                }
                Err(error) => complaints.push(format!("engine '{}': {error}", contestant.name)),
            }
        }
        Ok(complaints)
    }

    /// Plays the games that `is_played` does not know, and hands over each as it ends.
    ///
    /// They begin in the order of the schedule. Returns when the last has ended, or soon after
    /// the interrupt has been raised twice.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        is_played: &(dyn Fn(usize) -> bool + Sync),
        on_finished: &mut dyn FnMut(Finished),
    ) {
        let (sender, results) = bounded(self.concurrency);
        let next_pair = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, next_pair) = (sender.clone(), &next_pair);
                scope.spawn(move || {
                    let mut worker = Worker {
                        of: self,
                        interrupt,
                        players: BTreeMap::new(),
                    };
                    worker.work(next_pair, is_played, &sender);
                });
            }
            drop(sender);
            results.into_iter().for_each(on_finished);
        });
    }

    /// The record of a game of which the opening alone has been played.
    pub(super) fn record_of(&self, slot: &Slot) -> GameRecord {
        let contestants = slot.engines.map(|engine| &self.contestants[engine]);
        let opening = self.opening(slot);
        GameRecord {
            event: self.event.clone(),
            round: slot.round_tag(),
            players: contestants.map(|contestant| contestant.name.clone()),
            time_controls: contestants.map(|contestant| contestant.limits.to_string()),
            game: opening.game(),
            notes: vec![MoveNote::Book; opening.moves().len()],
            outcome: Outcome::drawn(Termination::PlyCap, String::new()),
        }
    }

    fn opening(&self, slot: &Slot) -> &Opening {
        &self.openings[slot.round % self.openings.len()]
    }
}

struct Worker<'a> {
    of: &'a Match,
    interrupt: &'a Interrupt,
    /// The engines that run: those of the last game, but for one that forfeited it.
    players: BTreeMap<usize, Player<'a>>,
}

impl Worker<'_> {
    fn work(
        &mut self,
        next_pair: &AtomicUsize,
        is_played: &dyn Fn(usize) -> bool,
        results: &Sender<Finished>,
    ) {
        loop {
            let pair = next_pair.fetch_add(1, Ordering::Relaxed);
            for index in [2 * pair, 2 * pair + 1] {
                if index >= self.of.schedule.games() || self.interrupt.is_finishing() {
                    return;
                }
                if is_played(index) {
                    continue;
                }
                let Some(finished) = self.play(self.of.schedule.slot(index)) else {
                    return;
                };
                if results.send(finished).is_err() {
                    return;
                }
            }
        }
    }

    /// Plays a game; `None` if it was broken off.
    fn play(&mut self, slot: Slot) -> Option<Finished> {
        let of = self.of;
        self.players
            .retain(|engine, _| slot.engines.contains(engine));
        let mut is_ready = [false; 2];
        let mut complaints = Vec::new();
        let played = play(
            of.opening(&slot),
            slot.engines.map(|engine| &of.contestants[engine].limits),
            &of.adjudication,
            &mut |side, game, go, deadline| {
                let engine = slot.engines[side as usize];
                if !is_ready[side as usize] {
                    complaints.extend(self.prepare(engine)?);
                    is_ready[side as usize] = true;
                }
                let player = self.players.get_mut(&engine);
                let player = player.expect("an engine that was made ready runs");
                player.choose_move(game, go, deadline)
            },
        )?;
        if let Some(loser) = played.outcome.forfeiter() {
            self.players.remove(&slot.engines[loser as usize]);
            if !of.recover {
                self.interrupt.finish();
            }
        }
        let record = GameRecord {
            game: played.game,
            notes: played.notes,
            outcome: played.outcome,
            ..of.record_of(&slot)
        };
        Some(Finished {
            slot,
            plies: record.game.moves().len(),
            thinking: played.thinking,
            text: record.to_string(),
            complaints,
            outcome: record.outcome,
        })
    }

    /// Makes an engine ready for a new game. One that ended between two games is started again,
    /// which is worth a complaint.
    fn prepare(&mut self, engine: usize) -> Result<Option<String>, Failure> {
        let contestant = &self.of.contestants[engine];
        let mut complaint = None;
        if let Some(player) = self.players.get_mut(&engine) {
            match player.new_game() {
                Ok(()) => return Ok(None),
                Err(Failure::Aborted) => return Err(Failure::Aborted),
                Err(Failure::Forfeit(_, detail)) => {
                    let name = &contestant.name;
                    complaint = Some(format!("{name} is started again after a game: {detail}"));
                    self.players.remove(&engine);
                }
            }
        }
        let mut player = Player::start(contestant, self.of.rules, self.interrupt)?;
        player.new_game()?;
        self.players.insert(engine, player);
        Ok(complaint)
    }
}
