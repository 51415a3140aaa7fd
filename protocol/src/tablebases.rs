//! The tablebases in use: those that are part of the program, and those of a folder.

use std::path::PathBuf;

use jarmo_engine::tablebase::file::FileError;
use jarmo_engine::tablebase::{EXTENSION, Tablebase};

/// Why the tables of a folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder can't be read.
    #[error(transparent)]
    Folder(#[from] FileError),
    /// It holds no tables at all.
    #[error("no tablebases in '{0}'; expected files such as jarmo-7.{EXTENSION}")]
    Empty(String),
}

/// Which tables are to be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Those that are part of the program.
    pub default: bool,
    /// Those of a folder. Where both tell the same of a layer, those of the program answer.
    pub folder: Option<PathBuf>,
}

impl Default for Sources {
    fn default() -> Self {
        Self {
            default: true,
            folder: None,
        }
    }
}

impl Sources {
    /// Opens the tables.
    ///
    /// Files that can't be used are among the tablebase's faults; the others are used.
    ///
    /// # Errors
    /// [`FolderError`] if the folder can't be read or holds no tables.
    pub fn open(&self) -> Result<Tablebase, FolderError> {
        let mut tablebase = if self.default {
            Tablebase::embedded()
        } else {
            Tablebase::default()
        };
        if let Some(folder) = &self.folder
            && tablebase.add_folder(folder)? == 0
        {
            return Err(FolderError::Empty(folder.display().to_string()));
        }
        Ok(tablebase)
    }
}
