//! From grids to the dense index.

use rayon::prelude::*;

use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::{BINOMIAL, Material, disordered, unrank_set};
use crate::tablebase::class::Class;
use crate::tablebase::index::Rows;

/// Visits every entry of a class in `table`, which is in the order of the index, with the ranks of White's and
/// of Black's army.
pub(super) fn for_each<T: Send>(
    class: Class,
    table: &mut [T],
    visit: impl Fn([u32; 2], &mut T) + Sync,
) {
    let [white, black] = Side::BOTH.map(|side| class.material(side));
    let rows = Rows::of(class);
    let unfinished = |material: Material| {
        let first = BINOMIAL[usize::from(Square::WIDTH)][usize::from(material.archers())];
        (first..material.sets()).map(move |rank| (rank, unrank_set(rank, material.archers())))
    };
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
