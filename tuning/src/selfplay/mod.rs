//! Games of our search with itself, for the positions that it meets.
//!
//! A game follows from the recipe and its own number alone. So threads can play games in any
//! order and the file is still the same; after an interruption the next number goes on.

mod game;
mod run;

use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Position, RuleSet, TableError};
use jarmo_protocol::bench;

pub use game::{Player, Setup};
pub use run::{BLOCK_GAMES, run};

/// Size of each player's transposition table in MiB: enough for games of some thousand nodes a move.
const HASH_MEBIBYTES: usize = 1;

/// What tells engines apart that play differently: version, weights, and what short searches of
/// the positions of `bench` find.
///
/// # Errors
/// [`TableError`] if there is no memory for a small table.
pub fn signature() -> Result<String, TableError> {
    let mut searcher = Searcher::new(HASH_MEBIBYTES)?;
    let limits = SearchLimits {
        nodes: Some(2_000),
        ..SearchLimits::default()
    };
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&searcher.weights.to_bytes(""));
    for text in bench::POSITIONS {
        let position = Position::parse(text, RuleSet::Jarmo).expect("positions of the bench");
        searcher.clear();
        let outcome = searcher.search(&position, &[], &limits, &SearchControl::new(), &mut |_| ());
        let best = outcome.best();
        let found = format!("{} {} {:?}\n", best.score, best.depth, outcome.best_move());
        hasher.update(found.as_bytes());
    }
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{version}-{:08x}", hasher.finalize()))
}
