//! An engine's process and its pipes.
//!
//! Each pipe has a thread, so that neither an engine that does not read nor one
//! that does not write holds up its user.

use std::env;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::lines::{self, PENDING_MESSAGES, Received};
use super::{ClientError, EngineCommand, guard};

/// How long an engine may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);
/// How long the exit status may come after the end of the output.
const DEATH: Duration = Duration::from_millis(200);
/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(1);

/// A process that is ended, with all that it started, when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// To the thread that writes; `None` when nothing more is to be said.
    input: Option<Sender<String>>,
    messages: Receiver<Received>,
    /// How long to wait for it to leave by itself.
    farewell: Duration,
}

impl Process {
    pub(super) fn start(engine: &EngineCommand) -> Result<Self, ClientError> {
        let failed = |reason: String| ClientError::Start {
            program: engine.program.to_string_lossy().into_owned(),
            reason,
        };
        let directory = engine.directory.clone().map_or_else(env::current_dir, Ok);
        let directory = directory.map_err(|error| failed(error.to_string()))?;
        let program = which::which_in(&engine.program, env::var_os("PATH"), &directory)
            .map_err(|error| failed(error.to_string()))?;
        let mut command = guard::command(engine, &program);
        command
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        own_group(&mut command);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let stdin = child.stdin.take().expect("stdin is a pipe");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let stdout = BufReader::with_capacity(1 << 16, stdout);
        let (input, to_write) = unbounded();
        let (to_read, messages) = bounded(PENDING_MESSAGES);
        let dialect = engine.dialect;
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || lines::pass_on(stdout, dialect, &to_read));
        Ok(Self {
            child,
            input: Some(input),
            messages,
            farewell: FAREWELL,
        })
    }

    /// Sends one or more lines. Where the engine has gone, the end of its output will tell.
    pub(super) fn send(&self, mut lines: String) {
        lines.push('\n');
        if let Some(input) = &self.input {
            let _ = input.send(lines);
        }
    }

    /// What the engine says, until it closes its output.
    pub(super) const fn messages(&self) -> &Receiver<Received> {
        &self.messages
    }

    /// Drops what has been said unasked. Bounded, since a flood has no end.
    pub(super) fn discard_pending(&self) {
        let pending = self.messages.try_iter();
        pending.take(2 * PENDING_MESSAGES).for_each(drop);
    }

    /// How an engine that has closed its output ended.
    pub(super) fn obituary(&mut self) -> String {
        match self.wait(DEATH) {
            Some(status) => format!("the process ended: {}", guard::describe(status)),
            None => "it closed its output".to_owned(),
        }
    }

    /// Has it killed without waiting for it to leave.
    pub(super) const fn give_up(&mut self) {
        self.farewell = Duration::ZERO;
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("stop\nquit".to_owned());
        self.input = None;
        self.wait(self.farewell);
        kill_group(&mut self.child);
        // Collects the exit status; a process that was killed has one soon.
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for text in lines {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Keeps Ctrl-C in our terminal from the engine, and lets us end all that it started.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // Fails where the whole group has gone already.
    let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
