//! The sequential probability ratio test: as few games as a decision needs.
//!
//! Wald's test with the generalised likelihood ratio of pairs: both hypotheses
//! fix the strength alone, and of the distributions with that strength each is
//! represented by the likeliest.

use std::fmt;

use jarmo_engine::excerpt;

use super::likelihood::{log_ratio, observed, with_mean, with_t_value};
use super::{NORMALIZED_ELO, Pentanomial};

/// A test of two hypotheses about the first engine's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The larger one of the alternative.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
    /// In which Elo both are given.
    pub model: Model,
}

/// A scale of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// The score in units of its own standard deviation.
    #[default]
    Normalized,
    /// The score alone.
    Logistic,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `elo0` is accepted.
    Null,
    /// `elo1` is accepted.
    Alternative,
}

/// Why words describe no test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}': expected {expected}")]
pub struct ParseSprtError {
    found: String,
    expected: &'static str,
}

impl Model {
    /// Its name in options and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        }
    }
}

impl Sprt {
    /// The largest Elo of a hypothesis, far beyond what needs a test.
    const MOST_ELO: f64 = 200.0;

    /// Reads words such as `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`.
    ///
    /// # Errors
    /// [`ParseSprtError`] names the word and what was expected.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, ParseSprtError> {
        let mut sprt = Self::default();
        for word in words {
            let error = |expected| ParseSprtError {
                found: excerpt(word),
                expected,
            };
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = |least: f64, most: f64, expected| {
                let number = value.parse().ok();
                let number = number.filter(|number| least <= *number && *number <= most);
                number.ok_or_else(|| error(expected))
            };
            let elo = || number(-Self::MOST_ELO, Self::MOST_ELO, "an Elo from -200 to 200");
            let chance = || number(1e-6, 0.499_999, "a probability below 0.5");
            match key {
                "elo0" => sprt.elo0 = elo()?,
                "elo1" => sprt.elo1 = elo()?,
                "alpha" => sprt.alpha = chance()?,
                "beta" => sprt.beta = chance()?,
                "model" => {
                    sprt.model = match value {
                        "normalized" | "normalised" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        _ => return Err(error("normalized or logistic")),
                    }
                }
                _ => return Err(error("elo0= elo1= alpha= beta= or model=")),
            }
        }
        if sprt.elo0 >= sprt.elo1 {
            return Err(ParseSprtError {
                found: format!("elo0={} elo1={}", sprt.elo0, sprt.elo1),
                expected: "elo0 below elo1",
            });
        }
        Ok(sprt)
    }

    /// The values of the log likelihood ratio at which `elo0` and `elo1` are accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The logarithm of how much likelier the results are under `elo1` than under `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let (observed, count) = observed(pairs);
        let hypothesis = |elo: f64| match self.model {
            // A pair is the mean of two games: its deviation is smaller by the root of 2.
            Model::Normalized => {
                with_t_value(&observed, elo / NORMALIZED_ELO * std::f64::consts::SQRT_2)
            }
            Model::Logistic => with_mean(&observed, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
        };
        count * log_ratio(&observed, &hypothesis(self.elo0), &hypothesis(self.elo1))
    }

    /// The hypothesis to accept, if the results are enough for that.
    #[must_use]
    pub fn decision(&self, pairs: &Pentanomial) -> Option<Decision> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio <= lower {
            Some(Decision::Null)
        } else if ratio >= upper {
            Some(Decision::Alternative)
        } else {
            None
        }
    }
}

/// `[0, 5] normalized, alpha 0.05, beta 0.05`
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.model.name();
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self;
        write!(f, "[{elo0}, {elo1}] {model}, alpha {alpha}, beta {beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_wrong_ones_named() {
        let sprt = Sprt::parse("elo0=-1.5 elo1=2 alpha=0.1 model=logistic".split(' ')).unwrap();
        assert_eq!(sprt.to_string(), "[-1.5, 2] logistic, alpha 0.1, beta 0.05");
        assert_eq!(Sprt::parse([]), Ok(Sprt::default()));
        for word in [
            "elo0",
            "elo1=x",
            "elo1=900",
            "elo1=NaN",
            "alpha=0.5",
            "beta=0",
            "model=bayes",
            "elo2=1",
            "elo0=5",
        ] {
            let error = Sprt::parse([word]).unwrap_err().to_string();
            assert!(error.contains(word.split('=').next().unwrap()), "{error}");
            assert!(error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let [lower, upper] = Sprt::default().bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn nothing_is_decided_without_results() {
        let sprt = Sprt::default();
        assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        for score in 0..5 {
            let mut pairs = Pentanomial::default();
            pairs.add(score);
            assert_eq!(sprt.decision(&pairs), None);
        }
    }
}
