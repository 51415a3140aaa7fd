//! The lowest layers, solved with the runs of both sides in the state.
//!
//! A position stands for many states: each side may have gone to and fro with one of its archers, between its
//! circle and a neighbouring one, up to as often as the rule set allows. What the rule forbids depends on nothing
//! else; a run whose archer can't move any more, because it was captured or has arrived, is none. There are
//! hundreds of states to a position, which only few archers allow.
//!
//! Margins and distances are those of the game. Flags speak of margins that hold with further marks too, so for them each
//! side is solved for once more, where such a mark may take away an end that it would count on.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::board::{goal_row, lines};
use crate::ruleset::{Reentry, RuleSet};
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::Army;
use crate::tablebase::class::{Class, Layer};
use crate::tablebase::entry::Entry;
use crate::tablebase::turns::Turn;

use super::grid::CLOSED;
use super::objective::{Objective, Value};
use super::table::ClassTable;

/// Positions that one task computes.
const BATCH: usize = 256;

/// The runs that an army may have: none, or to a circle of an archer from a neighbouring one, and how long.
///
/// They are numbered: 0 is none, then come the lengths from 1 to the limit for each pair of circles.
#[derive(Clone, Debug)]
struct Runs {
    steps: Vec<(Square, Square)>,
    limit: usize,
}

impl Runs {
    fn of(rules: RuleSet, side: Side, army: Army) -> Self {
        let lines = lines(side, rules.rules().backward_moves);
        let archers = army.archers - goal_row(side);
        let steps = archers.into_iter();
        Self {
            steps: steps
                .flat_map(|to| lines[to].into_iter().map(move |from| (from, to)))
                .collect(),
            limit: usize::from(rules.rules().run_limit),
        }
    }

    fn count(&self) -> usize {
        1 + self.steps.len() * self.limit
    }

    /// The number of a run of `length` that ended with this step; 0 if it can't go on.
    fn number(&self, step: (Square, Square), length: usize) -> usize {
        let place = self.steps.iter().position(|&other| other == step);
        place.map_or(0, |place| 1 + place * self.limit + length - 1)
    }

    /// The length of the run with number `number`, 0 for none.
    fn length(&self, number: usize) -> u8 {
        let length = number
            .checked_sub(1)
            .map_or(0, |number| number % self.limit + 1);
        length as u8
    }

    /// Whether the rules forbid to go on with a run.
    fn is_at_limit(&self, number: usize) -> bool {
        usize::from(self.length(number)) == self.limit
    }

    /// The run with number `number` after the opponent's turn, numbered as in `after`.
    fn carried_over(&self, after: &Self, number: usize) -> usize {
        let Some(number) = number.checked_sub(1) else {
            return 0;
        };
        after.number(self.steps[number / self.limit], number % self.limit + 1)
    }
}

/// The states of one class with one side to move.
#[derive(Debug, Default)]
struct States {
    /// Where those of each position begin: all runs of the opponent, for each all of the side to move.
    starts: Vec<usize>,
    cells: Vec<i16>,
    /// Whether a state of each position has changed since the last sweep that read it.
    changed: Vec<bool>,
}

/// The states of a layer, by class and side to move.
type LayerStates = Vec<[States; 2]>;

struct Solver<'a> {
    rules: RuleSet,
    /// A side that loses by most when it has no turn.
    barred: Option<Side>,
    stop: &'a AtomicBool,
    /// From the lowest layer on.
    layers: Vec<LayerStates>,
}

/// The entries of `layer`, both sides without a run, exact where the margin is the same whatever the runs.
///
/// The layers below are solved on the way. `None` if `stop` is set meanwhile.
pub(super) fn solve(
    rules: RuleSet,
    layer: Layer,
    stop: &AtomicBool,
) -> Option<Vec<[ClassTable; 2]>> {
    let solve = |barred| Solver::new(rules, barred, stop).solve(layer);
    let exact = solve(None)?;
    let sure = match rules.rules().reentry {
        Reentry::OwnTurn => Some([solve(Some(Side::White))?, solve(Some(Side::Black))?]),
        Reentry::WithMove => None,
    };
    let sure = sure
        .as_ref()
        .map_or([&exact; 2], |[white, black]| [white, black]);
    let tables = layer.classes().enumerate().map(|(number, class)| {
        Side::BOTH.map(|to_move| {
            let [exact, own, other] = [&exact, sure[to_move as usize], sure[!to_move as usize]]
                .map(|states| &states[number][to_move as usize]);
            table(rules, class, to_move, exact, [own, other])
        })
    });
    Some(tables.collect())
}

/// The entries of `class`. `sure` tells what each side surely gets, the one to move first.
fn table(
    rules: RuleSet,
    class: Class,
    to_move: Side,
    exact: &States,
    sure: [&States; 2],
) -> ClassTable {
    let mut table = ClassTable::empty(class);
    let entries = table.values.iter_mut().zip(&mut table.distances);
    for (index, (value, distance)) in (0..).zip(entries) {
        let [cells, least, most] = [exact, sure[0], sure[1]].map(|states| states.of(index));
        let armies = class.armies(index as u64);
        let [own, other] =
            [to_move, !to_move].map(|side| Runs::of(rules, side, armies[side as usize]));
        let (margin, plies) = Value::margin_and_plies(cells[0]);
        let mut entry = Entry {
            margin,
            distance: u8::try_from(plies).expect("no win takes 256 plies"),
            is_at_least: true,
            is_at_most: true,
            is_at_least_longer: true,
            is_at_most_longer: true,
        };
        let covers = |runs: &Runs, number| Entry::covers(rules, runs.length(number));
        for (place, (&least, &most)) in least.iter().zip(most).enumerate() {
            let (other_run, run) = (place / own.count(), place % own.count());
            let [(least, _), (most, _)] = [least, most].map(Value::margin_and_plies);
            let (at_least, at_most) = (least >= margin, most <= margin);
            entry.is_at_least &= at_least || !covers(&own, run);
            entry.is_at_most &= at_most || !covers(&other, other_run);
            entry.is_at_least_longer &= at_least || own.is_at_limit(run);
            entry.is_at_most_longer &= at_most || other.is_at_limit(other_run);
        }
        [*value, *distance] = entry.to_bytes();
    }
    table
}

impl States {
    /// The cells of the position with this index.
    fn of(&self, index: usize) -> &[i16] {
        &self.cells[self.starts[index]..self.starts[index + 1]]
    }
}

impl<'a> Solver<'a> {
    const fn new(rules: RuleSet, barred: Option<Side>, stop: &'a AtomicBool) -> Self {
        Self {
            rules,
            barred,
            stop,
            layers: Vec::new(),
        }
    }

    /// The states of `layer`; `None` if it is stopped meanwhile.
    fn solve(mut self, layer: Layer) -> Option<LayerStates> {
        for lower in Layer::all().take_while(|&other| other <= layer) {
            self.solve_layer(lower);
            if self.is_stopped() {
                return None;
            }
        }
        self.layers.pop()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Leaves the layer unsolved if it is stopped.
    fn solve_layer(&mut self, layer: Layer) {
        let states = layer
            .classes()
            .map(|class| Side::BOTH.map(|side| self.undecided(class, side)));
        let states = states.collect();
        self.layers.push(states);
        let mut full = true;
        loop {
            let sides = Side::BOTH.into_iter();
            let changes: usize = sides.map(|mover| self.sweep(layer, mover, full)).sum();
            if full && changes == 0 || self.is_stopped() {
                break;
            }
            full = changes == 0;
        }
    }

    fn undecided(&self, class: Class, to_move: Side) -> States {
        let mut starts = vec![0];
        let mut count = 0;
        for index in 0..class.size() {
            let armies = class.armies(index);
            let runs =
                Side::BOTH.map(|side| Runs::of(self.rules, side, armies[side as usize]).count());
            count += runs[to_move as usize] * runs[!to_move as usize];
            starts.push(count);
        }
        States {
            starts,
            cells: vec![0; count],
            changed: vec![true; class.size() as usize],
        }
    }

    fn states(&self, class: Class, to_move: Side) -> &States {
        let layer = &self.layers[usize::from(class.layer().weight() - Layer::LOWEST.weight())];
        let index = class.layer().classes().position(|other| other == class);
        &layer[index.expect("the class is one of its layer")][to_move as usize]
    }

    /// Computes all positions with `mover` to move of which a successor has changed; gives how many changed.
    fn sweep(&mut self, layer: Layer, mover: Side, full: bool) -> usize {
        let mut changes = 0;
        for (number, class) in layer.classes().enumerate() {
            let top = self.layers.len() - 1;
            let mut states = std::mem::take(&mut self.layers[top][number][mover as usize]);
            let mut rest = states.cells.as_mut_slice();
            let mut positions = Vec::new();
            for (ends, changed) in states.starts.windows(2).zip(&mut states.changed) {
                let (cells, after) = rest.split_at_mut(ends[1] - ends[0]);
                rest = after;
                positions.push((cells, changed));
            }
            let batches = positions.par_chunks_mut(BATCH).enumerate();
            let counts = batches.map(|(batch, positions)| {
                if self.is_stopped() {
                    return 0;
                }
                let indices = (batch * BATCH) as u64..;
                let mut count = 0;
                for (index, (cells, changed)) in indices.zip(positions) {
                    let armies = class.armies(index);
                    if self.compute(layer, mover, armies, full, cells) {
                        **changed = true;
                        count += 1;
                    }
                }
                count
            });
            changes += counts.sum::<usize>();
            self.layers[top][number][mover as usize] = states;
        }
        let read = self.layers.last_mut().expect("a layer is being solved");
        for states in read {
            states[!mover as usize].changed.fill(false);
        }
        changes
    }

    /// Computes the states of a position; tells whether one of them changed.
    fn compute(
        &self,
        layer: Layer,
        mover: Side,
        armies: [Army; 2],
        full: bool,
        cells: &mut [i16],
    ) -> bool {
        let (own, other) = (armies[mover as usize], armies[!mover as usize]);
        let choices = self.choices(layer, mover, armies);
        if !full && !choices.iter().any(|choice| choice.has_changed) {
            return false;
        }
        let own_runs = Runs::of(self.rules, mover, own);
        let margin = if self.barred == Some(mover) {
            -Entry::MAX_MARGIN
        } else {
            (own.points(mover) - other.points(!mover)) as i8
        };
        let [ended] = Value.ended(margin);
        let mut changed = false;
        let mut set = |cell: &mut i16, least: i16| {
            let new = if least == CLOSED {
                ended
            } else {
                Value::before(least)
            };
            changed |= *cell != new;
            *cell = new;
        };
        let steps = own_runs.steps.iter();
        let steps_back: Vec<Vec<usize>> = steps
            .map(|&(from, to)| {
                let goes_back = |&number: &usize| choices[number].step == Some((to, from));
                (0..choices.len()).filter(goes_back).collect()
            })
            .collect();
        let mut firsts = vec![0; choices.len()];
        for (other_run, row) in cells.chunks_mut(own_runs.count()).enumerate() {
            for (first, choice) in firsts.iter_mut().zip(&choices) {
                *first = choice.cell(other_run, 1);
            }
            let (none, going) = row.split_first_mut().expect("an army may have no run");
            set(none, least(firsts.iter().copied()));
            for (back, lengths) in steps_back.iter().zip(going.chunks_mut(own_runs.limit)) {
                let others = firsts
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| !back.contains(number));
                let others = least(others.map(|(_, &first)| first));
                let (last, shorter) = lengths.split_last_mut().expect("the limit is not 0");
                for (length, cell) in (1..).zip(shorter) {
                    let longer = back
                        .iter()
                        .map(|&number| choices[number].cell(other_run, length + 1));
                    set(cell, least(longer).min(others));
                }
                set(last, others);
            }
        }
        changed
    }

    fn choices(&self, layer: Layer, mover: Side, armies: [Army; 2]) -> Vec<Choice<'_>> {
        let mut choices = Vec::new();
        let enemies = armies[!mover as usize];
        armies[mover as usize].for_each_turn(self.rules, mover, |turn| {
            if turn.is_open(enemies.archers) {
                choices.push(self.choice(layer, mover, enemies, &turn));
            }
        });
        choices
    }

    fn choice(&self, layer: Layer, mover: Side, enemies: Army, turn: &Turn) -> Choice<'_> {
        let before = Runs::of(self.rules, !mover, enemies);
        let mut has_changed = false;
        let enemies = match turn.step {
            Some((_, to)) if turn.captures => enemies.without(to),
            _ => enemies,
        };
        let mut armies = [turn.after, enemies];
        if mover == Side::Black {
            armies.swap(0, 1);
        }
        let outcome = if turn.after.is_home(mover) || enemies.is_home(!mover) {
            let margin = enemies.points(!mover) - turn.after.points(mover);
            let [ended] = Value.ended(margin as i8);
            Outcome::Ended(ended)
        } else {
            let class = Class::new(armies[0].material(), armies[1].material())
                .expect("a side without archers is home");
            let states = self.states(class, !mover);
            let index = class.index(armies) as usize;
            let runs = Runs::of(self.rules, !mover, enemies);
            let run = turn.step.map_or(0, |step| {
                Runs::of(self.rules, mover, turn.after).number(step, 1)
            });
            has_changed = class.layer() == layer && states.changed[index];
            Outcome::Goes {
                cells: states.of(index),
                run,
                width: runs.count(),
                carried: (0..before.count())
                    .map(|number| before.carried_over(&runs, number))
                    .collect(),
            }
        };
        Choice {
            // In rule sets where a re-entry is added to a step, the run is that of the step.
            step: turn.step,
            has_changed,
            outcome,
        }
    }
}

/// A turn in a position, for all runs.
struct Choice<'a> {
    step: Option<(Square, Square)>,
    outcome: Outcome<'a>,
    has_changed: bool,
}

enum Outcome<'a> {
    Ended(i16),
    Goes {
        cells: &'a [i16],
        /// The number of the mover's run of 1 afterwards, 0 if it can't go on.
        run: usize,
        /// Runs that the opponent may have afterwards.
        width: usize,
        /// The number of each run of the opponent after this turn.
        carried: Vec<usize>,
    },
}

impl Choice<'_> {
    /// The cell after this turn, the opponent having the run `other_run` before it, and the mover's run having
    /// become `length` long.
    fn cell(&self, other_run: usize, length: usize) -> i16 {
        match &self.outcome {
            Outcome::Ended(cell) => *cell,
            Outcome::Goes {
                cells,
                run,
                width,
                carried,
            } => {
                let run = if *run == 0 { 0 } else { run + length - 1 };
                cells[run * width + carried[other_run]]
            }
        }
    }
}

/// The least of some cells, and above all values if there are none.
fn least(cells: impl Iterator<Item = i16>) -> i16 {
    cells.min().unwrap_or(CLOSED)
}
