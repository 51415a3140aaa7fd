//! A search that can't be wrong by cleverness, to hold the real one against.
//!
//! It is negamax to a fixed depth and nothing else: no window, no table, no extension, no order of moves. The rules
//! are the engine's; what happens at the horizon and at repetitions is the caller's choice.

use jarmo_engine::eval::evaluate;
use jarmo_engine::{Move, Position, Score};

/// Which repetitions are draws.
///
/// Keys are compared, as the search does it: positions that differ in runs of 1 alone count as the same. The root is
/// searched however often it has occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// None.
    Ignored,
    /// A second occurrence in the line from the root on, or a third one in game and line together.
    InLine,
    /// A second occurrence in game and line together.
    Anywhere,
}

/// The value of `position` for the player to move, searched `depth` turns deep.
///
/// In this order: a game that is over by rule 6 or 8 has its result, at the horizon too; then at depth 0 comes `leaf`,
/// which is therefore only asked about positions with a legal move; then a repetition is a draw. `leaf` answers for
/// the player to move there and counts distances, if it knows any, from there; the result counts them from
/// `position`. `history` holds the earlier positions of the game, as `Game::history` does.
pub fn negamax(
    position: &Position,
    depth: u32,
    history: &[Position],
    repetition: Repetition,
    leaf: &dyn Fn(&Position) -> Score,
) -> Score {
    PlainSearch::new(history, repetition, leaf).value(position, depth)
}

/// Every legal move with its value for the player who makes it, in the order of generation.
///
/// The value is that of a search `depth` turns deep, this one included, so the greatest is what [`negamax`] gives.
///
/// # Panics
/// If `depth` is 0: then no move is made.
pub fn root_scores(
    position: &Position,
    depth: u32,
    history: &[Position],
    repetition: Repetition,
    leaf: &dyn Fn(&Position) -> Score,
) -> Vec<(Move, Score)> {
    assert!(depth > 0, "a move takes a turn");
    let mut search = PlainSearch::new(history, repetition, leaf);
    search.line.push(*position);
    let score = |mv| (mv, search.value_of_move(position, mv, depth));
    position.legal_moves().into_iter().map(score).collect()
}

/// The value of `position` when only captures and other moves that end the game are tried, for use as a leaf.
///
/// Not to make such a move is taken to be possible, so the value is at least the static evaluation.
pub fn quiescence(position: &Position) -> Score {
    if position.is_over() {
        return Score::ended(position.margin(), 0);
    }
    let mut best = evaluate(position);
    position.for_each_noisy_move(|mv| {
        best = best.max(a_turn_earlier(-quiescence(&position.play(mv))));
    });
    best
}

struct PlainSearch<'a> {
    history: &'a [Position],
    repetition: Repetition,
    leaf: &'a dyn Fn(&Position) -> Score,
    /// The positions before the current one, from the root on.
    line: Vec<Position>,
}

impl<'a> PlainSearch<'a> {
    fn new(
        history: &'a [Position],
        repetition: Repetition,
        leaf: &'a dyn Fn(&Position) -> Score,
    ) -> Self {
        Self {
            history,
            repetition,
            leaf,
            line: Vec::new(),
        }
    }

    fn value(&mut self, position: &Position, depth: u32) -> Score {
        if position.is_over() {
            return Score::ended(position.margin(), 0);
        }
        if depth == 0 {
            return (self.leaf)(position);
        }
        if !self.line.is_empty() && self.is_repeated(position) {
            return Score::DRAW;
        }
        self.line.push(*position);
        let best = position
            .legal_moves()
            .into_iter()
            .map(|mv| self.value_of_move(position, mv, depth))
            .max()
            .expect("a game that is not over has a legal move");
        self.line.pop();
        best
    }

    fn value_of_move(&mut self, position: &Position, mv: Move, depth: u32) -> Score {
        a_turn_earlier(-self.value(&position.play(mv), depth - 1))
    }

    fn is_repeated(&self, position: &Position) -> bool {
        let is_same = |earlier: &&Position| earlier.key() == position.key();
        let count = |earlier: &[Position]| earlier.iter().filter(is_same).count();
        let in_line = count(&self.line);
        match self.repetition {
            Repetition::Ignored => false,
            Repetition::InLine => in_line >= 1 || count(self.history) >= 2,
            Repetition::Anywhere => in_line + count(self.history) >= 1,
        }
    }
}

/// The score as the position one turn before sees it: a proven end is one turn farther away.
fn a_turn_earlier(score: Score) -> Score {
    score.proven().map_or(score, |proven| {
        Score::ended(proven.margin, proven.plies + 1)
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use jarmo_engine::perft::perft;
    use jarmo_engine::{Proven, RuleSet};

    use super::*;

    fn position(text: &str) -> Position {
        Position::parse(text, RuleSet::Jarmo).unwrap()
    }

    #[test]
    fn the_horizon_is_the_leaf_and_an_end_its_result() {
        let search = |position: &Position, depth| {
            negamax(position, depth, &[], Repetition::InLine, &evaluate)
        };
        let open = position("aaaaa/5/5/5/AAAAA w");
        assert_eq!(search(&open, 0), evaluate(&open));
        let ended = position("2A1A/5/1+A3/5/aA+aA1 b");
        let stuck = Position::parse("2A1A/2+a1A/5/5/1a3 w", RuleSet::Jasir).unwrap();
        for depth in [0, 3] {
            assert_eq!(search(&ended, depth), Score::ended(-3, 0));
            assert_eq!(search(&stuck, depth), Score::ended(2, 0));
        }
    }

    #[test]
    fn distances_count_from_the_root() {
        let race = position("5/2A2/5/2a2/5 w");
        let scores = root_scores(&race, 3, &[], Repetition::InLine, &evaluate);
        for (mv, score) in &scores {
            let ends = race.play(*mv).has_ended();
            assert_eq!(
                ends,
                score.proven()
                    == Some(Proven {
                        margin: 1,
                        plies: 1
                    }),
                "{mv}"
            );
            assert!(
                ends || score.proven()
                    == Some(Proven {
                        margin: -1,
                        plies: 2
                    }),
                "{mv}"
            );
        }
        assert_eq!(
            negamax(&race, 3, &[], Repetition::InLine, &evaluate),
            Score::ended(1, 1)
        );
    }

    #[test]
    fn every_leaf_is_looked_at_once() {
        let start = Position::start(RuleSet::Jarmo);
        let asked = Cell::new(0);
        let leaf = |_: &Position| {
            asked.set(asked.get() + 1);
            Score::DRAW
        };
        negamax(&start, 4, &[], Repetition::Ignored, &leaf);
        assert_eq!(asked.get(), perft(&start, 4));
    }

    #[test]
    fn repetitions_are_draws_as_chosen() {
        let start = Position::start(RuleSet::Jarmo);
        let next = start.play("a1c2".parse().unwrap());
        let (lost, drawn) = (Score::estimate(-50), Score::DRAW);
        let leaf = |_: &Position| lost;
        for (repetition, once, twice) in [
            (Repetition::Ignored, lost, lost),
            (Repetition::InLine, lost, drawn),
            (Repetition::Anywhere, drawn, drawn),
        ] {
            let value = |history: &[Position]| negamax(&start, 2, history, repetition, &leaf);
            assert_eq!(value(&[]), lost);
            assert_eq!(value(&[next]), once, "{repetition:?}");
            assert_eq!(value(&[next, next]), twice, "{repetition:?}");
            assert_eq!(value(&[start, start]), lost, "the root is searched");
            let mut search = PlainSearch::new(&[], repetition, &leaf);
            search.line.push(next);
            let is_drawn = search.value(&next, 2) == drawn;
            assert_eq!(is_drawn, repetition != Repetition::Ignored);
        }
    }

    #[test]
    fn quiescence_looks_at_captures_and_ends() {
        let quiet = Position::start(RuleSet::Jarmo);
        assert_eq!(quiescence(&quiet), evaluate(&quiet));
        let race = position("5/2A2/5/2a2/5 w");
        assert_eq!(quiescence(&race), Score::ended(1, 1));
        let capture = position("a4/5/5/2A2/A3a w");
        let after = capture.play("c2e1".parse().unwrap());
        assert!(after.has_ended() || quiescence(&capture) >= -quiescence(&after));
        assert!(quiescence(&capture) > evaluate(&capture));
    }
}
