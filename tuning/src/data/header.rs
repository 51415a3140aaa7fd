//! What a file of positions says about itself.

use jarmo_engine::RuleSet;
use serde::{Deserialize, Serialize};

/// The first line of a file, with the version of the format.
pub(super) const MAGIC: &str = "JARMO POSITIONS 1\n";

/// No header is longer, in bytes.
pub(super) const MAX_HEADER: u64 = 1 << 20;

/// Where the positions of a file come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the rule set.
    pub rules: String,
    /// How the games were made: one recipe from self-play, several in a merged file.
    pub recipes: Vec<Recipe>,
    /// What was taken out of a file with these recipes, if not all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part: Option<String>,
}

/// How self-play made its games. The same recipe makes the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The engine's signature, see [`crate::selfplay::signature`].
    pub engine: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Number of openings in the book and their checksum; `None`: the start of the game.
    pub book: Option<(usize, u32)>,
    /// The fewest and the most random moves after the opening.
    pub random_plies: [u32; 2],
    /// How many of a hundred moves soon after those are random too.
    pub noise: u32,
}

impl Header {
    /// The header of new games.
    #[must_use]
    pub fn new(rules: RuleSet, recipe: Recipe) -> Self {
        Self {
            rules: rules.name().to_owned(),
            recipes: vec![recipe],
            part: None,
        }
    }

    /// Both lines of text at the beginning of a file, and their checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let json = serde_json::to_string(self).expect("a header is plain data");
        let mut bytes = format!("{MAGIC}{json}\n").into_bytes();
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}
