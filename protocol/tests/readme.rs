//! The README is tested like code: its commands run, its transcripts are what the program
//! answers, its picture, its table of options and its signature are the program's own.
//!
//! What takes long runs with smaller limits. A command, or a kind of block, that is not known
//! here fails, so nothing that the README shows can go untested.

#![allow(clippy::unwrap_used, reason = "what is not as expected fails the test")]

#[path = "protocol/harness.rs"]
#[allow(
    dead_code,
    reason = "shared with the protocol tests, which need all of it"
)]
mod harness;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use jarmo_engine::{Position, RuleSet};
use tempfile::TempDir;

use harness::{Program, transcript};

const README: &str = include_str!("../../README.md");
const CI: &str = include_str!("../../.ci/run");
const JARMO: &str = env!("CARGO_BIN_EXE_jarmo");

/// In transcripts: any text, and on a line of its own any number of lines.
const ANYTHING: &str = "…";

const TO_THE_ENGINE: &str = "> ";
const PROMPT: &str = "$ ";

const ADD_TO_PATH: &str = "export PATH=\"$PWD/target/release:$PATH\"";

/// What the README's commands find in `positions.txt`.
const POSITIONS: &str = "aaaaa/5/5/5/AAAAA w\n+a4/5/5/AaAA1/A4 w\n";

/// The folder in which the README's commands find tablebases.
const TABLES: &str = "tables";

/// The greatest limits that the tests run a command with.
const LIMITS: [(&str, u64); 7] = [
    ("--depth", 4),
    ("--nodes", 5_000),
    ("--movetime", 50),
    ("--layer", 3),
    ("--outcomes-from", 3),
    ("--positions", 20),
    ("--games", 20),
];
const PERFT_DEPTH: u64 = 4;

/// Long enough for any command here; it only guards against hanging.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A fenced block.
struct Block {
    language: &'static str,
    lines: Vec<&'static str>,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language, lines });
        }
    }
    blocks
}

fn blocks_in(language: &str) -> Vec<Block> {
    let mut blocks = blocks();
    blocks.retain(|block| block.language == language);
    assert!(!blocks.is_empty(), "the README has no block in {language}");
    blocks
}

/// The lines outside fenced blocks.
fn prose() -> Vec<&'static str> {
    let mut is_prose = true;
    let mut lines: Vec<&str> = README.lines().collect();
    lines.retain(|line| {
        let is_fence = line.starts_with("```");
        is_prose ^= is_fence;
        is_prose && !is_fence
    });
    lines
}

/// Every command shown: in shell blocks, at prompts, and in running text.
fn commands() -> Vec<&'static str> {
    let shell = blocks_in("sh").into_iter().flat_map(|block| block.lines);
    let shell = shell.map(|line| line.split(" #").next().unwrap().trim());
    let session = blocks_in("console").into_iter();
    let prompts = session.flat_map(|block| block.lines);
    let prompts = prompts.filter_map(|line| line.strip_prefix(PROMPT));
    let inline = prose().into_iter().flat_map(|line| {
        let pieces: Vec<&str> = line.split('`').collect();
        assert!(pieces.len() % 2 == 1, "code goes on after {line:?}");
        pieces.into_iter().skip(1).step_by(2)
    });
    let inline = inline.filter(|code| {
        let (program, _) = code.split_once(' ').unwrap_or_default();
        program == "cargo" || program.starts_with("jarmo") || program == "xboard"
    });
    shell.chain(prompts).chain(inline).collect()
}

/// The words of a command; double quotes keep one together.
fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (index, piece) in command.split('"').enumerate() {
        if index % 2 == 0 {
            words.extend(piece.split_whitespace());
        } else {
            words.push(piece);
        }
    }
    words
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The search path with `jarmo` in front, as the README has it set.
fn search_path() -> OsString {
    let old = env::var_os("PATH").unwrap_or_default();
    let ours = Path::new(JARMO).parent().unwrap().to_owned();
    env::join_paths([ours].into_iter().chain(env::split_paths(&old))).unwrap()
}

/// A program of the machine's; where it is missing the test says so and checks nothing.
fn installed(program: &str) -> Option<PathBuf> {
    let found = which::which(program).ok();
    if found.is_none() {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

/// Runs a program, which must succeed, and gives what it writes.
fn output(mut command: Command) -> String {
    let assert = command.timeout(TIMEOUT).write_stdin("").assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Runs `jarmo` in a folder of its own, which holds what the README's commands read.
fn jarmo_in_a_folder(arguments: &[String]) -> (String, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("protocol/assets")).unwrap();
    fs::write(folder.path().join("positions.txt"), POSITIONS).unwrap();
    fs::write(
        folder.path().join("games.txt"),
        read("tests/data/match.txt"),
    )
    .unwrap();
    let run = |arguments: &[String]| {
        let mut command = Command::new(JARMO);
        command.args(arguments).current_dir(&folder);
        output(command)
    };
    let asks_tables = arguments.iter().any(|word| word == TABLES);
    if asks_tables && !arguments.contains(&"build".to_owned()) {
        let build = ["tablebase", "build", "--layer", "3", "--path", TABLES];
        run(&build.map(str::to_owned));
    }
    (run(arguments), folder)
}

fn jarmo(arguments: &[String]) -> String {
    jarmo_in_a_folder(arguments).0
}

/// The arguments with their limits made small.
fn scaled(arguments: &[&str]) -> Vec<String> {
    let mut scaled: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let reduce = |number: &mut String, most: u64| {
        *number = number.parse::<u64>().unwrap().min(most).to_string();
    };
    for (flag, most) in LIMITS {
        if let Some(index) = arguments.iter().position(|&word| word == flag) {
            reduce(&mut scaled[index + 1], most);
        }
    }
    let is_unlimited = !LIMITS.iter().any(|(flag, _)| arguments.contains(flag));
    match arguments {
        ["analyse" | "bench", ..] if is_unlimited => {
            let (flag, depth) = LIMITS[0];
            scaled.extend([flag.to_owned(), depth.to_string()]);
        }
        ["perft", ..] => reduce(&mut scaled[1], PERFT_DEPTH),
        _ => {}
    }
    scaled
}

fn run(command: &str) {
    match words(command)[..] {
        _ if command == ADD_TO_PATH => {}
        _ if command.contains('|') => run_in_a_shell(command),
        ["jarmo", "diagram", "--svg", file] => check_picture(file),
        ["jarmo", ref arguments @ ..] | ["cargo", "run", "--release", "--", ref arguments @ ..] => {
            jarmo(&scaled(arguments));
        }
        [program @ ("jarmo-match" | "jarmo-tune"), ..]
        | [
            "cargo",
            "run",
            "--release",
            "-p",
            program @ "jarmo-tuning",
            ..,
        ] => {
            assert!(read("tuning/tests/readme.rs").contains(program));
        }
        ["cargo", ..] => assert!(
            CI.replace(" --locked", "").contains(command),
            "only .ci/run could show that '{command}' works"
        ),
        ["xboard", "-fcp", "uci2wb jarmo", ref arguments @ ..] => {
            let tested = read("protocol/tests/clients/xboard.sh");
            assert!(tested.contains(&arguments.join(" ")), "{command}");
        }
        _ => panic!("this test does not know how to run '{command}'"),
    }
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn check_picture(file: &str) {
    let arguments = ["diagram", "--svg", file].map(str::to_owned);
    let (_, folder) = jarmo_in_a_folder(&arguments);
    let fresh = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(fresh == read(file), "{file} is not what the command writes");
    assert!(README.contains(&format!("<img src=\"{file}\"")));
}

fn run_in_a_shell(command: &str) {
    let Some(bash) = installed("bash") else {
        return;
    };
    let mut shell = Command::new(bash);
    shell.args(["-c", command]).env("PATH", search_path());
    let text = output(shell);
    let answer = text.lines().last();
    assert!(
        [Some("uciok"), Some("readyok")].contains(&answer),
        "{command}: {text}"
    );
}

/// The start of the game, one move later.
fn after(mv: &str) -> Position {
    let start = Position::start(RuleSet::Jarmo);
    start.play(start.parse_move(mv).unwrap())
}

/// Whether `line` is what the README shows.
fn is_as_shown(shown: &str, line: &str) -> bool {
    let Some((head, rest)) = shown.split_once(ANYTHING) else {
        return shown == line;
    };
    let Some(tail) = line.strip_prefix(head) else {
        return false;
    };
    let mut ends = (0..=tail.len()).filter(|&end| tail.is_char_boundary(end));
    ends.any(|end| is_as_shown(rest, &tail[end..]))
}

/// Takes lines until all that are shown have come, in their order.
fn follow(shown: &[&str], mut next_line: impl FnMut() -> String) {
    let mut skips = false;
    for &expected in shown {
        if expected == ANYTHING {
            skips = true;
            continue;
        }
        loop {
            let line = next_line();
            if is_as_shown(expected, &line) {
                break;
            }
            assert!(skips, "the README shows\n{expected}\nand not\n{line}");
        }
        skips = false;
    }
}

#[test]
fn every_command_runs() {
    let commands = commands();
    for command in &commands {
        run(command);
    }
    for (purpose, command) in [
        ("analyse a position", "cargo run --release -- analyse"),
        ("run the tests", "cargo test --workspace"),
    ] {
        assert!(commands.contains(&command), "how to {purpose}?");
    }
}

#[test]
fn every_block_is_of_a_kind_that_is_tested() {
    for Block { language, lines } in blocks() {
        let is_known = ["sh", "console", "text", "python"].contains(&language);
        assert!(is_known, "'{language}' {lines:#?}");
    }
}

#[test]
fn the_sessions_show_what_the_program_writes() {
    for block in blocks_in("console") {
        let (command, shown) = block.lines.split_first().unwrap();
        let words = words(command.strip_prefix(PROMPT).unwrap());
        let arguments = scaled(&words[1..]);
        assert_eq!(arguments, words[1..], "{command}: too much for a test");
        let text = jarmo(&arguments);
        let mut lines = text.lines();
        follow(shown, || lines.next().unwrap().to_owned());
        assert_eq!(lines.next(), None);
    }
}

#[test]
fn the_transcripts_show_what_the_engine_answers() {
    for block in blocks_in("text") {
        let mut program = Program::start();
        let mut rest = &block.lines[..];
        while let Some((command, after)) = rest.split_first() {
            program.send(command.strip_prefix(TO_THE_ENGINE).unwrap());
            let answers = after
                .iter()
                .take_while(|line| !line.starts_with(TO_THE_ENGINE))
                .count();
            follow(&after[..answers], || program.next_line());
            rest = &after[answers..];
        }
        assert_eq!(program.close(), (Vec::new(), Some(0)));
    }
}

#[test]
fn the_python_program_plays_a_move() {
    let Some(python) = installed("python3") else {
        return;
    };
    for block in blocks_in("python") {
        let mut command = Command::new(&python);
        command.args(["-c", &block.lines.join("\n")]);
        command.env("PATH", search_path());
        let text = output(command);
        let (mv, answer) = text.trim_end().split_once(' ').unwrap();
        let position = after("b1d2");
        let expected = position.play(position.parse_move(mv).unwrap());
        assert_eq!(answer, format!("response {expected}"));
    }
}

/// Name, type, default and range, as the README's table has them, of a line that begins with `option`.
fn option_row(line: &str) -> [String; 4] {
    let (name, rest) = line
        .strip_prefix("option name ")
        .and_then(|line| line.split_once(" type "))
        .unwrap();
    let words: Vec<&str> = rest.split(' ').collect();
    let values = |key: &str| -> Vec<&str> {
        let pairs = words.windows(2).filter(|pair| pair[0] == key);
        pairs.map(|pair| pair[1]).collect()
    };
    let range = match words[0] {
        "spin" => [values("min"), values("max")].concat().join("–"),
        "check" => "true, false".to_owned(),
        _ => values("var").join(", "),
    };
    let default = values("default").concat();
    [name.to_owned(), words[0].to_owned(), default, range]
}

#[test]
fn the_options_are_those_that_the_engine_tells() {
    let told: Vec<[String; 4]> = transcript(b"uci\n")
        .iter()
        .filter(|line| line.starts_with("option "))
        .map(|line| option_row(line))
        .collect();
    let (_, section) = README.split_once("\n### Options\n").unwrap();
    let table = section
        .lines()
        .skip_while(|line| !line.starts_with("| ---"));
    let rows = table.skip(1).take_while(|line| line.starts_with('|'));
    let shown: Vec<[String; 4]> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let ["", name, kind, default, range, meaning, ""] = cells[..] else {
                panic!("{row}");
            };
            assert!(!meaning.is_empty(), "{row}");
            [name, kind, default, range].map(|cell| cell.replace('`', ""))
        })
        .collect();
    assert_eq!(shown, told);
}

#[test]
fn the_signature_is_that_of_this_engine() {
    let (_, shown) = README.split_once("signature: ").unwrap();
    let shown = shown.split_whitespace().next().unwrap();
    let text = jarmo(&["bench".to_owned()]);
    let last = text.lines().last().unwrap();
    let nodes = last.split(' ').next().unwrap();
    assert_eq!(
        shown, nodes,
        "the engine plays differently now: the README's signature is old"
    );
}

#[test]
fn it_names_files_and_versions_that_exist() {
    for target in README.split("](").skip(1) {
        let target = target.split(')').next().unwrap();
        assert!(root().join(target).exists(), "{target}");
    }
    let rust = format!("Rust {} or newer", env!("CARGO_PKG_RUST_VERSION"));
    assert!(README.contains(&rust), "{rust}");
}
