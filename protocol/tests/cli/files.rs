//! `jarmo analyse` over many positions: whole, interrupted, taken up again.

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use jarmo_engine::{Game, Position, RuleSet};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use serde_json::Value;

use crate::harness::{Folder, analyse, analyse_error, jarmo, json};

const OVER: &str = "2A1A/5/1+A3/5/aA+aA1 w - e2c1*1 11";

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

#[test]
fn each_position_of_a_file_has_a_result_in_its_place() {
    let folder = Folder::new();
    let text = format!("# two and a finished game\nstartpos\n\n  {OVER}\r\n5/aaaaa/5/AAAAA/5 b");
    let file = folder.file("positions", &text);
    let limits = ["--nodes", "500", "--hash", "1"];
    let rows = analyse(&[&["--file", &file], &limits[..]].concat());
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
    let records = json(&analyse(&arguments));
    let lines: Vec<&Value> = records.iter().map(|record| &record["line"]).collect();
    assert_eq!(lines, [2, 4, 5]);
    assert_eq!(records[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(records[0]["lines"][0]["pv"], records[0]["pv"]);
    assert!(records[0].get("time_ms").is_none(), "it would differ");
    assert_eq!(records[1]["bestmove"], Value::Null);
    assert_eq!(records[2]["side"], "black");

    let assert = jarmo(&["analyse", "--file", "-", "--json", "--multipv", "2"])
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
    let run = |arguments: &[&str]| analyse(&[arguments, &limits[..]].concat());
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
    // Without a code the signal came before the program could listen to it.
    if let Some(code) = output.status.code()
        && !output.status.success()
    {
        assert_eq!((signal, code), ("-INT", 130));
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
    let text = analyse(&[&["--file", &file, "--out", &whole], &limits[..]].concat());
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
    analyse(&arguments);
    assert_eq!(fs::read_to_string(&pieces).unwrap(), expected);
    let again = analyse(&arguments);
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
        analyse_error(
            &[
                "--file", file, "--out", &out, "--hash", "1", "--nodes", nodes,
            ],
            code,
        )
    };
    analyse(&[
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
    let text = analyse(&[
        "--file", &longer, "--out", &out, "--hash", "1", "--nodes", "100",
    ]);
    assert!(text.ends_with("3 positions, 1 of them new\n"), "{text}");
    assert!(fs::read_to_string(&out).unwrap().starts_with(&written));

    let text = analyse_error(&["--file", &file, "--out", &file], 2);
    assert!(text.contains("holds something else than results"), "{text}");
    let text = analyse_error(&["--file", &file, "--out", &folder.path("no/out")], 1);
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
        let text = analyse_error(&["--file", &file, "--out", &out], 2);
        assert!(text.contains(expected), "{text}");
        assert!(!Path::new(&out).exists());
    }
    let missing = folder.path("missing");
    assert!(analyse_error(&["--file", &missing], 1).starts_with("error: can't read '"));
    for arguments in [
        &["--file", "x", "--moves", "a1c2"][..],
        &["--file", "x", "startpos"],
        &["--out", "x"],
    ] {
        analyse_error(arguments, 2);
    }
}
