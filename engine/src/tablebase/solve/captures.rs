//! Cells in which the two armies share a circle: captures that have just taken place there.
//!
//! After a step onto an enemy both armies hold its circle. No position has such a cell, so it keeps what the
//! capture leads to, with the best re-entry that may follow, and a sweep reads captures like quiet steps. Where
//! the captor had no mark and its victim none, the capture stays in the layer and the cell is renewed before
//! each sweep; all others lead to lower layers or end the game, and stand from the beginning, as do the cells of
//! finished positions.

use rayon::prelude::*;

use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::Army;
use crate::tablebase::class::Class;

use super::grid::{Chunk, Grid};
use super::objective::{Cell, Objective};
use super::roster::{CaptureEnd, Roster};
use super::table::SolvedLayer;

/// The rules and what is known when a layer is begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) rules: RuleSet,
    pub(super) lower: &'a [&'a SolvedLayer],
}

impl Known<'_> {
    /// The cell of a position outside the layer, or of a finished one.
    fn cell<O: Objective>(&self, objective: &O, to_move: Side, armies: [Army; 2]) -> O::Cell {
        let is_over = Side::BOTH
            .into_iter()
            .any(|side| armies[side as usize].is_home(side));
        if is_over {
            let [own, other] = [to_move, !to_move].map(|side| armies[side as usize].points(side));
            return objective.ended((own - other) as i8);
        }
        let class = Class::new(armies[0].material(), armies[1].material())
            .expect("a side without archers is home");
        let layer = self
            .lower
            .iter()
            .find(|solved| solved.layer() == class.layer());
        let layer = layer.expect("lower layers are solved first");
        objective.of_entry(layer.entry(class, to_move, class.index(armies)), to_move)
    }
}

/// Writes the cells that never change. `captors` are the rows of `grid`, `victims`, who are to move, its columns.
pub(super) fn settle<O: Objective>(
    objective: &O,
    known: Known<'_>,
    captors: &Roster,
    victims: &Roster,
    grid: &mut Grid<O::Cell>,
) {
    let cell = |captor: Army, victim: Army| {
        let armies = match victims.side {
            Side::White => [victim, captor],
            Side::Black => [captor, victim],
        };
        known.cell(objective, victims.side, armies)
    };
    let rows = grid.rows;
    let panels = grid.chunks.par_chunks_mut(rows);
    panels
        .zip(victims.armies.par_chunks(super::grid::LANES))
        .for_each(|(panel, victims_here)| {
            for (row, (chunk, &captor)) in panel.iter_mut().zip(&captors.armies).enumerate() {
                for (lane, &victim) in victims_here.iter().enumerate() {
                    let shared = captor.archers & victim.archers;
                    match (shared.first(), shared.len()) {
                        (None, _) => {
                            if row < captors.home || victim.is_home(victims.side) {
                                chunk[lane] = cell(captor, victim);
                            }
                        }
                        (Some(at), 1) if !stays_in_layer(captor, victim, at) => {
                            let mut least = O::Cell::CLOSED;
                            let left = victim.without(at);
                            captor.for_each_capture_end(
                                known.rules,
                                captors.side,
                                at,
                                |reentry, after| {
                                    if reentry.is_none_or(|at| !left.archers.has(at)) {
                                        least = least.min(cell(after, left));
                                    }
                                },
                            );
                            chunk[lane] = least;
                        }
                        _ => {}
                    }
                }
            }
        });
}

fn stays_in_layer(captor: Army, victim: Army, at: Square) -> bool {
    !captor.marked.has(at) && !victim.marked.has(at) && victim.archers.len() > 1
}

/// Where captures in the layer lead: to grids with the same side to move.
pub(super) struct Targets<'a, C> {
    /// After a capture.
    pub(super) captured: &'a Grid<C>,
    /// After a capture and a re-entry, if there can be one.
    pub(super) reentered: Option<&'a Grid<C>>,
}

impl<'a, C: Cell> Targets<'a, C> {
    fn of(&self, end: &CaptureEnd) -> &'a Grid<C> {
        match end.reentry {
            None => self.captured,
            Some(_) => self
                .reentered
                .expect("re-entries lead to a class of the layer"),
        }
    }
}

/// Renews the cells of captures in the layer, and takes note of those that change.
pub(super) fn renew<C: Cell>(
    captors: &Roster,
    victims: &Roster,
    targets: &Targets<'_, C>,
    grid: &mut Grid<C>,
) {
    let dirty_rows = [Some(targets.captured), targets.reentered].map(|grid| grid.map(changed_rows));
    let is_dirty = |end: &CaptureEnd| {
        let rows = &dirty_rows[usize::from(end.reentry.is_some())];
        rows.as_ref().is_some_and(|rows| rows[end.row as usize])
    };
    let rows = grid.rows;
    let panels = grid.chunks.par_chunks_mut(rows);
    let panels = panels.zip(grid.changed.par_chunks_mut(rows)).enumerate();
    panels.for_each(|(number, (panel, changed))| {
        let occupied = victims.occupied(number);
        for row in 0..captors.armies.len() {
            for ends in captors.captures(row) {
                let removals = victims.removals(number, ends[0].circle);
                if removals.is_empty() || !ends.iter().any(is_dirty) {
                    continue;
                }
                for removal in removals {
                    let lane = usize::from(removal.lane);
                    let cell = after_capture(targets, ends, removal.column, occupied, lane);
                    if let Some(cell) = cell.filter(|&cell| cell != panel[row][lane]) {
                        panel[row][lane] = cell;
                        changed[row] = true;
                    }
                }
            }
        }
    });
}

/// The best of the captor's `ends`; `None` if none of them has changed.
fn after_capture<C: Cell>(
    targets: &Targets<'_, C>,
    ends: &[CaptureEnd],
    column: u32,
    occupied: &[Chunk<u8>],
    lane: usize,
) -> Option<C> {
    let is_changed = ends.iter().any(|end| {
        let grid = targets.of(end);
        grid.changed[grid.chunk_of(end.row, column)]
    });
    let open = ends.iter().filter(|end| {
        end.reentry
            .is_none_or(|at| occupied[usize::from(at)][lane] == 0)
    });
    let least = || open.map(|end| targets.of(end).cell(end.row, column)).min();
    is_changed.then(least).flatten()
}

/// Whether a chunk of each row has changed.
fn changed_rows<C: Cell>(grid: &Grid<C>) -> Vec<bool> {
    let mut rows = vec![false; grid.rows];
    for panel in 0..grid.panels() {
        for (row, &changed) in rows.iter_mut().zip(grid.changed_in(panel)) {
            *row |= changed;
        }
    }
    rows
}
