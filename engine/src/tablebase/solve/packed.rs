//! The entries of a layer, compressed until they are asked for.
//!
//! Bounds take twice the memory of values, and look at entries only before their first round and after their last one.
//! Meanwhile these shrink to a tenth of their room.

use std::io::{self, ErrorKind, Read, Write};

use zstd::bulk;

use super::table::ClassTable;
use crate::tablebase::class::Class;
use crate::tablebase::entry::Entry;

/// As fast as zstd goes.
const LEVEL: i32 = 1;

/// The entries of a class with one side to move.
#[derive(Debug)]
pub(super) struct Packed {
    /// Entries, by whose number their bytes come back.
    length: usize,
    values: Vec<u8>,
    distances: Vec<u8>,
}

impl Packed {
    pub(super) fn of(table: &ClassTable) -> Self {
        Self {
            length: table.values.len(),
            values: compressed(&table.values),
            distances: compressed(&table.distances),
        }
    }

    /// The value bytes.
    pub(super) fn values(&self) -> Vec<u8> {
        decompressed(&self.values, self.length).expect("bytes come back as they were packed")
    }

    /// Has `change` change the value bytes.
    pub(super) fn change_values(&mut self, change: impl FnOnce(&mut [u8])) {
        let mut values = self.values();
        change(&mut values);
        self.values = compressed(&values);
    }

    pub(super) fn table(&self) -> ClassTable {
        let distances = decompressed(&self.distances, self.length);
        ClassTable {
            values: self.values(),
            distances: distances.expect("bytes come back as they were packed"),
        }
    }

    pub(super) fn save(&self, out: &mut impl Write) -> io::Result<()> {
        for bytes in [&self.values, &self.distances] {
            out.write_all(&(bytes.len() as u64).to_le_bytes())?;
            out.write_all(bytes)?;
        }
        Ok(())
    }

    /// Reads what [`Self::save`] wrote of `class`.
    pub(super) fn load(class: Class, input: &mut impl Read) -> io::Result<Self> {
        let length = class.size() as usize;
        let mut read = || {
            let mut size = [0; 8];
            input.read_exact(&mut size)?;
            let mut bytes = Vec::new();
            let mut limited = input.by_ref().take(u64::from_le_bytes(size));
            limited.read_to_end(&mut bytes)?;
            let plain = decompressed(&bytes, length)?;
            Ok::<_, io::Error>((bytes, plain))
        };
        let ((values, plain_values), (distances, plain_distances)) = (read()?, read()?);
        let mut entries = plain_values.iter().zip(&plain_distances);
        if entries.any(|(&value, &distance)| Entry::from_bytes([value, distance]).is_none()) {
            return Err(io::Error::new(ErrorKind::InvalidData, "bytes of no entry"));
        }
        Ok(Self {
            length,
            values,
            distances,
        })
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    bulk::compress(bytes, LEVEL).expect("there is memory for the compressed bytes")
}

fn decompressed(bytes: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let plain = bulk::decompress(bytes, length)?;
    if plain.len() == length {
        Ok(plain)
    } else {
        Err(io::Error::new(ErrorKind::InvalidData, "too few entries"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::Layer;

    #[test]
    fn entries_come_back() {
        let class = Layer::LOWEST.classes().next().unwrap();
        let mut table = ClassTable::empty(class);
        for (number, distance) in table.distances.iter_mut().enumerate() {
            *distance = (number % 251) as u8;
        }
        table.values.fill(100);
        let mut packed = Packed::of(&table);
        assert_eq!(packed.table(), table);
        packed.change_values(|values| values[7] = 101);
        table.values[7] = 101;
        assert_eq!(packed.table(), table);

        let mut saved = Vec::new();
        packed.save(&mut saved).unwrap();
        let loaded = Packed::load(class, &mut saved.as_slice()).unwrap();
        assert_eq!(loaded.table(), table);
        assert!(Packed::load(class, &mut &saved[..saved.len() - 1]).is_err());
        let other = Layer::HIGHEST.classes().next().unwrap();
        assert!(Packed::load(other, &mut saved.as_slice()).is_err());
    }
}
