//! The solver against the rules and against itself.

use super::*;
use crate::position::{ARCHERS, Position};
use crate::tablebase::army::Material;

fn layer(weight: u8) -> Layer {
    Layer::new(weight).unwrap()
}

fn finish(mut solver: LayerSolver<'_>) -> SolvedLayer {
    while solver.round().is_some() {}
    solver.finish().unwrap()
}

/// The layers up to `top`, solved as the higher ones are.
fn without_runs(rules: RuleSet, top: u8, threads: usize) -> Vec<SolvedLayer> {
    let mut solved: Vec<SolvedLayer> = Vec::new();
    for weight in 2..=top {
        let lower: Vec<&SolvedLayer> = solved.iter().collect();
        let mut solver = LayerSolver::idle(rules, layer(weight), &lower, threads);
        solver.begin_values();
        let next = finish(solver);
        solved.push(next);
    }
    solved
}

fn with_runs(rules: RuleSet, weight: u8) -> SolvedLayer {
    let tables = runs::solve(rules, layer(weight), &NEVER).unwrap();
    SolvedLayer::of_tables(rules, layer(weight), tables)
}

#[test]
fn entries_follow_from_their_successors() {
    for rules in RuleSet::ALL {
        let solved = without_runs(rules, 4, 2);
        for (number, layer) in solved.iter().enumerate() {
            let lower: Vec<&SolvedLayer> = solved[..number].iter().collect();
            let mismatches = verify_layer(layer, &lower, 3, &|_| false);
            assert!(mismatches.is_empty(), "{rules} {mismatches:?}");
        }
    }
}

#[test]
fn a_wrong_entry_is_found() {
    let solved = without_runs(RuleSet::Jarmo, 3, 1);
    let lower: Vec<&SolvedLayer> = solved[..1].iter().collect();
    let mut tables: Vec<[ClassTable; 2]> = solved[1]
        .tables()
        .map(|(_, tables)| tables.clone())
        .collect();
    let table = &mut tables[1][0];
    let middle = table.values.len() / 2;
    table.distances[middle] ^= 64;
    table.values[middle] = 9 * 11;
    let wrong = SolvedLayer::new(RuleSet::Jarmo, layer(3), tables).unwrap();
    let mismatches = verify_layer(&wrong, &lower, 3, &|_| false);
    assert!(!mismatches.is_empty());
    assert!(mismatches.len() <= 3);
}

#[test]
fn a_wrong_entry_of_a_layer_with_runs_is_found() {
    let right = with_runs(RuleSet::Jarmo, 3);
    assert!(compare_layers(&right, &right, 3).is_empty());
    let tables = right.tables().map(|(_, tables)| tables.clone());
    let mut tables: Vec<[ClassTable; 2]> = tables.collect();
    tables[1][1].values[100] ^= 1;
    let wrong = SolvedLayer::new(RuleSet::Jarmo, layer(3), tables).unwrap();
    let [mismatch] = compare_layers(&wrong, &right, 3)[..] else {
        panic!("one entry is wrong");
    };
    assert_eq!(Some(mismatch.computed), right.probe(&mismatch.position));
}

/// Saves after every few rounds, and goes on from what was saved.
#[test]
fn a_resumed_solver_gives_the_same_bytes() {
    let rules = RuleSet::Traditional;
    let solved = without_runs(rules, 4, 1);
    let lower: Vec<&SolvedLayer> = solved[..2].iter().collect();
    let mut solver = LayerSolver::idle(rules, layer(4), &lower, 2);
    solver.begin_values();
    let mut saves = 0;
    while solver.round().is_some() {
        saves += 1;
        if saves % 5 == 0 {
            let mut saved = Vec::new();
            solver.save(&mut saved).unwrap();
            solver =
                LayerSolver::resume(rules, layer(4), &lower, 2, &mut saved.as_slice()).unwrap();
        }
    }
    assert!(saves > 15, "{saves}");
    assert_eq!(solver.finish().unwrap(), solved[2]);
}

#[test]
fn the_state_of_another_layer_is_refused() {
    let rules = RuleSet::Jarmo;
    let mut saved = Vec::new();
    let solver = LayerSolver::new(rules, layer(2), &[], 1);
    solver.save(&mut saved).unwrap();
    let other = LayerSolver::resume(RuleSet::Jasir, layer(2), &[], 1, &mut saved.as_slice());
    let error = other.unwrap_err().to_string();
    assert_eq!(error, "this is not the state of layer 2 of jasir");
    assert!(LayerSolver::resume(rules, layer(2), &[], 1, &mut &saved[..2]).is_err());
}

#[test]
fn a_round_with_runs_is_given_up_when_it_is_stopped() {
    let (rules, stop) = (RuleSet::Jarmo, AtomicBool::new(true));
    let mut solver = LayerSolver::new(rules, layer(2), &[], 1).stopped_by(&stop);
    assert_eq!(solver.round(), None);
    assert!(!solver.is_done());
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(solver.round().is_some());
    assert_eq!(solver.finish().unwrap(), with_runs(rules, 2));
}

/// Positions of a layer in which the runs of both sides make a difference to the margin, no run being there yet.
fn different_margins(weight: u8) -> usize {
    let without = without_runs(RuleSet::Jarmo, weight, 2).pop().unwrap();
    let with = with_runs(RuleSet::Jarmo, weight);
    let mut count = 0;
    for ((class, without), (_, with)) in without.tables().zip(with.tables()) {
        for side in 0..2 {
            for index in 0..class.size() {
                let [one, other] = [&without[side], &with[side]].map(|table| table.entry(index));
                count += usize::from(one.margin != other.margin);
                // What is sure whatever the runs must also hold without any.
                assert!(
                    !one.is_at_least || other.margin >= one.margin,
                    "{class} {index}"
                );
                assert!(
                    !one.is_at_most || other.margin <= one.margin,
                    "{class} {index}"
                );
            }
        }
    }
    count
}

/// The numbers were found by a solver written apart from this project.
#[test]
fn runs_matter_as_often_as_is_known() {
    assert_eq!(different_margins(2), 0);
    assert_eq!(different_margins(3), 21);
}

#[test]
#[ignore = "half a minute in an optimised build"]
fn runs_matter_as_often_as_is_known_in_layer_4() {
    assert_eq!(different_margins(4), 1_004);
    let position = Position::parse("5/3a1/5/4a/AA3 w", RuleSet::Jarmo).unwrap();
    let margin = |solved: &SolvedLayer| solved.probe(&position).unwrap().margin;
    assert_eq!(margin(&with_runs(RuleSet::Jarmo, 4)), -1);
    assert_eq!(margin(&without_runs(RuleSet::Jarmo, 4, 2)[2]), 0);
}

#[test]
fn memory_grows_with_the_layer() {
    let memory: Vec<u64> = Layer::all().map(LayerSolver::memory).collect();
    assert!(memory.is_sorted_by(|a, b| 3 * a < *b));
}

/// Where archers may step back, only the to-and-fro rule leaves a player without a turn.
#[test]
fn an_army_that_is_not_home_has_a_step() {
    for rules in [RuleSet::Jarmo, RuleSet::Traditional] {
        for side in Side::BOTH {
            for archers in 1..=ARCHERS as u8 {
                let material = Material::new(archers, 0).unwrap();
                let armies = (0..material.armies()).map(|rank| material.army(side, rank));
                for army in armies.filter(|army| !army.is_home(side)) {
                    let mut has_step = false;
                    army.for_each_turn(rules, side, |turn| has_step |= turn.step.is_some());
                    assert!(has_step, "{rules} {side} {army:?}");
                }
            }
        }
    }
}
