//! Keys and equality of positions: what they tell apart and what they don't.
//!
//! Two positions are equal when their strings are, the move number left out. The key leaves out runs of 1 as well,
//! and nothing more.

mod studies;

use std::collections::{HashMap, HashSet};

use jarmo_engine::{Position, RuleSet};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;
use studies::{Archer, Study, studies};

/// What equality looks at: the string without the move number, and the rule set.
fn identity(position: &Position) -> String {
    let text = position.to_string();
    let (identity, _) = text.rsplit_once(' ').expect("five fields");
    format!("{identity} {}", position.rules())
}

/// What the key looks at: runs of 1 read as none.
fn essence(position: &Position) -> String {
    let seen = |field| match field {
        field if str::ends_with(field, "*1") => "-",
        field => field,
    };
    let identity = identity(position);
    let fields: Vec<&str> = identity.split(' ').map(seen).collect();
    fields.join(" ")
}

/// Positions of evenly random games, with all that each of them can lead to.
fn positions_of_games(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Pcg64::seed_from_u64(seed);
    let games = RuleSet::ALL.into_iter().cycle();
    games.flat_map(move |rules| {
        let mut position = Position::start(rules);
        let mut seen = vec![position];
        for _ in 0..200 {
            let moves = position.legal_moves();
            seen.extend(moves.iter().map(|&mv| position.play(mv)));
            let Some(&mv) = moves.choose(&mut random) else {
                break;
            };
            position = position.play(mv);
        }
        seen
    })
}

#[test]
fn no_two_different_positions_share_a_key() {
    let mut keys: HashMap<String, u64> = HashMap::new();
    for position in positions_of_games(31) {
        let key = *keys.entry(essence(&position)).or_insert(position.key());
        assert_eq!(key, position.key(), "{position:?}");
        if keys.len() == 300_000 {
            break;
        }
    }
    let different: HashSet<u64> = keys.values().copied().collect();
    assert_eq!(different.len(), keys.len());
}

#[test]
fn a_key_is_the_same_whichever_way_play_came() {
    for rules in RuleSet::ALL {
        let after = |moves: &str| {
            let play = |position: Position, text| position.play(position.parse_move(text).unwrap());
            moves.split(' ').fold(Position::start(rules), play)
        };
        let one = after("a1b3 b5d4 e1d3 c5e4");
        let other = after("e1d3 c5e4 a1b3 b5d4");
        assert_eq!(one.key(), other.key());
        assert_ne!(one, other, "the last moves are others");
    }
}

fn parse(rules: RuleSet, study: &Study) -> Position {
    Position::parse(&study.to_string(), rules).expect("a study is a position")
}

/// The study with one thing changed, in every way there is to do so.
fn variants(study: &Study) -> Vec<Study> {
    let changed = |change: &dyn Fn(&mut Study)| {
        let mut variant = study.clone();
        change(&mut variant);
        variant
    };
    let mut variants = vec![changed(&|study| study.white_to_move ^= true)];
    for index in 0..study.circles.len() {
        let Some(archer) = study.circles[index] else {
            continue;
        };
        let turned = Archer {
            marked: !archer.marked,
            ..archer
        };
        variants.push(changed(&|study| study.circles[index] = Some(turned)));
        if study.circles.iter().flatten().count() > 1 {
            variants.push(changed(&|study| study.circles[index] = None));
        }
        for other in 0..study.circles.len() {
            if study.circles[other].is_none() {
                variants.push(changed(&|study| study.circles.swap(index, other)));
            }
        }
    }
    variants.push(changed(&|study| study.runs.swap(0, 1)));
    for index in 0..2 {
        variants.push(changed(&|study| study.runs[index] = None));
        for length in 1..=3 {
            variants.push(changed(&|study| {
                if let Some(run) = &mut study.runs[index] {
                    run.length = length;
                }
            }));
        }
        variants.push(changed(&|study| {
            if let Some(run) = &mut study.runs[index] {
                run.step = format!("{}{}", &run.step[2..], &run.step[..2]);
            }
        }));
    }
    variants
}

proptest! {
    #![proptest_config(studies::config(500))]

    #[test]
    fn one_change_changes_the_key((rules, study) in studies()) {
        let position = parse(rules, &study);
        for variant in variants(&study) {
            let variant = parse(rules, &variant);
            let is_equal = identity(&position) == identity(&variant);
            prop_assert_eq!(position == variant, is_equal, "{:?} {:?}", position, variant);
            let is_same = essence(&position) == essence(&variant);
            prop_assert_eq!(position.key() == variant.key(), is_same, "{:?} {:?}", position, variant);
        }
        for other in RuleSet::ALL.into_iter().filter(|&other| other != rules) {
            if let Ok(elsewhere) = Position::parse(&study.to_string(), other) {
                prop_assert_ne!(position, elsewhere);
                prop_assert_ne!(position.key(), elsewhere.key());
            }
        }
    }

    #[test]
    fn the_move_number_is_not_compared((rules, study) in studies(), number in 1..=u32::MAX) {
        let position = parse(rules, &study);
        let later = parse(rules, &Study { move_number: number, ..study });
        prop_assert_eq!(position, later);
        prop_assert_eq!(position.key(), later.key());
        prop_assert_eq!(later.move_number(), number);
    }
}
