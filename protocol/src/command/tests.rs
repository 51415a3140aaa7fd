//! Lines and what they say, good and bad.

use std::time::Duration;

use jarmo_engine::Side;
use jarmo_engine::search::{Clock, SearchLimits};

use super::*;

fn read(line: &str) -> Command {
    parse(line.as_bytes()).unwrap().unwrap()
}

fn read_go(line: &str) -> Go {
    match read(line) {
        Command::Go(go) => go,
        other => panic!("{line} is {other:?}"),
    }
}

fn limits(line: &str) -> SearchLimits {
    read_go(line).limits(Side::White, Duration::from_millis(10))
}

fn set_option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption(SetOption {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    })
}

fn set_position(position: Option<&str>, moves: &[&str]) -> Command {
    Command::Position(SetPosition {
        position: position.map(str::to_owned),
        moves: moves.iter().map(|mv| mv.parse().unwrap()).collect(),
    })
}

#[test]
fn commands_are_found_behind_other_tokens_and_any_blanks() {
    for (line, command) in [
        ("uci", Command::Identify(Dialect::Uci)),
        ("ugi", Command::Identify(Dialect::Ugi)),
        (" \t isready \t ", Command::IsReady),
        ("please isready now", Command::IsReady),
        ("joho\tdebug\ton", Command::Debug(true)),
        ("debug off and on", Command::Debug(false)),
        ("ucinewgame", Command::NewGame),
        ("uginewgame", Command::NewGame),
        ("\0\x01 stop", Command::Stop),
        ("stop\0 quit", Command::Quit),
        ("STOP ponderhit", Command::PonderHit),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("bench", Command::Bench(None)),
        ("bench 5", Command::Bench(Some(5))),
        ("go perft 0", Command::Perft(0)),
        ("go\tperft  100", Command::Perft(100)),
        ("query p1turn", Command::Query(Query::FirstPlayersTurn)),
        (
            "query islegal é",
            Command::Query(Query::IsLegal("é".to_owned())),
        ),
        ("setoption name Hash value 1", set_option("Hash", Some("1"))),
        (
            "setoption  name clear   hash",
            set_option("clear hash", None),
        ),
        (
            "setoption name TablebasePath value  /a  b/value ",
            set_option("TablebasePath", Some("/a  b/value")),
        ),
        ("setoption name X value", set_option("X", Some(""))),
        ("position startpos", set_position(None, &[])),
        ("position startpos moves", set_position(None, &[])),
        (
            "position startpos moves a1c2 A@B1 c3a5p@b1",
            set_position(None, &["a1c2", "A@b1", "c3a5A@b1"]),
        ),
        (
            "position fen aaaaa/5/5/5/AAAAA  w moves",
            set_position(Some("aaaaa/5/5/5/AAAAA  w"), &[]),
        ),
        (
            "position fen x moves a1c2",
            set_position(Some("x"), &["a1c2"]),
        ),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    for blank in ["", " ", "\t \t", "\u{c}"] {
        assert_eq!(parse(blank.as_bytes()), Ok(None));
    }
}

#[test]
fn a_number_too_large_is_the_largest() {
    for (text, number) in [
        ("0", Some(0)),
        ("-0", Some(0)),
        ("+7", Some(7)),
        ("-12", Some(-12)),
        ("007", Some(7)),
        ("9223372036854775808", Some(i64::MAX)),
        ("-99999999999999999999999999", Some(i64::MIN)),
        ("", None),
        ("-", None),
        ("+-1", None),
        ("1.5", None),
        ("1e3", None),
        ("0x10", None),
        ("١", None),
    ] {
        assert_eq!(parse_number(text), number, "{text:?}");
    }
}

#[test]
fn all_limits_are_kept_in_any_order() {
    let line =
        "go nodes 7 depth 5 mate 3 movetime 250 wtime 1000 winc 20 btime 9 binc 8 movestogo 4";
    let all = SearchLimits {
        depth: Some(5),
        nodes: Some(7),
        move_time: Some(Duration::from_millis(250)),
        clock: Some(Clock {
            remaining: Duration::from_millis(1000),
            increment: Duration::from_millis(20),
            moves_to_go: Some(4),
            overhead: Duration::from_millis(10),
        }),
        mate: Some(3),
        search_moves: None,
        infinite: false,
    };
    assert_eq!(limits(line), all);
    let renamed = line
        .replace("wtime", "p1time")
        .replace("btime", "p2time")
        .replace("winc", "p1inc")
        .replace("binc", "p2inc");
    assert_eq!(limits(&renamed), all);
    let black = read_go(line)
        .limits(Side::Black, Duration::ZERO)
        .clock
        .unwrap();
    assert_eq!(black.remaining, Duration::from_millis(9));
    assert_eq!(black.increment, Duration::from_millis(8));
    assert!(read_go(line).warnings.is_empty() && !read_go(line).waits_for_stop());
}

#[test]
fn a_limit_that_leaves_nothing_or_cannot_be_read_means_now() {
    for line in [
        "go wtime 0 btime 1000",
        "go wtime -5",
        "go p1time -99999999999999999999",
        "go movetime 0",
        "go movetime -1",
        "go depth 0",
        "go depth -3",
        "go nodes 0",
        "go mate 0",
        "go depth",
        "go depth x",
        "go depth nodes 100000",
        "go wtime 1.5 btime 1000",
        "go movetime 1s",
        "go byoyomi 0",
        "go simulations 5",
        "go what",
        "go winc 100",
        "go movestogo 5",
        "go infinite depth x",
    ] {
        assert_eq!(limits(line).move_time, Some(Duration::ZERO), "{line}");
        assert!(!limits(line).infinite, "{line}");
        let waits = read_go(line).waits_for_stop();
        assert_eq!(waits, line.contains("infinite"), "{line}");
    }
}

#[test]
fn odd_limits_are_understood_kindly() {
    for line in ["go", "go infinite", "go ponder", "go searchmoves a1c2"] {
        assert!(limits(line).infinite, "{line}");
        assert!(read_go(line).waits_for_stop(), "{line}");
    }
    assert!(!limits("go infinite depth 3").infinite);
    assert!(read_go("go infinite depth 3").waits_for_stop());
    let theirs = limits("go btime 1000").clock.unwrap();
    assert_eq!(theirs.remaining, Duration::from_millis(1000));
    let clock = limits("go wtime 1000 winc -5 movestogo 0").clock.unwrap();
    assert_eq!((clock.increment, clock.moves_to_go), (Duration::ZERO, None));
    let huge = "9".repeat(30);
    assert_eq!(limits(&format!("go depth {huge}")).depth, Some(u32::MAX));
    assert_eq!(
        limits(&format!("go nodes {huge}")).nodes,
        Some(i64::MAX as u64)
    );
    assert!(
        limits(&format!("go wtime {huge} winc {huge}"))
            .move_time
            .is_none()
    );
    assert_eq!(limits("go depth 3 winc 0 binc 0").move_time, None);
    assert_eq!(limits("go wtime 1000 byoyomi 0").move_time, None);
    assert_eq!(limits("go depth 4 depth 6").depth, Some(6));
}

#[test]
fn searchmoves_end_with_the_moves() {
    let moves = |line| {
        let moves: Option<Vec<String>> = read_go(line)
            .search_moves
            .map(|moves| moves.iter().map(Move::to_string).collect());
        moves.map(|moves| moves.join(" "))
    };
    for (line, expected) in [
        ("go depth 3", None),
        ("go searchmoves", None),
        ("go searchmoves depth 3", None),
        ("go searchmoves a1c2 A@b1 depth 3", Some("a1c2 A@b1")),
        (
            "go searchmoves a1c2 infinite searchmoves b1d2",
            Some("a1c2 b1d2"),
        ),
        ("go searchmoves zz depth 3", Some("")),
        ("go searchmoves zz searchmoves depth 3", Some("")),
        ("go searchmoves a1c2 zz", Some("a1c2")),
        ("go searchmoves 0000 a1c2", Some("a1c2")),
        ("go searchmoves zz 5 a1c2 x b1d2 depth 3", Some("a1c2 b1d2")),
        ("go what a1c2 depth 3", None),
    ] {
        assert_eq!(moves(line).as_deref(), expected, "{line}");
    }
    let go = read_go("go searchmoves a1c2 zz y depth 3");
    assert_eq!(go.depth, Some(3));
    assert_eq!(
        go.warnings[0].to_string(),
        "'zz' and 1 other word in 'go'; expected a move or a limit such as depth, movetime or wtime"
    );
    let go = read_go("go zz searchmoves y");
    assert_eq!(
        go.warnings[0].to_string(),
        "'zz' and 1 other word in 'go'; expected a limit such as depth, movetime or wtime"
    );
}

#[test]
fn a_long_line_is_a_line() {
    let line = format!("position startpos moves{}", " a1c2".repeat(300_000));
    let Command::Position(position) = read(&line) else {
        panic!("a position");
    };
    assert_eq!(position.moves.len(), 300_000);
    let error = parse("x".repeat(3 << 20).as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("unknown command '{}…'", "x".repeat(40))
    );
    assert_eq!(
        parse(&b"x ".repeat(1 << 20)),
        Err(CommandError::Unknown("x".to_owned()))
    );
}
