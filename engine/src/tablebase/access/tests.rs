use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::super::file::{Content, WriteOptions, write_layer};
use super::super::{Entry, Layer, LayerSolver, SolvedLayer};
use super::*;
use crate::moves::Move;

/// The layers 2 and 3 under the default rules.
static SOLVED: LazyLock<Vec<SolvedLayer>> = LazyLock::new(|| {
    let mut solved: Vec<SolvedLayer> = Vec::new();
    for layer in Layer::all().take(2) {
        let lower: Vec<&SolvedLayer> = solved.iter().collect();
        let mut solver = LayerSolver::new(RuleSet::Jarmo, layer, &lower, 1);
        while solver.round().is_some() {}
        solved.push(solver.finish().unwrap());
    }
    solved
});

fn path(folder: &Path, layer: Layer) -> PathBuf {
    folder.join(file_name(RuleSet::Jarmo, layer))
}

/// A folder with the layers 2 and 3, in small blocks.
fn folder(content: Content) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let options = WriteOptions {
        level: 1,
        block_log: 12,
        threads: 1,
    };
    for solved in SOLVED.iter() {
        let path = path(folder.path(), solved.layer());
        write_layer(&path, solved, content, options, &mut |_, _| ()).unwrap();
    }
    folder
}

/// Every position of the layers 2 and 3, and what the solver says of it.
fn all_positions() -> impl Iterator<Item = (Position, Entry)> {
    SOLVED.iter().flat_map(|solved| {
        let classes = solved.layer().classes();
        let indices = classes.flat_map(|class| (0..class.size()).map(move |index| (class, index)));
        indices.flat_map(move |(class, index)| {
            Side::BOTH.into_iter().map(move |side| {
                let position = Position::of_armies(RuleSet::Jarmo, side, class.armies(index));
                (position, solved.probe(&position).unwrap())
            })
        })
    })
}

fn position(text: &str) -> Position {
    Position::parse(text, RuleSet::Jarmo).unwrap()
}

#[test]
fn probes_tell_what_the_solver_found() {
    for content in Content::ALL {
        let folder = folder(content);
        let mut kept = Tablebase::default();
        assert_eq!(kept.add_folder(folder.path()).unwrap(), 2);
        let mut shared = Tablebase {
            kept_bytes: KEPT_BYTES,
            ..Tablebase::default()
        };
        assert_eq!(shared.add_folder(folder.path()).unwrap(), 2);
        for (position, entry) in all_positions() {
            let value = kept.probe(&position).unwrap();
            assert_eq!(shared.probe(&position), Some(value), "{position}");
            let margin = i32::from(entry.margin);
            let (at_least, at_most) = (entry.is_at_least, entry.is_at_most);
            if content == Content::Outcome {
                let is_sure = match margin.signum() {
                    1 => at_least,
                    0 => at_least && at_most,
                    _ => at_most,
                };
                assert_eq!(value.is_exact(), is_sure, "{position}");
                assert_eq!(value.margin, if is_sure { margin.signum() } else { 0 });
            } else {
                assert_eq!(value.margin, margin, "{position}");
                assert_eq!((value.is_at_least, value.is_at_most), (at_least, at_most));
            }
            let plies = (content == Content::MarginAndDistance).then(|| entry.distance.into());
            assert_eq!(value.plies, plies);
        }
        assert!(kept.take_faults().is_empty() && shared.take_faults().is_empty());
    }
}

#[test]
fn blocks_of_large_tables_make_room_for_others() {
    let folder = folder(Content::MarginAndDistance);
    let small = Tablebase {
        kept_bytes: KEPT_BYTES,
        blocks: Arc::new(Blocks::with_weighter(4, 4 << 12, ByBytes)),
        ..Tablebase::default()
    };
    let mut tables = small;
    tables.add_folder(folder.path()).unwrap();
    for (position, entry) in all_positions().step_by(97) {
        let margin = tables.probe(&position).unwrap().margin;
        assert_eq!(margin, i32::from(entry.margin));
        assert!(tables.blocks.weight() <= 4 << 12);
    }
}

#[test]
fn positions_that_are_not_in_the_tables_are_not_known() {
    let folder = folder(Content::Margin);
    let mut tables = Tablebase::default();
    assert!(tables.is_empty());
    let few = position("5/3a1/5/5/AA3 w");
    assert_eq!(tables.probe(&few), None);
    tables.add_folder(folder.path()).unwrap();
    assert!(tables.probe(&few).is_some());
    for text in [
        "aaaaa/5/5/5/AAAAA w",
        "5/3a1/5/4a/AA3 w",
        "A4/5/5/5/4a w",
        "A4/5/5/2a2/5 b",
        "5/5/5/2a2/5 b",
        "+a+a+a+a+a/5/5/5/+A+A+A+A+A w",
    ] {
        assert_eq!(tables.probe(&position(text)), None, "{text}");
    }
    let other_rules = Position::parse("5/3a1/5/5/AA3 w", RuleSet::Jasir).unwrap();
    assert_eq!(tables.probe(&other_rules), None);
}

#[test]
fn a_long_run_leaves_its_side_nothing_sure() {
    let folder = folder(Content::MarginAndDistance);
    let mut tables = Tablebase::default();
    tables.add_folder(folder.path()).unwrap();
    let sure = |runs: &str| {
        let position = position(&format!("5/3+a1/5/A4/5 w {runs}"));
        let value = tables.probe(&position).unwrap();
        (value.is_at_least, value.is_at_most)
    };
    assert_eq!(sure("- - 1"), (true, true));
    assert_eq!(sure("a1c2*2 b5d4*2 9"), (true, true));
    assert_eq!(sure("a1c2*4 b5d4*2 9"), (false, true));
    assert_eq!(sure("- b5d4*4 9"), (true, false));
    for (position, entry) in all_positions().step_by(211) {
        let side = position.side_to_move();
        let board = position.to_string();
        let board = board.split(" - -").next().unwrap();
        let runs = ["a1c2*3 - 1", "- a1c2*3 1"];
        let [own, others] = match side {
            Side::White => runs,
            Side::Black => [runs[1], runs[0]],
        };
        let value = |runs: &str| {
            let position = self::position(&format!("{board} {runs}"));
            tables.probe(&position).unwrap()
        };
        assert_eq!(value(own).is_at_least, entry.is_at_least_longer);
        assert_eq!(value(own).is_at_most, entry.is_at_most);
        assert_eq!(value(others).is_at_least, entry.is_at_least);
        assert_eq!(value(others).is_at_most, entry.is_at_most_longer);
    }
}

#[test]
fn a_damaged_table_is_dropped_with_one_fault() {
    let folder = folder(Content::MarginAndDistance);
    let file = path(folder.path(), Layer::new(3).unwrap());
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    fs::write(folder.path().join("other.jtb"), "something else").unwrap();
    fs::write(folder.path().join("notes.txt"), "no table").unwrap();
    let mut tables = Tablebase::default();
    assert_eq!(tables.add_folder(folder.path()).unwrap(), 2);
    let [foreign] = &tables.take_faults()[..] else {
        panic!("one file is no table");
    };
    assert!(
        foreign
            .to_string()
            .ends_with("a file that begins with JARMOTB")
    );

    let known = |layer: Layer| {
        let of_layer = move |position: &Position| weight(position) == usize::from(layer.weight());
        let positions = all_positions().map(|(position, _)| position);
        positions
            .filter(of_layer)
            .filter(|it| tables.probe(it).is_some())
            .count()
    };
    let [two, three] = [2, 3].map(|weight| Layer::new(weight).unwrap());
    let sound = known(three);
    assert!(
        0 < sound && sound < 2 * three.size() as usize,
        "known until the damage is met"
    );
    let faults = tables.take_faults();
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0]
            .to_string()
            .contains("jarmo-3.jtb: damaged block ")
    );
    assert_eq!(known(three), 0, "then not any more");
    assert_eq!(known(two), 2 * two.size() as usize);
    assert!(tables.take_faults().is_empty());
}

#[test]
fn the_most_telling_sound_table_answers() {
    let mut tables = Tablebase::default();
    let folders = [
        Content::Margin,
        Content::MarginAndDistance,
        Content::Outcome,
    ]
    .map(folder);
    for folder in &folders {
        tables.add_folder(folder.path()).unwrap();
    }
    let contents = |tables: &Tablebase| {
        let layers = tables.layers(RuleSet::Jarmo);
        layers.map(|layer| layer.content).collect::<Vec<_>>()
    };
    assert_eq!(contents(&tables), [Content::MarginAndDistance; 2]);
    assert!(tables.tables[RuleSet::Jarmo as usize][3][0].drop_out());
    assert_eq!(contents(&tables)[1], Content::Margin);
    assert_eq!(tables.layers(RuleSet::Jasir).count(), 0);
}

#[test]
fn best_moves_keep_the_value_and_lead_home() {
    let folder = folder(Content::MarginAndDistance);
    let mut tables = Tablebase::default();
    tables.add_folder(folder.path()).unwrap();
    let mut seen = [0; 3];
    for (position, entry) in all_positions().step_by(7) {
        let moves = best_moves(&tables, &position);
        for &mv in &moves {
            let value = tables.probe_move(&position, mv).unwrap();
            assert_eq!(value.margin, i32::from(entry.margin), "{position} {mv}");
            if entry.margin > 0 {
                // Sure moves need not be the shortest ones.
                assert!(
                    value.plies >= Some(entry.distance.into()),
                    "{position} {mv}"
                );
            }
        }
        seen[(entry.margin.signum() + 1) as usize] += usize::from(!moves.is_empty());
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn a_sure_value_has_moves_that_keep_it() {
    let folder = folder(Content::MarginAndDistance);
    let mut tables = Tablebase::default();
    tables.add_folder(folder.path()).unwrap();
    // One entry tells of a win by 2 for sure, but not the one after the only move that keeps it: in that
    // one Black might have gone to and fro already.
    let told = position("5/2aa1/5/3A1/5 b");
    let only: Move = "c4b2".parse().unwrap();
    assert!(!tables.probe_move(&told, only).unwrap().is_at_least);
    let legal = told.legal_moves();
    let goal = tables.last_assured([&told].into_iter()).unwrap();
    assert_eq!(goal.margin, 2);
    assert_eq!(tables.hopeful_moves(&told, goal, legal.into_iter()), [only]);
    assert_eq!(best_moves(&tables, &told), [only]);

    let mut proven = 0;
    let sure = all_positions().filter(|(_, entry)| entry.is_at_least);
    for (position, entry) in sure.filter(|(position, _)| !position.is_over()) {
        let moves = best_moves(&tables, &position);
        assert!(!moves.is_empty(), "{position}");
        let reach_it = |&mv: &Move| {
            let value = tables.probe_move(&position, mv).unwrap();
            value.margin >= entry.margin.into()
        };
        assert!(moves.iter().all(reach_it), "{position}");
        let is_flagged = |&mv: &Move| tables.probe_move(&position, mv).unwrap().is_at_least;
        proven += usize::from(!moves.iter().any(is_flagged));
    }
    assert!(proven > 0);
}

fn best_moves(tables: &Tablebase, position: &Position) -> Vec<Move> {
    tables.best_moves(position, position.legal_moves().into_iter())
}

#[test]
fn values_are_ordered_as_players_prefer_them() {
    let value = |margin, plies| Value {
        margin,
        plies,
        is_at_least: true,
        is_at_most: false,
        content: Content::MarginAndDistance,
    };
    let ordered = [
        value(-2, Some(1)),
        value(-1, Some(1)),
        value(-1, Some(9)),
        value(-1, None),
        value(0, Some(0)),
        value(1, None),
        value(1, Some(9)),
        value(1, Some(1)),
        value(3, Some(200)),
    ];
    assert!(ordered.is_sorted_by(|a, b| a.compare(*b).is_lt()));
    let after = |margin, plies| Value::of_move_to(value(margin, Some(plies)));
    let before = |margin, plies| Value {
        is_at_least: false,
        is_at_most: true,
        ..value(margin, Some(plies))
    };
    assert_eq!(after(-2, 6), before(2, 7));
    assert_eq!(after(0, 0), before(0, 0));
}
