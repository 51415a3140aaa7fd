//! The Rust crate `uci`: it sends an empty list of moves, takes any answer to `setoption` for
//! an error, and reads one byte at a time.

use jarmo_engine::{Game, Position, RuleSet};
use uci::Engine;

/// The start with Black to begin.
const BLACK_BEGINS: &str = "aaaaa/5/5/5/AAAAA b - - 1";

fn engine() -> Engine {
    Engine::new(env!("CARGO_BIN_EXE_jarmo"))
        .unwrap()
        .movetime(10)
}

#[test]
fn a_whole_game_is_played() {
    let engine = engine();
    engine.set_option("Hash", "2").unwrap();
    engine.set_option("Threads", "2").unwrap();
    engine.set_option("Move Overhead", "0").unwrap();
    let mut game = Game::new(Position::start(RuleSet::Jarmo));
    let mut moves: Vec<String> = Vec::new();
    while game.ending().is_none() && moves.len() < 400 {
        engine.make_moves(&moves).unwrap();
        let answer = engine.bestmove().unwrap();
        let mv = game.position().parse_move(&answer).unwrap();
        game.play(mv).unwrap();
        moves.push(answer);
    }
    assert!(game.ending().is_some(), "{moves:?}");
    engine.make_moves(&moves).unwrap();
    if game.position().is_over() {
        assert_eq!(engine.bestmove().unwrap(), "0000");
    }
}

#[test]
fn positions_are_set_and_searched() {
    let engine = engine();
    engine.set_position(BLACK_BEGINS).unwrap();
    let black = Position::parse(BLACK_BEGINS, RuleSet::Jarmo).unwrap();
    assert!(black.parse_move(&engine.bestmove().unwrap()).is_ok());
    let moves = ["a5c4".to_owned()];
    engine
        .make_moves_from_position(BLACK_BEGINS, &moves)
        .unwrap();
    let white = black.play(black.parse_move(&moves[0]).unwrap());
    assert!(white.parse_move(&engine.bestmove().unwrap()).is_ok());
    let analysis = engine
        .command_and_wait_for("go depth 6", "bestmove")
        .unwrap();
    assert!(analysis.contains("info depth 6 "), "{analysis}");
}

#[test]
fn a_bad_option_is_an_error() {
    let engine = engine();
    assert!(engine.set_option("Skill Level", "3").is_err());
    assert!(engine.set_option("Hash", "0").is_err());
    assert!(engine.set_option("Ponder", "true").is_ok());
    let answer = engine.command("query fen").unwrap();
    assert_eq!(answer, "response aaaaa/5/5/5/AAAAA w - - 1");
}
