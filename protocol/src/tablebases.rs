//! The tablebases in use: those that are part of the program, and those of a folder.

use std::path::Path;

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

/// The tables of the program with those of `folder`.
///
/// Files that can't be used are among the tablebase's faults; the others are used.
///
/// # Errors
/// [`FolderError`] if the folder can't be read or holds no tables.
pub fn open(folder: Option<&Path>) -> Result<Tablebase, FolderError> {
    let mut tablebase = Tablebase::default();
    if let Some(folder) = folder
        && tablebase.add_folder(folder)? == 0
    {
        return Err(FolderError::Empty(folder.display().to_string()));
    }
    Ok(tablebase)
}
