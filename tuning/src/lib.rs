//! Matches, self-play and the fitting of weights.
