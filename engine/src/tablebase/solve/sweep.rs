//! One sweep: the cells of all positions with one side to move, from those with the other.

use rayon::prelude::*;

use crate::square::Square;

use super::grid::{Chunk, Grid, LANES};
use super::lanes;
use super::objective::{Cell, Objective, Sources, View};
use super::roster::Roster;

/// Square blocks of cells that one task may have, so that a large panel is shared by the processors.
const TILES_PER_TASK: usize = 256;

/// Rows of a block beyond which it is cheaper to write the block as a whole.
const FEW_ROWS: u32 = 6;

/// The sides of a sweep.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub(super) movers: &'a Roster,
    pub(super) others: &'a Roster,
}

/// A square block of the grid that is written: a panel's chunks in [`LANES`] rows.
struct Tile<'a, C> {
    chunks: &'a mut [Chunk<C>],
    changed: &'a mut [bool],
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
    let (mut due, _) = sources.stepped.changed_panels_and_rows();
    if let Some(grid) = sources.reentered {
        let (more, _) = grid.changed_panels_and_rows();
        due.iter_mut()
            .zip(more)
            .for_each(|(due, more)| *due |= more);
    }
    let block_len = target.block_len();
    let blocks = target.chunks.par_chunks_mut(block_len);
    let blocks = blocks.zip(target.changed.par_chunks_mut(block_len));
    let changes = blocks.enumerate().map(|(panel, (chunks, changed))| {
        if !all && !due[panel] {
            return 0;
        }
        let view = View {
            mover: sides.movers.side,
            program: &sides.movers.program,
            panel,
            sources,
            points: &sides.movers.points,
            opponent_points: sides.others.points_in(panel),
            occupied: sides.others.occupied(panel),
        };
        let pieces = chunks.par_chunks_mut(LANES * TILES_PER_TASK);
        let pieces = pieces.zip(changed.par_chunks_mut(LANES * TILES_PER_TASK));
        let changes = pieces.enumerate().map(|(piece, (chunks, changed))| {
            let tiles = chunks.chunks_mut(LANES).zip(changed.chunks_mut(LANES));
            let tiles = tiles.map(|(chunks, changed)| Tile { chunks, changed });
            let blocks = piece * TILES_PER_TASK..;
            let run = |(block, tile)| run(objective, sides, &view, block, tile, all);
            blocks.zip(tiles).map(run).sum::<u64>()
        });
        changes.sum()
    });
    changes.sum()
}

/// Computes a tile: the armies of the movers in `block` against those of the other side in the panel.
fn run<O: Objective>(
    objective: &O,
    sides: Sides<'_>,
    view: &View<'_, O::Cell>,
    block: usize,
    mut tile: Tile<'_, O::Cell>,
    all: bool,
) -> u64 {
    let movers = sides.movers;
    let mut cells = [[O::Cell::default(); LANES]; LANES];
    let rows = block * LANES..((block + 1) * LANES).min(movers.armies.len());
    let mut due = 0_u32;
    for row in rows.start.max(movers.home)..rows.end {
        if all || view.is_due(row) {
            let lane = row - rows.start;
            due |= 1 << lane;
            cells[lane] = objective.evaluate(view, row);
        }
    }
    if due == 0 {
        return 0;
    }
    let panel = view.panel;
    let write = Write {
        sides,
        panel,
        block,
        due,
    };
    write.to(&mut tile, &cells)
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
    fn to<C: Cell>(&self, tile: &mut Tile<'_, C>, cells: &[Chunk<C>; LANES]) -> u64 {
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
                let new: Chunk<C> = std::array::from_fn(|column| cells[column][lane]);
                lanes::write(target, &new, &writable)
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
