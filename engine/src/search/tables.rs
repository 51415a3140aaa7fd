//! What tablebases tell a search: values that need no search, and root moves that keep the value.

use std::sync::atomic::Ordering;

use super::root::RootMove;
use super::worker::Worker;
use crate::position::Position;
use crate::score::Score;
use crate::tablebase::file::Content;
use crate::tablebase::{Tablebase, weight};

impl Worker<'_> {
    /// The value of `position` if the tables settle it, at least for the window; `ply` is above 0.
    ///
    /// Estimates settle nothing. Neither does a value without a distance in the layer of
    /// the root: all moves that keep it look alike, and a search that trusted them would go
    /// in circles. There the root's choice of moves keeps the value, and the search finds the way.
    pub(super) fn value_in_tables(
        &self,
        position: &Position,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Option<Score> {
        let tables = self.shared.tablebase?;
        let value = tables.probe(position)?;
        self.shared.tablebase_hits.fetch_add(1, Ordering::Relaxed);
        if !value.is_exact {
            return None;
        }
        let margin = value.margin;
        match (value.content, value.plies) {
            _ if margin == 0 => Some(Score::DRAW),
            (_, Some(plies)) => Some(Score::ended(margin, plies as i32 + ply as i32)),
            _ if weight(position) == self.shared.root_weight => None,
            (Content::Outcome, _) => {
                let bound = Score::without_distance(value.outcome());
                let decides = if margin > 0 {
                    bound >= beta
                } else {
                    bound <= alpha
                };
                decides.then_some(bound)
            }
            (_, None) => Some(Score::without_distance(margin)),
        }
    }
}

/// Leaves only the moves that are sure to keep what the root is worth, if the tables know them.
///
/// With fewer of them than `lines` asked for, all stay: the search ranks them by their values.
pub(super) fn keep_best(
    tables: &Tablebase,
    position: &Position,
    history: &[Position],
    lines: usize,
    moves: &mut Vec<RootMove>,
) {
    let ends_in_repetition = |next: &Position| {
        let earlier = history.iter().filter(|&earlier| earlier == next);
        earlier.count() >= 2
    };
    let candidates = moves.iter().map(RootMove::mv);
    let candidates = candidates.filter(|&mv| !ends_in_repetition(&position.play(mv)));
    let best = tables.best_moves(position, candidates);
    if best.len() >= lines.max(1) {
        moves.retain(|root| best.contains(&root.mv()));
    }
}
