//! Planes on disk, in a folder of work files: those of finished layers, which higher layers build on, and
//! those of a layer that is not finished yet.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::goal::Goal;
use super::matrix::BitMatrix;
use crate::side::Side;
use crate::tablebase::{Class, Layer};

const MAGIC: &[u8; 8] = b"JarmoBit";
/// Fast, and planes are so regular that higher levels gain little.
const COMPRESSION: i32 = 1;
const BUFFER_WORDS: usize = 1 << 13;

/// What a plane on disk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The fixpoint.
    Finished,
    /// Part of the way to it.
    Partial,
    /// Either, the finished one first; for reading only.
    Any,
}

/// What may go wrong with work files.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file that can't be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// A file that is no plane of the class and goal that its name says.
    #[error("{}: not a plane of {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was expected.
        expected: String,
    },
    /// A lower class without a finished plane.
    #[error("class {class} has not been solved yet")]
    Missing {
        /// The class.
        class: Class,
    },
}

/// A folder of planes.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens a folder, which is made if there is none.
    ///
    /// # Errors
    /// A folder that can't be made.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|source| StoreError::Io {
            path: folder.clone(),
            source,
        })?;
        Ok(Self { folder })
    }

    fn path(&self, goal: Goal, class: Class, mover: Side, extension: &str) -> PathBuf {
        let side = match mover {
            Side::White => 'w',
            Side::Black => 'b',
        };
        self.folder
            .join(format!("{goal}-{class}-{side}.{extension}"))
    }

    /// Whether all planes of a layer are there.
    #[must_use]
    pub fn is_finished(&self, goal: Goal, layer: Layer) -> bool {
        self.missing(goal, layer).is_none()
    }

    /// A class of the layer without a finished plane.
    pub(super) fn missing(&self, goal: Goal, layer: Layer) -> Option<Class> {
        layer.classes().find(|&class| {
            let is_there = |&mover: &Side| self.path(goal, class, mover, "plane").exists();
            !Side::BOTH.iter().all(is_there)
        })
    }

    /// Reads a plane; `None` if there is none.
    pub(super) fn load(
        &self,
        goal: Goal,
        class: Class,
        mover: Side,
        stage: Stage,
    ) -> Result<Option<BitMatrix>, StoreError> {
        let extensions: &[&str] = match stage {
            Stage::Finished => &["plane"],
            Stage::Partial => &["part"],
            Stage::Any => &["plane", "part"],
        };
        for extension in extensions {
            let path = self.path(goal, class, mover, extension);
            match File::open(&path) {
                Ok(file) => return read(file, &path, goal, class, mover).map(Some),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(StoreError::Io { path, source }),
            }
        }
        Ok(None)
    }

    pub(super) fn save(
        &self,
        goal: Goal,
        class: Class,
        mover: Side,
        stage: Stage,
        plane: &BitMatrix,
    ) -> Result<(), StoreError> {
        let extension = if stage == Stage::Finished {
            "plane"
        } else {
            "part"
        };
        let path = self.path(goal, class, mover, extension);
        let write = || {
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            write(file.as_file_mut(), &header(goal, class, mover), plane)?;
            file.persist(&path)?;
            Ok(())
        };
        write().map_err(|source| StoreError::Io {
            path: path.clone(),
            source,
        })
    }

    /// Removes the unfinished planes of a layer.
    pub(super) fn remove_partial(&self, goal: Goal, layer: Layer) -> Result<(), StoreError> {
        for class in layer.classes() {
            for mover in Side::BOTH {
                let path = self.path(goal, class, mover, "part");
                match fs::remove_file(&path) {
                    Err(source) if source.kind() != io::ErrorKind::NotFound => {
                        return Err(StoreError::Io { path, source });
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// What a file of this plane begins with: a magic number, and a line that says what it is.
fn header(goal: Goal, class: Class, mover: Side) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(format!("{goal} {class} {mover} to move\n").bytes());
    header
}

fn write(file: &mut File, header: &[u8], plane: &BitMatrix) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    file.write_all(header)?;
    let mut encoder = zstd::Encoder::new(file, COMPRESSION)?;
    encoder.include_checksum(true)?;
    let mut bytes = Vec::with_capacity(8 * BUFFER_WORDS);
    for words in plane.words().chunks(BUFFER_WORDS) {
        bytes.clear();
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        encoder.write_all(&bytes)?;
    }
    encoder.finish()?.flush()
}

fn read(
    file: File,
    path: &Path,
    goal: Goal,
    class: Class,
    mover: Side,
) -> Result<BitMatrix, StoreError> {
    let failed = |source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    let expected = header(goal, class, mover);
    let mut file = BufReader::new(file);
    let mut found = vec![0; expected.len()];
    file.read_exact(&mut found).map_err(failed)?;
    if found != expected {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
            expected: format!("{goal} {class} {mover} to move"),
        });
    }
    let rows = class.material(mover).armies() as usize;
    let columns = class.material(!mover).armies() as usize;
    let mut plane = BitMatrix::new(rows, columns);
    let mut decoder = zstd::Decoder::with_buffer(file).map_err(failed)?;
    let mut bytes = vec![0; 8 * BUFFER_WORDS];
    for words in plane.words_mut().chunks_mut(BUFFER_WORDS) {
        let bytes = &mut bytes[..8 * words.len()];
        decoder.read_exact(bytes).map_err(failed)?;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
    // Reading to the end makes the decoder compare the checksum.
    match decoder.read(&mut [0]).map_err(failed)? {
        0 => Ok(plane),
        _ => Err(failed(io::ErrorKind::InvalidData.into())),
    }
}
