//! The lines that ask an engine for a move: what `command` reads, written.

use std::fmt::Write as _;

use jarmo_engine::{Game, Position};

use crate::command::{Dialect, Go};

/// `position …` with the whole game, so that the engine sees repetitions.
pub(super) fn position_line(game: &Game) -> String {
    let start = game.start();
    let mut line = if *start == Position::start(start.rules()) && start.move_number() == 1 {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    if !game.moves().is_empty() {
        line.push_str(" moves");
        for mv in game.moves() {
            write!(line, " {mv}").expect("a String takes everything");
        }
    }
    line
}

/// `go …` with all limits of `go`.
pub(super) fn go_line(go: &Go, dialect: Dialect) -> String {
    let clocks = match dialect {
        Dialect::Uci => ["wtime", "btime", "winc", "binc"],
        Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
    };
    let values = [go.time[0], go.time[1], go.increment[0], go.increment[1]];
    let limits = [
        ("movestogo", go.moves_to_go),
        ("movetime", go.move_time),
        ("depth", go.depth),
        ("nodes", go.nodes),
    ];
    let mut line = "go".to_owned();
    for (word, value) in clocks.into_iter().zip(values).chain(limits) {
        if let Some(value) = value {
            write!(line, " {word} {value}").expect("a String takes everything");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, SetPosition, parse};
    use jarmo_engine::RuleSet;

    #[test]
    fn limits_are_read_as_they_were_written() {
        let gos = [
            Go {
                time: [Some(1000), Some(900)],
                increment: [Some(10), Some(0)],
                moves_to_go: Some(7),
                ..Go::default()
            },
            Go {
                move_time: Some(10),
                depth: Some(4),
                nodes: Some(500),
                ..Go::default()
            },
        ];
        for go in gos {
            for dialect in [Dialect::Uci, Dialect::Ugi] {
                let line = go_line(&go, dialect);
                let read = parse(line.as_bytes());
                assert_eq!(read, Ok(Some(Command::Go(go.clone()))), "{line}");
            }
        }
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        for first in [
            "aaaaa/5/5/5/AAAAA w - - 1",
            "aaaaa/5/5/5/AAAAA w - - 3",
            "aaaaa/5/5/5/AAAAA b - - 1",
        ] {
            let start = Position::parse(first, RuleSet::Jarmo).unwrap();
            let mut game = Game::new(start);
            for _ in 0..3 {
                let line = position_line(&game);
                let Ok(Some(Command::Position(SetPosition { position, moves }))) =
                    parse(line.as_bytes())
                else {
                    panic!("{line} is no position");
                };
                assert_eq!(moves, game.moves());
                let position = position.unwrap_or("aaaaa/5/5/5/AAAAA w - - 1".to_owned());
                assert_eq!(position, first);
                game.play(game.position().legal_moves()[0]).unwrap();
            }
        }
    }
}
