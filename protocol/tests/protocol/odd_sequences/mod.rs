//! Sequences of lines that clients should not send, or that look odd, with their exact answers.
//!
//! Each comes to a fresh session, and its input ends after it. Most searches are given the one
//! move that they may consider, so that the answer does not depend on the engine's taste.

mod limits;
mod positions;
mod searching;

use super::harness::{Program, answers, is_search_info};
use super::identification;
use super::odd_lines::ODD_LINES;

/// Lines, and all that is answered but the `info` lines of searches. A final `*` stands for any
/// end of the line.
type Sequence = (&'static [&'static str], &'static [&'static str]);

const SEQUENCES: [&[Sequence]; 3] = [
    searching::SEQUENCES,
    limits::SEQUENCES,
    positions::SEQUENCES,
];

fn is_as_expected(line: &str, expected: &str) -> bool {
    match expected.strip_suffix('*') {
        Some(beginning) => line.starts_with(beginning),
        None => line == expected,
    }
}

#[test]
fn odd_sequences_have_exact_answers() {
    let sequences = || SEQUENCES.into_iter().flatten();
    assert!(ODD_LINES.len() + sequences().count() >= 250);
    for (lines, expected) in sequences() {
        let mut answers = answers(lines);
        answers.retain(|line| !is_search_info(line) || line.starts_with("info depth 0 "));
        let pairs = || answers.iter().zip(*expected);
        assert!(
            answers.len() == expected.len() && pairs().all(|(a, e)| is_as_expected(a, e)),
            "{lines:#?}\nanswered {answers:#?}\nexpected {expected:#?}"
        );
    }
}

#[test]
fn identification_may_be_asked_for_again_and_again() {
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    for _ in 0..50 {
        lines.extend(["uci", "ugi"]);
        expected.extend(identification("uciok"));
        expected.extend(identification("ugiok"));
    }
    assert_eq!(answers(&lines), expected);
}

#[test]
fn thousands_of_isready_during_a_search_are_all_answered() {
    const COUNT: usize = 20_000;
    for threads in [1, 2] {
        let threads = format!("setoption name Threads value {threads}");
        let mut lines = vec![threads.as_str(), "go infinite searchmoves a1c2"];
        lines.extend(["isready"; COUNT]);
        lines.push("stop");
        let mut answers = answers(&lines);
        answers.retain(|line| !is_search_info(line));
        assert_eq!(answers.pop().as_deref(), Some("bestmove a1c2"));
        assert_eq!(answers, ["readyok"; COUNT]);
    }
}

#[test]
fn quit_ends_a_search_of_many_threads() {
    for go in ["go infinite", "go ponder", "go depth 100", "go perft 60"] {
        let mut program = Program::start();
        program.send("setoption name Threads value 8");
        assert!(program.lines_until_ready().is_empty());
        program.send(go);
        program.send("query p1turn");
        program.lines_until("response true");
        program.send("quit");
        // The input stays open: the program ends by itself.
        assert_eq!(program.wait(), Some(0), "{go}");
        let owed = if go.contains("perft") {
            "info string perft stopped"
        } else {
            "bestmove "
        };
        assert!(program.close().0.last().unwrap().starts_with(owed), "{go}");
    }
}
