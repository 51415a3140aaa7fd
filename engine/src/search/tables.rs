//! What tablebases tell a search: values that need no search, and root moves that keep the value.
//!
//! Proofs take bounds from them in layers above theirs: what a player surely gets in a position it also gets with further marks
//! on its archers, for it can play as if it did not have them. The opponent's turns stay the same. Where a re-entry
//! spends one of the further marks in the place of another mark, that one is left over instead. Two ends might be different:
//!
//! - A player without a turn may have a re-entry left. So [entries](crate::tablebase::Entry) rely on no game that ends in
//!   this way.
//! - With the further marks a position may occur again though it would be another one without them. That is a draw,
//!   which harms only those who win. They can leave out, at each turn, those marks without which the win is
//!   nearest; so it comes nearer turn by turn, and no position occurs again.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

use super::root::RootMove;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::score::Score;
use crate::side::Side;
use crate::tablebase::file::Content;
use crate::tablebase::{Tablebase, Value, weight};

/// The tables as one search sees them.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    tablebase: &'a Tablebase,
    root_weight: usize,
    highest_layer: usize,
    /// The highest layer that gives bounds to those above, each of which may take several looks.
    bounding_layer: usize,
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
            bounding_layer: tablebase.highest_kept_layer(root.rules()),
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

    /// Whether `side` surely gets a margin of `goal` (true), or is surely kept from it (false).
    ///
    /// Above the tables as many marks of one side are left out as it takes.
    pub(super) fn verdict(&self, position: &Position, side: Side, goal: i32) -> Option<bool> {
        let excess = weight(position).saturating_sub(self.bounding_layer);
        if let Some(value) = self.probe(position) {
            return verdict_of(value, position, side, goal);
        }
        if excess == 0 {
            return None;
        }
        let holds_without_marks = |&(owner, verdict): &(Side, bool)| {
            let mut left_out = position.marked(owner).subsets(excess as u32);
            left_out.any(|marks| {
                let value = self.probe(&position.without_marks(marks));
                let found = value.and_then(|value| verdict_of(value, position, side, goal));
                found == Some(verdict)
            })
        };
        let mut verdicts = [(side, true), (!side, false)].into_iter();
        let found = verdicts.find(holds_without_marks);
        found.map(|(_, verdict)| verdict)
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

/// Whether a value to the player to move in `position` says that `side` surely gets a margin of `goal`, or does not.
fn verdict_of(value: Value, position: &Position, side: Side, goal: i32) -> Option<bool> {
    let value = if position.side_to_move() == side {
        value
    } else {
        value.reversed()
    };
    let is_enough = value.margin >= goal;
    let is_sure = if is_enough {
        value.is_at_least
    } else {
        value.is_at_most
    };
    (is_sure && value.content != Content::Outcome).then_some(is_enough)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn position(text: &str) -> Position {
        Position::parse(text, RuleSet::Jarmo).unwrap()
    }

    #[test]
    fn further_marks_keep_what_is_sure() {
        let won_by_1 = position("a4/5/3A1/A1+a2/2A2 w");
        let tablebase = Tablebase::embedded();
        let of_root = |root: &Position| Tables::new(&tablebase, root, &[], 1, &mut Vec::new());
        let verdicts = |position: &Position| {
            let tables = of_root(position);
            [(Side::White, 1), (Side::White, 2), (Side::Black, 0)]
                .map(|(side, goal)| tables.verdict(position, side, goal))
        };
        let told = [Some(true), Some(false), Some(false)];
        assert_eq!(verdicts(&won_by_1), told);
        let open_above = [Some(true), None, Some(false)];
        for (text, marks, expected) in [
            ("a4/5/3+A1/A1+a2/2A2 w", "d3", told),
            ("a4/5/3+A1/+A1+a2/2A2 w", "d3 a2", open_above),
            ("+a4/5/3A1/A1+a2/2A2 w", "a5", [None, Some(false), None]),
        ] {
            let above = position(text);
            let marks = marks.split(' ').map(|name| name.parse::<Square>().unwrap());
            assert_eq!(above.without_marks(marks.collect()), won_by_1);
            assert_eq!(verdicts(&above), expected, "{text}");
        }
    }
}
