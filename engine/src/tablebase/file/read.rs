//! Reading a table: the directory when it is opened, blocks as they are asked for.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::super::class::Layer;
use super::layout::{Content, Description, Layout, Section};
use super::write::{FIXED_BYTES, head_bytes};
use super::{BLOCK_LOGS, FileError, FileFault, MAGIC, VERSION};
use crate::ruleset::RuleSet;

/// An open table.
///
/// Opening reads and checks the header and the directory; each block is checked when
/// it is read.
#[derive(Debug)]
pub struct TableFile {
    name: String,
    source: Source,
    layout: Layout,
    directory: Vec<Place>,
}

#[derive(Debug)]
enum Source {
    /// One reader at a time moves the file's cursor; a block is read far faster than decompressed.
    File(Mutex<File>),
    Memory(&'static [u8]),
}

/// Where a compressed block stands.
#[derive(Debug)]
struct Place {
    offset: u64,
    length: u32,
    checksum: u32,
}

impl TableFile {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// [`FileError`] if it can't be read, is no table of this version, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let opened = File::open(path).map_err(FileFault::Io).and_then(|file| {
            // A directory opens like a file, but has no bytes to read.
            let length = file.metadata()?.len();
            Self::read(&name, Source::File(Mutex::new(file)), length)
        });
        opened.map_err(|fault| fault.of(&name))
    }

    /// Opens a table whose bytes are in memory; `name` stands for it in errors.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn from_bytes(name: &str, bytes: &'static [u8]) -> Result<Self, FileError> {
        Self::read(name, Source::Memory(bytes), bytes.len() as u64).map_err(|fault| fault.of(name))
    }

    fn read(name: &str, source: Source, length: u64) -> Result<Self, FileFault> {
        let too_short = |expected: usize| FileFault::Length {
            found: length,
            expected: expected as u64,
        };
        if length < FIXED_BYTES as u64 {
            let start = source.bytes(0, length as usize)?;
            return Err(
                if !start.is_empty() && MAGIC.starts_with(&start[..start.len().min(8)]) {
                    too_short(FIXED_BYTES)
                } else {
                    FileFault::Foreign
                },
            );
        }
        let (description, block_log) = fixed_part(&source.bytes(0, FIXED_BYTES)?)?;
        let layout = Layout::new(description, block_log);
        let head_bytes = head_bytes(&layout);
        if length < head_bytes as u64 {
            return Err(too_short(head_bytes));
        }
        let head = source.bytes(0, head_bytes)?;
        let (checked, checksum) = head.split_at(head_bytes - 4);
        let (found, expected) = (crc32fast::hash(checked), number(checksum) as u32);
        if found != expected {
            return Err(FileFault::Directory { found, expected });
        }
        check("count of entries", number(&head[16..24]), layout.entries)?;
        check(
            "count of blocks",
            number(&head[24..28]),
            layout.blocks as u64,
        )?;
        let mut offset = head_bytes as u64;
        let mut place = |entry: &[u8]| {
            let (length, checksum) = (number(&entry[..4]) as u32, number(&entry[4..]) as u32);
            let place = Place {
                offset,
                length,
                checksum,
            };
            offset += u64::from(length);
            place
        };
        let directory = checked[FIXED_BYTES..]
            .chunks_exact(8)
            .map(&mut place)
            .collect();
        if length != offset {
            return Err(FileFault::Length {
                found: length,
                expected: offset,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            source,
            layout,
            directory,
        })
    }

    /// The file, as the user named it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which table it is.
    #[must_use]
    pub const fn description(&self) -> Description {
        self.layout.description
    }

    /// Makes sure that it is the table of `layer` of `rules`.
    ///
    /// # Errors
    /// [`FileFault::Other`] if it is another one.
    pub fn expect(&self, rules: RuleSet, layer: Layer) -> Result<(), FileError> {
        let found = self.description();
        if (found.rules, found.layer) == (rules, layer) {
            return Ok(());
        }
        let fault = FileFault::Other {
            layer: found.layer,
            rules: found.rules,
            expected_layer: layer,
            expected_rules: rules,
        };
        Err(fault.of(&self.name))
    }

    /// Its sections, in their order.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.layout.sections
    }

    /// Number of blocks.
    #[must_use]
    pub const fn block_count(&self) -> usize {
        self.directory.len()
    }

    /// Entries of a whole block.
    #[must_use]
    pub(crate) const fn entries_per_block(&self) -> u64 {
        self.layout.per_block
    }

    /// Decompressed size of a whole block.
    #[must_use]
    pub const fn block_bytes(&self) -> usize {
        1 << self.layout.block_log
    }

    /// Decompressed size of all blocks together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let content = self.layout.description.content;
        self.layout
            .sections
            .iter()
            .map(|section| content.bytes(section.entries))
            .sum()
    }

    /// Reads, checks and decompresses a block.
    ///
    /// # Errors
    /// [`FileError`] names the block that can't be read or is damaged.
    pub fn block(&self, block: usize) -> Result<Box<[u8]>, FileError> {
        self.decompressed(block)
            .map_err(|fault| fault.of(&self.name))
    }

    fn decompressed(&self, block: usize) -> Result<Box<[u8]>, FileFault> {
        let place = &self.directory[block];
        let damaged = |reason: String| FileFault::Block {
            block,
            count: self.directory.len(),
            reason,
        };
        let compressed = self
            .source
            .bytes(place.offset, place.length as usize)
            .map_err(|error| damaged(error.to_string()))?;
        let found = crc32fast::hash(&compressed);
        if found != place.checksum {
            let expected = place.checksum;
            return Err(damaged(format!(
                "checksum {found:08x}; expected {expected:08x}"
            )));
        }
        let expected = self.layout.block_bytes(block);
        let bytes = zstd::bulk::decompress(&compressed, expected)
            .map_err(|error| damaged(error.to_string()))?;
        if bytes.len() != expected {
            return Err(damaged(format!(
                "{} bytes; expected {expected}",
                bytes.len()
            )));
        }
        Ok(bytes.into_boxed_slice())
    }

    /// Reads a whole section: each plane of it, values first.
    ///
    /// # Errors
    /// As [`Self::block`].
    pub fn section(&self, section: &Section) -> Result<Vec<Vec<u8>>, FileError> {
        let content = self.layout.description.content;
        let mut planes: Vec<Vec<u8>> = (0..content.plane_count())
            .map(|plane| Vec::with_capacity(content.plane_bytes(plane, section.entries)))
            .collect();
        let blocks = self.layout.blocks_of(section);
        for block in section.first_block..section.first_block + blocks {
            let bytes = self.block(block)?;
            let (_, entries) = self.layout.block(block);
            let mut rest = &bytes[..];
            for (index, plane) in planes.iter_mut().enumerate() {
                let (own, others) =
                    rest.split_at(content.plane_bytes(index, entries.end - entries.start));
                plane.extend_from_slice(own);
                rest = others;
            }
        }
        Ok(planes)
    }
}

impl Source {
    fn bytes(&self, offset: u64, length: usize) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::File(file) => {
                let mut bytes = vec![0; length];
                // A reader that panicked left no more than the cursor behind.
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            Self::Memory(bytes) => Ok(bytes[offset as usize..][..length].into()),
        }
    }
}

/// Reads the fixed part of the header: which table it is, and the size of a block.
fn fixed_part(head: &[u8]) -> Result<(Description, u8), FileFault> {
    if head[..8] != MAGIC {
        return Err(FileFault::Foreign);
    }
    let version = number(&head[8..10]) as u16;
    if version != VERSION {
        return Err(FileFault::Version(version));
    }
    let [rules, layer, content, block_log] = [head[10], head[11], head[12], head[13]];
    let unknown = |field, found: u8, expected: &str| FileFault::Header {
        field,
        found: found.into(),
        expected: expected.to_owned(),
    };
    let rules = RuleSet::ALL
        .into_iter()
        .find(|&known| known as u8 == rules)
        .ok_or_else(|| unknown("rule set", rules, "0, 1 or 2"))?;
    let layer = Layer::new(layer).ok_or_else(|| unknown("layer", layer, "2 to 10"))?;
    let content = Content::ALL
        .into_iter()
        .find(|&known| known as u8 == content)
        .ok_or_else(|| unknown("content", content, "1, 2 or 3"))?;
    if !BLOCK_LOGS.contains(&block_log) {
        return Err(unknown("block size", block_log, "12 to 24"));
    }
    let description = Description {
        rules,
        layer,
        content,
    };
    Ok((description, block_log))
}

fn check(field: &'static str, found: u64, expected: u64) -> Result<(), FileFault> {
    if found == expected {
        return Ok(());
    }
    Err(FileFault::Header {
        field,
        found,
        expected: expected.to_string(),
    })
}

/// A little-endian number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}
