//! Positions as a fit sees them: the inputs that hold, and what became of the game.
//!
//! 16 bytes a position: all are kept in memory, since a fit takes them in a random order.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use jarmo_engine::eval::{Input, inputs};
use jarmo_engine::{Position, Side};
use rayon::prelude::*;

use crate::data::{DataError, RawBlock, Reader};

/// What became of a position, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The searched score, in hundredths of a point.
    pub score: i16,
    /// The final margin, in points.
    pub margin: i8,
}

impl Label {
    /// 1 for a win, ½ for a draw, 0 for a loss.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.margin.signum() + 1) / 2.0
    }
}

/// A position to fit to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    inputs: [u8; Input::MOST],
    count: u8,
    /// The player to move.
    pub side: Side,
    /// What became of it.
    pub label: Label,
}

const _: () = assert!(Input::COUNT <= 1 << u8::BITS);

impl Example {
    /// A position and what became of it.
    #[must_use]
    pub fn new(position: &Position, label: Label) -> Self {
        let found = inputs(position);
        let mut inputs = [0; Input::MOST];
        for (place, input) in inputs.iter_mut().zip(&found) {
            *place = input.index() as u8;
        }
        Self {
            inputs,
            count: found.len() as u8,
            side: position.side_to_move(),
            label,
        }
    }

    /// The numbers of the inputs that hold.
    pub fn inputs(&self) -> impl Iterator<Item = usize> {
        let inputs = &self.inputs[..usize::from(self.count)];
        inputs.iter().copied().map(usize::from)
    }
}

/// Positions to fit weights to, or to judge them by.
#[derive(Clone, Debug)]
pub struct Dataset {
    examples: Vec<Example>,
    checksum: u32,
}

/// Blocks that are decoded at a time.
const BATCH: usize = 256;

/// Examples that are summed up one after the other; the sums are added in their order, so that
/// the number of threads does not matter.
const CHUNK: usize = 4_096;

impl Dataset {
    /// Reads a file of positions.
    ///
    /// # Errors
    /// [`DataError`] if the file is damaged.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let mut examples = Vec::new();
        let mut reader = Reader::open(path)?;
        loop {
            let blocks: Vec<RawBlock> = reader.by_ref().take(BATCH).collect::<Result<_, _>>()?;
            if blocks.is_empty() {
                break;
            }
            let parts = blocks.par_iter().map(examples_of);
            let parts: Vec<Vec<Example>> = parts.collect::<Result<_, _>>()?;
            examples.extend(parts.into_iter().flatten());
        }
        Ok(Self {
            examples,
            checksum: checksum(path).map_err(DataError::file(path))?,
        })
    }

    /// Positions from elsewhere.
    #[must_use]
    pub const fn new(examples: Vec<Example>) -> Self {
        Self {
            examples,
            checksum: 0,
        }
    }

    /// The positions, in the order of the file.
    #[must_use]
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The file's checksum, CRC-32; 0 for positions from elsewhere.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Hands what `map` makes of equal parts, on all threads, to `add` in their order.
    pub fn fold<T: Send>(&self, map: &(dyn Fn(&[Example]) -> T + Sync), add: &mut dyn FnMut(T)) {
        let parts: Vec<T> = self.examples.par_chunks(CHUNK).map(map).collect();
        parts.into_iter().for_each(add);
    }
}

fn examples_of(block: &RawBlock) -> Result<Vec<Example>, DataError> {
    let games = block.decode()?;
    let examples = games.iter().flat_map(|game| {
        game.samples.iter().map(|sample| {
            let margin = game.margin_for(sample.position.side_to_move()) as i8;
            let score = sample.score;
            Example::new(&sample.position, Label { score, margin })
        })
    });
    Ok(examples.collect())
}

fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            count => hasher.update(&buffer[..count]),
        }
    }
}
