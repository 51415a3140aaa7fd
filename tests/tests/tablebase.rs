//! Tablebases against the exact solver, which shares no code with them.
//!
//! What takes an optimised build: `cargo test --release -p jarmo-tests -- --ignored`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use jarmo_engine::tablebase::{Army, Entry, Layer, SolvedLayer, Tablebase};
use jarmo_engine::{Move, Position, RuleSet, Run, Side, Square};
use jarmo_tests::exact::{
    Outcome, Solution, all_of_weight, few_archers, solve, solve_all, solve_without_runs, weight,
};
use jarmo_tests::tables::solve_layers;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use rustc_hash::FxHashMap;

fn layer_of<'a>(solved: &'a [SolvedLayer], position: &Position) -> Option<&'a SolvedLayer> {
    let weight = weight(position);
    solved
        .iter()
        .find(|layer| u32::from(layer.layer().weight()) == weight)
}

/// What a comparison has found.
#[derive(Debug, Default)]
struct Compared {
    /// Positions without runs in layers that are solved with runs.
    whole: usize,
    /// Flags that speak of a position, whatever its runs.
    flags: usize,
}

/// Asserts that tables and solution agree wherever they both tell.
fn compare(solved: &[SolvedLayer], solution: &Solution) -> Compared {
    let mut compared = Compared::default();
    for position in solution.positions() {
        let layer = layer_of(solved, position);
        let Some(entry) = layer.and_then(|layer| layer.probe(position)) else {
            continue;
        };
        let Some(bounds) = solution.bounds(position) else {
            continue;
        };
        let bounds = for_mover(position, &bounds);
        let margin = i32::from(entry.margin);
        let limit = position.rules().rules().run_limit;
        let is_covered = |side, longer| {
            let length = position.run(side).map_or(0, Run::length);
            Entry::covers(position.rules(), length) || longer && length < limit
        };
        let (us, them) = (position.side_to_move(), !position.side_to_move());
        let is_known = usize::from(bounds.start() == bounds.end());
        if entry.is_at_least && is_covered(us, entry.is_at_least_longer) {
            assert!(*bounds.end() >= margin, "{position}: {entry:?}, {bounds:?}");
            compared.flags += is_known;
        }
        if entry.is_at_most && is_covered(them, entry.is_at_most_longer) {
            assert!(
                *bounds.start() <= margin,
                "{position}: {entry:?}, {bounds:?}"
            );
            compared.flags += is_known;
        }
        let has_runs = Side::BOTH
            .into_iter()
            .any(|side| position.run(side).is_some());
        let is_whole = layer.is_some_and(|layer| layer.layer().is_solved_with_runs());
        if is_whole && !has_runs && bounds.start() == bounds.end() {
            assert_eq!(margin, *bounds.start(), "{position}");
            if let Some(plies) = solution.plies(position) {
                assert_eq!(u32::from(entry.distance), plies, "{position}");
            }
            compared.whole += 1;
        }
    }
    compared
}

/// Bounds on White's margin as bounds on that of the player to move.
fn for_mover(position: &Position, bounds: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    match position.side_to_move() {
        Side::White => bounds.clone(),
        Side::Black => -bounds.end()..=-bounds.start(),
    }
}

fn compare_samples(
    rules: RuleSet,
    solved: &[SolvedLayer],
    count: usize,
    weights: RangeInclusive<u32>,
    limit: usize,
) -> Compared {
    let mut sum = Compared::default();
    for root in few_archers(rules, 7, count, weights) {
        let compared = compare(solved, &solve(&root, limit));
        sum.whole += compared.whole;
        sum.flags += compared.flags;
    }
    sum
}

#[test]
fn the_lowest_layers_agree_with_the_exact_solver() {
    let solved = solve_layers(RuleSet::Jarmo, 3);
    for (position, expected) in [("5/5/2a2/5/2A2 w", 2), ("5/5/2a2/5/2A2 b", 2)] {
        let position = Position::parse(position, RuleSet::Jarmo).expect("a good position");
        let solution = solve(&position, 100_000);
        let compared = compare(&solved, &solution);
        assert!(
            compared.whole > 0 && compared.flags > expected,
            "{compared:?}"
        );
    }
}

#[test]
#[ignore = "minutes in an optimised build"]
fn samples_of_all_low_layers_agree_with_the_exact_solver() {
    for rules in RuleSet::ALL {
        let solved = solve_layers(rules, 5);
        let compared = compare_samples(rules, &solved, 40, 3..=4, 2_000_000);
        println!("{rules} layers 3 and 4: {compared:?}");
        assert!(
            compared.whole > 10 && compared.flags > 100_000,
            "{compared:?}"
        );
        let compared = compare_samples(rules, &solved, 40, 5..=5, 1_000_000);
        println!("{rules} layer 5: {compared:?}");
        assert!(compared.flags > 1_000, "{compared:?}");
    }
}

/// Asserts that the table of a position's layer tells this outcome.
fn assert_outcome(solved: &[SolvedLayer], position: &Position, outcome: Outcome) {
    let entry = layer_of(solved, position).and_then(|layer| layer.probe(position));
    let found = entry.map(|entry| (i32::from(entry.margin), u32::from(entry.distance)));
    let margin = match position.side_to_move() {
        Side::White => outcome.margin,
        Side::Black => -outcome.margin,
    };
    assert_eq!(found, Some((margin, outcome.plies)), "{position}");
}

/// The tables of layers 5 and 6 are those of a game in which runs matter only once layer 4 is reached.
#[test]
#[ignore = "minutes and 12 GB in an optimised build"]
fn all_of_the_layers_up_to_6_agree_with_the_exact_solver() {
    let rules = RuleSet::Jarmo;
    let solved = solve_layers(rules, 6);
    let mut classes: BTreeMap<_, Vec<Position>> = BTreeMap::new();
    for position in (2..=4).flat_map(|weight| all_of_weight(rules, weight)) {
        let class = Side::BOTH.map(|side| {
            let [archers, marked] = [position.archers(side), position.marked(side)];
            (archers.len(), marked.len())
        });
        classes.entry(class).or_default().push(position);
    }
    let mut known = FxHashMap::default();
    for positions in classes.into_values() {
        let solution = solve_all(positions.iter().copied());
        for position in positions {
            let outcome = solution.outcome(&position).expect("all is explored");
            assert_outcome(&solved, &position, outcome);
            known.insert(position, outcome);
        }
    }
    assert_eq!(known.len(), 770 + 22_900 + 367_970);

    let higher = (5..=6).flat_map(|weight| all_of_weight(rules, weight));
    let solution = solve_without_runs(higher, &known);
    let mut compared = 0;
    for position in solution.positions() {
        if weight(position) > 4 && !position.is_over() {
            let outcome = solution.outcome(position).expect("all is explored");
            assert_outcome(&solved, position, outcome);
            compared += 1;
        }
    }
    assert_eq!(compared, 4_171_840 + 37_007_140);
}

/// An unfinished position of `layer`, each with the same chance, whoever is to move.
fn draw(rules: RuleSet, layer: Layer, random: &mut Pcg64) -> Position {
    loop {
        let (class, index) = layer.locate(random.random_range(0..layer.size()));
        let side = if random.random() {
            Side::White
        } else {
            Side::Black
        };
        let position = Position::of_armies(rules, side, class.armies(index));
        if !position.is_over() {
            return position;
        }
    }
}

#[test]
#[ignore = "minutes in an optimised build; also checks the tables in the folder JARMO_TABLES"]
fn sampled_positions_of_higher_layers_agree_with_the_exact_solver() {
    const COUNT: usize = 35_000;
    const LIMIT: usize = 2_000;
    let rules = RuleSet::Jarmo;
    let mut tables = Tablebase::embedded();
    if let Some(folder) = std::env::var_os("JARMO_TABLES") {
        tables
            .add_folder(folder.as_ref())
            .expect("a folder of tables");
    }
    let layers = tables.layers(rules).map(|table| table.layer);
    let layers: Vec<Layer> = layers
        .filter(|layer| !layer.is_solved_with_runs())
        .collect();
    let mut random = Pcg64::seed_from_u64(1);
    let (mut decided, mut exact) = (0, 0);
    for number in 0..COUNT {
        let position = draw(rules, layers[number % layers.len()], &mut random);
        let value = tables.probe(&position).expect("a table of the layer");
        let bounds = solve(&position, LIMIT).bounds(&position);
        let bounds = for_mover(&position, &bounds.expect("the root is explored"));
        assert!(
            !value.is_at_least || value.margin <= *bounds.end(),
            "{position}: {value:?}, {bounds:?}"
        );
        assert!(
            !value.is_at_most || value.margin >= *bounds.start(),
            "{position}: {value:?}, {bounds:?}"
        );
        let is_decided = bounds.start() == bounds.end();
        decided += usize::from(is_decided);
        exact += usize::from(is_decided && value.is_exact());
    }
    println!(
        "{COUNT} positions of {layers:?}: {decided} decided, {exact} of them exact in the tables"
    );
    assert!(decided >= 5_000, "{decided} of {COUNT} decided");
    assert!(2 * exact >= decided, "{exact} of {decided} exact");
}

/// A position without the mark on one of its circles.
fn without_mark(position: &Position, square: Square) -> Position {
    let armies = Side::BOTH.map(|side| Army {
        archers: position.archers(side),
        marked: position.marked(side) - square.into(),
    });
    Position::of_armies(position.rules(), position.side_to_move(), armies)
}

/// Asserts that a side does not surely get less for a further mark than without it.
fn assert_helps(side: Side, with: &Position, without: &Position, tables: &Tablebase) {
    let [more, less] = [with, without].map(|position| {
        let value = tables.probe(position).expect("a table of the layer");
        if position.side_to_move() == side {
            value
        } else {
            value.reversed()
        }
    });
    let is_hurt = more.margin < less.margin && less.is_at_least && more.is_at_most;
    assert!(!is_hurt, "{with}: {more:?}, {without}: {less:?}");
}

/// Compares all positions of these weights with those that have a mark less; gives their number.
fn further_marks_help(weights: RangeInclusive<u32>) -> usize {
    let tables = Tablebase::embedded();
    let mut count = 0;
    for position in weights.flat_map(|weight| all_of_weight(RuleSet::Jarmo, weight)) {
        for side in Side::BOTH {
            for square in position.marked(side) {
                assert_helps(side, &position, &without_mark(&position, square), &tables);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn further_marks_never_hurt() {
    assert_eq!(further_marks_help(3..=4), 67_160);
}

#[test]
#[ignore = "takes an optimised build"]
fn further_marks_never_hurt_up_to_layer_6() {
    assert_eq!(further_marks_help(3..=6), 19_585_720);
}

/// The position as it is when the player to move has come to and fro by this step, one time short of the limit.
fn with_long_run(position: &Position, (from, to): (Square, Square)) -> Position {
    let length = position.rules().rules().run_limit - 1;
    let text = position.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let run = format!("{from}{to}*{length}");
    fields[2 + position.side_to_move() as usize] = &run;
    Position::parse(&fields.join(" "), position.rules()).expect("a step along a line")
}

#[test]
#[ignore = "takes an optimised build"]
fn further_marks_never_hurt_a_player_with_a_long_run() {
    let tables = Tablebase::embedded();
    let mut count = 0;
    for position in (3..=5).flat_map(|weight| all_of_weight(RuleSet::Jarmo, weight)) {
        let us = position.side_to_move();
        for square in position.marked(us) {
            let without = without_mark(&position, square);
            let moves = position.legal_moves().into_iter();
            for (here, there) in moves.filter_map(Move::squares) {
                let [with, without] =
                    [&position, &without].map(|position| with_long_run(position, (there, here)));
                assert_helps(us, &with, &without, &tables);
                count += 1;
            }
        }
    }
    assert_eq!(count, 4_015_736);
}
