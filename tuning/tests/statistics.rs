//! The statistics against values that other match runners publish, and the
//! sequential test against simulated matches.

use std::thread;

use jarmo_tuning::statistics::{Decision, Model, Pentanomial, Sprt};
use rand::SeedableRng as _;
use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand_pcg::Pcg64;

/// Values are published with two digits.
const TOLERANCE: f64 = 0.01;

#[track_caller]
fn assert_close(found: f64, published: f64) {
    assert!(
        (found - published).abs() <= TOLERANCE,
        "{found} instead of {published}"
    );
}

/// Pairs; Elo, normalised Elo and likelihood of superiority (in per cent) with their errors.
type Published = ([u64; 5], [f64; 2], [f64; 2], f64);

/// The first three: fastchess, `app/tests/elo_test.cpp` (github.com/Disservin/fastchess), the
/// pairs with a win and a loss added to those with two draws. The others: reports of fastchess,
/// from `docs/testing.md` of github.com/Toudonou/zeno.
const STRENGTHS: [Published; 9] = [
    ([34, 54, 63, 64, 75], [55.58, 27.65], [57.94, 28.28], 100.00),
    (
        [332, 433, 498, 333, 334],
        [-8.64, 10.33],
        [-9.17, 10.96],
        5.05,
    ),
    (
        [7895, 8757, 5685, 568, 9999],
        [-21.04, 2.95],
        [-19.01, 2.65],
        0.00,
    ),
    (
        [352, 579, 1264, 743, 464],
        [19.83, 6.77],
        [24.25, 8.26],
        100.00,
    ),
    (
        [132, 240, 2021, 1666, 5941],
        [270.69, 5.68],
        [334.40, 4.82],
        100.00,
    ),
    (
        [531, 1096, 2084, 1150, 663],
        [10.00, 5.16],
        [12.56, 6.48],
        99.99,
    ),
    (
        [3782, 8208, 16471, 8018, 3521],
        [-3.09, 1.81],
        [-4.10, 2.41],
        0.04,
    ),
    (
        [1909, 4418, 9199, 4508, 1964],
        [1.58, 2.42],
        [2.12, 3.25],
        89.97,
    ),
    (
        [253, 458, 809, 412, 242],
        [-5.43, 8.36],
        [-6.71, 10.33],
        10.13,
    ),
];

#[test]
fn elo_and_its_error_equal_published_values() {
    for (pairs, elo, normalized, superiority) in STRENGTHS {
        let pairs = Pentanomial(pairs);
        assert_close(pairs.elo().value, elo[0]);
        assert_close(pairs.elo().error, elo[1]);
        assert_close(pairs.normalized_elo().value, normalized[0]);
        assert_close(pairs.normalized_elo().error, normalized[1]);
        assert_close(100.0 * pairs.likelihood_of_superiority(), superiority);
    }
}

/// The share of split pairs and the ratio of won to lost ones, from the same reports.
#[test]
fn ratios_equal_published_values() {
    for (pairs, split, ratio) in [
        ([352, 579, 1264, 743, 464], 37.15, 1.30),
        ([132, 240, 2021, 1666, 5941], 20.21, 20.45),
        ([531, 1096, 2084, 1150, 663], 37.73, 1.11),
    ] {
        let pairs = Pentanomial(pairs);
        assert_close(100.0 * pairs.split_ratio(), split);
        assert_close(pairs.pairs_ratio(), ratio);
    }
}

/// The first four: fastchess, `app/tests/sprt_test.cpp`, with results of tests on fishtest. The
/// others: reports of fastchess as above.
const RATIOS: [([u64; 5], [f64; 2], Model, f64); 12] = [
    (
        [365, 16618, 36229, 16974, 390],
        [0.0, 2.0],
        Model::Normalized,
        2.25,
    ),
    (
        [127, 4883, 10712, 5150, 104],
        [-1.75, 0.25],
        Model::Normalized,
        3.01,
    ),
    (
        [223, 9863, 21279, 10037, 246],
        [0.5, 2.5],
        Model::Logistic,
        -3.07,
    ),
    (
        [871, 26175, 55983, 26678, 821],
        [0.0, 2.0],
        Model::Logistic,
        -4.98,
    ),
    (
        [352, 579, 1264, 743, 464],
        [9.0, 16.0],
        Model::Normalized,
        4.60,
    ),
    (
        [531, 1096, 2084, 1150, 663],
        [0.0, 5.0],
        Model::Normalized,
        4.60,
    ),
    (
        [97, 175, 581, 333, 605],
        [110.0, 120.0],
        Model::Normalized,
        4.62,
    ),
    (
        [1909, 4418, 9199, 4508, 1964],
        [-11.0, -10.0],
        Model::Normalized,
        4.60,
    ),
    (
        [253, 458, 809, 412, 242],
        [-35.0, -30.0],
        Model::Normalized,
        4.60,
    ),
    ([4, 14, 58, 76, 91], [150.0, 180.0], Model::Normalized, 4.63),
    (
        [82, 297, 528, 321, 154],
        [0.0, 5.0],
        Model::Normalized,
        2.95,
    ),
    (
        [224, 309, 874, 347, 246],
        [0.0, 2.0],
        Model::Normalized,
        0.53,
    ),
];

#[test]
fn log_likelihood_ratios_equal_published_values() {
    for (pairs, [elo0, elo1], model, published) in RATIOS {
        let sprt = Sprt {
            elo0,
            elo1,
            model,
            ..Sprt::default()
        };
        assert_close(sprt.log_likelihood_ratio(&Pentanomial(pairs)), published);
    }
}

/// Where all pairs are won the likeliest distribution has only 0 and 1, so that the ratio has a
/// closed form. (`sprt_test.cpp` has 2.94 for 104 pairs, which can't be: ours is 2.10.)
#[test]
fn the_ratio_of_a_clean_sweep_is_exact() {
    let sprt = Sprt::default();
    let t = sprt.elo1 / 800.0 * std::f64::consts::LN_10 * std::f64::consts::SQRT_2;
    let won_under_elo1 = (1.0 + t / (1.0 + t * t).sqrt()) / 2.0;
    for count in [10, 104, 1000] {
        let exact = count as f64 * (won_under_elo1 / 0.5).ln();
        let sweep = Pentanomial([0, 0, 0, 0, count]);
        assert_close(sprt.log_likelihood_ratio(&sweep), exact);
    }
}

/// How many of `runs` simulated matches between engines of a known strength accept `elo1`.
fn accepted(sprt: &Sprt, probabilities: [f64; 5], runs: u64, seed: u64) -> u64 {
    let scores = WeightedIndex::new(probabilities).expect("probabilities");
    let accepts = |run: u64| {
        let mut random = Pcg64::seed_from_u64(seed << 32 | run);
        let mut pairs = Pentanomial::default();
        loop {
            pairs.add(scores.sample(&mut random));
            if let Some(decision) = sprt.decision(&pairs) {
                return decision == Decision::Alternative;
            }
        }
    };
    thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            scope.spawn(move || (half..runs).step_by(2).filter(|&run| accepts(run)).count() as u64)
        });
        halves
            .map(|half| half.join().expect("no panic"))
            .iter()
            .sum()
    })
}

/// Normalised Elo of a distribution of pair scores.
fn normalized_elo(probabilities: [f64; 5]) -> f64 {
    let counts = probabilities.map(|probability| (1e9 * probability).round() as u64);
    Pentanomial(counts).normalized_elo().value
}

/// 10,000 tests where `elo0` is true and as many where `elo1` is: each error happens as often as
/// promised, within three standard errors, and not much more rarely either (each test runs a
/// little past its bound, which makes errors rarer).
#[test]
fn sequential_tests_keep_their_promises() {
    const RUNS: u64 = 10_000;
    const PROMISED: f64 = 0.05;
    let even = [0.04, 0.18, 0.56, 0.18, 0.04];
    // The better engine takes a part of each score's probability to the next higher one.
    let shifted = |share: f64| {
        let mut probabilities = even;
        for index in 0..4 {
            let moved = share * even[index];
            probabilities[index] -= moved;
            probabilities[index + 1] += moved;
        }
        probabilities
    };
    let better = shifted(0.1);
    let sprt = Sprt {
        elo0: normalized_elo(even),
        elo1: normalized_elo(better),
        alpha: PROMISED,
        beta: PROMISED,
        model: Model::Normalized,
    };
    let wrongly_accepted = accepted(&sprt, even, RUNS, 1);
    let wrongly_rejected = RUNS - accepted(&sprt, better, RUNS, 2);
    let standard_error = (PROMISED * (1.0 - PROMISED) / RUNS as f64).sqrt();
    for (error, count) in [("alpha", wrongly_accepted), ("beta", wrongly_rejected)] {
        let rate = count as f64 / RUNS as f64;
        println!(
            "{error}: promised {PROMISED}, found {rate} ± {:.4}",
            2.0 * standard_error
        );
        assert!(rate <= PROMISED + 3.0 * standard_error, "{error}: {rate}");
        assert!(rate >= 0.7 * PROMISED, "{error}: {rate}");
    }
}
