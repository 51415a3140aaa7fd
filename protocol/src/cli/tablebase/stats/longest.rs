//! The longest wins, with the way that best play takes.

use jarmo_engine::tablebase::{Class, Tablebase, Value};
use jarmo_engine::{Move, Position, RuleSet, Side};
use serde::Serialize;

/// Longer than any way to the end in a byte of plies.
const MOST_PLIES: usize = 256;

/// A won position whose winner needs long.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LongestWin {
    pub(super) position: String,
    pub(super) margin: i32,
    pub(super) plies: u32,
    /// Best play of both sides, as far as the tables show the way.
    pub(super) line: Vec<String>,
}

impl LongestWin {
    /// The longer of two; of equal ones the first.
    pub(super) fn longer(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let plies = |win: &Option<Self>| win.as_ref().map(|win| win.plies);
        if plies(&other) > plies(&one) {
            other
        } else {
            one
        }
    }
}

/// The longest win seen so far in a section whose value is exact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Furthest(Option<(u64, Value)>);

impl Furthest {
    pub(super) fn consider(&mut self, index: u64, value: Value) {
        if value.margin > 0 && value.is_exact() && value.plies > self.plies() {
            self.0 = Some((index, value));
        }
    }

    /// The longer of two; of equal ones the first, so that the number of threads makes no difference.
    pub(super) fn or(self, later: Self) -> Self {
        if later.plies() > self.plies() {
            later
        } else {
            self
        }
    }

    fn plies(self) -> Option<u32> {
        self.0.and_then(|(_, value)| value.plies)
    }

    /// The win and its line; nothing where the tables have no distances.
    pub(super) fn win(
        self,
        tables: &Tablebase,
        rules: RuleSet,
        class: Class,
        side: Side,
    ) -> Option<LongestWin> {
        let (index, value) = self.0?;
        let position = Position::of_armies(rules, side, class.armies(index));
        Some(LongestWin {
            position: position.to_string(),
            margin: value.margin,
            plies: value.plies?,
            line: best_line(tables, position),
        })
    }
}

fn best_line(tables: &Tablebase, mut position: Position) -> Vec<String> {
    let mut line = Vec::new();
    while line.len() < MOST_PLIES {
        let moves = position.legal_moves().into_iter();
        let known = moves.filter_map(|mv| Some((mv, tables.probe_move(&position, mv)?)));
        let Some((best, _)) = known.max_by(|(_, a), (_, b)| a.compare(*b)) else {
            break;
        };
        line.push(best);
        position = position.play(best);
    }
    line.iter().map(Move::to_string).collect()
}
