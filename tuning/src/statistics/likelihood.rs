//! The distribution of pair scores that explains results best, given a strength.
//!
//! After Van den Bergh, "Comments on Normalized Elo" (2021): proposition 1.1 for
//! a given mean, section 4.1 for a given t-value.

use super::Pentanomial;

/// Probabilities of the five scores of a pair.
pub(super) type Distribution = [f64; 5];

/// The mean score of a game in a pair.
const SCORES: Distribution = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What an unseen score counts, so that no probability is zero.
const UNSEEN: f64 = 1e-3;

/// The observed distribution and the number of pairs behind it.
pub(super) fn observed(pairs: &Pentanomial) -> (Distribution, f64) {
    let counts = pairs
        .0
        .map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let total: f64 = counts.iter().sum();
    (counts.map(|count| count / total), total)
}

/// The likeliest distribution with this mean, between 0 and 1.
pub(super) fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    tilt(observed, &SCORES.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies `t` standard deviations above ½; |t| below 0.9.
pub(super) fn with_t_value(observed: &Distribution, t: f64) -> Distribution {
    /// Steps of the iteration, far more than it takes.
    const STEPS: usize = 50;
    const PRECISION: f64 = 1e-9;
    let mut likeliest = [0.2; 5];
    for _ in 0..STEPS {
        let (mean, variance) = mean_and_variance(&likeliest);
        let deviation = variance.sqrt();
        let excess = SCORES.map(|score| {
            let standard_score = (score - mean) / deviation;
            score - 0.5 - t * deviation * (1.0 + standard_score * standard_score) / 2.0
        });
        let next = tilt(observed, &excess);
        let change = likeliest
            .iter()
            .zip(&next)
            .map(|(old, new)| (old - new).abs());
        let is_settled = change.fold(0.0, f64::max) < PRECISION;
        likeliest = next;
        if is_settled {
            break;
        }
    }
    likeliest
}

/// The logarithm of how much likelier the observations are under `other` than under `one`, a pair.
pub(super) fn log_ratio(observed: &Distribution, one: &Distribution, other: &Distribution) -> f64 {
    (0..5)
        .map(|index| observed[index] * (other[index] / one[index]).ln())
        .sum()
}

fn mean_and_variance(distribution: &Distribution) -> (f64, f64) {
    let expected = |value: &dyn Fn(f64) -> f64| -> f64 {
        (0..5)
            .map(|index| distribution[index] * value(SCORES[index]))
            .sum()
    };
    let mean = expected(&|score| score);
    (mean, expected(&|score| (score - mean).powi(2)))
}

/// The likeliest distribution under which the expectation of `excess` is zero.
///
/// It is p / (1 + x · excess) for the x at which it sums to one: the root of a function that
/// falls all the way between two poles. `excess` must have both signs.
fn tilt(observed: &Distribution, excess: &Distribution) -> Distribution {
    const STEPS: usize = 100;
    let least = excess.iter().copied().fold(f64::INFINITY, f64::min);
    let most = excess.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(least < 0.0 && most > 0.0, "{excess:?}");
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for index in 0..5 {
            let term = excess[index] / (1.0 + x * excess[index]);
            value += observed[index] * term;
            slope -= observed[index] * term * term;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step, or half the interval where that leads out of it.
        let newton = x - value / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let change = (next - x).abs();
        x = next;
        if change <= 1e-13 * (1.0 + x.abs()) {
            break;
        }
    }
    let mut tilted = *observed;
    for (probability, excess) in tilted.iter_mut().zip(excess) {
        *probability /= 1.0 + x * excess;
    }
    tilted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_have_the_strength_asked_for() {
        for counts in [
            [1, 5, 9, 6, 2],
            [0, 0, 104, 0, 0],
            [0, 0, 0, 0, 104],
            [7895, 8757, 5685, 568, 9999],
            [1_000_000, 0, 0, 0, 1],
        ] {
            let (observed, _) = observed(&Pentanomial(counts));
            for mean in [0.2, 0.4, 0.5, 0.503, 0.8] {
                let likeliest = with_mean(&observed, mean);
                assert!((likeliest.iter().sum::<f64>() - 1.0).abs() < 1e-6);
                assert!((mean_and_variance(&likeliest).0 - mean).abs() < 1e-6);
            }
            for t in [-0.8, -0.01, 0.0, 0.02, 0.5, 0.8] {
                let likeliest = with_t_value(&observed, t);
                let (mean, variance) = mean_and_variance(&likeliest);
                assert!((likeliest.iter().sum::<f64>() - 1.0).abs() < 1e-6);
                let found = (mean - 0.5) / variance.sqrt();
                assert!((found - t).abs() < 1e-5, "{counts:?}: {found} for {t}");
            }
        }
    }

    #[test]
    fn what_was_observed_is_likeliest() {
        let (observed, _) = observed(&Pentanomial([3, 7, 20, 9, 4]));
        let (mean, variance) = mean_and_variance(&observed);
        let t = (mean - 0.5) / variance.sqrt();
        for likeliest in [with_mean(&observed, mean), with_t_value(&observed, t)] {
            for (found, expected) in likeliest.iter().zip(observed) {
                assert!((found - expected).abs() < 1e-6);
            }
        }
    }
}
