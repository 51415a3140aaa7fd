//! Elo, normalised Elo and likelihood of superiority from pairs of games.

use super::{NORMALIZED_ELO, TWO_SIDED_95};

/// How many pairs of games gave 0, ½, 1, 1½ and 2 game points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A value and the half width of its 95 % confidence interval.
///
/// Infinite or not a number where the results do not allow an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Pentanomial {
    /// Adds a pair, its score in half game points: 0 to 4.
    ///
    /// # Panics
    /// If the score is greater than 4.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Pairs in all.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.mean_of(|score| score)
    }

    /// The variance of a pair's mean score.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean).powi(2))
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (0..5)
            .map(|index| self.0[index] as f64 * value(index as f64 / 4.0))
            .sum();
        sum / self.pairs() as f64
    }

    /// The score's standard error.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.pairs() as f64).sqrt()
    }

    /// The difference in Elo.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.estimate(elo)
    }

    /// The difference in normalised Elo: the score in units of its own deviation, which hardly
    /// depends on how many games are drawn.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        let game_deviation = (2.0 * self.variance()).sqrt();
        self.estimate(|score| (score - 0.5) / game_deviation * NORMALIZED_ELO)
    }

    fn estimate(&self, elo: impl Fn(f64) -> f64) -> Estimate {
        let (score, margin) = (self.score(), TWO_SIDED_95 * self.standard_error());
        Estimate {
            value: elo(score),
            error: (elo(score + margin) - elo(score - margin)) / 2.0,
        }
    }

    /// The likelihood that the first engine is the stronger one.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let deviations = (self.score() - 0.5) / self.standard_error();
        libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
    }

    /// Pairs won for each pair lost.
    #[must_use]
    pub fn pairs_ratio(&self) -> f64 {
        let [lost_both, lost, _, won, won_both] = self.0;
        (won + won_both) as f64 / (lost + lost_both) as f64
    }

    /// The share of pairs in which both engines got one point: they say nothing.
    #[must_use]
    pub fn split_ratio(&self) -> f64 {
        self.0[2] as f64 / self.pairs() as f64
    }
}

/// The Elo difference that a mean score means.
#[must_use]
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}
