//! Self-play: the same games whatever happens to it.

use std::fs;
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_engine::RuleSet;
use jarmo_engine::search::SearchControl;
use jarmo_tuning::data::{Reader, Recipe};
use jarmo_tuning::selfplay::{Player, Setup};

use crate::{complaint_of, stdout_of, tune};

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    for (name, options) in [
        ("one", "--seed 5 --threads 1"),
        ("two", "--seed 5 --threads 2"),
        ("other", "--seed 6 --threads 2"),
    ] {
        let report = stdout_of(
            folder,
            &format!("selfplay {name} --positions 2000 --nodes 30 {options}"),
        );
        assert!(report.contains("positions of"), "{report}");
    }
    assert_eq!(file("one"), file("two"));
    assert_ne!(file("one"), file("other"));
}

#[test]
fn a_killed_run_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("killed");
    let words = "selfplay killed --positions 1000000000 --nodes 40 --threads 2";
    let mut child = Process::new(env!("CARGO_BIN_EXE_jarmo-tune"))
        .args(words.split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while fs::metadata(&file).map_or(0, |it| it.len()) < 40_000 {
        assert!(began.elapsed() < Duration::from_secs(300), "no blocks");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed in the middle of a write.
    let length = fs::metadata(&file).unwrap().len();
    let handle = fs::File::options().write(true).open(&file).unwrap();
    handle.set_len(length - 11).unwrap();

    let complaint = complaint_of(folder, "inspect killed");
    assert!(complaint.contains("the file ends after"), "{complaint}");
    let complaint = complaint_of(folder, "selfplay killed --resume --nodes 41");
    assert!(complaint.contains("\"nodes\":41"), "{complaint}");
    let complaint = complaint_of(folder, "selfplay killed --nodes 40");
    assert!(complaint.contains("--resume"), "{complaint}");

    let target = "--positions 6000 --nodes 40";
    stdout_of(
        folder,
        &format!("selfplay killed --resume {target} --threads 1"),
    );
    stdout_of(folder, &format!("selfplay whole {target} --threads 2"));
    let [killed, whole] = ["killed", "whole"].map(|name| fs::read(folder.join(name)).unwrap());
    assert_eq!(killed, whole);
    // There are enough already.
    stdout_of(folder, &format!("selfplay killed --resume {target}"));
    assert_eq!(fs::read(&file).unwrap(), whole);
}

#[test]
fn games_end_with_margins_and_hold_quiet_positions() {
    let recipe = Recipe {
        engine: String::new(),
        seed: 1,
        nodes: 200,
        book: None,
        random_plies: [2, 6],
        noise: 10,
    };
    let setup = Setup {
        rules: RuleSet::Traditional,
        recipe,
        book: Vec::new(),
    };
    let mut player = Player::new(&setup).unwrap();
    let control = SearchControl::new();
    let (mut positions, mut decided) = (0, 0);
    for number in 0..30 {
        let game = player.play(number, &control).unwrap();
        assert_eq!(player.play(number, &control).as_ref(), Some(&game));
        assert!((-10..=10).contains(&game.margin));
        decided += usize::from(game.margin != 0);
        positions += game.samples.len();
        assert!(game.samples.is_sorted_by(|one, next| one.ply < next.ply));
        for sample in &game.samples {
            assert!(!sample.position.is_over());
            assert!((-2_000..=2_000).contains(&sample.score));
            assert_eq!(sample.position.rules(), RuleSet::Traditional);
        }
    }
    assert!(positions > 100 && decided > 10, "{positions} {decided}");
    control.stop();
    assert_eq!(player.play(0, &control), None);
}

#[test]
fn a_book_begins_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("book"),
        "a1c2 b5d4 # one\nstartpos moves e1c2\n",
    )
    .unwrap();
    let options = "--positions 300 --nodes 20 --random-plies 0 --noise 0";
    // Without anything random two openings are two games, and soon there is nothing new.
    let played = stdout_of(folder, &format!("selfplay a --book book {options}"));
    assert!(played.contains("there seem to be no more"), "{played}");
    let whole = fs::read(folder.join("a")).unwrap();
    stdout_of(
        folder,
        &format!("selfplay a --resume --book book {options}"),
    );
    assert_eq!(fs::read(folder.join("a")).unwrap(), whole);
    let reader = Reader::open(&folder.join("a")).unwrap();
    assert_eq!(reader.header().recipes[0].book.map(|it| it.0), Some(2));
    let inspected = stdout_of(folder, "inspect a --samples 3");
    assert!(inspected.contains("a book of 2"), "{inspected}");
    tune(folder, "selfplay b --book missing").assert().code(2);
}
