//! Layers of which only the winner is told, against the same layers with margins.

use jarmo_engine::tablebase::{Layer, Tablebase};
use jarmo_engine::{Position, RuleSet, Side};

use crate::harness::{Folder, failure, stdout};

fn build(folder: &Folder, outcomes_from: &str) -> Tablebase {
    let path = folder.path("tables");
    let from = ["--outcomes-from", outcomes_from, "--threads", "2"];
    let arguments = ["tablebase", "build", "--layer", "3", "--path", &path];
    let text = stdout(&[&arguments[..], &from].concat());
    assert!(text.contains("layer 3"), "{text}");
    let again = stdout(&[&arguments[..], &from].concat());
    assert!(again.contains("already"), "{again}");
    let mut tables = Tablebase::default();
    tables.add_folder(path.as_ref()).unwrap();
    tables
}

#[test]
fn outcomes_are_the_signs_of_margins() {
    let folders = [Folder::new(), Folder::new()];
    let margins = build(&folders[0], "9");
    let outcomes = build(&folders[1], "3");
    let (mut settled, mut all) = (0, 0);
    for class in Layer::new(3).unwrap().classes() {
        for index in 0..class.size() {
            for side in Side::BOTH {
                let position = Position::of_armies(RuleSet::Jarmo, side, class.armies(index));
                if position.is_over() {
                    continue;
                }
                let margin = margins.probe(&position).unwrap();
                let outcome = outcomes.probe(&position).unwrap();
                all += 1;
                settled += u32::from(outcome.is_exact());
                if margin.is_exact() && outcome.is_exact() {
                    assert_eq!(outcome.margin, margin.margin.signum(), "{position}");
                }
            }
        }
    }
    assert!(
        settled * 10 > all * 7 && settled < all,
        "{settled} of {all}"
    );
}

#[test]
fn without_the_to_and_fro_rule_wins_are_counted() {
    let folder = Folder::new();
    let path = folder.path("tables");
    let arguments = ["tablebase", "build", "--layer", "3", "--path", &path];
    let plain = ["--outcomes-from", "3", "--without-runs"];
    let text = stdout(&[&arguments[..], &plain].concat());
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("layer 3, "))
        .collect();
    let whole = Layer::new(3).unwrap().size();
    for (row, side) in rows.iter().zip(["White", "Black"]) {
        assert!(row.contains(&format!("{side} to move")), "{row}");
        let (_, counts) = row.rsplit_once(": ").unwrap();
        let counts = counts.split(", ").map(|count| {
            let (number, _) = count.split_once(' ').unwrap();
            number.replace(',', "").parse::<u64>().unwrap()
        });
        assert_eq!(counts.sum::<u64>(), whole, "{row}");
    }
    assert_eq!(rows.len(), 2, "{text}");
    let low = failure(&[&arguments[..], &["--without-runs"]].concat(), 2);
    assert!(low.contains("--outcomes-from 9"), "{low}");
    // What does not hold under the whole of the rules makes no table, and can be asked for again.
    assert_eq!(
        stdout(&[&arguments[..], &plain].concat()),
        text_without_times(&text)
    );
}

fn text_without_times(text: &str) -> String {
    let kept = text.lines().filter(|line| line.starts_with("layer 3, "));
    kept.map(|line| format!("{line}\n")).collect()
}
