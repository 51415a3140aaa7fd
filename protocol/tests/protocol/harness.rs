//! The program on the other end of two pipes, and the session without a program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_protocol::session;

/// Far more than any answer takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running `jarmo`.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) fn start() -> Self {
        Self::spawn(Command::new(env!("CARGO_BIN_EXE_jarmo")))
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn next_line(&self) -> String {
        self.line_in_time().unwrap()
    }

    /// The next line, or `None` if none comes.
    pub(crate) fn line_in_time(&self) -> Option<String> {
        self.lines.recv_timeout(PATIENCE).ok()
    }

    /// The process's id.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// All lines up to the first that begins with `prefix`, that one included.
    pub(crate) fn lines_until(&self, prefix: &str) -> Vec<String> {
        self.lines_until_matching(|line| line.starts_with(prefix))
    }

    /// All lines up to the first that is wanted, that one included.
    pub(crate) fn lines_until_matching(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.next_line()];
        while !lines.last().is_some_and(|line| is_wanted(line)) {
            lines.push(self.next_line());
        }
        lines
    }

    /// What comes before the answer to an `isready` sent now.
    pub(crate) fn lines_until_ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.lines_until("readyok");
        lines.pop();
        lines
    }

    /// Closes the input, and gives the remaining lines and the exit code.
    pub(crate) fn close(mut self) -> (Vec<String>, Option<i32>) {
        self.input = None;
        let code = self.wait();
        (self.lines.iter().collect(), code)
    }

    /// The exit code of a program that ends by itself.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(2));
        }
        self.child.wait().unwrap().code()
    }
}

/// A failed test leaves no program behind.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Everything that the program answers to `input`, which then ends; it must leave with 0.
pub(crate) fn transcript(input: &[u8]) -> Vec<String> {
    let mut program = Program::start();
    program.send_bytes(input);
    let (lines, code) = program.close();
    assert_eq!(code, Some(0));
    lines
}

/// What a session in this process answers to these lines.
pub(crate) fn answers(lines: &[&str]) -> Vec<String> {
    let input = lines.join("\n").into_bytes();
    let mut output = Vec::new();
    session::run(std::io::Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(str::to_owned).collect()
}

/// Whether a line is an `info` line of a search, which `info string` is not.
pub(crate) fn is_search_info(line: &str) -> bool {
    line.starts_with("info depth ")
}

/// The word after `name` in an `info` line.
pub(crate) fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}
