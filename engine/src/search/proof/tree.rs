//! Depth-first proof-number search (Nagai's df-pn) for one question.
//!
//! It is for goals that circles fail, and goes on where the least is left to do, whatever the depth.
//! First guesses come from the evaluation, and what the replies of a position add up to is little more
//! than the hardest of them takes (weak proof numbers, after Ueda and others), since most of them lead
//! to much the same.

use super::super::worker::{MAX_PLY, Worker};
use super::question::{Answer, Question, earlier};
use crate::moves::Move;
use crate::position::Position;
use crate::table::Effort;

/// A move and what is left to do after it, seen from the player who then moves.
#[derive(Clone, Copy, Debug)]
struct Branch {
    mv: Move,
    effort: Effort,
    rests_on: usize,
}

/// What is known of a position after a look at it.
#[derive(Clone, Copy, Debug)]
struct Finding {
    effort: Effort,
    /// If it is settled: the first ply of the line whose position has to come out alike for
    /// that, or [`MAX_PLY`] if there is none.
    rests_on: usize,
    best: Option<Move>,
}

impl Finding {
    const fn certain(effort: Effort) -> Self {
        Self {
            effort,
            rests_on: MAX_PLY,
            best: None,
        }
    }
}

/// The line that is looked at, and the moves of its positions.
#[derive(Debug)]
pub(super) struct Tree {
    /// The questions about the positions of the line.
    line: Vec<u64>,
    branches: Vec<Branch>,
    /// The count of the worker's positions at which to end.
    end: u64,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self {
            line: vec![0; MAX_PLY + 1],
            branches: Vec::with_capacity(1024),
            end: 0,
        }
    }

    /// Looks for the answer to `question` until the worker has searched `end` positions.
    pub(super) fn ask(
        &mut self,
        worker: &mut Worker<'_>,
        root: &Position,
        question: Question,
        end: u64,
    ) -> Answer {
        debug_assert!(question.goal > 0, "circles may answer this");
        self.end = end;
        self.branches.clear();
        let no_limit = Effort {
            phi: Effort::INFINITE,
            delta: Effort::INFINITE,
        };
        let found = self.explore(worker, &question.view(root), question, no_limit, 0);
        let is_own_turn = root.side_to_move() == question.side;
        match found.effort {
            effort if !effort.is_settled() => Answer::Unknown,
            effort if effort.is_reached() == is_own_turn => Answer::Yes(found.best),
            _ => Answer::No,
        }
    }

    /// Goes on with an unsettled position until a number reaches its limit.
    fn explore(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        limit: Effort,
        ply: usize,
    ) -> Finding {
        let began = worker.nodes;
        if !worker.enter_node(0) {
            return Finding::certain(Effort::guess(0));
        }
        let key = question.key(position);
        self.line[ply] = key;
        let first = self.branches.len();
        let finding = self
            .find_branches(worker, position, question, ply)
            .unwrap_or_else(|| self.follow_branches(worker, position, question, limit, ply, first));
        self.branches.truncate(first);
        let Finding {
            effort, rests_on, ..
        } = finding;
        let is_certain = !effort.is_settled() || rests_on >= ply;
        let remembered = if is_certain { effort } else { effort.doubted() };
        remember(worker, key, remembered, worker.nodes - began);
        Finding {
            rests_on: if rests_on >= ply { MAX_PLY } else { rests_on },
            ..finding
        }
    }

    fn follow_branches(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        limit: Effort,
        ply: usize,
        first: usize,
    ) -> Finding {
        /// What each further reply that is open adds. This and [`PART`], like the first guesses, are the best of 28
        /// random choices over 90 won positions.
        const COST: u32 = 6;
        /// A branch is left when it has become harder than the next best by this part (the 1 + ε of Pawlewicz and
        /// Lew).
        const PART: u32 = 16;

        loop {
            let branches = &self.branches[first..];
            let (mut best, mut least, mut second) = (0, u32::MAX, Effort::INFINITE);
            let (mut hardest, mut open, mut rests_on) = (0, 0, MAX_PLY);
            for (index, branch) in branches.iter().enumerate() {
                let Effort { phi, delta } = branch.effort;
                if delta < least {
                    (best, second, least) = (index, least.min(Effort::INFINITE), delta);
                } else {
                    second = second.min(delta);
                }
                if phi != 0 {
                    hardest = hardest.max(phi);
                    open += 1;
                }
                rests_on = rests_on.min(branch.rests_on);
            }
            let rest = COST * u32::saturating_sub(open, 1);
            let chosen = branches[best];
            let effort = match (least, open) {
                (0, _) => Effort::REACHED,
                (_, 0) => Effort::FAILED,
                _ => Effort {
                    phi: least,
                    delta: (hardest + rest).min(Effort::INFINITE - 1),
                },
            };
            if effort.phi >= limit.phi
                || effort.delta >= limit.delta
                || effort.is_settled()
                || worker.has_reached(self.end)
            {
                return Finding {
                    effort,
                    rests_on: if effort.phi == 0 {
                        chosen.rests_on
                    } else {
                        rests_on
                    },
                    best: Some(chosen.mv),
                };
            }
            let next_limit = Effort {
                phi: limit.delta.saturating_sub(rest),
                delta: limit.phi.min(second + second / PART + 1),
            };
            let next = question.view(&position.play(chosen.mv));
            let found = self.explore(worker, &next, question, next_limit, ply + 1);
            let branch = &mut self.branches[first + best];
            (branch.effort, branch.rests_on) = (found.effort, found.rests_on);
        }
    }

    /// Puts the moves of `position` behind the branches of the line so far, or tells what settles it.
    fn find_branches(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        ply: usize,
    ) -> Option<Finding> {
        if ply + 1 >= MAX_PLY {
            // The horizon counts against the side in question, but for no other line.
            let effort = Effort::reached_if(position.side_to_move() != question.side);
            return Some(Finding {
                rests_on: 0,
                ..Finding::certain(effort)
            });
        }
        let first = self.branches.len();
        let is_own_turn = position.side_to_move() == question.side;
        let moves = position.legal_moves();
        let may_end = moves.is_empty() || question.may_have_none(position, &moves);
        let is_good_end = question.is_met_at_end(position);
        if may_end && (moves.is_empty() || !is_good_end) {
            let reached = Effort::reached_if(is_good_end == is_own_turn);
            return Some(Finding::certain(reached));
        }
        for mv in moves {
            let next = position.play(mv);
            if is_own_turn && question.is_at_run_limit(&next) {
                continue;
            }
            let look = self.first_look(worker, &question.view(&next), question, ply + 1);
            let branch = Branch {
                mv,
                effort: look.effort,
                rests_on: look.rests_on,
            };
            self.branches.push(branch);
            if branch.effort.delta == 0 && branch.rests_on == MAX_PLY {
                return Some(Finding {
                    best: Some(mv),
                    ..Finding::certain(Effort::REACHED)
                });
            }
        }
        (self.branches.len() == first).then(|| Finding::certain(Effort::FAILED))
    }

    /// What is known of a position without looking at its moves.
    fn first_look(
        &self,
        worker: &mut Worker<'_>,
        position: &Position,
        question: Question,
        ply: usize,
    ) -> Finding {
        let key = question.key(position);
        let is_own_turn = position.side_to_move() == question.side;
        if let Some(rests_on) = earlier(&self.line[..ply], key) {
            return Finding {
                rests_on,
                ..Finding::certain(Effort::reached_if(!is_own_turn))
            };
        }
        if let Some(known) = worker.shared.table.proof(key) {
            return Finding::certain(known);
        }
        if !worker.enter_node(0) {
            return Finding::certain(Effort::guess(0));
        }
        let answer = if position.has_ended() {
            Some(question.is_met_at_end(position))
        } else {
            question.answer_of_tables(worker.shared.tables.as_ref(), position)
        };
        let effort = match answer {
            Some(is_good) => Effort::reached_if(is_good == is_own_turn),
            None => {
                let needed = if is_own_turn {
                    100 * question.goal - 50
                } else {
                    50 - 100 * question.goal
                };
                Effort::guess(worker.shared.weights.evaluate(position).hundredths() - needed)
            }
        };
        remember(worker, key, effort, 1);
        Finding::certain(effort)
    }
}

fn remember(worker: &Worker<'_>, key: u64, effort: Effort, nodes: u64) {
    let worth = nodes.max(1).ilog2() as u8;
    worker.shared.table.put_proof(key, effort, worth);
}
