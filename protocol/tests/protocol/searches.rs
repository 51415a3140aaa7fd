//! What `go` answers, limit by limit.

use super::harness::{Program, answers, field, is_search_info};

fn started(lines: &[&str]) -> Program {
    let mut program = Program::start();
    for line in lines {
        program.send(line);
    }
    program
}

#[test]
fn every_limit_ends_a_search_with_one_answer() {
    let mut program = started(&["isready"]);
    program.next_line();
    for go in [
        "go depth 3",
        "go nodes 1",
        "go nodes 5000",
        "go movetime 5",
        "go movetime 0",
        "go movetime -100",
        "go wtime 200 btime 200",
        "go wtime 0 btime 0",
        "go wtime -1 btime 5000 winc 10 binc 10",
        "go p1time 200 p2time 200 p1inc 1 p2inc 1 movestogo 3",
        "go btime 100",
        "go winc 5",
        "go movestogo 1 wtime 50",
        "go depth 0",
        "go depth 99999999999999999999 movetime 5",
        "go nodes 99999999999999999999 wtime 99999999999999999999999 depth 2",
        "go wtime 99999999999999999999999 winc 99999999999999999999999 depth 2",
        "go depth x",
        "go wtime abc btime 1000",
        "go movetime",
        "go simulations 5",
        "go byoyomi 0 wtime 100 btime 100",
        "go searchmoves a1c2 b1d2 depth 2",
        "go depth 2 searchmoves a1c2 zzz",
        "go mate 1 depth 3",
        "go depth 120 nodes 100",
    ] {
        program.send(go);
        let lines = program.lines_until("bestmove");
        let infos = lines.iter().filter(|line| is_search_info(line)).count();
        assert!(infos > 0, "{go}: {lines:#?}");
        let errors = lines.iter().filter(|line| line.contains("error")).count();
        let is_odd = ["abc", "x", "movetime", "simulations", "byoyomi", "zzz"]
            .iter()
            .any(|word| go.split(' ').any(|token| token == *word));
        let is_good_movetime =
            go.contains("movetime 5") || go.contains("movetime 0") || go.contains("movetime -");
        assert_eq!(
            errors,
            usize::from(is_odd && !is_good_movetime),
            "{go}: {lines:#?}"
        );
        assert!(program.lines_until_ready().is_empty(), "{go}");
    }
}

#[test]
fn a_search_keeps_to_its_moves_depth_and_nodes() {
    let mut program = started(&["go searchmoves e1d3 d1c3 depth 4"]);
    let lines = program.lines_until("bestmove");
    let answer = lines.last().unwrap();
    assert!(["bestmove e1d3", "bestmove d1c3"].contains(&answer.as_str()));
    let deepest = lines[lines.len() - 2].as_str();
    assert_eq!(field(deepest, "depth"), Some("4"));
    program.send("go nodes 777");
    let lines = program.lines_until("bestmove");
    let nodes: u64 = field(&lines[lines.len() - 2], "nodes")
        .unwrap()
        .parse()
        .unwrap();
    assert!(nodes <= 777, "{nodes}");
}

#[test]
fn a_finished_game_is_answered_at_once_under_any_go() {
    for (position, score) in [
        ("2A1A/5/1+A3/5/aA+aA1 w", "cp 300"),
        ("2A1A/5/1+A3/5/aA+aA1 b", "mate 0"),
        ("A4/5/5/5/a4 w", "cp 0"),
    ] {
        for go in [
            "go",
            "go infinite",
            "go ponder wtime 1000 btime 1000",
            "go depth 3",
            "go movetime 1000",
            "go searchmoves a1c2",
        ] {
            let lines = answers(&["ugi", &format!("position fen {position}"), go, "isready"]);
            let last: Vec<&String> = lines.iter().rev().take(3).rev().collect();
            let info = format!("info depth 0 score {score}");
            assert_eq!(
                last,
                [&info, "bestmove 0000", "readyok"],
                "{position}, {go}"
            );
        }
    }
}

#[test]
fn no_legal_searchmove_is_no_move() {
    for go in [
        "go searchmoves a1a5 depth 3",
        "go infinite searchmoves A@b1",
    ] {
        let lines = answers(&["position startpos", go, "isready"]);
        assert!(
            lines[0].starts_with("info string error: searchmoves: '"),
            "{lines:#?}"
        );
        assert!(lines[1].starts_with("info depth 0 score cp "), "{lines:#?}");
        assert_eq!(lines[2..], ["bestmove 0000", "readyok"]);
    }
    let mut program = started(&["go searchmoves a1a5 a1c2 depth 2"]);
    assert_eq!(
        program.lines_until("bestmove").last().unwrap(),
        "bestmove a1c2"
    );
    assert!(program.lines_until_ready().is_empty());
}

#[test]
fn a_repeated_position_is_still_searched() {
    let round = " d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4".repeat(2);
    let program = started(&[
        &format!("position startpos moves a1b3 b5d4{round}"),
        "query result",
        "go depth 3",
    ]);
    assert_eq!(program.next_line(), "response draw");
    assert_ne!(
        program.lines_until("bestmove").last().unwrap(),
        "bestmove 0000"
    );
}

#[test]
fn a_proven_result_is_told_once_in_words() {
    const WON: &str = "position fen A4/4a/5/5/4A w";
    const LOST: &str = "position fen AA3/5/3a1/5/A4 b";
    for (dialect, position, score, words) in [
        ("uci", WON, "mate 2", "White wins by 3 in 3 plies"),
        ("ugi", WON, "mate 3", "White wins by 3 in 3 plies"),
        ("uci", LOST, "mate -2", "White wins by 3 in 4 plies"),
        ("ugi", LOST, "mate -4", "White wins by 3 in 4 plies"),
    ] {
        let program = started(&[dialect, position, "go depth 12"]);
        let lines = program.lines_until("bestmove");
        let score = format!(" score {score} ");
        assert!(lines[lines.len() - 2].contains(&score), "{lines:#?}");
        let proven = format!("info string proven: {words}");
        assert_eq!(lines.iter().filter(|line| **line == proven).count(), 1);
        assert!(!lines.iter().any(|line| line.contains("error")));
    }
}

#[test]
fn several_lines_are_ranked_and_all_different() {
    let mut program = started(&["setoption name MultiPV value 3", "go depth 4"]);
    let lines = program.lines_until("bestmove");
    let deepest: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .take(3)
        .collect();
    let mut first_moves: Vec<&str> = Vec::new();
    for (rank, line) in ["1", "2", "3"].into_iter().zip(&deepest) {
        assert_eq!(field(line, "multipv"), Some(rank));
        first_moves.extend(field(line, "pv"));
    }
    assert_eq!(
        lines.last().unwrap(),
        &format!("bestmove {}", first_moves[0])
    );
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 3);
    program.send("setoption name MultiPV value 64");
    program.send("go depth 2");
    let lines = program.lines_until("bestmove");
    assert!(
        lines
            .iter()
            .any(|line| field(line, "multipv") == Some("11"))
    );
}

#[test]
fn chances_follow_the_score_if_asked_for() {
    let program = started(&["setoption name UCI_ShowWDL value true", "go depth 2"]);
    for line in program.lines_until("bestmove") {
        let Some((_, wdl)) = line.split_once(" wdl ") else {
            assert!(line.starts_with("bestmove"), "{line}");
            continue;
        };
        let chances: Vec<u32> = wdl.split(' ').map_while(|word| word.parse().ok()).collect();
        assert_eq!((chances.len(), chances.iter().sum::<u32>()), (3, 1000));
    }
}

#[test]
fn several_threads_search_and_debug_tells_of_it() {
    let program = started(&["debug on", "setoption name Threads value 3", "go depth 6"]);
    let lines = program.lines_until("bestmove");
    assert!(lines[0].starts_with("info string debug: aaaaa/5/5/5/AAAAA w - - 1"));
    assert_eq!(field(&lines[lines.len() - 2], "depth"), Some("6"));
}

#[test]
fn a_node_limited_search_repeats_after_a_new_game() {
    let mut program = started(&[]);
    let mut search = || {
        program.send("ucinewgame");
        program.send("position startpos moves a1c2");
        program.send("go nodes 20000");
        let lines = program.lines_until("bestmove");
        let pv = lines[lines.len() - 2]
            .split_once(" pv ")
            .unwrap()
            .1
            .to_owned();
        let nodes = field(&lines[lines.len() - 2], "nodes").unwrap().to_owned();
        (pv, nodes)
    };
    assert_eq!(search(), search());
}

/// Positions in which the greatest depth is reached within a millisecond or so.
const TINY: [&str; 3] = [
    "A4/3A1/5/1a3/5 w - - 20",
    "A4/4a/5/5/4A w",
    "1a3/5/5/3A1/5 w",
];

#[test]
fn a_search_of_very_short_iterations_does_not_flood() {
    for position in TINY {
        for (lines_wanted, go) in [
            (1, "go depth 20"),
            (1, "go depth 120"),
            (1, "go infinite"),
            (64, "go depth 120"),
        ] {
            let mut program = started(&[
                &format!("setoption name MultiPV value {lines_wanted}"),
                &format!("position fen {position}"),
                "query moves",
                go,
            ]);
            let moves = program.next_line().split(' ').count() - 1;
            if go == "go infinite" {
                program.lines_until_ready();
                program.send("stop");
            }
            let lines = program.lines_until("bestmove");
            let infos: Vec<&String> = lines.iter().filter(|line| is_search_info(line)).collect();
            let last = infos.last().unwrap();
            let time: usize = field(last, "time").unwrap().parse().unwrap();
            // At once, in each millisecond, those of the last depth, and the repeated last line.
            let ranks = moves.min(lines_wanted);
            let most = (8 + 2 * (time + 1) + 1) * ranks + 1;
            assert!(infos.len() <= most, "{go}: {infos:#?}");
            let rank_1 = infos
                .iter()
                .filter(|line| field(line, "multipv") == Some("1"));
            let depths: Vec<u32> = rank_1
                .map(|line| field(line, "depth").unwrap().parse().unwrap())
                .collect();
            assert!(depths.is_sorted(), "{depths:?}");
            if go != "go infinite" {
                let depth = |line: &&&String| field(line, "depth") == field(last, "depth");
                let deepest = infos.iter().filter(depth).count();
                assert_eq!(deepest, ranks + 1, "the last depth is whole: {infos:#?}");
            }
        }
    }
}

#[test]
fn the_words_of_a_line_come_in_the_standard_order() {
    let order = [
        "depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "tbhits",
        "time", "pv",
    ];
    let program = started(&[
        "setoption name UCI_ShowWDL value true",
        "setoption name MultiPV value 2",
        "go depth 6",
    ]);
    let lines = program.lines_until("bestmove");
    let (_, infos) = lines.split_last().unwrap();
    for line in infos {
        let words = line.split(' ').filter(|word| order.contains(word));
        assert_eq!(words.collect::<Vec<_>>(), order, "{line}");
    }
    assert!(
        infos.len() >= 3,
        "two lines of the last depth, the first of them twice"
    );
}

#[test]
fn the_move_under_search_is_told_after_a_second_and_not_before() {
    let mut program = started(&["setoption name MultiPV value 3", "go infinite"]);
    let is_current = |line: &str| line.contains(" currmove ");
    let lines = program.lines_until_matching(is_current);
    let time: Option<u32> = lines
        .iter()
        .rev()
        .find_map(|line| field(line, "time")?.parse().ok());
    assert!(time.is_some(), "lines come first: {lines:#?}");
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let [
        "info",
        "depth",
        depth,
        "currmove",
        mv,
        "currmovenumber",
        number,
    ] = words[..]
    else {
        panic!("{words:?}");
    };
    assert!(depth.parse::<u32>().is_ok() && number.parse::<usize>().is_ok_and(|n| n <= 11));
    program.send(&format!("query islegal {mv}"));
    program.lines_until("response true");
    program.send("stop");
    program.lines_until("bestmove");
    // A short search is over before it would tell.
    program.send("go movetime 200");
    assert!(
        !program
            .lines_until("bestmove")
            .iter()
            .any(|line| is_current(line))
    );
}
