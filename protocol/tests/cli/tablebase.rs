//! `jarmo tablebase`: sizes, small layers built, checked and read, and builds that are cut short.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_engine::tablebase::Layer;

use crate::harness::{Folder, failure, jarmo, json, stdout};

pub(crate) fn tablebase(arguments: &[&str]) -> String {
    stdout(&[&["tablebase"], arguments].concat())
}

pub(crate) fn tablebase_error(arguments: &[&str], code: i32) -> String {
    let text = failure(&[&["tablebase"], arguments].concat(), code);
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

/// A folder with the layers 2 and 3 of the default rules.
pub(crate) fn built() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.path("tables");
    let text = tablebase(&["build", "--layer", "3", "--path", &path, "--threads", "1"]);
    assert!(text.contains("layer 2: 770 positions in "), "{text}");
    assert!(text.contains("layer 3: 22,900 positions in "), "{text}");
    (folder, path)
}

#[test]
fn sizes_add_up() {
    let layers = tablebase(&["sizes"]);
    let last = layers.lines().last().unwrap();
    let words: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(words, ["all", "203", "17,262,279,628"]);
    let classes = tablebase(&["sizes", "--layer", "4"]);
    let rows: Vec<&str> = classes.lines().skip(1).collect();
    assert_eq!(rows.len(), 8 + 1);
    let size = |row: &str| {
        let number = row.split_whitespace().last().unwrap().replace(',', "");
        number.parse::<u64>().unwrap()
    };
    let sum: u64 = rows[..8].iter().map(|row| size(row)).sum();
    assert_eq!((sum, sum), (size(rows[8]), Layer::new(4).unwrap().size()));
    let error = tablebase_error(&["sizes", "--layer", "11"], 2);
    assert!(error.contains("'11'") && error.contains("expected a whole number from 2 to 10"));
}

#[test]
fn layers_are_built_once_and_read() {
    let (_folder, path) = built();
    let again = tablebase(&["build", "--layer", "3", "--path", &path]);
    assert_eq!(again, format!("'{path}' has all layers up to 3 already\n"));

    let text = tablebase(&["probe", "--path", &path, "5/3+a1/5/A4/5 w"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("5/3+a1/5/A4/5 w - - 1: White wins by "),
        "{text}"
    );
    assert_eq!(lines.len(), 1 + 2, "the position and its two moves: {text}");
    assert!(
        lines[1].starts_with("a2c1     White wins by 1 in 5 plies")
            && lines[2].starts_with("a2c3     Black wins by "),
        "{text}"
    );
    let over = tablebase(&["probe", "--path", &path, "A4/5/5/5/4a w"]);
    assert!(over.starts_with("The game is over. "), "{over}");
}

#[test]
fn analyses_use_the_tables_of_a_folder() {
    let folder = Folder::new();
    let path = folder.path("tables");
    let jasir = ["--variant", "jasir"];
    tablebase(&[&["build", "--layer", "3", "--path", &path], &jasir[..]].concat());
    let arguments = [
        "analyse",
        "--tablebase",
        &path,
        "--depth",
        "3",
        "5/3+a1/5/A4/5 w",
    ];
    let text = stdout(&[&arguments, &jasir[..]].concat());
    let last = text.lines().last().unwrap();
    assert!(last.contains(". Tablebase: "), "{text}");
    let objects = json(&stdout(&[&arguments, &jasir[..], &["--json"]].concat()));
    let result = objects.last().unwrap();
    assert!(result["tablebase"]["margin"].is_i64(), "{result}");
    assert!(objects[0]["tbhits"].as_u64() > Some(0), "{objects:?}");
}

#[test]
fn exported_tables_tell_less_and_answer_alike() {
    let (folder, path) = built();
    let out = folder.path("small/jarmo-3.jtb");
    let export = [
        "export",
        "--layer",
        "3",
        "--path",
        &path,
        "--content",
        "margins",
        "--out",
        &out,
    ];
    assert!(tablebase(&export).starts_with(&format!("{out}: ")));
    let sizes =
        [&out, &format!("{path}/jarmo-3.jtb")].map(|file| fs::metadata(file).unwrap().len());
    assert!(sizes[0] < sizes[1]);
    let small = folder.path("small");
    let probe = |path: &str| tablebase(&["probe", "--path", path, "5/3+a1/5/A4/5 w"]);
    assert!(probe(&path).contains(" plies"));
    let error = tablebase_error(&["verify", "--layer", "5", "--path", &small], 1);
    assert!(error.contains("jarmo-5.jtb: "), "{error}");
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let (_folder, path) = built();
    let error = tablebase_error(
        &["build", "--layer", "8", "--path", &path, "--memory", "64"],
        2,
    );
    assert!(
        error.starts_with("error: layer 6 of jarmo takes "),
        "{error}"
    );
    assert!(
        error.ends_with(" MiB; expected at most --memory 64"),
        "{error}"
    );
    let error = tablebase_error(&["stats", "--layer", "9", "--path", &path], 1);
    assert!(error.contains("no table of layer 9 of jarmo"), "{error}");

    let file = format!("{path}/jarmo-3.jtb");
    let good = fs::read(&file).unwrap();
    fs::write(&file, &good[..good.len() - 1]).unwrap();
    let error = tablebase_error(&["build", "--layer", "3", "--path", &path], 1);
    assert!(
        error.contains("jarmo-3.jtb: ") && error.contains(" bytes; expected "),
        "{error}"
    );
    fs::write(&file, "something else").unwrap();
    let error = tablebase_error(&["build", "--layer", "3", "--path", &path], 1);
    assert!(
        error.contains("no tablebase; expected a file that begins with JARMOTB"),
        "{error}"
    );
    fs::copy(format!("{path}/jarmo-2.jtb"), &file).unwrap();
    let error = tablebase_error(&["build", "--layer", "3", "--path", &path], 1);
    assert!(
        error.contains("layer 2 of jarmo; expected layer 3 of jarmo"),
        "{error}"
    );
    let assert = jarmo(&["analyse", "--tablebase", "/no where", "--depth", "1"])
        .assert()
        .code(1);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(error.starts_with("error: tablebase /no where: "), "{error}");
}

/// A folder with the tables of the program up to a layer, to build on.
fn copied(folder: &Folder, name: &str, highest: u8) -> String {
    let path = folder.path(name);
    fs::create_dir(&path).unwrap();
    for layer in 2..=highest {
        let name = format!("jarmo-{layer}.jtb");
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/data");
        fs::copy(format!("{data}/{name}"), format!("{path}/{name}")).unwrap();
    }
    path
}

fn begin_build(layer: u8, path: &str) -> Child {
    let layer = layer.to_string();
    let build = ["tablebase", "build", "--save-every", "0"];
    Process::new(env!("CARGO_BIN_EXE_jarmo"))
        .args(build)
        .args(["--layer", &layer, "--path", path])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Builds a layer with and without several violent deaths, and compares the files.
fn assert_that_killing_changes_nothing(layer: u8) {
    let folder = Folder::new();
    let [whole, killed] = ["whole", "killed"].map(|name| copied(&folder, name, layer - 1));
    let target = layer.to_string();
    tablebase(&[
        "build",
        "--layer",
        &target,
        "--path",
        &whole,
        "--threads",
        "1",
    ]);
    let checkpoint = format!("{killed}/jarmo-{layer}.unfinished");
    let mut deaths = 0;
    for kills in 0..3 {
        let mut build = begin_build(layer, &killed);
        let written = |path: &str| fs::metadata(path).and_then(|file| file.modified()).ok();
        let before = written(&checkpoint);
        let patience = Instant::now() + Duration::from_secs(240);
        while written(&checkpoint) == before && build.try_wait().unwrap().is_none() {
            assert!(Instant::now() < patience, "no checkpoint appears");
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(40 * kills));
        build.kill().unwrap();
        deaths += u32::from(!build.wait().unwrap().success());
    }
    assert!(deaths > 0, "the builds ended before they could be killed");
    tablebase(&[
        "build",
        "--layer",
        &target,
        "--path",
        &killed,
        "--threads",
        "2",
    ]);
    let [whole, killed_file] =
        [&whole, &killed].map(|path| fs::read(format!("{path}/jarmo-{layer}.jtb")).unwrap());
    assert!(whole == killed_file, "the bytes differ");
    assert!(fs::metadata(&checkpoint).is_err(), "the checkpoint is gone");
}

#[test]
fn a_build_that_was_killed_goes_on_to_the_same_bytes() {
    assert_that_killing_changes_nothing(5);
}

#[test]
#[ignore = "a minute in an optimised build"]
fn so_does_one_of_a_larger_layer() {
    assert_that_killing_changes_nothing(6);
}

#[test]
fn an_interrupt_ends_a_layer_with_runs_at_once() {
    let folder = Folder::new();
    let path = copied(&folder, "tables", 3);
    let mut build = begin_build(4, &path);
    thread::sleep(Duration::from_secs(1));
    let id = build.id().to_string();
    let kill = Process::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    let mut said = String::new();
    let mut stderr = build.stderr.take().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(build.wait().unwrap().code(), Some(130), "{said}");
    assert!(
        said.contains("interrupted in layer 4") && said.contains("its work is lost"),
        "{said}"
    );
}

#[test]
fn layers_with_runs_are_verified_by_a_fresh_solution() {
    let (_folder, path) = built();
    for layer in ["2", "3"] {
        let text = tablebase(&["verify", "--layer", layer, "--path", &path]);
        assert!(
            text.ends_with(" are those of a fresh solution with all runs\n"),
            "{text}"
        );
    }
}
