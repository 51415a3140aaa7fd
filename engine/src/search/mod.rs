//! The search: iterative-deepening negamax over positions.
//!
//! [`Searcher`] owns what outlives a search, a worker what one thread needs
//! while it walks the tree. With several threads all search the same root and
//! help each other through the shared table (lazy SMP), and put off moves that others are at.

mod clock;
mod in_flight;
mod limits;
mod negamax;
mod ordering;
mod parameters;
mod path;
mod proof;
mod report;
mod root;
mod selectivity;
mod tables;
mod worker;

use std::sync::Arc;
use std::thread;

use crate::eval::{WEIGHTS, Weights};
use crate::moves::Move;
use crate::position::Position;
use crate::score::Score;
use crate::table::{Table, TableError};
use crate::tablebase::Tablebase;

use clock::Timer;
use root::RootMove;
use tables::Tables;
use worker::{Shared, Worker};

pub use limits::{Clock, SearchControl, SearchLimits};
pub use parameters::{Parameter, Parameters};
pub use report::{Bound, Line, Margins, Outcome, Report, Source};

/// How a search works, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Threads that search together, at least 1. With one thread a search of
    /// fixed depth or nodes is deterministic.
    pub threads: usize,
    /// Best lines to find, at least 1.
    pub lines: usize,
    /// Whether the search may leave out or shorten what seems unimportant.
    /// Without it a search of fixed depth gives the plain negamax value.
    pub selective: bool,
    /// How much; all the same but in a tunable build.
    pub parameters: Parameters,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
            selective: true,
            parameters: Parameters::default(),
        }
    }
}

/// Searches positions and remembers what it found for the next one.
///
/// ```
/// use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
/// use jarmo_engine::{Position, RuleSet};
/// let start = Position::start(RuleSet::Jarmo);
/// let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
/// let mut searcher = Searcher::new(1)?;
/// let outcome = searcher.search(&start, &[], &limits, &SearchControl::new(), &mut |_| ());
/// assert!(outcome.best_move().is_some_and(|mv| start.is_legal(mv)));
/// # Ok::<(), jarmo_engine::TableError>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    /// How to search.
    pub options: SearchOptions,
    /// Values that need no search.
    pub tablebase: Option<Arc<Tablebase>>,
    /// The weights of the evaluation.
    pub weights: Weights,
    table: Table,
    cores: usize,
}

impl Searcher {
    /// A searcher with a transposition table of `hash_mebibytes`.
    ///
    /// # Errors
    /// [`TableError`] if there is not that much memory.
    pub fn new(hash_mebibytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            options: SearchOptions::default(),
            tablebase: None,
            weights: WEIGHTS.clone(),
            table: Table::new(hash_mebibytes)?,
            cores: thread::available_parallelism().map_or(1, usize::from),
        })
    }

    /// Gives the transposition table another size, and clears it.
    ///
    /// # Errors
    /// [`TableError`] if there is not that much memory; the old table is kept.
    pub fn resize(&mut self, hash_mebibytes: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mebibytes)?;
        Ok(())
    }

    /// Size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `position`, to which the game came through `history`.
    ///
    /// `on_report` hears of every finished iteration. A position that only
    /// repetition has drawn is searched like any other; where there is no move
    /// to search the outcome has a line without one.
    pub fn search(
        &mut self,
        position: &Position,
        history: &[Position],
        limits: &SearchLimits,
        control: &SearchControl,
        on_report: &mut dyn FnMut(&Report<'_>),
    ) -> Outcome {
        self.table.age();
        let timer = Timer::new(limits);
        let mut moves = root_moves(position, limits, &self.weights);
        if moves.is_empty() {
            return nothing_to_search(position, &self.weights, &timer);
        }
        let lines = self.options.lines;
        let tables = self
            .tablebase
            .as_deref()
            .map(|tablebase| Tables::new(tablebase, position, history, lines, &mut moves));
        let shared = Shared::new(self, control, timer, limits, tables);
        let mut worker = Worker::new(&shared, position, history);
        let last_depth = root::last_depth(limits);
        // Alone, so that no other thread uses up the nodes that a first move costs.
        if root::deepen(&mut worker, position, &mut moves, 1..=1, on_report) {
            thread::scope(|scope| {
                for index in 1..self.options.threads {
                    let mut moves = moves.clone();
                    let shared = &shared;
                    let help = move || {
                        let mut worker = Worker::new(shared, position, history);
                        worker.is_main = false;
                        worker.first_iteration = false;
                        let depths = 2 + (index % 2) as u32..=last_depth;
                        root::deepen(&mut worker, position, &mut moves, depths, &mut |_| ());
                    };
                    // A system that has no more threads to give: those there are do the work.
                    if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                        break;
                    }
                }
                root::deepen(&mut worker, position, &mut moves, 2..=last_depth, on_report);
                shared.finish();
            });
        }
        Outcome {
            lines: root::lines(&worker, &moves).collect(),
            known: self.tablebase.as_ref().and_then(|it| it.probe(position)),
        }
    }
}

/// The moves to search, in the order of the evaluation after them.
fn root_moves(position: &Position, limits: &SearchLimits, weights: &Weights) -> Vec<RootMove> {
    let asked_for = |mv: &Move| {
        limits
            .search_moves
            .as_ref()
            .is_none_or(|moves| moves.contains(mv))
    };
    let mut moves: Vec<RootMove> = position
        .legal_moves()
        .into_iter()
        .filter(asked_for)
        .map(|mv| RootMove::new(position, mv, weights))
        .collect();
    root::sort_by_last_score(&mut moves);
    moves
}

fn nothing_to_search(position: &Position, weights: &Weights, timer: &Timer) -> Outcome {
    let score = if position.is_over() {
        Score::ended(position.margin(), 0)
    } else {
        weights.evaluate(position)
    };
    Outcome {
        lines: vec![Line {
            depth: 0,
            selective_depth: 0,
            rank: 1,
            score,
            bound: Bound::Exact,
            proven_by: position.is_over().then_some(Source::Search),
            margins: Margins::ALL,
            nodes: 0,
            elapsed: timer.elapsed(),
            hash_full: 0,
            tablebase_hits: 0,
            moves: Vec::new(),
        }],
        known: None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::RuleSet;
    use crate::side::Side;
    use crate::tablebase::Layer;

    /// A middle game with marks and a right to re-enter.
    const MIDDLE: &str = "1+a1aa/2a2/2+A2/5/A2AA w a2c3*1 a5c4*1 6";

    fn position(text: &str) -> Position {
        Position::parse(text, RuleSet::Jarmo).unwrap()
    }

    fn search(text: &str, limits: &SearchLimits, options: SearchOptions) -> Outcome {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.options = options;
        searcher.search(
            &position(text),
            &[],
            limits,
            &SearchControl::new(),
            &mut |_| (),
        )
    }

    fn depth(depth: u32) -> SearchLimits {
        SearchLimits {
            depth: Some(depth),
            ..SearchLimits::default()
        }
    }

    #[test]
    fn the_same_search_gives_the_same_tree() {
        let run = || search(MIDDLE, &depth(9), SearchOptions::default());
        let (first, second) = (run(), run());
        assert_eq!(first.best().nodes, second.best().nodes);
        assert_eq!(first.best().moves, second.best().moves);
        assert_eq!(first.best().depth, 9);
    }

    #[test]
    fn node_limits_hold_with_any_number_of_threads() {
        for threads in [1, 3] {
            for nodes in [1, 2, 50, 5_000, 20_001] {
                let limits = SearchLimits {
                    nodes: Some(nodes),
                    ..SearchLimits::default()
                };
                let options = SearchOptions {
                    threads,
                    ..SearchOptions::default()
                };
                let outcome = search(MIDDLE, &limits, options);
                assert!(outcome.best_move().is_some());
                let slack = if threads == 1 { 0 } else { nodes };
                assert!(
                    outcome.best().nodes <= nodes + slack,
                    "{}",
                    outcome.best().nodes
                );
            }
        }
    }

    #[test]
    fn a_stopped_search_still_answers() {
        let control = SearchControl::new();
        control.stop();
        let start = Position::start(RuleSet::Jarmo);
        let mut searcher = Searcher::new(1).unwrap();
        let limits = SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        };
        let outcome = searcher.search(&start, &[], &limits, &control, &mut |_| ());
        assert!(start.is_legal(outcome.best_move().unwrap()));
        let limits = SearchLimits {
            move_time: Some(Duration::ZERO),
            ..SearchLimits::default()
        };
        let outcome = searcher.search(&start, &[], &limits, &SearchControl::new(), &mut |_| ());
        assert!(start.is_legal(outcome.best_move().unwrap()));
    }

    #[test]
    fn an_iteration_cut_short_does_not_change_the_best_move() {
        let whole = search(MIDDLE, &depth(7), SearchOptions::default());
        let limits = SearchLimits {
            nodes: Some(whole.best().nodes + 1),
            ..SearchLimits::default()
        };
        let cut = search(MIDDLE, &limits, SearchOptions::default());
        assert_eq!(cut.best().moves, whole.best().moves);
        assert_eq!(
            (cut.best().depth, cut.best().score),
            (7, whole.best().score)
        );
    }

    #[test]
    fn a_better_move_of_a_later_rank_moves_up() {
        // At depth 10 the second pass proves a win that the first did not see.
        let text = "2Aa1/5/1a+A2/A4/1+a2+a b a4c3*2 e3d5*1 13";
        let options = SearchOptions {
            lines: 3,
            ..SearchOptions::default()
        };
        for last in 1..=12 {
            let lines = search(text, &depth(last), options).lines;
            assert!(
                lines.is_sorted_by(|a, b| a.score >= b.score),
                "depth {last}"
            );
        }
    }

    #[test]
    fn a_move_that_ends_the_game_is_one_ply_away_before_any_search() {
        let limits = SearchLimits {
            nodes: Some(1),
            ..SearchLimits::default()
        };
        let outcome = search("A4/3A1/5/1a3/5 w - - 20", &limits, SearchOptions::default());
        assert_eq!(outcome.best().score, Score::ended(3, 1));
    }

    #[test]
    fn lines_are_different_and_ordered() {
        let options = SearchOptions {
            lines: 64,
            ..SearchOptions::default()
        };
        let outcome = search(MIDDLE, &depth(6), options);
        let first_moves: Vec<Move> = outcome.lines.iter().map(|line| line.moves[0]).collect();
        let mut legal: Vec<Move> = position(MIDDLE).legal_moves().to_vec();
        assert_eq!(first_moves.len(), legal.len());
        assert!(outcome.lines.is_sorted_by(|a, b| a.score >= b.score));
        legal.retain(|mv| !first_moves.contains(mv));
        assert!(legal.is_empty());
    }

    #[test]
    fn only_the_moves_asked_for_are_considered() {
        let asked: Vec<Move> = vec!["e1c2".parse().unwrap(), "a1e5".parse().unwrap()];
        let limits = SearchLimits {
            search_moves: Some(asked.clone()),
            ..depth(5)
        };
        assert_eq!(
            search(MIDDLE, &limits, SearchOptions::default()).best_move(),
            Some(asked[0])
        );
        let limits = SearchLimits {
            search_moves: Some(asked[1..].to_vec()),
            ..depth(5)
        };
        let outcome = search(MIDDLE, &limits, SearchOptions::default());
        assert_eq!((outcome.best_move(), outcome.best().depth), (None, 0));
    }

    #[test]
    fn a_finished_game_has_its_margin_and_no_move() {
        let outcome = search(
            "2A1A/5/1+A3/5/aA+aA1 w - - 11",
            &depth(5),
            SearchOptions::default(),
        );
        assert_eq!(
            (outcome.best_move(), outcome.best().score),
            (None, Score::ended(3, 0))
        );
    }

    #[test]
    fn a_forced_win_is_found_with_its_distance_and_ends_a_mate_search() {
        // The only archer that White has off the goal row steps onto it.
        let text = "A4/3A1/5/1a3/5 w - - 20";
        let limits = SearchLimits {
            mate: Some(1),
            ..SearchLimits::default()
        };
        let outcome = search(text, &limits, SearchOptions::default());
        assert_eq!(outcome.best().score, Score::ended(3, 1));
        assert_eq!(outcome.best_move(), Some("d4b5".parse().unwrap()));
    }

    #[test]
    fn what_is_proven_is_what_tables_know_and_the_best_move_keeps_it() {
        const STEP: usize = 40_009;
        let tables = Tablebase::embedded();
        let layer = Layer::new(5).unwrap();
        let limits = SearchLimits {
            nodes: Some(60_000),
            ..SearchLimits::default()
        };
        let (mut won, mut drawn) = (0, 0);
        for number in (0..layer.size()).step_by(STEP) {
            let (class, index) = layer.locate(number);
            let side = Side::BOTH[number as usize % 2];
            let root = Position::of_armies(RuleSet::Jarmo, side, class.armies(index));
            let known = tables.probe(&root).filter(|value| value.is_exact());
            let Some(known) = known.filter(|_| !root.is_over()) else {
                continue;
            };
            let mut searcher = Searcher::new(1).unwrap();
            // The second search finds the answers of the first in the table.
            for _ in 0..2 {
                let control = SearchControl::new();
                let outcome = searcher.search(&root, &[], &limits, &control, &mut |_| ());
                let Margins { least, most } = outcome.best().margins;
                assert!((least..=most).contains(&known.margin), "{root}");
                if outcome.best().proven_by.is_none() {
                    continue;
                }
                let after = tables.probe_move(&root, outcome.best_move().unwrap());
                assert!(
                    after.is_some_and(|after| after.margin >= known.margin),
                    "{root}"
                );
                won += usize::from(known.margin != 0);
                drawn += usize::from(known.margin == 0);
            }
        }
        assert!(won >= 20 && drawn >= 4, "{won} won, {drawn} drawn");
    }

    /// Just above the tables of the program the lines end in them at once, in estimates, so that the search is at its
    /// greatest depth after a few thousand positions; the rest of them goes to proofs.
    #[test]
    fn proofs_go_on_when_nothing_is_left_to_search() {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.tablebase = Some(Arc::new(Tablebase::embedded()));
        let limits = SearchLimits {
            nodes: Some(100_000),
            ..SearchLimits::default()
        };
        for (text, margins) in [
            ("5/5/1+A3/3a+a/4+A w", 0..=0),
            ("+A4/a4/+a1+A2/5/5 b", 0..=0),
            ("5/5/a4/a+A+a2/1a3 w", -4..=-3),
        ] {
            let root = position(text);
            searcher.clear();
            let outcome = searcher.search(&root, &[], &limits, &SearchControl::new(), &mut |_| ());
            assert_eq!(outcome.best().margins.range(), margins, "{text}");
        }
    }

    #[test]
    fn every_line_can_be_played() {
        for threads in [1, 2] {
            let options = SearchOptions {
                threads,
                lines: 3,
                ..SearchOptions::default()
            };
            for line in search(MIDDLE, &depth(8), options).lines {
                let mut position = position(MIDDLE);
                for mv in line.moves {
                    position = position.try_play(mv).unwrap();
                }
            }
        }
    }
}
