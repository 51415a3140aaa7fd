//! The engine's rules against the slow reference, in games and in positions that no game reaches.
//!
//! The two share no type: strings are all that passes between them.

mod studies;

use std::iter;

use jarmo_engine::board::goal_row;
use jarmo_engine::{Bitboard, Ending, Game, Move, MoveList, Position, RuleSet, Side, Square};
use jarmo_tests::{random, reference};
use proptest::prelude::*;
use studies::studies;

fn reference_rules(rules: RuleSet) -> reference::RuleSet {
    reference::RuleSet::from_name(rules.name()).expect("both know the same rule sets")
}

fn engine_position(rules: RuleSet, slow: &reference::Position) -> Position {
    Position::parse(&slow.to_string(), rules).expect("both read the same strings")
}

fn sorted_texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// Asserts that two positions, and all that they tell of themselves, are the same.
fn compare(fast: &Position, slow: &reference::Position) {
    assert_eq!(fast.to_string(), slow.to_string());
    let legal = fast.legal_moves();
    assert_eq!(sorted_texts(&legal), slow.legal_moves(), "{fast}");
    assert_eq!(sorted_texts(&fast.captures()), slow.captures(), "{fast}");
    assert_eq!(fast.is_over(), slow.is_over(), "{fast}");
    let (white, black) = slow.points();
    let points = Side::BOTH.map(|side| fast.points(side).cast_unsigned());
    assert_eq!(points, [white, black], "{fast}");
    assert_eq!(fast.side_to_move() == Side::White, slow.white_to_move());
    agrees_with_itself(fast);
}

/// Asserts what must hold of the engine's several answers to one question.
fn agrees_with_itself(position: &Position) {
    let legal = position.legal_moves();
    assert_eq!(position.count_moves(), legal.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position:?}");
    assert_eq!(position.key(), position.computed_key(), "{position:?}");
    let mut visited = MoveList::new();
    position.for_each_move(|mv| visited.push(mv));
    assert_eq!(visited, legal, "{position:?}");

    let captures = legal.iter().copied().filter(|&mv| position.is_capture(mv));
    let captures: MoveList = captures.collect();
    assert_eq!(position.captures(), captures, "{position:?}");

    let mut noisy = MoveList::new();
    position.for_each_noisy_move(|mv| noisy.push(mv));
    let goal = goal_row(position.side_to_move());
    for mv in &noisy {
        let arrives = mv.squares().is_some_and(|(_, to)| goal.has(to));
        assert!(captures.contains(mv) || arrives, "{mv} in {position:?}");
        assert!(legal.contains(mv), "{mv} in {position:?}");
    }
    for mv in &legal {
        let is_noisy = captures.contains(mv) || position.play(*mv).has_ended();
        assert!(!is_noisy || noisy.contains(mv), "{mv} in {position:?}");
    }
}

/// Asserts that every legal move leads to the same position.
fn compare_successors(fast: &Position, slow: &reference::Position) {
    for mv in fast.legal_moves() {
        let next = fast.play(mv);
        let expected = slow.play(&mv.to_string()).map(|next| next.to_string());
        assert_eq!(Some(next.to_string()), expected, "{mv} in {fast:?}");
        assert_eq!(fast.try_play(mv), Ok(next));
        agrees_with_itself(&next);
    }
}

fn ending_of(slow: &reference::Game) -> Option<Ending> {
    slow.ending().map(|ending| match ending {
        reference::Ending::End => Ending::Complete,
        reference::Ending::Stuck => Ending::Stuck,
        reference::Ending::Repetition => Ending::Repetition,
    })
}

fn plays_alike(rules: RuleSet, seed: u64) {
    let mut moves_past_repetition = 0;
    for walk in random::games(reference_rules(rules), seed, 200, 250) {
        let first = &walk.plies[0].0;
        let mut fast = Game::new(engine_position(rules, first));
        let mut slow = reference::Game::new(first.clone());
        for (ply, (before, text)) in walk.plies.iter().enumerate() {
            compare(fast.position(), before);
            if ply % 6 == 0 {
                compare_successors(fast.position(), before);
            }
            let ending = fast.ending();
            assert_eq!(ending, ending_of(&slow), "before {text}, {rules}");
            moves_past_repetition += u32::from(ending == Some(Ending::Repetition));
            let mv = fast.position().parse_move(text);
            let mv = mv.expect("the reference plays legal moves");
            fast.play(mv).expect("a move that was read is legal");
            assert!(slow.play(text));
        }
        compare(fast.position(), &walk.last);
        assert_eq!(fast.ending(), ending_of(&slow), "{rules}");
    }
    // Without backward moves hardly any walk repeats itself.
    assert!(moves_past_repetition > 0 || rules == RuleSet::Jasir);
}

#[test]
fn plays_jarmo_like_the_reference() {
    plays_alike(RuleSet::Jarmo, 11);
}

#[test]
fn plays_traditional_like_the_reference() {
    plays_alike(RuleSet::Traditional, 12);
}

#[test]
fn plays_jasir_like_the_reference() {
    plays_alike(RuleSet::Jasir, 13);
}

/// Every move there can be: each step alone and with each re-entry, and each re-entry alone.
fn all_moves() -> Vec<Move> {
    let pairs = || {
        let from_each = |from| Square::all().map(move |to| (from, to));
        let pairs = Square::all().flat_map(from_each);
        pairs.filter(|(from, to)| from != to)
    };
    let steps = pairs().map(|(from, to)| Move::step(from, to));
    let reentries = Square::all().map(Move::reentry);
    let both = pairs()
        .flat_map(|(from, to)| Square::all().map(move |at| Move::step_and_reentry(from, to, at)));
    steps.chain(reentries).chain(both).collect()
}

fn is_legal_as_generated(position: &Position, all_moves: &[Move]) {
    let by_question = all_moves
        .iter()
        .copied()
        .filter(|&mv| position.is_legal(mv));
    let mut by_question: Vec<Move> = by_question.collect();
    let mut generated = position.legal_moves();
    by_question.sort();
    generated.sort();
    assert_eq!(by_question, *generated, "{position:?}");
}

#[test]
fn legality_is_the_same_for_every_move() {
    let all_moves = all_moves();
    assert_eq!(all_moves.len(), 25 * 24 * 26 + 25);
    for rules in RuleSet::ALL {
        let walks = random::games(reference_rules(rules), 21, 40, 250);
        for (slow, _) in walks.flat_map(|walk| walk.plies).step_by(8) {
            is_legal_as_generated(&engine_position(rules, &slow), &all_moves);
        }
    }
}

#[test]
fn an_illegal_move_is_refused_and_named() {
    let start = Position::start(RuleSet::Jarmo);
    let error = start.try_play("a1b2".parse().unwrap()).unwrap_err();
    let expected = "'a1b2' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3";
    assert_eq!(error.to_string(), expected);
    let over = Position::parse("5/5/5/5/A4 w", RuleSet::Jarmo).unwrap();
    let error = over.try_play("a1b3".parse().unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("expected none, the game is over")
    );
}

proptest! {
    #![proptest_config(studies::config(6_000))]

    #[test]
    fn studies_are_played_like_the_reference((rules, study) in studies()) {
        let text = study.to_string();
        let fast = Position::parse(&text, rules).unwrap();
        let slow = reference::Position::parse(reference_rules(rules), &text).unwrap();
        compare(&fast, &slow);
        // The reference counts move numbers on where the engine's have no more room.
        if study.move_number < u32::MAX {
            compare_successors(&fast, &slow);
        }
    }
}

proptest! {
    #![proptest_config(studies::config(1_000))]

    #[test]
    fn legality_is_the_same_in_studies((rules, study) in studies()) {
        let position = Position::parse(&study.to_string(), rules).unwrap();
        is_legal_as_generated(&position, &all_moves());
    }
}

/// All sets of one to five circles.
fn placements() -> impl Iterator<Item = Bitboard> {
    let larger = |sets: &Vec<Bitboard>| -> Option<Vec<Bitboard>> {
        let adds = |&set: &Bitboard| {
            let last = set.into_iter().last();
            Square::all()
                .filter(move |&next| last.is_none_or(|last| last < next))
                .map(move |next| set | next.into())
        };
        Some(sets.iter().flat_map(adds).collect())
    };
    iter::successors(Some(vec![Bitboard::EMPTY]), larger)
        .skip(1)
        .take(5)
        .flatten()
}

/// A position with marked archers of `side` on these circles and one archer of the opponent, which blocks no circle
/// for a re-entry and holds the game open.
fn marked_alone(rules: RuleSet, side: Side, archers: Bitboard) -> Position {
    let between = !(goal_row(side) | goal_row(!side));
    let opponent = (between - archers).first();
    let (own, other, mover) = match side {
        Side::White => ("+A", "a", "w"),
        Side::Black => ("+a", "A", "b"),
    };
    let circle = |square: Square| match square {
        _ if archers.has(square) => own,
        _ if Some(square) == opponent => other,
        _ => "1",
    };
    let rank = |rank: u8| -> String {
        let squares = (0..Square::WIDTH).filter_map(|file| Square::new(file, rank));
        squares.map(circle).collect()
    };
    let placement = [4, 3, 2, 1, 0].map(rank).join("/");
    Position::parse(&format!("{placement} {mover}"), rules).expect("a position")
}

/// Marks and an opponent that is out of the way only add moves, so the longest lists of all are among these.
#[test]
fn the_longest_move_lists_fit() {
    let placements: Vec<Bitboard> = placements().collect();
    assert_eq!(placements.len(), 25 + 300 + 2_300 + 12_650 + 53_130);
    for (rules, longest) in [
        (RuleSet::Jarmo, [26, 26]),
        (RuleSet::Traditional, [105, 105]),
        (RuleSet::Jasir, [66, 66]),
    ] {
        let lengths = Side::BOTH.map(|side| {
            let length = |&archers| {
                let position = marked_alone(rules, side, archers);
                let length = position.legal_moves().len();
                assert_eq!(length, position.count_moves(), "{position:?}");
                length
            };
            placements.iter().map(length).max().unwrap()
        });
        assert_eq!(lengths, longest, "{rules}");
    }
}
