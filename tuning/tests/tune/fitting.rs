//! The sums of a fit against what they should be.

use std::ops::ControlFlow;

use jarmo_engine::eval::{HIDDEN, Input, WEIGHTS, Weights};
use jarmo_engine::{Position, RuleSet};
use jarmo_tuning::fit::{
    Dataset, Example, Fit, Label, Network, Outcome, Settings, Target, fit_scale,
};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const SCALE: f64 = 120.0;

const NO_LABEL: Label = Label {
    score: 0,
    margin: 0,
};

/// Positions of random games.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(RuleSet::Jarmo);
        for _ in 0..60 {
            if position.is_over() || positions.len() == count {
                break;
            }
            positions.push(position);
            let moves = position.legal_moves();
            position = position.play(*moves.choose(&mut random).expect("a legal move"));
        }
    }
    positions
}

/// Wins and losses with the odds of `value`, in units of the scale, and a score that promises as much.
fn by_chance(value: f64, random: &mut Pcg64) -> Label {
    let wins = random.random_bool(1.0 / (1.0 + (-value).exp()));
    Label {
        score: (SCALE * value).round().clamp(-2_000.0, 2_000.0) as i16,
        margin: if wins { 2 } else { -2 },
    }
}

/// Positions labelled by what `planted` says of them.
fn labelled(planted: &Network, count: usize, seed: u64) -> Dataset {
    let mut random = Pcg64::seed_from_u64(seed);
    let examples = positions(count, seed).into_iter().map(|position| {
        let value = planted.value(&Example::new(&position, NO_LABEL));
        Example::new(&position, by_chance(f64::from(value), &mut random))
    });
    Dataset::new(examples.collect())
}

fn network(seed: u64) -> Network {
    Network::random(&mut Pcg64::seed_from_u64(seed))
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let data = labelled(&network(1), 600, 1);
    for outcome in [Outcome::Result, Outcome::Margin] {
        let target = Target {
            lambda: 0.7,
            outcome,
            scale: SCALE,
        };
        let network = network(2);
        let gradient = target.gradient(&network, data.examples());
        assert_eq!(gradient.len(), Weights::COUNT);
        for index in (0..Weights::COUNT)
            .step_by(29)
            .chain(Weights::COUNT - 140..Weights::COUNT)
        {
            // Weights have 24 bits: a step as long as this loses few of them.
            const STEP: f32 = 2e-3;
            let moved = |by: f32| {
                let mut network = network.clone();
                network.weights_mut()[index] += by;
                target.loss(&network, &data)
            };
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * f64::from(STEP));
            let slope = f64::from(gradient[index]);
            let tolerance = 2e-5 + 0.01 * slope.abs();
            assert!(
                (slope - difference).abs() < tolerance,
                "{index}: {slope} {difference}"
            );
        }
    }
}

/// A network whose units are hardly ever cut off: another can learn it from few positions.
fn smooth(mut network: Network) -> Network {
    let (hidden, rest) = network.weights_mut().split_at_mut(Input::COUNT * HIDDEN);
    let output = &mut rest[2 * HIDDEN..];
    hidden.iter_mut().for_each(|weight| *weight *= 0.3);
    output.iter_mut().for_each(|weight| *weight *= 3.0);
    network
}

#[test]
fn a_planted_network_is_recovered() {
    let planted = smooth(network(3));
    let training = labelled(&planted, 60_000, 3);
    let held_out = labelled(&planted, 4_000, 4);
    let settings = Settings {
        lambda: 0.0,
        epochs: 40,
        batch: 512,
        ..Settings::default()
    };
    let fit = Fit::new(&training, &held_out, &settings);
    let mut heard = Vec::new();
    let fitted = fit.run(None, &mut |epoch| {
        heard.push(*epoch);
        ControlFlow::Continue(())
    });
    assert_eq!(heard, fitted.epochs);
    assert!(fitted.last.held_out < fitted.epochs[0].held_out);
    let found = Network::of(&fitted.weights, fitted.target.scale);
    let promised = |network: &Network, scale: f64, example: &Example| {
        scale * f64::from(network.value(example))
    };
    let (mut error, mut spread) = (0.0, 0.0);
    for example in held_out.examples() {
        let planted = promised(&planted, SCALE, example);
        let found = promised(&found, fitted.target.scale, example);
        error += (found - planted).powi(2);
        spread += planted.powi(2);
    }
    let relative = (error / spread).sqrt();
    assert!(relative < 0.02, "{relative}");
}

#[test]
fn whole_numbers_agree_with_the_network_that_was_fitted() {
    let rounded = network(5).rounded(SCALE);
    let count = positions(10_000, 5).into_iter().fold(0, |count, position| {
        let example = Example::new(&position, NO_LABEL);
        for weights in [&WEIGHTS, &rounded] {
            let exact = SCALE * f64::from(Network::of(weights, SCALE).value(&example));
            let found = f64::from(weights.evaluate(&position).hundredths());
            assert!(
                (found - exact.clamp(-2_000.0, 2_000.0)).abs() <= 1.0,
                "{found} {exact}"
            );
        }
        count + 1
    });
    assert_eq!(count, 10_000);
    assert_eq!(Network::of(&rounded, SCALE).rounded(SCALE), rounded);
}

#[test]
fn a_fit_ends_when_it_is_told_to() {
    let data = labelled(&network(6), 2_000, 6);
    let settings = Settings::default();
    let fitted = Fit::new(&data, &data, &settings).run(Some(&WEIGHTS), &mut |it| {
        if it.number == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(fitted.epochs.len(), 3);
    assert!(fitted.last.number <= 2);
}

#[test]
fn the_scale_is_that_of_the_odds() {
    let mut random = Pcg64::seed_from_u64(7);
    let examples = positions(100_000, 7).into_iter().map(|position| {
        let value = random.random_range(-3.0..3.0);
        Example::new(&position, by_chance(value, &mut random))
    });
    let scale = fit_scale(&Dataset::new(examples.collect()));
    assert!((scale / SCALE - 1.0).abs() < 0.02, "{scale}");
}
