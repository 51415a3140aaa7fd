//! Runs of the program, and files for it to read and write.

use std::fs;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Long enough for any test here; it only guards against hanging.
const TIMEOUT: Duration = Duration::from_secs(300);

pub(crate) fn jarmo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo"));
    command.args(arguments).timeout(TIMEOUT);
    command
}

/// What a command that succeeds writes to stdout.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let assert = jarmo(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// What a command that fails writes to stderr.
pub(crate) fn failure(arguments: &[&str], code: i32) -> String {
    let assert = jarmo(arguments).assert().code(code).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

pub(crate) fn analyse(arguments: &[&str]) -> String {
    stdout(&[&["analyse"], arguments].concat())
}

/// The only line that an analysis says which fails.
pub(crate) fn analyse_error(arguments: &[&str], code: i32) -> String {
    let text = failure(&[&["analyse"], arguments].concat(), code);
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

/// The objects of a text, one on every line.
pub(crate) fn json(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn file(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }
}
