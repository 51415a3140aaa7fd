//! What a match has come to so far.

use std::collections::BTreeMap;
use std::time::Duration;

use jarmo_engine::Side;
use jarmo_protocol::record::Termination;

use super::runner::Finished;
use super::schedule::Schedule;
use crate::statistics::{GameResult, Tally};

/// Results by encounter and by engine. Games are to be added in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Standings {
    encounters: Vec<[usize; 2]>,
    /// For each two engines that meet, from the first one's view.
    tallies: Vec<Tally>,
    /// The first game of an opening, while the second goes on.
    first: Option<(usize, GameResult)>,
    endings: BTreeMap<Termination, u64>,
    /// How each engine forfeited games.
    forfeits: Vec<BTreeMap<Termination, u64>>,
    plies: usize,
    thinking: Duration,
}

impl Standings {
    /// No results yet.
    #[must_use]
    pub fn new(schedule: &Schedule, engines: usize) -> Self {
        let encounters = schedule.encounters().to_vec();
        Self {
            tallies: vec![Tally::default(); encounters.len()],
            encounters,
            first: None,
            endings: BTreeMap::new(),
            forfeits: vec![BTreeMap::new(); engines],
            plies: 0,
            thinking: Duration::ZERO,
        }
    }

    /// Adds a game. Those of an opening are a pair if both are added, one after the other.
    pub fn add(&mut self, finished: &Finished) {
        let (slot, outcome) = (finished.slot, &finished.outcome);
        let side = if slot.is_return {
            Side::Black
        } else {
            Side::White
        };
        let result = GameResult::of(outcome, side);
        let tally = &mut self.tallies[slot.encounter];
        tally.add_game(result);
        let first = self.first.take();
        if slot.is_return {
            if let Some((index, first)) = first
                && index + 1 == slot.index
            {
                tally.add_pair([first, result]);
            }
        } else {
            self.first = Some((slot.index, result));
        }
        *self.endings.entry(outcome.termination).or_default() += 1;
        if let Some(loser) = outcome.forfeiter() {
            let forfeits = &mut self.forfeits[slot.engines[loser as usize]];
            *forfeits.entry(outcome.termination).or_default() += 1;
        }
        self.plies += finished.plies;
        self.thinking += finished.thinking;
    }

    /// The two engines of each encounter, and their results from the first one's view.
    pub fn encounters(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        self.encounters.iter().copied().zip(&self.tallies)
    }

    /// All results of an engine.
    #[must_use]
    pub fn of_engine(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for ([one, other], tally) in self.encounters() {
            if one == engine {
                sum.merge(tally);
            } else if other == engine {
                sum.merge(&tally.reversed());
            }
        }
        sum
    }

    /// Games that White won, that were drawn, and that Black won.
    #[must_use]
    pub fn by_white(&self) -> [u64; 3] {
        self.tallies.iter().fold([0; 3], |mut sum, tally| {
            for (sum, count) in sum.iter_mut().zip(tally.by_white()) {
                *sum += count;
            }
            sum
        })
    }

    /// How many games ended in which way.
    #[must_use]
    pub const fn endings(&self) -> &BTreeMap<Termination, u64> {
        &self.endings
    }

    /// How many games an engine lost by something other than play.
    #[must_use]
    pub fn forfeits(&self, engine: usize) -> &BTreeMap<Termination, u64> {
        &self.forfeits[engine]
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }

    /// Moves of all games, openings included.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// Time that the engines took in all.
    #[must_use]
    pub const fn thinking(&self) -> Duration {
        self.thinking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Format;
    use jarmo_engine::{Game, Position, RuleSet};
    use jarmo_protocol::record::Outcome;

    fn finished(schedule: &Schedule, index: usize, loser: Option<Side>) -> Finished {
        let game = Game::new(Position::start(RuleSet::Jarmo));
        let outcome = match loser {
            Some(loser) => Outcome::lost(&game, loser, Termination::Crash, String::new()),
            None => Outcome::drawn(Termination::Repetition, String::new()),
        };
        Finished {
            slot: schedule.slot(index),
            outcome,
            plies: 10,
            thinking: Duration::from_secs(1),
            text: String::new(),
            complaints: Vec::new(),
        }
    }

    #[test]
    fn results_are_counted_for_the_engine_not_the_side() {
        let schedule = Schedule::new(3, Format::RoundRobin, 1);
        let mut standings = Standings::new(&schedule, 3);
        // The first engine wins both games against the second and draws one with the third.
        for (index, loser) in [
            (0, Some(Side::Black)),
            (1, Some(Side::White)),
            (2, None),
            (4, None),
            (5, Some(Side::Black)),
        ] {
            standings.add(&finished(&schedule, index, loser));
        }
        assert_eq!(standings.games(), 5);
        assert_eq!(standings.by_white(), [2, 2, 1]);
        assert_eq!(standings.of_engine(0).wins_draws_losses(), [2, 1, 0]);
        assert_eq!(standings.of_engine(1).wins_draws_losses(), [0, 1, 3]);
        assert_eq!(standings.of_engine(2).wins_draws_losses(), [1, 2, 0]);
        assert_eq!(standings.of_engine(0).points(), [10, 0]);
        let pairs: Vec<u64> = standings
            .encounters()
            .map(|(_, tally)| tally.pairs().pairs())
            .collect();
        assert_eq!(pairs, [1, 0, 1]);
        assert_eq!(standings.of_engine(1).pairs().0, [1, 1, 0, 0, 0]);
        assert_eq!(standings.forfeits(1)[&Termination::Crash], 3);
        assert!(standings.forfeits(0).is_empty());
    }
}
