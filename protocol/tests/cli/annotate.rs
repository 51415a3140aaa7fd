//! `jarmo analyse` over whole games, told on the command line or recorded.

use std::fs;

use jarmo_engine::{Game, Position, RuleSet, Side};
use jarmo_protocol::record::{GameRecord, MoveNote, Outcome, Termination};
use serde_json::Value;

use crate::harness::{Folder, analyse, analyse_error, json};

/// White leaves an archer where it is captured for nothing, twice.
const GAME: &str = "b1d2 a5c4 a1b3 b5d4 b3a1 d4b5 a1b3 c5e4 d1c3 e5d3 d2b1 d3c1 \
                    b3b2 c4b2 c3e4 A@a5 e1c2 b2c4 b1a3 b5a3 c2b2 c4b2 e4c5";

#[test]
fn a_game_is_annotated_move_by_move() {
    let folder = Folder::new();
    let graph = folder.path("scores.svg");
    let arguments = ["--annotate", "--moves", GAME, "--depth", "6", "--hash", "1"];
    let text = analyse(&[&arguments[..], &["--graph", &graph]].concat());
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("move  "))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    let moves: Vec<&str> = GAME.split_whitespace().collect();
    assert_eq!(rows.len(), moves.len(), "{text}");
    for (ply, (row, mv)) in rows.iter().zip(&moves).enumerate() {
        let dots = if ply % 2 == 0 { "." } else { "…" };
        let head = format!("{}{dots} {mv} ", ply / 2 + 1);
        assert!(row.trim_start().starts_with(&head), "{row}");
    }
    assert!(rows[10].contains("d2b1 ??"), "{}", rows[10]);
    assert!(text.contains("\nWhite: ") && text.contains("\nBlack: "));
    assert!(
        text.trim_end()
            .ends_with("White has no archer outside the goal row.")
    );

    let picture = fs::read_to_string(&graph).unwrap();
    assert_eq!(picture.matches("<circle").count(), moves.len() + 1);
    assert!(picture.contains("6. White d2b1??: "), "{picture}");

    let records = json(&analyse(
        &[&arguments[..], &["--json", "--jobs", "1"]].concat(),
    ));
    let (last, records) = records.split_last().unwrap();
    assert_eq!(records.len(), moves.len());
    for (record, mv) in records.iter().zip(&moves) {
        assert_eq!(record["move"], *mv);
        let (loss, mark) = (
            record["loss"].as_f64().unwrap(),
            record["mark"].as_str().unwrap(),
        );
        let expected = match loss {
            2.0.. => "??",
            1.0.. => "?",
            _ => "",
        };
        assert!(loss >= 0.0 && mark == expected, "{record}");
        if record["best"] == *mv {
            assert_eq!(loss, 0.0);
            assert_eq!(record["score"], record["best_score"]);
        }
    }
    let black_wins = "The game is over. Black wins 6 to 2: ";
    assert!(last["words"].as_str().unwrap().starts_with(black_wins));
}

#[test]
fn an_annotated_game_may_begin_anywhere_and_go_on() {
    let text = analyse(&[
        "--annotate",
        "--depth",
        "4",
        "--hash",
        "1",
        "aaaaa/5/5/5/AAAAA b - - 1",
        "--moves",
        "a5c4 a1c2",
    ]);
    assert!(text.contains("\n   1… a5c4 "), "{text}");
    assert!(text.contains("\n   2. a1c2 "), "{text}");
    assert!(text.contains("\nBest move: "), "{text}");
}

/// A record of the game that these moves make, ended by the rules or by resignation.
fn record(round: &str, rules: RuleSet, moves: &str) -> GameRecord {
    let mut game = Game::new(Position::start(rules));
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    let resigned = || Outcome::lost(&game, Side::Black, Termination::Resignation, String::new());
    GameRecord {
        event: String::new(),
        round: round.to_owned(),
        players: ["new".to_owned(), "old".to_owned()],
        time_controls: ["-".to_owned(), "-".to_owned()],
        notes: vec![MoveNote::None; game.moves().len()],
        outcome: Outcome::by_rules(&game).unwrap_or_else(resigned),
        game,
    }
}

const SHORT: &str = "b1d2 a5c4 d2b3";

/// Three games: a whole one, one of another rule set, one in which nobody moved.
fn games() -> String {
    let whole = record("1.1", RuleSet::Jarmo, GAME);
    let short = record("1.2", RuleSet::Jasir, SHORT);
    let empty = record("11.1", RuleSet::Jarmo, "");
    format!("{whole}{short}{empty}")
}

#[test]
fn recorded_games_are_annotated_as_told_ones_are() {
    const LIMITS: [&str; 4] = ["--depth", "4", "--hash", "1"];
    let folder = Folder::new();
    let file = folder.file("games", &games());
    let told = |arguments: &[&str]| {
        let arguments = [&["--annotate"], arguments, &LIMITS].concat();
        (
            analyse(&arguments),
            json(&analyse(&[&arguments[..], &["--json"]].concat())),
        )
    };
    let (whole, whole_json) = told(&["--moves", GAME]);
    let (short, short_json) = told(&["--moves", SHORT, "--variant", "jasir"]);
    let recorded = |arguments: &[&str]| analyse(&[&["--game", &file], arguments, &LIMITS].concat());

    let text = recorded(&[]);
    let (explanation, list) = whole.split_once("\n\n").unwrap();
    let first = format!("{explanation}\n\nRound 1.1: new against old, 0-1, normal\n{list}");
    assert!(text.starts_with(&first), "{text}");
    let (_, list) = short.split_once("\n\n").unwrap();
    let second = format!("\nRound 1.2: new against old, 1-0, resignation\n{list}");
    let third = "\nRound 11.1: new against old, 1-0, resignation\n";
    let rest = text[first.len()..].strip_prefix(&second).unwrap();
    assert!(rest.starts_with(third), "{rest}");
    assert_eq!(recorded(&["--annotate", "--jobs", "1"]), text);

    let graph = folder.path("scores.svg");
    let text = recorded(&["--round", "1.2", "--graph", &graph]);
    assert_eq!(text, format!("{explanation}\n{second}"));
    let picture = fs::read_to_string(&graph).unwrap();
    assert_eq!(picture.matches("<circle").count(), 4);
    recorded(&["--round", "11", "--graph", &graph]);

    let with_round = |records: Vec<Value>, round: &str| {
        let add = |mut record: Value| {
            record["round"] = round.into();
            record
        };
        records.into_iter().map(add).collect::<Vec<_>>()
    };
    let expected = [with_round(whole_json, "1.1"), with_round(short_json, "1.2")].concat();
    assert_eq!(json(&recorded(&["--round", "1", "--json"])), expected);
}

#[test]
fn a_broken_record_is_told_with_its_place_before_any_work() {
    let folder = Folder::new();
    let good = games();
    let path = folder.path("games");
    let failure = |content: &str, arguments: &[&str]| {
        fs::write(&path, content).unwrap();
        analyse_error(&[&["--game", &path], arguments].concat(), 2)
    };
    let torn = &good[..good.rfind("a5c4").unwrap()];
    let last_line = torn.lines().count();
    assert_eq!(
        failure(torn, &[]),
        format!(
            "error: '{path}' line {last_line}: the record ends within a game; expected a result"
        )
    );
    for (from, to, arguments, expected) in [
        (
            "a5c4",
            "a5c5",
            &[][..],
            "line 12: ply 2: 'a5c5' is not legal here",
        ),
        (
            "Points \"2-6\"",
            "Points \"6-2\"",
            &[],
            "round 1.1: Points '6-2'; expected '2-6'",
        ),
        ("x", "x", &["--round", "2"], "no round '2' in '"),
        (
            "x",
            "x",
            &["--graph", "scores.svg"],
            "--graph of 3 games in '",
        ),
        (
            "x",
            "x",
            &["--round", "1", "--graph", "scores.svg"],
            "--graph of 2 games in '",
        ),
    ] {
        let text = failure(&good.replacen(from, to, 1), arguments);
        assert!(text.contains(expected), "{text}");
    }
    assert!(failure("", &[]).starts_with("error: no games in '"));
    assert!(failure("startpos\n", &[]).contains("line 1: ply 1: 'startpos' is no move"));
    let missing = folder.path("missing");
    assert!(analyse_error(&["--game", &missing], 1).starts_with("error: can't read '"));
}

#[test]
fn what_does_not_go_together_is_told() {
    for arguments in [
        &["--graph", "x"][..],
        &["--round", "1"],
        &["--annotate", "--file", "x"],
        &["--annotate", "--multipv", "2", "--moves", "a1c2"],
        &["--game", "x", "--multipv", "2"],
        &["--game", "x", "--moves", "a1c2"],
        &["--game", "x", "--variant", "jasir"],
        &["--game", "x", "--file", "x"],
        &["--game", "x", "startpos"],
    ] {
        analyse_error(arguments, 2);
    }
    let text = analyse_error(&["--annotate"], 2);
    assert_eq!(
        text,
        "error: --annotate without a game; expected its moves with --moves"
    );
}
