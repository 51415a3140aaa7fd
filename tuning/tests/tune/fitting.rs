//! The sums of a fit against what they should be.

use std::ops::ControlFlow;

use jarmo_engine::eval::{Feature, Weights};
use jarmo_tuning::fit::{
    Chunk, Dataset, Label, Minimizer, Objective, Outcome, Settings, Target, fit, fit_scale,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// Positions with a few random features each; `label` knows their weighted sum.
fn synthetic(
    positions: usize,
    planted: &[f64],
    seed: u64,
    label: &dyn Fn(f64, &mut Pcg64) -> Label,
) -> Dataset {
    let mut random = Pcg64::seed_from_u64(seed);
    let chunks = (0..positions.div_ceil(1_000)).map(|_| {
        let mut chunk = Chunk::default();
        for _ in 0..1_000 {
            let mut features = Vec::new();
            for feature in 0..planted.len() {
                let count = random.random_range(-3..=2_i8);
                if count != 0 && random.random_bool(0.4) {
                    features.push((feature as u16, count));
                }
            }
            let sum: f64 = features
                .iter()
                .map(|&(feature, count)| planted[usize::from(feature)] * f64::from(count))
                .sum();
            let label = label(sum, &mut random);
            chunk.push(label, features);
        }
        chunk
    });
    Dataset::from_chunks(chunks.collect())
}

/// Wins and losses with the odds of `sum`, in units of the scale.
fn by_chance(sum: f64, random: &mut Pcg64) -> Label {
    let wins = random.random_bool(1.0 / (1.0 + (-sum).exp()));
    Label {
        score: (100.0 * sum).round().clamp(-2_000.0, 2_000.0) as i16,
        margin: if wins { 2 } else { -2 },
    }
}

fn target(lambda: f64, outcome: Outcome) -> Target {
    Target {
        lambda,
        outcome,
        score_scale: 120.0,
    }
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let planted: Vec<f64> = (0..31).map(|index| f64::from(index - 15) / 20.0).collect();
    let data = synthetic(3_000, &planted, 1, &by_chance);
    let anchor = vec![0.1; planted.len()];
    for outcome in [Outcome::Result, Outcome::Margin] {
        let objective = Objective {
            data: &data,
            target: target(0.7, outcome),
            anchor: &anchor,
            l2: 0.01,
        };
        let at: Vec<f64> = planted.iter().map(|weight| 0.3 - weight).collect();
        let (value, gradient) = objective.gradient(&at).unwrap();
        let distance: f64 = at.iter().map(|weight| (weight - 0.1).powi(2)).sum();
        let expected = objective.loss(&at).unwrap() + 0.01 / 2.0 * distance;
        assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        for (index, slope) in gradient.iter().enumerate() {
            const STEP: f64 = 1e-5;
            let moved = |by: f64| {
                let mut at = at.clone();
                at[index] += by;
                objective.gradient(&at).unwrap().0
            };
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!(
                (slope - difference).abs() < 1e-8,
                "{index}: {slope} {difference}"
            );
        }
    }
}

#[test]
fn planted_weights_are_recovered_from_results() {
    let planted = [1.0, -1.2, 1.4, -1.6, 1.8, 2.0];
    let data = synthetic(200_000, &planted, 2, &by_chance);
    let anchor = [0.0; 6];
    let objective = Objective {
        data: &data,
        target: target(1.0, Outcome::Result),
        anchor: &anchor,
        l2: 0.0,
    };
    let mut function = |at: &[f64]| objective.gradient(at);
    let mut minimizer = Minimizer::new(anchor.to_vec(), &mut function).unwrap();
    while minimizer.step(&mut function).unwrap() {}
    for (found, planted) in minimizer.point().iter().zip(planted) {
        assert!((found / planted - 1.0).abs() < 0.02, "{found} {planted}");
    }
}

/// Weights for every feature, none small.
fn planted() -> Weights {
    let mut weights = [0; Feature::COUNT];
    for (index, weight) in (0..).zip(&mut weights) {
        *weight = (40 + 13 * (index % 9)) * if index % 3 == 0 { -1 } else { 1 };
    }
    Weights::new(weights)
}

fn as_floats(weights: &Weights) -> Vec<f64> {
    weights.as_array().iter().copied().map(f64::from).collect()
}

#[test]
fn planted_weights_are_recovered_from_scores() {
    let weights = as_floats(&planted());
    // The score is the planted evaluation, and games are won by its odds.
    let label = |sum: f64, random: &mut Pcg64| {
        let label = by_chance(sum / 150.0, random);
        let score = sum.clamp(-2_000.0, 2_000.0) as i16;
        Label { score, ..label }
    };
    let training = synthetic(20_000, &weights, 3, &label);
    let held_out = synthetic(5_000, &weights, 4, &label);
    let settings = Settings {
        lambda: 0.0,
        l2: 0.0,
        ..Settings::default()
    };
    let first = Weights::new(planted().as_array().map(|weight| weight / 2 + 25));
    let mut heard = Vec::new();
    let fitted = fit(&training, &held_out, &first, &settings, &mut |epoch| {
        heard.push(*epoch);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(heard, fitted.epochs);
    assert!(fitted.last.held_out < fitted.epochs[0].held_out);
    for (found, planted) in fitted.weights.as_array().iter().zip(weights) {
        let found = f64::from(*found) / fitted.scale;
        let planted = planted / fitted.target.score_scale;
        assert!((found / planted - 1.0).abs() < 0.02, "{found} {planted}");
    }
}

#[test]
fn a_fit_ends_when_it_is_told_to() {
    let weights = as_floats(&planted());
    let data = synthetic(2_000, &weights, 5, &|sum, random| {
        by_chance(sum / 150.0, random)
    });
    let fitted = fit(&data, &data, &planted(), &Settings::default(), &mut |it| {
        if it.number == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .unwrap();
    assert_eq!(fitted.epochs.len(), 3);
    assert!(fitted.last.number <= 2);
}

#[test]
fn the_scale_is_that_of_the_odds() {
    let data = synthetic(100_000, &[60.0, -90.0], 6, &|sum, random| {
        by_chance(sum / 130.0, random)
    });
    let scale = fit_scale(&data, &|chunk, index| {
        (
            chunk.dot(index, &[60.0, -90.0]),
            chunk.label(index).points(),
        )
    })
    .unwrap();
    assert!((scale / 130.0 - 1.0).abs() < 0.02, "{scale}");
}
