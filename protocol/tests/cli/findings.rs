//! What the tables find out, about layers and about the engine: `stats`, `regret` and `play`.

use std::fs;
use std::path::Path;

use jarmo_engine::tablebase::file::{Content, TableFile, WriteOptions, write_layer};
use jarmo_engine::tablebase::{Entry, Layer, SolvedLayer, Tablebase};
use jarmo_engine::{Position, RuleSet, Side};
use serde_json::Value;

use crate::harness::{jarmo, json};
use crate::tablebase::{built, tablebase, tablebase_error};

fn open(path: &str) -> Tablebase {
    let mut tables = Tablebase::default();
    tables.add_folder(path.as_ref()).unwrap();
    tables
}

fn number(object: &Value, name: &str) -> u64 {
    object[name]
        .as_u64()
        .unwrap_or_else(|| panic!("no {name} in {object}"))
}

/// White's and Black's values of all positions of a layer, White and Black to move.
fn pairs(tables: &Tablebase, layer: Layer) -> Vec<[jarmo_engine::tablebase::Value; 2]> {
    let of_class = |class: jarmo_engine::tablebase::Class| {
        (0..class.size()).map(move |index| {
            Side::BOTH.map(|side| {
                let armies = class.armies(index);
                let position = Position::of_armies(RuleSet::Jarmo, side, armies);
                tables.probe(&position).unwrap()
            })
        })
    };
    layer.classes().flat_map(of_class).collect()
}

#[test]
fn statistics_are_those_of_plain_counting() {
    let (_folder, path) = built();
    let arguments = ["stats", "--path", &path, "--endings", "--json"];
    let text = tablebase(&arguments);
    assert_eq!(text, tablebase(&arguments), "answers are kept");
    let layers = json(&text);
    let told: Vec<u64> = layers.iter().map(|it| number(it, "layer")).collect();
    assert_eq!(told, [2, 3]);
    let tables = open(&path);
    for stats in &layers {
        let layer = Layer::new(number(stats, "layer") as u8).unwrap();
        let pairs = pairs(&tables, layer);
        let count = |is_meant: &dyn Fn(&jarmo_engine::tablebase::Value) -> bool| {
            pairs.iter().flatten().filter(|&it| is_meant(it)).count() as u64
        };
        let all = &stats["all"];
        assert_eq!(number(all, "positions"), 2 * layer.size());
        assert_eq!(number(all, "won"), count(&|it| it.margin > 0));
        assert_eq!(number(all, "drawn"), count(&|it| it.margin == 0));
        assert_eq!(number(all, "lost"), count(&|it| it.margin < 0));
        assert_eq!(number(all, "exact"), count(&|it| it.is_exact()));
        for margin in -4..=4 {
            let told = all["margins"][margin.to_string()].as_u64().unwrap_or(0);
            assert_eq!(told, count(&|it| it.margin == margin), "{margin}");
        }
        let draws = &all["draws"];
        let kinds = ["ended", "by_mover", "by_opponent", "by_neither"];
        let kinds = kinds.map(|name| draws[name].as_u64().unwrap_or(0));
        assert_eq!(kinds.iter().sum::<u64>(), number(all, "drawn"));

        let hurts = || {
            pairs
                .iter()
                .filter(|[white, black]| white.margin < -black.margin)
        };
        let zugzwang = &stats["zugzwang"];
        assert_eq!(number(zugzwang, "count"), hurts().count() as u64);
        let sure = hurts().filter(|pair| pair.iter().all(|it| it.is_at_most));
        assert_eq!(number(zugzwang, "sure"), sure.count() as u64);
        let full = hurts().filter(|pair| pair.iter().all(|it| it.margin < 0));
        assert_eq!(number(zugzwang, "full"), full.count() as u64);

        let classes = stats["classes"].as_array().unwrap();
        let sections = classes
            .iter()
            .flat_map(|class| class["sections"].as_array().unwrap());
        let mut positions = 0;
        for section in sections {
            positions += number(section, "positions");
            let longest = &section["longest"];
            if longest.is_object() {
                let line = longest["line"].as_array().unwrap().len() as u64;
                assert_eq!(number(longest, "plies"), line, "{section}");
            }
        }
        assert_eq!(positions, 2 * layer.size());
    }
    let text = tablebase(&["stats", "--layer", "3", "--path", &path]);
    for found in ["Longest win: by ", "Mutual zugzwangs: ", "Margins: "] {
        assert!(text.contains(found), "{text}");
    }
    assert!(!text.contains("endless"), "{text}");
}

#[test]
fn regrets_are_what_the_tables_say() {
    let (_folder, path) = built();
    let arguments = [
        "regret",
        "--path",
        &path,
        "--positions",
        "300",
        "--nodes",
        "1,200",
        "--json",
    ];
    let with_threads = |count| tablebase(&[&arguments[..], &["--threads", count]].concat());
    let text = with_threads("1");
    assert_eq!(text, with_threads("2"));
    let rows = json(&text);
    let place = |row: &Value| (row["nodes"].as_u64(), row["layer"].as_u64());
    let expected = [1, 200].map(|nodes| [Some(2), Some(3), None].map(|it| (Some(nodes), it)));
    assert_eq!(
        rows.iter().map(place).collect::<Vec<_>>(),
        expected.as_flattened()
    );
    let tables = open(&path);
    for row in &rows {
        let taken = number(row, "positions") + number(row, "left_out");
        assert_eq!(taken, if row["layer"].is_null() { 300 } else { 150 });
        for worst in row["worst"].as_array().unwrap() {
            let text = worst["position"].as_str().unwrap();
            let position = Position::parse(text, RuleSet::Jarmo).unwrap();
            let value = tables.probe(&position).unwrap();
            let after = |name: &str| {
                let mv = position.parse_move(worst[name].as_str().unwrap()).unwrap();
                tables.probe_move(&position, mv).unwrap()
            };
            assert!(value.is_exact() && after("move").is_exact());
            let regret = value.margin - after("move").margin;
            assert_eq!(worst["regret"].as_i64(), Some(regret.into()));
            assert!(regret > 0 && after("best").margin == value.margin);
        }
    }
    let mean = |row: &Value| row["regret"]["mean"].as_f64().unwrap();
    assert!(mean(&rows[2]) > mean(&rows[5]), "more nodes, less regret");
    let text = tablebase(&arguments[..arguments.len() - 1]);
    assert!(text.contains("200 nodes"), "{text}");
    let timed = [
        "regret",
        "--path",
        &path,
        "--positions",
        "5",
        "--movetime",
        "1",
    ];
    assert!(tablebase(&timed).contains("1 ms"));
    let error = tablebase_error(&["regret", "--path", &path, "--nodes", "1000,x"], 2);
    assert!(error.contains("'x'"), "{error}");
}

#[test]
fn the_engine_keeps_what_the_tables_assure_it_of() {
    let (_folder, path) = built();
    let play = [
        "play", "--path", &path, "--games", "200", "--nodes", "50", "--hash", "1",
    ];
    let text = tablebase(&play);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0][..6], ["200", "games", "at", "50", "nodes", "a"]);
    assert_eq!(rows[2], ["White", "0", "200", "0"]);
    assert_eq!(rows[3], ["Black", "0", "200", "0"]);
    assert_eq!(rows.len(), 4, "{text}");
}

/// Makes all values of a layer wrong by some points.
fn falsify(path: &str, points: i8) {
    let file = TableFile::open(Path::new(path)).unwrap();
    let solved = file.solved_layer().unwrap();
    let tables = solved.tables().map(|(_, tables)| {
        let mut tables = tables.clone();
        for table in &mut tables {
            for value in &mut table.values {
                let mut entry = Entry::from_bytes([*value, 0]).unwrap();
                entry.margin += points;
                [*value, _] = entry.to_bytes();
            }
            table.distances.fill(9);
            for (value, distance) in table.values.iter().zip(&mut table.distances) {
                *distance *= u8::from(Entry::from_bytes([*value, 0]).unwrap().margin != 0);
            }
        }
        tables
    });
    let wrong = SolvedLayer::new(solved.rules(), solved.layer(), tables.collect()).unwrap();
    fs::remove_file(path).unwrap();
    let content = Content::MarginAndDistance;
    let options = WriteOptions::default();
    write_layer(Path::new(path), &wrong, content, options, &mut |_, _| ()).unwrap();
}

#[test]
fn values_that_are_not_kept_come_to_light() {
    let (_folder, path) = built();
    let file = format!("{path}/jarmo-3.jtb");
    falsify(&file, 1);
    let arguments = ["play", "--layer", "3", "--path", &path, "--games", "20"];
    let assert = jarmo(&[&["tablebase"], &arguments[..], &["--nodes", "50"]].concat())
        .assert()
        .code(1);
    let [text, error] = [&assert.get_output().stdout, &assert.get_output().stderr]
        .map(|bytes| String::from_utf8(bytes.clone()).unwrap());
    assert!(text.contains(", and was sure of +"), "{text}");
    assert!(
        error.ends_with(" times a side ended worse than the tables had assured it of\n"),
        "{error}"
    );
    falsify(&file, -2);
    let regret = [
        "regret",
        "--layer",
        "3",
        "--path",
        &path,
        "--positions",
        "50",
    ];
    let error = tablebase_error(&regret, 1);
    assert!(
        error.contains("the tables contradict each other"),
        "{error}"
    );
}
