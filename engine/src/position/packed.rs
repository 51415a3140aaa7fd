//! Positions as numbers, for files that hold millions.

use std::num::NonZeroU8;

use super::{ARCHERS, Position, Run};
use crate::bitboard::Bitboard;
use crate::board::neighbours;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;

/// Bits of a set of circles.
const SET: u32 = Square::COUNT as u32;
/// Bits of a run: two circles and its length.
const RUN: u32 = 13;

impl Position {
    /// Bits that [`Self::pack`] uses, from the lowest one on.
    pub const PACKED_BITS: u32 = 3 * SET + 1 + 2 * RUN;

    /// The position in [`Self::PACKED_BITS`] bits, without its rule set and the number of the move.
    ///
    /// From the lowest bit on: 25 bits each for White's archers, Black's archers and the marked
    /// archers, bit n for the circle with number n (a1, b1, … e5); 1 if Black is to move; then for
    /// White's and for Black's run 5 bits where it comes from, 5 where it goes to, 3 for its
    /// length, which is 0 for no run.
    #[must_use]
    pub fn pack(&self) -> u128 {
        let run = |side| {
            self.run(side).map_or(0, |run| {
                run.from.index() | run.to.index() << 5 | usize::from(run.length()) << 10
            })
        };
        let sets = [self.archers[0], self.archers[1], self.marked];
        let fields = [
            (sets[0].bits(), SET),
            (sets[1].bits(), SET),
            (sets[2].bits(), SET),
            (self.side as u32, 1),
            (run(Side::White) as u32, RUN),
            (run(Side::Black) as u32, RUN),
        ];
        let above = |packed: u128, &(field, bits): &(u32, u32)| packed << bits | u128::from(field);
        fields.iter().rev().fold(0, above)
    }

    /// The position that was packed so, its move number 1; `None` for a number that is no
    /// position under these rules.
    #[must_use]
    pub fn unpack(packed: u128, rules: RuleSet) -> Option<Self> {
        let mut rest = packed;
        let mut take = |bits: u32| {
            let field = rest & ((1 << bits) - 1);
            rest >>= bits;
            field as u32
        };
        let archers = [take(SET), take(SET)].map(Bitboard::from_bits);
        let marked = Bitboard::from_bits(take(SET));
        let side = Side::BOTH[take(1) as usize];
        let runs = [take(RUN), take(RUN)];
        let [white, black] = archers;
        let occupied = white | black;
        let is_possible = rest == 0
            && (white & black).is_empty()
            && (marked - occupied).is_empty()
            && !occupied.is_empty()
            && archers.iter().all(|archers| archers.len() <= ARCHERS);
        if !is_possible {
            return None;
        }
        let mut position = Self::empty(rules);
        for side in Side::BOTH {
            for square in archers[side as usize] {
                position.toggle(side, marked.has(square), square);
            }
            position.set_run(side, unpack_run(runs[side as usize], rules)?);
        }
        position.set_side(side);
        Some(position)
    }
}

/// `Some(None)` for no run; `None` for bits that are no run.
fn unpack_run(bits: u32, rules: RuleSet) -> Option<Option<Run>> {
    let [from, to, length] = [bits & 31, bits >> 5 & 31, bits >> 10].map(|field| field as usize);
    let Some(length) = NonZeroU8::new(length as u8) else {
        return (bits == 0).then_some(None);
    };
    if from.max(to) >= Square::COUNT || length.get() > rules.rules().run_limit {
        return None;
    }
    let [from, to] = [from, to].map(Square::from_index);
    let run = Run { from, to, length };
    neighbours(from).has(to).then_some(Some(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_back() {
        for text in [
            "aaaaa/5/5/5/AAAAA w - - 1",
            "aaaaa/5/5/5/AAAAA b - - 1",
            "1aaa+a/5/4A/3A1/5 b b1d2*1 d3e5*3 1",
            "4+a/a3+a/3Aa/5/+Aa2+A w c3e4*1 - 1",
        ] {
            for rules in RuleSet::ALL {
                let position = Position::parse(text, rules).unwrap();
                let packed = position.pack();
                assert_eq!(packed >> Position::PACKED_BITS, 0);
                let read = Position::unpack(packed, rules).unwrap();
                assert_eq!(read.to_string(), text);
                assert_eq!((read, read.key()), (position, position.computed_key()));
            }
        }
    }

    #[test]
    fn other_numbers_are_no_positions() {
        let rules = RuleSet::Jarmo;
        let start = Position::start(rules).pack();
        let run = 3 * SET + 1;
        for packed in [
            0,
            start | 1 << Position::PACKED_BITS,
            start | 1 << SET,                          // two archers on a1
            start | 1 << 5,                            // six archers
            start | 1 << (2 * SET + 12),               // a mark without an archer
            start | 1 << run,                          // a run of 0 with a circle
            start | 1 << (run + 5) | 1 << (run + 10),  // a1b1: no line
            start | 31 << (run + 5) | 1 << (run + 10), // off the board
            start | 7 << (run + 5) | 5 << (run + 10),  // a run of 5
        ] {
            assert_eq!(Position::unpack(packed, rules), None, "{packed:#x}");
        }
    }
}
