//! The recursive search: principal variation search with a transposition table,
//! and quiescence at its leaves.

use super::in_flight;
use super::ordering::Picker;
use super::report::Bound;
use super::selectivity::reduction;
use super::worker::{MAX_PLY, Worker};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::score::Score;
use crate::table::Entry;

impl Worker<'_> {
    /// The value of `position` by a search of `depth` plies.
    ///
    /// A value outside the window is a bound; once the worker has stopped it means nothing.
    pub(super) fn negamax(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply);
        }
        if let Some(score) = self.settled(position, ply) {
            return score;
        }
        if self.path.is_repetition() {
            return Score::DRAW;
        }
        if let Some(tables) = &self.shared.tables
            && let Some(score) = tables.settle(position, (alpha, beta), ply)
        {
            return score;
        }
        let is_null_window = beta == alpha.next();
        let parameters = self.shared.options.parameters;
        let estimate = (is_null_window && self.shared.options.selective)
            .then(|| self.shared.weights.evaluate(position));
        if let Some(score) = estimate.and_then(|it| parameters.reverse_futility(it, beta, depth)) {
            return score;
        }
        let known = self.shared.table.get(position.key());
        if is_null_window && let Some(score) = self.cutoff(known, beta, depth, ply) {
            return score;
        }

        let table_move = known.and_then(|entry| entry.best);
        let is_blind = table_move.is_none() && parameters.shortens_blind(depth);
        let depth = if is_blind && self.shared.options.selective {
            depth - 1
        } else {
            depth
        };
        let most_of_quiet = estimate.and_then(|it| parameters.futility(it, alpha, depth));

        let mut moves = Picker::all(table_move, self.killers[ply]);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut tried = MoveList::new();
        let in_flight = self.shared.in_flight.as_ref();
        let in_flight = in_flight.filter(|_| depth >= in_flight::MIN_DEPTH);
        let mut put_off = MoveList::new();
        loop {
            let mv = if let Some(mv) = moves.next(position, &self.history) {
                if !tried.is_empty() && in_flight.is_some_and(|it| it.holds(position, mv)) {
                    put_off.push(mv);
                    continue;
                }
                mv
            } else if let Some(mv) = put_off.pop() {
                mv
            } else {
                break;
            };
            if let Some(most) = most_of_quiet
                && !tried.is_empty()
                && !best.is_proven()
                && !position.is_capture(mv)
            {
                // Captures come first, so all that follow are quiet too.
                best = best.max(most);
                break;
            }
            if let Some(in_flight) = in_flight {
                in_flight.enter(position, mv);
            }
            let score = self.search_move(position, mv, (alpha, beta), depth, ply, tried.len());
            if let Some(in_flight) = in_flight {
                in_flight.leave(position, mv);
            }
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                bound = Bound::Exact;
                if !is_null_window {
                    self.extend_variation(ply, mv);
                }
            }
            if score >= beta {
                bound = Bound::Lower;
                self.remember_cutoff(position, mv, &tried, depth, ply);
                break;
            }
            tried.push(mv);
        }
        if best == -Score::INFINITE {
            return Score::ended(position.margin(), ply as i32);
        }
        self.remember_value(position, best, bound, best_move, depth, ply);
        best
    }

    /// The value of one move of `position`, whose window is given; `place` is its place in the order.
    ///
    /// All but the first are first asked only whether they beat `alpha`, late quiet ones less deep.
    pub(super) fn search_move(
        &mut self,
        position: &Position,
        mv: Move,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        place: usize,
    ) -> Score {
        let next = position.play(mv);
        self.path.push(position, &next);
        let null_window = |worker: &mut Self, reduction: i32| {
            -worker.negamax(&next, -alpha.next(), -alpha, depth - 1 - reduction, ply + 1)
        };
        let mut score = Score::INFINITE;
        if place > 0 {
            let reduction = self.reduction(position, mv, depth, ply, place);
            score = null_window(self, reduction);
            if reduction > 0 && score > alpha && !self.stopped {
                score = null_window(self, 0);
            }
        }
        if place == 0 || (score > alpha && score < beta && !self.stopped) {
            score = -self.negamax(&next, -beta, -alpha, depth - 1, ply + 1);
        }
        self.path.pop();
        score
    }

    fn reduction(
        &self,
        position: &Position,
        mv: Move,
        depth: i32,
        ply: usize,
        place: usize,
    ) -> i32 {
        if self.shared.options.selective && ply > 0 && !position.is_capture(mv) {
            reduction(depth, place)
        } else {
            0
        }
    }

    /// The value of `position` when only captures and moves that end the game are tried.
    ///
    /// Not to capture is always possible but for the rare player who has no
    /// other move, so the evaluation is a lower bound.
    fn quiescence(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if let Some(score) = self.settled(position, ply) {
            return score;
        }
        let mut moves = Picker::noisy(position);
        if moves.is_empty() && !position.has_legal_move() {
            return Score::ended(position.margin(), ply as i32);
        }
        let mut best = self.shared.weights.evaluate(position);
        if best >= beta || moves.is_empty() {
            return best;
        }
        let is_null_window = beta == alpha.next();
        if is_null_window {
            let known = self.shared.table.get(position.key());
            if let Some(score) = self.cutoff(known, beta, 0, ply) {
                return score;
            }
        }
        let mut bound = Bound::Upper;
        let mut best_move = None;
        if best > alpha {
            alpha = best;
            bound = Bound::Exact;
        }
        while let Some(mv) = moves.next(position, &self.history) {
            let score = -self.quiescence(&position.play(mv), -beta, -alpha, ply + 1);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                bound = Bound::Exact;
                best_move = Some(mv);
                if !is_null_window {
                    self.extend_variation(ply, mv);
                }
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        self.remember_value(position, best, bound, best_move, 0, ply);
        best
    }

    /// The value that the table gives a null window below `beta`, if it decides.
    ///
    /// It has to come from a search as deep, or just as deep where nothing is
    /// left out; but a proven win is a lower bound at any depth, and a proven
    /// loss an upper one.
    fn cutoff(&self, known: Option<Entry>, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let entry = known?;
        let score = entry.score.counted_from_root(ply as i32);
        let entry_depth = i32::from(entry.depth);
        let fails_high = score >= beta;
        let is_bound = entry.bound
            != if fails_high {
                Bound::Upper
            } else {
                Bound::Lower
            };
        let is_proven_so = score.is_proven() && (score > Score::DRAW) == fails_high;
        let is_deep_enough = if self.shared.options.selective {
            entry_depth >= depth || is_proven_so
        } else {
            entry_depth == depth
        };
        (is_bound && is_deep_enough).then_some(score)
    }

    fn remember_value(
        &self,
        position: &Position,
        score: Score,
        bound: Bound,
        best: Option<Move>,
        depth: i32,
        ply: usize,
    ) {
        let score = score.counted_from_node(ply as i32);
        let depth = depth as u8;
        self.shared.table.put(
            position.key(),
            Entry {
                best,
                score,
                depth,
                bound,
            },
        );
    }

    /// Enters a node; its value if there is nothing to search.
    fn settled(&mut self, position: &Position, ply: usize) -> Option<Score> {
        self.variations[ply].clear();
        if !self.enter_node(ply) {
            return Some(Score::DRAW);
        }
        if position.has_ended() {
            return Some(Score::ended(position.margin(), ply as i32));
        }
        (ply >= MAX_PLY).then(|| self.shared.weights.evaluate(position))
    }

    /// Credits a quiet move that was good enough, and blames those tried before it.
    fn remember_cutoff(
        &mut self,
        position: &Position,
        mv: Move,
        tried: &MoveList,
        depth: i32,
        ply: usize,
    ) {
        if position.is_capture(mv) {
            return;
        }
        self.killers[ply].remember(mv);
        self.history.update(position, mv, depth, true);
        for &other in tried.iter().filter(|&&other| !position.is_capture(other)) {
            self.history.update(position, other, depth, false);
        }
    }
}
