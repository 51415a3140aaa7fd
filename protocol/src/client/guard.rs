//! A small process between us and an engine, so that no engine outlives us.
//!
//! Destructors do not run in a process that is killed. The guard is the same
//! program started with other arguments: it has the kernel signal our death to
//! it, starts the engine on the pipes that it was given, and ends with it. When
//! we die it kills its process group: the engine and whatever that started.
//! The signal comes when the thread that started the guard ends, so a client
//! belongs to one thread. Systems other than Linux have no such signal; there the
//! engine has to notice the end of its input.

use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use super::EngineCommand;

/// The first argument of a guard.
pub const ARGUMENT: &str = "guard-engine";

/// Exit codes from here on stand for signals, as in a shell.
const SIGNALLED: i32 = 128;

/// Runs a guard if this process was started as one.
///
/// For the start of `main` of a program that names itself in [`EngineCommand::guard`].
#[must_use]
pub fn run_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let parent = arguments.next()?.to_str()?.parse().ok()?;
    let mut engine = Command::new(arguments.next()?);
    engine.args(arguments);
    Some(watch(engine, parent))
}

/// The command that starts the engine's program, under a guard if it has one.
pub(super) fn command(engine: &EngineCommand, program: &Path) -> Command {
    let mut command = match &engine.guard {
        Some(guard) if cfg!(target_os = "linux") => {
            let mut command = Command::new(guard);
            command
                .arg(ARGUMENT)
                .arg(std::process::id().to_string())
                .arg(program);
            command
        }
        _ => Command::new(program),
    };
    command.args(&engine.arguments);
    command
}

/// An exit status in words, that of a guard like that of the engine.
pub(super) fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) if code > SIGNALLED => format!("signal {}", code - SIGNALLED),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(target_os = "linux")]
fn watch(mut engine: Command, parent: i32) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::{SigSet, Signal, killpg};
    use nix::unistd::{getpgrp, getppid};

    let signals = SigSet::from_iter([Signal::SIGTERM, Signal::SIGCHLD]);
    let prepared = signals
        .thread_block()
        .and_then(|()| set_pdeathsig(Signal::SIGTERM));
    if prepared.is_err() || getppid().as_raw() != parent {
        return ExitCode::FAILURE;
    }
    let Ok(mut child) = engine.spawn() else {
        return ExitCode::FAILURE;
    };
    let released = release_pipes();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            let code = status
                .code()
                .unwrap_or_else(|| SIGNALLED + status.signal().unwrap_or_default());
            return ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX));
        }
        if released.is_err() || signals.wait() != Ok(Signal::SIGCHLD) {
            // Ends this process too.
            let _ = killpg(getpgrp(), Signal::SIGKILL);
        }
    }
}

/// Leaves the pipes to the engine alone, so that its end of them closes when it closes it.
#[cfg(target_os = "linux")]
fn release_pipes() -> std::io::Result<()> {
    use std::fs::File;

    use nix::unistd::{dup2_stdin, dup2_stdout};

    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn watch(mut engine: Command, _: i32) -> ExitCode {
    let status = engine.status();
    let code = status.ok().and_then(|status| status.code());
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
