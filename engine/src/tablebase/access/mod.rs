//! A set of open tables, and what they know of a position.
//!
//! Small tables are kept in memory once they have been read, block by block; the
//! blocks of large ones share a bounded cache. A table found damaged while it is in
//! use is dropped and goes on record as a fault; whoever asks goes on without it.

mod assurance;
mod moves;
mod section;
mod table;
#[cfg(test)]
mod tests;
mod value;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use section::SectionValues;
pub use value::Value;

use super::class::{Class, Layer};
use super::file::{Content, Description, FileError, FileFault, TableFile};
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::side::Side;
use table::{Blocks, ByBytes, Table};
use value::Reach;

/// How the names of tablebase files end.
pub const EXTENSION: &str = "jtb";

/// Decompressed tables that are kept whole, all together: room for all layers up to 7 of one rule set.
const KEPT_BYTES: usize = 1 << 30;

/// Decompressed blocks of larger tables.
const CACHE_BYTES: usize = 64 << 20;

/// Room for a list of each layer by its weight.
const LAYERS: usize = Layer::HIGHEST.weight() as usize + 1;

/// Open tables of any rule sets and layers.
#[derive(Debug)]
pub struct Tablebase {
    /// By rule set and layer, the most telling first.
    tables: [[Vec<Table>; LAYERS]; RuleSet::ALL.len()],
    blocks: Arc<Blocks>,
    kept_bytes: usize,
    count: u32,
    faults: Mutex<Vec<FileError>>,
}

/// The usual name of a table's file: `jarmo-7.jtb`.
#[must_use]
pub fn file_name(rules: RuleSet, layer: Layer) -> String {
    format!("{rules}-{layer}.{EXTENSION}")
}

/// Archers and marks on the board: the weight of the position's layer, if it is of one.
pub(crate) fn weight(position: &Position) -> usize {
    let marked = position.marked(Side::White) | position.marked(Side::Black);
    (position.occupied().len() + marked.len()) as usize
}

impl Default for Tablebase {
    fn default() -> Self {
        Self {
            tables: Default::default(),
            blocks: Arc::new(Blocks::with_weighter(
                CACHE_BYTES >> 16,
                CACHE_BYTES as u64,
                ByBytes,
            )),
            kept_bytes: 0,
            count: 0,
            faults: Mutex::new(Vec::new()),
        }
    }
}

impl Tablebase {
    /// Adds an open table.
    pub fn add(&mut self, file: TableFile) {
        let description = file.description();
        let id = self.count;
        self.count += 1;
        let table = if self.kept_bytes + file.bytes() <= KEPT_BYTES {
            self.kept_bytes += file.bytes();
            Table::kept(file, id)
        } else {
            Table::shared(file, id, Arc::clone(&self.blocks))
        };
        let layer =
            &mut self.tables[description.rules as usize][usize::from(description.layer.weight())];
        let better = |other: &Table| other.content() >= description.content;
        let place = layer.partition_point(better);
        layer.insert(place, table);
    }

    /// Adds every table in `folder`; gives the number of tables added.
    ///
    /// Files that can't be used are told among the faults.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn add_folder(&mut self, folder: &Path) -> Result<usize, FileError> {
        let files = files_in(folder).map_err(|error| FileError {
            file: folder.display().to_string(),
            fault: FileFault::Io(error),
        })?;
        let mut count = 0;
        for path in files {
            match TableFile::open(&path) {
                Ok(file) => {
                    self.add(file);
                    count += 1;
                }
                Err(fault) => self.record(fault),
            }
        }
        Ok(count)
    }

    /// Whether there is no table at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The tables in use for `rules`: the lowest layer first.
    pub fn layers(&self, rules: RuleSet) -> impl Iterator<Item = Description> + '_ {
        let layers = self.tables[rules as usize].iter();
        layers
            .filter_map(|tables| best(tables))
            .map(|table| table.file().description())
    }

    /// The highest layer of which margins are known without a look at a file each time; 0 if there is none.
    pub(crate) fn highest_kept_layer(&self, rules: RuleSet) -> usize {
        let is_kept = |tables: &Vec<Table>| {
            best(tables).is_some_and(|table| table.is_kept() && table.content() > Content::Outcome)
        };
        let layers = &self.tables[rules as usize];
        layers.iter().rposition(is_kept).unwrap_or(0)
    }

    /// What the tables know of `position`; nothing of games that have ended.
    ///
    /// What is sure of a value depends on the runs of both players.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let layer = self.tables[position.rules() as usize].get(weight(position))?;
        let table = best(layer)?;
        let (class, index) = Class::locate(position)?;
        match table.entry(class, position.side_to_move(), index) {
            Ok(raw) => Value::of(table.content(), raw, Reach::of_both(position)),
            Err(fault) => self.drop_out(table, fault, position),
        }
    }

    /// Does without a damaged table, and asks the next one.
    #[cold]
    fn drop_out(&self, table: &Table, fault: FileError, position: &Position) -> Option<Value> {
        if table.drop_out() {
            self.record(fault);
        }
        self.probe(position)
    }

    fn record(&self, fault: FileError) {
        self.faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(fault);
    }

    /// What has been found wrong with tables since the last time this was asked.
    #[must_use]
    pub fn take_faults(&self) -> Vec<FileError> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The most telling table of a layer that has not been dropped.
fn best(tables: &[Table]) -> Option<&Table> {
    tables.iter().find(|table| table.is_sound())
}

/// The tablebase files in `folder`, by name.
fn files_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
