//! What is left of a match that ends before its time.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use tempfile::tempdir;

use crate::engine::Manner;
use crate::runner::{BUILTIN, Running, essence, games, processes_with, run};

/// A match that takes some seconds.
fn words<'a>(file_option: &'a str, path: &'a str) -> Vec<&'a str> {
    let mut words = BUILTIN.to_vec();
    words.extend([
        "--rounds=60",
        "--concurrency=3",
        "--json",
        file_option,
        path,
    ]);
    words.extend(["--engine", "name=C", "builtin", "nodes=4000"]);
    words
}

/// The record of that match when nothing interrupts it.
fn whole_match(folder: &Path) -> Vec<(String, String, String)> {
    let path = folder.join("whole");
    let finished = run(&words("--record", path.to_str().expect("a path in UTF-8")));
    assert_eq!(finished.code(), Some(0), "{}", finished.stderr());
    essence(&games(&path))
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

#[test]
fn an_interrupted_match_is_resumed_without_losing_or_replaying_a_game() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games");
    let record = path.to_str().unwrap();
    let mut running = Running::start(&words("--record", record));
    running.wait_until(|| size(&path) > 4000);
    running.signal(Signal::SIGINT);
    let finished = running.finish();
    assert_eq!(finished.code(), Some(130), "{}", finished.stderr());
    let report = finished.json();
    assert_eq!(report["end"], "interrupted");
    let before = games(&path);
    assert_eq!(report["games"], before.len());
    assert!((1..360).contains(&before.len()));

    let resumed = run(&words("--resume", record));
    assert_eq!(resumed.code(), Some(0), "{}", resumed.stderr());
    let after = games(&path);
    assert_eq!(essence(&after), whole_match(folder.path()));
    for game in &before {
        let same = after
            .iter()
            .find(|other| other.round == game.round)
            .unwrap();
        assert_eq!(same.to_string(), game.to_string(), "kept, times and all");
    }
    assert!(!folder.path().join("games.ahead").exists());
}

#[test]
fn a_killed_match_is_resumed_too() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games");
    let record = path.to_str().unwrap();
    let whole = whole_match(folder.path());
    let mut option = "--record";
    for enough in [3_000, 20_000, 50_000] {
        let mut running = Running::start(&words(option, record));
        option = "--resume";
        running.wait_until(|| size(&path) > enough);
        running.signal(Signal::SIGKILL);
        running.finish();
    }
    // As if the power had failed in the middle of a game.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 100]).unwrap();
    let resumed = run(&words("--resume", record));
    assert_eq!(resumed.code(), Some(0), "{}", resumed.stderr());
    assert!(resumed.json()["games_resumed"].as_u64().unwrap() > 20);
    assert_eq!(essence(&games(&path)), whole);
}

#[test]
fn only_the_same_match_is_resumed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games");
    let record = path.to_str().unwrap();
    let mut first = BUILTIN.to_vec();
    first.extend(["--rounds=2", "--record", record]);
    assert_eq!(run(&first).code(), Some(0));
    let again = run(&first);
    assert!(
        again
            .stderr()
            .contains("exists; expected a new file, or --resume")
    );
    for (change, message) in [
        (
            ["--openings", "random:plies=6,seed=2"],
            "round 1.1: the opening",
        ),
        (
            ["--rounds", "1"],
            "round 2.1: no such round; this match has 1 rounds",
        ),
        (
            ["--variant", "jasir"],
            "round 1.1: the variant jarmo; this match has the variant jasir",
        ),
        (["--each", "depth=3"], "round 1.1: the limits"),
    ] {
        let mut words = BUILTIN.to_vec();
        words.extend(["--resume", record]);
        words.extend(change);
        let finished = run(&words);
        assert_eq!(finished.code(), Some(2), "{change:?}");
        assert!(finished.stderr().contains(message), "{}", finished.stderr());
    }
    let mut more = BUILTIN.to_vec();
    more.extend(["--rounds=3", "--resume", record]);
    assert_eq!(run(&more).code(), Some(0), "a match may become longer");
    assert_eq!(games(&path).len(), 6);
}

/// A match whose engines never answer. `mark` is on the command line of each of their processes.
fn endless_match(mark: &str, in_a_shell: bool) -> Vec<String> {
    let mut words = vec!["--concurrency=2".to_owned(), "--rounds=9".to_owned()];
    for name in ["name=A", "name=B"] {
        words.extend(["--engine", name, "patience=60m", "nodes=1"].map(str::to_owned));
        let engine = Manner::Mute.words(mark);
        if in_a_shell {
            let command: Vec<&str> = engine
                .iter()
                .filter_map(|word| word.strip_prefix("arg="))
                .collect();
            let script = format!("arg=env {}; true", command.join(" "));
            words.extend([
                "cmd=sh".to_owned(),
                "arg=-c".to_owned(),
                script,
                format!("arg={mark}"),
            ]);
        } else {
            words.extend(engine);
        }
    }
    words
}

#[track_caller]
fn assert_all_end(mark: &str) {
    let began = Instant::now();
    while processes_with(mark) > 0 {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "an engine outlives the runner"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn no_engine_outlives_a_runner_that_is_killed() {
    for in_a_shell in [false, true] {
        let mark = format!("mark-{}-{in_a_shell}", std::process::id());
        let mut running = Running::start(&endless_match(&mark, in_a_shell));
        // A guard and an engine for each player of two games, and a shell between them.
        let expected = if in_a_shell { 12 } else { 8 };
        running.wait_until(|| processes_with(&mark) >= expected);
        running.signal(Signal::SIGKILL);
        running.finish();
        assert_all_end(&mark);
    }
}

#[test]
fn a_second_interrupt_ends_the_running_games() {
    let mark = format!("mark-{}-twice", std::process::id());
    let mut running = Running::start(&endless_match(&mark, false));
    running.wait_until(|| processes_with(&mark) >= 8);
    running.signal(Signal::SIGINT);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(processes_with(&mark), 8, "the games go on");
    running.signal(Signal::SIGINT);
    let finished = running.finish();
    assert_eq!(finished.code(), Some(130));
    assert!(
        finished.stdout().contains("0 of 18 games"),
        "{}",
        finished.stdout()
    );
    assert_all_end(&mark);
}
