//! Reads a file of positions block by block.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jarmo_engine::RuleSet;

use super::DataError;
use super::block::{BLOCK_HEAD, MAX_BLOCK, RawBlock};
use super::header::{Header, MAGIC, MAX_HEADER};

/// An open file of positions: an iterator over its blocks.
///
/// A torn or otherwise unreadable block is an error, and the last item.
#[derive(Debug)]
pub struct Reader {
    path: Arc<PathBuf>,
    header: Header,
    rules: RuleSet,
    file: BufReader<File>,
    /// Bytes read, up to the end of the last whole block.
    position: u64,
    blocks: usize,
    failed: bool,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// [`DataError`] if there is no such file, or it is not a file of positions.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataError::file(path))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let bad = |reason: String| DataError::Header {
            path: path.to_owned(),
            reason,
        };
        let mut text = Vec::new();
        let mut read_line = |text: &mut Vec<u8>, longest: u64| {
            let mut line = (&mut file).take(longest);
            line.read_until(b'\n', text).map_err(DataError::file(path))
        };
        read_line(&mut text, MAGIC.len() as u64)?;
        if text != MAGIC.as_bytes() {
            return Err(DataError::Foreign(path.to_owned()));
        }
        read_line(&mut text, MAX_HEADER)?;
        let mut checksum = [0; 4];
        file.read_exact(&mut checksum).map_err(|_| {
            bad("it is torn, expected JSON, a line's end and a checksum".to_owned())
        })?;
        let (found, expected) = (crc32fast::hash(&text), u32::from_le_bytes(checksum));
        if found != expected {
            return Err(bad(format!(
                "checksum {found:08x}, expected {expected:08x}"
            )));
        }
        let header: Header = serde_json::from_slice(&text[MAGIC.len()..])
            .map_err(|error| bad(format!("{error}, expected the fields of a header")))?;
        let rules = header.rules.parse::<RuleSet>();
        Ok(Self {
            rules: rules.map_err(|error| bad(error.to_string()))?,
            path: Arc::new(path.to_owned()),
            header,
            file,
            position: (text.len() + checksum.len()) as u64,
            blocks: 0,
            failed: false,
        })
    }

    /// What the file says about itself.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Where the blocks that have been read end, in bytes from the beginning of the file.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    fn read_block(&mut self) -> Result<Option<RawBlock>, String> {
        let mut head = [0; BLOCK_HEAD];
        match read_up_to(&mut self.file, &mut head)? {
            0 => return Ok(None),
            BLOCK_HEAD => {}
            found => return Err(torn(found, BLOCK_HEAD)),
        }
        let [l0, l1, l2, l3, c0, c1, c2, c3] = head;
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        if !(1..=MAX_BLOCK).contains(&length) {
            return Err(format!(
                "{length} bytes of games, expected 1 to {MAX_BLOCK}"
            ));
        }
        let mut games = vec![0; length];
        let found = read_up_to(&mut self.file, &mut games)?;
        if found < length {
            return Err(torn(found, length));
        }
        self.blocks += 1;
        self.position += (BLOCK_HEAD + length) as u64;
        Ok(Some(RawBlock {
            path: Arc::clone(&self.path),
            rules: self.rules,
            number: self.blocks,
            checksum: u32::from_le_bytes([c0, c1, c2, c3]),
            games,
        }))
    }
}

fn torn(found: usize, expected: usize) -> String {
    format!("the file ends after {found} bytes of it, expected {expected}")
}

/// Fills `buffer` as far as the file reaches; how far that is.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> Result<usize, String> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(filled)
}

impl Iterator for Reader {
    type Item = Result<RawBlock, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let block = self.read_block().map_err(|reason| DataError::Block {
            path: self.path.as_ref().clone(),
            block: self.blocks + 1,
            reason,
        });
        self.failed = block.is_err();
        block.transpose()
    }
}
