//! An engine that misbehaves as told. It is this test program itself, started with
//! the name of the one test that is no test.

use std::io::{self, BufRead, Write};
use std::process;
use std::thread;
use std::time::Duration;

use jarmo_engine::{Game, Position, RuleSet};
use jarmo_protocol::Dialect;
use jarmo_protocol::command::{Command, SetPosition, parse};

/// Names the manner; absent in an ordinary test run.
const MANNER: &str = "SCRIPTED_ENGINE";

/// Bytes of a flood.
const FLOOD: usize = 100_000_000;

/// How an engine behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It plays the first legal move.
    Honest,
    IllegalMove,
    Garbage,
    CrashAtStart,
    CrashInGame,
    /// It never says anything.
    Silent,
    /// It never says a move.
    Mute,
    /// It takes 60 ms for a move.
    Late,
    FloodsStdout,
    ClosesStdout,
    /// It stays when told to leave, and when its input ends.
    IgnoresQuit,
}

impl Manner {
    pub(crate) const ALL: [Self; 11] = [
        Self::Honest,
        Self::IllegalMove,
        Self::Garbage,
        Self::CrashAtStart,
        Self::CrashInGame,
        Self::Silent,
        Self::Mute,
        Self::Late,
        Self::FloodsStdout,
        Self::ClosesStdout,
        Self::IgnoresQuit,
    ];

    fn name(self) -> String {
        format!("{self:?}")
    }

    /// The words of `--engine` that start such an engine; `mark` appears on its command line.
    pub(crate) fn words(self, mark: &str) -> Vec<String> {
        let program = std::env::current_exe().expect("a running program has a path");
        let variable = format!("{MANNER}={}", self.name());
        let arguments = [
            &variable,
            program.to_str().expect("a path in UTF-8"),
            "--exact",
            "engine::scripted_engine",
            mark,
            "--nocapture",
        ];
        let mut words = vec!["cmd=env".to_owned()];
        words.extend(arguments.map(|argument| format!("arg={argument}")));
        words
    }
}

#[test]
fn scripted_engine() {
    let Ok(name) = std::env::var(MANNER) else {
        return;
    };
    let manner = Manner::ALL.into_iter().find(|manner| manner.name() == name);
    Engine::new(manner.expect("a manner")).run();
    process::exit(0);
}

struct Engine {
    manner: Manner,
    game: Game,
    /// Moves asked for in this game.
    asked: usize,
}

impl Engine {
    fn new(manner: Manner) -> Self {
        Self {
            manner,
            game: Game::new(Position::start(RuleSet::Jarmo)),
            asked: 0,
        }
    }

    fn run(&mut self) {
        if self.manner == Manner::CrashAtStart {
            process::exit(3);
        }
        for line in io::stdin().lock().split(b'\n') {
            let command = line.ok().and_then(|line| parse(&line).ok().flatten());
            if self.manner == Manner::Silent {
                continue;
            }
            match command {
                Some(Command::Identify(Dialect::Uci)) => say("id name scripted\nuciok"),
                Some(Command::Identify(Dialect::Ugi)) => say("id name scripted\nugiok"),
                Some(Command::IsReady) => say("readyok"),
                Some(Command::NewGame) => self.asked = 0,
                Some(Command::Position(position)) => self.set(position),
                Some(Command::Go(_)) => self.go(),
                Some(Command::Quit) => break,
                _ => {}
            }
        }
        if matches!(self.manner, Manner::IgnoresQuit | Manner::Mute) {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
    }

    fn set(&mut self, position: SetPosition) {
        let start = position.position.map_or_else(
            || Position::start(RuleSet::Jarmo),
            |text| Position::parse(&text, RuleSet::Jarmo).expect("a position"),
        );
        self.game = Game::new(start);
        for mv in position.moves {
            self.game.play(mv).expect("legal moves");
        }
    }

    fn go(&mut self) {
        self.asked += 1;
        if self.asked >= 2 {
            match self.manner {
                Manner::IllegalMove => return say("bestmove a1a2"),
                Manner::Garbage => return say("\u{1}\u{7f}\nbestmove \u{2}?!"),
                Manner::CrashInGame => process::abort(),
                Manner::Mute => return,
                Manner::Late => thread::sleep(Duration::from_millis(60)),
                Manner::ClosesStdout => close_stdout(),
                _ => {}
            }
        } else if self.manner == Manner::FloodsStdout {
            let talk = ("info string ".to_owned() + &"x".repeat(87) + "\n").repeat(1_000);
            (0..FLOOD / talk.len()).for_each(|_| say(talk.trim_end()));
        }
        let mv = self.game.position().legal_moves()[0];
        say(&format!("info depth 1 score cp 10\nbestmove {mv}"));
    }
}

fn say(lines: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{lines}").and_then(|()| out.flush());
    if written.is_err() {
        process::exit(1);
    }
}

fn close_stdout() {
    let nothing = std::fs::File::create("/dev/null").expect("/dev/null");
    nix::unistd::dup2_stdout(&nothing).expect("stdout can be replaced");
}
