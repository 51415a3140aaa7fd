//! The network: one hidden layer over the [inputs](super::inputs), and what it adds up to.
//!
//! At most ten rows of the hidden layer are added, which is as cheap as keeping the sum from
//! move to move, and leaves a position small. Everything is done in whole numbers, so that
//! every machine and every build finds the same value.

use super::Weights;
use super::inputs;
use crate::position::Position;
use crate::score::Score;

/// Units of the hidden layer.
pub const HIDDEN: usize = 64;

/// The sum of a hidden unit, weights and bias, that counts as 1 and drives it fully.
pub const HIDDEN_ONE: i16 = 1 << HIDDEN_BITS;

/// The weight of the output, or its bias, that is worth a hundredth of a point.
pub const OUTPUT_HUNDREDTH: i16 = 1 << OUTPUT_BITS;

const HIDDEN_BITS: u32 = 10;
const OUTPUT_BITS: u32 = 3;

/// Bits of a hidden unit's activation after the point.
pub(super) const ACTIVATION_BITS: u32 = 14;

/// A clamped sum with so many more bits has a square that begins with the activation.
const SQUARE_SHIFT: u32 = (ACTIVATION_BITS + 16) / 2 - HIDDEN_BITS;

/// The square of a hidden unit's sum, which counts from 0 to 1.
#[inline]
fn activation(sum: i16) -> i16 {
    let root = (sum.clamp(0, HIDDEN_ONE) as u16) << SQUARE_SHIFT;
    ((u32::from(root) * u32::from(root)) >> 16) as i16
}

impl Weights {
    /// The estimate for the player to move; it does not see whether the game is over.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let side = position.side_to_move() as usize;
        let mut sums = self.hidden_bias[side];
        inputs::visit(position, |input| {
            for (sum, weight) in sums.iter_mut().zip(&self.hidden[input.index()]) {
                *sum += weight;
            }
        });
        let products = sums
            .iter()
            .zip(&self.output[side])
            .map(|(&sum, &weight)| i32::from(activation(sum)) * i32::from(weight));
        let bias = i32::from(self.output_bias[side]) << ACTIVATION_BITS;
        let value = bias + products.sum::<i32>();
        const HALF: i32 = 1 << (ACTIVATION_BITS + OUTPUT_BITS - 1);
        Score::estimate((value + HALF) >> (ACTIVATION_BITS + OUTPUT_BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_activation_is_a_clamped_square() {
        let one = 1 << ACTIVATION_BITS;
        for (sum, expected) in [
            (i16::MIN, 0),
            (-1, 0),
            (0, 0),
            (HIDDEN_ONE / 2, one / 4),
            (HIDDEN_ONE / 4 * 3, one / 16 * 9),
            (HIDDEN_ONE, one),
            (i16::MAX, one),
        ] {
            assert_eq!(activation(sum), expected, "{sum}");
        }
    }
}
