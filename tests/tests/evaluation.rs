//! The evaluation: whole numbers against the network by the book.

use jarmo_engine::eval::{
    HIDDEN, HIDDEN_ONE, Input, OUTPUT_HUNDREDTH, WEIGHTS, Weights, evaluate, inputs,
};
use jarmo_engine::{Position, RuleSet};
use jarmo_tests::random;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

const POSITIONS: usize = 10_000;

/// Positions of random games of all rule sets.
fn positions() -> impl Iterator<Item = Position> {
    let of_rules = |(rules, reference)| {
        random::games(reference, 11, 400, 60).flat_map(move |walk| {
            let texts = walk.plies.into_iter().map(|(slow, _)| slow.to_string());
            texts
                .map(move |text| Position::parse(&text, rules).expect("both read the same strings"))
        })
    };
    RuleSet::ALL
        .map(|rules| {
            (
                rules,
                jarmo_tests::reference::RuleSet::from_name(rules.name()),
            )
        })
        .into_iter()
        .map(|(rules, reference)| (rules, reference.expect("both know the same rule sets")))
        .flat_map(of_rules)
}

/// The value of the network by the book, from its inputs one by one, in hundredths of a point.
fn by_the_book(weights: &Weights, position: &Position) -> f64 {
    let values: Vec<f64> = weights.values().map(f64::from).collect();
    let side = position.side_to_move() as usize;
    let (hidden, rest) = values.split_at(Input::COUNT * HIDDEN);
    let (bias, rest) = rest.split_at(2 * HIDDEN);
    let (output, output_bias) = rest.split_at(2 * HIDDEN);
    let active = inputs(position);
    let of_unit = |unit: usize| {
        let weights = active.iter().map(|it| hidden[it.index() * HIDDEN + unit]);
        let sum = bias[side * HIDDEN + unit] + weights.sum::<f64>();
        let drive = (sum / f64::from(HIDDEN_ONE)).clamp(0.0, 1.0);
        drive * drive * output[side * HIDDEN + unit]
    };
    let sum = output_bias[side] + (0..HIDDEN).map(of_unit).sum::<f64>();
    sum / f64::from(OUTPUT_HUNDREDTH)
}

#[test]
fn the_network_is_computed_by_the_book() {
    let mut random = Pcg64::seed_from_u64(1);
    let mut count = 0;
    for position in positions().step_by(3).take(POSITIONS) {
        let other: [i16; Weights::COUNT] = std::array::from_fn(|_| random.random_range(-400..=400));
        let other = Weights::new(&other).expect("small weights");
        for weights in [&WEIGHTS, &other] {
            let expected = by_the_book(weights, &position).clamp(-2_000.0, 2_000.0);
            let found = f64::from(weights.evaluate(&position).hundredths());
            assert!(
                (found - expected).abs() <= 1.0,
                "{position}: {found} {expected}"
            );
        }
        assert_eq!(evaluate(&position), WEIGHTS.evaluate(&position));
        count += 1;
    }
    assert_eq!(count, POSITIONS);
}

#[test]
fn packed_positions_read_back() {
    let mut count = 0;
    for position in positions().take(POSITIONS) {
        let read = Position::unpack(position.pack(), position.rules()).expect("it was packed");
        assert_eq!((read, read.key()), (position, position.key()));
        assert_eq!(read.computed_key(), read.key());
        count += 1;
    }
    assert_eq!(count, POSITIONS);
}
