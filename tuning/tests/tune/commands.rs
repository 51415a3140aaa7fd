//! The program: from games to weights, and what it says to nonsense.

use std::fs;

use jarmo_engine::eval::{HIDDEN, WEIGHTS, Weights};

use crate::{complaint_of, stdout_of};

#[test]
fn games_become_weights_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    stdout_of(folder, "selfplay a --positions 3000 --nodes 50 --seed 1");
    stdout_of(folder, "selfplay b --positions 3000 --nodes 50 --seed 2");
    let merged = stdout_of(folder, "merge a b --into all");
    assert!(merged.starts_with("all: "), "{merged}");
    let inspected = stdout_of(folder, "inspect all --samples 4");
    assert_eq!(inspected.matches("recipe ").count(), 2, "{inspected}");
    let table = inspected.split("position\n").nth(1).unwrap();
    assert_eq!(table.lines().count(), 4, "{inspected}");
    stdout_of(folder, "split all --training t --held-out h --share 0.2");

    let fit = "fit --training t --held-out h --commit abc123 --lambda 0.6";
    let report = stdout_of(
        folder,
        &format!("{fit} --into one --plots plots --threads 1"),
    );
    stdout_of(folder, &format!("{fit} --into two --threads 2"));
    assert_eq!(read("one"), read("two"));
    let bytes = read("one");
    let remarks = String::from_utf8_lossy(&bytes);
    assert!(
        remarks.contains("# Fitted by") && remarks.contains("commit abc123"),
        "{remarks}"
    );
    assert!(remarks.contains("seed 2, 50 nodes"), "{remarks}");
    let weights = Weights::from_bytes(&bytes).unwrap();
    assert_ne!(weights, WEIGHTS);
    let losses: Vec<f64> = report
        .lines()
        .skip_while(|line| !line.starts_with("epoch"))
        .skip(1)
        .map_while(|line| line.split_whitespace().nth(1)?.parse().ok())
        .collect();
    assert!(losses.len() >= 3 && losses[2] < losses[0], "{report}");
    for picture in ["plots/learning.svg", "plots/calibration.svg"] {
        let picture = String::from_utf8(read(picture)).unwrap();
        assert!(picture.starts_with("<svg") && picture.contains("<polyline"));
    }

    let again = stdout_of(folder, &format!("{fit} --from one --into again --epochs 1"));
    assert!(again.contains("held out   loss"), "{again}");
    let games = "--rounds 3 --nodes 30 --fixed";
    let report = stdout_of(folder, &format!("compare --new one {games} --record games"));
    assert!(report.contains("new against old: 6 games"), "{report}");
    let verdicts = ["Keep", "Drop", "Undecided"];
    let last = report.lines().last().unwrap();
    assert!(verdicts.iter().any(|it| last.starts_with(it)), "{report}");
    stdout_of(folder, &format!("compare --new one {games} --resume games"));
}

#[test]
fn stronger_weights_are_kept_and_weaker_ones_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Worse than nothing: it likes to lose archers.
    let mut bad: Vec<i16> = WEIGHTS.values().collect();
    let output = bad.len() - 2 * (HIDDEN + 1);
    bad[output..]
        .iter_mut()
        .for_each(|weight| *weight = -*weight);
    let bad = Weights::new(bad.as_slice().try_into().unwrap()).unwrap();
    fs::write(folder.join("bad"), bad.to_bytes("")).unwrap();
    fs::write(folder.join("good"), WEIGHTS.to_bytes("")).unwrap();
    let games = "--nodes 60 --rounds 300 --sprt elo0=0 elo1=50";
    let report = stdout_of(folder, &format!("compare --new good --old bad {games}"));
    assert!(
        report.contains("LLR") && report.contains("\nKeep"),
        "{report}"
    );
    let report = stdout_of(folder, &format!("compare --new bad {games}"));
    assert!(report.contains("\nDrop"), "{report}");
}

#[test]
fn nonsense_is_answered_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("text"), "170  archer on the moon\n").unwrap();
    for (words, named) in [
        ("fly", "'fly'"),
        ("inspect nothing", "'nothing'"),
        ("inspect text", "no file of positions"),
        ("selfplay a --random-plies 9..2", "MIN..MAX"),
        (
            "split a --training t --held-out h --share 2",
            "between 0 and 1",
        ),
        (
            "fit --training text --held-out text --into w",
            "no file of positions",
        ),
        ("fit --training t --held-out h --into w --lambda 1.5", "1.5"),
        (
            "fit --training t --held-out h --into w --batch 0",
            "from 1 on",
        ),
        (
            "fit --training t --held-out h --into w --outcome luck",
            "result or margin",
        ),
        ("compare --new text", "'text': not a file of weights"),
        ("compare --new text --st soon", "st 'soon'"),
        ("compare --new text --sprt elo0=9", "--sprt"),
    ] {
        let complaint = complaint_of(folder, words);
        assert!(complaint.contains(named), "{complaint}");
    }
}

#[cfg(not(feature = "tunable"))]
#[test]
fn fixed_constants_are_not_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let complaint = complaint_of(folder.path(), "spsa state");
    assert!(complaint.contains("--features tunable"), "{complaint}");
}

#[cfg(feature = "tunable")]
#[test]
fn constants_are_tuned_and_a_tuning_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let options = "--pairs 2 --nodes 40 --iterations 6";
    let report = stdout_of(folder, &format!("spsa whole {options} --concurrency 2"));
    assert!(report.contains("6 of 6 iterations, 24 games"), "{report}");
    assert!(report.contains("reverse_futility_margin"), "{report}");
    stdout_of(folder, &format!("spsa again {options}"));
    assert_eq!(read("whole"), read("again"));
    let complaint = complaint_of(folder, &format!("spsa whole {options}"));
    assert!(complaint.contains("--resume"), "{complaint}");
    stdout_of(folder, &format!("spsa whole {options} --resume"));
    let complaint = complaint_of(folder, "spsa whole --pairs 3 --resume");
    assert!(complaint.contains("expected Plan"), "{complaint}");
}
