//! One open table: where a position's entry is, and the blocks that have been read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::super::class::Class;
use super::super::file::{Content, FileError, Section, TableFile};
use crate::side::Side;

/// Decompressed blocks of all tables that are too large to be kept whole, by table and number.
pub(super) type Blocks = Cache<(u32, u32), Arc<[u8]>, ByBytes>;

/// A block weighs its bytes.
#[derive(Clone, Debug)]
pub(super) struct ByBytes;

impl Weighter<(u32, u32), Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &(u32, u32), block: &Arc<[u8]>) -> u64 {
        block.len() as u64
    }
}

/// A table and what has been read of it.
#[derive(Debug)]
pub(super) struct Table {
    file: TableFile,
    id: u32,
    store: Store,
    /// The section of each class with White to move, by [`slot`]; that with Black to move is the next.
    sections: Box<[u16; SLOTS]>,
    /// Set when a block turned out to be damaged: from then on the table tells nothing.
    is_dropped: AtomicBool,
}

#[derive(Debug)]
enum Store {
    /// Every block stays once it has been read.
    Kept(Box<[OnceLock<Box<[u8]>>]>),
    /// Blocks make room for those of all tables.
    Shared(Arc<Blocks>),
}

/// An entry as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawEntry {
    /// The byte of the margin, or the two bits of the outcome.
    pub(super) value: u8,
    /// The plies to the end, if the table has them.
    pub(super) plies: Option<u8>,
}

impl Table {
    /// A table of which every block is kept.
    pub(super) fn kept(file: TableFile, id: u32) -> Self {
        let blocks = (0..file.block_count()).map(|_| OnceLock::new()).collect();
        Self::new(file, id, Store::Kept(blocks))
    }

    /// A table whose blocks make room for others.
    pub(super) fn shared(file: TableFile, id: u32, blocks: Arc<Blocks>) -> Self {
        Self::new(file, id, Store::Shared(blocks))
    }

    fn new(file: TableFile, id: u32, store: Store) -> Self {
        let mut sections = Box::new([0; SLOTS]);
        for (number, section) in (0..).zip(file.sections()).step_by(2) {
            sections[slot(section.class)] = number;
        }
        Self {
            file,
            id,
            store,
            sections,
            is_dropped: AtomicBool::new(false),
        }
    }

    pub(super) const fn file(&self) -> &TableFile {
        &self.file
    }

    pub(super) fn content(&self) -> Content {
        self.file.description().content
    }

    /// Whether its blocks stay once they have been read.
    pub(super) const fn is_kept(&self) -> bool {
        matches!(self.store, Store::Kept(_))
    }

    /// Whether it still answers.
    pub(super) fn is_sound(&self) -> bool {
        !self.is_dropped.load(Ordering::Relaxed)
    }

    /// Takes the table out of use; true for the first who does.
    pub(super) fn drop_out(&self) -> bool {
        !self.is_dropped.swap(true, Ordering::Relaxed)
    }

    pub(super) fn section(&self, class: Class, side: Side) -> &Section {
        &self.file.sections()[usize::from(self.sections[slot(class)]) + side as usize]
    }

    /// The entry with number `index` of `class`, `side` to move.
    pub(super) fn entry(
        &self,
        class: Class,
        side: Side,
        index: u64,
    ) -> Result<RawEntry, FileError> {
        let content = self.content();
        let section = self.section(class, side);
        let per_block = self.file.entries_per_block();
        let block = section.first_block + (index / per_block) as usize;
        let at = (index % per_block) as usize;
        match &self.store {
            Store::Kept(blocks) => match blocks[block].get() {
                Some(bytes) => Ok(pick(content, bytes, at)),
                None => {
                    let bytes = self.file.block(block)?;
                    Ok(pick(content, blocks[block].get_or_init(|| bytes), at))
                }
            },
            Store::Shared(blocks) => {
                let key = (self.id, block as u32);
                if let Some(bytes) = blocks.get(&key) {
                    return Ok(pick(content, &bytes, at));
                }
                let bytes: Arc<[u8]> = self.file.block(block)?.into();
                let entry = pick(content, &bytes, at);
                blocks.insert(key, bytes);
                Ok(entry)
            }
        }
    }
}

/// Numbers for classes: six counts of archers and of marks on each side.
const SLOTS: usize = 6 * 6 * 6 * 6;

fn slot(class: Class) -> usize {
    Side::BOTH.into_iter().fold(0, |slot, side| {
        let material = class.material(side);
        (slot * 6 + usize::from(material.archers())) * 6 + usize::from(material.marks())
    })
}

/// The entry at place `at` of a block.
fn pick(content: Content, block: &[u8], at: usize) -> RawEntry {
    match content {
        Content::Outcome => RawEntry {
            value: block[at / 4] >> (2 * (at % 4)) & 0b11,
            plies: None,
        },
        Content::Margin => RawEntry {
            value: block[at],
            plies: None,
        },
        Content::MarginAndDistance => RawEntry {
            value: block[at],
            plies: Some(block[block.len() / 2 + at]),
        },
    }
}
