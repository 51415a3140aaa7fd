//! The protocol as clients see it: whole transcripts over pipes, and lines nobody should send.

#![allow(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod during_search;
mod harness;
mod odd_lines;
mod odd_sequences;
mod searches;
#[cfg(unix)]
mod sequences;
mod tablebases;

use std::io::Write as _;
use std::process::{Command, Stdio};

use harness::{Program, answers, transcript};
use odd_lines::ODD_LINES;

const OPTIONS: &str = "\
option name Hash type spin default 16 min 1 max 65536
option name Threads type spin default 1 min 1 max 256
option name MultiPV type spin default 1 min 1 max 64
option name Ponder type check default false
option name Clear Hash type button
option name Move Overhead type spin default 10 min 0 max 5000
option name UCI_Variant type combo default jarmo var jarmo var traditional var jasir
option name UCI_ShowWDL type check default false
option name UCI_AnalyseMode type check default false
option name TablebasePath type string default <empty>
option name DefaultTablebase type check default true";

fn identification(last: &str) -> Vec<String> {
    let name = format!("id name Jarmo {}", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![name, format!("id author {}", env!("CARGO_PKG_AUTHORS"))];
    lines.extend(OPTIONS.lines().map(str::to_owned));
    lines.push(last.to_owned());
    lines
}

#[test]
fn odd_lines_have_exact_answers_and_change_nothing() {
    assert!(ODD_LINES.len() > 100);
    let before = ["ugi", "position startpos moves a1c2"];
    let silent = answers(&before).len();
    for (line, answer) in ODD_LINES {
        let lines = answers(&[before[0], before[1], line, "query fen", "quit"]);
        let mut expected: Vec<&str> = answer.lines().collect();
        expected.push("response aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1");
        assert_eq!(lines[silent..], expected, "{line:?}");
    }
}

#[test]
fn a_whole_ugi_transcript() {
    let lines = transcript(
        b"ugi\nposition startpos\nquery p1turn\nquery gameover\nquery result\ngo depth 6\nquit\n",
    );
    let mut expected = identification("ugiok");
    expected.extend(["response true", "response false", "response none"].map(str::to_owned));
    assert_eq!(lines[..expected.len()], expected);
    let (last, infos) = lines[expected.len()..].split_last().unwrap();
    assert!(!infos.is_empty() && infos.iter().all(|line| line.starts_with("info depth ")));
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], ["bestmove", _]), "{last}");
    let is_legal = answers(&[&format!("query islegal {}", words[1])]);
    assert_eq!(is_legal, ["response true"]);
}

#[test]
fn a_whole_uci_transcript() {
    let mut program = Program::start();
    program.send("uci");
    assert_eq!(program.lines_until("uciok"), identification("uciok"));
    program.send("setoption name Hash value 2");
    program.send("setoption name Ponder value true");
    program.send("ucinewgame");
    assert!(program.lines_until_ready().is_empty());
    program.send("position startpos moves a1c2 a5c4");
    program.send("go depth 5");
    let lines = program.lines_until("bestmove");
    let (last, infos) = lines.split_last().unwrap();
    for (depth, line) in (1..=5).zip(infos) {
        let head = format!("info depth {depth} seldepth ");
        assert!(line.starts_with(&head), "{line}");
    }
    assert_eq!(infos.len(), 6, "{infos:#?}");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], ["bestmove", _, "ponder", _]), "{last}");
    program.send("quit");
    assert_eq!(program.close(), (Vec::new(), Some(0)));
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut program = Program::start();
    let mut moves = String::new();
    program.send("ugi");
    program.lines_until("ugiok");
    for ply in 0..400 {
        program.send(&format!("position startpos moves{moves}"));
        program.send("query p1turn");
        assert_eq!(program.next_line(), format!("response {}", ply % 2 == 0));
        program.send("query gameover");
        if program.next_line() == "response true" {
            break;
        }
        program.send("query result");
        assert_eq!(program.next_line(), "response none");
        program.send("go nodes 300");
        let answer = program.lines_until("bestmove").pop().unwrap();
        moves = moves + " " + answer.strip_prefix("bestmove ").unwrap();
    }
    program.send("query gameover");
    program.send("query result");
    program.send("quit");
    let (lines, code) = program.close();
    assert_eq!((lines[0].as_str(), code), ("response true", Some(0)));
    let results = ["response p1win", "response p2win", "response draw"];
    assert!(results.contains(&lines[1].as_str()), "{}", lines[1]);
}

#[test]
fn the_first_word_chooses_the_dialect() {
    // Whatever comes second, the dialect stays; it shows in the ponder move.
    let ponder = "setoption name Ponder value true";
    for (first, words) in [
        (&[ponder][..], 4),
        (&["uci", ponder], 4),
        (&["uci", "ugi", ponder], 4),
        (&["ugi", ponder], 2),
        (&["ugi", "uci", ponder], 2),
    ] {
        let mut program = Program::start();
        for line in first {
            program.send(line);
        }
        program.send("go depth 4");
        let answer = program.lines_until("bestmove").pop().unwrap();
        assert_eq!(answer.split(' ').count(), words, "{first:?}: {answer}");
    }
}

#[test]
fn another_variant_has_its_own_start_and_limits() {
    let lines = answers(&[
        "position startpos moves a1c2",
        "setoption name uci_variant value TRADITIONAL",
        "query fen",
        "position fen aaaaa/5/5/5/AAAAA w a1c2*4",
        "position startpos moves a1c2 a5c4 c2a1",
        "setoption name UCI_Variant value chess",
        "query fen",
        "setoption name UCI_Variant value jasir",
        "position startpos moves a1c2 a5c4 c2a1",
        "d",
    ]);
    let info = |rules: &str| {
        format!(
            "info string variant {rules} files 5 ranks 5 pocket 8 template fairy \
             startpos aaaaa/5/5/5/AAAAA w - - 1"
        )
    };
    assert_eq!(lines[0], info("traditional"));
    assert_eq!(lines[1], "response aaaaa/5/5/5/AAAAA w - - 1");
    assert!(lines[2].ends_with("length '4', expected 1 to 3"));
    assert!(lines[3].contains("'chess' of option UCI_Variant"));
    assert_eq!(lines[4], "response 1aaaa/2a2/5/5/AAAAA b c2a1*2 a5c4*1 2");
    assert_eq!(lines[5], info("jasir"));
    assert!(lines[6].starts_with("info string error: move 3: 'c2a1' is not legal here"));
    assert!(lines.contains(&"Rules: jasir".to_owned()));
}

#[test]
fn finished_games_have_results_and_points() {
    let round = " d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4".repeat(2);
    let third = format!("position startpos moves a1b3 b5d4{round}");
    for (position, answer) in [
        ("position startpos", "false none 5 5"),
        ("position fen 2A1A/5/1+A3/5/aA+aA1 w", "true p1win 7 4"),
        ("position fen 2A1A/5/1+A3/5/aA+aA1 b", "true p1win 7 4"),
        ("position fen 5/5/5/3+a1/5 w", "true p2win 0 1"),
        ("position fen A4/5/5/5/a4 b", "true draw 2 2"),
        (&third, "true draw 0 0"),
        (&format!("{third} c1d3"), "false none 5 5"),
    ] {
        let lines = answers(&[position, "query gameover", "query result", "query points"]);
        let words: Vec<&str> = lines
            .iter()
            .map(|line| line.strip_prefix("response ").unwrap())
            .collect();
        assert_eq!(words.join(" "), answer, "{position}");
    }
    let over = answers(&["position fen A4/5/5/5/a4 b", "query moves"]);
    assert_eq!(over, ["response none"]);
}

#[test]
fn a_six_field_position_as_xboard_writes_it() {
    let lines = answers(&[
        "position fen aaaaa/5/5/5/AAAAA[-] b KQkq - 0 7 moves a5c4",
        "query fen",
    ]);
    assert_eq!(lines, ["response 1aaaa/2a2/5/5/AAAAA w - a5c4*1 8"]);
}

#[test]
fn all_line_ends_and_an_unended_last_line() {
    for end in ["\n", "\r", "\r\n"] {
        let input = ["position startpos moves a1c2", "query p1turn", "isready"].join(end);
        let lines = transcript(input.as_bytes());
        assert_eq!(lines, ["response false", "readyok"]);
    }
    assert!(transcript(b"").is_empty());
    assert!(transcript(b"\n\r\n \t\n").is_empty());
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut noise: Vec<u8> = (0..=255).filter(|byte| !b"\n\r".contains(byte)).collect();
    noise.extend(b"\nisready\n\xff\xfe\nisready\n");
    assert_eq!(
        transcript(&noise),
        [
            "info string error: byte 127 of the line is not UTF-8; expected UTF-8 text",
            "readyok",
            "info string error: byte 1 of the line is not UTF-8; expected UTF-8 text",
            "readyok"
        ]
    );
}

#[test]
fn very_long_lines_are_read() {
    let round = " a1b3 b5d4 d1b2 e5d3 b3a1 d4b5 b2d1 d3e5".repeat(12_500);
    let garbage = "x".repeat(5 << 20);
    let input = format!("position startpos moves{round}\nquery fen\n{garbage}\nisready\n");
    let cut = "x".repeat(40);
    assert_eq!(
        transcript(input.as_bytes()),
        [
            "response aaaaa/5/5/5/AAAAA w b2d1*1 d3e5*1 50001",
            &format!("info string error: unknown command '{cut}…'"),
            "readyok"
        ]
    );
}

#[test]
fn an_illegal_move_late_in_a_line_changes_nothing() {
    let lines = answers(&[
        "position startpos moves a1c2 a5c4 c2a1",
        "position startpos moves b1d2 b5d4 d2b1 d4d4",
        "position startpos moves b1d2 b5d4 d2b1 d4a1",
        "query fen",
    ]);
    assert!(lines[0].starts_with("info string error: move 4: 'd4d4' is no move"));
    assert!(lines[1].starts_with("info string error: move 4: 'd4a1' is not legal here"));
    assert_eq!(lines[2], "response 1aaaa/2a2/5/5/AAAAA b c2a1*2 a5c4*1 2");
}

#[test]
fn the_board_and_the_evaluation_are_shown() {
    let lines = answers(&["position startpos moves a1c2", "d"]);
    for expected in [
        "Position: aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1",
        "Rules: jarmo",
        "State: Black to move",
        "Moves: a5b3 a5c4 b5a3 b5d4 c5b3 c5a4 c5e4 d5e3 d5b4 e5d3 e5c4",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}");
    }
    assert!(lines.iter().any(|line| line.starts_with("Key: ")));
    let lines = answers(&["position fen A4/5/5/5/5 b", "d"]);
    let state = "State: game over, White wins 2 to 0: White has no archer outside the goal row";
    assert!(lines.iter().any(|line| line == state), "{lines:#?}");
    let lines = answers(&["eval"]);
    assert!(lines.last().unwrap().starts_with("Evaluation: "));
}

#[test]
fn perft_counts_by_move() {
    let mut program = Program::start();
    program.send("position startpos");
    program.send("go perft 4");
    let lines = program.lines_until("Nodes searched");
    assert_eq!(lines.len(), 12);
    assert_eq!(lines[11], "Nodes searched: 17524");
    let sum: u64 = lines[..11]
        .iter()
        .map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 17_524);
    program.send("go perft 0");
    assert_eq!(program.next_line(), "Nodes searched: 1");
    program.send("position fen A4/5/5/5/5 b");
    program.send("go perft 3");
    assert_eq!(program.next_line(), "Nodes searched: 0");
}

#[test]
fn the_signature_repeats() {
    let mut program = Program::start();
    let mut signature = || {
        program.send("bench 3");
        let last = program
            .lines_until_matching(|line| line.ends_with(" nps"))
            .pop();
        let last = last.unwrap();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(signature(), signature());
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program may be gone before all of it is written.
    let _ = input.write_all(b"uci\ngo infinite\nisready\n");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    drop(input);
}

/// A shell limits the memory of the program that it becomes.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_not_there_leaves_the_old_table() {
    let mut shell = Command::new("sh");
    let script = "ulimit -v 2000000; exec \"$0\"";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_jarmo")]);
    let mut program = Program::spawn(shell);
    program.send("setoption name Hash value 65536");
    let error = "info string error: no memory for a hash table of 65536 MiB";
    assert_eq!(program.lines_until_ready(), [error]);
    assert!(program.lines_until_ready().is_empty(), "it is told once");
    program.send("go depth 3");
    program.lines_until("bestmove");
}
