//! The static evaluation: an estimate of the final margin in hundredths of a point.
//!
//! One pass over the position names its features; a sink takes them. The sum of
//! their weights is the evaluation, and a recording sink explains it or feeds a
//! tuner, so the two can't drift apart.

mod features;
mod weights;

pub use features::{Feature, Sink};
pub use weights::WEIGHTS;

use crate::position::Position;
use crate::score::Score;
use crate::side::Side;

/// White's weights less Black's.
struct Sum(i32);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, feature: Feature, side: Side, count: u32) {
        let value = count as i32 * i32::from(WEIGHTS[feature.index()]);
        match side {
            Side::White => self.0 += value,
            Side::Black => self.0 -= value,
        }
    }
}

/// How often each feature holds for White and for Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    counts: [[i32; 2]; Feature::COUNT],
}

impl Recording {
    /// The features of `position`.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut recording = Self {
            counts: [[0; 2]; Feature::COUNT],
        };
        features::visit(position, &mut recording);
        recording
    }

    /// How often `feature` holds for White and for Black.
    #[must_use]
    pub fn counts(&self, feature: Feature) -> [i32; 2] {
        self.counts[feature.index()]
    }

    /// The evaluation that `weights` give these features, in hundredths of a point for White.
    #[must_use]
    pub fn sum(&self, weights: &[i16; Feature::COUNT]) -> i32 {
        let weighted =
            |(&[white, black], &weight): (&[i32; 2], &i16)| (white - black) * i32::from(weight);
        self.counts.iter().zip(weights).map(weighted).sum()
    }
}

impl Sink for Recording {
    fn add(&mut self, feature: Feature, side: Side, count: u32) {
        self.counts[feature.index()][side as usize] += count as i32;
    }
}

/// The estimate for the player to move; it does not see whether the game is over.
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    let mut sum = Sum(0);
    features::visit(position, &mut sum);
    Score::estimate(match position.side_to_move() {
        Side::White => sum.0,
        Side::Black => -sum.0,
    })
}
