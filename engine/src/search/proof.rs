//! What margin each side can force, whatever the other does.
//!
//! The main search ends its lines in estimates and takes a repetition for a draw,
//! so its values are proven for nobody, and a win that it sees to the end might
//! be larger yet. Here the horizon counts against the side that is to be proven:
//! it is credited with ends of games, with what tablebases know, and, where a
//! draw is enough, with going round in circles (by coinduction: a line that comes
//! back to a position which is good, if the rest of that position's lines are,
//! never gets worse). What holds does so at any depth and by whatever line the
//! position was reached, so it may be kept in the table: a result that still
//! rests on a position further up the line is not kept.
//!
//! The key of a position leaves out runs of 1, so a run may be one longer than it
//! seems. To be on the safe side the side in question stops one short of the
//! to-and-fro limit, and its opponent is bound by none.

use super::ordering::{History, Killers, Picker};
use super::report::Bound;
use super::root::RootMove;
use super::tables::Tables;
use super::worker::{MAX_PLY, Worker};
use crate::moves::Move;
use crate::position::{Position, Run};
use crate::score::Score;
use crate::side::Side;
use crate::table::Entry;
use crate::tablebase::{Value, weight};

/// The worst margin for a side, which needs no proof.
const WORST: i32 = -10;

/// Whether `side` can force a margin of at least `goal`.
#[derive(Clone, Copy, Debug)]
struct Question {
    side: Side,
    goal: i32,
}

/// What has been proven of the root of a search, and how to go on.
pub(super) struct Prover {
    root: Position,
    /// The margin that each side is sure of, seen from that side.
    sure: [i32; 2],
    /// A first move that is sure to lead to it, if the side in question is to move.
    moves: [Option<Move>; 2],
    depth: i32,
    /// Positions searched.
    nodes: u64,
    /// The count of the worker's positions at which the attempt ends.
    end: u64,
    /// The questions about the positions of the line.
    line: Vec<u64>,
    best: Option<Move>,
    history: History,
    killers: [Killers; MAX_PLY],
}

impl Prover {
    pub(super) fn new(root: &Position) -> Self {
        Self {
            root: *root,
            sure: [WORST; 2],
            moves: [None; 2],
            depth: 1,
            nodes: 0,
            end: 0,
            line: vec![0; MAX_PLY + 1],
            best: None,
            history: History::new(),
            killers: [Killers::default(); MAX_PLY],
        }
    }

    /// Whether a search that has put `moves` in order should try to prove the value of its root.
    pub(super) fn is_wanted(worker: &Worker<'_>, root: &Position, moves: &[RootMove]) -> bool {
        /// So few archers and marks are within reach without tables.
        const FEW: usize = 4;
        /// A shorter search has better things to do, unless it sees a forced end.
        const SHORT: u64 = 50_000;
        /// Layers above what the tables know in which a proof is within reach.
        const REACH: usize = 2;
        let shared = worker.shared;
        let known = shared.tables.as_ref().map_or(0, Tables::highest_layer);
        let is_near = weight(root) <= known.max(FEW) + REACH;
        worker.is_main
            && shared.options.selective
            && shared.options.lines <= 1
            && shared.limits.search_moves.is_none()
            && (worker.nodes >= SHORT && is_near || moves[0].last_score().is_proven())
    }

    /// Goes on proving after an iteration that put `moves` in order; whether it is done.
    ///
    /// When the value is proven, a move that keeps it comes first.
    pub(super) fn prove(&mut self, worker: &mut Worker<'_>, moves: &mut [RootMove]) -> bool {
        let score = moves[0].last_score();
        if let Some(proven) = score.proven() {
            self.believe(proven.margin);
        }
        let hundredths = score.hundredths();
        self.advance(worker, (hundredths + 50 * hundredths.signum()) / 100);
        let Some(margin) = self.margin() else {
            return false;
        };
        if !self.keeps(worker, moves[0].mv(), margin) {
            let best = self.moves[self.root.side_to_move() as usize];
            let index = moves.iter().position(|root| Some(root.mv()) == best);
            let old_best = moves[0].clone();
            moves[..=index.unwrap_or(0)].rotate_right(1);
            moves[0].take_over(&old_best);
        }
        worker.proven_margin = Some(margin);
        true
    }

    /// Whether the player to move is sure of `margin` after `mv` too, as far as a short look tells.
    fn keeps(&mut self, worker: &mut Worker<'_>, mv: Move, margin: i32) -> bool {
        const SHORT_LOOK: u64 = 2_000;
        let side = self.root.side_to_move();
        let question = Question { side, goal: margin };
        self.end = worker.nodes + SHORT_LOOK;
        self.line[0] = question.key(&self.root.without_run(!side));
        let next = self.root.play(mv);
        !question.is_at_run_limit(&next)
            && self
                .forces(worker, &next, question, self.depth, 1)
                .is_some()
            && !self.must_end(worker)
    }

    /// The margin for the player to move, once it is proven that neither side can do better.
    fn margin(&self) -> Option<i32> {
        let us = self.root.side_to_move();
        let (ours, theirs) = (self.sure[us as usize], self.sure[!us as usize]);
        (ours == -theirs).then_some(ours)
    }

    /// Takes over that the player to move gets at least (a win) or at most (a loss) `margin`.
    fn believe(&mut self, margin: i32) {
        let us = self.root.side_to_move();
        let side = if margin > 0 { us } else { !us };
        let sure = &mut self.sure[side as usize];
        if margin.abs() > *sure {
            *sure = margin.abs();
            self.moves[side as usize] = None;
        }
    }

    /// Goes on proving until it has made up its share of the worker's positions.
    ///
    /// `guess` is the likely margin for the player to move.
    fn advance(&mut self, worker: &mut Worker<'_>, guess: i32) {
        /// One position in so many is spent on proofs.
        const SHARE: u64 = 3;
        /// But so many in any case.
        const LEAST: u64 = 500;
        let began = worker.nodes;
        self.end = began + (LEAST + began / SHARE).saturating_sub(self.nodes);
        let us = self.root.side_to_move();
        while self.margin().is_none() && (self.depth as usize) < MAX_PLY && !self.must_end(worker) {
            self.raise(worker, us, guess);
            self.raise(worker, !us, -guess);
            if !self.must_end(worker) {
                self.depth += 1;
            }
        }
        self.nodes += worker.nodes - began;
    }

    fn must_end(&self, worker: &Worker<'_>) -> bool {
        worker.stopped || worker.nodes >= self.end
    }

    /// Raises what `side` is sure of as far as the depth allows, beginning near the likely margin.
    fn raise(&mut self, worker: &mut Worker<'_>, side: Side, guess: i32) {
        /// How far below the likely margin a first proof is sought.
        const MODESTY: i32 = 2;
        let (least, most) = (self.sure[side as usize] + 1, -self.sure[!side as usize]);
        let mut goal = guess.min(most).max(least);
        while self.sure[side as usize] < goal && goal <= most {
            let root = self.root;
            let holds = self.forces(worker, &root, Question { side, goal }, self.depth, 0);
            if self.must_end(worker) {
                return;
            }
            if holds.is_some() {
                self.sure[side as usize] = goal;
                self.moves[side as usize] = self.best;
                goal += 1;
            } else if self.sure[side as usize] == WORST && goal > guess - MODESTY {
                goal -= 1;
            } else {
                return;
            }
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
        let position = &position.without_run(!question.side);
        if ply > 0
            && let Some(answer) = question.answer_of_tables(worker, position)
        {
            return sure_if(answer);
        }
        let key = question.key(position);
        if question.goal <= 0
            && let Some(earlier) = self.line[..ply].iter().rposition(|&it| it == key)
        {
            return Some(earlier);
        }
        if depth <= 0 || ply >= MAX_PLY || self.must_end(worker) || !worker.enter_node(ply) {
            return None;
        }
        let known = worker.shared.table.get(key);
        match known {
            Some(entry) if entry.bound == Bound::Lower => return sure_if(true),
            Some(entry) if i32::from(entry.depth) >= depth => return None,
            _ => {}
        }
        self.line[ply] = key;
        let table_move = known.and_then(|entry| entry.best);
        let (best, holds) = self.try_moves(worker, position, question, table_move, depth, ply);
        if self.must_end(worker) || holds.is_some_and(|rests_on| rests_on < ply) {
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
        let mut moves = Picker::all(table_move, self.killers[ply]);
        let mut count = 0;
        let mut rests_on = MAX_PLY;
        while let Some(mv) = moves.next(position, &self.history) {
            count += 1;
            let next = position.play(mv);
            let is_daring = is_own_turn && question.is_at_run_limit(&next);
            let holds = if is_daring {
                None
            } else {
                self.forces(worker, &next, question, depth - 1, ply + 1)
            };
            if self.must_end(worker) {
                return (None, None);
            }
            if holds.is_some() == is_own_turn {
                self.credit(position, mv, depth, ply);
                if ply == 0 {
                    self.best = Some(mv);
                }
                return (Some(mv), holds);
            }
            rests_on = rests_on.min(holds.unwrap_or(MAX_PLY));
        }
        // The opponent's only move may be the one that the to-and-fro rule forbids; no
        // legal move ends the game.
        let is_good_end = question.is_met_at_end(position);
        let holds = match count {
            0 => is_good_end,
            1 => !is_own_turn && is_good_end,
            _ => !is_own_turn,
        };
        (None, holds.then_some(rests_on))
    }

    fn credit(&mut self, position: &Position, mv: Move, depth: i32, ply: usize) {
        if position.is_capture(mv) {
            return;
        }
        self.killers[ply].remember(mv);
        self.history.update(position, mv, depth, true);
    }
}

impl Question {
    fn is_met_at_end(self, position: &Position) -> bool {
        position.points(self.side) - position.points(!self.side) >= self.goal
    }

    /// What is sure by the tablebases, on one side or the other.
    fn answer_of_tables(self, worker: &Worker<'_>, position: &Position) -> Option<bool> {
        let run = position.run(self.side).map_or(0, Run::length);
        if run + 3 > position.rules().rules().run_limit {
            return None;
        }
        let value = worker.shared.tables.as_ref()?.margin(position)?;
        let value = if position.side_to_move() == self.side {
            value
        } else {
            Value::of_move_to(value)
        };
        let is_enough = value.margin >= self.goal;
        let is_sure = if is_enough {
            value.is_at_least
        } else {
            value.is_at_most
        };
        is_sure.then_some(is_enough)
    }

    fn is_at_run_limit(self, position: &Position) -> bool {
        let limit = position.rules().rules().run_limit;
        position
            .run(self.side)
            .is_some_and(|run| run.length() >= limit)
    }

    /// The key of the question about a position, so that both can share the table with the main search.
    fn key(self, position: &Position) -> u64 {
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let number = (self.goal - WORST) as u64 * 2 + self.side as u64 + 1;
        position.key() ^ number.wrapping_mul(SPREAD)
    }
}
