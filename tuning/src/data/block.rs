//! Blocks of games as bytes: the unit that is written, checked and lost as a whole.

use std::path::PathBuf;
use std::sync::Arc;

use jarmo_engine::{Position, RuleSet};

use super::{DataError, Sample, SampledGame};

/// Bytes of a block before its games.
pub(super) const BLOCK_HEAD: usize = 8;

/// No block has more bytes of games.
pub(super) const MAX_BLOCK: usize = 1 << 26;

const GAME_HEAD: usize = 7;
const SAMPLE: usize = 16;

/// Games as a block.
///
/// # Panics
/// If they need more than 64 MiB.
#[must_use]
pub fn encode(games: &[SampledGame]) -> Vec<u8> {
    let mut block = vec![0; BLOCK_HEAD];
    for game in games {
        let samples = u16::try_from(game.samples.len()).expect("no more samples than plies");
        block.extend(game.number.to_le_bytes());
        block.extend(game.margin.to_le_bytes());
        block.extend(samples.to_le_bytes());
        let packed = game.samples.iter().map(pack);
        block.extend(packed.flat_map(u128::to_le_bytes));
    }
    let length = block.len() - BLOCK_HEAD;
    assert!(length <= MAX_BLOCK, "a block of {length} bytes");
    block[..4].copy_from_slice(&(length as u32).to_le_bytes());
    let checksum = checksum(length as u32, &block[BLOCK_HEAD..]);
    block[4..BLOCK_HEAD].copy_from_slice(&checksum.to_le_bytes());
    block
}

fn checksum(length: u32, games: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length.to_le_bytes());
    hasher.update(games);
    hasher.finalize()
}

const SCORE_AT: u32 = Position::PACKED_BITS;
const PLY_AT: u32 = SCORE_AT + 16;

fn pack(sample: &Sample) -> u128 {
    debug_assert!(sample.ply <= Sample::MAX_PLY);
    sample.position.pack()
        | u128::from(sample.score.cast_unsigned()) << SCORE_AT
        | u128::from(sample.ply) << PLY_AT
}

fn unpack(bits: u128, rules: RuleSet) -> Option<Sample> {
    Some(Sample {
        position: Position::unpack(bits & ((1 << SCORE_AT) - 1), rules)?,
        score: ((bits >> SCORE_AT) as u16).cast_signed(),
        ply: (bits >> PLY_AT) as u16,
    })
}

/// A block as it stands in a file, not looked into yet.
#[derive(Clone, Debug)]
pub struct RawBlock {
    pub(super) path: Arc<PathBuf>,
    pub(super) rules: RuleSet,
    pub(super) number: usize,
    pub(super) checksum: u32,
    pub(super) games: Vec<u8>,
}

impl RawBlock {
    /// Its place in the file, from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The games.
    ///
    /// # Errors
    /// [`DataError::Block`] if the checksum is wrong or the bytes are no games.
    pub fn decode(&self) -> Result<Vec<SampledGame>, DataError> {
        let found = checksum(self.games.len() as u32, &self.games);
        if found != self.checksum {
            let expected = self.checksum;
            return Err(self.error(format!("checksum {found:08x}, expected {expected:08x}")));
        }
        let mut games: Vec<SampledGame> = Vec::new();
        let mut rest = self.games.as_slice();
        while !rest.is_empty() {
            let game = decode_game(&mut rest, self.rules).map_err(|reason| self.error(reason))?;
            if games.last().is_some_and(|last| last.number >= game.number) {
                let number = game.number;
                return Err(self.error(format!("game {number}, expected a greater number")));
            }
            games.push(game);
        }
        Ok(games)
    }

    fn error(&self, reason: String) -> DataError {
        DataError::Block {
            path: self.path.as_ref().clone(),
            block: self.number,
            reason,
        }
    }
}

fn decode_game(rest: &mut &[u8], rules: RuleSet) -> Result<SampledGame, String> {
    let short = || "it ends within a game, expected a whole one".to_owned();
    let (head, body) = rest.split_first_chunk::<GAME_HEAD>().ok_or_else(short)?;
    let [n0, n1, n2, n3, margin, s0, s1] = *head;
    let number = u32::from_le_bytes([n0, n1, n2, n3]);
    let samples = usize::from(u16::from_le_bytes([s0, s1]));
    let (body, after) = body.split_at_checked(samples * SAMPLE).ok_or_else(short)?;
    *rest = after;
    let (samples, _) = body.as_chunks::<SAMPLE>();
    let samples = samples.iter().map(|&bytes| {
        let bits = u128::from_le_bytes(bytes);
        unpack(bits, rules).ok_or_else(|| {
            format!("game {number}: {bits:#034x} is no position, expected one as it is packed")
        })
    });
    Ok(SampledGame {
        number,
        margin: margin.cast_signed(),
        samples: samples.collect::<Result<_, _>>()?,
    })
}
