//! The weights of the features.

use super::Feature;

/// Hundredths of a point of final margin, in the order of [`Feature::all`].
///
/// Chosen by hand after a linear fit of final margins over 108,000 positions
/// from 8,000 games of the search with itself at 1,000 nodes a move.
pub const WEIGHTS: [i16; Feature::COUNT] = [
    170, 87, 87, 60, // archers by distance
    13, 44, 16, 7,   // marks by distance, an archer waiting
    -16, // mark, nobody waiting
    92,  // re-entry right
    29, 41, 32, // threats
    23, -16, // steps: an archer in contact has more to do
    25,  // goal circle within reach
    18,  // to move
    123, 25, -48, -69, -32, // captured archers
    -9, -44, -34, 0, 86, // mobile archers
];
