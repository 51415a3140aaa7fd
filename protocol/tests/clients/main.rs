//! Clients that others wrote, none of which knows this engine.
//!
//! The `uci` crate is always there. What else a machine may have is tried with
//! `JARMO_CLIENTS=1 cargo test -p jarmo-protocol --test clients -- --nocapture`, which
//! says why it skips a client that is missing.

#![allow(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod uci_crate;

use std::env;
use std::path::Path;
use std::process::Command;

/// What a script leaves with when it can't run here.
const SKIPPED: i32 = 77;

/// Runs a script beside this file with the program as its argument.
fn run_script(interpreter: &str, script: &str) {
    if env::var_os("JARMO_CLIENTS").is_none() {
        println!("{script} skipped: JARMO_CLIENTS is not set");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let run = Command::new(interpreter)
        .arg(folder.join(script))
        .arg(env!("CARGO_BIN_EXE_jarmo"))
        .output();
    let output = match run {
        Ok(output) => output,
        Err(error) => {
            println!("{script} skipped: {interpreter}: {error}");
            return;
        }
    };
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    let is_skipped = output.status.code() == Some(SKIPPED) && said.starts_with("skipped: ");
    assert!(
        output.status.success() || is_skipped,
        "{script}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn python_chess() {
    run_script("python3", "python_chess.py");
}

#[test]
fn xboard() {
    run_script("bash", "xboard.sh");
}
