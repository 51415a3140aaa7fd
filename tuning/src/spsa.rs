//! Simultaneous perturbation stochastic approximation: tunes many constants by games, two
//! settings of all of them against each other at a time (Spall, "An overview of the simultaneous
//! perturbation method for efficient optimization", 1998, whose names and exponents these are).

use jarmo_engine::search::Parameter;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

/// How fast steps become shorter, and perturbations smaller.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of all iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;

/// What decides a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The engine's signature, see [`crate::selfplay::signature`].
    pub engine: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Openings in an iteration, each played twice with sides swapped.
    pub pairs: usize,
    /// Iterations in all.
    pub iterations: u64,
    /// The last steps: by how much of a perturbation a won game moves a constant.
    pub rate: f64,
}

/// How far a tuning is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// What decides it.
    pub plan: Plan,
    /// Finished iterations.
    pub done: u64,
    /// Each constant's name and value.
    pub values: Vec<(String, f64)>,
}

/// Two settings of all constants that are to play each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The seed of its openings.
    pub seed: u64,
    /// The values of both settings.
    pub settings: [Vec<i32>; 2],
    /// The direction of each constant's perturbation in the first setting.
    signs: Vec<f64>,
}

impl Tuning {
    /// A tuning that begins with the values that ship.
    #[must_use]
    pub fn new(plan: Plan, parameters: &[Parameter]) -> Self {
        let values = parameters.iter();
        Self {
            plan,
            done: 0,
            values: values
                .map(|it| (it.name.to_owned(), f64::from(it.default)))
                .collect(),
        }
    }

    /// Whether this is a tuning of these constants by this plan; if not, what differs.
    ///
    /// # Errors
    /// One line with what was found and what was expected.
    pub fn check(&self, plan: &Plan, parameters: &[Parameter]) -> Result<(), String> {
        if self.plan != *plan {
            return Err(format!("made by {:?}; expected {plan:?}", self.plan));
        }
        let names: Vec<&str> = self.values.iter().map(|(name, _)| name.as_str()).collect();
        let expected: Vec<&str> = parameters.iter().map(|it| it.name).collect();
        if names != expected {
            let [names, expected] = [names, expected].map(|names| names.join(", "));
            return Err(format!("constants {names}; expected {expected}"));
        }
        Ok(())
    }

    /// Whether all iterations are finished.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.done >= self.plan.iterations
    }

    /// The next iteration's settings: all constants perturbed at once, and the opposite.
    #[must_use]
    pub fn trial(&self, parameters: &[Parameter]) -> Trial {
        let seed = self.plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.done;
        let mut random = Pcg64::seed_from_u64(seed);
        let signs: Vec<f64> = (parameters.iter())
            .map(|_| if random.random() { 1.0 } else { -1.0 })
            .collect();
        let mut perturbed = |direction: f64| -> Vec<i32> {
            let each = parameters.iter().zip(&self.values).zip(&signs);
            each.map(|((parameter, (_, value)), sign)| {
                let value = value + direction * sign * self.perturbation(parameter);
                // Rounded up as often as the fraction says, so that small changes count too.
                let rounded = (value + random.random::<f64>()).floor() as i32;
                rounded.clamp(parameter.min, parameter.max)
            })
            .collect()
        };
        Trial {
            seed,
            settings: [perturbed(1.0), perturbed(-1.0)],
            signs,
        }
    }

    /// Moves the constants after a trial, whose first setting won so many games more than it lost.
    pub fn learn(&mut self, trial: &Trial, parameters: &[Parameter], balance: i32) {
        let rate = self.rate() * f64::from(balance);
        let perturbations: Vec<f64> = parameters.iter().map(|it| self.perturbation(it)).collect();
        let each = self.values.iter_mut().zip(parameters);
        for (((_, value), parameter), (sign, perturbation)) in
            each.zip(trial.signs.iter().zip(perturbations))
        {
            *value = (*value + rate * sign * perturbation)
                .clamp(parameter.min.into(), parameter.max.into());
        }
        self.done += 1;
    }

    /// The values, rounded.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        let values = self.values.iter();
        values.map(|(_, value)| value.round() as i32).collect()
    }

    /// How far a constant is moved for a trial: its step, in the last iteration.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        f64::from(parameter.step) * self.ahead(0.0).powf(GAMMA)
    }

    /// The part of its perturbation by which a constant moves for a game won more.
    fn rate(&self) -> f64 {
        let stability = STABILITY * self.plan.iterations as f64;
        self.plan.rate * self.ahead(stability).powf(ALPHA) / self.ahead(0.0).powf(2.0 * GAMMA)
    }

    /// The last iteration's number over this one's, both put off by `delay`.
    fn ahead(&self, delay: f64) -> f64 {
        (self.plan.iterations as f64 + delay) / ((self.done + 1) as f64 + delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: [Parameter; 2] = [
        Parameter {
            name: "margin",
            default: 40,
            min: 0,
            max: 100,
            step: 6,
        },
        Parameter {
            name: "depth",
            default: 2,
            min: 1,
            max: 9,
            step: 1,
        },
    ];

    fn plan(iterations: u64) -> Plan {
        Plan {
            engine: "none".to_owned(),
            seed: 3,
            nodes: 1,
            pairs: 8,
            iterations,
            rate: 0.02,
        }
    }

    /// How much the setting lacks: nothing at 70 and 6.
    fn lack(setting: &[i32]) -> f64 {
        (f64::from(setting[0] - 70) / 20.0).powi(2) + (f64::from(setting[1] - 6) / 3.0).powi(2)
    }

    /// Plays 16 games by the difference, with luck.
    fn balance(trial: &Trial, random: &mut Pcg64) -> i32 {
        let better = lack(&trial.settings[1]) - lack(&trial.settings[0]);
        let wins = 0.5 + 0.5 * (better / 2.0).tanh();
        let game = |_| if random.random_bool(wins) { 1 } else { -1 };
        (0..16).map(game).sum()
    }

    #[test]
    fn constants_go_where_games_are_won() {
        let mut tuning = Tuning::new(plan(1_500), &PARAMETERS);
        let mut random = Pcg64::seed_from_u64(1);
        while !tuning.is_over() {
            let trial = tuning.trial(&PARAMETERS);
            let balance = balance(&trial, &mut random);
            tuning.learn(&trial, &PARAMETERS, balance);
        }
        let found = tuning.rounded();
        assert!(
            (found[0] - 70).abs() <= 6 && (found[1] - 6).abs() <= 1,
            "{found:?}"
        );
    }

    #[test]
    fn a_saved_tuning_goes_on_alike() {
        let advance = |tuning: &mut Tuning, iterations: u64| {
            for _ in 0..iterations {
                let trial = tuning.trial(&PARAMETERS);
                tuning.learn(&trial, &PARAMETERS, (trial.seed % 5) as i32 - 2);
            }
        };
        let mut whole = Tuning::new(plan(40), &PARAMETERS);
        advance(&mut whole, 40);
        let mut halved = Tuning::new(plan(40), &PARAMETERS);
        advance(&mut halved, 17);
        let text = serde_json::to_string(&halved).unwrap();
        let mut halved: Tuning = serde_json::from_str(&text).unwrap();
        advance(&mut halved, 23);
        assert_eq!(halved, whole);
        assert!(whole.is_over());
        assert_eq!(whole.check(&plan(40), &PARAMETERS), Ok(()));
        assert!(whole.check(&plan(41), &PARAMETERS).is_err());
        assert!(whole.check(&plan(40), &PARAMETERS[1..]).is_err());
    }

    #[test]
    fn settings_stay_in_range_and_differ() {
        let tuning = Tuning::new(plan(10), &PARAMETERS);
        let trial = tuning.trial(&PARAMETERS);
        assert_ne!(trial.settings[0], trial.settings[1]);
        for setting in &trial.settings {
            for (value, it) in setting.iter().zip(&PARAMETERS) {
                assert!((it.min..=it.max).contains(value));
            }
        }
    }
}
