//! How the solver holds the positions of a class: in chunks that one vector operation covers.
//!
//! A grid has a row for every army of the side that has just moved and a column for every army of the
//! side to move, with no regard to whether they share circles. Columns are cut into panels of
//! [`LANES`]. All turns that led to these positions stay within a panel and mean the same for a whole
//! chunk of it, and a panel fits into a processor's cache. A sweep reads a panel and writes the same
//! number of rows in another grid: so that tasks write apart from each other, chunks are stored by
//! blocks of [`LANES`] rows.

use wide::i16x32;

/// Columns of a chunk.
pub(super) const LANES: usize = 32;

/// What is held of a position: a number, or several that are computed together.
pub(super) type Cell<const PLANES: usize> = [i16; PLANES];

/// What a turn that is not open leads to: above every value.
pub(super) const CLOSED: i16 = i16::MAX;

/// Cells of adjacent columns in one row, by their planes.
pub(super) type Chunk<const PLANES: usize> = [i16x32; PLANES];

/// The cell in one lane of a chunk.
#[inline]
pub(super) fn cell_of<const PLANES: usize>(chunk: &Chunk<PLANES>, lane: usize) -> Cell<PLANES> {
    std::array::from_fn(|plane| chunk[plane].as_array()[lane])
}

/// Writes the cell in one lane of a chunk.
#[inline]
pub(super) fn set_cell<const PLANES: usize>(
    chunk: &mut Chunk<PLANES>,
    lane: usize,
    cell: Cell<PLANES>,
) {
    for (plane, number) in chunk.iter_mut().zip(cell) {
        plane.as_mut_array()[lane] = number;
    }
}

/// The positions of one class with one side to move.
#[derive(Debug, Default)]
pub(super) struct Grid<const PLANES: usize> {
    /// Number of panels.
    pub(super) panels: usize,
    /// Blocks of rows, in each the panels, in each the rows of the block.
    pub(super) chunks: Vec<Chunk<PLANES>>,
    /// Which chunks have changed since the last sweep that read them.
    pub(super) changed: Vec<bool>,
}

impl<const PLANES: usize> Grid<PLANES> {
    /// A grid whose cells are all `cell`, and have all changed.
    pub(super) fn new(rows: u32, columns: u32, cell: Cell<PLANES>) -> Self {
        let panels = (columns as usize).div_ceil(LANES);
        let count = (rows as usize).next_multiple_of(LANES) * panels;
        Self {
            panels,
            chunks: vec![cell.map(i16x32::splat); count],
            changed: vec![true; count],
        }
    }

    /// Chunks of a block of rows.
    pub(super) fn block_len(&self) -> usize {
        self.panels * LANES
    }

    /// Where the chunk of a row in a panel is.
    #[inline]
    pub(super) fn place(&self, row: usize, panel: usize) -> usize {
        (row / LANES * self.panels + panel) * LANES + row % LANES
    }

    /// The chunk of a row in a panel.
    #[inline]
    pub(super) fn chunk(&self, row: usize, panel: usize) -> &Chunk<PLANES> {
        &self.chunks[self.place(row, panel)]
    }

    /// The cell of a row and a column.
    pub(super) fn cell(&self, row: u32, column: u32) -> Cell<PLANES> {
        let column = column as usize;
        cell_of(self.chunk(row as usize, column / LANES), column % LANES)
    }

    /// A row, of which cells are read one by one.
    pub(super) fn row(&self, row: usize) -> Row<'_, PLANES> {
        let first = self.place(row, 0);
        Row { grid: self, first }
    }

    /// Whether the chunk of a row in a panel has changed.
    #[inline]
    pub(super) fn has_changed(&self, row: usize, panel: usize) -> bool {
        self.changed[self.place(row, panel)]
    }

    /// Which panels have changed anywhere, and which rows.
    pub(super) fn changed_panels_and_rows(&self) -> (Vec<bool>, Vec<bool>) {
        let mut panels = vec![false; self.panels];
        let mut rows = Vec::with_capacity(self.changed.len() / self.panels.max(1));
        for block in self.changed.chunks(self.block_len().max(1)) {
            let mut rows_here = [false; LANES];
            for (panel, changed) in panels.iter_mut().zip(block.chunks(LANES)) {
                for (row, &changed) in rows_here.iter_mut().zip(changed) {
                    *row |= changed;
                    *panel |= changed;
                }
            }
            rows.extend(rows_here);
        }
        (panels, rows)
    }
}

/// A row of a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a, const PLANES: usize> {
    grid: &'a Grid<PLANES>,
    /// Where its first chunk is; the others follow at a distance of [`LANES`].
    first: usize,
}

impl<const PLANES: usize> Row<'_, PLANES> {
    /// The cell of a column if its chunk has changed.
    #[inline]
    pub(super) fn changed_cell(&self, column: u32) -> Option<Cell<PLANES>> {
        let (panel, lane) = (column as usize / LANES, column as usize % LANES);
        let place = self.first + panel * LANES;
        let Grid {
            changed, chunks, ..
        } = self.grid;
        changed[place].then(|| cell_of(&chunks[place], lane))
    }
}
