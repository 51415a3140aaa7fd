//! The matches that the README shows, scaled down.

use std::env;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

const README: &str = include_str!("../../README.md");

/// The arguments of the README's `jarmo-match` commands.
fn commands() -> Vec<Vec<&'static str>> {
    let lines = README
        .lines()
        .filter_map(|line| line.strip_prefix("jarmo-match "));
    let words = lines.map(|line| {
        line.split(" #")
            .next()
            .expect("a part before any comment")
            .split_whitespace()
            .collect()
    });
    words.collect()
}

/// Our own searcher for any engine, few nodes and few rounds.
fn scaled(word: &str, before: &str) -> String {
    match word.split_once('=') {
        Some(("cmd", _)) => "builtin".to_owned(),
        Some(("nodes", _)) => "nodes=50".to_owned(),
        _ if before == "--rounds" => "2".to_owned(),
        _ => word.to_owned(),
    }
}

#[test]
fn the_matches_of_the_readme_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let book = "tuning/data/openings.txt";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::create_dir_all(folder.path().join("tuning/data")).unwrap();
    fs::copy(root.join(book), folder.path().join(book)).unwrap();
    let commands = commands();
    assert!(commands.len() >= 3);
    for arguments in commands {
        let before = [""].into_iter().chain(arguments.iter().copied());
        let scaled = arguments
            .iter()
            .zip(before)
            .map(|(word, before)| scaled(word, before));
        let assert = Command::new(env!("CARGO_BIN_EXE_jarmo-match"))
            .args(scaled)
            .current_dir(&folder)
            .assert()
            .success();
        let report = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(
            report.contains("4 games") || report.contains("every move legal"),
            "{report}"
        );
    }
}
