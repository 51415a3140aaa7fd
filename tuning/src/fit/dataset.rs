//! Positions as a fit sees them: the features that the players differ in, and what became of it.
//!
//! Features are extracted once and kept if there is room for them, a few dozen bytes a
//! position; else a file is read anew in every pass.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use jarmo_engine::eval::{Feature, Recording};
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

/// The positions of a block.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    labels: Vec<Label>,
    /// Where the features of each position end.
    ends: Vec<u32>,
    features: Vec<u16>,
    counts: Vec<i8>,
}

impl Chunk {
    /// Adds a position by its label and its features: how often each holds, the other player's
    /// taken off.
    ///
    /// # Panics
    /// If there are more than 2³² features in the chunk.
    pub fn push(&mut self, label: Label, features: impl IntoIterator<Item = (u16, i8)>) {
        for (feature, count) in features {
            self.features.push(feature);
            self.counts.push(count);
        }
        let end = u32::try_from(self.features.len()).expect("a block is small");
        self.ends.push(end);
        self.labels.push(label);
    }

    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// What became of a position.
    #[must_use]
    pub fn label(&self, index: usize) -> Label {
        self.labels[index]
    }

    /// The features of a position and how often they hold.
    pub fn features(&self, index: usize) -> impl Iterator<Item = (usize, f64)> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = begin as usize..self.ends[index] as usize;
        let features = &self.features[range.clone()];
        let counts = &self.counts[range];
        let pairs = features.iter().zip(counts);
        pairs.map(|(&feature, &count)| (usize::from(feature), f64::from(count)))
    }

    /// The weighted sum of a position's features.
    #[must_use]
    pub fn dot(&self, index: usize, weights: &[f64]) -> f64 {
        let features = self.features(index);
        features
            .map(|(feature, count)| weights[feature] * count)
            .sum()
    }

    fn extract(block: &RawBlock) -> Result<Self, DataError> {
        let mut chunk = Self::default();
        for game in block.decode()? {
            for sample in &game.samples {
                let margin = game.margin_for(sample.position.side_to_move()) as i8;
                let score = sample.score;
                chunk.push(Label { score, margin }, differences(&sample.position));
            }
        }
        Ok(chunk)
    }

    fn bytes(&self) -> usize {
        self.len() * (size_of::<Label>() + 4) + self.features.len() * 3
    }
}

/// In which features the player to move differs from the other.
fn differences(position: &Position) -> impl Iterator<Item = (u16, i8)> {
    let recording = Recording::of(position);
    let is_white = position.side_to_move() == Side::White;
    Feature::all().filter_map(move |feature| {
        let [white, black] = recording.counts(feature);
        let difference = if is_white {
            white - black
        } else {
            black - white
        };
        (difference != 0).then_some((feature.index() as u16, difference as i8))
    })
}

/// Positions to fit weights to, or to judge them by.
#[derive(Debug)]
pub struct Dataset {
    positions: u64,
    checksum: u32,
    store: Store,
}

#[derive(Debug)]
enum Store {
    Memory(Vec<Chunk>),
    File(PathBuf),
}

/// Blocks that are in memory at a time where a file is read in every pass.
const BATCH: usize = 256;

impl Dataset {
    /// Reads a file of positions; keeps their features if they fit into `room` bytes.
    ///
    /// # Errors
    /// [`DataError`] if the file is damaged.
    pub fn read(path: &Path, room: usize) -> Result<Self, DataError> {
        let mut kept = Some(Vec::new());
        let (mut positions, mut bytes) = (0, 0);
        for_each_chunk(path, &|chunk| chunk, &mut |chunk: Chunk| {
            positions += chunk.len() as u64;
            bytes += chunk.bytes();
            if bytes > room {
                kept = None;
            }
            if let Some(chunks) = &mut kept {
                chunks.push(chunk);
            }
        })?;
        Ok(Self {
            positions,
            checksum: checksum(path).map_err(DataError::file(path))?,
            store: kept.map_or_else(|| Store::File(path.to_owned()), Store::Memory),
        })
    }

    /// Positions from elsewhere.
    #[must_use]
    pub fn from_chunks(chunks: Vec<Chunk>) -> Self {
        Self {
            positions: chunks.iter().map(|chunk| chunk.len() as u64).sum(),
            checksum: 0,
            store: Store::Memory(chunks),
        }
    }

    /// Number of positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The file's checksum, CRC-32; 0 for positions from elsewhere.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Whether the features are kept in memory.
    #[must_use]
    pub const fn is_kept(&self) -> bool {
        matches!(self.store, Store::Memory(_))
    }

    /// Hands what `map` makes of each chunk, on all threads, to `add` in the order of the chunks.
    ///
    /// # Errors
    /// [`DataError`] if a file has to be read again and can't be.
    pub fn fold<T: Send>(
        &self,
        map: &(dyn Fn(&Chunk) -> T + Sync),
        add: &mut dyn FnMut(T),
    ) -> Result<(), DataError> {
        match &self.store {
            Store::Memory(chunks) => {
                for batch in chunks.chunks(BATCH) {
                    let parts: Vec<T> = batch.par_iter().map(map).collect();
                    parts.into_iter().for_each(&mut *add);
                }
                Ok(())
            }
            Store::File(path) => for_each_chunk(path, &|chunk| map(&chunk), add),
        }
    }
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

fn for_each_chunk<T: Send>(
    path: &Path,
    map: &(dyn Fn(Chunk) -> T + Sync),
    add: &mut dyn FnMut(T),
) -> Result<(), DataError> {
    let mut reader = Reader::open(path)?;
    loop {
        let batch: Vec<RawBlock> = reader.by_ref().take(BATCH).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        let parts = batch.par_iter().map(|block| Chunk::extract(block).map(map));
        let parts: Vec<T> = parts.collect::<Result<_, _>>()?;
        parts.into_iter().for_each(&mut *add);
    }
}
