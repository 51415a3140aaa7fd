//! One sweep: the cells of all positions with one side to move, from those with the other.

use rayon::prelude::*;

use wide::i16x32;

use super::grid::{CLOSED, Chunk, Grid, LANES, cell_of, set_cell};
use super::lanes;
use super::objective::{Objective, Sources, View};
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
struct Tile<'a, const PLANES: usize> {
    chunks: &'a mut [Chunk<PLANES>],
    changed: &'a mut [bool],
}

/// Computes the cells of one class with the movers to move; gives the number of chunks that changed.
///
/// Unless `all` is set, only rows are computed of which a source has changed.
pub(super) fn sweep<const PLANES: usize>(
    objective: &impl Objective<PLANES>,
    sides: Sides<'_>,
    sources: Sources<'_, PLANES>,
    target: &mut Grid<PLANES>,
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
            opponent_points: sides.others.points[panel],
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
fn run<const PLANES: usize>(
    objective: &impl Objective<PLANES>,
    sides: Sides<'_>,
    view: &View<'_, PLANES>,
    block: usize,
    mut tile: Tile<'_, PLANES>,
    all: bool,
) -> u64 {
    let movers = sides.movers;
    let mut cells = [[i16x32::splat(CLOSED); PLANES]; LANES];
    let rows = block * LANES..((block + 1) * LANES).min(movers.armies.len());
    let mut due = 0_u32;
    for row in rows.start.max(movers.home)..rows.end {
        if all || view.is_due(row) {
            let lane = row - rows.start;
            due |= 1 << lane;
            cells[lane] = objective.evaluate(view, row, movers.points_of(row));
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
    fn to<const PLANES: usize>(
        &self,
        tile: &mut Tile<'_, PLANES>,
        cells: &[Chunk<PLANES>; LANES],
    ) -> u64 {
        let others = self.sides.others;
        let first = self.panel * LANES;
        let rows = first.max(others.home)..(first + LANES).min(others.armies.len());
        let occupied = self.sides.movers.occupied(self.block);
        let columns = (self.due.count_ones() > FEW_ROWS)
            .then(|| std::array::from_fn(|plane| lanes::transposed(|column| cells[column][plane])));
        let mut changes = 0;
        for row in rows {
            let lane = row - first;
            let army = others.armies[row].archers.into_iter();
            let writable = army.fold(self.due, |writable, square| {
                writable & !occupied[square.index()]
            });
            let target = &mut tile.chunks[lane];
            let changed = match &columns {
                Some(columns) => write(target, columns, lane, writable),
                None => write_few(target, cells, lane, writable),
            };
            tile.changed[lane] |= changed;
            changes += u64::from(changed);
        }
        changes
    }
}

/// Writes a row of `columns` to the writable lanes; tells whether that changed anything.
#[inline]
fn write<const PLANES: usize>(
    target: &mut Chunk<PLANES>,
    columns: &[[i16x32; LANES]; PLANES],
    row: usize,
    writable: u32,
) -> bool {
    let mask = lanes::mask(writable);
    let mut changed = false;
    for (old, columns) in target.iter_mut().zip(columns) {
        let difference = (*old ^ columns[row]) & mask;
        if !lanes::are_zero(difference) {
            *old ^= difference;
            changed = true;
        }
    }
    changed
}

/// The same lane by lane, where only a few are writable.
fn write_few<const PLANES: usize>(
    target: &mut Chunk<PLANES>,
    cells: &[Chunk<PLANES>; LANES],
    row: usize,
    mut writable: u32,
) -> bool {
    let mut changed = false;
    while writable != 0 {
        let column = writable.trailing_zeros() as usize;
        writable &= writable - 1;
        let new = cell_of(&cells[column], row);
        if new != cell_of(target, column) {
            set_cell(target, column, new);
            changed = true;
        }
    }
    changed
}
