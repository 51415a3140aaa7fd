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

use super::grid::{CLOSED, Cell, Chunk, Grid, LANES, cell_of, set_cell};
use super::objective::Objective;
use super::roster::{CaptureEnd, Removal, Roster};
use super::table::SolvedLayer;

/// The rules and what is known when a layer is begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) rules: RuleSet,
    pub(super) lower: &'a [&'a SolvedLayer],
}

impl Known<'_> {
    /// The cell of a position outside the layer, or of a finished one.
    fn cell<const PLANES: usize>(
        &self,
        objective: &impl Objective<PLANES>,
        to_move: Side,
        armies: [Army; 2],
    ) -> Cell<PLANES> {
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
pub(super) fn settle<const PLANES: usize, O: Objective<PLANES>>(
    objective: &O,
    known: Known<'_>,
    captors: &Roster,
    victims: &Roster,
    grid: &mut Grid<PLANES>,
) {
    let cell = |captor: Army, victim: Army| {
        let armies = match victims.side {
            Side::White => [victim, captor],
            Side::Black => [captor, victim],
        };
        known.cell(objective, victims.side, armies)
    };
    let settle_chunk = |row: usize,
                        captor: Army,
                        chunk: &mut Chunk<PLANES>,
                        victims_here: &[Army]| {
        for (lane, &victim) in victims_here.iter().enumerate() {
            let shared = captor.archers & victim.archers;
            match (shared.first(), shared.len()) {
                (None, _) if row < captors.home || victim.is_home(victims.side) => {
                    set_cell(chunk, lane, cell(captor, victim));
                }
                (Some(at), 1) if !stays_in_layer(captor, victim, at) => {
                    let mut least = [CLOSED; PLANES];
                    let left = victim.without(at);
                    captor.for_each_capture_end(known.rules, captors.side, at, |reentry, after| {
                        if reentry.is_none_or(|at| !left.archers.has(at)) {
                            least = O::least(least, cell(after, left));
                        }
                    });
                    set_cell(chunk, lane, least);
                }
                _ => {}
            }
        }
    };
    let block_len = grid.block_len();
    let blocks = grid.chunks.par_chunks_mut(block_len).enumerate();
    blocks.for_each(|(block, chunks)| {
        let panels = chunks.chunks_mut(LANES);
        for (panel, victims_here) in panels.zip(victims.armies.chunks(LANES)) {
            let rows = (block * LANES..).zip(&captors.armies[block * LANES..]);
            for ((row, &captor), chunk) in rows.zip(panel) {
                settle_chunk(row, captor, chunk, victims_here);
            }
        }
    });
}

fn stays_in_layer(captor: Army, victim: Army, at: Square) -> bool {
    !captor.marked.has(at) && !victim.marked.has(at) && victim.archers.len() > 1
}

/// Where captures in the layer lead: to grids with the same side to move.
pub(super) struct Targets<'a, const PLANES: usize> {
    /// After a capture.
    pub(super) captured: &'a Grid<PLANES>,
    /// After a capture and a re-entry, if there can be one.
    pub(super) reentered: Option<&'a Grid<PLANES>>,
}

impl<'a, const PLANES: usize> Targets<'a, PLANES> {
    fn of(&self, end: &CaptureEnd) -> &'a Grid<PLANES> {
        match end.reentry {
            None => self.captured,
            Some(_) => self
                .reentered
                .expect("re-entries lead to a class of the layer"),
        }
    }
}

/// Renews the cells of captures in the layer, and takes note of those that change.
pub(super) fn renew<const PLANES: usize, O: Objective<PLANES>>(
    captors: &Roster,
    victims: &Roster,
    targets: &Targets<'_, PLANES>,
    grid: &mut Grid<PLANES>,
) {
    let (dirty_panels, dirty_rows) = targets.captured.changed_panels_and_rows();
    let reentered = targets.reentered.map(Grid::changed_panels_and_rows);
    let is_clean = |dirty: &[bool]| !dirty.contains(&true);
    if is_clean(&dirty_panels)
        && reentered
            .as_ref()
            .is_none_or(|(panels, _)| is_clean(panels))
    {
        return;
    }
    let is_dirty = |end: &CaptureEnd| match (end.reentry, &reentered) {
        (None, _) => dirty_rows[end.row as usize],
        (Some(_), reentered) => reentered
            .as_ref()
            .is_some_and(|(_, rows)| rows[end.row as usize]),
    };
    let block_len = grid.block_len();
    let blocks = grid.chunks.par_chunks_mut(block_len);
    let blocks = blocks
        .zip(grid.changed.par_chunks_mut(block_len))
        .enumerate();
    blocks.for_each(|(block, (chunks, changed))| {
        let first = block * LANES;
        let captures: Vec<(usize, &[CaptureEnd])> = (first
            ..(first + LANES).min(captors.armies.len()))
            .flat_map(|row| captors.captures(row).map(move |ends| (row - first, ends)))
            .filter(|(_, ends)| ends.iter().any(is_dirty))
            .collect();
        if captures.is_empty() {
            return;
        }
        let panels = chunks.chunks_mut(LANES).zip(changed.chunks_mut(LANES));
        for (number, (panel, changed)) in panels.enumerate() {
            let occupied = victims.occupied(number);
            for &(row, ends) in &captures {
                let removals = victims.removals(number, ends[0].circle);
                let chunk = &mut panel[row];
                let mut renew = |removal: &Removal, cell| {
                    let lane = usize::from(removal.lane);
                    if cell != cell_of(chunk, lane) {
                        set_cell(chunk, lane, cell);
                        changed[row] = true;
                    }
                };
                if let [
                    CaptureEnd {
                        reentry: None, row, ..
                    },
                ] = ends
                {
                    let row = targets.captured.row(*row as usize);
                    for removal in removals {
                        if let Some(cell) = row.changed_cell(removal.column) {
                            renew(removal, cell);
                        }
                    }
                    continue;
                }
                for removal in removals {
                    if let Some(cell) = after_capture::<PLANES, O>(targets, ends, removal, occupied)
                    {
                        renew(removal, cell);
                    }
                }
            }
        }
    });
}

/// The best of the captor's `ends`; `None` if none of them has changed.
fn after_capture<const PLANES: usize, O: Objective<PLANES>>(
    targets: &Targets<'_, PLANES>,
    ends: &[CaptureEnd],
    &Removal { lane, column }: &Removal,
    occupied: &[u32],
) -> Option<Cell<PLANES>> {
    let is_changed = ends.iter().any(|end| {
        let grid = targets.of(end);
        grid.has_changed(end.row as usize, column as usize / LANES)
    });
    let open = ends.iter().filter(|end| {
        end.reentry
            .is_none_or(|at| occupied[usize::from(at)] >> lane & 1 == 0)
    });
    let least = || {
        let cells = open.map(|end| targets.of(end).cell(end.row, column));
        cells.reduce(O::least)
    };
    is_changed.then(least).flatten()
}
