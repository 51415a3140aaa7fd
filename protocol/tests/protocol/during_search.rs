//! Lines that come while the engine searches, and what holds an answer back.

use super::harness::{Program, is_search_info, transcript};

fn searching(go: &str) -> Program {
    let mut program = Program::start();
    program.send("ugi");
    program.lines_until("ugiok");
    program.send("position startpos moves a1c2");
    program.send(go);
    program
}

/// What is written before the `bestmove` that `line` brings about, search information apart.
fn answers_until_best_move(program: &mut Program, line: &str) -> Vec<String> {
    program.send(line);
    let mut lines = program.lines_until("bestmove");
    lines.retain(|line| !is_search_info(line));
    lines
}

fn other_lines(program: &mut Program) -> Vec<String> {
    let mut lines = program.lines_until_ready();
    lines.retain(|line| !is_search_info(line));
    lines
}

#[test]
fn questions_are_answered_and_other_work_is_refused() {
    let mut program = searching("go infinite");
    for (line, answer) in [
        ("query fen", "response aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1"),
        ("query islegal a5c4", "response true"),
        (
            "go depth 1",
            "info string error: 'go' during a search; expected stop first",
        ),
        (
            "go perft 1",
            "info string error: 'go perft' during a search; expected stop first",
        ),
        (
            "position startpos",
            "info string error: 'position' during a search; expected stop first",
        ),
        (
            "ucinewgame",
            "info string error: 'ucinewgame' during a search; expected stop first",
        ),
        (
            "uginewgame",
            "info string error: 'ucinewgame' during a search; expected stop first",
        ),
        (
            "bench",
            "info string error: 'bench' during a search; expected stop first",
        ),
        ("foo", "info string error: unknown command 'foo'"),
        ("query p1turn", "response false"),
    ] {
        program.send(line);
        assert_eq!(other_lines(&mut program), [answer], "{line}");
    }
    program.send("d");
    assert!(other_lines(&mut program).len() > 20);
    program.send("eval");
    assert!(other_lines(&mut program).len() > 2);
    program.send("ugi");
    assert_eq!(other_lines(&mut program).len(), 14);
    assert_eq!(answers_until_best_move(&mut program, "stop").len(), 1);
    assert!(program.lines_until_ready().is_empty());
}

#[test]
fn options_wait_for_the_end_of_the_search() {
    let mut program = searching("go infinite");
    program.send("setoption name Threads value 2");
    program.send("setoption name Hash value 0");
    program.send("setoption name UCI_Variant value jasir");
    assert!(other_lines(&mut program).is_empty());
    program.send("query fen");
    assert_eq!(
        other_lines(&mut program),
        ["response aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1"]
    );
    let lines = answers_until_best_move(&mut program, "stop");
    assert!(lines[0].contains("value '0' of option Hash"), "{lines:#?}");
    assert!(
        lines[1].starts_with("info string variant jasir "),
        "{lines:#?}"
    );
    assert_eq!(lines.len(), 3);
    program.send("query fen");
    assert_eq!(program.next_line(), "response aaaaa/5/5/5/AAAAA w - - 1");
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_it_has_ended() {
    for go in [
        "go",
        "go infinite",
        "go infinite depth 1",
        "go infinite nodes 1",
        "go infinite movetime 0",
        "go searchmoves a5c4",
    ] {
        let mut program = searching(go);
        program.send("ponderhit");
        for _ in 0..3 {
            assert!(other_lines(&mut program).is_empty(), "{go}");
        }
        assert_eq!(answers_until_best_move(&mut program, "stop").len(), 1);
    }
    // Nothing is left to search behind a win at the first move.
    let mut program = searching("stop");
    program.send("position fen A4/3A1/5/1a3/5 w - - 20");
    program.send("go infinite");
    program.lines_until("info string proven: White wins by 3 in 1 ply");
    assert!(other_lines(&mut program).is_empty());
    let lines = answers_until_best_move(&mut program, "stop");
    assert_eq!(lines, ["bestmove d4b5"]);
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    for go in [
        "go ponder depth 1",
        "go ponder movetime 1",
        "go ponder wtime 20 btime 20",
        "go ponder nodes 10",
    ] {
        for end in ["ponderhit", "stop"] {
            let mut program = searching(go);
            for _ in 0..3 {
                assert!(other_lines(&mut program).is_empty(), "{go}");
            }
            let lines = answers_until_best_move(&mut program, end);
            assert_eq!(lines.len(), 1, "{go}, {end}: {lines:#?}");
            program.send(end);
            assert!(program.lines_until_ready().is_empty());
        }
    }
    let mut program = searching("go ponder");
    program.send("ponderhit");
    assert!(other_lines(&mut program).is_empty(), "no limit, no end");
    assert_eq!(answers_until_best_move(&mut program, "stop").len(), 1);
}

#[test]
fn stop_position_and_go_at_once_work_in_order() {
    let mut program = searching("go infinite");
    for round in 0..200 {
        let (fen, mv) = if round % 2 == 0 {
            ("startpos moves b1d2", "e5d3")
        } else {
            ("startpos", "e1c2")
        };
        let lines = format!("stop\nposition {fen}\ngo infinite searchmoves {mv}\n");
        program.send_bytes(lines.as_bytes());
        let lines = program.lines_until("bestmove");
        assert!(
            lines.iter().all(|line| !line.contains("error")),
            "{lines:#?}"
        );
        if round > 0 {
            let expected = if round % 2 == 0 {
                "bestmove e1c2"
            } else {
                "bestmove e5d3"
            };
            assert_eq!(lines.last().unwrap(), expected);
        }
    }
    program.send("stop");
    program.lines_until("bestmove");
}

#[test]
fn the_engine_is_idle_when_it_answers() {
    let mut program = searching("go depth 1");
    for _ in 0..300 {
        let lines = program.lines_until("bestmove");
        assert!(
            lines.iter().all(|line| !line.contains("error")),
            "{lines:#?}"
        );
        program.send_bytes(b"position startpos moves a1c2\ngo depth 1\n");
    }
    program.lines_until("bestmove");
}

#[test]
fn quit_and_the_end_of_the_input_answer_what_is_owed() {
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 100",
        "go wtime 100000",
    ] {
        for end in ["quit\n", "", "quit\ngo depth 1\nisready\n"] {
            let lines = transcript(format!("{go}\n{end}").as_bytes());
            let answers = lines.iter().filter(|line| line.starts_with("bestmove"));
            assert_eq!(answers.count(), 1, "{go}, {end:?}");
            assert!(lines.last().unwrap().starts_with("bestmove "));
        }
        let mut program = searching(go);
        assert!(other_lines(&mut program).is_empty());
        program.send("quit");
        // The input stays open: the program ends by itself.
        assert!(program.lines_until("bestmove").len() > 1);
        assert_eq!(program.wait(), Some(0));
    }
    assert!(transcript(b"quit\nuci\n").is_empty());
}

#[test]
fn stop_ends_perft_and_bench() {
    let mut program = searching("go perft 60");
    for (again, name) in [("bench 90", "perft"), ("isready", "bench")] {
        program.send("query p1turn");
        assert_eq!(other_lines(&mut program), ["response false"]);
        program.send("go depth 1");
        assert!(other_lines(&mut program)[0].contains("'go' during a search"));
        program.send("stop");
        assert_eq!(program.next_line(), format!("info string {name} stopped"));
        program.send(again);
    }
    assert_eq!(program.next_line(), "readyok");
    assert_eq!(
        transcript(b"go perft 60\nquit\n"),
        ["info string perft stopped"]
    );
}
