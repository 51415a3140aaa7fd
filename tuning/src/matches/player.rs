//! What chooses moves: an engine's process, or our own search in this one.

use std::time::{Duration, Instant};

use jarmo_engine::search::{SearchOptions, Searcher};
use jarmo_engine::{Game, RuleSet};
use jarmo_protocol::client::{Answer, Client, ClientError, EngineCommand, Thinking};
use jarmo_protocol::command::Go;
use jarmo_protocol::record::{MoveScore, Termination};

use super::contestant::{Contestant, Driver};
use super::interrupt::Interrupt;

/// A running engine.
#[derive(Debug)]
pub(super) enum Player<'a> {
    External(Box<Client>),
    Builtin(Box<Searcher>, &'a Interrupt),
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The engine's fault: the game is lost.
    Forfeit(Termination, String),
    /// The match is being ended: the game does not count.
    Aborted,
}

impl<'a> Player<'a> {
    pub(super) fn start(
        contestant: &Contestant,
        rules: RuleSet,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        match &contestant.driver {
            Driver::External(command) => {
                Ok(Self::External(Box::new(start(command, rules, interrupt)?)))
            }
            Driver::Builtin(builtin) => {
                let mut searcher = Searcher::new(builtin.hash)
                    .map_err(|error| Failure::Forfeit(Termination::Crash, error.to_string()))?;
                searcher.options = SearchOptions {
                    threads: builtin.threads,
                    parameters: builtin.parameters,
                    ..SearchOptions::default()
                };
                searcher.weights.clone_from(&builtin.weights);
                Ok(Self::Builtin(Box::new(searcher), interrupt))
            }
        }
    }

    /// Makes it forget the game before.
    pub(super) fn new_game(&mut self) -> Result<(), Failure> {
        match self {
            Self::External(client) => client.new_game()?,
            Self::Builtin(searcher, _) => searcher.clear(),
        }
        Ok(())
    }

    /// Asks for a move; an answer may come somewhat later than `deadline`.
    pub(super) fn choose_move(
        &mut self,
        game: &Game,
        go: &Go,
        deadline: Option<Duration>,
    ) -> Result<Answer, Failure> {
        match self {
            Self::External(client) => Ok(client.choose_move(game, go, deadline)?),
            Self::Builtin(searcher, interrupt) => {
                let answer = search(searcher, game, go, interrupt);
                if interrupt.is_aborting() {
                    Err(Failure::Aborted)
                } else {
                    Ok(answer)
                }
            }
        }
    }
}

/// Starts an engine of its own, which the interrupt can call off.
pub(super) fn start(
    command: &EngineCommand,
    rules: RuleSet,
    interrupt: &Interrupt,
) -> Result<Client, ClientError> {
    Client::start(command, rules, Some(interrupt.cancel()))
}

fn search(searcher: &mut Searcher, game: &Game, go: &Go, interrupt: &Interrupt) -> Answer {
    let began = Instant::now();
    let position = game.position();
    let limits = go.limits(position.side_to_move(), Duration::ZERO);
    let outcome = searcher.search(
        position,
        game.history(),
        &limits,
        interrupt.control(),
        &mut |_| (),
    );
    let best = outcome.best();
    Answer {
        best_move: outcome
            .best_move()
            .map_or_else(|| "0000".to_owned(), |mv| mv.to_string()),
        elapsed: began.elapsed(),
        thinking: Some(Thinking {
            score: MoveScore::from(best.score),
            depth: best.depth,
            nodes: best.nodes,
        }),
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let termination = match error {
            ClientError::Cancelled => return Self::Aborted,
            ClientError::Silent { .. } => Termination::Stall,
            ClientError::Gone(_) | ClientError::Start { .. } | ClientError::NoOption(_) => {
                Termination::Crash
            }
        };
        Self::Forfeit(termination, error.to_string())
    }
}
