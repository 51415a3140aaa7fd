//! The distances of a layer, compressed until they are asked for.
//!
//! Bounds take twice the memory of values and have no use for distances, which shrink to a tenth of their room.

use zstd::bulk;

use super::table::ClassTable;

/// As fast as zstd goes.
const LEVEL: i32 = 1;

/// The distance bytes of a table.
#[derive(Debug, Default)]
pub(super) struct Packed {
    pub(super) compressed: Vec<u8>,
}

impl Packed {
    /// Takes the distances out of a table.
    pub(super) fn out_of(table: &mut ClassTable) -> Self {
        let distances = std::mem::take(&mut table.distances);
        let compressed = bulk::compress(&distances, LEVEL);
        Self {
            compressed: compressed.expect("there is memory for the compressed bytes"),
        }
    }

    /// Puts the distances back, which belong to `table`; `None` if they are damaged.
    pub(super) fn put_back(&self, table: &mut ClassTable) -> Option<()> {
        let length = table.values.len();
        table.distances = bulk::decompress(&self.compressed, length).ok()?;
        (table.distances.len() == length).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_come_back() {
        let values = vec![7; 1000];
        let distances: Vec<u8> = (0..1000).map(|number| (number % 251) as u8).collect();
        let mut table = ClassTable {
            values,
            distances: distances.clone(),
        };
        let mut packed = Packed::out_of(&mut table);
        assert!(table.distances.is_empty());
        packed.put_back(&mut table).unwrap();
        assert_eq!(table.distances, distances);
        packed.compressed.truncate(10);
        assert_eq!(packed.put_back(&mut table), None);
    }
}
