//! One sweep: the cells of all positions with one side to move, from those with the other.

use rayon::prelude::*;

use crate::square::Square;

use super::grid::{Chunk, Grid, LANES};
use super::objective::{Cell, Objective, View};
use super::roster::Roster;

/// Square blocks of cells that one task may have, so that a large panel is shared by the processors.
const TILES_PER_TASK: usize = 256;

/// Rows of a block beyond which it is cheaper to write the block as a whole.
const FEW_ROWS: u32 = 6;

/// The grids that a sweep of one class reads: those with the opponent to move.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a, C> {
    /// After a step.
    pub(super) stepped: &'a Grid<C>,
    /// After a re-entry, if there can be one.
    pub(super) reentered: Option<&'a Grid<C>>,
}

/// The sides of a sweep.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub(super) movers: &'a Roster,
    pub(super) others: &'a Roster,
}

/// A square block of the grid that is written: a panel's chunks in `LANES` rows.
struct Tile<'a, C> {
    chunks: &'a mut [Chunk<C>],
    changed: &'a mut [bool],
}

/// Tiles side by side: the columns of the movers go on from block `first_block`.
struct Task<'a, C> {
    panel: usize,
    first_block: usize,
    tiles: Vec<Tile<'a, C>>,
}

/// Computes the cells of one class with the movers to move; gives the number of chunks that changed.
///
/// Unless `all` is set, only rows are computed of which a source has changed.
pub(super) fn sweep<O: Objective>(
    objective: &O,
    sides: Sides<'_>,
    sources: Sources<'_, O::Cell>,
    target: &mut Grid<O::Cell>,
    all: bool,
) -> u64 {
    let tasks = tasks(target, sources.stepped.panels());
    let changes = tasks
        .into_par_iter()
        .map(|task| run(objective, sides, sources, task, all));
    changes.sum()
}

fn tasks<C: Cell>(target: &mut Grid<C>, panels: usize) -> Vec<Task<'_, C>> {
    let mut by_panel: Vec<Vec<Task<'_, C>>> = (0..panels).map(|_| Vec::new()).collect();
    let rows = target.rows;
    let blocks = target.chunks.chunks_mut(rows);
    for (block, (chunks, changed)) in blocks.zip(target.changed.chunks_mut(rows)).enumerate() {
        let tiles = chunks.chunks_mut(LANES).zip(changed.chunks_mut(LANES));
        for (panel, (tasks, (chunks, changed))) in by_panel.iter_mut().zip(tiles).enumerate() {
            if block.is_multiple_of(TILES_PER_TASK) {
                tasks.push(Task {
                    panel,
                    first_block: block,
                    tiles: Vec::new(),
                });
            }
            let task = tasks.last_mut().expect("the first block begins a task");
            task.tiles.push(Tile { chunks, changed });
        }
    }
    by_panel.into_iter().flatten().collect()
}

fn run<O: Objective>(
    objective: &O,
    sides: Sides<'_>,
    sources: Sources<'_, O::Cell>,
    task: Task<'_, O::Cell>,
    all: bool,
) -> u64 {
    let Sides { movers, others } = sides;
    let panel = task.panel;
    let view = View {
        mover: movers.side,
        program: &movers.program,
        stepped: sources.stepped.panel(panel),
        reentered: sources.reentered.map_or(&[], |grid| grid.panel(panel)),
        points: &movers.points,
        opponent_points: others.points_in(panel),
        occupied: others.occupied(panel),
    };
    let changed = [
        sources.stepped.changed_in(panel),
        sources.reentered.map_or(&[], |grid| grid.changed_in(panel)),
    ];
    if !all && !changed.iter().any(|changed| changed.contains(&true)) {
        return 0;
    }
    let is_due = |row: usize| {
        let steps = movers.program.steps(row).iter();
        let returns = movers.program.returns(row).iter();
        all || steps.fold(false, |any, step| any | changed[0][step.row()])
            || returns.fold(false, |any, turn| any | changed[1][turn.row as usize])
    };
    let mut block_cells = [[O::Cell::default(); LANES]; LANES];
    let mut changes = 0;
    for (block, tile) in (task.first_block..).zip(task.tiles) {
        let rows = block * LANES..((block + 1) * LANES).min(movers.armies.len());
        let mut due = 0_u32;
        for row in rows.start.max(movers.home)..rows.end {
            if is_due(row) {
                let lane = row - rows.start;
                due |= 1 << lane;
                block_cells[lane] = objective.evaluate(&view, row);
            }
        }
        if due != 0 {
            let write = Write {
                sides,
                panel,
                block,
                due,
            };
            changes += write.to(tile, &block_cells);
        }
    }
    changes
}

/// Cells that have been computed, the mover's armies in rows, on their way to where the mover's armies are columns.
struct Write<'a> {
    sides: Sides<'a>,
    /// The panel of the opponent's armies.
    panel: usize,
    /// The panel of the mover's armies.
    block: usize,
    /// Which of the mover's armies have been computed.
    due: u32,
}

impl Write<'_> {
    fn to<C: Cell>(&self, tile: Tile<'_, C>, cells: &[Chunk<C>; LANES]) -> u64 {
        let others = self.sides.others;
        let first = self.panel * LANES;
        let rows = first.max(others.home)..(first + LANES).min(others.armies.len());
        let occupied = self.sides.movers.occupied(self.block);
        let few = self.due.count_ones() <= FEW_ROWS;
        let mut due_lanes = [0; LANES];
        for (lane, is_due) in due_lanes.iter_mut().enumerate() {
            *is_due = if self.due >> lane & 1 != 0 {
                u8::MAX
            } else {
                0
            };
        }
        let mut changes = 0;
        for row in rows {
            let lane = row - first;
            let army = others.armies[row].archers;
            let target = &mut tile.chunks[lane];
            let changed = if few {
                write_few(target, cells, lane, self.due, |column| {
                    army.into_iter()
                        .all(|square| occupied[square.index()][column] == 0)
                })
            } else {
                let mut writable = due_lanes;
                for square in army {
                    mask_out(&mut writable, &occupied[Square::index(square)]);
                }
                let new = std::array::from_fn(|column| cells[column][lane]);
                write_all(target, &new, &writable)
            };
            tile.changed[lane] |= changed;
            changes += u64::from(changed);
        }
        changes
    }
}

fn mask_out(lanes: &mut Chunk<u8>, without: &Chunk<u8>) {
    for (lane, &without) in lanes.iter_mut().zip(without) {
        *lane &= !without;
    }
}

fn write_all<C: Cell>(target: &mut Chunk<C>, new: &Chunk<C>, writable: &Chunk<u8>) -> bool {
    let mut changed = false;
    for ((old, &new), &writable) in target.iter_mut().zip(new).zip(writable) {
        let kept = if writable == 0 { *old } else { new };
        changed |= kept != *old;
        *old = kept;
    }
    changed
}

fn write_few<C: Cell>(
    target: &mut Chunk<C>,
    cells: &[Chunk<C>; LANES],
    lane: usize,
    mut due: u32,
    is_free: impl Fn(usize) -> bool,
) -> bool {
    let mut changed = false;
    while due != 0 {
        let column = due.trailing_zeros() as usize;
        due &= due - 1;
        let new = cells[column][lane];
        if new != target[column] && is_free(column) {
            target[column] = new;
            changed = true;
        }
    }
    changed
}
