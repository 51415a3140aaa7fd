//! Random sequences of commands to the program over pipes: no answer is missing or doubled,
//! nothing hangs, and no process is left.
//!
//! A sequence follows from its seed; only the engine's speed decides how far a search gets.
//! `JARMO_SEED=17 cargo test -p jarmo-protocol --test protocol sequences` runs one of them.

use std::env;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::thread;
use std::time::Duration;

use nix::sys::signal::killpg;
use nix::unistd::Pid;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::harness::Program;

/// Something to do for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Send(String),
    /// Wait until every search has been answered; none may run that waits for us.
    Await,
    Pause(Duration),
}

const POSITIONS: &[&str] = &[
    "position startpos",
    "position startpos moves",
    "position startpos moves a1c2 a5c4 c2a1",
    "position startpos moves a1b3 b5d4 d1b2 e5d3 b3a1 d4b5 b2d1 d3e5",
    "position fen aaaaa/5/5/5/AAAAA b - - 1",
    "position fen 1a1a1/+A1a2/5/1A3/2A1A w c3a4*1 a3b5*1 9",
    "position fen A4/3A1/5/1a3/5 w - - 20",
    "position fen 2A1A/5/1+A3/5/aA+aA1 w",
    "position fen 1A3/5/A2a1/5/5 w b1a3*3 - 20",
    "position startpos moves a1c2 a1c2",
    "position fen nonsense",
];

/// Searches that end by themselves.
const LIMITED: &[&str] = &[
    "go depth 1",
    "go depth 6",
    "go nodes 2000",
    "go movetime 3",
    "go movetime 0",
    "go wtime 40 btime 40 winc 1 binc 1",
    "go p1time 60 p2time 60",
    "go wtime 0 btime -5",
    "go mate 1 depth 4",
    "go searchmoves a1c2 b1d2 depth 3",
    "go searchmoves a1a5 depth 3",
    "go depth x",
    "go simulations 5",
    "go depth 120 nodes 500",
];

/// Searches that only `stop` ends, and those that `ponderhit` ends too.
const ENDLESS: &[&str] = &["go", "go infinite", "go infinite depth 2", "go ponder"];
const PONDERING: &[&str] = &["go ponder movetime 2", "go ponder wtime 50 btime 50"];

/// What may come at any time.
const ALWAYS: &[&str] = &[
    "isready",
    "isready",
    "isready",
    "uci",
    "ugi",
    "stop",
    "ponderhit",
    "query p1turn",
    "query moves",
    "query result",
    "d",
    "eval",
    "debug on",
    "debug off",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 3",
    "setoption name Threads value 4",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Hash value 2",
    "setoption name Hash value 0",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "setoption name UCI_Variant value traditional",
    "setoption name UCI_Variant value jarmo",
    "setoption name UCI_ShowWDL value true",
    "nonsense",
    "",
];

/// What only an idle engine takes; a searching one answers with an error.
const IDLE: &[&str] = &["ucinewgame", "uginewgame", "go perft 2", "bench 1"];

/// The most that may run now, as far as the client can know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Running {
    Nothing,
    Limited,
    Pondering,
    Endless,
}

/// The sequence with this seed, and whether it ends with `quit` or with the input.
fn sequence(seed: u64) -> (Vec<Step>, bool) {
    let mut author = Author {
        random: Pcg64::seed_from_u64(seed),
        running: Running::Nothing,
        steps: Vec::new(),
    };
    author.send("setoption name Hash value 1");
    let threads = author.random.random_range(1..=4);
    author.send(&format!("setoption name Threads value {threads}"));
    for _ in 0..author.random.random_range(1..=30) {
        author.add_step();
    }
    (author.steps, author.random.random())
}

struct Author {
    random: Pcg64,
    running: Running,
    steps: Vec<Step>,
}

impl Author {
    fn add_step(&mut self) {
        match self.random.random_range(0..20) {
            0..=3 => self.begin(LIMITED, Running::Limited),
            4..=5 => self.begin(ENDLESS, Running::Endless),
            6 => self.begin(PONDERING, Running::Pondering),
            7..=10 => self.send_any(POSITIONS),
            11 => self.send_any(IDLE),
            12..=13 => self.send("stop"),
            14 => {
                let pause = self.random.random_range(0..4_000);
                self.steps.push(Step::Pause(Duration::from_micros(pause)));
            }
            15 => {
                if self.running > Running::Limited {
                    self.send("stop");
                }
                self.steps.push(Step::Await);
                self.running = Running::Nothing;
            }
            _ => self.send_any(ALWAYS),
        }
    }

    fn begin(&mut self, searches: &[&str], running: Running) {
        self.send_any(searches);
        self.running = self.running.max(running);
    }

    fn send_any(&mut self, lines: &[&str]) {
        let line = lines.choose(&mut self.random).expect("there are lines");
        self.send(line);
    }

    fn send(&mut self, line: &str) {
        match line {
            "stop" => self.running = Running::Nothing,
            "ponderhit" if self.running == Running::Pondering => self.running = Running::Limited,
            _ => {}
        }
        self.steps.push(Step::Send(line.to_owned()));
    }
}

/// What was sent or answered, as far as one is owed for the other.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    searches: usize,
    readyoks: usize,
}

impl Tally {
    fn count_sent(&mut self, line: &str) {
        self.readyoks += usize::from(line == "isready");
        self.searches += usize::from(line == "go" || line.starts_with("go "));
        self.searches -= usize::from(line.starts_with("go perft"));
    }

    fn count_answer(&mut self, line: &str) {
        let refused = line == "info string error: 'go' during a search; expected stop first";
        self.readyoks += usize::from(line == "readyok");
        self.searches += usize::from(refused || line.starts_with("bestmove "));
    }
}

fn run(seed: u64) {
    let (steps, quits) = sequence(seed);
    let context = || format!("JARMO_SEED={seed}: {steps:#?}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo"));
    command.process_group(0);
    let mut program = Program::spawn(command);
    let group = Pid::from_raw(program.id().cast_signed());
    let (mut sent, mut answered) = (Tally::default(), Tally::default());
    for step in &steps {
        match step {
            Step::Send(line) => {
                sent.count_sent(line);
                program.send(line);
            }
            Step::Pause(time) => thread::sleep(*time),
            Step::Await => {
                while answered.searches < sent.searches {
                    let line = program
                        .line_in_time()
                        .unwrap_or_else(|| panic!("{}", context()));
                    answered.count_answer(&line);
                }
            }
        }
    }
    if quits {
        program.send("quit");
    }
    let (lines, code) = program.close();
    lines.iter().for_each(|line| answered.count_answer(line));
    assert_eq!((answered, code), (sent, Some(0)), "{}", context());
    assert!(
        killpg(group, None).is_err(),
        "a process is left: {}",
        context()
    );
}

fn run_all(count: u64) {
    if let Ok(seed) = env::var("JARMO_SEED") {
        return run(seed.parse().expect("JARMO_SEED is a number"));
    }
    // Two at a time, so that engines are short of a core now and then.
    thread::scope(|scope| {
        for first in 0..2 {
            scope.spawn(move || (first..count).step_by(2).for_each(run));
        }
    });
}

#[test]
fn random_sequences_are_answered_in_full() {
    run_all(200);
}

#[test]
#[ignore = "takes minutes; the other sequences are the first of these"]
fn ten_thousand_random_sequences_are_answered_in_full() {
    run_all(10_000);
}

#[test]
fn a_seed_gives_one_sequence() {
    assert_eq!(sequence(3), sequence(3));
    assert_ne!(sequence(3), sequence(4));
    let lines: Vec<String> = (0..300)
        .flat_map(|seed| sequence(seed).0)
        .filter_map(|step| match step {
            Step::Send(line) => Some(line),
            Step::Await | Step::Pause(_) => None,
        })
        .collect();
    let all = [POSITIONS, LIMITED, ENDLESS, PONDERING, ALWAYS, IDLE];
    for line in all.into_iter().flatten() {
        assert!(lines.iter().any(|sent| sent == line), "{line} never comes");
    }
}
