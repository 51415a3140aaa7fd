//! Tables in a folder: used, told of, and done without.

use std::fs;
use std::path::PathBuf;

use jarmo_engine::tablebase::file::{Content, WriteOptions, write_layer};
use jarmo_engine::tablebase::{Entry, Layer, LayerSolver, SolvedLayer, file_name};
use jarmo_engine::{Position, RuleSet, Side};
use tempfile::TempDir;

use super::harness::{answers, field, is_search_info};

/// Two archers without marks, White to move.
const TWO: &str = "position fen 5/3a1/5/A4/5 w";

/// A folder with the two lowest layers of `jasir`, which are not part of the program.
fn folder(content: Content) -> TempDir {
    folder_and_layers(content).0
}

fn folder_and_layers(content: Content) -> (TempDir, Vec<SolvedLayer>) {
    let folder = tempfile::tempdir().unwrap();
    let mut solved: Vec<SolvedLayer> = Vec::new();
    for layer in Layer::all().take(2) {
        let lower: Vec<&SolvedLayer> = solved.iter().collect();
        let mut solver = LayerSolver::new(RuleSet::Jasir, layer, &lower, 1);
        while solver.round().is_some() {}
        solved.push(solver.finish().unwrap());
        let path = folder.path().join(file_name(RuleSet::Jasir, layer));
        let options = WriteOptions {
            level: 1,
            ..WriteOptions::default()
        };
        write_layer(
            &path,
            &solved[solved.len() - 1],
            content,
            options,
            &mut |_, _| (),
        )
        .unwrap();
    }
    (folder, solved)
}

/// The won position with the longest way among those of layer 3 whose value is exact.
fn longest_win(layers: &[SolvedLayer]) -> (Position, i32) {
    let mut longest: Option<(Position, Entry)> = None;
    for (class, tables) in layers[1].tables() {
        for (side, table) in Side::BOTH.into_iter().zip(tables) {
            for index in 0..class.size() {
                let entry = table.entry(index);
                let most = longest.map_or(0, |(_, entry)| entry.distance);
                if entry.is_exact() && entry.margin > 0 && entry.distance > most {
                    let armies = class.armies(index);
                    longest = Some((Position::of_armies(RuleSet::Jasir, side, armies), entry));
                }
            }
        }
    }
    let (position, entry) = longest.unwrap();
    (position, entry.margin.into())
}

fn path(folder: &TempDir, layer: u8) -> PathBuf {
    let layer = Layer::new(layer).unwrap();
    folder.path().join(file_name(RuleSet::Jasir, layer))
}

/// The answers to a search with the tables of `folder`.
fn searched(folder: &TempDir, go: &str) -> Vec<String> {
    searched_from(folder, TWO, go)
}

fn searched_from(folder: &TempDir, position: &str, go: &str) -> Vec<String> {
    let option = format!(
        "setoption name TablebasePath value {}",
        folder.path().display()
    );
    let variant = "setoption name UCI_Variant value jasir";
    let mut lines = answers(&[&option, variant, position, go]);
    let variants = lines
        .iter()
        .position(|line| line.starts_with("info string variant"));
    lines.remove(variants.unwrap());
    lines
}

fn hits(line: &str) -> u64 {
    field(line, "tbhits").unwrap().parse().unwrap()
}

#[test]
fn tables_with_distances_prove_results() {
    let lines = searched(&folder(Content::MarginAndDistance), "go depth 3");
    let line = lines.iter().rfind(|line| is_search_info(line)).unwrap();
    assert!(hits(line) > 0, "{line}");
    assert_eq!(field(line, "score"), Some("mate"), "{lines:?}");
    let proven = |line: &&String| line.starts_with("info string proven: ");
    assert_eq!(lines.iter().filter(proven).count(), 1, "{lines:?}");
}

#[test]
fn tables_without_distances_tell_margins() {
    let (folder, layers) = folder_and_layers(Content::Margin);
    let (position, margin) = longest_win(&layers);
    let lines = searched_from(&folder, &format!("position fen {position}"), "go depth 1");
    let line = lines.iter().rfind(|line| is_search_info(line)).unwrap();
    assert!(hits(line) > 0, "{line}");
    let cp = (100 * margin).to_string();
    assert_eq!(field(line, "cp"), Some(cp.as_str()), "{lines:?}");
    let side = position.side_to_move();
    let told = format!("info string tablebase: {side} wins by {margin}");
    assert_eq!(
        lines.iter().filter(|line| **line == told).count(),
        1,
        "{lines:?}"
    );
}

#[test]
fn folders_that_hold_no_tables_are_refused_and_the_old_ones_kept() {
    let good = folder(Content::MarginAndDistance);
    let empty = tempfile::tempdir().unwrap();
    let [good, empty] = [&good, &empty].map(|folder| folder.path().display());
    let lines = answers(&[
        &format!("setoption name TablebasePath value {good}"),
        &format!("setoption name TablebasePath value {empty}"),
        &format!("setoption name TablebasePath value {empty}/none"),
        "setoption name UCI_Variant value jasir",
        TWO,
        "go depth 2",
    ]);
    let refusal = format!(
        "info string error: no tablebases in '{empty}'; expected files such as jarmo-7.jtb"
    );
    assert_eq!(lines[0], refusal);
    assert!(lines[1].starts_with(&format!("info string error: tablebase {empty}/none: ")));
    let line = lines.iter().rfind(|line| is_search_info(line)).unwrap();
    assert!(hits(line) > 0, "{lines:?}");
}

#[test]
fn a_damaged_table_is_told_and_the_search_goes_on() {
    let folder = folder(Content::MarginAndDistance);
    let file = path(&folder, 2);
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    for byte in &mut bytes[last - 20..=last] {
        *byte ^= 0x55;
    }
    fs::write(&file, &bytes).unwrap();
    let lines = searched(&folder, "go depth 4");
    let start = format!(
        "info string error: tablebase {}: damaged block ",
        file.display()
    );
    let damage = lines.iter().filter(|line| line.starts_with(&start));
    assert_eq!(damage.count(), 1, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");

    fs::write(&file, &bytes[..40]).unwrap();
    let lines = searched(&folder, "go depth 2");
    let start = format!("info string error: tablebase {}: ", file.display());
    assert!(lines[0].starts_with(&start), "{lines:?}");
    assert!(lines[0].contains(" bytes; expected "), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
}
