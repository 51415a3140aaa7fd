//! Starting the program, watching it, and reading what it leaves behind.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_protocol::record::{GameRecord, RecordReader};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

/// Against hanging only: far more than any of these matches takes.
const LIMIT: Duration = Duration::from_secs(600);

/// Two quick built-in engines of different strength.
pub(crate) const BUILTIN: [&str; 11] = [
    "--engine",
    "name=A",
    "builtin",
    "nodes=300",
    "--engine",
    "name=B",
    "builtin",
    "nodes=100",
    "--each",
    "option.Hash=1",
    "--quiet",
];

/// A running match.
pub(crate) struct Running {
    child: Child,
    /// The largest memory seen, in KiB.
    pub(crate) memory: u64,
}

impl Running {
    pub(crate) fn start<S: AsRef<str>>(words: &[S]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_jarmo-match"))
            .args(words.iter().map(AsRef::as_ref))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self { child, memory: 0 }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let process = Pid::from_raw(self.child.id().cast_signed());
        kill(process, signal).expect("the program runs");
    }

    /// Waits until `is_so`, which must not take for ever.
    pub(crate) fn wait_until(&mut self, mut is_so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(self.is_running(), "the match has ended early");
            assert!(began.elapsed() < LIMIT, "the match hangs");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a child of ours").is_none()
    }

    /// Waits for the end.
    pub(crate) fn finish(mut self) -> Finished {
        let began = Instant::now();
        while self.is_running() {
            self.watch_memory();
            if began.elapsed() > LIMIT {
                self.signal(Signal::SIGKILL);
                panic!("the match hangs");
            }
            thread::sleep(Duration::from_millis(10));
        }
        let memory = self.memory;
        let output = self.child.wait_with_output().expect("its output");
        Finished { output, memory }
    }

    fn watch_memory(&mut self) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let peak = status.ok().and_then(|status| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        });
        self.memory = self.memory.max(peak.unwrap_or_default());
    }
}

/// A match that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) output: Output,
    /// The largest memory seen, in KiB.
    pub(crate) memory: u64,
}

impl Finished {
    pub(crate) fn stdout(&self) -> &str {
        str::from_utf8(&self.output.stdout).expect("a report in UTF-8")
    }

    pub(crate) fn stderr(&self) -> &str {
        str::from_utf8(&self.output.stderr).expect("complaints in UTF-8")
    }

    pub(crate) fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// The report of `--json`.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.stdout()).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Plays a match to its end.
pub(crate) fn run<S: AsRef<str>>(words: &[S]) -> Finished {
    Running::start(words).finish()
}

/// All games of a record, checked by the rules.
pub(crate) fn games(path: &Path) -> Vec<GameRecord> {
    let file = File::open(path).expect("a record");
    let games: Result<Vec<_>, _> = RecordReader::new(BufReader::new(file)).collect();
    let games = games.expect("a record that can be read");
    for game in &games {
        game.check().expect("a game by the rules");
    }
    games
}

/// What two records of the same match have in common: everything but the time taken.
pub(crate) fn essence(games: &[GameRecord]) -> Vec<(String, String, String)> {
    games
        .iter()
        .map(|game| {
            (
                format!("{} {:?}", game.round, game.players),
                format!("{} {:?}", game.game.start(), game.game.moves()),
                format!("{:?} {:?}", game.outcome, game.book()),
            )
        })
        .collect()
}

/// How many processes have `mark` on their command line.
pub(crate) fn processes_with(mark: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a list of processes");
    processes
        .filter_map(|process| {
            let own = process.ok()?;
            own.file_name().to_str()?.parse::<u32>().ok()?;
            let line = fs::read(own.path().join("cmdline")).ok()?;
            let has_mark = line
                .split(|&byte| byte == 0)
                .any(|word| word == mark.as_bytes());
            has_mark.then_some(())
        })
        .count()
}
