//! Solving a layer by value iteration, the lower layers being solved.
//!
//! All positions of a layer start undecided, as drawn, but for those whose game is over or leaves the layer.
//! [Sweeps](sweep) for White and for Black in turn then give each position the best of its successors, which
//! is the value of a game that is broken off after so many turns, until a round of sweeps over everything
//! changes nothing. What [`bound`] computes in the same way tells which margins the to-and-fro rule cannot alter.

mod bound;
mod captures;
mod checkpoint;
mod dense;
mod grid;
mod iteration;
mod lanes;
mod objective;
mod packed;
mod program;
mod roster;
mod runs;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
pub mod threshold;
mod verify;

use std::fmt;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::ruleset::RuleSet;
use crate::side::Side;

use super::class::{Class, Layer};
use super::entry::Entry;
use bound::Bound;
use captures::Known;
use grid::Cell;
use iteration::Iteration;
use objective::{Objective, Value};
use packed::Packed;
use roster::Rosters;

pub use table::{ClassTable, SolvedLayer};
pub use verify::{Mismatch, compare_layers, verify_layer};

/// What nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A layer on its way to being solved.
///
/// It goes on [round by round](Self::round) and can be [saved](Self::save) between rounds. Rounds are the same
/// however often it was saved and resumed, and whatever the number of threads.
pub struct LayerSolver<'a> {
    known: Known<'a>,
    layer: Layer,
    rosters: Rosters,
    threads: ThreadPool,
    stop: &'a AtomicBool,
    stage: Stage,
    /// The entries, complete once [`Self::is_done`].
    tables: Vec<[Packed; 2]>,
}

/// What is being computed.
enum Stage {
    Runs,
    Values(Iteration<Value, 1>),
    Bounds(Iteration<Bound, 2>),
    Done,
}

/// What a round was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Everything, with the runs in the state: a single round.
    Runs,
    /// Margins and distances.
    Values,
    /// Whether this side surely gets the margin, whatever the to-and-fro rule forbids.
    Bounds(Side),
}

/// What a round has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// What was computed.
    pub task: Task,
    /// Rounds of this task so far; a task takes about as many as the longest distance has turns, halved.
    pub number: u32,
    /// How many groups of 32 positions it changed; the last rounds of a task change none.
    pub changes: u64,
}

impl<'a> LayerSolver<'a> {
    /// Begins to solve `layer` on `threads` threads.
    ///
    /// `lower` must hold the two layers below `layer`, as far as there are, solved under the same rule set.
    ///
    /// # Panics
    /// If a lower layer is missing or of another rule set, or if the system has no threads to give.
    #[must_use]
    pub fn new(rules: RuleSet, layer: Layer, lower: &'a [&'a SolvedLayer], threads: usize) -> Self {
        let mut solver = Self::idle(rules, layer, lower, threads);
        if layer.is_solved_with_runs() {
            solver.stage = Stage::Runs;
        } else {
            solver.begin_values();
        }
        solver
    }

    /// Gives a round up soon after `stop` is set, if it is one that cannot be saved before it ends: that of a layer
    /// [solved with runs](Layer::is_solved_with_runs). Its work is lost, and the solver as it was before.
    #[must_use]
    pub const fn stopped_by(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = stop;
        self
    }

    fn begin_values(&mut self) {
        self.stage = Stage::Values(self.begin(Value));
    }

    fn begin_bounds(&self, side: Side) -> Iteration<Bound, 2> {
        let rules = self.known.rules;
        self.begin(Bound { rules, side })
    }

    fn idle(rules: RuleSet, layer: Layer, lower: &'a [&'a SolvedLayer], threads: usize) -> Self {
        for weight in layer.weight().saturating_sub(2)..layer.weight() {
            let has = |solved: &&SolvedLayer| {
                solved.rules() == rules && solved.layer().weight() == weight
            };
            assert!(
                weight < Layer::LOWEST.weight() || lower.iter().any(has),
                "layer {weight} of {rules} is needed to solve layer {layer}"
            );
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        Self {
            known: Known { rules, lower },
            layer,
            rosters: Rosters::of(rules, layer),
            threads: pool.build().expect("the system has threads to give"),
            stop: &NEVER,
            stage: Stage::Done,
            tables: Vec::new(),
        }
    }

    fn begin<O: Objective<PLANES>, const PLANES: usize>(
        &self,
        objective: O,
    ) -> Iteration<O, PLANES> {
        let begin = || Iteration::new(objective, self.known, self.layer, &self.rosters);
        self.threads.install(begin)
    }

    /// The memory that solving `layer` takes at its peak, in bytes, its own entries included and those of lower
    /// layers left out.
    #[must_use]
    pub fn memory(layer: Layer) -> u64 {
        let cells = |class: Class| {
            let [white, black] = Side::BOTH.map(|side| u64::from(class.material(side).armies()));
            2 * white * black
        };
        let cells: u64 = layer.classes().map(cells).sum();
        let changed = cells / grid::LANES as u64;
        let of_cell = |planes: u64| 2 * planes * cells + changed;
        let values = 2 * layer.size();
        let packed = 2 * values / 8;
        // At the end the entries stand there packed and unpacked.
        of_cell(2).max(2 * values) + packed
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Goes on for one round; `None` when nothing is left to do, and if the round has been [given up](Self::stopped_by).
    pub fn round(&mut self) -> Option<Round> {
        let rosters = &self.rosters;
        let (round, is_last) = self.threads.install(|| match &mut self.stage {
            Stage::Values(iteration) => Some(iteration.round(rosters, Task::Values)),
            Stage::Bounds(iteration) => {
                let task = Task::Bounds(iteration.objective().side);
                Some(iteration.round(rosters, task))
            }
            Stage::Runs => {
                let tables = runs::solve(self.known.rules, self.layer, self.stop)?;
                self.tables = tables.iter().map(pack).collect();
                let round = Round {
                    task: Task::Runs,
                    number: 1,
                    changes: 0,
                };
                Some((round, true))
            }
            Stage::Done => None,
        })?;
        if is_last {
            self.end_stage();
        }
        Some(round)
    }

    fn end_stage(&mut self) {
        let next = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Values(iteration) => {
                self.tables = self.threads.install(|| entries(self.layer, iteration));
                Some(Side::White)
            }
            Stage::Bounds(iteration) => {
                let tables = &mut self.tables;
                self.threads.install(|| flag_margins(&iteration, tables));
                (iteration.objective().side == Side::White).then_some(Side::Black)
            }
            Stage::Runs | Stage::Done => None,
        };
        if let Some(side) = next {
            let mut iteration = self.begin_bounds(side);
            let tables = &self.tables;
            self.threads
                .install(|| start_from_losses(&mut iteration, tables));
            self.stage = Stage::Bounds(iteration);
        }
    }

    /// The solved layer; `None` while there is something left to do.
    #[must_use]
    pub fn finish(self) -> Option<SolvedLayer> {
        if !self.is_done() {
            return None;
        }
        let tables = self.tables.into_iter();
        let tables = tables.map(|pair| pair.map(|packed| packed.table()));
        let Known { rules, .. } = self.known;
        Some(SolvedLayer::of_tables(rules, self.layer, tables.collect()))
    }
}

impl fmt::Debug for LayerSolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayerSolver")
            .field("layer", &self.layer)
            .finish_non_exhaustive()
    }
}

/// The tables of both sides, compressed at the same time.
fn pack([white, black]: &[ClassTable; 2]) -> [Packed; 2] {
    let (white, black) = rayon::join(|| Packed::of(white), || Packed::of(black));
    [white, black]
}

/// The entries of a layer, no margin flagged yet.
fn entries(layer: Layer, mut iteration: Iteration<Value, 1>) -> Vec<[Packed; 2]> {
    let tables = layer.classes().map(|class| {
        let tables = Side::BOTH.map(|to_move| {
            let grid = iteration.grid(class, to_move);
            let entry = |ranks: [u32; 2]| {
                let [cell] = grid.cell(ranks[!to_move as usize], ranks[to_move as usize]);
                let (margin, plies) = Value::margin_and_plies(cell);
                let distance = u8::try_from(plies).expect("no win takes 256 plies");
                let entry = Entry {
                    margin,
                    distance,
                    ..Entry::default()
                };
                entry.to_bytes()
            };
            let mut table = ClassTable::empty(class);
            dense::for_each(class, &mut table.values, |ranks, value| {
                *value = entry(ranks)[0];
            });
            dense::for_each(class, &mut table.distances, |ranks, distance| {
                *distance = entry(ranks)[1];
            });
            table
        });
        iteration.release(class);
        pack(&tables)
    });
    tables.collect()
}

/// Begins with the margins that the side loses by: it cannot be sure of more.
///
/// Margins that it loses by come down from a draw, and may begin anywhere above where they end; those that it wins by
/// come up from a draw, and would hold each other up if they began higher.
fn start_from_losses(iteration: &mut Iteration<Bound, 2>, tables: &[[Packed; 2]]) {
    let side = iteration.objective().side;
    let cells: Vec<[Option<Cell<2>>; 2]> = (0..=u8::MAX)
        .map(|value| {
            let margin = Entry::from_bytes([value, 0]).map_or(0, |entry| entry.margin);
            let cell = iteration.objective().ended(margin);
            [margin < 0, margin > 0].map(|is_lost| is_lost.then_some(cell))
        })
        .collect();
    iteration.start_from(tables, |to_move, value| {
        cells[usize::from(value)][usize::from(to_move != side)]
    });
}

/// Flags the margins that are those of the bound.
fn flag_margins(iteration: &Iteration<Bound, 2>, tables: &mut [[Packed; 2]]) {
    for (class, [white, black]) in iteration.classes().zip(tables) {
        let flag = |to_move, packed: &mut Packed| {
            packed.change_values(|values| flag_class(iteration, class, to_move, values));
        };
        rayon::join(|| flag(Side::White, white), || flag(Side::Black, black));
    }
}

fn flag_class(iteration: &Iteration<Bound, 2>, class: Class, to_move: Side, values: &mut [u8]) {
    let grid = iteration.grid(class, to_move);
    dense::for_each(class, values, |ranks, value| {
        let mut entry = Entry::from_bytes([*value, 0]).expect("tables hold bytes of entries");
        let bound = grid.cell(ranks[!to_move as usize], ranks[to_move as usize]);
        let [is_sure, is_sure_longer] = bound::covers(bound, entry.margin);
        if to_move == iteration.objective().side {
            entry.is_at_least = is_sure;
            entry.is_at_least_longer = is_sure_longer;
        } else {
            entry.is_at_most = is_sure;
            entry.is_at_most_longer = is_sure_longer;
        }
        [*value, _] = entry.to_bytes();
    });
}
