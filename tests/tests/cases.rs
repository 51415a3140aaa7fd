//! The engine against the cases in `data/` and against the leaf counts in the text of the rules.
//!
//! The deepest counts are left to an optimised build: `cargo test --release -p jarmo-tests -- --ignored`.

use jarmo_engine::perft::{HashedPerft, perft};
use jarmo_engine::{Ending, Game, Move, Position, RuleSet, Side};
use jarmo_tests::data::{self, GameCase, PositionCase};

fn rules_of(name: &str) -> RuleSet {
    name.parse().expect("the cases name known rule sets")
}

fn position(rules: &str, text: &str) -> Position {
    Position::parse(text, rules_of(rules)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn points(position: &Position) -> (u32, u32) {
    let [white, black] = Side::BOTH.map(|side| position.points(side).cast_unsigned());
    (white, black)
}

fn sorted_texts(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    texts.sort();
    texts
}

fn replay(case: &GameCase) {
    let place = &case.place;
    let first = case.first.as_ref().map_or_else(
        || Position::start(rules_of(&case.rules)),
        |text| position(&case.rules, text),
    );
    let mut game = Game::new(first);
    for text in &case.moves {
        assert_eq!(game.ending(), None, "{place}: before {text}");
        assert_eq!(game.winner(), None, "{place}: before {text}");
        let mv = game.position().parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(&mv.to_string(), text, "{place}");
        game.play(mv).expect("a move that was read is legal");
    }
    assert_eq!(game.position().to_string(), case.last, "{place}");
    assert_eq!(points(game.position()), case.points, "{place}");
    let ending = match case.ending.as_str() {
        "end" => Ending::Complete,
        "stuck" => Ending::Stuck,
        "repetition" => Ending::Repetition,
        other => panic!("{place}: {other}"),
    };
    assert_eq!(game.ending(), Some(ending), "{place}");

    let (white, black) = match ending {
        Ending::Repetition => (0, 0),
        Ending::Complete | Ending::Stuck => case.points,
    };
    assert_eq!(
        game.points().map(i32::cast_unsigned),
        [white, black],
        "{place}"
    );
    let winner = match white.cmp(&black) {
        std::cmp::Ordering::Greater => Some(Side::White),
        std::cmp::Ordering::Less => Some(Side::Black),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(game.winner(), Some(winner), "{place}");

    while game.undo().is_some() {}
    assert_eq!(game.position(), &first, "{place}");
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

fn agree(case: &PositionCase) {
    let place = &case.place;
    let read = position(&case.rules, &case.position);
    assert_eq!(read.to_string(), case.position, "{place}");
    assert_eq!(read.is_over(), case.over, "{place}");
    assert_eq!(points(&read), case.points, "{place}");
    assert_eq!(sorted_texts(read.legal_moves()), case.moves, "{place}");
    assert_eq!(read.count_moves(), case.moves.len(), "{place}");
    let counts = [1, 2, 3, 4].map(|depth| perft(&read, depth));
    assert_eq!(counts, case.perft, "{place}");
    let counts = [1, 2, 3, 4].map(|depth| HashedPerft::default().count(&read, depth));
    assert_eq!(counts, case.perft, "{place}: hashed");
}

#[test]
fn agrees_on_the_positions() {
    let cases = data::positions();
    assert_eq!(cases.len(), 180);
    cases.iter().for_each(agree);
}

/// A game of two archers that never leave their rows, so that every rule set allows it.
///
/// The position after two moves is the first to recur as it was: the ones before it hold no runs.
#[test]
fn a_list_of_moves_may_go_on_past_a_repetition() {
    let round = "c2d2 c4d4 d2c2 d4c4 c2b2 c4b4 b2c2 b4c4";
    for rules in RuleSet::ALL {
        let mut game = Game::new(Position::parse("5/2a2/5/2A2/5 w", rules).unwrap());
        let mut occurrences = Vec::new();
        for text in [round; 4].join(" ").split(' ') {
            game.play(text.parse().unwrap()).unwrap();
            let is_drawn = game.occurrences() >= 3;
            assert_eq!(game.ending(), is_drawn.then_some(Ending::Repetition));
            assert_eq!(game.points(), if is_drawn { [0, 0] } else { [1, 1] });
            occurrences.push(game.occurrences());
        }
        let expected: Vec<usize> = [vec![1; 9], vec![2; 8], vec![3; 8], vec![4; 7]].concat();
        assert_eq!(occurrences, expected, "{rules}");
        game.play("c2e3".parse().unwrap()).unwrap();
        assert_eq!(game.ending(), None, "{rules}");
        game.undo();
        assert_eq!(game.ending(), Some(Ending::Repetition), "{rules}");
    }
}

fn counts_from_the_start(depth: u32, counts: &[(RuleSet, u64)]) {
    for &(rules, count) in counts {
        let start = Position::start(rules);
        assert_eq!(perft(&start, depth), count, "{rules}");
        let hashed = HashedPerft::default().count(&start, depth);
        assert_eq!(hashed, count, "{rules}, hashed");
    }
}

#[test]
fn counts_the_tree_from_the_start() {
    let counts = [
        (
            RuleSet::Jarmo,
            [1, 11, 121, 1472, 17_524, 216_541, 2_618_072],
        ),
        (
            RuleSet::Traditional,
            [1, 11, 121, 1472, 17_540, 218_511, 2_674_582],
        ),
        (
            RuleSet::Jasir,
            [1, 11, 121, 1307, 13_897, 144_909, 1_486_621],
        ),
    ];
    for depth in 0..=6 {
        counts_from_the_start(
            depth,
            &counts.map(|(rules, counts)| (rules, counts[depth as usize])),
        );
    }
}

#[test]
#[ignore = "takes an optimised build"]
fn counts_the_tree_seven_turns_deep() {
    let counts = [(RuleSet::Jarmo, 32_376_053), (RuleSet::Jasir, 15_433_160)];
    counts_from_the_start(7, &counts);
}

#[test]
#[ignore = "takes an optimised build"]
fn counts_the_tree_eight_turns_deep() {
    counts_from_the_start(8, &[(RuleSet::Jarmo, 391_504_291)]);
}
