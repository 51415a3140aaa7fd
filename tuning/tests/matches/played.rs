//! What a match promises when nothing goes wrong.

use std::fs;

use jarmo_protocol::record::Termination;
use serde_json::json;
use tempfile::tempdir;

use crate::runner::{BUILTIN, essence, games, run};

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&BUILTIN[..], more].concat()
}

#[test]
fn the_same_match_gives_the_same_games_at_any_concurrency() {
    let folder = tempdir().unwrap();
    let play = |name: &str, concurrency: &str| {
        let path = folder.path().join(name);
        let record = path.to_str().unwrap();
        let openings = "--openings=random:plies=5,seed=3,start=both";
        let more = [
            "--rounds=40",
            openings,
            "--record",
            record,
            "--concurrency",
            concurrency,
        ];
        let finished = run(&words(&more));
        assert_eq!(finished.code(), Some(0), "{}", finished.stderr());
        games(&path)
    };
    let first = play("first", "1");
    assert_eq!(first.len(), 80);
    let rounds: Vec<&str> = first.iter().map(|game| game.round.as_str()).collect();
    assert_eq!(rounds[..4], ["1.1", "1.2", "2.1", "2.2"]);
    assert_eq!(rounds[79], "40.2");
    assert_eq!(essence(&first), essence(&play("again", "1")));
    assert_eq!(essence(&first), essence(&play("two", "2")));
    assert_eq!(essence(&first), essence(&play("five", "5")));
}

#[test]
fn a_thousand_recorded_games_are_legal_and_add_up_to_the_report() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games");
    let record = path.to_str().unwrap();
    let more = [
        "--rounds=500",
        "--record",
        record,
        "--concurrency=2",
        "--json",
    ];
    let report = run(&words(&more)).json();
    let games = games(&path);
    assert_eq!(games.len(), 1000);
    let mut points = [0, 0];
    let mut wins = [0, 0];
    for game in &games {
        for side in [0, 1] {
            let engine = usize::from(game.players[side] == "B");
            points[engine] += game.outcome.points[side];
            wins[engine] += usize::from(
                game.outcome
                    .winner
                    .is_some_and(|winner| winner as usize == side),
            );
        }
    }
    let a = &report["engines"][0];
    assert_eq!(a["points"], json!(points));
    assert_eq!(
        [&a["wins"], &a["losses"]],
        [&json!(wins[0]), &json!(wins[1])]
    );
    let pairs: u64 = a["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(pairs, 500);
    let checked = run(&["check", record]);
    assert!(
        checked.stdout().starts_with("1000 games, "),
        "{}",
        checked.stdout()
    );
}

#[test]
fn a_changed_record_is_found_out() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games");
    let record = path.to_str().unwrap();
    run(&words(&["--rounds=3", "--record", record]));
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once("[Points \"").unwrap();
    fs::write(&path, format!("{before}[Points \"1{after}")).unwrap();
    let checked = run(&["check", record]);
    assert_eq!(checked.code(), Some(2));
    assert!(
        checked.stderr().contains("round 1.1: Points"),
        "{}",
        checked.stderr()
    );
}

#[test]
fn a_test_ends_after_the_same_game_at_any_concurrency() {
    let folder = tempdir().unwrap();
    let play = |concurrency: &str| {
        let path = folder.path().join(concurrency);
        let record = path.to_str().unwrap();
        let mut words = words(&[
            "--rounds=5000",
            "--json",
            "--record",
            record,
            "--concurrency",
            concurrency,
        ]);
        words.extend(["--sprt", "elo0=-20", "elo1=60"]);
        let report = run(&words).json();
        (
            report["games"].clone(),
            report["sprt"].clone(),
            report["end"].clone(),
            essence(&games(&path)),
            path,
        )
    };
    let (count, sprt, end, record, _) = play("1");
    let (other_count, other_sprt, _, other_record, path) = play("3");
    assert_eq!(end, "decided");
    assert_eq!(sprt["accepted"], "elo1", "three times the nodes are better");
    assert!(sprt["llr"].as_f64().unwrap() >= sprt["bounds"][1].as_f64().unwrap());
    assert_eq!(
        (count, sprt, record),
        (other_count, other_sprt, other_record)
    );
    assert!(!path.with_extension("ahead").exists());
}

#[test]
fn three_engines_meet_as_the_format_says() {
    for (format, encounters) in [("--quiet", 3), ("--gauntlet", 2)] {
        let mut words = vec![format, "--rounds=4", "--concurrency=2"];
        for engine in ["name=A", "name=B", "name=C"] {
            words.extend(["--engine", engine, "builtin", "depth=1", "option.Hash=1"]);
        }
        let text = run(&words);
        assert!(text.stdout().contains("Rank Engine"), "{}", text.stdout());
        words.push("--json");
        let report = run(&words).json();
        assert_eq!(report["games"], encounters * 8);
        assert_eq!(report["encounters"].as_array().unwrap().len(), encounters);
    }
}

#[test]
fn games_end_early_where_both_engines_agree() {
    let folder = tempdir().unwrap();
    let endings = |rule: &[&str], name: &str| {
        let path = folder.path().join(name);
        let mut words = words(&["--rounds=10", "--record", path.to_str().unwrap()]);
        words.extend(rule);
        run(&words);
        games(&path)
    };
    let resigned = endings(&["--resign", "moves=1", "score=2"], "resigned");
    let by = |games: &[jarmo_protocol::record::GameRecord], termination| {
        games
            .iter()
            .filter(|game| game.outcome.termination == termination)
            .count()
    };
    assert!(by(&resigned, Termination::Resignation) > 0);
    let drawn = endings(&["--draw", "from=1", "moves=1", "score=10"], "drawn");
    assert_eq!(by(&drawn, Termination::DrawAgreement), 20);
    assert!(drawn.iter().all(|game| game.game.moves().len() <= 10));
    let capped = endings(&["--ply-cap", "9"], "capped");
    assert_eq!(by(&capped, Termination::PlyCap), 20);
}

#[test]
fn wrong_words_are_told_in_one_line() {
    for (words, message) in [
        (
            &["--engine", "builtin", "nodes=1"][..],
            "--engine: one engine; expected at least two",
        ),
        (
            &[
                "--engine",
                "nodes=1",
                "cmd=/no/such",
                "--engine",
                "builtin",
                "nodes=1",
            ],
            "can't start '/no/such'",
        ),
        (
            &[
                "--engine", "builtin", "nodes=1", "--engine", "builtin", "node=1",
            ],
            "'node=1': expected builtin or one of",
        ),
        (
            &[
                "--engine", "builtin", "name=A", "nodes=1", "--engine", "builtin", "name=A",
                "nodes=1",
            ],
            "two engines are called 'A'",
        ),
        (
            &["--openings", "random:plies=many", "--engine", "builtin"],
            "'plies=many': expected plies=N",
        ),
        (
            &["--sprt", "elo3=1", "--engine", "builtin"],
            "--sprt: 'elo3=1': expected",
        ),
        (
            &["--rounds", "none", "--engine", "builtin"],
            "invalid value 'none' for '--rounds <N>'",
        ),
        (
            &[
                "--resign", "at=9", "--engine", "builtin", "nodes=1", "--engine", "builtin",
                "nodes=1",
            ],
            "--resign: 'at=9': expected",
        ),
        (&[], "--engine"),
    ] {
        let finished = run(words);
        assert_eq!(finished.code(), Some(2), "{words:?}");
        let told = finished.stderr();
        assert!(
            told.starts_with("error: ") && told.contains(message),
            "{told}"
        );
        assert_eq!(told.trim_end().lines().count(), 1, "{told}");
    }
}
