//! The positions that lead to the one being searched, for repetitions.

use rustc_hash::FxHashSet;

use crate::position::Position;
use crate::side::Side;

/// Keys of the line being searched, and what to know of the game before it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The searched line from the root on.
    steps: Vec<Step>,
    /// Positions that occurred more than once in the game before the root.
    recurred: FxHashSet<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// The first position since which no archer was captured or re-entered.
    since: usize,
}

impl Path {
    /// The path of a search of `position`, which `history` led to.
    pub(super) fn new(position: &Position, history: &[Position]) -> Self {
        let mut seen = FxHashSet::default();
        let recurred = history
            .iter()
            .map(Position::key)
            .filter(|&key| !seen.insert(key))
            .collect();
        let mut path = Self {
            steps: Vec::with_capacity(256),
            recurred,
        };
        path.push_key(position.key(), false);
        path
    }

    /// Goes on from `position` to `next`.
    pub(super) fn push(&mut self, position: &Position, next: &Position) {
        self.push_key(next.key(), is_reversible(position, next));
    }

    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    fn push_key(&mut self, key: u64, reversible: bool) {
        let since = match self.steps.last() {
            Some(last) if reversible => last.since,
            _ => self.steps.len(),
        };
        self.steps.push(Step { key, since });
    }

    /// Whether the last position stands in the searched line before, or twice in the game.
    ///
    /// Keys leave out runs of 1, so positions that differ in those alone count as the same.
    pub(super) fn is_repetition(&self) -> bool {
        let last = self.steps.len() - 1;
        let Step { key, since } = self.steps[last];
        // Both sides have to go away and come back: four turns at least.
        (since + 4..=last)
            .rev()
            .step_by(2)
            .any(|index| self.steps[index - 4].key == key)
            || !self.recurred.is_empty() && self.recurred.contains(&key)
    }
}

/// Whether the turn between two positions captured nothing and re-entered nothing.
fn is_reversible(before: &Position, after: &Position) -> bool {
    Side::BOTH
        .into_iter()
        .all(|side| before.archers(side).len() == after.archers(side).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::ruleset::RuleSet;

    const ROUND: [&str; 8] = [
        "d1b2", "e5d3", "b3a1", "d4b5", "b2d1", "d3e5", "a1b3", "b5d4",
    ];

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Position::start(RuleSet::Jarmo));
        for text in ["a1b3", "b5d4"].iter().chain(moves) {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn one_earlier_occurrence_in_the_line_is_enough() {
        let start = game(&[]);
        let mut path = Path::new(start.position(), start.history());
        let mut position = *start.position();
        for (ply, text) in ROUND.iter().enumerate() {
            assert!(!path.is_repetition(), "after {ply} plies");
            let next = position.play(position.parse_move(text).unwrap());
            path.push(&position, &next);
            position = next;
        }
        assert!(path.is_repetition());
        path.pop();
        assert!(!path.is_repetition());
    }

    #[test]
    fn occurrences_in_the_game_count_from_the_second_on() {
        let once = game(&ROUND[..7]);
        let twice = game(&[ROUND.as_slice(), &ROUND[..7]].concat());
        for (game, expected) in [(once, false), (twice, true)] {
            let mut path = Path::new(game.position(), game.history());
            let next = game.position().play("b5d4".parse().unwrap());
            path.push(game.position(), &next);
            assert_eq!(path.is_repetition(), expected);
        }
    }
}
