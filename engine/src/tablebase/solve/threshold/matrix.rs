//! Matrices of bits: one row for each army of the side to move, one column for each of the other side.

use super::parallel::for_each_chunk;

/// Bits of one word.
pub(super) const WORD: usize = u64::BITS as usize;
/// Words of a row that a step of the transposition takes at once: a cache line.
const LINE: usize = 8;

/// A matrix of bits in rows of whole words; bits beyond the last column are zero.
#[derive(Clone, Debug, Default)]
pub(super) struct BitMatrix {
    rows: usize,
    columns: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// A matrix of zeros.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            words: vec![0; rows * columns.div_ceil(WORD)],
        }
    }

    /// Words of one row.
    pub(super) const fn stride(&self) -> usize {
        self.columns.div_ceil(WORD)
    }

    /// All words, row by row.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words, row by row.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The words of one row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        let stride = self.stride();
        &self.words[row * stride..][..stride]
    }

    /// One bit.
    pub(super) fn get(&self, row: usize, column: usize) -> bool {
        has_bit(self.row(row), column)
    }

    /// Rows and columns exchanged, as far as rows of the result are `wanted`; the others may stay zero.
    pub(super) fn transposed(&self, wanted: Option<&[u64]>) -> Self {
        self.transposed_if(None, wanted)
    }

    /// The ones in `rows` that `mask` has too, rows and columns exchanged, as far as rows of the result are `wanted`.
    ///
    /// There must be none in other rows.
    pub(super) fn transposed_within(&self, mask: &Self, rows: &[u64], wanted: &[u64]) -> Self {
        self.transposed_if(Some((mask, rows)), Some(wanted))
    }

    fn transposed_if(&self, mask: Option<(&Self, &[u64])>, wanted: Option<&[u64]>) -> Self {
        let mut result = Self::new(self.columns, self.rows);
        let (from_stride, to_stride) = (self.stride(), result.stride());
        let band = LINE * WORD * to_stride;
        for_each_chunk(
            &mut result.words,
            band.max(1),
            || [[0; LINE]; WORD],
            |blocks, band, words| {
                let first = band * LINE;
                let width = LINE.min(from_stride - first);
                if wanted.is_some_and(|wanted| wanted[first..][..width].iter().all(|&w| w == 0)) {
                    return;
                }
                for below in 0..to_stride {
                    if mask.is_some_and(|(_, rows)| rows[below] == 0) {
                        continue;
                    }
                    let height = WORD.min(self.rows - below * WORD);
                    blocks[height..].fill([0; LINE]);
                    for (r, line) in blocks[..height].iter_mut().enumerate() {
                        let at = (below * WORD + r) * from_stride + first;
                        read_line(line, &self.words[at..], width);
                        if let Some((mask, _)) = mask {
                            let mut within = [0; LINE];
                            read_line(&mut within, &mask.words[at..], width);
                            for (word, within) in line.iter_mut().zip(within) {
                                *word &= within;
                            }
                        }
                    }
                    transpose_blocks(blocks);
                    for (lane, rows) in words.chunks_mut(WORD * to_stride).enumerate() {
                        for (row, line) in rows.chunks_exact_mut(to_stride).zip(&*blocks) {
                            row[below] = line[lane];
                        }
                    }
                }
            },
        );
        result
    }
}

/// Bit `index` of a row.
pub(super) fn has_bit(row: &[u64], index: usize) -> bool {
    row[index / WORD] >> (index % WORD) & 1 == 1
}

/// Sets bit `index` of a row.
pub(super) fn set_bit(row: &mut [u64], index: usize) {
    row[index / WORD] |= 1 << (index % WORD);
}

/// Reads the first `width` words; what the others become does not matter.
fn read_line(line: &mut [u64; LINE], words: &[u64], width: usize) {
    match words.first_chunk() {
        Some(whole) => *line = *whole,
        None => line[..width].copy_from_slice(&words[..width]),
    }
}

/// Exchanges rows and columns in eight squares of 64 by 64 bits side by side, by swapping ever smaller quarters.
fn transpose_blocks(blocks: &mut [[u64; LINE]; WORD]) {
    let mut width = WORD / 2;
    let mut mask = u64::MAX >> width;
    while width > 0 {
        for pair in blocks.chunks_exact_mut(2 * width) {
            let (upper, lower) = pair.split_at_mut(width);
            for (a, b) in upper.iter_mut().zip(lower) {
                for (a, b) in a.iter_mut().zip(b) {
                    let swapped = (*a >> width ^ *b) & mask;
                    *a ^= swapped << width;
                    *b ^= swapped;
                }
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposition_moves_every_bit() {
        for (rows, columns) in [(1, 1), (64, 64), (65, 3), (700, 130), (130, 1300)] {
            let mut matrix = BitMatrix::new(rows, columns);
            let stride = matrix.stride();
            let is_set = |r: usize, c: usize| (r * 31 + c * 17 + r * c) % 5 < 2;
            for r in 0..rows {
                let row = &mut matrix.words_mut()[r * stride..][..stride];
                for c in (0..columns).filter(|&c| is_set(r, c)) {
                    set_bit(row, c);
                }
            }
            let transposed = matrix.transposed(None);
            assert_eq!((transposed.rows, transposed.columns), (columns, rows));
            let ones = |words: &[u64]| words.iter().map(|w| w.count_ones()).sum::<u32>();
            assert_eq!(ones(transposed.words()), ones(matrix.words()));
            for r in 0..rows {
                for c in 0..columns {
                    assert_eq!(
                        transposed.get(c, r),
                        is_set(r, c),
                        "{rows}x{columns} {r} {c}"
                    );
                }
            }
        }
    }
}
