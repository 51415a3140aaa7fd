//! The positions that lead to the one being searched, for repetitions.

use crate::position::Position;
use crate::side::Side;

/// Keys of the game so far and of the line being searched.
#[derive(Clone, Debug)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// Where the searched line begins: the index of the root.
    root: usize,
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
        let mut path = Self {
            steps: Vec::with_capacity(history.len() + 256),
            root: history.len(),
        };
        let mut earlier: Option<&Position> = None;
        for next in history.iter().chain([position]) {
            let reversible = earlier.is_some_and(|earlier| is_reversible(earlier, next));
            path.push_key(next.key(), reversible);
            earlier = Some(next);
        }
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
        let mut in_game = 0;
        // Both sides have to go away and come back: four turns at least.
        for index in (since..=last.saturating_sub(4)).rev().step_by(2) {
            if self.steps[index].key == key {
                in_game += 1;
                if index >= self.root || in_game == 2 {
                    return true;
                }
            }
        }
        false
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
