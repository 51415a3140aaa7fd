//! How the solver holds the positions of a class: in chunks that one vector operation covers.
//!
//! A grid has a row for every army of the side that has just moved and a column for every army of the
//! side to move, with no regard to whether they share circles. Columns are cut into panels of
//! [`LANES`]; a panel holds all rows, one chunk after the other. So a sweep over the turns that led to
//! these positions stays within one panel, which fits into a processor's cache, and every turn means the
//! same for a whole chunk.

/// Columns of a chunk.
pub(super) const LANES: usize = 32;

/// Cells of adjacent columns in one row.
pub(super) type Chunk<C> = [C; LANES];

/// The positions of one class with one side to move.
#[derive(Debug, Default)]
pub(super) struct Grid<C> {
    /// Rows of every panel, rounded up to a multiple of [`LANES`].
    pub(super) rows: usize,
    /// The chunks of all rows, panel by panel.
    pub(super) chunks: Vec<Chunk<C>>,
    /// Which chunks have changed since the last sweep that read them.
    pub(super) changed: Vec<bool>,
}

impl<C: Copy + Default> Grid<C> {
    /// A grid of default cells, all of them changed.
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let rows = (rows as usize).next_multiple_of(LANES);
        let count = rows * (columns as usize).div_ceil(LANES);
        Self {
            rows,
            chunks: vec![[C::default(); LANES]; count],
            changed: vec![true; count],
        }
    }

    /// Number of panels.
    pub(super) fn panels(&self) -> usize {
        self.chunks.len() / self.rows
    }

    /// The chunks of a panel, row by row.
    pub(super) fn panel(&self, panel: usize) -> &[Chunk<C>] {
        &self.chunks[panel * self.rows..][..self.rows]
    }

    /// Which chunks of a panel have changed, row by row.
    pub(super) fn changed_in(&self, panel: usize) -> &[bool] {
        &self.changed[panel * self.rows..][..self.rows]
    }

    /// Where the chunk of a row and a column is.
    pub(super) fn chunk_of(&self, row: u32, column: u32) -> usize {
        column as usize / LANES * self.rows + row as usize
    }

    /// The cell of a row and a column.
    pub(super) fn cell(&self, row: u32, column: u32) -> C {
        self.chunks[self.chunk_of(row, column)][column as usize % LANES]
    }
}
