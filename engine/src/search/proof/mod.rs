//! What margin each side can force, whatever the other does.
//!
//! The main search ends its lines in estimates and takes a repetition for a draw,
//! so its values are proven for nobody, and a win that it sees to the end might
//! be larger yet. Here the side that is to be proven is credited with ends of games alone, with what
//! tablebases know, and, where a draw is enough, with going round in circles (by coinduction: a line
//! that comes back to a position which is good, if the rest of that position's lines are,
//! never gets worse). What holds does so by whatever line the position was reached, but for the last move of that side,
//! so it may be kept in the table: a result that still rests on a position further up the line is not kept.
//!
//! Wins are sought by proof-number search ([`tree`]), margins that circles may hold by plain [`deepening`]. Either has
//! its own way to keep the side in question from going to and fro too often, though keys leave out most runs;
//! its opponent is bound by no limit.

mod deepening;
mod experience;
mod numbers;
mod question;
mod tree;

use std::ops::RangeInclusive;

use super::limits::SearchLimits;
use super::report::Margins;
use super::root::RootMove;
use super::tables::Tables;
use super::worker::{MAX_PLY, Worker};
use crate::moves::Move;
use crate::position::Position;
use crate::score::Score;
use crate::side::Side;
use crate::tablebase::weight;

use deepening::Deepening;
use question::{Answer, Question, WORST};
use tree::Tree;

/// What has been proven of the root of a search, and how to go on.
pub(super) struct Prover {
    root: Position,
    sides: [Attempt; 2],
    /// Positions searched, but for [`Self::urgent_nodes`].
    nodes: u64,
    /// Positions searched to find out whether the side that leads wins.
    urgent_nodes: u64,
    tree: Tree,
    deepening: Deepening,
}

/// What a side has been proven to force.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    /// The margin that it can force.
    sure: i32,
    /// A first move that is sure to lead to it, if the side is to move.
    best: Option<Move>,
    /// The least margin that is known to be out of reach of a proof.
    refuted: i32,
    /// The depth to which margins are sought that circles may hold.
    depth: i32,
}

impl Prover {
    /// Hundredths of a point with which a win is likely.
    const DECISIVE: i32 = 150;
    /// Hundredths of a point with which it is more than likely.
    const OVERWHELMING: i32 = 400;

    pub(super) fn new(root: &Position) -> Self {
        let nothing = Attempt {
            sure: WORST,
            best: None,
            refuted: 1 - WORST,
            depth: 1,
        };
        Self {
            root: *root,
            sides: [nothing; 2],
            nodes: 0,
            urgent_nodes: 0,
            tree: Tree::new(),
            deepening: Deepening::new(),
        }
    }

    /// Whether a search to `depth` that has put `moves` in order should try to prove the value of its root.
    pub(super) fn is_wanted(
        worker: &Worker<'_>,
        root: &Position,
        moves: &[RootMove],
        depth: u32,
    ) -> bool {
        /// So few archers and marks are within reach without tables.
        const FEW: usize = 4;
        /// A shorter search has better things to do, unless it sees a forced end.
        const SHORT: u64 = 20_000;
        /// Where so few positions take a search so deep, it has nothing better to do.
        const DEEP: u32 = 40;
        /// Layers above what the tables know in which a proof is within reach.
        const REACH: usize = 2;
        let shared = worker.shared;
        let known = shared.tables.as_ref().map_or(0, Tables::highest_layer);
        let score = moves[0].last_score();
        let is_near = weight(root) <= known.max(FEW) + REACH;
        let is_decisive = score.hundredths().abs() >= Self::DECISIVE;
        worker.is_main
            && shared.options.selective
            && shared.options.lines <= 1
            && shared.limits.search_moves.is_none()
            && ((worker.nodes >= SHORT || depth >= DEEP) && (is_near || is_decisive)
                || score.is_proven())
    }

    /// Whether proofs may take what is left when the greatest depth has been reached.
    pub(super) fn has_all_the_rest(worker: &Worker<'_>) -> bool {
        let limits = worker.shared.limits;
        let has_end = limits.nodes.is_some() || limits.move_time.is_some() || limits.infinite;
        has_end && limits.mate.is_none() && Self::has_time(worker)
    }

    /// Whether the limits leave it to the search how to use its time.
    fn has_time(worker: &Worker<'_>) -> bool {
        let SearchLimits { clock, depth, .. } = worker.shared.limits;
        clock.is_none() && depth.is_none()
    }

    /// Goes on proving after an iteration that put `moves` in order; whether it is done.
    ///
    /// After the last iteration comes `round` 1 and so on, each with twice the share of the one before.
    /// Where the best move might give away what has been proven, a move that does not comes first.
    pub(super) fn prove(
        &mut self,
        worker: &mut Worker<'_>,
        moves: &mut [RootMove],
        round: u32,
    ) -> bool {
        let score = moves[0].last_score();
        self.advance(worker, score, round);
        worker.margins = self.margins();
        let exact = worker.margins.exact();
        // A loss that the search sees may still be a larger one.
        let shows_the_way = score
            .proven()
            .is_some_and(|it| it.margin > 0 && Some(it.margin) == exact);
        let is_too_low = score.hundredths() < 100 * worker.margins.least;
        if exact.is_some() && !shows_the_way || is_too_low {
            self.promote_sure_move(moves);
        }
        exact.is_some()
    }

    /// Puts the move that leads to what the player to move is sure of first, if there is one.
    fn promote_sure_move(&self, moves: &mut [RootMove]) {
        let best = self.sides[self.root.side_to_move() as usize].best;
        if let Some(index) = moves.iter().position(|it| Some(it.mv()) == best) {
            let old_best = moves[0].clone();
            moves[..=index].rotate_right(1);
            moves[0].take_over(&old_best);
        }
    }

    fn margins(&self) -> Margins {
        let us = self.root.side_to_move();
        let [ours, theirs] = [us, !us].map(|side| self.sides[side as usize].sure);
        Margins {
            least: ours,
            most: -theirs,
        }
    }

    /// Goes on proving until it has made up its share of the worker's positions.
    ///
    /// `score` is what the player to move is likely to win by. If there is time and a side leads, it is urgent to know
    /// whether that side wins.
    fn advance(&mut self, worker: &mut Worker<'_>, score: Score, round: u32) {
        /// A share is at least so much.
        const LEAST: u64 = 100;
        /// A search of so many positions gains little from more of them without proofs.
        const LONG: u64 = 500_000;
        let began = worker.nodes;
        let others = (began - self.urgent_nodes - self.nodes) << round;
        let has_time = Self::has_time(worker);
        let lead = score.hundredths();
        let us = self.root.side_to_move();
        let leader = if lead > 0 { us } else { !us };
        let is_decisive = lead.abs() >= Self::DECISIVE;
        if is_decisive && self.may_win(leader) && has_time && !score.is_proven() {
            let urgency = if lead.abs() >= Self::OVERWHELMING {
                9
            } else {
                2
            };
            let share = (urgency * others + LEAST).saturating_sub(self.urgent_nodes);
            self.ask(worker, leader, 1, began + share);
            self.urgent_nodes += worker.nodes - began;
            return;
        }
        let share = if has_time && began >= LONG {
            2 * others
        } else {
            others / 3
        };
        let end = began + (share + LEAST).saturating_sub(self.nodes);
        if is_decisive && self.may_win(leader) {
            self.ask(worker, leader, 1, end);
        }
        let guess = (lead + 50 * lead.signum()) / 100;
        for (part, side, guess) in [(2, us, guess), (1, !us, -guess)] {
            let end = worker.nodes + end.saturating_sub(worker.nodes) / part;
            if guess > 0 {
                self.force(worker, side, guess, end.midpoint(worker.nodes));
                self.force(worker, side, guess - 1, end);
            } else {
                self.hold(worker, side, guess, end);
            }
        }
        self.nodes += worker.nodes - began;
    }

    /// Whether it is neither proven that `side` wins, nor known that no proof will be found.
    fn may_win(&self, side: Side) -> bool {
        let Attempt { sure, refuted, .. } = self.sides[side as usize];
        sure <= 0 && refuted > 1 && self.sides[!side as usize].sure < 0
    }

    /// Raises what `side` is sure of by proof-number search, to a win by `goal` at first.
    fn force(&mut self, worker: &mut Worker<'_>, side: Side, goal: i32, end: u64) {
        let mut goal = goal.max(1);
        while let Some(open) = self.open(worker, side, end)
            && *open.end() > 0
        {
            goal = goal.clamp(*open.start(), *open.end());
            if !self.ask(worker, side, goal, end) {
                return;
            }
        }
    }

    /// Asks by proof-number search whether `side` wins by `goal` points or more; false if there is no answer.
    fn ask(&mut self, worker: &mut Worker<'_>, side: Side, goal: i32, end: u64) -> bool {
        if worker.has_reached(end) {
            return false;
        }
        let question = Question { side, goal };
        let answer = self.tree.ask(worker, &self.root, question, end);
        self.note(question, answer)
    }

    /// Raises what `side` is sure of by deepening, up to a draw, beginning with `guess` or a little below.
    fn hold(&mut self, worker: &mut Worker<'_>, side: Side, guess: i32, end: u64) {
        /// How far below the likely margin a first proof is sought.
        const MODESTY: i32 = 2;
        let mut goal = guess;
        while let Some(open) = self.open(worker, side, end)
            && *open.start() <= 0
        {
            let Attempt { depth, sure, .. } = self.sides[side as usize];
            goal = goal.clamp(*open.start(), (*open.end()).min(0));
            let question = Question { side, goal };
            let answer = self.deepening.ask(worker, &self.root, question, depth, end);
            if self.note(question, answer) {
                continue;
            }
            if sure == WORST && goal > WORST + 1 && goal > guess - MODESTY {
                goal -= 1;
            } else if worker.nodes < end && (depth as usize) < MAX_PLY {
                self.sides[side as usize].depth += 1;
                goal = guess;
            } else {
                return;
            }
        }
    }

    /// The margins that are still to be proven for `side`, if there are any and the worker has positions left.
    fn open(&self, worker: &Worker<'_>, side: Side, end: u64) -> Option<RangeInclusive<i32>> {
        let Attempt { sure, refuted, .. } = self.sides[side as usize];
        let most = (refuted - 1).min(-self.sides[!side as usize].sure);
        (sure < most && !worker.has_reached(end)).then_some(sure + 1..=most)
    }

    /// Remembers an answer; false if there is none.
    fn note(&mut self, Question { side, goal }: Question, answer: Answer) -> bool {
        let attempt = &mut self.sides[side as usize];
        match answer {
            Answer::Yes(first_move) => (attempt.sure, attempt.best) = (goal, first_move),
            Answer::No => attempt.refuted = goal,
            Answer::Unknown => return false,
        }
        true
    }
}
