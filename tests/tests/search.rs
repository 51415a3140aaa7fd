//! The search against one that can't be wrong by cleverness.

use jarmo_engine::search::{Outcome, SearchControl, SearchLimits, SearchOptions, Searcher};
use jarmo_engine::{Position, Score};
use jarmo_tests::data;
use jarmo_tests::plain_search::{Repetition, negamax, quiescence, root_scores};

/// The open positions of the data, of all rule sets.
fn positions() -> Vec<Position> {
    let parse = |case: &data::PositionCase| {
        let rules = case.rules.parse().expect("a rule set");
        Position::parse(&case.position, rules).expect("a position")
    };
    let open = data::positions().into_iter().filter(|case| !case.over);
    open.map(|case| parse(&case)).collect()
}

fn search(position: &Position, depth: u32, options: SearchOptions) -> Outcome {
    let mut searcher = Searcher::new(1).expect("a MiB");
    searcher.options = options;
    let limits = SearchLimits {
        depth: Some(depth),
        infinite: true,
        ..SearchLimits::default()
    };
    searcher.search(position, &[], &limits, &SearchControl::new(), &mut |_| ())
}

#[test]
fn without_pruning_it_equals_plain_negamax() {
    let options = SearchOptions {
        selective: false,
        ..SearchOptions::default()
    };
    let positions = positions();
    assert!(positions.len() > 100);
    for (index, position) in positions.iter().enumerate() {
        // The plain search is slow: the greatest depth for a few of them.
        let greatest = if index % 8 == 0 { 4 } else { 3 };
        for depth in 1..=greatest {
            let outcome = search(position, depth, options);
            assert_eq!(outcome.best().depth, depth, "{position:?}");
            let expected = negamax(position, depth, &[], Repetition::InLine, &quiescence);
            assert_eq!(outcome.best().score, expected, "{position:?} depth {depth}");
            let best = outcome.best_move();
            let scores = root_scores(position, depth, &[], Repetition::InLine, &quiescence);
            let is_best = |&(mv, score): &(_, Score)| Some(mv) == best && score == expected;
            assert!(scores.iter().any(is_best), "{position:?} depth {depth}");
        }
    }
}

#[test]
fn without_pruning_every_line_has_its_own_exact_value() {
    let options = SearchOptions {
        selective: false,
        lines: 64,
        ..SearchOptions::default()
    };
    for position in positions().iter().step_by(5) {
        let expected = root_scores(position, 3, &[], Repetition::InLine, &quiescence);
        let lines = search(position, 3, options).lines;
        assert_eq!(lines.len(), expected.len());
        for line in lines {
            let found = (line.moves[0], line.score);
            assert!(expected.contains(&found), "{position:?}: {found:?}");
        }
    }
}
