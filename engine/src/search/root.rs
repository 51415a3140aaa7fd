//! Iterative deepening at the root.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::clock::{Course, Doubt};
use super::limits::SearchLimits;
use super::proof::Prover;
use super::report::{Bound, Line, Report, Source};
use super::tables::Tables;
use super::worker::{MAX_PLY, Variation, Worker};
use crate::eval::Weights;
use crate::moves::Move;
use crate::position::Position;
use crate::score::Score;

/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 120;

/// Searches shorter than this do not tell which move they are at.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    mv: Move,
    /// Its value in this iteration, if it was found to be among the best.
    score: Option<Score>,
    /// Its last known value; the evaluation after the move until it has been searched.
    last_score: Score,
    bound: Bound,
    line: Variation,
    depth: u32,
    selective_depth: usize,
}

impl RootMove {
    pub(super) fn new(position: &Position, mv: Move, weights: &Weights) -> Self {
        Self {
            mv,
            score: None,
            last_score: -first_guess(&position.play(mv), weights),
            bound: Bound::Exact,
            line: Variation::from_iter([mv]),
            depth: 0,
            selective_depth: 0,
        }
    }

    pub(super) const fn mv(&self) -> Move {
        self.mv
    }

    pub(super) const fn last_score(&self) -> Score {
        self.last_score
    }

    /// Gives the move what the last iteration found for the position as a whole.
    pub(super) const fn take_over(&mut self, other: &Self) {
        self.last_score = other.last_score;
        self.depth = other.depth;
        self.selective_depth = other.selective_depth;
    }
}

/// What a position one turn from the root is worth before any search.
fn first_guess(position: &Position, weights: &Weights) -> Score {
    if position.has_ended() {
        Score::ended(position.margin(), 1)
    } else {
        weights.evaluate(position)
    }
}

/// The deepest iteration that `limits` allow.
pub(super) fn last_depth(limits: &SearchLimits) -> u32 {
    limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
}

/// Searches to each of `depths` until a limit is reached; the moves end up best first.
///
/// Returns whether a deeper iteration is still wanted.
pub(super) fn deepen(
    worker: &mut Worker<'_>,
    position: &Position,
    moves: &mut [RootMove],
    depths: RangeInclusive<u32>,
    on_report: &mut dyn FnMut(&Report<'_>),
) -> bool {
    let ranks = worker.shared.options.lines.clamp(1, moves.len());
    let mut course = Course::default();
    let mut prover = None;
    let may_only_prove = *depths.end() == MAX_DEPTH && Prover::has_all_the_rest(worker);
    for depth in depths {
        for rank in 0..ranks {
            worker.selective_depth = 0;
            let rest = &mut moves[rank..];
            search_iteration(worker, position, rest, depth, on_report);
            sort_by_score(rest);
            if worker.stopped {
                return false;
            }
            sort_by_last_score(&mut moves[..=rank]);
        }
        worker.first_iteration = false;
        let is_proven = Prover::is_wanted(worker, position, moves, depth)
            && prover
                .get_or_insert_with(|| Prover::new(position))
                .prove(worker, moves, 0);
        report_lines(worker, moves, on_report);
        if worker.stopped || is_proven && !worker.shared.limits.infinite {
            return false;
        }
        let doubt = course.note(moves[0].mv, moves[0].last_score);
        if is_enough(worker, moves, doubt) {
            return false;
        }
    }
    if let Some(prover) = prover.filter(|_| may_only_prove) {
        only_prove(worker, moves, prover, on_report);
    }
    true
}

/// Goes on proving when nothing is left to search.
fn only_prove(
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    mut prover: Prover,
    on_report: &mut dyn FnMut(&Report<'_>),
) {
    /// Each takes twice as many positions as the one before, the last one billions.
    const ROUNDS: u32 = 24;
    for round in 1..=ROUNDS {
        let began = worker.nodes;
        let is_proven = prover.prove(worker, moves, round);
        if worker.nodes > began {
            report_lines(worker, moves, on_report);
        }
        if is_proven || worker.stopped {
            return;
        }
    }
}

fn report_lines(worker: &Worker<'_>, moves: &[RootMove], on_report: &mut dyn FnMut(&Report<'_>)) {
    for line in lines(worker, moves) {
        on_report(&Report::Line(&line));
    }
}

/// Puts the moves with the best last value first.
pub(super) fn sort_by_last_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse(root.last_score));
}

/// Puts the moves that this iteration has found best first; the others keep their order.
fn sort_by_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| Reverse(root.score));
}

/// One iteration over `moves`, in their order.
///
/// It begins with a small window about the last value (aspiration), which cuts off more;
/// a value outside widens the window on that side.
fn search_iteration(
    worker: &mut Worker<'_>,
    position: &Position,
    moves: &mut [RootMove],
    depth: u32,
    on_report: &mut dyn FnMut(&Report<'_>),
) {
    let mut window = Window::about(moves[0].last_score, depth);
    loop {
        let score = search_root(worker, position, moves, depth, window, on_report);
        if worker.stopped || window.holds(score) {
            return;
        }
        sort_by_score(moves);
        window.widen(score);
    }
}

/// The values that an iteration at the root can tell apart.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
    /// Hundredths by which it reaches beyond the last value.
    reach: i32,
}

impl Window {
    /// The first iteration that trusts the value of the one before.
    const FIRST_DEPTH: u32 = 6;
    const FIRST_REACH: i32 = 15;
    /// A wider window than this is open.
    const LAST_REACH: i32 = 300;

    fn about(last: Score, depth: u32) -> Self {
        let reach = Self::FIRST_REACH;
        if depth < Self::FIRST_DEPTH || last.is_proven() {
            return Self {
                alpha: -Score::INFINITE,
                beta: Score::INFINITE,
                reach,
            };
        }
        Self {
            alpha: last.plus(-reach),
            beta: last.plus(reach),
            reach,
        }
    }

    fn holds(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Opens the window beyond `score`, which was outside.
    fn widen(&mut self, score: Score) {
        self.reach *= 3;
        let is_open = score.is_proven() || self.reach > Self::LAST_REACH;
        if score <= self.alpha {
            self.alpha = if is_open {
                -Score::INFINITE
            } else {
                score.plus(-self.reach)
            };
        } else {
            self.beta = if is_open {
                Score::INFINITE
            } else {
                score.plus(self.reach)
            };
        }
    }
}

/// Searches `moves` in their order with a window; the best value, or a bound outside the window.
fn search_root(
    worker: &mut Worker<'_>,
    position: &Position,
    moves: &mut [RootMove],
    depth: u32,
    window: Window,
    on_report: &mut dyn FnMut(&Report<'_>),
) -> Score {
    for root in moves.iter_mut() {
        root.score = None;
    }
    let Window {
        mut alpha, beta, ..
    } = window;
    let mut best = -Score::INFINITE;
    for (index, root) in moves.iter_mut().enumerate() {
        if worker.shared.timer.elapsed() >= QUIET_TIME {
            on_report(&Report::CurrentMove {
                depth,
                mv: root.mv,
                number: index + 1,
            });
        }
        let score = worker.search_move(position, root.mv, (alpha, beta), depth as i32, 0, index);
        if worker.stopped {
            return best;
        }
        best = best.max(score);
        if score > alpha {
            alpha = score;
            worker.extend_variation(0, root.mv);
            root.score = Some(score);
            root.last_score = score;
            root.bound = if score < beta {
                Bound::Exact
            } else {
                Bound::Lower
            };
            root.line.clone_from(&worker.variations[0]);
            root.depth = depth;
            root.selective_depth = worker.selective_depth;
        }
        if score >= beta {
            break;
        }
    }
    best
}

/// The best moves as lines, as many as were asked for.
pub(super) fn lines<'a>(
    worker: &'a Worker<'_>,
    moves: &'a [RootMove],
) -> impl Iterator<Item = Line> + 'a {
    let tables = worker.shared.tables.as_ref();
    let known = tables.and_then(Tables::root_margin);
    let proven = known.map(|margin| (margin, Source::Tablebase));
    let proven = proven.or_else(|| Some((worker.margins.exact()?, Source::Search)));
    moves
        .iter()
        .take(worker.shared.options.lines.max(1))
        .enumerate()
        .map(move |(index, root)| Line {
            depth: root.depth,
            selective_depth: root.selective_depth as u32,
            rank: index + 1,
            score: match proven {
                Some((margin, _)) => root.last_score.settled(margin),
                None => root.last_score.within(worker.margins.range()),
            },
            bound: proven.map_or(root.bound, |_| Bound::Exact),
            proven_by: proven.map(|(_, source)| source),
            margins: worker.margins,
            nodes: worker.total_nodes(),
            elapsed: worker.shared.timer.elapsed(),
            hash_full: worker.shared.table.fullness(),
            tablebase_hits: tables.map_or(0, Tables::hits),
            moves: root.line.to_vec(),
        })
}

/// Whether a finished iteration makes another one pointless.
fn is_enough(worker: &Worker<'_>, moves: &[RootMove], doubt: Doubt) -> bool {
    let limits = worker.shared.limits;
    if limits.infinite {
        return false;
    }
    let is_mate = |longest: u32| {
        let proven = moves[0].last_score.proven();
        proven
            .is_some_and(|proven| proven.margin > 0 && (proven.plies as u32).div_ceil(2) <= longest)
    };
    let is_forced = moves.len() == 1 && limits.clock.is_some();
    let shared = worker.shared;
    limits.mate.is_some_and(is_mate)
        || shared.timer.is_nearly_over(shared.control, doubt)
        || is_forced && !shared.control.is_pondering()
}

const _: () = assert!((MAX_DEPTH as usize) < MAX_PLY);
