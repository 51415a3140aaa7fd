//! What is asked of a position, and the answers that need no search.

use super::super::tables::Tables;
use crate::bitboard::Bitboard;
use crate::board::is_forward;
use crate::moves::Move;
use crate::position::{Position, Run};
use crate::side::Side;
use crate::square::Square;
use crate::table::Effort;
use crate::tablebase::Entry;

/// The worst margin for a side, which needs no proof.
pub(super) const WORST: i32 = -10;

/// Whether `side` can force a final margin of at least `goal`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) side: Side,
    pub(super) goal: i32,
}

/// What a search found out about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The goal can be reached, by this move if the side in question is to move.
    Yes(Option<Move>),
    /// The attempt has failed, and no longer one would do better.
    No,
    /// Nothing yet.
    Unknown,
}

/// The ply of the last position of a line with this key, when the next one is to be looked at.
///
/// Only every other position has the same player to move.
pub(super) fn earlier(line: &[u64], key: u64) -> Option<usize> {
    let mut plies = (0..line.len()).rev().skip(1).step_by(2);
    plies.find(|&ply| line[ply] == key)
}

impl Question {
    /// Whether the points on the board, if the game ends with them, are enough.
    pub(super) fn is_met_at_end(self, position: &Position) -> bool {
        position.points(self.side) - position.points(!self.side) >= self.goal
    }

    /// What is sure by the tablebases, on one side or the other, even if the run of the side in question is so much
    /// longer than it seems.
    pub(super) fn answer_of_tables(
        self,
        tables: Option<&Tables<'_>>,
        position: &Position,
        longer: u8,
    ) -> Option<bool> {
        let run = position.run(self.side).map_or(0, Run::length);
        if !Entry::covers(position.rules(), run + longer) {
            return None;
        }
        tables?.verdict(position, self.side, self.goal)
    }

    /// Whether these are all moves of an opponent whom the to-and-fro rule may leave without any: they
    /// make the same step.
    pub(super) fn may_have_none(self, position: &Position, moves: &[Move]) -> bool {
        let step = moves.first().and_then(|mv| mv.squares());
        position.side_to_move() != self.side
            && step.is_some()
            && moves.iter().all(|mv| mv.squares() == step)
    }

    /// The position as far as it matters: no run binds the opponent.
    pub(super) fn view(self, position: &Position) -> Position {
        position.without_run(!self.side)
    }

    /// Whether a step of the side in question would bring its run too near to the to-and-fro limit.
    ///
    /// Keys leave out runs that have just begun by a step forward, so a run may be one longer than it seems.
    pub(super) fn is_at_run_limit(self, position: &Position) -> bool {
        let limit = position.rules().rules().run_limit;
        position
            .run(self.side)
            .is_some_and(|run| run.length() >= limit)
    }

    /// The key of the question about a position for a search that knows the lengths of runs, but for 1.
    ///
    /// Other than the position's own it has a run of 1 of the side in question, if that is by a step back. Every
    /// other step of a run is one, so from there on the line knows the run's length, but for 1.
    pub(super) fn key(self, position: &Position) -> u64 {
        let is_known = |run: &Run| run.length() > 1 || is_forward(self.side, run.from(), run.to());
        let begun = position.run(self.side).filter(|run| !is_known(run));
        self.mix(position, begun.map_or(0, |run| 1 + step_number(run)))
    }

    /// The key of the question about a position whatever the run of the side in question, if it can go on twice or
    /// more.
    pub(super) fn key_without_run(self, position: &Position) -> u64 {
        self.mix(&self.reduced(position), WITHOUT_RUN)
    }

    /// The same, if the last step of the side in question was this one.
    pub(super) fn key_with_step(self, position: &Position, step: Run) -> u64 {
        self.mix(&self.reduced(position), WITHOUT_RUN + 1 + step_number(step))
    }

    fn reduced(self, position: &Position) -> Position {
        let run = position.run(self.side).map_or(0, Run::length);
        if Entry::covers(position.rules(), run) {
            position.without_run(self.side)
        } else {
            *position
        }
    }

    /// What is left to do in a position that is good for the side in question, or bad.
    pub(super) fn settled(self, is_good: bool, position: &Position) -> Effort {
        let is_own_turn = position.side_to_move() == self.side;
        Effort::reached_if(is_good == is_own_turn)
    }

    /// Whether a position is settled, and that in favour of the side in question.
    pub(super) fn is_good(self, effort: Effort, position: &Position) -> bool {
        let is_own_turn = position.side_to_move() == self.side;
        effort.is_settled() && effort.is_reached() == is_own_turn
    }

    /// The last step of the side in question, if that was one forward to one of these circles.
    pub(super) fn step_forward_to(self, circles: Bitboard, position: &Position) -> Option<Run> {
        let run = position.run(self.side)?;
        (circles.has(run.to()) && is_forward(self.side, run.from(), run.to())).then_some(run)
    }

    /// Whether a move of the side in question takes its last step back, that having been one forward.
    pub(super) fn takes_back(self, position: &Position, mv: Move) -> bool {
        mv.squares().is_some_and(|(from, to)| {
            let step = self.step_forward_to(Bitboard::of(from), position);
            step.is_some_and(|step| step.from() == to)
        })
    }

    /// The circle from which a move steps back, if it does and is one of the side in question.
    pub(super) fn origin_of_step_back(self, position: &Position, mv: Move) -> Bitboard {
        let is_own_turn = position.side_to_move() == self.side;
        match mv.squares() {
            Some((from, to)) if is_own_turn && !is_forward(self.side, from, to) => {
                Bitboard::of(from)
            }
            _ => Bitboard::EMPTY,
        }
    }

    fn mix(self, position: &Position, number: usize) -> u64 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let number = number * 64 + (self.goal - WORST) as usize * 2 + self.side as usize + 1;
        position.key() ^ (number as u64).wrapping_mul(SPREAD)
    }
}

/// More than any [`step_number`].
const WITHOUT_RUN: usize = 1 << 10;

fn step_number(run: Run) -> usize {
    run.from().index() * Square::COUNT + run.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    /// White's question about a position with Black to move, White's last moves being `run`.
    fn keys(rules: RuleSet, run: &str) -> [u64; 2] {
        let text = format!("5/3a1/5/2A2/4A b {run} - 1");
        let position = Position::parse(&text, rules).unwrap();
        let question = Question {
            side: Side::White,
            goal: 1,
        };
        [question.key(&position), question.key_without_run(&position)]
    }

    #[test]
    fn keys_leave_out_what_does_not_matter() {
        let [none, back, forward] = ["-", "e3c2*1", "a1c2*1"].map(|run| keys(RuleSet::Jarmo, run));
        assert_eq!(none[0], forward[0], "a run that a step forward began");
        assert_ne!(none[0], back[0]);
        assert_eq!(none[1], forward[1]);
        assert_eq!(none[1], back[1]);
        for (rules, last_left_out) in [(RuleSet::Jarmo, 2), (RuleSet::Traditional, 1)] {
            for length in 1..=3 {
                let run = format!("a1c2*{length}");
                let is_left_out = keys(rules, &run)[1] == keys(rules, "-")[1];
                assert_eq!(is_left_out, length <= last_left_out, "{rules} {length}");
            }
        }
    }

    #[test]
    fn a_step_forward_is_not_taken_back() {
        let question = Question {
            side: Side::White,
            goal: 1,
        };
        let takes_back = |run: &str, mv: &str| {
            let text = format!("5/3a1/5/2A2/4A w {run} - 1");
            let position = Position::parse(&text, RuleSet::Jarmo).unwrap();
            question.takes_back(&position, position.parse_move(mv).unwrap())
        };
        assert!(takes_back("a1c2*1", "c2a1"));
        assert!(!takes_back("a1c2*1", "c2b2"));
        assert!(!takes_back("e3c2*1", "c2b2"), "that was a step back");
    }
}
