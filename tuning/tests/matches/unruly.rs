//! A hundred games against each kind of bad engine: every game gets a result with the right
//! reason, in bounded memory, and the match ends.

use serde_json::{Value, json};

use crate::engine::Manner;
use crate::runner::run;

/// Memory that the runner may use, in KiB.
const MEMORY: u64 = 200 << 10;

/// Plays 100 games; `forfeits` is how the engine of that manner loses all of them, if it does.
#[track_caller]
fn hundred_games(manner: Manner, limits: &[&str], forfeits: &Value) {
    let mut words: Vec<String> = [
        "--rounds=50",
        "--concurrency=2",
        "--openings=random:plies=2,seed=1",
        "--json",
        "--engine",
        "name=good",
        "builtin",
        "option.Hash=1",
        "nodes=50",
        "--engine",
        "name=bad",
    ]
    .map(str::to_owned)
    .to_vec();
    words.extend(manner.words("unruly"));
    words.extend(limits.iter().copied().map(str::to_owned));
    let finished = run(&words);
    let report = finished.json();
    assert_eq!(report["games"], 100);
    assert_eq!(report["end"], "complete");
    assert_eq!(finished.code(), Some(0));
    let [good, bad] = [0, 1].map(|engine| &report["engines"][engine]);
    assert_eq!(&bad["forfeits"], forfeits, "{}", finished.stderr());
    assert_eq!(good["forfeits"], json!({}));
    if *forfeits != json!({}) {
        assert_eq!(good["wins"], 100);
        assert_eq!(bad["points"][0], 0);
        let told = finished.stderr().matches("bad forfeits").count();
        assert_eq!(told, 100, "each loss is told");
    }
    assert!(finished.memory > 0);
    assert!(finished.memory < MEMORY, "{} KiB", finished.memory);
}

#[test]
fn an_honest_engine_forfeits_nothing() {
    hundred_games(Manner::Honest, &["nodes=1"], &json!({}));
    hundred_games(
        Manner::Honest,
        &["proto=ugi", "tc=5/60+1", "depth=1"],
        &json!({}),
    );
}

#[test]
fn an_illegal_move_loses() {
    hundred_games(
        Manner::IllegalMove,
        &["nodes=1"],
        &json!({"illegal move": 100}),
    );
}

#[test]
fn garbage_loses() {
    hundred_games(
        Manner::Garbage,
        &["nodes=1"],
        &json!({"malformed move": 100}),
    );
}

#[test]
fn a_crash_at_the_start_loses() {
    hundred_games(Manner::CrashAtStart, &["nodes=1"], &json!({"crash": 100}));
}

#[test]
fn a_crash_in_the_game_loses() {
    hundred_games(Manner::CrashInGame, &["nodes=1"], &json!({"crash": 100}));
}

#[test]
fn silence_loses() {
    let limits = &["nodes=1", "patience=60ms"];
    hundred_games(Manner::Silent, limits, &json!({"stall": 100}));
}

#[test]
fn no_move_loses_with_and_without_a_clock() {
    let stalls = json!({"stall": 100});
    hundred_games(Manner::Mute, &["nodes=1", "patience=300ms"], &stalls);
    hundred_games(
        Manner::Mute,
        &["st=10ms", "margin=200ms", "patience=300ms"],
        &stalls,
    );
}

#[test]
fn an_answer_after_the_time_loses() {
    hundred_games(Manner::Late, &["st=10ms"], &json!({"time forfeit": 100}));
}

#[test]
fn a_flood_is_survived() {
    hundred_games(
        Manner::FloodsStdout,
        &["nodes=1", "patience=5m"],
        &json!({}),
    );
}

#[test]
fn a_closed_stdout_loses() {
    hundred_games(Manner::ClosesStdout, &["nodes=1"], &json!({"crash": 100}));
}

#[test]
fn an_engine_that_stays_does_not_hold_up_the_end() {
    hundred_games(Manner::IgnoresQuit, &["nodes=1"], &json!({}));
}

#[test]
fn a_match_that_is_not_to_recover_ends_with_the_first_forfeit() {
    let mut words: Vec<String> = [
        "--recover=false",
        "--json",
        "--engine",
        "name=good",
        "builtin",
        "nodes=9",
    ]
    .map(str::to_owned)
    .to_vec();
    words.extend(["--engine", "name=bad", "nodes=9"].map(str::to_owned));
    words.extend(Manner::IllegalMove.words("unruly"));
    let finished = run(&words);
    assert_eq!(finished.json()["games"], 1);
    assert_eq!(finished.json()["end"], "forfeited");
    assert_eq!(finished.code(), Some(1));
}
