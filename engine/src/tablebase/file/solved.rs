//! Solved layers into files and back.

use std::borrow::Cow;
use std::path::Path;

use super::super::entry::Entry;
use super::super::solve::{ClassTable, SolvedLayer};
use super::layout::{Content, Description, Section};
use super::read::TableFile;
use super::write::{Planes, WriteOptions, write};
use super::{FileError, FileFault};

/// Writes what `content` keeps of a solved layer to `path`, as [`write()`] does.
///
/// # Errors
/// [`FileError`] if the file can't be written.
pub fn write_layer(
    path: &Path,
    layer: &SolvedLayer,
    content: Content,
    options: WriteOptions,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<u64, FileError> {
    let description = Description {
        rules: layer.rules(),
        layer: layer.layer(),
        content,
    };
    let planes = |section: &Section| {
        let tables = layer.class(section.class).expect("a layer has its classes");
        planes(content, &tables[section.side as usize])
    };
    write(path, description, options, &planes, on_progress)
}

fn planes(content: Content, table: &ClassTable) -> Planes<'_> {
    let ClassTable { values, distances } = table;
    match content {
        Content::Outcome => vec![Cow::Owned(outcomes(values))],
        Content::Margin => vec![Cow::Owned(margins(values))],
        Content::MarginAndDistance => vec![Cow::Borrowed(values), Cow::Borrowed(distances)],
    }
}

/// Value bytes without what they tell of long runs, which takes a third of the room.
fn margins(values: &[u8]) -> Vec<u8> {
    let mut shorter: [u8; 256] = std::array::from_fn(|value| value as u8);
    for value in &mut shorter {
        if let Some(entry) = Entry::from_bytes([*value, 0]) {
            let entry = Entry {
                is_at_least_longer: false,
                is_at_most_longer: false,
                ..entry
            };
            *value = entry.to_bytes()[0];
        }
    }
    values
        .iter()
        .map(|&value| shorter[usize::from(value)])
        .collect()
}

/// Who surely wins by value bytes, four to a byte.
fn outcomes(values: &[u8]) -> Vec<u8> {
    let outcome = |value: u8| match Entry::from_bytes([value, 0]) {
        Some(entry) if entry.margin > 0 && entry.is_at_least => 1,
        Some(entry) if entry.margin < 0 && entry.is_at_most => 2,
        Some(entry) if entry.margin == 0 && entry.is_exact() => 0,
        _ => 3,
    };
    let packed = |four: &[u8]| {
        four.iter()
            .rev()
            .fold(0, |byte, &value| byte << 2 | outcome(value))
    };
    values.chunks(4).map(packed).collect()
}

impl TableFile {
    /// Reads the whole layer.
    ///
    /// # Errors
    /// [`FileError`] if a block is damaged, or if the file has no distances.
    pub fn solved_layer(&self) -> Result<SolvedLayer, FileError> {
        let Description {
            rules,
            layer,
            content,
        } = self.description();
        let refused = |found: Content| FileFault::Content {
            found,
            expected: Content::MarginAndDistance,
        };
        if content != Content::MarginAndDistance {
            return Err(refused(content).of(self.name()));
        }
        let mut tables = Vec::new();
        for pair in self.sections().chunks_exact(2) {
            let table = |section| -> Result<ClassTable, FileError> {
                let mut planes = self.section(section)?.into_iter();
                Ok(ClassTable {
                    values: planes.next().unwrap_or_default(),
                    distances: planes.next().unwrap_or_default(),
                })
            };
            tables.push([table(&pair[0])?, table(&pair[1])?]);
        }
        SolvedLayer::new(rules, layer, tables).ok_or_else(|| FileFault::Entries.of(self.name()))
    }
}
