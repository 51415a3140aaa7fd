//! Who plays whom, when, with which side and from which opening.
//!
//! A game is a number: everything about it follows from that, so that workers
//! need no common state but the next number, and a match can be resumed.

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// The games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    rounds: usize,
}

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 0.
    pub index: usize,
    /// The round, from 0: the number of its opening too.
    pub round: usize,
    /// Which two engines meet: an index into [`Schedule::encounters`].
    pub encounter: usize,
    /// Whether this is the second game of the opening, with sides swapped.
    pub is_return: bool,
    /// White's and Black's engines.
    pub engines: [usize; 2],
    /// Its number within the round, from 0.
    pub game: usize,
}

impl Schedule {
    /// The schedule of a match of `rounds` openings, each played twice by any two engines that meet.
    #[must_use]
    pub fn new(engines: usize, format: Format, rounds: usize) -> Self {
        let first = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => 1,
        };
        let encounters = (0..first)
            .flat_map(|one| (one + 1..engines).map(move |other| [one, other]))
            .collect();
        Self { encounters, rounds }
    }

    /// The engines that meet.
    #[must_use]
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Openings that each two of them play.
    #[must_use]
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Games in all: always even.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.rounds * self.encounters.len()
    }

    /// The game with this number.
    #[must_use]
    pub fn slot(&self, index: usize) -> Slot {
        let games = 2 * self.encounters.len();
        let (round, game) = (index / games, index % games);
        let (encounter, is_return) = (game / 2, game % 2 == 1);
        let [one, other] = self.encounters[encounter];
        Slot {
            index,
            round,
            encounter,
            is_return,
            engines: if is_return {
                [other, one]
            } else {
                [one, other]
            },
            game,
        }
    }

    /// The game with this tag; see [`Slot::round_tag`].
    #[must_use]
    pub fn find(&self, round_tag: &str) -> Option<Slot> {
        let (round, game) = round_tag.split_once('.')?;
        let round = round.parse::<usize>().ok()?.checked_sub(1)?;
        let game = game.parse::<usize>().ok()?.checked_sub(1)?;
        let games = 2 * self.encounters.len();
        (round < self.rounds && game < games).then(|| self.slot(round * games + game))
    }
}

impl Slot {
    /// The tag in a game record: round and game, from 1.
    #[must_use]
    pub fn round_tag(&self) -> String {
        format!("{}.{}", self.round + 1, self.game + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn everyone_plays_both_sides_of_every_opening() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            for engines in 2..6 {
                let schedule = Schedule::new(engines, format, 7);
                let mut seen = HashSet::new();
                for index in 0..schedule.games() {
                    let slot = schedule.slot(index);
                    assert!(seen.insert((slot.round, slot.engines)));
                    let [white, black] = slot.engines;
                    assert_ne!(white, black);
                    assert!(format == Format::RoundRobin || white == 0 || black == 0);
                }
                let pairs = match format {
                    Format::RoundRobin => engines * (engines - 1) / 2,
                    Format::Gauntlet => engines - 1,
                };
                assert_eq!(seen.len(), 7 * pairs * 2);
                for &(round, [white, black]) in &seen {
                    assert!(seen.contains(&(round, [black, white])));
                }
            }
        }
    }

    #[test]
    fn the_two_games_of_an_opening_are_neighbours() {
        let schedule = Schedule::new(4, Format::RoundRobin, 3);
        for index in (0..schedule.games()).step_by(2) {
            let (first, second) = (schedule.slot(index), schedule.slot(index + 1));
            assert_eq!(first.encounter, second.encounter);
            assert_eq!(first.round, second.round);
            assert!(!first.is_return && second.is_return);
        }
    }

    #[test]
    fn games_are_spread_evenly() {
        let schedule = Schedule::new(5, Format::RoundRobin, 4);
        let mut games = HashMap::new();
        for index in 0..schedule.games() {
            for engine in schedule.slot(index).engines {
                *games.entry(engine).or_insert(0) += 1;
            }
        }
        assert!((0..5).all(|engine| games[&engine] == 4 * 4 * 2));
        assert_eq!(schedule.slot(0).round_tag(), "1.1");
        assert_eq!(schedule.slot(schedule.games() - 1).round_tag(), "4.20");
        for index in 0..schedule.games() {
            let slot = schedule.slot(index);
            assert_eq!(schedule.find(&slot.round_tag()), Some(slot));
        }
        for tag in ["", "1", "0.1", "1.0", "5.1", "4.21", "-1.1", "1.1.1"] {
            assert_eq!(schedule.find(tag), None, "{tag}");
        }
    }
}
