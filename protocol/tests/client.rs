//! The client with our own engine at the other end.

use std::path::PathBuf;
use std::time::Duration;

use jarmo_engine::search::{SearchControl, Searcher};
use jarmo_engine::{Game, Position, RuleSet};
use jarmo_protocol::Dialect;
use jarmo_protocol::client::{Client, ClientError, EngineCommand};
use jarmo_protocol::command::Go;
use jarmo_protocol::record::MoveScore;

fn command(dialect: Dialect) -> EngineCommand {
    EngineCommand {
        program: env!("CARGO_BIN_EXE_jarmo").into(),
        arguments: Vec::new(),
        directory: None,
        dialect,
        options: vec![("hash".to_owned(), Some("1".to_owned()))],
        guard: None,
        patience: Duration::from_secs(60),
    }
}

fn nodes(count: i64) -> Go {
    Go {
        nodes: Some(count),
        ..Go::default()
    }
}

#[test]
fn an_engine_plays_over_pipes_what_it_plays_without() {
    for (dialect, rules) in [
        (Dialect::Uci, RuleSet::Jarmo),
        (Dialect::Ugi, RuleSet::Traditional),
    ] {
        let mut client = Client::start(&command(dialect), rules, None).unwrap();
        assert!(client.name().unwrap().starts_with("Jarmo"));
        client.new_game().unwrap();
        let mut searcher = Searcher::new(1).unwrap();
        let mut game = Game::new(Position::start(rules));
        for _ in 0..8 {
            let go = nodes(500);
            let answer = client.choose_move(&game, &go, None).unwrap();
            let position = game.position();
            let limits = go.limits(position.side_to_move(), Duration::ZERO);
            let control = SearchControl::new();
            let outcome = searcher.search(position, game.history(), &limits, &control, &mut |_| ());
            assert_eq!(answer.best_move, outcome.best_move().unwrap().to_string());
            let thinking = answer.thinking.unwrap();
            assert_eq!(thinking.score, MoveScore::from(outcome.best().score));
            assert!((1..=500).contains(&thinking.nodes));
            game.play(answer.best_move.parse().unwrap()).unwrap();
        }
    }
}

#[test]
fn what_can_not_be_started_is_told() {
    let refused = |command: &EngineCommand| {
        let error = Client::start(command, RuleSet::Jarmo, None).unwrap_err();
        (error.to_string(), error)
    };
    let nowhere = EngineCommand {
        program: "no such program".into(),
        ..command(Dialect::Uci)
    };
    let (text, error) = refused(&nowhere);
    assert!(matches!(error, ClientError::Start { .. }));
    assert!(
        text.starts_with("can't start 'no such program': "),
        "{text}"
    );
    let mut wrong = command(Dialect::Uci);
    wrong.options.push(("Strength".to_owned(), None));
    assert_eq!(refused(&wrong).0, "it has no option 'Strength'");
}

#[test]
fn waiting_can_be_called_off() {
    let (sender, cancel) = crossbeam_channel::bounded(0);
    let mut client = Client::start(&command(Dialect::Uci), RuleSet::Jarmo, Some(cancel)).unwrap();
    drop(sender);
    let game = Game::new(Position::start(RuleSet::Jarmo));
    let go = Go {
        move_time: Some(600_000),
        ..Go::default()
    };
    let hour = Some(Duration::from_secs(3600));
    let answer = client.choose_move(&game, &go, hour);
    assert!(matches!(answer, Err(ClientError::Cancelled)));
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_does_not_hold_us_up() {
    let program = |name: &str| EngineCommand {
        program: PathBuf::from(name).into(),
        options: Vec::new(),
        patience: Duration::from_millis(200),
        ..command(Dialect::Uci)
    };
    let silent = EngineCommand {
        arguments: vec!["1000".to_owned()],
        ..program("sleep")
    };
    let error = Client::start(&silent, RuleSet::Jarmo, None).unwrap_err();
    assert!(matches!(error, ClientError::Silent { .. }), "{error}");
    let error = Client::start(&program("false"), RuleSet::Jarmo, None).unwrap_err();
    assert_eq!(error.to_string(), "the process ended: exit code 1");
}
