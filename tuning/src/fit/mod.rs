//! Logistic regression of game results on the features of the evaluation.
//!
//! The points that a player may expect are a logistic function of the evaluation over a
//! scale. The weights are fitted to the points that were made, blended with those that the
//! searched score promised. All sums are taken in the order of the file, block by block,
//! so that any number of threads gives the same bytes.

mod calibration;
mod dataset;
mod lbfgs;
mod objective;
mod plots;
mod scale;

use std::ops::ControlFlow;

use jarmo_engine::eval::{Feature, Weights};

pub use calibration::{Calibration, calibration};
pub use dataset::{Chunk, Dataset, Label};
pub use lbfgs::Minimizer;
pub use objective::{Objective, Outcome, Target};
pub use plots::{calibration_plot, learning_curve};
pub use scale::fit_scale;

use crate::data::DataError;

/// What to fit, beside the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The share of the game's outcome in what is fitted; the rest is the searched score's.
    pub lambda: f64,
    /// What the outcome is.
    pub outcome: Outcome,
    /// How much it costs to leave the first weights: half this times the sum of the squared
    /// changes, in units of the scale, is added to the mean loss.
    pub l2: f64,
    /// The most epochs: passes over the data, but for some more where a step is too long.
    pub epochs: usize,
    /// Epochs without a smaller held-out loss after which to stop.
    pub patience: usize,
}

/// A held-out loss that is smaller by less is not worth waiting for.
const GAIN: f64 = 1e-6;

impl Default for Settings {
    fn default() -> Self {
        Self {
            lambda: 0.5,
            outcome: Outcome::Result,
            l2: 1e-6,
            epochs: 200,
            patience: 10,
        }
    }
}

/// The mean losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number; 0 is before the first.
    pub number: usize,
    /// On the positions fitted to, without the cost of changes.
    pub training: f64,
    /// On the others.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, in whole hundredths of a point.
    pub weights: Weights,
    /// What the targets were.
    pub target: Target,
    /// The scale of evaluations, in hundredths.
    pub scale: f64,
    /// The losses epoch by epoch.
    pub epochs: Vec<Epoch>,
    /// The losses of the rounded weights; the number is that of the epoch they are from.
    pub last: Epoch,
}

/// Fits weights, from `first` on. `on_epoch` hears of each epoch and may end the fit.
///
/// # Errors
/// [`DataError`] if the data has to be read again and can't be.
pub fn fit(
    training: &Dataset,
    held_out: &Dataset,
    first: &Weights,
    settings: &Settings,
    on_epoch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<Fitted, DataError> {
    let first: Vec<f64> = first.as_array().iter().copied().map(f64::from).collect();
    let score_scale = fit_scale(training, &|chunk, index| {
        let label = chunk.label(index);
        (f64::from(label.score), label.points())
    })?;
    let target = Target {
        lambda: settings.lambda,
        outcome: settings.outcome,
        score_scale,
    };
    let scale = fit_scale(training, &|chunk, index| {
        (chunk.dot(index, &first), target.of(chunk.label(index)))
    })?;
    let anchor: Vec<f64> = first.iter().map(|weight| weight / scale).collect();
    let of = |data| Objective {
        data,
        target,
        anchor: &anchor,
        l2: settings.l2,
    };
    let (training, held_out) = (of(training), of(held_out));
    let losses = |number: usize, point: &[f64]| -> Result<Epoch, DataError> {
        Ok(Epoch {
            number,
            training: training.loss(point)?,
            held_out: held_out.loss(point)?,
        })
    };

    let mut epochs = vec![losses(0, &anchor)?];
    let mut best = (epochs[0], anchor.clone());
    let mut last_gain = epochs[0];
    let mut minimizer = Minimizer::new(anchor.clone(), &mut |point| training.gradient(point))?;
    let mut goes_on = on_epoch(&epochs[0]).is_continue();
    while goes_on && epochs.len() <= settings.epochs {
        let moved = minimizer.step(&mut |point| training.gradient(point))?;
        let epoch = losses(epochs.len(), minimizer.point())?;
        epochs.push(epoch);
        if epoch.held_out < best.0.held_out {
            best = (epoch, minimizer.point().to_vec());
        }
        if epoch.held_out < last_gain.held_out - GAIN {
            last_gain = epoch;
        }
        let is_stale = epoch.number - last_gain.number >= settings.patience;
        goes_on = on_epoch(&epoch).is_continue() && moved && !is_stale;
    }
    let (epoch, point) = best;
    let weights = rounded(&point, scale);
    let point: Vec<f64> = (weights.as_array().iter())
        .map(|&weight| f64::from(weight) / scale)
        .collect();
    Ok(Fitted {
        weights,
        target,
        scale,
        epochs,
        last: losses(epoch.number, &point)?,
    })
}

fn rounded(point: &[f64], scale: f64) -> Weights {
    let mut weights = [0; Feature::COUNT];
    for (weight, value) in weights.iter_mut().zip(point) {
        // A cast from a float saturates.
        *weight = (value * scale).round() as i16;
    }
    Weights::new(weights)
}
