//! What tablebases tell a search: values that need no search, and root moves that keep the value.

use std::sync::atomic::{AtomicU64, Ordering};

use super::root::RootMove;
use crate::position::Position;
use crate::score::Score;
use crate::tablebase::file::Content;
use crate::tablebase::{Tablebase, Value, weight};

/// The tables as one search sees them.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    tablebase: &'a Tablebase,
    root_weight: usize,
    /// What every root move is worth that is still searched, where the search finds no more than an estimate.
    root_score: Option<Score>,
    hits: AtomicU64,
}

impl<'a> Tables<'a> {
    /// Leaves only those of `moves` that are sure to keep what the root is worth, if the tables know them.
    ///
    /// With fewer of them than `lines` asked for all stay: the search ranks them by their values.
    pub(super) fn new(
        tablebase: &'a Tablebase,
        root: &Position,
        history: &[Position],
        lines: usize,
        moves: &mut Vec<RootMove>,
    ) -> Self {
        let is_third = |next: &Position| {
            let earlier = history.iter().filter(|&earlier| earlier == next);
            earlier.count() >= 2
        };
        let candidates = moves.iter().map(RootMove::mv);
        let candidates = candidates.filter(|&mv| !is_third(&root.play(mv)));
        let best = tablebase.best_moves(root, candidates);
        let mut root_score = None;
        if best.len() >= lines.max(1) {
            moves.retain(|root| best.contains(&root.mv()));
            root_score = tablebase.probe(root).and_then(score_of_layer);
        }
        Self {
            tablebase,
            root_weight: weight(root),
            root_score,
            hits: AtomicU64::new(0),
        }
    }

    /// The value of `position` if the tables settle it, at least for the window; `ply` is above 0.
    ///
    /// An estimate of a margin settles it as the evaluation would, though far better. In the
    /// layer of the root neither estimates nor draws nor values without a distance settle
    /// anything: all moves that keep them look alike, and a search that trusted them would
    /// go in circles. There the choice of root moves keeps what is exact, and the search
    /// finds the way.
    pub(super) fn settle(
        &self,
        position: &Position,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Option<Score> {
        let value = self.tablebase.probe(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let margin = value.margin;
        match (value.content, value.plies) {
            (Content::Outcome, _) if !value.is_exact => None,
            _ if !value.is_exact => {
                (weight(position) < self.root_weight).then(|| Score::estimate(100 * margin))
            }
            (_, Some(plies)) if margin != 0 => {
                Some(Score::ended(margin, plies as i32 + ply as i32))
            }
            _ if weight(position) == self.root_weight => None,
            _ if margin == 0 => Some(Score::DRAW),
            (Content::Outcome, _) => {
                let bound = Score::without_distance(value.outcome());
                let decides = if margin > 0 {
                    bound >= beta
                } else {
                    bound <= alpha
                };
                decides.then_some(bound)
            }
            _ => Some(Score::without_distance(margin)),
        }
    }

    /// What to tell of a root move: what the tables know, or a way to it that the search has found.
    pub(super) fn told(&self, found: Score) -> Score {
        let margin = |score: Score| score.proven().map_or(0, |proven| proven.margin);
        self.root_score
            .filter(|&known| !found.is_proven() || margin(found) != margin(known))
            .unwrap_or(found)
    }

    /// Positions found in the tables.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

/// The score of an exact value of which [`Tables::settle`] makes nothing in the layer of the root.
fn score_of_layer(value: Value) -> Option<Score> {
    match (value.content, value.margin) {
        (_, 0) => Some(Score::DRAW),
        (Content::Outcome, _) => None,
        (_, margin) => Some(Score::without_distance(margin)),
    }
}
