//! What a file holds and where in it each entry stands: all that follows from the header.

use std::fmt;
use std::ops::Range;

use super::super::class::{Class, Layer};
use crate::ruleset::RuleSet;
use crate::side::Side;

/// What a table tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Who wins, in two bits: 0 drawn, 1 won, 2 lost for the player to move, 3 unsettled.
    Outcome = 1,
    /// The value byte of an [`Entry`](super::super::Entry): the margin and how sure it is, but for long runs.
    Margin = 2,
    /// The whole entry: the value byte, and the distance byte.
    MarginAndDistance = 3,
}

impl Content {
    /// All contents, the poorest first.
    pub const ALL: [Self; 3] = [Self::Outcome, Self::Margin, Self::MarginAndDistance];

    /// Bits of an entry in each plane: a block holds one plane after the other.
    const fn planes(self) -> &'static [usize] {
        match self {
            Self::Outcome => &[2],
            Self::Margin => &[8],
            Self::MarginAndDistance => &[8, 8],
        }
    }

    /// Number of planes.
    pub(super) const fn plane_count(self) -> usize {
        self.planes().len()
    }

    /// Entries of a whole block of `1 << block_log` bytes: a power of two.
    fn entries_per_block(self, block_log: u8) -> u64 {
        let bits: usize = self.planes().iter().sum();
        (8 << block_log) / bits as u64
    }

    /// Bytes that `entries` take in `plane`.
    pub(super) const fn plane_bytes(self, plane: usize, entries: u64) -> usize {
        (entries as usize * self.planes()[plane]).div_ceil(8)
    }

    /// Bytes that `entries` take in all planes.
    pub(super) fn bytes(self, entries: u64) -> usize {
        (0..self.plane_count())
            .map(|plane| self.plane_bytes(plane, entries))
            .sum()
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Outcome => "outcomes",
            Self::Margin => "margins",
            Self::MarginAndDistance => "margins with distances",
        })
    }
}

/// Which table a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The rules that its values are of.
    pub rules: RuleSet,
    /// The layer that it holds.
    pub layer: Layer,
    /// What it tells of a position.
    pub content: Content,
}

/// The entries of a class with one side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The class.
    pub class: Class,
    /// The player to move.
    pub side: Side,
    /// Unfinished positions of the class.
    pub entries: u64,
    /// Number of its first block.
    pub first_block: usize,
}

/// The sections of a file, and what follows from them.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) description: Description,
    pub(super) sections: Vec<Section>,
    pub(super) entries: u64,
    pub(super) blocks: usize,
    pub(super) block_log: u8,
    /// Entries of a whole block.
    pub(super) per_block: u64,
}

impl Layout {
    pub(super) fn new(description: Description, block_log: u8) -> Self {
        let per_block = description.content.entries_per_block(block_log);
        let mut layout = Self {
            description,
            sections: Vec::new(),
            entries: 0,
            blocks: 0,
            block_log,
            per_block,
        };
        for class in description.layer.classes() {
            for side in Side::BOTH {
                let entries = class.size();
                layout.sections.push(Section {
                    class,
                    side,
                    entries,
                    first_block: layout.blocks,
                });
                layout.entries += entries;
                layout.blocks += entries.div_ceil(per_block) as usize;
            }
        }
        layout
    }

    /// Number of blocks of `section`.
    pub(super) fn blocks_of(&self, section: &Section) -> usize {
        section.entries.div_ceil(self.per_block) as usize
    }

    /// The section that `block` belongs to, and which of its entries the block holds.
    pub(super) fn block(&self, block: usize) -> (usize, Range<u64>) {
        let after = self
            .sections
            .partition_point(|section| section.first_block <= block);
        let section = &self.sections[after - 1];
        let first = (block - section.first_block) as u64 * self.per_block;
        (
            after - 1,
            first..section.entries.min(first + self.per_block),
        )
    }

    /// Decompressed size of `block`.
    pub(super) fn block_bytes(&self, block: usize) -> usize {
        let (_, entries) = self.block(block);
        self.description.content.bytes(entries.end - entries.start)
    }
}
