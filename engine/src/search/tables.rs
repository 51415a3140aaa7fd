//! What tablebases tell a search: values that need no search, and root moves that keep the value.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

use super::root::RootMove;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::score::Score;
use crate::tablebase::file::Content;
use crate::tablebase::{Tablebase, Value, weight};

/// The tables as one search sees them.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    tablebase: &'a Tablebase,
    root_weight: usize,
    highest_layer: usize,
    /// What every root move that is still searched is worth for certain.
    root_margin: Option<i32>,
    hits: AtomicU64,
}

impl<'a> Tables<'a> {
    /// Leaves only those of `moves` that are sure to keep what the root is worth, if the tables know them, or else those
    /// one of which keeps what the player to move is sure of.
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
        let best = tablebase.best_moves(root, candidates.clone());
        let hopeful = if best.is_empty() {
            hopeful_moves(tablebase, root, history, candidates)
        } else {
            Vec::new()
        };
        let known = tablebase.probe(root);
        let mut root_margin = None;
        if best.len() >= lines.max(1) {
            moves.retain(|root| best.contains(&root.mv()));
            root_margin = known.and_then(exact_margin);
        } else if hopeful.len() >= lines.max(1) {
            moves.retain(|root| hopeful.contains(&root.mv()));
        }
        Self {
            tablebase,
            root_weight: weight(root),
            highest_layer: highest_layer(tablebase, root.rules()),
            root_margin,
            hits: AtomicU64::new(known.is_some().into()),
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
        let value = self.probe(position)?;
        let sure = surely(value, (alpha, beta), ply);
        if weight(position) < self.root_weight {
            sure.or_else(|| estimate(value))
        } else {
            let shows_the_way = value.margin != 0 && value.plies.is_some();
            sure.filter(|_| shows_the_way)
        }
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.tablebase.probe(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(value)
    }

    /// What the tables know of the margin.
    pub(super) fn margin(&self, position: &Position) -> Option<Value> {
        let value = self.probe(position)?;
        (value.content != Content::Outcome).then_some(value)
    }

    /// The highest layer of which margins are known.
    pub(super) const fn highest_layer(&self) -> usize {
        self.highest_layer
    }

    /// The root's margin, if it is exact and kept by all the moves that are searched.
    pub(super) const fn root_margin(&self) -> Option<i32> {
        self.root_margin
    }

    /// Positions found in the tables.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

/// The moves one of which keeps what the player to move is sure of, or was a few turns ago.
///
/// Then that player has kept it by such a move, and the tables say less of the position after it.
fn hopeful_moves(
    tablebase: &Tablebase,
    root: &Position,
    history: &[Position],
    candidates: impl Iterator<Item = Move>,
) -> Vec<Move> {
    /// Positions of the same player to look at.
    const TURNS: usize = 16;
    let earlier = history.iter().rev().skip(1).step_by(2);
    let own = iter::once(root).chain(earlier).take(TURNS);
    let goal = tablebase.last_assured(own);
    goal.map_or_else(Vec::new, |goal| {
        tablebase.hopeful_moves(root, goal, candidates)
    })
}

fn highest_layer(tablebase: &Tablebase, rules: RuleSet) -> usize {
    let told = tablebase
        .layers(rules)
        .filter(|it| it.content != Content::Outcome);
    told.map(|it| it.layer.weight().into()).max().unwrap_or(0)
}

/// The score of a value, if it is exact or a bound that decides the window.
fn surely(value: Value, (alpha, beta): (Score, Score), ply: usize) -> Option<Score> {
    let tells_margin = value.content != Content::Outcome;
    let score = match (value.margin, value.plies) {
        (0, _) => Score::DRAW,
        (margin, Some(plies)) => Score::ended(margin, plies as i32 + ply as i32),
        (margin, None) => Score::without_distance(margin),
    };
    let is_lower = value.is_at_least && (tells_margin || value.margin >= 0);
    let is_upper = value.is_at_most && (tells_margin || value.margin <= 0);
    let decides = is_lower && (is_upper || score >= beta) || is_upper && score <= alpha;
    decides.then_some(score)
}

/// What a value that is not sure is worth to a search, if it tells the margin.
fn estimate(value: Value) -> Option<Score> {
    (value.content != Content::Outcome).then(|| Score::estimate(100 * value.margin))
}

/// The margin of a value that is exact and tells it: from a table of outcomes only that of a draw.
fn exact_margin(value: Value) -> Option<i32> {
    let tells_margin = value.content != Content::Outcome || value.margin == 0;
    (value.is_exact() && tells_margin).then_some(value.margin)
}
