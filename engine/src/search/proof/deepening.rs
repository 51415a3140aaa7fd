//! Plain deepening for the questions that going round in circles may answer.
//!
//! A line that comes back to a position of its own holds only as long as that position does.
//! Proof-number search, which leaves a position and returns to it later, would forget what it had found
//! under that condition; this search stays until a position is done with.
//!
//! The key of a position leaves out runs of 1, and that of a question those by a step forward, so a run may be
//! one longer than it seems. To be on the safe side the side in question stops one short of the to-and-fro limit.

use super::super::report::Bound;
use super::super::worker::{MAX_PLY, Worker};
use super::experience::Experience;
use super::question::{Answer, Question, earlier};
use crate::moves::Move;
use crate::position::Position;
use crate::score::Score;
use crate::table::Entry;

/// What the searches of a root have learned, and the line that is searched.
pub(super) struct Deepening {
    /// The questions about the positions of the line.
    line: Vec<u64>,
    /// The move of the root that decided the last question.
    best: Option<Move>,
    experience: Experience,
    /// The count of the worker's positions at which to end.
    end: u64,
}

impl Deepening {
    pub(super) fn new() -> Self {
        Self {
            line: vec![0; MAX_PLY + 1],
            best: None,
            experience: Experience::new(),
            end: 0,
        }
    }

    /// Looks `depth` plies ahead for the answer to `question`, until the worker has searched `end` positions.
    pub(super) fn ask(
        &mut self,
        worker: &mut Worker<'_>,
        root: &Position,
        question: Question,
        depth: i32,
        end: u64,
    ) -> Answer {
        debug_assert!(question.goal <= 0, "circles do not win");
        (self.end, self.best) = (end, None);
        let holds = self.forces(worker, root, question, depth, 0);
        if holds.is_some() && !worker.has_reached(self.end) {
            Answer::Yes(self.best)
        } else {
            Answer::Unknown
        }
    }

    /// Whether the side in question surely reaches its goal from `position` on.
    ///
    /// `None` says only that `depth` plies do not show it. Otherwise the first ply of the
    /// line whose position has to be good too for that, or [`MAX_PLY`] if there is none.
    fn forces(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        depth: i32,
        ply: usize,
    ) -> Option<usize> {
        let sure_if = |holds: bool| holds.then_some(MAX_PLY);
        if position.has_ended() {
            return sure_if(question.is_met_at_end(position));
        }
        let position = &question.view(position);
        if ply > 0
            && let Some(answer) =
                question.answer_of_tables(worker.shared.tables.as_ref(), position, 1)
        {
            return sure_if(answer);
        }
        let key = question.key(position);
        if let Some(rests_on) = earlier(&self.line[..ply], key) {
            return Some(rests_on);
        }
        if depth <= 0 || ply >= MAX_PLY || worker.has_reached(self.end) || !worker.enter_node(0) {
            return None;
        }
        let known = worker.shared.table.get(key);
        match known {
            Some(entry) if entry.bound == Bound::Lower => {
                if ply == 0 {
                    self.best = entry.best;
                }
                return sure_if(true);
            }
            Some(entry) if i32::from(entry.depth) >= depth => return None,
            _ => {}
        }
        self.line[ply] = key;
        let table_move = known.and_then(|entry| entry.best);
        let (best, holds) = self.try_moves(worker, position, question, table_move, depth, ply);
        if ply == 0 {
            self.best = best;
        }
        if worker.has_reached(self.end) || holds.is_some_and(|rests_on| rests_on < ply) {
            return holds;
        }
        worker.shared.table.put(
            key,
            Entry {
                best: best.or(table_move),
                score: Score::DRAW,
                depth: depth as u8,
                bound: if holds.is_some() {
                    Bound::Lower
                } else {
                    Bound::Upper
                },
            },
        );
        sure_if(holds.is_some())
    }

    /// [`Self::forces`] by way of the moves: one good move is enough for the side in
    /// question, all of the opponent's have to be good. The deciding move comes along.
    fn try_moves(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        table_move: Option<Move>,
        depth: i32,
        ply: usize,
    ) -> (Option<Move>, Option<usize>) {
        let is_own_turn = position.side_to_move() == question.side;
        let mut moves = self.experience.picker(table_move, ply);
        let mut count = 0;
        let mut rests_on = MAX_PLY;
        while let Some(mv) = moves.next(position, &self.experience.history) {
            count += 1;
            let next = position.play(mv);
            let is_daring = is_own_turn && question.is_at_run_limit(&next);
            let holds = if is_daring {
                None
            } else {
                self.forces(worker, &next, question, depth - 1, ply + 1)
            };
            if worker.has_reached(self.end) {
                return (None, None);
            }
            if holds.is_some() == is_own_turn {
                self.experience.credit(position, mv, depth, ply);
                return (Some(mv), holds);
            }
            rests_on = rests_on.min(holds.unwrap_or(MAX_PLY));
        }
        let is_good_end = question.is_met_at_end(position);
        let holds = if count == 0 {
            is_good_end
        } else {
            let may_end = || question.may_have_none(position, &position.legal_moves());
            !is_own_turn && (is_good_end || !may_end())
        };
        (None, holds.then_some(rests_on))
    }
}
