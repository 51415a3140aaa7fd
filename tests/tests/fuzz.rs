//! Random lines, most of them commands with something wrong: nothing panics, no answer is missing or doubled.
//!
//! Searches are kept small, and what would end the session or take much memory or time is left out; any
//! other line may come at any time, during searches too. The same seeds always give the same lines.

use std::io::{BufRead as _, BufReader, Cursor, Write as _, pipe};
use std::thread;

use jarmo_engine::{Position, RuleSet};
use jarmo_protocol::session;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// Every command in most of its forms, to be taken apart and put together wrongly.
const COMMANDS: &[&str] = &[
    "uci",
    "ugi",
    "isready",
    "isready",
    "debug on",
    "debug off",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name Ponder value true",
    "setoption name Clear Hash",
    "setoption name Move Overhead value 20",
    "setoption name UCI_Variant value jarmo",
    "setoption name UCI_Variant value traditional",
    "setoption name UCI_Variant value jasir",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_AnalyseMode value false",
    "setoption name TablebasePath value /no/where at all",
    "ucinewgame",
    "uginewgame",
    "position startpos",
    "position startpos moves",
    "position startpos moves a1c2 a5c4 c2a1 c4a5 a1c2",
    "position startpos moves a1b3 b5d4 d1b2 e5d3 b3a1 d4b5 b2d1 d3e5",
    "position fen aaaaa/5/5/5/AAAAA b - - 1 moves a5c4 a1c2",
    "position fen aaaaa/5/5/5/AAAAA[-] b KQkq - 0 1 moves a5c4",
    "position fen 1a1a1/+A1a2/5/1A3/2A1A w c3a4*1 a3b5*1 9 moves A@a1",
    "position fen +aA1A1/4a/5/+a4/AA2A b - c4a5*1 14",
    "position fen 2A1A/5/1+A3/5/aA+aA1 w - e2c1*1 11",
    "position fen A4/3A1/5/1a3/5 w - - 20",
    "position fen 3A+a/a4/a3A/5/3a1 w c2e3*3 c4e5*1 22",
    "go depth 2",
    "go nodes 50 wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
    "go p1time 10 p2time 10 p1inc 0 p2inc 0",
    "go movetime 1",
    "go infinite",
    "go ponder movetime 3",
    "go ponder",
    "go mate 2 depth 3",
    "go searchmoves a1c2 b1d2 A@b1 c3a5A@b1 depth 2",
    "go perft 2",
    "go simulations 5",
    "stop",
    "stop",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "query p1turn",
    "query gameover",
    "query result",
    "query moves",
    "query fen",
    "query points",
    "query islegal a1c2",
    "d",
    "eval",
    "bench",
    "quit",
];

/// What a token or a letter may be replaced with.
const ODD_TOKENS: &[&str] = &[
    "",
    "-1",
    "0",
    "1",
    "2",
    "18446744073709551616",
    "-9223372036854775809",
    "1.5",
    "0000",
    "a1c2",
    "A@a1",
    "zz",
    "name",
    "value",
    "moves",
    "fen",
    "startpos",
    "é",
    "\u{0}",
    "\u{7}",
    "<empty>",
    "/////",
    "+",
    "w",
    "b",
    "-",
];
const ODD_BYTES: &[u8] = b"\0\t  \x1b\x7f\xff\xc3@+-/*0159abeAwxz\r";

/// How many lines of each kind were made, as far as they are owed an answer.
#[derive(Debug, Default, PartialEq, Eq)]
struct Owed {
    best_moves: usize,
    readyoks: usize,
}

struct Source {
    random: Pcg64,
}

impl Source {
    fn new(seed: u64) -> Self {
        Self {
            random: Pcg64::seed_from_u64(seed),
        }
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices.choose(&mut self.random).expect("there are choices")
    }

    /// A line without its end.
    fn line(&mut self) -> Vec<u8> {
        loop {
            let mut line = self.mutated().into_bytes();
            if self.random.random_ratio(1, 10) {
                self.disturb(&mut line);
            }
            if let Some(line) = tamed(line) {
                return line;
            }
        }
    }

    /// A command with up to three of its tokens changed, or two commands in one line.
    fn mutated(&mut self) -> String {
        let mut tokens: Vec<&str> = self.pick(COMMANDS).split(' ').collect();
        for _ in 0..self.random.random_range(0..=3) {
            let at = self.random.random_range(0..=tokens.len());
            let other: Vec<&str> = self.pick(COMMANDS).split(' ').collect();
            match self.random.random_range(0..8) {
                0 => tokens.truncate(at),
                1 => tokens.insert(at, self.pick(ODD_TOKENS)),
                2 => tokens.insert(at, self.pick(&other)),
                3 if at < tokens.len() => drop(tokens.remove(at)),
                4 if at < tokens.len() => tokens[at] = self.pick(ODD_TOKENS),
                5 if at < tokens.len() => tokens[at] = self.pick(&other),
                6 => tokens.extend(other),
                _ => {}
            }
        }
        tokens.join(self.pick(&[" ", " ", " ", "  ", "\t"]))
    }

    /// Changes, adds or removes a byte or two.
    fn disturb(&mut self, line: &mut Vec<u8>) {
        for _ in 0..self.random.random_range(1..=2) {
            let byte = *ODD_BYTES.choose(&mut self.random).expect("there are bytes");
            let at = self.random.random_range(0..=line.len());
            match self.random.random_range(0..3) {
                0 if at < line.len() => line[at] = byte,
                1 if at < line.len() => drop(line.remove(at)),
                _ => line.insert(at, byte),
            }
        }
    }
}

/// The line with bounds on what it may cost, or none if it can't be bounded.
fn tamed(line: Vec<u8>) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(&line);
    let tokens: Vec<&str> = text.split_ascii_whitespace().collect();
    let too_large = |token: &str| token.parse::<u32>().is_ok_and(|number| number > 3);
    let is_option = |name: &str| {
        tokens.iter().any(|token| token.eq_ignore_ascii_case(name)) && tokens.contains(&"setoption")
    };
    let ends_or_takes_long = tokens.iter().any(|token| ["quit", "bench"].contains(token))
        || (is_option("Hash") || is_option("Threads") || tokens.contains(&"perft"))
            && tokens.iter().any(|token| too_large(token));
    if ends_or_takes_long {
        return None;
    }
    if tokens.contains(&"go") && !tokens.contains(&"perft") {
        let mut line = line;
        line.extend(b" nodes 60");
        return Some(line);
    }
    Some(line)
}

/// What the session owes for these lines, judged apart from the code under test.
fn owed(lines: &[u8]) -> Owed {
    let mut owed = Owed::default();
    for line in lines.split(|byte| b"\r\n".contains(byte)) {
        let Ok(text) = str::from_utf8(line) else {
            continue;
        };
        let mut tokens = text
            .split_ascii_whitespace()
            .skip_while(|token| !is_command(token));
        match tokens.next() {
            Some("isready") => owed.readyoks += 1,
            Some("go") => owed.best_moves += usize::from(tokens.next() != Some("perft")),
            _ => {}
        }
    }
    owed
}

fn is_command(token: &str) -> bool {
    COMMANDS
        .iter()
        .any(|command| command.split(' ').next() == Some(token))
}

/// What was answered; a `go` during a search is answered by an error.
fn answered<'a>(output: impl Iterator<Item = &'a str>) -> (Owed, usize) {
    let mut answered = Owed::default();
    let mut searches_refused = 0;
    for line in output {
        assert!(!line.contains(['\0', '\x1b', '\r']), "{line:?}");
        match line {
            "readyok" => answered.readyoks += 1,
            "info string error: 'go' during a search; expected stop first" => searches_refused += 1,
            _ => answered.best_moves += usize::from(line.starts_with("bestmove ")),
        }
    }
    (answered, searches_refused)
}

fn check_final_move(output: &[&str]) {
    let last = output.last().expect("there is output");
    let mv = last
        .strip_prefix("bestmove ")
        .unwrap_or_else(|| panic!("{last:?}"));
    let mv = mv.split(' ').next().expect("a word");
    let start = Position::start(RuleSet::Jarmo);
    assert!(start.parse_move(mv).is_ok(), "{last:?}");
}

/// Lines that bring any session back to a known state, ending in one answer.
const FINALE: &str = "\nstop\nsetoption name UCI_Variant value jarmo\nisready\nposition startpos\n";

#[test]
fn a_session_survives_random_lines() {
    const LINES: usize = 40_000;
    let workers: Vec<_> = (1..=4)
        .map(|seed| {
            thread::spawn(move || {
                let mut source = Source::new(seed);
                let mut input = b"setoption name Hash value 1\nisready\n".to_vec();
                for _ in 0..LINES {
                    input.extend(source.line());
                    input.push(b'\n');
                }
                input.extend(FINALE.as_bytes());
                input.extend(b"go depth 4\n");
                let owed = owed(&input);
                assert!(
                    owed.best_moves > LINES / 20 && owed.readyoks > LINES / 50,
                    "{owed:?}"
                );
                let mut output = Vec::new();
                session::run(Cursor::new(input), &mut output).expect("memory can be written to");
                let output = String::from_utf8(output).expect("answers are text");
                let lines: Vec<&str> = output.lines().collect();
                let (mut answered, refused) = answered(lines.iter().copied());
                assert!(answered.best_moves > LINES / 40, "{answered:?}");
                answered.best_moves += refused;
                assert_eq!(answered, owed, "seed {seed}");
                check_final_move(&lines);
            })
        })
        .collect();
    for worker in workers {
        worker.join().expect("no session panics");
    }
}

#[test]
fn a_session_on_pipes_answers_every_search() {
    const LINES: usize = 3_000;
    let (input, mut to_session) = pipe().expect("there are pipes");
    let (from_session, output) = pipe().expect("there are pipes");
    let session = thread::spawn(move || session::run(BufReader::new(input), output));
    let mut answers = BufReader::new(from_session)
        .lines()
        .map(|line| line.expect("answers are text"));
    let mut send = |line: &[u8]| {
        to_session
            .write_all(&[line, b"\n"].concat())
            .expect("the session reads");
    };
    let mut source = Source::new(99);
    let mut searches = 0;
    for _ in 0..LINES {
        let line = source.line();
        let owed = owed(&line);
        send(&line);
        // Each line is followed by what ends the search that it may have begun.
        send(b"stop");
        send(b"isready");
        let mut answered = Owed::default();
        while answered.readyoks < 1 + owed.readyoks {
            let answer = answers.next().expect("an answer to isready");
            answered.readyoks += usize::from(answer == "readyok");
            answered.best_moves += usize::from(answer.starts_with("bestmove "));
        }
        assert_eq!(
            answered.best_moves,
            owed.best_moves,
            "{:?}",
            String::from_utf8_lossy(&line)
        );
        searches += answered.best_moves;
    }
    assert!(searches > LINES / 20);
    send(FINALE.as_bytes());
    send(b"go depth 4");
    let mut rest = Vec::new();
    while !rest
        .last()
        .is_some_and(|line: &String| line.starts_with("bestmove "))
    {
        rest.push(answers.next().expect("an answer to go"));
    }
    check_final_move(&rest.iter().map(String::as_str).collect::<Vec<_>>());
    send(b"quit");
    session.join().expect("no panic").expect("the pipe is open");
}
