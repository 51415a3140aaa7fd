//! What the criterion benches in `benches/` share: how long they measure, and the positions that they time.
//!
//! `cargo bench -p jarmo-benches` measures, and `cargo bench -p jarmo-benches -- --test` runs each bench once. Every
//! bench asserts its result, so a change that computes something else can't pass for a faster one.

use std::time::Duration;

use criterion::Criterion;
use jarmo_engine::{Position, RuleSet};

const CASES: &str = include_str!("../../tests/data/positions.tsv");

/// Measurements of a few seconds each.
#[must_use]
pub fn brief() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
}

/// A position in which the game goes on, and what the bench may rely on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// Its string, as the position writes it.
    pub text: &'static str,
    /// Number of its legal moves.
    pub moves: usize,
}

/// The 108 open positions of the rule tests' data: random games of all rule sets, from their first moves to their last.
///
/// # Panics
/// If the data is not what the rule tests take it for.
#[must_use]
pub fn cases() -> Vec<Case> {
    let cases = CASES.lines().filter_map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [rules, text, state, _, _, moves, _] = columns[..] else {
            panic!("7 columns, not {line:?}");
        };
        let rules: RuleSet = rules.parse().expect("a known rule set");
        (state == "open").then(|| Case {
            position: Position::parse(text, rules).expect("a position"),
            text,
            moves: moves.split(' ').count(),
        })
    });
    cases.collect()
}

/// The positions of [`cases`] alone.
#[must_use]
pub fn positions() -> Vec<Position> {
    cases().iter().map(|case| case.position).collect()
}
