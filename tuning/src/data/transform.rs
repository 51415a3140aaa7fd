//! Files of positions made from others: several as one, one as two.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use rustc_hash::FxHashSet;
use tempfile::NamedTempFile;

use super::block::encode;
use super::{DataError, Header, Reader, SampledGame};
use crate::whole_file;

/// What went into a new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transformed {
    /// Games with positions.
    pub games: u64,
    /// Positions.
    pub positions: u64,
}

/// Puts the games of all `sources`, in this order, into the new file `target`.
///
/// Games are numbered anew. A position stays where it came first.
///
/// # Errors
/// [`DataError`] if a source is damaged or has other rules than the first, or if `target` exists.
pub fn merge(sources: &[impl AsRef<Path>], target: &Path) -> Result<Transformed, DataError> {
    let readers = sources.iter().map(|path| Reader::open(path.as_ref()));
    let readers: Vec<Reader> = readers.collect::<Result<_, _>>()?;
    let Some(first) = readers.first() else {
        return Ok(Transformed::default());
    };
    let mut header = first.header().clone();
    for (reader, path) in readers.iter().zip(sources).skip(1) {
        if reader.header().rules != header.rules {
            return Err(DataError::Mismatch {
                path: path.as_ref().to_owned(),
                reason: format!(
                    "rules {}; expected {} as in the first file",
                    reader.header().rules,
                    header.rules
                ),
            });
        }
        header
            .recipes
            .extend(reader.header().recipes.iter().cloned());
        if reader.header().part != header.part {
            header.part = Some("merged parts".to_owned());
        }
    }
    let mut seen = FxHashSet::default();
    let mut sink = Sink::new(target, &header)?;
    let mut next_number = 0;
    for reader in readers {
        let offset = next_number;
        for block in reader {
            let mut games = block?.decode()?;
            for game in &mut games {
                game.number += offset;
                next_number = game.number + 1;
                game.samples
                    .retain(|sample| seen.insert(sample.position.key()));
            }
            sink.put(games)?;
        }
    }
    sink.finish()
}

/// Divides the games of `source` between two new files, by game: a share of about `share` games is
/// held out of training. The same seed divides the same games alike.
///
/// # Errors
/// [`DataError`] if the source is damaged or a target exists.
pub fn split(
    source: &Path,
    training: &Path,
    held_out: &Path,
    share: f64,
    seed: u64,
) -> Result<[Transformed; 2], DataError> {
    let reader = Reader::open(source)?;
    let part = |name: &str| Header {
        part: Some(format!("{name}, {share} held out, seed {seed}")),
        ..reader.header().clone()
    };
    let mut sinks = [
        Sink::new(training, &part("training"))?,
        Sink::new(held_out, &part("held out"))?,
    ];
    for block in reader {
        let games = block?.decode()?.into_iter();
        let (held_out, training) = games.partition(|game| is_held_out(game.number, share, seed));
        let [for_training, for_later] = &mut sinks;
        for_training.put(training)?;
        for_later.put(held_out)?;
    }
    let [training, held_out] = sinks;
    Ok([training.finish()?, held_out.finish()?])
}

/// Whether the game with this number is held out of training.
#[must_use]
pub fn is_held_out(game: u32, share: f64, seed: u64) -> bool {
    let mut text = [0; 12];
    text[..8].copy_from_slice(&seed.to_le_bytes());
    text[8..].copy_from_slice(&game.to_le_bytes());
    f64::from(crc32fast::hash(&text)) < share * (f64::from(u32::MAX) + 1.0)
}

/// A new file, which appears when it is whole.
struct Sink<'a> {
    path: &'a Path,
    file: BufWriter<NamedTempFile>,
    written: Transformed,
}

impl<'a> Sink<'a> {
    fn new(path: &'a Path, header: &Header) -> Result<Self, DataError> {
        if path.exists() {
            return Err(DataError::exists(path, ""));
        }
        let failed = DataError::file(path);
        let mut file = BufWriter::new(whole_file::beside(path).map_err(&failed)?);
        file.write_all(&header.to_bytes()).map_err(&failed)?;
        Ok(Self {
            path,
            file,
            written: Transformed::default(),
        })
    }

    fn put(&mut self, mut games: Vec<SampledGame>) -> Result<(), DataError> {
        games.retain(|game| !game.samples.is_empty());
        if games.is_empty() {
            return Ok(());
        }
        self.written.games += games.len() as u64;
        let positions = games.iter().map(|game| game.samples.len() as u64);
        self.written.positions += positions.sum::<u64>();
        let written = self.file.write_all(&encode(&games));
        written.map_err(DataError::file(self.path))
    }

    fn finish(self) -> Result<Transformed, DataError> {
        let failed = DataError::file(self.path);
        let file = self.file.into_inner();
        let file = file.map_err(|error| failed(error.into_error()))?;
        file.persist_noclobber(self.path)
            .map_err(|error| failed(error.error))?;
        Ok(self.written)
    }
}
