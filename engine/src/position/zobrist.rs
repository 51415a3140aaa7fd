//! The random numbers of position keys, computed when the crate is compiled.

use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::{Square, SquareMap};

use super::Run;

/// A bijective mixer with good avalanche: the finalizer of SplitMix64
/// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `[side][marked]` for each circle.
static ARCHERS: [[SquareMap<u64>; 2]; 2] = {
    let mut keys = [[[0; Square::COUNT]; 2]; 2];
    let mut seed = 0;
    while seed < 4 * Square::COUNT {
        keys[seed / 50][seed / 25 % 2][seed % 25] = mix(1 + seed as u64);
        seed += 1;
    }
    [
        [SquareMap::new(keys[0][0], 0), SquareMap::new(keys[0][1], 0)],
        [SquareMap::new(keys[1][0], 0), SquareMap::new(keys[1][1], 0)],
    ]
};

/// Toggled with every turn.
pub(super) const BLACK_TO_MOVE: u64 = mix(1_000);

/// An archer of `side` on `square`.
pub(super) fn archer(side: Side, marked: bool, square: Square) -> u64 {
    ARCHERS[side as usize][usize::from(marked)][square]
}

/// A rule set.
pub(super) const fn rules(rules: RuleSet) -> u64 {
    mix(2_000 + rules as u64)
}

/// A player's run.
///
/// Nearly every move begins a run of 1. Were those in the key, positions that
/// differ in the order of moves alone would seldom meet in a table. So a run of
/// 1 is left out: it matters only to a player who goes to and fro with the same
/// archer in the next three or four of its own moves, and then by one move.
pub(super) fn run(side: Side, run: Option<Run>) -> u64 {
    match run {
        Some(run) if run.length.get() > 1 => {
            let circles = (run.from.index() * 32 + run.to.index()) as u64;
            mix(10_000 + ((u64::from(run.length.get()) * 2 + side as u64) << 10 | circles))
        }
        _ => 0,
    }
}
