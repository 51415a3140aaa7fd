//! The evaluation's two sinks: what the search sums is what the tuner records.

use jarmo_engine::eval::{Recording, WEIGHTS, Weights, evaluate};
use jarmo_engine::{Position, RuleSet, Score, Side};
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

#[test]
fn the_sum_and_the_record_agree() {
    let mut random = Pcg64::seed_from_u64(1);
    let mut count = 0;
    for position in positions().step_by(3).take(POSITIONS) {
        let other = Weights::new(std::array::from_fn(|_| random.random_range(-200..=200)));
        for weights in [WEIGHTS, other] {
            let recorded = Recording::of(&position).sum(&weights);
            let for_player = match position.side_to_move() {
                Side::White => recorded,
                Side::Black => -recorded,
            };
            assert_eq!(
                weights.evaluate(&position),
                Score::estimate(for_player),
                "{position}"
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
