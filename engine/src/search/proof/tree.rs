//! Depth-first proof-number search (Nagai's df-pn) for one question.
//!
//! It is for goals that circles fail, and goes on where the least is left to do, whatever the depth.
//! First guesses come from the evaluation, and what the replies of a position add up to is little more
//! than the hardest of them takes (weak proof numbers, after Ueda and others), since most of them lead
//! to much the same.
//!
//! The side in question never takes a step forward straight back. So it makes no run longer by more than one move, and
//! what is proven of a position holds whatever run the side comes with, as long as that can go on twice or more. Such
//! runs are not part of the key. A proof need only know from which circles the side steps back at its next turn: it
//! does not speak for a position that the side has reached by a step forward to such a circle.

use super::super::worker::{MAX_PLY, Worker};
use super::experience::Experience;
use super::question::{Answer, Question, earlier};
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::position::Position;
use crate::table::{Effort, Table};

/// A move and what is left to do after it, seen from the player who then moves.
#[derive(Clone, Copy, Debug)]
struct Branch {
    mv: Move,
    finding: Finding,
}

/// What is known of a position after a look at it.
#[derive(Clone, Copy, Debug)]
struct Finding {
    effort: Effort,
    /// If it is settled: the first ply of the line whose position has to come out alike for
    /// that, or [`MAX_PLY`] if there is none.
    rests_on: usize,
    /// If it is settled in favour of the side in question: the circles from which that side steps back at its next turn.
    steps_back: Bitboard,
    best: Option<Move>,
}

impl Finding {
    const fn certain(effort: Effort) -> Self {
        Self {
            effort,
            rests_on: MAX_PLY,
            steps_back: Bitboard::EMPTY,
            best: None,
        }
    }
}

/// The line that is looked at, and the moves of its positions.
pub(super) struct Tree {
    /// The questions about the positions of the line.
    line: Vec<u64>,
    branches: Vec<Branch>,
    experience: Experience,
    /// The count of the worker's positions at which to end.
    end: u64,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self {
            line: vec![0; MAX_PLY + 1],
            branches: Vec::with_capacity(1024),
            experience: Experience::new(),
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
        if question.is_good(found.effort, root) {
            Answer::Yes(found.best)
        } else if found.effort.is_settled() {
            Answer::No
        } else {
            Answer::Unknown
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
        let key = question.key_without_run(position);
        self.line[ply] = key;
        let first = self.branches.len();
        let mut finding = self
            .find_branches(worker, position, question, ply)
            .unwrap_or_else(|| self.follow_branches(worker, position, question, limit, ply, first));
        self.branches.truncate(first);
        if finding.rests_on >= ply {
            finding.rests_on = MAX_PLY;
        }
        let nodes = worker.nodes - began;
        remember(
            worker.shared.table,
            position,
            question,
            key,
            &finding,
            nodes,
        );
        finding
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
        /// random choices over 90 won positions; others about them, tried again since, are no better.
        const COST: u32 = 6;
        /// A branch is left when it has become harder than the next best by this part (the 1 + ε of Pawlewicz and
        /// Lew).
        const PART: u32 = 16;
        /// What a move that settles a position is worth to its history, on the scale of depths.
        const CREDIT: i32 = 8;

        loop {
            let branches = &self.branches[first..];
            let (mut best, mut least, mut second) = (0, u32::MAX, Effort::INFINITE);
            let (mut hardest, mut open, mut rests_on) = (0, 0, MAX_PLY);
            let mut steps_back = Bitboard::EMPTY;
            for (index, branch) in branches.iter().enumerate() {
                let Effort { phi, delta } = branch.finding.effort;
                if delta < least {
                    (best, second, least) = (index, least.min(Effort::INFINITE), delta);
                } else {
                    second = second.min(delta);
                }
                if phi != 0 {
                    hardest = hardest.max(phi);
                    open += 1;
                }
                rests_on = rests_on.min(branch.finding.rests_on);
                steps_back |= branch.finding.steps_back;
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
                let (rests_on, steps_back) = if effort.is_reached() {
                    let steps_back = question.origin_of_step_back(position, chosen.mv);
                    (chosen.finding.rests_on, steps_back)
                } else {
                    (rests_on, steps_back)
                };
                return Finding {
                    effort,
                    rests_on,
                    steps_back,
                    best: Some(chosen.mv),
                };
            }
            let next_limit = Effort {
                phi: limit.delta.saturating_sub(rest),
                delta: limit.phi.min(second + second / PART + 1),
            };
            let next = question.view(&position.play(chosen.mv));
            let found = self.explore(worker, &next, question, next_limit, ply + 1);
            if found.effort.delta == 0 {
                self.experience.credit(position, chosen.mv, CREDIT, ply);
            }
            self.branches[first + best].finding = found;
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
            return Some(Finding {
                rests_on: 0,
                ..Finding::certain(question.settled(false, position))
            });
        }
        let first = self.branches.len();
        let is_own_turn = position.side_to_move() == question.side;
        let moves = position.legal_moves();
        let may_end = moves.is_empty() || question.may_have_none(position, &moves);
        let is_good_end = question.is_met_at_end(position);
        if may_end && (moves.is_empty() || !is_good_end) {
            return Some(Finding::certain(question.settled(is_good_end, position)));
        }
        let mut picker = self.experience.picker(None, ply);
        while let Some(mv) = picker.next(position, &self.experience.history) {
            let finding = if is_own_turn && question.takes_back(position, mv) {
                // It fails, but only for lines that come to this position in the same way.
                Finding {
                    rests_on: ply.saturating_sub(2),
                    ..Finding::certain(Effort::REACHED)
                }
            } else {
                let next = question.view(&position.play(mv));
                self.first_look(worker, &next, question, ply + 1)
            };
            self.branches.push(Branch { mv, finding });
            if finding.effort.delta == 0 && finding.rests_on == MAX_PLY {
                return Some(Finding {
                    best: Some(mv),
                    steps_back: question.origin_of_step_back(position, mv),
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
        let key = question.key_without_run(position);
        if let Some(rests_on) = earlier(&self.line[..ply], key) {
            return Finding {
                rests_on,
                ..Finding::certain(question.settled(false, position))
            };
        }
        let table = worker.shared.table;
        if let Some(known) = recall(table, position, question, key) {
            return known;
        }
        if !worker.enter_node(0) {
            return Finding::certain(Effort::guess(0));
        }
        let answer = if position.has_ended() {
            Some(question.is_met_at_end(position))
        } else {
            question.answer_of_tables(worker.shared.tables.as_ref(), position, 0)
        };
        let effort = match answer {
            Some(is_good) => question.settled(is_good, position),
            None => {
                let needed = if position.side_to_move() == question.side {
                    100 * question.goal - 50
                } else {
                    50 - 100 * question.goal
                };
                Effort::guess(worker.shared.weights.evaluate(position).hundredths() - needed)
            }
        };
        let finding = Finding::certain(effort);
        remember(table, position, question, key, &finding, 1);
        finding
    }
}

/// What the table knows of a position with this [key](Question::key_without_run).
fn recall(table: &Table, position: &Position, question: Question, key: u64) -> Option<Finding> {
    let effort = table.proof(own_key(table, position, question, key))?;
    Some(Finding {
        steps_back: effort.origins(question.side),
        ..Finding::certain(effort.without_origins())
    })
}

/// Lets the table know what was found in a position with this key, which took so many `nodes`.
fn remember(
    table: &Table,
    position: &Position,
    question: Question,
    key: u64,
    finding: &Finding,
    nodes: u64,
) {
    let worth = nodes.max(1).ilog2() as u8;
    let key = own_key(table, position, question, key);
    let Finding {
        effort,
        rests_on,
        steps_back,
        ..
    } = *finding;
    if !question.is_good(effort, position) {
        let is_certain = !effort.is_settled() || rests_on == MAX_PLY;
        let effort = if is_certain { effort } else { effort.doubted() };
        table.put_proof(key, effort, worth);
        return;
    }
    let effort = effort.with_origins(steps_back, question.side);
    table.put_proof(key, effort, worth);
    if let Some(step) = question.step_forward_to(steps_back, position) {
        table.put_proof(question.key_with_step(position, step), effort, worth);
    }
}

/// The key under which the table keeps what is known of a position: that with the last step of the side in question, if
/// the position is known to be good, but not after that step.
fn own_key(table: &Table, position: &Position, question: Question, key: u64) -> u64 {
    let good = table
        .proof(key)
        .filter(|&effort| question.is_good(effort, position));
    let step =
        good.and_then(|effort| question.step_forward_to(effort.origins(question.side), position));
    step.map_or(key, |step| question.key_with_step(position, step))
}
