//! The turns of one side's army, before anything is known of the other army.
//!
//! Where an archer may go depends on its own side alone: only own archers block it, and the goal row
//! freezes it. The other army only decides which turns are open, a step to a circle being a quiet one
//! if it is empty and a capture if it is not. So one list of turns serves all positions of a row.

use crate::bitboard::Bitboard;
use crate::board::{goal_row, home_row, lines};
use crate::position::ARCHERS;
use crate::ruleset::{Reentry, RuleSet};
use crate::side::Side;
use crate::square::Square;

use super::army::Army;

/// One turn of an army, and the army after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where an archer steps from and to; `None` for a re-entry as a turn of its own.
    pub step: Option<(Square, Square)>,
    /// Whether the step captures: it is open if an enemy stands where it ends, otherwise if none does.
    pub captures: bool,
    /// Where a captured archer comes back; no enemy may stand there.
    pub reentry: Option<Square>,
    /// The army after the turn.
    pub after: Army,
}

impl Turn {
    /// Whether the turn can be played against `enemies`.
    #[must_use]
    pub fn is_open(&self, enemies: Bitboard) -> bool {
        self.step
            .is_none_or(|(_, to)| enemies.has(to) == self.captures)
            && self.reentry.is_none_or(|at| !enemies.has(at))
    }
}

impl Army {
    /// Hands every turn that `side`, whose army this is, could have against some enemies to `visit`.
    ///
    /// Runs are not looked at. The turns of one step follow one another: quiet, with the re-entries that may
    /// be added to it, then capturing, likewise. A side that is home has no turns.
    pub fn for_each_turn(self, rule_set: RuleSet, side: Side, mut visit: impl FnMut(Turn)) {
        if self.is_home(side) {
            return;
        }
        let rules = rule_set.rules();
        let lines = lines(side, rules.backward_moves);
        for from in self.archers - goal_row(side) {
            for to in lines[from] - self.archers {
                let after = self.stepped(from, to);
                let turn = Turn {
                    step: Some((from, to)),
                    captures: false,
                    reentry: None,
                    after,
                };
                visit(turn);
                if rules.reentry == Reentry::WithMove {
                    after.for_each_reentry(side, |at, after| {
                        let reentry = Some(at);
                        visit(Turn {
                            reentry,
                            after,
                            ..turn
                        });
                    });
                }
                after.for_each_capture_end(rule_set, side, to, |reentry, after| {
                    let captures = true;
                    visit(Turn {
                        captures,
                        reentry,
                        after,
                        ..turn
                    });
                });
            }
        }
        if rules.reentry == Reentry::OwnTurn {
            self.for_each_reentry(side, |at, after| {
                visit(Turn {
                    step: None,
                    captures: false,
                    reentry: Some(at),
                    after,
                });
            });
        }
    }

    /// The army without the archer on `circle`.
    pub(super) fn without(self, circle: Square) -> Self {
        Self {
            archers: self.archers - circle.into(),
            marked: self.marked - circle.into(),
        }
    }

    fn stepped(self, from: Square, to: Square) -> Self {
        let Self { archers, marked } = self.without(from);
        Self {
            archers: archers | to.into(),
            marked: if self.marked.has(from) {
                marked | to.into()
            } else {
                marked
            },
        }
    }

    /// Hands every way to end a turn in which the archer that is now on `to` has captured there to
    /// `visit`: without a re-entry first, then with one, and where.
    pub(super) fn for_each_capture_end(
        self,
        rule_set: RuleSet,
        side: Side,
        to: Square,
        mut visit: impl FnMut(Option<Square>, Self),
    ) {
        let after = Self {
            marked: self.marked | to.into(),
            ..self
        };
        visit(None, after);
        if rule_set.rules().reentry == Reentry::WithMove {
            after.for_each_reentry(side, |at, after| visit(Some(at), after));
        }
    }

    fn for_each_reentry(self, side: Side, mut visit: impl FnMut(Square, Self)) {
        if self.archers.len() == ARCHERS {
            return;
        }
        let Some(spent) = (self.marked & goal_row(side)).first() else {
            return;
        };
        for at in home_row(side) - self.archers {
            let after = Self {
                archers: self.archers | at.into(),
                marked: self.marked - spent.into(),
            };
            visit(at, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Move;
    use crate::position::Position;
    use crate::tablebase::Layer;

    fn as_move(turn: &Turn) -> Move {
        match (turn.step, turn.reentry) {
            (Some((from, to)), None) => Move::step(from, to),
            (Some((from, to)), Some(at)) => Move::step_and_reentry(from, to, at),
            (None, Some(at)) => Move::reentry(at),
            (None, None) => unreachable!("a turn is never empty"),
        }
    }

    fn assert_turns_are_moves(position: &Position) {
        let us = position.side_to_move();
        let mut turns = Vec::new();
        Army::of(position, us).for_each_turn(position.rules(), us, |turn| {
            if turn.is_open(position.archers(!us)) {
                turns.push((as_move(&turn), turn.after));
            }
        });
        let moves = position.legal_moves().into_iter();
        let mut expected: Vec<_> = moves
            .map(|mv| (mv, Army::of(&position.play(mv), us)))
            .collect();
        turns.sort_by_key(|turn| turn.0);
        expected.sort_by_key(|turn| turn.0);
        assert_eq!(turns, expected, "{position}");
    }

    #[test]
    fn open_turns_are_the_moves_of_the_position() {
        for class in Layer::all().flat_map(Layer::classes) {
            let step = class.size() / 40 + 1;
            for index in (0..class.size()).step_by(step as usize) {
                let armies = class.armies(index);
                for rules in RuleSet::ALL {
                    for side in Side::BOTH {
                        assert_turns_are_moves(&Position::of_armies(rules, side, armies));
                    }
                }
            }
        }
    }

    #[test]
    fn an_army_at_home_has_no_turns() {
        let position = Position::parse("+AA3/5/2a2/5/5 w", RuleSet::Jarmo).unwrap();
        Army::of(&position, Side::White).for_each_turn(RuleSet::Jarmo, Side::White, |turn| {
            panic!("{turn:?}");
        });
    }
}
