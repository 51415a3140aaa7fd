//! How the solver holds the positions of a class: in chunks that one vector operation covers.
//!
//! A grid has a row for every army of the side that has just moved and a column for every army of the
//! side to move, with no regard to whether they share circles. Columns are cut into panels of
//! [`LANES`]. All turns that led to these positions stay within a panel and mean the same for a whole
//! chunk of it, and a panel fits into a processor's cache. A sweep reads a panel and writes the same
//! number of rows in another grid: so that tasks write apart from each other, chunks are stored by
//! blocks of [`LANES`] rows.

/// Columns of a chunk.
pub(super) const LANES: usize = 32;

/// Cells of adjacent columns in one row.
pub(super) type Chunk<C> = [C; LANES];

/// The positions of one class with one side to move.
#[derive(Debug, Default)]
pub(super) struct Grid<C> {
    /// Number of panels.
    pub(super) panels: usize,
    /// Blocks of rows, in each the panels, in each the rows of the block.
    pub(super) chunks: Vec<Chunk<C>>,
    /// Which chunks have changed since the last sweep that read them.
    pub(super) changed: Vec<bool>,
}

impl<C: Copy + Default> Grid<C> {
    /// A grid of default cells, all of them changed.
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let panels = (columns as usize).div_ceil(LANES);
        let count = (rows as usize).next_multiple_of(LANES) * panels;
        Self {
            panels,
            chunks: vec![[C::default(); LANES]; count],
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
    pub(super) fn chunk(&self, row: usize, panel: usize) -> &Chunk<C> {
        &self.chunks[self.place(row, panel)]
    }

    /// The cell of a row and a column.
    pub(super) fn cell(&self, row: u32, column: u32) -> C {
        let column = column as usize;
        self.chunk(row as usize, column / LANES)[column % LANES]
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
