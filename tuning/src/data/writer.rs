//! Appends blocks to a file of positions, and goes on with one that was left.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::block::encode;
use super::{DataError, Header, Reader, SampledGame};
use crate::whole_file;

/// The most that a kill can leave of a block: 64 games of 400 positions are less than half of it.
/// A damaged block with more after it is not what a kill leaves.
const MOST_TORN: u64 = 1 << 20;

/// A growing file of positions.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// [`DataError::Exists`] rather than overwriting data.
    pub fn create(path: &Path, header: &Header) -> Result<Self, DataError> {
        let failed = DataError::file(path);
        let mut file = whole_file::beside(path).map_err(&failed)?;
        file.write_all(&header.to_bytes()).map_err(&failed)?;
        let file = file.persist_noclobber(path).map_err(|error| {
            if path.exists() {
                DataError::exists(path, ", or --resume to go on with this one")
            } else {
                failed(error.error)
            }
        })?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Goes on with a file; `on_game` hears of every game that it holds. A torn last block is cut off.
    ///
    /// # Errors
    /// [`DataError`] if the file was made otherwise than `header` says, or if any block but the
    /// last is damaged.
    pub fn resume(
        path: &Path,
        header: &Header,
        on_game: &mut dyn FnMut(&SampledGame),
    ) -> Result<Self, DataError> {
        let mut reader = Reader::open(path)?;
        if reader.header() != header {
            let show = |header: &Header| serde_json::to_string(header).unwrap_or_default();
            return Err(DataError::Mismatch {
                path: path.to_owned(),
                reason: format!(
                    "made by {}; expected {}",
                    show(reader.header()),
                    show(header)
                ),
            });
        }
        let mut whole = reader.position();
        let mut damage = None;
        while let Some(block) = reader.next() {
            if let Some(damage) = damage.take() {
                return Err(damage);
            }
            match block.and_then(|block| block.decode()) {
                Ok(games) => {
                    games.iter().for_each(&mut *on_game);
                    whole = reader.position();
                }
                Err(error) => damage = Some(error),
            }
        }
        let failed = DataError::file(path);
        let file = File::options().append(true).open(path).map_err(&failed)?;
        let length = file.metadata().map_err(&failed)?.len();
        match damage {
            Some(damage) if length - whole > MOST_TORN => return Err(damage),
            _ => file.set_len(whole).map_err(&failed)?,
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a block, in one write.
    ///
    /// # Errors
    /// [`DataError::File`] if the system refuses.
    pub fn append(&mut self, games: &[SampledGame]) -> Result<(), DataError> {
        self.file
            .write_all(&encode(games))
            .map_err(DataError::file(&self.path))
    }
}
