//! Fits the network of the evaluation to the results of games.
//!
//! The points that a player may expect are a logistic function of the evaluation over a
//! scale. The weights are fitted to the points that were made, blended with those that the
//! searched score promised. All sums are taken in a fixed order, part by part, so that any
//! number of threads gives the same bytes.

mod adam;
mod calibration;
mod dataset;
mod network;
mod objective;
mod plots;
mod scale;

use std::f64::consts::PI;
use std::ops::ControlFlow;

use jarmo_engine::eval::Weights;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64;

pub use adam::Adam;
pub use calibration::{Calibration, calibration};
pub use dataset::{Dataset, Example, Label};
pub use network::Network;
pub use objective::{Outcome, Target};
pub use plots::{calibration_plot, learning_curve};
pub use scale::fit_scale;

/// What to fit, beside the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The share of the game's outcome in what is fitted; the rest is the searched score's.
    pub lambda: f64,
    /// What the outcome is.
    pub outcome: Outcome,
    /// The most epochs: passes over the data. The rate falls to nothing over as many.
    pub epochs: usize,
    /// Epochs without a smaller held-out loss after which to stop.
    pub patience: usize,
    /// By about how much a step changes a weight at first.
    pub rate: f64,
    /// Positions for each step.
    pub batch: usize,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
}

/// A held-out loss that is smaller by less is not worth waiting for.
const GAIN: f64 = 1e-6;

impl Default for Settings {
    fn default() -> Self {
        Self {
            lambda: 0.3,
            outcome: Outcome::Result,
            epochs: 20,
            patience: 5,
            rate: 0.01,
            batch: 8_192,
            seed: 1,
        }
    }
}

/// The mean losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number; 0 is before the first.
    pub number: usize,
    /// On the positions fitted to.
    pub training: f64,
    /// On the others.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, in whole numbers.
    pub weights: Weights,
    /// What the network was fitted to.
    pub target: Target,
    /// The losses epoch by epoch.
    pub epochs: Vec<Epoch>,
    /// The losses of the rounded weights; the number is that of the epoch they are from.
    pub last: Epoch,
}

/// What weights are fitted to, and how well they and others do.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    training: &'a Dataset,
    held_out: &'a Dataset,
    settings: &'a Settings,
    target: Target,
}

impl<'a> Fit<'a> {
    /// Prepares a fit: the scale of scores is fitted first.
    #[must_use]
    pub fn new(training: &'a Dataset, held_out: &'a Dataset, settings: &'a Settings) -> Self {
        Self {
            training,
            held_out,
            settings,
            target: Target {
                lambda: settings.lambda,
                outcome: settings.outcome,
                scale: fit_scale(training),
            },
        }
    }

    /// The losses of any weights, as those of epoch `number`.
    #[must_use]
    pub fn losses(&self, number: usize, weights: &Weights) -> Epoch {
        self.losses_of(number, &Network::of(weights, self.target.scale))
    }

    fn losses_of(&self, number: usize, network: &Network) -> Epoch {
        Epoch {
            number,
            training: self.target.loss(network, self.training),
            held_out: self.target.loss(network, self.held_out),
        }
    }

    /// Fits weights, from `first` on or from random ones. `on_epoch` hears of each epoch and may
    /// end the fit.
    ///
    /// # Panics
    /// If there are no positions to fit to.
    pub fn run(
        &self,
        first: Option<&Weights>,
        on_epoch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
    ) -> Fitted {
        let Settings {
            epochs,
            batch,
            patience,
            rate,
            seed,
            ..
        } = *self.settings;
        let scale = self.target.scale;
        let mut random = Pcg64::seed_from_u64(seed);
        let mut network = match first {
            Some(weights) => Network::of(weights, scale),
            None => Network::random(&mut random),
        };
        let mut adam = Adam::new(Weights::COUNT);
        let mut examples = self.training.examples().to_vec();
        let steps = (epochs * examples.len().div_ceil(batch)) as f64;
        let mut step = 0.0;

        let mut heard = vec![self.losses_of(0, &network)];
        let mut best = (heard[0], network.clone());
        let mut last_gain = heard[0];
        let mut goes_on = on_epoch(&heard[0]).is_continue();
        while goes_on && heard.len() <= epochs {
            examples.shuffle(&mut random);
            for batch in examples.chunks(batch) {
                let gradient = self.target.gradient(&network, batch);
                let falling = (1.0 + libm::cos(PI * step / steps)) / 2.0;
                adam.step(network.weights_mut(), &gradient, (rate * falling) as f32);
                network.limit(scale);
                step += 1.0;
            }
            let epoch = self.losses_of(heard.len(), &network);
            heard.push(epoch);
            if epoch.held_out < best.0.held_out {
                best = (epoch, network.clone());
            }
            if epoch.held_out < last_gain.held_out - GAIN {
                last_gain = epoch;
            }
            let is_stale = epoch.number - last_gain.number >= patience;
            goes_on = on_epoch(&epoch).is_continue() && !is_stale;
        }
        let (epoch, mut network) = best;
        network.limit(scale);
        let weights = network.rounded(scale);
        Fitted {
            last: self.losses(epoch.number, &weights),
            weights,
            target: self.target,
            epochs: heard,
        }
    }
}
