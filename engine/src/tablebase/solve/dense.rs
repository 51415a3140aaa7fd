//! Between grids and the dense index.

use rayon::prelude::*;

use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::{BINOMIAL, Material, disordered, rank_set, unrank_set};
use crate::tablebase::class::Class;
use crate::tablebase::index::{Rows, squeeze};

use super::grid::{Cell, Grid, LANES, set_cell};

/// Visits every entry of a class in `table`, which is in the order of the index, with the ranks of White's and
/// of Black's army.
pub(super) fn for_each<T: Send>(
    class: Class,
    table: &mut [T],
    visit: impl Fn([u32; 2], &mut T) + Sync,
) {
    let [white, black] = Side::BOTH.map(|side| class.material(side));
    let rows = Rows::of(class);
    // To leave out the circles that White takes does not change the order of Black's sets.
    let black_sets: Vec<(u32, u32)> = unfinished(black).collect();
    let mut sets = Vec::new();
    let mut rest = table;
    for (rank, set) in unfinished(white) {
        let length = rows.length(set) * white.markings() * black.markings();
        let (row, after) = rest.split_at_mut(length as usize);
        rest = after;
        sets.push((rank, set, row));
    }
    sets.into_par_iter().for_each(|(rank, set, row)| {
        let taken = disordered(Side::White, set).bits();
        let mut entries = row.iter_mut();
        for white_marking in 0..white.markings() {
            let white_rank = rank * white.markings() + white_marking;
            for &(black_set, _) in black_sets.iter().filter(|(_, set)| set & taken == 0) {
                for black_marking in 0..black.markings() {
                    let black_rank = black_set * black.markings() + black_marking;
                    let entry = entries.next().expect("the row has this length");
                    visit([white_rank, black_rank], entry);
                }
            }
        }
    });
}

/// The sets of archers that are not home, with their ranks.
fn unfinished(material: Material) -> impl Iterator<Item = (u32, u32)> {
    let first = BINOMIAL[usize::from(Square::WIDTH)][usize::from(material.archers())];
    (first..material.sets()).map(move |rank| (rank, unrank_set(rank, material.archers())))
}

/// Writes a cell for each position of a class with `to_move` to move: what `cell` makes of its byte in `table`, which
/// is in the order of the index. Where that is nothing, the cell stays.
pub(super) fn fill<const PLANES: usize>(
    class: Class,
    to_move: Side,
    table: &[u8],
    grid: &mut Grid<PLANES>,
    cell: impl Fn(u8) -> Option<Cell<PLANES>> + Sync,
) {
    let [white, black] = Side::BOTH.map(|side| class.material(side));
    let rows = Rows::of(class);
    let mut first = 0;
    let white_sets: Vec<WhiteSet> = unfinished(white)
        .map(|(rank, set)| {
            let (taken, length) = (disordered(Side::White, set).bits(), rows.length(set));
            let set = WhiteSet {
                rank,
                taken,
                first,
                length: length as usize,
                finished: rows.finished(set),
            };
            first += (length * white.markings()) as usize;
            set
        })
        .collect();
    let black_sets: Vec<(u32, u32)> = unfinished(black).collect();
    let [white_markings, black_markings] =
        [white, black].map(|material| material.markings() as usize);
    let block_len = grid.block_len();
    let blocks = grid.chunks.par_chunks_mut(block_len).enumerate();
    blocks.for_each(|(block, chunks)| {
        for lane in 0..LANES {
            let row = block * LANES + lane;
            let mut write = |column: usize, number: usize| {
                if let Some(cell) = cell(table[number]) {
                    let chunk = &mut chunks[column / LANES * LANES + lane];
                    set_cell(chunk, column % LANES, cell);
                }
            };
            match to_move {
                Side::Black => {
                    let (rank, marking) = ((row / white_markings) as u32, row % white_markings);
                    let Ok(place) = white_sets.binary_search_by_key(&rank, |set| set.rank) else {
                        continue;
                    };
                    let set = &white_sets[place];
                    let beside = |&&(_, black): &&(u32, u32)| black & set.taken == 0;
                    let mut number = (set.first + marking * set.length) * black_markings;
                    for &(rank, _) in black_sets.iter().filter(beside) {
                        for marking in 0..black_markings {
                            write(rank as usize * black_markings + marking, number);
                            number += 1;
                        }
                    }
                }
                Side::White => {
                    let (rank, marking) = ((row / black_markings) as u32, row % black_markings);
                    let Ok(place) = black_sets.binary_search_by_key(&rank, |&(rank, _)| rank)
                    else {
                        continue;
                    };
                    let (_, black) = black_sets[place];
                    for set in white_sets.iter().filter(|set| black & set.taken == 0) {
                        let rank = rank_set(squeeze(black, set.taken)) - set.finished;
                        for white_marking in 0..white_markings {
                            let in_row = white_marking * set.length + rank as usize;
                            let number = (set.first + in_row) * black_markings + marking;
                            write(set.rank as usize * white_markings + white_marking, number);
                        }
                    }
                }
            }
        }
    });
}

/// White's archers, and where their positions begin in the index, Black's markings left aside.
struct WhiteSet {
    rank: u32,
    /// Their circles.
    taken: u32,
    first: usize,
    /// Unfinished sets of Black's archers.
    length: usize,
    /// Finished ones, which have lower ranks.
    finished: u32,
}
