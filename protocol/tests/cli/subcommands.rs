//! Every subcommand, for one position or one game.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command as Process, Stdio};

use jarmo_engine::board::LINES;
use jarmo_engine::{Position, RuleSet};
use serde_json::Value;
use svg::parser::Event;

use crate::harness::{failure, jarmo, json, stdout};

/// A position in which White has won.
const OVER: &str = "2A1A/5/1+A3/5/aA+aA1 w - - 11";

/// What is said of it.
const OVER_WORDS: &str =
    "The game is over. White wins 7 to 4: Black has no archer outside the goal row.";

/// What a command that must fail as bad usage says.
fn usage_error(arguments: &[&str]) -> String {
    failure(arguments, 2)
}

/// Plays with `script` as what the person types.
fn play(arguments: &[&str], script: &str) -> String {
    let assert = jarmo(&["play"])
        .args(arguments)
        .write_stdin(script)
        .assert()
        .success()
        .stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8 on stdout")
}

#[test]
fn analysis_shows_the_board_a_row_for_each_depth_and_a_conclusion() {
    let text = stdout(&["analyse", "--depth", "4"]);
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    assert!(text.contains("b3: a1 b2 d2 c3 b4 a5 c5"));
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("depth"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    let depths: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.split_whitespace().next())
        .collect();
    assert_eq!(depths, ["1", "2", "3", "4"], "{text}");
    let best = rows[3].split_whitespace().nth(4).unwrap();
    let conclusion = text.lines().last().unwrap();
    assert!(
        conclusion.starts_with(&format!("Best move: {best}. ")),
        "{conclusion}"
    );
}

#[test]
fn json_has_an_object_for_each_line_and_one_for_the_result() {
    let moves = ["--moves", "b1d2 a5c4"];
    let arguments = ["analyse", "--json", "--depth", "3", "--multipv", "2"];
    let records = json(&stdout(&[&arguments[..], &moves].concat()));
    let (result, lines) = records.split_last().unwrap();
    let places: Vec<(u64, u64)> = lines
        .iter()
        .map(|line| {
            assert_eq!(line["type"], "line");
            assert!(line["score"].is_number() && line["time_ms"].is_u64());
            assert!(line["nodes"].as_u64() > Some(0));
            (
                line["depth"].as_u64().unwrap(),
                line["multipv"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(places, [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]);
    assert_eq!(result["type"], "result");
    assert_eq!(result["variant"], "jarmo");
    assert_eq!(result["side"], "white");
    assert_eq!(result["bestmove"], result["pv"][0]);
    assert_eq!(result["ponder"], result["pv"][1]);
    assert_eq!(result["pv"], lines[4]["pv"]);
    let position = Position::parse(result["position"].as_str().unwrap(), RuleSet::Jarmo).unwrap();
    assert!(
        position
            .parse_move(result["bestmove"].as_str().unwrap())
            .is_ok()
    );
    assert!(result["words"].as_str().unwrap().starts_with("Best move: "));
}

#[test]
fn a_position_may_be_quoted_or_not_and_fields_may_be_missing() {
    let fields = ["5/aaaaa/5/AAAAA/5", "b", "-", "-", "7"];
    let quoted = stdout(&["diagram", &fields.join(" ")]);
    let unquoted = stdout(&[&["diagram"], &fields[..]].concat());
    assert_eq!(quoted, unquoted);
    assert!(quoted.contains("Position: 5/aaaaa/5/AAAAA/5 b - - 7\n"));
    let short = stdout(&["diagram", fields[0], "b"]);
    assert!(short.contains("Position: 5/aaaaa/5/AAAAA/5 b - - 1\n"));
    assert_eq!(stdout(&["diagram", "startpos"]), stdout(&["diagram"]));
}

#[test]
fn a_finished_game_is_told_as_such() {
    let records = json(&stdout(&["analyse", "--json", OVER]));
    let result = records.last().unwrap();
    assert_eq!(result["bestmove"], Value::Null);
    assert_eq!(result["words"], OVER_WORDS);
}

#[test]
fn a_bad_position_is_shown_with_carets() {
    assert_eq!(
        usage_error(&["analyse", "aaaaa/5/5/5/AAAAA", "x"]),
        "error: side to move 'x': expected w or b\n  \
           aaaaa/5/5/5/AAAAA x\n                    ^\n"
    );
    let run = usage_error(&["diagram", "aaaaa/5/5/5/AAAAA w - a1a2*1 3"]);
    assert!(run.starts_with("error: black run 'a1a2*1': "), "{run}");
    assert!(run.ends_with("\n  aaaaa/5/5/5/AAAAA w - a1a2*1 3\n                        ^^^^^^\n"));
    let rank = usage_error(&["perft", "1", "aaaaa/5/5/AAAAA", "w"]);
    assert!(rank.contains("4 ranks, expected 5"), "{rank}");
    let limit = ["diagram", "aaaaa/5/5/5/AAAAA w a1c2*4 - 3"];
    stdout(&limit);
    let error = usage_error(&[&limit[..], &["--variant", "traditional"]].concat());
    assert!(error.contains("expected 1 to 3"), "{error}");
}

#[test]
fn other_bad_input_gets_one_line_that_names_it() {
    for (arguments, expected) in [
        (&["analyze"][..], "'analyze'"),
        (&["analyse", "--depth", "0"], "'--depth <PLIES>'"),
        (&["analyse", "--depth", "many"], "'many'"),
        (&["analyse", "--movetime", "-5"], "-5"),
        (
            &["analyse", "--movetime", "0"],
            "whole number of milliseconds",
        ),
        (&["analyse", "--multipv", "65"], "65"),
        (&["analyse", "--hash", "0"], "1..=65536"),
        (
            &["analyse", "--variant", "chess"],
            "expected jarmo, traditional or jasir",
        ),
        (
            &["analyse", "--moves", "b1d2 a1a3"],
            "move 2 of --moves: 'a1a3'",
        ),
        (
            &["analyse", "--moves", "b1"],
            "move 1 of --moves: 'b1' is no move",
        ),
        (&["diagram", "--arrow", "a1b1"], "--arrow: 'a1b1'"),
        (
            &["diagram", "--best", "--arrow", "a1c2"],
            "cannot be used with",
        ),
        (&["perft"], "<DEPTH>"),
        (&["perft", "65"], "0..=64"),
        (&["play", "--side", "green"], "white, black, random, both"),
        (&["--frobnicate"], "--frobnicate"),
    ] {
        let error = usage_error(arguments);
        assert!(error.starts_with("error: "), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn help_shows_an_example_of_each_subcommand() {
    assert!(stdout(&["--help"]).contains("analyse"));
    for subcommand in ["analyse", "play", "diagram", "perft", "bench"] {
        for flag in ["-h", "--help"] {
            let help = stdout(&[subcommand, flag]);
            assert!(
                help.contains(&format!("Example: jarmo {subcommand}")),
                "{help}"
            );
        }
    }
    assert!(stdout(&["--version"]).starts_with("jarmo "));
}

#[test]
fn perft_counts_in_every_way() {
    for (variant, leaves) in [
        ("jarmo", 17_524),
        ("traditional", 17_540),
        ("jasir", 13_897),
    ] {
        for flags in [&[][..], &["--hash"]] {
            let arguments = ["perft", "4", "--variant", variant];
            let text = stdout(&[&arguments[..], flags].concat());
            assert!(text.starts_with(&format!("{leaves} leaves in ")), "{text}");
            assert_eq!(text.lines().count(), 1);
        }
    }
    let divided = stdout(&["perft", "4", "--divide"]);
    let (total, moves) = divided
        .trim_end()
        .rsplit_once('\n')
        .map(|(moves, total)| (total, moves))
        .unwrap();
    let counts = moves
        .lines()
        .map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap());
    assert_eq!((moves.lines().count(), counts.sum()), (11, 17_524));
    assert!(total.starts_with("17524 leaves"));
    assert!(stdout(&["perft", "0"]).starts_with("1 leaves"));
    assert!(stdout(&["perft", "3", OVER]).starts_with("0 leaves"));
}

#[test]
fn bench_ends_with_the_signature() {
    let text = stdout(&["bench", "--depth", "2"]);
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{text}");
    };
    assert!(nodes.parse::<u64>().unwrap() > 0);
    assert!(speed.parse::<u64>().is_ok());
    let again = stdout(&["bench", "--depth", "2"]);
    assert!(again.contains(&format!("\n{nodes} nodes ")), "{again}");
}

#[test]
fn the_text_diagram_names_every_line_at_both_ends() {
    let text = stdout(&["diagram"]);
    for (from, to) in LINES {
        for (circle, other) in [(from, to), (to, from)] {
            let (_, ends) = text.split_once(&format!("{circle}: ")).unwrap();
            let ends = ends.lines().next().unwrap().split("  ").next().unwrap();
            assert!(ends.contains(&other.to_string()), "{circle} to {other}");
        }
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_text_diagram_shows_archers_marks_and_moves() {
    let position = "a3+a/5/2+A2/5/A4 w - - 1";
    let text = stdout(&["diagram", position, "--arrow", "c3e4"]);
    let ranks: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit()))
        .collect();
    assert_eq!(ranks.len(), 5);
    assert!(ranks[0].starts_with("5  B"), "{text}");
    assert!(ranks[0].contains("+B"), "{text}");
    assert!(ranks[2].contains("+W"), "{text}");
    assert!(ranks[4].starts_with("1  W"), "{text}");
    assert!(text.contains("Captured archers: White 3, Black 3.\nBest move: c3e4.\n"));
    let flipped = stdout(&["diagram", position, "--flip"]);
    let first = flipped.lines().next().unwrap();
    assert!(
        first.starts_with("1  ○") && first.contains('W'),
        "{flipped}"
    );
    let moved = stdout(&["diagram", "--moves", "b1d2", "--best"]);
    assert!(moved.contains("Last move: b1d2. Best move: "), "{moved}");
}

/// How often each tag is opened, in a document that is well formed.
fn count_tags(document: &str, tag: &str) -> usize {
    let mut open = 0_i32;
    let mut count = 0;
    for event in svg::read(document).expect("a document in memory") {
        match event {
            Event::Error(error) => panic!("{error}"),
            Event::Tag(name, kind, _) => {
                open += match kind {
                    svg::node::element::tag::Type::Start => 1,
                    svg::node::element::tag::Type::End => -1,
                    svg::node::element::tag::Type::Empty => 0,
                };
                let closes = matches!(kind, svg::node::element::tag::Type::End);
                count += usize::from(name == tag && !closes);
            }
            _ => {}
        }
    }
    assert_eq!(open, 0, "every element is closed");
    count
}

#[test]
fn the_picture_holds_every_circle_and_line_once() {
    for arguments in [
        &["diagram", "--svg", "-"][..],
        &[
            "diagram", "--svg", "-", "--flip", "--moves", "b1d2", "--arrow", "a5c4",
        ],
        &[
            "diagram",
            "--svg",
            "-",
            "1+A3/5/2A2/1a3/4a w - - 9",
            "--arrow",
            "A@b1",
        ],
    ] {
        let picture = stdout(arguments);
        assert_eq!(count_tags(&picture, "circle"), 25);
        assert_eq!(count_tags(&picture, "line"), 39);
        let arrows = usize::from(arguments.contains(&"--arrow"));
        assert_eq!(count_tags(&picture, "polygon"), arrows);
    }
}

#[test]
fn a_picture_file_appears_whole_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    std::fs::write(&file, "an older picture").unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(stdout(&["diagram", "--svg", name]), "");
    let picture = std::fs::read_to_string(&file).unwrap();
    assert_eq!(picture, stdout(&["diagram", "--svg", "-"]));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    let nowhere = folder.path().join("missing").join("board.svg");
    let name = nowhere.to_str().unwrap();
    let assert = jarmo(&["diagram", "--svg", name])
        .assert()
        .code(1)
        .stdout("");
    let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        error.starts_with(&format!("error: can't write '{name}': ")),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn two_people_can_play_a_game_to_its_end() {
    let moves = "b1d2 a5c4 a1b3 b5d4 b3a1 d4b5 a1b3 c5e4 d1c3 e5d3 d2b1 d3c1 \
                 b3b2 c4b2 c3e4 A@a5 e1c2 b2c4 b1a3 b5a3 c2b2 c4b2 e4c5";
    let script = moves.split_whitespace().collect::<Vec<_>>().join("\n");
    let text = play(
        &["--side", "both"],
        &format!("{script}\na1c2\nundo\nnew\nmoves\nquit\n"),
    );
    assert!(
        text.contains("The game is over. Black wins 6 to 2: "),
        "{text}"
    );
    assert!(
        text.contains("The game is over; expected"),
        "a move after the end"
    );
    let (_, after_new) = text.rsplit_once("Last move").unwrap();
    assert!(after_new.contains("White to move. Points: White 5, Black 5."));
    assert!(after_new.contains("a1c2 a1b3 b1d2"), "{after_new}");
    assert!(text.ends_with("White> Goodbye.\n"), "{text}");
}

#[test]
fn the_third_occurrence_ends_a_game_drawn() {
    let round = "d1b2\ne5d3\nb3a1\nd4b5\nb2d1\nd3e5\na1b3\nb5d4\n";
    let text = play(
        &["--side", "both", "--moves", "a1b3 b5d4"],
        &round.repeat(2),
    );
    assert!(
        text.contains("The game is over. Draw: the position has occurred three times."),
        "{text}"
    );
}

#[test]
fn a_bad_move_gets_one_line_and_the_game_goes_on() {
    let text = play(&["--side", "both"], "xyzzy\na1b1\n\nb1d2\n");
    assert!(
        text.contains("White> 'xyzzy' is no move; expected a form such as a1c2"),
        "{text}"
    );
    assert!(
        text.contains("White> a1b1 is not legal here; 'moves' lists"),
        "{text}"
    );
    assert!(
        text.ends_with("Black> \nGoodbye.\n"),
        "end of input ends the program: {text}"
    );
}

#[test]
fn the_engine_answers_and_undo_takes_its_answer_back_too() {
    let text = play(&["--depth", "2"], "undo\nhint\nb1d2\nundo\nb1a3\nquit\n");
    assert!(text.contains("There is no move of yours to take back."));
    assert!(text.contains("White> Try "), "{text}");
    assert_eq!(
        text.matches("Black (the engine) plays ").count(),
        2,
        "{text}"
    );
    assert_eq!(
        text.matches("White to move. Points: White 5, Black 5.\n\n")
            .count(),
        2
    );
    let black = play(&["--depth", "2", "--side", "black"], "undo\nquit\n");
    assert_eq!(black.matches("White (the engine) plays ").count(), 1);
    assert!(black.contains("There is no move of yours to take back."));
    assert!(black.ends_with("Black> Goodbye.\n"));
}

#[test]
fn a_game_that_is_over_offers_no_moves() {
    let text = play(
        &["--depth", "1", "--side", "random", OVER],
        "moves\nhint\nboard\n",
    );
    assert_eq!(text.matches(OVER_WORDS).count(), 2, "{text}");
    assert_eq!(text.matches("None, the game is over.").count(), 2);
}

#[test]
fn a_closed_stdout_ends_quietly() {
    for arguments in [
        &["analyse", "--movetime", "60000"][..],
        &["perft", "3", "--divide"],
        &["--help"],
    ] {
        let mut process = Process::new(env!("CARGO_BIN_EXE_jarmo"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(process.stdout.take());
        let output = process.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_analysis_with_its_result() {
    let mut process = Process::new(env!("CARGO_BIN_EXE_jarmo"))
        .args(["analyse", "--json", "--movetime", "100000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(process.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    let id = process.id().to_string();
    assert!(
        Process::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert!(process.wait().unwrap().success());
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!(last["type"], "result");
    assert!(last["bestmove"].is_string());
    assert!(last["time_ms"].as_u64().unwrap() < 100_000);
}
