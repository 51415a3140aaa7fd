//! The solver against plain iteration over single positions by the ordinary rules of play.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::file::{TableFile, WriteOptions};
use crate::tablebase::{Class, Layer, LayerSolver, SolvedLayer};

/// What is proved, by class, side to move and index.
type Plain = HashMap<(Class, Side), Vec<bool>>;

fn positions(rules: RuleSet, layer: Layer) -> impl Iterator<Item = (Class, Side, u64, Position)> {
    layer.classes().flat_map(move |class| {
        Side::BOTH.into_iter().flat_map(move |mover| {
            (0..class.size()).map(move |index| {
                let position = Position::of_armies(rules, mover, class.armies(index));
                (class, mover, index, position)
            })
        })
    })
}

fn points_suffice(goal: Goal, position: &Position) -> bool {
    position.points(goal.prover) - position.points(!goal.prover) >= i32::from(goal.margin)
}

fn is_proved(plain: &Plain, goal: Goal, position: &Position) -> bool {
    if position.is_over() {
        return points_suffice(goal, position);
    }
    let (class, index) = Class::locate(position).unwrap();
    plain[&(class, position.side_to_move())][index as usize]
}

fn is_backward(side: Side, from: Square, to: Square) -> bool {
    let advance = match side {
        Side::White => i32::from(to.rank()) - i32::from(from.rank()),
        Side::Black => i32::from(from.rank()) - i32::from(to.rank()),
    };
    advance < 0 || advance == 0 && to.file() < from.file()
}

/// Whether the moves of `position` prove it.
fn follows(plain: &Plain, goal: Goal, position: &Position) -> bool {
    let mover = position.side_to_move();
    let serves = |next: &Position| is_proved(plain, goal, next) == (mover == goal.prover);
    let restricted = match goal.runs {
        Runs::Ignored => None,
        Runs::AgainstProver => Some(goal.prover),
        Runs::AgainstOpponent => Some(!goal.prover),
    };
    let moves = position.legal_moves();
    let mut steps = Vec::new();
    let (mut backward, mut enough) = (Vec::new(), false);
    for &mv in &moves {
        let step = mv.squares();
        if step.is_some() && !steps.contains(&step) {
            steps.push(step);
        }
        if !serves(&position.play(mv)) {
            continue;
        }
        match step {
            Some((from, to)) if restricted == Some(mover) && is_backward(mover, from, to) => {
                if !backward.contains(&step) {
                    backward.push(step);
                }
            }
            _ => enough = true,
        }
    }
    enough |= backward.len() >= 2;
    let has_reentry_turn = moves.iter().any(|mv| mv.squares().is_none());
    if restricted == Some(!mover) && steps.len() == 1 && !has_reentry_turn {
        enough |= points_suffice(goal, position) == (mover == goal.prover);
    }
    enough == (mover == goal.prover)
}

/// The least fixpoint of a layer, found by going over it again and again.
fn solve_plainly(plain: &mut Plain, goal: Goal, layer: Layer) {
    for class in layer.classes() {
        for mover in Side::BOTH {
            plain.insert((class, mover), vec![false; class.size() as usize]);
        }
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (class, mover, index, position) in positions(goal.rules, layer) {
            if !position.is_over()
                && !is_proved(plain, goal, &position)
                && follows(plain, goal, &position)
            {
                plain.get_mut(&(class, mover)).unwrap()[index as usize] = true;
                is_changed = true;
            }
        }
    }
}

fn solve(goal: Goal, layer: Layer, store: &Store, tables: &Tables) {
    let mut solver = ThresholdSolver::new(goal, layer, 2, tables, store, |_| ()).unwrap();
    let never = AtomicBool::new(false);
    assert!(solver.run(&never, |_| Checkpoint::NotNow).unwrap());
}

fn assert_solved_as_plainly(goal: Goal, highest: u8) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let tables = Tables::new();
    let mut plain = Plain::new();
    let mut proved = 0;
    for layer in (2..=highest).filter_map(Layer::new) {
        solve(goal, layer, &store, &tables);
        assert!(store.is_finished(goal, layer));
        solve_plainly(&mut plain, goal, layer);
        let outcomes = Outcomes::load(goal, [layer], &store).unwrap();
        for (_, _, _, position) in positions(goal.rules, layer) {
            let expected = is_proved(&plain, goal, &position);
            assert_eq!(
                outcomes.is_proved(&position),
                Some(expected),
                "{goal} {position}"
            );
            proved += u64::from(expected);
        }
        for class in layer.classes() {
            for mover in Side::BOTH {
                let answers = store.answers(goal, class, mover).unwrap();
                let differs = |&index: &usize| {
                    let armies = class.armies(index as u64);
                    let position = Position::of_armies(goal.rules, mover, armies);
                    answers[index] != outcomes.is_proved(&position).unwrap()
                };
                assert_eq!((0..answers.len()).find(differs), None, "{goal} {class}");
            }
        }
    }
    assert!(proved > 0, "{goal}");
}

fn goals() -> impl Iterator<Item = Goal> {
    RuleSet::ALL.into_iter().flat_map(|rules| {
        Side::BOTH.into_iter().flat_map(move |prover| {
            let all = [Runs::Ignored, Runs::AgainstProver, Runs::AgainstOpponent];
            all.into_iter().map(move |runs| Goal {
                rules,
                prover,
                margin: 1,
                runs,
            })
        })
    })
}

#[test]
fn low_layers_are_those_of_plain_iteration() {
    for goal in goals() {
        assert_solved_as_plainly(goal, 3);
    }
    let higher = Goal {
        margin: 2,
        ..goals().next().unwrap()
    };
    assert_solved_as_plainly(higher, 3);
}

#[test]
fn ends_without_loss_are_those_of_plain_iteration() {
    for goal in goals().filter(|goal| goal.runs == Runs::Ignored) {
        assert_solved_as_plainly(Goal { margin: 0, ..goal }, 3);
    }
}

#[test]
#[ignore = "minutes"]
fn layer_4_is_that_of_plain_iteration() {
    for goal in goals() {
        assert_solved_as_plainly(goal, 4);
    }
}

#[test]
fn an_interrupted_layer_comes_out_the_same() {
    let goal = goals().next().unwrap();
    let tables = Tables::new();
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [whole, interrupted] = [0, 1].map(|n| Store::open(folders[n].path()).unwrap());
    let layer = Layer::new(4).unwrap();
    for layer in [2, 3, 4].map(|weight| Layer::new(weight).unwrap()) {
        solve(goal, layer, &whole, &tables);
    }
    for layer in [2, 3].map(|weight| Layer::new(weight).unwrap()) {
        solve(goal, layer, &interrupted, &tables);
    }
    let mut interruptions = 0;
    loop {
        let mut solver =
            ThresholdSolver::new(goal, layer, 1, &tables, &interrupted, |_| ()).unwrap();
        let stop = AtomicBool::new(false);
        let stop_in_pass_3 = |pass: &Pass| {
            if pass.number == 3 && interruptions < 4 {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            Checkpoint::Wanted
        };
        if solver.run(&stop, stop_in_pass_3).unwrap() {
            break;
        }
        assert!(!interrupted.is_finished(goal, layer));
        interruptions += 1;
    }
    assert_eq!(interruptions, 4);
    let mut files = 0;
    for entry in std::fs::read_dir(folders[0].path()).unwrap() {
        let name = entry.unwrap().file_name();
        let [left, right] = [0, 1].map(|n| std::fs::read(folders[n].path().join(&name)).unwrap());
        assert_eq!(left, right, "{name:?}");
        files += 1;
    }
    assert_eq!(std::fs::read_dir(folders[1].path()).unwrap().count(), files);
}

#[test]
fn missing_and_damaged_layers_are_named() {
    let goal = goals().next().unwrap();
    let tables = Tables::new();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let layer = Layer::new(3).unwrap();
    let message = |store: &Store| {
        ThresholdSolver::new(goal, layer, 1, &tables, store, |_| ())
            .unwrap_err()
            .to_string()
    };
    assert!(message(&store).contains("has not been solved yet"));
    solve(goal, Layer::LOWEST, &store, &tables);
    let name = "jarmo-white-1-1+0v1+0-b.plane";
    let path = folder.path().join(name);
    let whole = std::fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let mut foreign = whole.clone();
    foreign[0] ^= 1;
    for bytes in [&damaged[..], &whole[..whole.len() - 5], &foreign, b""] {
        std::fs::write(&path, bytes).unwrap();
        assert!(message(&store).contains(name), "{}", message(&store));
    }
}

/// Wins, draws and losses of the lowest layers without the to-and-fro rule, which add up; and a table of them.
#[test]
fn verdicts_are_counted_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let tables = Tables::new();
    let layers = [2, 3].map(|weight| Layer::new(weight).unwrap());
    for with_runs in [false, true] {
        let verdicts = Verdicts {
            store: &store,
            rules: RuleSet::Jarmo,
            with_runs,
        };
        let path = folder.path().join("table");
        let options = WriteOptions::default();
        let missing = verdicts.write(&path, layers[1], options, &mut |_, _| ());
        assert!(
            missing
                .unwrap_err()
                .to_string()
                .contains("has not been solved")
        );
        for layer in layers {
            for goal in verdicts.goals() {
                solve(goal, layer, &store, &tables);
            }
        }
        verdicts
            .write(&path, layers[1], options, &mut |_, _| ())
            .unwrap();
        let file = TableFile::open(&path).unwrap();
        let proved = verdicts
            .goals()
            .into_iter()
            .map(|goal| Outcomes::load(goal, [layers[1]], &store).unwrap());
        let proved: Vec<Outcomes> = proved.collect();
        let mut all = Counts::default();
        for section in file.sections() {
            let (class, side) = (section.class, section.side);
            let bytes = &file.section(section).unwrap()[0];
            let mut counts = Counts::default();
            let (mut positions, mut expected_outcomes) = (Vec::new(), Vec::new());
            for index in 0..class.size() {
                let position = Position::of_armies(RuleSet::Jarmo, side, class.armies(index));
                let value = bytes[index as usize / 4] >> (2 * (index % 4)) & 3;
                let is_proved: Vec<bool> = proved
                    .iter()
                    .map(|outcomes| outcomes.is_proved(&position).unwrap())
                    .collect();
                // For each side, White first, what it surely and what it possibly wins.
                let sure = [is_proved[0], is_proved[if with_runs { 2 } else { 1 }]];
                let winner = Side::BOTH.into_iter().find(|&side| sure[side as usize]);
                let expected = match winner {
                    Some(winner) if winner == side => 1,
                    Some(_) => 2,
                    None if is_proved.iter().any(|&proved| proved) => 3,
                    None => 0,
                };
                assert_eq!(value, expected, "{position}");
                positions.push(position);
                expected_outcomes.push(match value {
                    0 => Some(0),
                    1 => Some(1),
                    2 => Some(-1),
                    _ => None,
                });
                let count = match value {
                    0 => &mut counts.drawn,
                    1 => &mut counts.won,
                    2 => &mut counts.lost,
                    _ => &mut counts.unsettled,
                };
                *count += 1;
            }
            assert_eq!(verdicts.count(class, side, &tables).unwrap(), counts);
            assert_eq!(verdicts.outcomes_of(&positions).unwrap(), expected_outcomes);
            all += counts;
        }
        assert_eq!(
            all.won + all.lost + all.drawn + all.unsettled,
            2 * layers[1].size()
        );
        assert_eq!(all.unsettled > 0, with_runs);
        assert!(all.won > 0 && all.lost > 0 && all.drawn > 0);
    }
}

#[test]
fn layers_with_margins_are_built_upon() {
    let rules = RuleSet::Jarmo;
    let mut lower: Vec<SolvedLayer> = Vec::new();
    for layer in [2, 3].map(|weight| Layer::new(weight).unwrap()) {
        let below: Vec<&SolvedLayer> = lower.iter().collect();
        let mut solver = LayerSolver::new(rules, layer, &below, 1);
        while solver.round().is_some() {}
        lower.push(solver.finish().unwrap());
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let tables = Tables::new();
    let above = Layer::new(4).unwrap();
    let mut proved = Vec::new();
    for goal in goals().take(6) {
        for layer in &lower {
            store.import(goal, layer, &tables).unwrap();
            let outcomes = Outcomes::load(goal, [layer.layer()], &store).unwrap();
            for (_, mover, _, position) in positions(rules, layer.layer()) {
                let Some(entry) = layer.probe(&position) else {
                    continue;
                };
                let margin = if mover == goal.prover {
                    entry.margin
                } else {
                    -entry.margin
                };
                let is_proved = outcomes.is_proved(&position).unwrap();
                match goal.runs {
                    Runs::Ignored => assert_eq!(is_proved, margin >= 1, "{position}"),
                    Runs::AgainstProver => assert!(!is_proved || margin >= 1, "{position}"),
                    Runs::AgainstOpponent => assert!(is_proved || margin < 1, "{position}"),
                }
                if entry.is_exact() && entry.is_at_least_longer && entry.is_at_most_longer {
                    assert_eq!(is_proved, margin >= 1, "{position}");
                }
            }
        }
        solve(goal, above, &store, &tables);
        let outcomes = Outcomes::load(goal, [above], &store).unwrap();
        let count = positions(rules, above)
            .filter(|(_, _, _, position)| outcomes.is_proved(position).unwrap())
            .count();
        proved.push(count);
    }
    for side in proved.chunks(3) {
        let [ignored, surely, possibly] = *side else {
            unreachable!("three goals for each side");
        };
        assert!(surely < ignored && ignored < possibly, "{side:?}");
    }
}
