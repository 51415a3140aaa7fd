//! One thread of a search: what it remembers while it walks the tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use arrayvec::ArrayVec;

use super::clock::Timer;
use super::in_flight::InFlight;
use super::limits::{SearchControl, SearchLimits};
use super::ordering::{History, Killers};
use super::path::Path;
use super::report::Margins;
use super::tables::Tables;
use super::{SearchOptions, Searcher};
use crate::eval::Weights;
use crate::moves::Move;
use crate::position::Position;
use crate::table::Table;

/// The greatest distance from the root that a search reaches.
pub(super) const MAX_PLY: usize = 128;

/// Positions between two looks at the clock and the stop signal.
const CHECK_INTERVAL: u64 = 1024;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a SearchControl,
    pub(super) timer: Timer,
    pub(super) limits: &'a SearchLimits,
    pub(super) options: SearchOptions,
    pub(super) tables: Option<Tables<'a>>,
    pub(super) weights: &'a Weights,
    /// With several threads: what each is at.
    pub(super) in_flight: Option<InFlight>,
    /// Whether there are more searching threads than cores, so that they have to make way for whoever
    /// brings a `stop`.
    is_crowded: bool,
    /// Positions searched, as far as the threads have told.
    nodes: AtomicU64,
    /// Set when the main thread is done, for the others.
    finished: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        searcher: &'a Searcher,
        control: &'a SearchControl,
        timer: Timer,
        limits: &'a SearchLimits,
        tables: Option<Tables<'a>>,
    ) -> Self {
        Self {
            table: &searcher.table,
            control,
            timer,
            limits,
            options: searcher.options,
            tables,
            weights: &searcher.weights,
            in_flight: (searcher.options.threads > 1).then(InFlight::new),
            is_crowded: searcher.options.threads > searcher.cores,
            nodes: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }
}

/// The moves of a line, the nearest first.
pub(super) type Variation = ArrayVec<Move, MAX_PLY>;

/// The state of one searching thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) path: Path,
    pub(super) history: History,
    pub(super) killers: [Killers; MAX_PLY],
    /// The best line found from each ply on.
    pub(super) variations: Vec<Variation>,
    pub(super) selective_depth: usize,
    /// Set once the search has to end; scores are meaningless from then on.
    pub(super) stopped: bool,
    /// What has been proven of the root.
    pub(super) margins: Margins,
    /// The thread that reports, and whose end ends the search.
    pub(super) is_main: bool,
    /// Only a node limit ends the first iteration, so that there is a move to make.
    pub(super) first_iteration: bool,
    pub(super) nodes: u64,
    told_nodes: u64,
    next_check: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, position: &Position, history: &[Position]) -> Self {
        Self {
            shared,
            path: Path::new(position, history),
            history: History::new(),
            killers: [Killers::default(); MAX_PLY],
            variations: vec![Variation::new(); MAX_PLY + 1],
            selective_depth: 0,
            stopped: false,
            margins: Margins::ALL,
            is_main: true,
            first_iteration: true,
            nodes: 0,
            told_nodes: 0,
            next_check: 0,
        }
    }

    /// Positions searched by all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.told_nodes
    }

    /// Whether a part of the search that is to end at a count of positions has to end.
    pub(super) const fn has_reached(&self, end: u64) -> bool {
        self.stopped || self.nodes >= end
    }

    /// Counts a position; false if the search has to end instead.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        true
    }

    #[cold]
    fn check_limits(&mut self) {
        let told = self.nodes - self.told_nodes;
        let total = self.shared.nodes.fetch_add(told, Ordering::Relaxed) + told;
        self.told_nodes = self.nodes;
        self.next_check = self.nodes + CHECK_INTERVAL;
        if let Some(limit) = self.shared.limits.nodes {
            let left = limit.saturating_sub(total);
            self.stopped |= left == 0;
            let share = left.div_ceil(self.shared.options.threads.max(1) as u64);
            self.next_check = self.next_check.min(self.nodes + share);
        }
        if self.shared.is_crowded {
            thread::yield_now();
        }
        if !self.first_iteration {
            self.stopped |= self.shared.is_finished()
                || self.shared.control.is_stopped()
                || self.shared.timer.is_over(self.shared.control);
        }
    }

    /// Makes `mv` followed by the best line of the next ply the best line of `ply`.
    pub(super) fn extend_variation(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.variations.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(after[0].iter().copied().take(room));
    }
}
