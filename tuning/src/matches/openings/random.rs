//! Openings of evenly chosen legal moves.

use std::thread;

use jarmo_engine::eval::evaluate;
use jarmo_engine::search::{Bound, Report, SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Game, Position, RuleSet, Score, Side};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use rustc_hash::FxHashSet;

use super::Opening;

/// Which side begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beginner {
    /// White, as in the default start.
    #[default]
    White,
    /// Black, in the same position.
    Black,
    /// White and Black in turn.
    Both,
}

/// A condition on an opening: its score in a search of a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lowest score, in hundredths of a point from White's side.
    pub low: i32,
    /// The highest.
    pub high: i32,
    /// Positions to search.
    pub nodes: u64,
}

/// What random openings have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RandomOpenings {
    /// Random moves, at least and at most.
    pub(super) plies: [usize; 2],
    pub(super) seed: u64,
    pub(super) beginner: Beginner,
    pub(super) window: Option<Window>,
}

/// Candidates in a row without a new opening after which there seem to be no more.
const PATIENCE: usize = 5_000;

/// Candidates that are searched at a time.
const BATCH: usize = 256;

/// Size of the table of each search, in MiB.
const HASH: usize = 2;

impl RandomOpenings {
    /// `count` openings, or fewer where no more are found.
    pub(super) fn openings(&self, rules: RuleSet, count: usize) -> Vec<Opening> {
        match self.beginner {
            Beginner::White => self.begun_by(Side::White, rules, count),
            Beginner::Black => self.begun_by(Side::Black, rules, count),
            Beginner::Both => {
                let white = self.begun_by(Side::White, rules, count.div_ceil(2));
                let black = self.begun_by(Side::Black, rules, count / 2);
                let mut in_turn = Vec::with_capacity(white.len() + black.len());
                let (mut white, mut black) = (white.into_iter(), black.into_iter());
                while in_turn.len() < in_turn.capacity() {
                    in_turn.extend(white.next());
                    in_turn.extend(black.next());
                }
                in_turn
            }
        }
    }

    fn begun_by(&self, side: Side, rules: RuleSet, count: usize) -> Vec<Opening> {
        let start = Position::start_of(rules, side);
        let mut random = Pcg64::seed_from_u64(self.seed);
        let mut seen = FxHashSet::default();
        let mut openings = Vec::with_capacity(count);
        let mut fruitless = 0;
        while openings.len() < count && fruitless < PATIENCE {
            let mut batch = Vec::new();
            while batch.len() < BATCH && fruitless < PATIENCE {
                match self.candidate(start, &mut random) {
                    Some((opening, last)) if seen.insert(last) => batch.push((opening, last)),
                    _ => fruitless += 1,
                }
            }
            let is_wanted = self.wanted(&batch);
            for ((opening, _), is_wanted) in batch.into_iter().zip(is_wanted) {
                if is_wanted && openings.len() < count {
                    openings.push(opening);
                    fruitless = 0;
                } else {
                    fruitless += 1;
                }
            }
        }
        openings
    }

    /// An opening and its last position; `None` if the game ends on the way.
    fn candidate(&self, start: Position, random: &mut Pcg64) -> Option<(Opening, Position)> {
        let [fewest, most] = self.plies;
        let plies = if fewest == most {
            most
        } else {
            random.random_range(fewest..=most)
        };
        let mut moves = Vec::with_capacity(plies);
        let mut position = start;
        for _ in 0..plies {
            let mv = *position.legal_moves().choose(random)?;
            position = position.play(mv);
            moves.push(mv);
        }
        (!position.is_over()).then_some((Opening { start, moves }, position))
    }

    /// Which candidates lie in the window. Searched by all processors, each afresh, so that the
    /// answer does not depend on their number.
    fn wanted(&self, batch: &[(Opening, Position)]) -> Vec<bool> {
        let Some(window) = self.window else {
            return vec![true; batch.len()];
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = batch.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let parts: Vec<_> = batch
                .chunks(share)
                .map(|part| scope.spawn(move || wanted(part, window)))
                .collect();
            parts
                .into_iter()
                .flat_map(|part| part.join().expect("a search does not panic"))
                .collect()
        })
    }
}

fn wanted(batch: &[(Opening, Position)], window: Window) -> Vec<bool> {
    let mut searcher = Searcher::new(HASH).expect("memory for a small table");
    batch
        .iter()
        .map(|(opening, position)| {
            searcher.clear();
            let score = score(&mut searcher, &opening.game(), window.nodes).hundredths();
            let from_white = match position.side_to_move() {
                Side::White => score,
                Side::Black => -score,
            };
            (window.low..=window.high).contains(&from_white)
        })
        .collect()
}

/// The score of the last iteration that `nodes` positions are enough for.
fn score(searcher: &mut Searcher, game: &Game, nodes: u64) -> Score {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let mut score = evaluate(game.position());
    searcher.search(
        game.position(),
        game.history(),
        &limits,
        &SearchControl::new(),
        &mut |report| {
            if let Report::Line(line) = report
                && line.bound == Bound::Exact
            {
                score = line.score;
            }
        },
    );
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(plies: usize, seed: u64, beginner: Beginner, count: usize) -> Vec<Opening> {
        let random = RandomOpenings {
            plies: [plies; 2],
            seed,
            beginner,
            window: None,
        };
        random.openings(RuleSet::Jarmo, count)
    }

    #[test]
    fn a_seed_gives_the_same_new_openings() {
        let first = openings(6, 1, Beginner::White, 300);
        assert_eq!(first, openings(6, 1, Beginner::White, 300));
        assert_eq!(first[..100], openings(6, 1, Beginner::White, 100));
        assert_ne!(first, openings(6, 2, Beginner::White, 300));
        let mut last: Vec<String> = first
            .iter()
            .map(|opening| opening.game().position().to_string())
            .collect();
        last.sort_unstable();
        last.dedup();
        assert_eq!(last.len(), 300);
        for opening in &first {
            assert_eq!(opening.moves().len(), 6);
            assert_eq!(opening.game().ending(), None);
        }
    }

    #[test]
    fn lengths_vary_as_told() {
        let random = RandomOpenings {
            plies: [4, 6],
            seed: 1,
            beginner: Beginner::Both,
            window: None,
        };
        let lengths: Vec<usize> = random
            .openings(RuleSet::Jarmo, 60)
            .iter()
            .map(|opening| opening.moves().len())
            .collect();
        assert!((4..=6).all(|length| lengths.contains(&length)));
        assert!(lengths.iter().all(|length| (4..=6).contains(length)));
    }

    #[test]
    fn there_are_no_more_openings_than_positions() {
        assert_eq!(openings(0, 1, Beginner::White, 10).len(), 1);
        assert_eq!(openings(1, 1, Beginner::Black, 1000).len(), 11);
        assert_eq!(openings(2, 1, Beginner::White, 1000).len(), 121);
    }

    #[test]
    fn both_sides_begin_in_turn() {
        let openings = openings(3, 5, Beginner::Both, 9);
        let beginners: Vec<Side> = openings
            .iter()
            .map(|opening| opening.game().start().side_to_move())
            .collect();
        let (white, black) = (Side::White, Side::Black);
        assert_eq!(
            beginners,
            [
                white, black, white, black, white, black, white, black, white
            ]
        );
    }

    #[test]
    fn a_window_keeps_what_lies_in_it() {
        let all = RandomOpenings {
            plies: [6; 2],
            seed: 3,
            beginner: Beginner::White,
            window: None,
        };
        let window = Window {
            low: -20,
            high: 60,
            nodes: 300,
        };
        let windowed = RandomOpenings {
            window: Some(window),
            ..all
        };
        let kept = windowed.openings(RuleSet::Jarmo, 20);
        assert_eq!(kept.len(), 20);
        let expected: Vec<Opening> = all
            .openings(RuleSet::Jarmo, 200)
            .into_iter()
            .filter(|opening| wanted(&[(opening.clone(), *opening.game().position())], window)[0])
            .take(20)
            .collect();
        assert_eq!(kept, expected);
    }
}
