//! `jarmo analyse` over many positions and over whole games.

#![allow(clippy::unwrap_used, reason = "what is not as expected fails the test")]

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use jarmo_engine::{Game, Position, RuleSet};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use serde_json::Value;
use tempfile::TempDir;

/// Long enough for any test here; it only guards against hanging.
const TIMEOUT: Duration = Duration::from_secs(300);

const OVER: &str = "2A1A/5/1+A3/5/aA+aA1 w - e2c1*1 11";

fn jarmo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo"));
    command.arg("analyse").args(arguments).timeout(TIMEOUT);
    command
}

fn stdout(arguments: &[&str]) -> String {
    let assert = jarmo(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn json(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The only line that a failed command says.
fn error(arguments: &[&str], code: i32) -> String {
    let assert = jarmo(arguments).assert().code(code).stdout("");
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

/// Positions of random games, one a line.
fn positions(count: usize) -> String {
    let mut random = Pcg64::seed_from_u64(4);
    let mut lines = String::new();
    for _ in 0..count {
        let mut game = Game::new(Position::start(RuleSet::Jarmo));
        for _ in 0..random.random_range(0..16) {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.choose(&mut random) else {
                break;
            };
            game.play(mv).unwrap();
        }
        lines += &format!("{}\n", game.position());
    }
    lines
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }
}

#[test]
fn each_position_of_a_file_has_a_result_in_its_place() {
    let folder = Folder::new();
    let text = format!("# two and a finished game\nstartpos\n\n  {OVER}\r\n5/aaaaa/5/AAAAA/5 b");
    let file = folder.file("positions", &text);
    let limits = ["--nodes", "500", "--hash", "1"];
    let rows = stdout(&[&["--file", &file], &limits[..]].concat());
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert_eq!(rows.len(), 3);
    for (row, (line, position)) in rows.iter().zip([
        ("2", "aaaaa/5/5/5/AAAAA w - - 1"),
        ("4", OVER),
        ("5", "5/aaaaa/5/AAAAA/5 b - - 1"),
    ]) {
        assert!(row.trim_start().starts_with(line), "{row}");
        assert!(row.ends_with(position), "{row}");
    }
    assert!(rows[1].contains("+3 in 0  -  "), "{}", rows[1]);

    let arguments = [&["--file", &file, "--json", "--multipv", "2"], &limits[..]].concat();
    let records = json(&stdout(&arguments));
    let lines: Vec<&Value> = records.iter().map(|record| &record["line"]).collect();
    assert_eq!(lines, [2, 4, 5]);
    assert_eq!(records[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(records[0]["lines"][0]["pv"], records[0]["pv"]);
    assert!(records[0].get("time_ms").is_none(), "it would differ");
    assert_eq!(records[1]["bestmove"], Value::Null);
    assert_eq!(records[2]["side"], "black");

    let assert = jarmo(&["--file", "-", "--json", "--multipv", "2"])
        .args(limits)
        .write_stdin(text.as_str())
        .assert()
        .success();
    let from_stdin = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(json(&from_stdin), records);
}

#[test]
fn results_do_not_depend_on_the_number_of_cores_or_on_neighbours() {
    let folder = Folder::new();
    let text = positions(20);
    let file = folder.file("positions", &text);
    let limits = ["--nodes", "2000", "--hash", "1", "--json"];
    let run = |arguments: &[&str]| stdout(&[arguments, &limits[..]].concat());
    let together = run(&["--file", &file, "--jobs", "1"]);
    assert_eq!(run(&["--file", &file, "--jobs", "3"]), together);
    let last = folder.file("last", text.lines().last().unwrap());
    let alone = run(&["--file", &last]);
    let expected = together
        .lines()
        .last()
        .unwrap()
        .replace("\"line\":20", "\"line\":1");
    assert_eq!(alone.trim_end(), expected);
}

/// Runs until `lines` lines are written, then sends the signal; false if it ended by itself.
#[cfg(unix)]
fn interrupted(arguments: &[&str], out: &Path, lines: usize, signal: &str) -> bool {
    let mut process = Process::new(env!("CARGO_BIN_EXE_jarmo"))
        .arg("analyse")
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = || fs::read_to_string(out).unwrap_or_default().lines().count();
    while written() < lines && process.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = process.id().to_string();
    Process::new("kill").args([signal, &id]).status().unwrap();
    let output = process.wait_with_output().unwrap();
    if signal == "-INT" && !output.status.success() {
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("interrupted after "), "{text}");
        assert!(
            text.ends_with("the same command goes on from there\n"),
            "{text}"
        );
    }
    !output.status.success()
}

#[cfg(unix)]
#[test]
fn a_thousand_positions_interrupted_and_taken_up_again_give_the_same_file() {
    let folder = Folder::new();
    let file = folder.file("positions", &positions(1000));
    let limits = ["--nodes", "1500", "--hash", "1", "--multipv", "2"];
    let whole = folder.path("whole.jsonl");
    let text = stdout(&[&["--file", &file, "--out", &whole], &limits[..]].concat());
    assert_eq!(text, format!("{whole}: 1000 positions, 1000 of them new\n"));
    let expected = fs::read_to_string(&whole).unwrap();
    assert_eq!(expected.lines().count(), 1001);

    let pieces = folder.path("pieces.jsonl");
    let arguments = [&["--file", &file, "--out", &pieces], &limits[..]].concat();
    let mut interruptions = 0;
    for (number, lines) in (1..1000).step_by(90).enumerate() {
        let signal = if number % 2 == 0 { "-INT" } else { "-KILL" };
        interruptions += usize::from(interrupted(&arguments, Path::new(&pieces), lines, signal));
        let written = fs::read_to_string(&pieces).unwrap();
        assert!(expected.starts_with(&written), "whole lines in order");
        // As a full disk would leave it.
        if number % 3 == 0 && written.len() > 500 {
            fs::write(&pieces, &written[..written.len() - 7]).unwrap();
        }
    }
    assert!(interruptions >= 5, "{interruptions}");
    stdout(&arguments);
    assert_eq!(fs::read_to_string(&pieces).unwrap(), expected);
    let again = stdout(&arguments);
    assert!(
        again.ends_with("1000 positions, 0 of them new\n"),
        "{again}"
    );
    assert_eq!(fs::read_to_string(&pieces).unwrap(), expected);
}

#[test]
fn a_file_goes_on_only_with_its_own_settings_and_positions() {
    let folder = Folder::new();
    let file = folder.file("positions", "startpos\naaaaa/5/5/5/AAAAA b\n");
    let out = folder.path("out");
    let run = |file: &str, nodes: &str, code| {
        error(
            &[
                "--file", file, "--out", &out, "--hash", "1", "--nodes", nodes,
            ],
            code,
        )
    };
    stdout(&[
        "--file", &file, "--out", &out, "--hash", "1", "--nodes", "100",
    ]);
    let written = fs::read_to_string(&out).unwrap();
    let text = run(&file, "200", 2);
    assert_eq!(
        text,
        format!(
            "error: '{out}' was begun with nodes 100, not 200; expected the same settings or another file"
        )
    );
    let other = folder.file("other", "startpos\n5/aaaaa/5/AAAAA/5 w\n");
    let text = run(&other, "100", 2);
    assert!(
        text.contains(&format!(
            "line 3 of '{out}' is no result of line 2; expected one of 5/"
        )),
        "{text}"
    );
    let short = folder.file("short", "startpos\n");
    assert!(run(&short, "100", 2).contains("holds 2 results; expected at most 1"));
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        written,
        "nothing was lost"
    );
    let longer = folder.file(
        "longer",
        "startpos\naaaaa/5/5/5/AAAAA b\n5/aaaaa/5/AAAAA/5 w\n",
    );
    let text = stdout(&[
        "--file", &longer, "--out", &out, "--hash", "1", "--nodes", "100",
    ]);
    assert!(text.ends_with("3 positions, 1 of them new\n"), "{text}");
    assert!(fs::read_to_string(&out).unwrap().starts_with(&written));

    let text = error(&["--file", &file, "--out", &file], 2);
    assert!(text.contains("holds something else than results"), "{text}");
    let text = error(&["--file", &file, "--out", &folder.path("no/out")], 1);
    assert!(text.starts_with("error: can't open '"), "{text}");
}

#[test]
fn a_wrong_line_is_told_before_any_work() {
    let folder = Folder::new();
    let out = folder.path("out");
    for (content, expected) in [
        ("startpos\n\n5/5 w\n", "line 3 of '"),
        (
            "startpos\naaaaa/5/5/5/AAAAA x",
            "side to move 'x': expected w or b",
        ),
        ("# nothing\n\n", "no positions in '"),
        ("", "expected one on each line"),
    ] {
        let file = folder.file("positions", content);
        let text = error(&["--file", &file, "--out", &out], 2);
        assert!(text.contains(expected), "{text}");
        assert!(!Path::new(&out).exists());
    }
    let missing = folder.path("missing");
    assert!(error(&["--file", &missing], 1).starts_with("error: can't read '"));
    for arguments in [
        &["--file", "x", "--moves", "a1c2"][..],
        &["--file", "x", "startpos"],
        &["--file", "x", "--annotate"],
        &["--out", "x"],
        &["--graph", "x"],
        &["--annotate", "--multipv", "2", "--moves", "a1c2"],
    ] {
        error(arguments, 2);
    }
    let text = error(&["--annotate"], 2);
    assert_eq!(
        text,
        "error: --annotate without a game; expected its moves with --moves"
    );
}

/// White leaves an archer where it is captured for nothing, twice.
const GAME: &str = "b1d2 a5c4 a1b3 b5d4 b3a1 d4b5 a1b3 c5e4 d1c3 e5d3 d2b1 d3c1 \
                    b3b2 c4b2 c3e4 A@a5 e1c2 b2c4 b1a3 b5a3 c2b2 c4b2 e4c5";

#[test]
fn a_game_is_annotated_move_by_move() {
    let folder = Folder::new();
    let graph = folder.path("scores.svg");
    let arguments = ["--annotate", "--moves", GAME, "--depth", "6", "--hash", "1"];
    let text = stdout(&[&arguments[..], &["--graph", &graph]].concat());
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

    let records = json(&stdout(
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
    let text = stdout(&[
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
