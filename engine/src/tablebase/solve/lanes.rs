//! The operations on whole chunks in which a solver spends its time.

use wide::{i16x8, i16x16, i16x32};

use super::grid::LANES;

/// A half of the lanes: several of these fit into a processor's registers.
pub(super) type Half = i16x16;

/// The two halves of all lanes.
#[inline]
pub(super) fn halves(lanes: &i16x32) -> &[Half; 2] {
    bytemuck::cast_ref(lanes)
}

/// All lanes from their halves.
#[inline]
pub(super) fn join(halves: [Half; 2]) -> i16x32 {
    bytemuck::cast(halves)
}

/// For each byte, the lanes that its bits stand for: all ones.
static MASKS: [i16x8; 256] = {
    let mut masks = [i16x8::ZERO; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lanes = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            lanes[lane] = -((bits >> lane & 1) as i16);
            lane += 1;
        }
        masks[bits] = i16x8::new(lanes);
        bits += 1;
    }
    masks
};

/// All ones in the lanes whose bit is set.
#[inline]
pub(super) fn mask(bits: u32) -> i16x32 {
    bytemuck::cast(bits.to_le_bytes().map(|byte| MASKS[usize::from(byte)]))
}

/// Whether all lanes are 0.
#[inline]
pub(super) fn are_zero(lanes: i16x32) -> bool {
    let [a, b, c, d]: [i16x8; 4] = bytemuck::cast(lanes);
    (a | b | c | d) == i16x8::ZERO
}

/// Makes columns of rows.
#[inline]
pub(super) fn transposed(rows: impl Fn(usize) -> i16x32) -> [i16x32; LANES] {
    const EIGHTS: usize = LANES / 8;
    let mut columns = [[i16x8::ZERO; EIGHTS]; LANES];
    for high in 0..EIGHTS {
        let rows: [[i16x8; EIGHTS]; 8] =
            std::array::from_fn(|row| bytemuck::cast(rows(8 * high + row)));
        for wide in 0..EIGHTS {
            let square = i16x8::transpose(std::array::from_fn(|row| rows[row][wide]));
            for (column, eight) in columns[8 * wide..].iter_mut().zip(square) {
                column[high] = eight;
            }
        }
    }
    bytemuck::cast(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_covers_the_lanes_of_its_bits() {
        for bits in [0, 1, 0x8000_0000, 0x1234_5678, u32::MAX] {
            for (lane, &ones) in mask(bits).as_array().iter().enumerate() {
                assert_eq!(ones, if bits >> lane & 1 != 0 { -1 } else { 0 });
            }
            assert_eq!(are_zero(mask(bits)), bits == 0);
        }
    }

    #[test]
    fn rows_become_columns() {
        let number = |row: usize, column: usize| (LANES * row + column) as i16;
        let row = |row| i16x32::new(std::array::from_fn(|column| number(row, column)));
        for (column, lanes) in transposed(row).iter().enumerate() {
            for (row, &lane) in lanes.as_array().iter().enumerate() {
                assert_eq!(lane, number(row, column));
            }
        }
        let halves = *halves(&row(3));
        assert_eq!(join(halves), row(3));
    }
}
