//! The weights of the features.

use super::Feature;

/// Hundredths of a point of final margin, in the order of [`Feature::all`].
///
/// Chosen by hand: an archer on the goal row is worth its two points, one on
/// the way a little less the farther it has to go, one in the hand nothing.
pub const WEIGHTS: [i16; Feature::COUNT] = [
    200, 170, 155, 140, // archers by distance
    15, 45, 35, 28, // marks by distance, an archer waiting
    12, // mark, nobody waiting
    70, // re-entry right
    8, 50, 12, 25, // threats
    15, // to move
];
