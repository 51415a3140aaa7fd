//! The static evaluation: an estimate of the final margin in hundredths of a point.
//!
//! One pass over the position names each side's features; a sink takes them. The sum of
//! their weights is the evaluation, and a recording sink explains it or feeds a
//! tuner, so the two can't drift apart.

mod features;
mod weights;

pub use features::Feature;
use features::Sink;
pub use weights::{ParseWeightsError, WEIGHTS, Weights};

use crate::position::Position;
use crate::score::Score;
use crate::side::Side;

/// The weights of one side's features together.
struct Sum<'a> {
    weights: &'a Weights,
    sum: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature, count: u32) {
        self.sum += count as i32 * i32::from(self.weights[feature]);
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
        let reaches = features::reaches(position);
        let [mut white, mut black] = [Tally([0; Feature::COUNT]); 2];
        features::visit(position, Side::White, reaches, &mut white);
        features::visit(position, Side::Black, reaches, &mut black);
        Self {
            counts: std::array::from_fn(|index| [white.0[index], black.0[index]]),
        }
    }

    /// How often `feature` holds for White and for Black.
    #[must_use]
    pub fn counts(&self, feature: Feature) -> [i32; 2] {
        self.counts[feature.index()]
    }

    /// The evaluation that `weights` give these features, in hundredths of a point for White.
    #[must_use]
    pub fn sum(&self, weights: &Weights) -> i32 {
        let weighted =
            |(&[white, black], &weight): (&[i32; 2], &i16)| (white - black) * i32::from(weight);
        self.counts
            .iter()
            .zip(weights.as_array())
            .map(weighted)
            .sum()
    }
}

/// How often each feature holds for one side.
#[derive(Clone, Copy)]
struct Tally([i32; Feature::COUNT]);

impl Sink for Tally {
    fn add(&mut self, feature: Feature, count: u32) {
        self.0[feature.index()] += count as i32;
    }
}

impl Weights {
    /// The estimate for the player to move; it does not see whether the game is over.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let reaches = features::reaches(position);
        let value = |side| {
            let (weights, sum) = (self, 0);
            let mut sum = Sum { weights, sum };
            features::visit(position, side, reaches, &mut sum);
            sum.sum
        };
        let us = position.side_to_move();
        Score::estimate(value(us) - value(!us))
    }
}

/// The estimate of the shipped weights for the player to move.
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    WEIGHTS.evaluate(position)
}
