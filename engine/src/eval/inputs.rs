//! What the network sees of a position: every archer by its circle, its side and its mark.
//!
//! The board has no symmetry, so nothing is seen from the other side, and both sides have
//! inputs of their own. At most ten hold. What archers attack and guard was tried as part of
//! the inputs: it did not repay its cost.

use arrayvec::ArrayVec;

use crate::position::{ARCHERS, Position};
use crate::side::Side;
use crate::square::Square;

/// Something that holds in a position or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input(u16);

/// The inputs that hold in a position.
pub type Inputs = ArrayVec<Input, { Input::MOST }>;

impl Input {
    /// Number of inputs: two sides, with a mark or without, 25 circles.
    pub const COUNT: usize = 2 * Self::SIDE;

    /// The most that hold in a position: one for each archer.
    pub const MOST: usize = 2 * ARCHERS as usize;

    const SIDE: usize = 2 * Self::MARK;
    const MARK: usize = Square::COUNT;

    /// Its number, below [`Self::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Hands the inputs that hold in `position` to `take`.
#[inline]
pub(super) fn visit(position: &Position, mut take: impl FnMut(Input)) {
    for side in Side::BOTH {
        let marked = position.marked(side);
        for (archers, mark) in [(position.archers(side) - marked, 0), (marked, Input::MARK)] {
            for square in archers {
                let index = side as usize * Input::SIDE + mark + square.index();
                take(Input(index as u16));
            }
        }
    }
}

/// The inputs that hold in `position`.
#[must_use]
pub fn inputs(position: &Position) -> Inputs {
    let mut inputs = Inputs::new();
    visit(position, |input| inputs.push(input));
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    #[test]
    fn each_archer_is_one_input() {
        let text = "5/a3+a/2A2/5/+A4 w";
        let position = Position::parse(text, RuleSet::Jarmo).expect("a position");
        let found = inputs(&position).into_iter().map(Input::index);
        let [a1, c3, a4, e4] = [0, 12, 15, 19];
        assert!(found.eq([c3, 25 + a1, 50 + a4, 75 + e4]));
    }
}
