//! The recursive search: principal variation search with a transposition table,
//! and quiescence at its leaves.

use super::ordering::Picker;
use super::report::Bound;
use super::worker::{MAX_PLY, Worker};
use crate::eval::evaluate;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::score::Score;
use crate::table::Entry;

/// From this depth on a position without a move in the table is searched one ply
/// less deep (internal iterative reduction): it was not worth a move before, or
/// the next iteration will find it in the table and search it whole.
///
/// From the start depth 15 takes 2.0 million nodes with it, 11.6 without.
const BLIND_DEPTH: i32 = 4;

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
        let known = self.shared.table.get(position.key());
        let is_null_window = beta == alpha.next();
        if let Some(entry) = known
            && is_null_window
            && (self.shared.selective || i32::from(entry.depth) == depth)
            && let Some(score) = cutoff(&entry, beta, depth, ply)
        {
            return score;
        }

        let table_move = known.and_then(|entry| entry.best);
        let is_blind = table_move.is_none() && depth >= BLIND_DEPTH;
        let depth = if is_blind && self.shared.selective {
            depth - 1
        } else {
            depth
        };
        let moves = Picker::all(position, table_move, self.killers[ply], &self.history);
        if moves.is_empty() {
            return Score::ended(position.margin(), ply as i32);
        }
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut tried = MoveList::new();
        for mv in moves {
            let score = self.search_move(position, mv, (alpha, beta), depth, ply, tried.is_empty());
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                bound = Bound::Exact;
                self.extend_variation(ply, mv);
            }
            if score >= beta {
                bound = Bound::Lower;
                self.remember_cutoff(position, mv, &tried, depth, ply);
                break;
            }
            tried.push(mv);
        }
        let entry = Entry {
            best: best_move,
            score: best.counted_from_node(ply as i32),
            depth: depth as u8,
            bound,
        };
        self.shared.table.put(position.key(), entry);
        best
    }

    /// The value of one move of `position`, from whose window it is searched.
    ///
    /// All but the first are first asked only whether they beat `alpha`.
    pub(super) fn search_move(
        &mut self,
        position: &Position,
        mv: Move,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        is_first: bool,
    ) -> Score {
        let next = position.play(mv);
        self.path.push(position, &next);
        let mut score = -Score::INFINITE;
        if !is_first {
            score = -self.negamax(&next, -alpha.next(), -alpha, depth - 1, ply + 1);
        }
        if is_first || (score > alpha && score < beta && !self.stopped) {
            score = -self.negamax(&next, -beta, -alpha, depth - 1, ply + 1);
        }
        self.path.pop();
        score
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
        if !position.has_legal_move() {
            return Score::ended(position.margin(), ply as i32);
        }
        let mut best = evaluate(position);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        for mv in Picker::noisy(position) {
            let score = -self.quiescence(&position.play(mv), -beta, -alpha, ply + 1);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_variation(ply, mv);
            }
            if score >= beta {
                break;
            }
        }
        best
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
        (ply >= MAX_PLY).then(|| evaluate(position))
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
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let side = position.side_to_move();
        self.history.update(side, mv, depth, true);
        for &other in tried.iter().filter(|&&other| !position.is_capture(other)) {
            self.history.update(side, other, depth, false);
        }
    }
}

/// The value that a table entry gives a null window below `beta`, if it decides.
///
/// It has to come from a search as deep; but a proven win is a lower bound at
/// any depth, and a proven loss an upper one.
fn cutoff(entry: &Entry, beta: Score, depth: i32, ply: usize) -> Option<Score> {
    let score = entry.score.counted_from_root(ply as i32);
    let is_deep_enough = i32::from(entry.depth) >= depth;
    let decides = if score >= beta {
        entry.bound != Bound::Upper && (is_deep_enough || score.is_proven() && score > Score::DRAW)
    } else {
        entry.bound != Bound::Lower && (is_deep_enough || score.is_proven() && score < Score::DRAW)
    };
    decides.then_some(score)
}
