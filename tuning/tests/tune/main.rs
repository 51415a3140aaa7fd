//! The tuner from games to weights: its files, its sums, and the program as a whole.

mod commands;
mod data;
mod fitting;
mod selfplay;

use std::path::Path;

use assert_cmd::Command;

/// `jarmo-tune` with these words, in `folder`.
fn tune(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo-tune"));
    command.args(words.split_whitespace()).current_dir(folder);
    command
}

/// What it writes to stdout when it succeeds.
fn stdout_of(folder: &Path, words: &str) -> String {
    let assert = tune(folder, words).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes text")
}

/// The one line that it writes to stderr when it fails.
fn complaint_of(folder: &Path, words: &str) -> String {
    let assert = tune(folder, words).assert().code(2);
    let text = String::from_utf8(assert.get_output().stderr.clone()).expect("it writes text");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}
