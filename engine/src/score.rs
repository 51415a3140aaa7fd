//! What a position is worth to the player to move.
//!
//! The final margin is the one value of this game: own points less the
//! opponent's, an endless game counting 0. A score is either an estimate of it
//! in hundredths of a point, or a proven result with its margin and distance.
//! Proven wins stand above all estimates and proven losses below.

use std::fmt;
use std::ops::{Neg, RangeInclusive};

/// A score from the side of the player to move; larger is better.
///
/// Among proven wins a larger margin is better, then a shorter way; among
/// proven losses a smaller margin, then a longer way.
// Estimates: -2,000 to 2,000. Wins: 10,000 + 1,000 for each point - plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// A result that play can force, seen from the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Own points less the opponent's at the end; never 0.
    pub margin: i32,
    /// Turns of both players until the game ends; [`Score::MAX_PLIES`] if that is not known.
    pub plies: i32,
}

impl Proven {
    /// Whether the distance is known; a table may have told the margin alone.
    #[must_use]
    pub const fn has_distance(self) -> bool {
        self.plies < Score::MAX_PLIES
    }
}

const WON: i16 = 10_000;
const POINT: i16 = 1_000;
const MAX_ESTIMATE: i32 = 2_000;

impl Score {
    /// A drawn game, and an even estimate.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(i16::MAX);
    /// Above the longest distance, in plies, that a proven score can carry.
    pub const MAX_PLIES: i32 = 900;

    /// An estimate in hundredths of a point, kept below proven results.
    #[must_use]
    pub fn estimate(hundredths: i32) -> Self {
        Self(hundredths.clamp(-MAX_ESTIMATE, MAX_ESTIMATE) as i16)
    }

    /// The value of a game that ends with `margin`, from -10 to 10, after `plies` turns.
    #[must_use]
    pub fn ended(margin: i32, plies: i32) -> Self {
        Self::decided(margin, plies.min(Self::MAX_PLIES - 1))
    }

    /// The value of a game that will end with `margin`, nobody knows when.
    #[must_use]
    pub fn without_distance(margin: i32) -> Self {
        Self::decided(margin, Self::MAX_PLIES)
    }

    fn decided(margin: i32, plies: i32) -> Self {
        let won = |margin: i32| WON + POINT * margin as i16 - plies as i16;
        match margin {
            1.. => Self(won(margin)),
            0 => Self::DRAW,
            ..0 => -Self(won(-margin)),
        }
    }

    /// The forced result, if the score is one that is not a draw.
    #[must_use]
    pub fn proven(self) -> Option<Proven> {
        let above = i32::from(self.0.abs()) - i32::from(WON);
        if above <= 0 || self == Self::INFINITE || self == -Self::INFINITE {
            return None;
        }
        let margin = (above + Self::MAX_PLIES) / i32::from(POINT);
        let plies = margin * i32::from(POINT) - above;
        Some(Proven {
            margin: if self.0 < 0 { -margin } else { margin },
            plies,
        })
    }

    /// Whether the score is a proven win or loss.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.0.abs() > MAX_ESTIMATE as i16
    }

    /// The score of a result that is known to have this margin: this one if it shows a way to it.
    pub(crate) fn settled(self, margin: i32) -> Self {
        match self.proven() {
            Some(proven) if proven.margin == margin => self,
            _ => Self::without_distance(margin),
        }
    }

    /// The score of a result that is known to have one of these margins: an estimate is moved among them.
    pub(crate) fn within(self, margins: RangeInclusive<i32>) -> Self {
        if self.is_proven() {
            return self;
        }
        let most = i32::from(self.0).min(100 * margins.end());
        Self::estimate(most.max(100 * margins.start()))
    }

    /// Hundredths of a point of final margin; a proven result gives its whole margin.
    #[must_use]
    pub fn hundredths(self) -> i32 {
        self.proven()
            .map_or(i32::from(self.0), |proven| 100 * proven.margin)
    }

    /// An estimate moved by some hundredths of a point, still an estimate.
    pub(crate) fn plus(self, hundredths: i32) -> Self {
        Self::estimate(i32::from(self.0) + hundredths)
    }

    /// The same result of a node `ply` turns below the root, its distance counted from the root.
    pub(crate) fn counted_from_root(self, ply: i32) -> Self {
        self.shifted(ply)
    }

    /// The reverse of [`Self::counted_from_root`].
    pub(crate) fn counted_from_node(self, ply: i32) -> Self {
        self.shifted(-ply)
    }

    fn shifted(self, plies: i32) -> Self {
        match self.proven() {
            Some(proven) if proven.has_distance() => {
                Self::ended(proven.margin, proven.plies + plies)
            }
            _ => self,
        }
    }

    /// The next larger score, for null windows.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as i16)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Points with two digits, or the proven result: `+0.80`, `-1.25`, `+3 in 9`, `-2 in ?` without a distance.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.proven() {
            Some(proven) if !proven.has_distance() => format!("{:+} in ?", proven.margin),
            Some(Proven { margin, plies }) => format!("{margin:+} in {plies}"),
            None => format!("{:+.2}", f64::from(self.0) / 100.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_ordered_by_margin_then_distance() {
        let ordered = [
            Score::ended(-10, 1),
            Score::ended(-10, 900),
            Score::ended(-1, 3),
            Score::ended(-1, 40),
            Score::estimate(-100_000),
            Score::DRAW,
            Score::estimate(1),
            Score::estimate(100_000),
            Score::ended(1, 40),
            Score::ended(1, 0),
            Score::without_distance(2),
            Score::ended(10, 0),
            Score::INFINITE,
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b), "{ordered:?}");
        assert!(ordered.iter().all(|&score| score == -(-score)));
    }

    #[test]
    fn margin_and_distance_read_back() {
        for margin in (-10..=10).filter(|&margin| margin != 0) {
            for plies in 0..Score::MAX_PLIES {
                let score = Score::ended(margin, plies);
                assert_eq!(score.proven(), Some(Proven { margin, plies }));
                assert!(score.is_proven());
                assert_eq!(Score::from_bits(score.bits()), score);
                if plies >= 7 {
                    assert_eq!(score.counted_from_node(7).counted_from_root(7), score);
                }
            }
        }
        let unknown = Score::without_distance(3);
        assert!(Score::ended(2, 1) < unknown && unknown < Score::ended(3, 10_000));
        assert_eq!(unknown.counted_from_root(7), unknown);
        assert!(
            unknown
                .proven()
                .is_some_and(|proven| !proven.has_distance())
        );
        for score in [
            Score::DRAW,
            Score::estimate(-5),
            Score::estimate(9_999),
            Score::INFINITE,
        ] {
            assert_eq!(score.proven(), None);
        }
        assert_eq!(Score::estimate(80).within(1..=10), Score::estimate(100));
        assert_eq!(Score::estimate(80).within(-10..=0), Score::DRAW);
        assert_eq!(Score::estimate(80).within(-10..=10), Score::estimate(80));
        assert_eq!(Score::ended(3, 9).within(4..=10), Score::ended(3, 9));
        assert_eq!(Score::estimate(80).to_string(), "+0.80");
        assert_eq!(Score::ended(-3, 9).to_string(), "-3 in 9");
        assert_eq!(Score::ended(-3, 9).hundredths(), -300);
    }
}
