//! The matches and the tuning that the README shows, scaled down.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

const README: &str = include_str!("../../README.md");

/// How the README starts a tuner whose constants can be set.
const TUNABLE: &str = "cargo run --release -p jarmo-tuning --features tunable --bin jarmo-tune -- ";

/// The arguments of the README's commands that begin so.
fn commands(program: &str) -> Vec<Vec<&'static str>> {
    let lines = README.lines().filter_map(|line| line.strip_prefix(program));
    let words = lines.map(|line| {
        line.split(" #")
            .next()
            .expect("a part before any comment")
            .split_whitespace()
            .collect()
    });
    words.collect()
}

/// Our own searcher for any engine, few nodes, few games, few positions.
fn scaled(word: &str, before: &str) -> String {
    match (before, word.split_once('=')) {
        (_, Some(("cmd", _))) => "builtin".to_owned(),
        (_, Some(("nodes", _))) => "nodes=50".to_owned(),
        ("--rounds" | "--iterations", _) => "2".to_owned(),
        ("--nodes", _) => "50".to_owned(),
        ("--positions", _) => "2000".to_owned(),
        _ => word.to_owned(),
    }
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Assert {
    let before = [""].into_iter().chain(arguments.iter().copied());
    let scaled = arguments
        .iter()
        .zip(before)
        .map(|(word, before)| scaled(word, before));
    let mut command = Command::new(program);
    command.args(scaled).current_dir(folder).assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("reports are text")
}

#[test]
fn the_matches_of_the_readme_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let book = "tuning/data/openings.txt";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::create_dir_all(folder.path().join("tuning/data")).unwrap();
    fs::copy(root.join(book), folder.path().join(book)).unwrap();
    let commands = commands("jarmo-match ");
    assert!(commands.len() >= 3);
    for arguments in commands {
        let program = env!("CARGO_BIN_EXE_jarmo-match");
        let report = stdout(&run(program, &arguments, folder.path()).success());
        assert!(
            report.contains("4 games") || report.contains("every move legal"),
            "{report}"
        );
    }
}

#[test]
fn the_tuning_of_the_readme_ends_in_weights_and_plots() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands("jarmo-tune ");
    let names: Vec<&str> = commands.iter().map(|arguments| arguments[0]).collect();
    assert_eq!(names, ["selfplay", "split", "fit", "compare", "selfplay"]);
    for mut arguments in commands {
        if arguments[0] == "compare" {
            arguments.extend(["--rounds", "2"]);
        }
        let program = env!("CARGO_BIN_EXE_jarmo-tune");
        let report = stdout(&run(program, &arguments, folder.path()).success());
        if arguments[0] == "compare" {
            assert!(report.contains("4 games"), "{report}");
        }
    }
    for made in ["new.bin", "plots/learning.svg", "plots/calibration.svg"] {
        assert!(folder.path().join(made).is_file(), "{made}");
    }
}

#[test]
fn constants_are_tuned_where_they_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands(TUNABLE);
    assert_eq!(commands.len(), 1);
    let mut arguments = commands[0].clone();
    arguments.extend(["--nodes", "50"]);
    let assert = run(env!("CARGO_BIN_EXE_jarmo-tune"), &arguments, folder.path());
    if cfg!(feature = "tunable") {
        let report = stdout(&assert.success());
        assert!(report.contains("2 of 2 iterations"), "{report}");
    } else {
        let assert = assert.code(2);
        let complaint = String::from_utf8_lossy(&assert.get_output().stderr);
        assert!(complaint.contains("--features tunable"), "{complaint}");
    }
}
