//! The exact solver against the definition of its values, and the search's proven claims against the solver.
//!
//! What takes an optimised build: `cargo test --release -p jarmo-tests -- --ignored`.

use std::sync::Arc;

use jarmo_engine::search::{Margins, Report, SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Position, Proven, RuleSet, Score, Side};
use jarmo_tests::exact::{Solution, few_archers, solve, weight};
use jarmo_tests::tables::tablebase;

fn position(rules: RuleSet, text: &str) -> Position {
    Position::parse(text, rules).expect("the tests give good position strings")
}

/// What `solution` knows of a position, for the player to move.
fn score(solution: &Solution, position: &Position) -> Option<Score> {
    let value = solution.value(position)?;
    let margin = for_mover(position, value);
    let plies = if value == 0 {
        0
    } else {
        solution.plies(position)?
    };
    Some(Score::ended(margin, plies.cast_signed()))
}

fn for_mover(position: &Position, margin: i32) -> i32 {
    match position.side_to_move() {
        Side::White => margin,
        Side::Black => -margin,
    }
}

fn a_turn_earlier(score: Score) -> Score {
    score.proven().map_or(score, |proven| {
        Score::ended(proven.margin, proven.plies + 1)
    })
}

/// Asserts that the values and distances of positions are those that follow from their successors; gives the number
/// of positions for which that could be told, which is all of them where all are explored.
///
/// Where all are, that proves them: distances fall along best play, so that won games come to an end; and in a draw
/// there is a move that does not lose, so that nobody is forced out of it.
fn follow_from_successors(solution: &Solution) -> usize {
    let mut told = 0;
    for position in solution.positions() {
        let score = |position: &Position| score(solution, position);
        let moves = position.legal_moves().into_iter();
        let scores = moves.map(|mv| score(&position.play(mv)).map(|score| a_turn_earlier(-score)));
        let scores: Option<Vec<Score>> = scores.collect();
        if let (Some(found), Some(scores)) = (score(position), scores) {
            let end = Score::ended(position.margin(), 0);
            assert_eq!(found, scores.into_iter().max().unwrap_or(end), "{position}");
            told += 1;
        }
    }
    assert!(told == solution.positions().len() || !solution.is_complete());
    told
}

#[test]
fn values_follow_from_those_of_the_successors() {
    for (rules, text) in [
        (RuleSet::Jarmo, "5/2A2/5/2a2/5 w"),
        (RuleSet::Traditional, "5/3a1/5/A4/5 b"),
        (RuleSet::Jasir, "A3A/1a1a1/5/1A3/1aa2 w"),
    ] {
        let solution = solve(&position(rules, text), 50_000);
        assert!(solution.is_complete());
        follow_from_successors(&solution);
    }
    for rules in RuleSet::ALL {
        let roots = few_archers(rules, 4, 20, 5..=7);
        let told = roots
            .iter()
            .map(|root| follow_from_successors(&solve(root, 20_000)));
        let told: usize = told.sum();
        assert!(told >= 10_000, "{rules}: {told}");
    }
}

#[test]
#[ignore = "takes an optimised build"]
fn values_follow_from_those_of_the_successors_in_large_graphs() {
    for (rules, text) in [
        (RuleSet::Jarmo, "5/3a1/5/5/AA3 w"),
        (RuleSet::Traditional, "5/5/2+A2/2a2/5 w"),
        (RuleSet::Jasir, "5/1a1a1/5/1A1A1/5 w"),
    ] {
        let solution = solve(&position(rules, text), 3_000_000);
        assert!(solution.is_complete());
        follow_from_successors(&solution);
    }
}

#[test]
fn a_part_of_the_graph_gives_bounds_that_hold() {
    let root = position(RuleSet::Jarmo, "5/1A3/5/1a3/5 w");
    let whole = solve(&root, 50_000);
    assert!(whole.is_complete());
    let mut known = Vec::new();
    for limit in [0, 10, 1_000, 10_000] {
        let part = solve(&root, limit);
        assert!(!part.is_complete());
        for position in part.positions() {
            let value = whole.value(position).unwrap();
            assert!(part.bounds(position).unwrap().contains(&value));
            if let Some(score) = score(&part, position) {
                assert_eq!(Some(score), self::score(&whole, position), "{position}");
            }
        }
        known.push(part.value(&root));
    }
    assert_eq!(known, [None, None, Some(1), Some(1)]);
    assert_eq!(whole.value(&Position::start(RuleSet::Jarmo)), None);
    assert_eq!(whole.bounds(&Position::start(RuleSet::Jarmo)), None);
}

/// Asserts the value and the distance of a position.
fn is_worth(rules: RuleSet, text: &str, limit: usize, value: i32, plies: Option<u32>) -> Solution {
    let root = position(rules, text);
    let solution = solve(&root, limit);
    let found = (solution.value(&root), solution.plies(&root));
    assert_eq!(found, (Some(value), plies), "{rules}: {text}");
    solution
}

#[test]
fn who_comes_home_first_wins() {
    is_worth(RuleSet::Jarmo, "5/2A2/5/2a2/5 w", 50_000, 1, Some(1));
    is_worth(RuleSet::Jarmo, "5/2A2/5/2a2/5 b", 50_000, -1, Some(1));
    is_worth(RuleSet::Jarmo, "A4/3A1/5/1a3/5 w", 100, 3, Some(1));
    // Black comes home and has its mark bring another archer in; then White comes home as well.
    is_worth(RuleSet::Jasir, "A4/A4/5/3+a1/5 b", 100, 1, Some(2));
}

#[test]
fn a_player_without_a_move_is_counted_out() {
    let stuck = is_worth(RuleSet::Jasir, "2A1A/2+a1A/5/5/1a3 w", 10, 2, Some(0));
    assert_eq!(stuck.positions().len(), 1);
    // Whatever Black does, the archer on a3 has no way but the one that White's own archer bars.
    is_worth(RuleSet::Jasir, "aAa2/1a3/A4/5/2aa1 b", 100, -4, Some(1));
}

#[test]
fn a_run_at_its_limit_may_be_what_ends_a_game() {
    // The archer on a3 may not go to b5 once more, and b1 holds another one of Black's.
    let text = "A1A2/A4/+a4/1A3/1a3 w b3b2*1 b5a3*3";
    is_worth(RuleSet::Traditional, text, 100, 3, Some(1));
    // White's last archer can't come home; it goes c4b4, b4c4, c4b4 and has no move left, with 9 points to 1. Black
    // does better to come home itself just before.
    is_worth(RuleSet::Jasir, "AA1AA/2A2/5/2a2/5 w", 100, 7, Some(6));
}

/// Here White has nothing better than to go to and fro, until the limit of its runs forces it out.
#[test]
fn runs_decide_between_a_draw_and_a_loss() {
    let text = "5/3a1/5/4a/AA3 w";
    let root = position(RuleSet::Jarmo, text);
    let near = solve(&root, 200_000);
    assert_eq!(near.bounds(&root), Some(-1..=0));
    let far = solve(&root, 900_000);
    assert_eq!((far.value(&root), far.plies(&root)), (Some(-1), Some(15)));
}

#[test]
fn two_blockades_are_a_draw() {
    let draw = is_worth(RuleSet::Jasir, "AA1AA/2A2/5/2a2/aa1aa w", 1_000, 0, None);
    assert!(draw.is_complete());
    for position in draw.positions() {
        assert_eq!(
            (draw.value(position), draw.plies(position)),
            (Some(0), None)
        );
    }
}

#[test]
fn small_positions_are_as_asked_for() {
    for rules in RuleSet::ALL {
        let weights = 5..=8;
        let positions = few_archers(rules, 1, 20, weights.clone());
        assert_eq!(positions.len(), 20);
        assert_eq!(positions, few_archers(rules, 1, 20, weights.clone()));
        assert_ne!(positions, few_archers(rules, 2, 20, weights.clone()));
        for position in &positions {
            assert!(!position.is_over() && weights.contains(&weight(position)));
            for next in position
                .legal_moves()
                .into_iter()
                .map(|mv| position.play(mv))
            {
                assert!(weight(&next) <= weight(position), "{position}");
            }
        }
        let have_runs = |position: &&Position| position.run(Side::White).is_some();
        assert!(positions.iter().filter(have_runs).count() >= 5);
    }
}

/// What the solver knows of a position, for the player to move.
#[derive(Debug)]
struct Known {
    least_margin: i32,
    greatest_margin: i32,
    score: Option<Score>,
}

impl Known {
    fn of(position: &Position, limit: usize) -> Self {
        let solution = solve(position, limit);
        let bounds = solution.bounds(position).expect("the root is there");
        let (one, other) = bounds.into_inner();
        let [one, other] = [one, other].map(|margin| for_mover(position, margin));
        Self {
            least_margin: one.min(other),
            greatest_margin: one.max(other),
            score: score(&solution, position),
        }
    }

    /// Whether the winner of a proven result can't force as much, in margin first and then in distance.
    fn refutes(&self, claim: Score, proven: Proven) -> bool {
        if proven.margin > 0 {
            self.greatest_margin < proven.margin || self.score.is_some_and(|score| score < claim)
        } else {
            self.least_margin > proven.margin || self.score.is_some_and(|score| score > claim)
        }
    }

    /// Whether the winner of a proven result can force such a margin.
    fn confirms(&self, proven: Proven) -> bool {
        if proven.margin > 0 {
            self.least_margin >= proven.margin
        } else {
            self.greatest_margin <= proven.margin
        }
    }
}

/// Iterations that ended with a proven result, and those whose margin the solver confirmed.
#[derive(Debug, Default)]
struct Claims {
    made: usize,
    confirmed: usize,
    /// Those that exclude a larger margin too.
    exact: usize,
    /// Iterations after which the search was sure of the winner.
    bounds: usize,
}

/// Asserts that no proven result of any iteration is refuted, with tables up to layer `known` or none.
fn check_claims(
    rules: RuleSet,
    roots: &[Position],
    known: Option<u8>,
    limit: usize,
    nodes: u64,
) -> Claims {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let mut claims = Claims::default();
    let mut searcher = Searcher::new(1).expect("there is a MiB");
    searcher.tablebase = known.map(|top| Arc::new(tablebase(rules, top)));
    for root in roots {
        let known = Known::of(root, limit);
        let mut check = |report: &Report<'_>| {
            let Report::Line(line) = report else { return };
            if line.proven_by.is_some() {
                let margin = line.score.proven().map_or(0, |proven| proven.margin);
                let range = known.least_margin..=known.greatest_margin;
                assert!(
                    range.contains(&margin),
                    "{rules}: {root}: {margin} of {known:?}"
                );
                claims.exact += 1;
            }
            let Margins { least, most } = line.margins;
            assert!(
                least <= known.greatest_margin && most >= known.least_margin,
                "{rules}: {root}: {least} to {most}, but {known:?}"
            );
            claims.bounds += usize::from(line.margins.sure_win().is_some());
            if let Some(proven) = line.score.proven() {
                let (claim, is_refuted) = (line.score, known.refutes(line.score, proven));
                assert!(!is_refuted, "{rules}: {root}: {claim} against {known:?}");
                claims.made += 1;
                claims.confirmed += usize::from(known.confirms(proven));
            }
        };
        for selective in [true, false] {
            searcher.options.selective = selective;
            searcher.search(root, &[], &limits, &SearchControl::new(), &mut check);
        }
    }
    claims
}

#[test]
fn proven_claims_of_the_search_hold() {
    for rules in RuleSet::ALL {
        let roots = few_archers(rules, 8, 40, 4..=7);
        let claims = check_claims(rules, &roots, None, 20_000, 30_000);
        assert!(
            claims.made >= 200
                && claims.confirmed >= 100
                && claims.exact >= 10
                && claims.bounds >= 20,
            "{rules}: {claims:?}"
        );
    }
}

#[test]
#[ignore = "takes an optimised build"]
fn proven_claims_of_the_search_hold_in_many_positions() {
    for rules in RuleSet::ALL {
        let roots = few_archers(rules, 9, 320, 4..=8);
        let claims = check_claims(rules, &roots, None, 300_000, 200_000);
        assert!(
            claims.made >= 2_000
                && claims.confirmed >= 1_000
                && claims.exact >= 100
                && claims.bounds >= 200,
            "{rules}: {claims:?}"
        );
    }
}

#[test]
fn claims_beyond_the_tables_hold() {
    for rules in RuleSet::ALL {
        let roots = few_archers(rules, 11, 40, 4..=7);
        let claims = check_claims(rules, &roots, Some(3), 20_000, 30_000);
        assert!(
            claims.confirmed >= 100 && claims.exact >= 10 && claims.bounds >= 20,
            "{rules}: {claims:?}"
        );
    }
}

#[test]
#[ignore = "takes an optimised build"]
fn claims_beyond_the_tables_hold_in_many_positions() {
    for rules in RuleSet::ALL {
        let roots = few_archers(rules, 12, 320, 5..=8);
        let claims = check_claims(rules, &roots, Some(4), 300_000, 200_000);
        println!("{rules}: {claims:?}");
        assert!(
            claims.confirmed >= 500 && claims.exact >= 100 && claims.bounds >= 200,
            "{rules}: {claims:?}"
        );
    }
}

/// What a search of `nodes` positions calls the proven margin of `root`.
fn proven_margin(searcher: &mut Searcher, root: &Position, nodes: u64) -> Option<i32> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    searcher.clear();
    let outcome = searcher.search(root, &[], &limits, &SearchControl::new(), &mut |_| ());
    let margin = outcome
        .best()
        .score
        .proven()
        .map_or(0, |proven| proven.margin);
    outcome.best().proven_by.map(|_| margin)
}

/// 200 positions with few archers: of 50 that end by force the search proves nine in ten, and
/// no margin that it calls proven is another than the solver's.
#[test]
#[ignore = "takes an optimised build"]
fn forced_ends_are_proven_with_their_margins() {
    let mut searcher = Searcher::new(16).expect("there are 16 MiB");
    let (mut forced, mut proven, mut drawn) = (0, 0, 0);
    for root in few_archers(RuleSet::Jarmo, 10, 200, 4..=8) {
        let solution = solve(&root, 400_000);
        let found = proven_margin(&mut searcher, &root, 300_000);
        let bounds = solution.bounds(&root).expect("the root is there");
        if let Some(margin) = found {
            assert!(
                bounds.contains(&for_mover(&root, margin)),
                "{root}: {margin} of {bounds:?}"
            );
        }
        if solution.value(&root).is_some_and(|value| value != 0) && forced < 50 {
            forced += 1;
            proven += usize::from(found.is_some());
        }
        drawn += usize::from(found == Some(0));
    }
    assert!(
        forced == 50 && proven * 10 >= forced * 9,
        "{proven} of {forced}"
    );
    assert!(drawn > 0, "no draw was proven");
}
