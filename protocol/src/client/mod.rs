//! The other end of the protocol: an engine in a process of its own.
//!
//! A match runner can't trust an engine to answer, to stop talking, or to leave.
//! So every wait here has an end, what an engine writes is read in bounded
//! memory, and dropping a [`Client`] ends the process and all that it started.

pub mod guard;
mod lines;
mod message;
mod process;
mod words;

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};
use jarmo_engine::{Game, RuleSet, excerpt};

use crate::command::{Dialect, Go};
use lines::Received;
use message::Message;
use process::Process;

pub use message::{Answer, Thinking};

/// How long at most an engine that is out of time may take to answer `stop`.
const GRACE: Duration = Duration::from_millis(500);

/// Options of an engine that are remembered; none has as many.
const MOST_OPTIONS: usize = 1_000;

/// How to start an engine, and how to talk to it.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    /// The program: a path, or a name to be looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory to start it in; `None` for ours.
    pub directory: Option<PathBuf>,
    /// The words it understands.
    pub dialect: Dialect,
    /// Options to set once it runs, with their values; a button has none.
    pub options: Vec<(String, Option<String>)>,
    /// A program that ends the engine when we die; see [`guard`].
    pub guard: Option<PathBuf>,
    /// How long to wait for an answer for which no clock runs.
    pub patience: Duration,
}

/// The receiving end of a channel that is closed when all waiting must end.
pub type Cancel = Receiver<Infallible>;

/// What an engine did instead of answering.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// There is no such program, or it can't be run.
    #[error("can't start '{program}': {reason}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        reason: String,
    },
    /// The process ended, or closed its end of the pipes.
    #[error("{0}")]
    Gone(String),
    /// No answer came in time.
    #[error("no answer to '{question}' within {} ms", waited.as_millis())]
    Silent {
        /// What we had sent.
        question: String,
        /// How long we waited.
        waited: Duration,
    },
    /// The engine does not have an option that it was to be given.
    #[error("it has no option '{0}'")]
    NoOption(String),
    /// We gave up waiting because we were told to.
    #[error("cancelled")]
    Cancelled,
}

/// A running engine.
#[derive(Debug)]
pub struct Client {
    process: Process,
    dialect: Dialect,
    patience: Duration,
    cancel: Cancel,
    name: Option<String>,
    options: Vec<String>,
}

impl Client {
    /// Starts an engine, sets its options and waits until it is ready to play by `rules`.
    ///
    /// Once the other end of `cancel` is dropped, every wait ends with [`ClientError::Cancelled`].
    ///
    /// # Errors
    /// [`ClientError`] if the process can't be started or does not do what the protocol asks.
    pub fn start(
        command: &EngineCommand,
        rules: RuleSet,
        cancel: Option<Cancel>,
    ) -> Result<Self, ClientError> {
        let mut client = Self {
            process: Process::start(command)?,
            dialect: command.dialect,
            patience: command.patience,
            cancel: cancel.unwrap_or_else(never),
            name: None,
            options: Vec::new(),
        };
        let is_ready = client.prepare(rules, &command.options);
        client.or_give_up(is_ready)?;
        Ok(client)
    }

    fn prepare(
        &mut self,
        rules: RuleSet,
        options: &[(String, Option<String>)],
    ) -> Result<(), ClientError> {
        self.identify()?;
        if rules != RuleSet::default() || self.has_option("UCI_Variant") {
            self.set_option("UCI_Variant", Some(rules.name()))?;
        }
        for (name, value) in options {
            self.set_option(name, value.as_deref())?;
        }
        self.synchronise()
    }

    /// An engine that did not answer, or that is not to be waited for, need not be asked to leave.
    fn or_give_up<T>(&mut self, result: Result<T, ClientError>) -> Result<T, ClientError> {
        if matches!(
            result,
            Err(ClientError::Silent { .. } | ClientError::Cancelled)
        ) {
            self.process.give_up();
        }
        result
    }

    /// The name that the engine gave itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn has_option(&self, name: &str) -> bool {
        let same = |known: &String| known.eq_ignore_ascii_case(name);
        self.options.iter().any(same)
    }

    fn identify(&mut self) -> Result<(), ClientError> {
        let question = match self.dialect {
            Dialect::Uci => "uci",
            Dialect::Ugi => "ugi",
        };
        let wait = Wait::begin(question, self.patience);
        self.process.send(question.to_owned());
        loop {
            let received = self.receive(&wait)?;
            match received.message {
                Message::Identified => return Ok(()),
                Message::Name(name) => self.name = Some(name),
                Message::Option(name) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(name);
                }
                _ => {}
            }
            wait.go_on(received.at)?;
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        if !self.has_option(name) {
            return Err(ClientError::NoOption(excerpt(name)));
        }
        let value = value.map_or(String::new(), |value| format!(" value {value}"));
        self.process.send(format!("setoption name {name}{value}"));
        Ok(())
    }

    fn synchronise(&mut self) -> Result<(), ClientError> {
        let wait = Wait::begin("isready", self.patience);
        self.process.send("isready".to_owned());
        loop {
            let received = self.receive(&wait)?;
            if received.message == Message::Ready {
                return Ok(());
            }
            wait.go_on(received.at)?;
        }
    }

    /// Tells the engine that the next position is of another game, and waits until it is ready.
    ///
    /// # Errors
    /// [`ClientError`] if it does not become ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        let line = match self.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
        };
        self.process.send(line.to_owned());
        let is_ready = self.synchronise();
        self.or_give_up(is_ready)
    }

    /// Asks for a move in the current position of `game`.
    ///
    /// After `limit`, or the engine's patience if there is none, it is told to stop. An answer
    /// that follows soon is still given: the caller judges its [`Answer::elapsed`].
    ///
    /// # Errors
    /// [`ClientError`] if there is no answer at all.
    pub fn choose_move(
        &mut self,
        game: &Game,
        go: &Go,
        limit: Option<Duration>,
    ) -> Result<Answer, ClientError> {
        self.process.discard_pending();
        let question = words::go_line(go, self.dialect);
        let lines = format!("{}\n{question}", words::position_line(game));
        let mut wait = Wait::begin(&question, limit.unwrap_or(self.patience));
        self.process.send(lines);
        let mut thinking = None;
        let answer = match self.best_move(&wait, &mut thinking) {
            Err(ClientError::Silent { .. }) => {
                self.process.send("stop".to_owned());
                wait.deadline = Instant::now() + GRACE.min(self.patience);
                self.best_move(&wait, &mut thinking)
            }
            answer => answer,
        };
        self.or_give_up(answer)
    }

    fn best_move(
        &mut self,
        wait: &Wait<'_>,
        thinking: &mut Option<Thinking>,
    ) -> Result<Answer, ClientError> {
        loop {
            let received = self.receive(wait)?;
            match received.message {
                Message::Thinking(news) => *thinking = Some(news),
                Message::BestMove(best_move) => {
                    return Ok(Answer {
                        best_move,
                        elapsed: received.at.saturating_duration_since(wait.began),
                        thinking: thinking.take(),
                    });
                }
                _ => {}
            }
            wait.go_on(received.at)?;
        }
    }

    fn receive(&mut self, wait: &Wait<'_>) -> Result<Received, ClientError> {
        let left = wait.deadline.saturating_duration_since(Instant::now());
        let received = select! {
            recv(self.process.messages()) -> received => received,
            recv(self.cancel) -> _ => return Err(ClientError::Cancelled),
            default(left) => return Err(wait.silent()),
        };
        received.map_err(|_| ClientError::Gone(self.process.obituary()))
    }
}

/// Waiting for the answer to something we sent.
struct Wait<'a> {
    question: &'a str,
    began: Instant,
    deadline: Instant,
}

impl<'a> Wait<'a> {
    fn begin(question: &'a str, limit: Duration) -> Self {
        let began = Instant::now();
        Self {
            question,
            began,
            deadline: began + limit,
        }
    }

    /// Whether to wait on after something else than the answer: a flood does not buy time.
    fn go_on(&self, at: Instant) -> Result<(), ClientError> {
        if at < self.deadline {
            Ok(())
        } else {
            Err(self.silent())
        }
    }

    fn silent(&self) -> ClientError {
        ClientError::Silent {
            question: excerpt(self.question),
            waited: self.began.elapsed(),
        }
    }
}
