//! The reference against the cases in `data/`, the counts and examples in the text of the rules, and its own random
//! games: what checks the engine is checked itself first.

use std::collections::BTreeSet;

use jarmo_tests::data::{self, GameCase};
use jarmo_tests::random::{self, Walk};
use jarmo_tests::reference::{Ending, Game, Position, RuleSet};

fn rules_of(name: &str) -> RuleSet {
    RuleSet::from_name(name).expect("the cases name known rule sets")
}

fn position(rules: RuleSet, text: &str) -> Position {
    Position::parse(rules, text).expect("the tests give good position strings")
}

fn game_after(first: Position, moves: &str) -> Game {
    let mut game = Game::new(first);
    for text in moves.split_whitespace() {
        assert!(game.play(text), "{text} in {}", game.position());
    }
    game
}

fn replay(case: &GameCase) {
    let place = &case.place;
    let rules = rules_of(&case.rules);
    let first = match &case.first {
        Some(text) => position(rules, text),
        None => Position::start(rules),
    };
    let mut game = Game::new(first);
    for text in &case.moves {
        assert_eq!(game.ending(), None, "{place}: before {text}");
        let legal = game.position().legal_moves();
        assert!(legal.contains(text), "{place}: {text} among {legal:?}");
        assert!(game.play(text), "{place}: {text}");
    }
    assert_eq!(game.position().to_string(), case.last, "{place}");
    assert_eq!(game.position().points(), case.points, "{place}");
    let ending = game.ending().map(Ending::name);
    assert_eq!(ending, Some(case.ending.as_str()), "{place}");
}

#[test]
fn replays_the_games() {
    let games = data::games();
    assert_eq!(games.len(), 450);
    games.iter().for_each(replay);
}

#[test]
fn replays_the_games_from_other_positions() {
    let games = data::games_from();
    assert_eq!(games.len(), 51);
    games.iter().for_each(replay);
}

#[test]
fn agrees_on_the_positions() {
    let cases = data::positions();
    assert_eq!(cases.len(), 180);
    for case in cases {
        let place = &case.place;
        let read = position(rules_of(&case.rules), &case.position);
        assert_eq!(read.to_string(), case.position, "{place}");
        assert_eq!(read.is_over(), case.over, "{place}");
        assert_eq!(read.points(), case.points, "{place}");
        assert_eq!(read.legal_moves(), case.moves, "{place}");
        let counts = [1, 2, 3, 4].map(|depth| read.perft(depth));
        assert_eq!(counts, case.perft, "{place}");
    }
}

#[test]
fn counts_the_tree_from_the_start() {
    for (rules, counts) in [
        (RuleSet::Jarmo, [1, 11, 121, 1472, 17_524, 216_541]),
        (RuleSet::Traditional, [1, 11, 121, 1472, 17_540, 218_511]),
        (RuleSet::Jasir, [1, 11, 121, 1307, 13_897, 144_909]),
    ] {
        let start = Position::start(rules);
        let counted = [0, 1, 2, 3, 4, 5].map(|depth| start.perft(depth));
        assert_eq!(counted, counts, "{rules:?}");
    }
}

#[test]
fn refuses_what_is_no_position() {
    for rules in RuleSet::ALL {
        for (text, reason) in data::REFUSED {
            let error = Position::parse(rules, text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for text in [
            "",
            "aaaaa/5/5/5/AAAAA",
            "aaaaa/5/5/5/AAAAA w a1c2",
            "aaaaa/5/5/5/AAAAA[- w",
        ] {
            assert!(Position::parse(rules, text).is_err(), "{text:?}");
        }
        let long_run = Position::parse(rules, "aaaaa/5/5/5/AAAAA w a1c2*4");
        assert_eq!(long_run.is_ok(), rules == RuleSet::Jarmo);
    }
}

#[test]
fn tolerates_other_forms_of_a_position() {
    for rules in RuleSet::ALL {
        for (text, canonical) in [
            ("aaaaa/5/5/5/AAAAA w", "aaaaa/5/5/5/AAAAA w - - 1"),
            ("  aaaaa/5/5/5/AAAAA  b  - ", "aaaaa/5/5/5/AAAAA b - - 1"),
            (
                "aaaaa/5/5/5/AAAAA w A1C2*2 c2a1*3",
                "aaaaa/5/5/5/AAAAA w a1c2*2 c2a1*3 1",
            ),
            (
                "aaaaa/5/5/5/AAAAA[-] w - - 0 7",
                "aaaaa/5/5/5/AAAAA w - - 7",
            ),
            (
                "aaaaa/5/5/5/AAAAA w KQkq - 0 1",
                "aaaaa/5/5/5/AAAAA w - - 1",
            ),
            ("+a1111/5/1112/5/4+A[AAAAaaaa] b", "+a4/5/5/5/4+A b - - 1"),
        ] {
            assert_eq!(position(rules, text).to_string(), canonical, "{text}");
        }
    }
}

#[test]
fn reads_other_spellings_of_a_move() {
    let text = "+A4/5/2a2/5/1AA2 w - - 1";
    let jarmo = position(RuleSet::Jarmo, text);
    let entered = jarmo.play("A@a1").unwrap();
    for spelling in ["a@a1", "@a1", "p@A1", "P@a1", "@A1"] {
        assert_eq!(jarmo.play(spelling).as_ref(), Some(&entered), "{spelling}");
    }
    let traditional = position(RuleSet::Traditional, text);
    let entered = traditional.play("b1a3A@b1").unwrap();
    for spelling in ["B1A3a@b1", "b1a3@b1", "b1a3P@B1"] {
        let played = traditional.play(spelling);
        assert_eq!(played.as_ref(), Some(&entered), "{spelling}");
    }
    for spelling in [
        "",
        "0000",
        "b1",
        "@",
        "b1a3@",
        "b1a3b1",
        "b1a3 A@b1",
        "b1a3A@c1",
        "A@a1",
        "b1a3é",
        "bé1a",
    ] {
        assert_eq!(traditional.play(spelling), None, "{spelling}");
    }
    assert_eq!(jarmo.play("b1a3A@b1"), None);
}

#[test]
fn limits_the_run_to_and_fro() {
    let shuffle = "a1c2 a5c4 c2a1 c4a5 a1c2 a5c4";
    let traditional = game_after(Position::start(RuleSet::Traditional), shuffle);
    assert_eq!(
        traditional.position().to_string(),
        "1aaaa/2a2/5/2A2/1AAAA w a1c2*3 a5c4*3 4"
    );
    assert_eq!(traditional.position().play("c2a1"), None);

    let jarmo = game_after(Position::start(RuleSet::Jarmo), shuffle);
    let jarmo = jarmo.position().play("c2a1").unwrap();
    assert_eq!(jarmo.to_string(), "1aaaa/2a2/5/5/AAAAA b c2a1*4 a5c4*3 4");
    let jarmo = jarmo.play("b5a3").unwrap();
    assert_eq!(jarmo.play("a1c2"), None);
    assert!(jarmo.play("a1b3").is_some());
}

#[test]
fn ends_a_run_by_a_re_entry_only_if_that_is_the_turn() {
    let text = "+A4/2a2/5/2A2/1AA2 w e1c2*1 - 1";
    let entered = position(RuleSet::Jarmo, text).play("A@a1").unwrap();
    assert_eq!(entered.to_string(), "A4/2a2/5/2A2/AAA2 b - - 1");
    let entered = position(RuleSet::Traditional, text)
        .play("c2e1A@a1")
        .unwrap();
    assert_eq!(entered.to_string(), "A4/2a2/5/5/AAA1A b c2e1*2 - 1");
}

#[test]
fn takes_the_mark_of_the_lowest_file() {
    let text = "A+A+A2/5/5/2a2/+A4 w - - 1";
    let entered = position(RuleSet::Jarmo, text).play("A@e1").unwrap();
    assert_eq!(entered.to_string(), "AA+A2/5/5/2a2/+A3A b - - 1");
}

#[test]
fn re_enters_before_the_game_can_end() {
    let text = "5/2A2/5/2a2/5 w - - 1";
    for rules in RuleSet::ALL {
        let arrived = position(rules, text).play("c4a5").unwrap();
        assert!(arrived.is_over(), "{rules:?}");
        assert_eq!(arrived.points(), (2, 1), "{rules:?}");
    }
    let text = "5/2+A2/5/2a2/5 w - - 1";
    for rules in [RuleSet::Traditional, RuleSet::Jasir] {
        assert!(position(rules, text).play("c4a5").unwrap().is_over());
        let entered = position(rules, text).play("c4a5A@b1").unwrap();
        assert_eq!(entered.to_string(), "A4/5/5/2a2/1A3 b c4a5*1 - 1");
        assert!(!entered.is_over());
    }
}

#[test]
fn lists_the_captures() {
    let text = "+A4/5/2a2/5/1A1A1 w - - 1";
    assert_eq!(position(RuleSet::Jarmo, text).captures(), ["d1c3"]);
    // The last black archer off its goal row falls: the re-entry doesn't keep the game open.
    let traditional = position(RuleSet::Traditional, text);
    let captures = ["d1c3", "d1c3A@a1", "d1c3A@c1", "d1c3A@d1", "d1c3A@e1"];
    assert_eq!(traditional.captures(), captures);
    assert!(
        captures
            .iter()
            .all(|text| traditional.play(text).unwrap().is_over())
    );
    assert!(Position::start(RuleSet::Jarmo).captures().is_empty());
}

#[test]
fn accepts_studies() {
    for rules in RuleSet::ALL {
        for (text, over) in [
            ("5/5/5/5/A4 w - - 1", true),
            ("5/5/2a2/5/aaaa1 w - - 1", true),
            ("A4/5/5/5/a4 b - - 1", true),
            ("+A+A+A2/5/5/2+a2/1+A+A2 b d3e5*2 d3e5*1 900", false),
        ] {
            let study = position(rules, text);
            assert_eq!(study.to_string(), text);
            assert_eq!(study.is_over(), over, "{text}");
            assert_eq!(study.legal_moves().is_empty(), over, "{text}");
            assert_eq!(study.perft(0), 1, "{text}");
        }
    }
}

/// A game of two archers that never leave their rows, so that every rule set allows it; a round is eight moves.
#[test]
fn draws_by_the_third_and_later_occurrences() {
    let round = "c2d2 c4d4 d2c2 d4c4 c2b2 c4b4 b2c2 b4c4";
    for rules in RuleSet::ALL {
        let mut game = Game::new(position(rules, "5/2a2/5/2A2/5 w - - 1"));
        let mut drawn_at = Vec::new();
        for (index, text) in [round; 4].join(" ").split(' ').enumerate() {
            assert!(game.play(text), "{rules:?}: {text}");
            assert_eq!(
                game.is_repetition(),
                game.ending() == Some(Ending::Repetition)
            );
            if game.is_repetition() {
                drawn_at.push(index + 1);
            }
        }
        // The first position and the one after a single move recur without their empty runs, which makes them
        // others; the position after two moves is the first to recur as it was, 8 and 16 moves later.
        let expected: Vec<usize> = (18..=32).collect();
        assert_eq!(drawn_at, expected, "{rules:?}");
        assert!(game.play("c2e1") || rules == RuleSet::Jasir);
        assert_eq!(game.ending().is_none(), rules != RuleSet::Jasir);
    }
}

#[test]
fn compares_all_but_the_move_number() {
    let rules = RuleSet::Jarmo;
    let one = position(rules, "aaaaa/5/5/5/AAAAA w a1c2*1 b5d4*2 4");
    assert!(one.same_as(&position(rules, "aaaaa/5/5/5/AAAAA w a1c2*1 b5d4*2 9")));
    for other in [
        "aaaaa/5/5/5/AAA1A w a1c2*1 b5d4*2 4",
        "aaaaa/5/5/5/AAAA+A w a1c2*1 b5d4*2 4",
        "aaaaa/5/5/5/AAAAA b a1c2*1 b5d4*2 4",
        "aaaaa/5/5/5/AAAAA w a1c2*2 b5d4*2 4",
        "aaaaa/5/5/5/AAAAA w a1c2*1 d4b5*2 4",
    ] {
        assert!(!one.same_as(&position(rules, other)), "{other}");
    }
}

/// The kinds of things that happen in a walk, as far as the position strings tell.
fn events(walk: &Walk) -> BTreeSet<&'static str> {
    let mut events = BTreeSet::new();
    let mut game = Game::new(walk.plies[0].0.clone());
    for (before, text) in &walk.plies {
        assert_eq!(game.position(), before);
        let string = before.to_string();
        let fields: Vec<&str> = string.split(' ').collect();
        let ranks: Vec<&str> = fields[0].split('/').collect();
        let (goals, marked, run, frozen_rank) = match before.white_to_move() {
            true => (ranks[0], "+A", fields[2], '1'),
            false => (ranks[4], "+a", fields[3], '5'),
        };
        let limit = match before.rules() {
            RuleSet::Jarmo => "*4",
            RuleSet::Traditional | RuleSet::Jasir => "*3",
        };
        if run.ends_with(limit) {
            events.insert("run at its limit");
        }
        let captures = before.captures().contains(text);
        if captures {
            events.insert("capture");
            if text.chars().nth(3) == Some(frozen_rank) {
                events.insert("capture of a frozen archer");
            }
        }
        if text.contains('@') {
            events.insert("re-entry");
            if captures {
                events.insert("capture with re-entry");
            }
            if goals.matches(marked).count() > 1 {
                events.insert("choice of marks");
            }
        }
        events.extend(game.ending().map(Ending::name));
        assert!(game.play(text));
    }
    assert_eq!(game.position(), &walk.last);
    events.extend(game.ending().map(Ending::name));
    events
}

#[test]
fn walks_reach_every_kind_of_thing() {
    let common = [
        "capture",
        "choice of marks",
        "end",
        "re-entry",
        "run at its limit",
        "stuck",
    ];
    for (rules, special) in [
        (
            RuleSet::Jarmo,
            &["capture of a frozen archer", "repetition"][..],
        ),
        (
            RuleSet::Traditional,
            &[
                "capture of a frozen archer",
                "capture with re-entry",
                "repetition",
            ],
        ),
        (RuleSet::Jasir, &["capture with re-entry"]),
    ] {
        let reached: BTreeSet<&str> = random::games(rules, 1, 240, 250)
            .flat_map(|walk| events(&walk))
            .collect();
        for event in common.iter().chain(special) {
            assert!(reached.contains(event), "{rules:?}: {event}");
        }
        // Without backward moves nobody comes back to the first row, where the opponent's archers are frozen.
        let taken = reached.contains("capture of a frozen archer");
        assert_eq!(taken, rules != RuleSet::Jasir, "{rules:?}");
    }
}

#[test]
fn walks_are_the_same_for_the_same_seed() {
    let moves = |seed: u64| -> Vec<String> {
        let walks = random::games(RuleSet::Jarmo, seed, 8, 60);
        walks
            .flat_map(|walk| walk.plies)
            .map(|(_, text)| text)
            .collect()
    };
    assert_eq!(moves(7), moves(7));
    assert_ne!(moves(7), moves(8));
}

#[test]
fn position_strings_survive_the_round_trip() {
    for rules in RuleSet::ALL {
        for walk in random::games(rules, 2, 24, 80) {
            for (before, _) in walk.plies {
                assert_eq!(position(rules, &before.to_string()), before);
            }
        }
    }
}
