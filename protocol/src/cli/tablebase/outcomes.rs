//! The layers that are too large for margins: who wins, with planes of one bit a position beside the tables.
//!
//! Four questions are answered for every position, one after the other: what either side wins for sure, and what it
//! possibly wins, however the to-and-fro rule is taken. Their planes stay in a folder of work files, since the
//! next layer needs them; it may be removed when no further layer is to be built. Without the to-and-fro rule two
//! questions are enough, but the answers are not those of the whole game: no table is made of them.

use std::sync::atomic::Ordering;
use std::time::Instant;

use jarmo_engine::tablebase::Layer;
use jarmo_engine::tablebase::file::WriteOptions;
use jarmo_engine::tablebase::threshold::{Counts, Goal, Runs, Store, Tables, Verdicts};
use jarmo_engine::{Position, Side};

use super::super::error::Error;
use super::super::table::grouped;
use super::build::{Build, unusable};
use super::progress::Progress;
use super::question::{Answering, failed};
use super::{folder, is_below};

impl Build<'_> {
    /// Solves a layer for outcomes and writes its table.
    pub(super) fn build_outcomes(&mut self, layer: Layer) -> Result<(), Error> {
        let work = self.folder.join(format!("{}-work", self.rules));
        let store = Store::open(work).map_err(|error| failed(&error))?;
        let verdicts = Verdicts {
            store: &store,
            rules: self.rules,
            with_runs: self.with_runs,
        };
        let tables = Tables::new();
        for goal in verdicts.goals() {
            self.find_planes(goal, layer, &store, &tables)?;
        }
        if self.with_runs {
            self.write_outcomes(verdicts, layer)?;
        } else {
            self.tell_outcomes(verdicts, layer, &tables)?;
        }
        if layer == Layer::HIGHEST {
            for beginner in Side::BOTH {
                self.tell_start(verdicts, beginner)?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn write_outcomes(&mut self, verdicts: Verdicts<'_>, layer: Layer) -> Result<(), Error> {
        let path = self.path(layer);
        let progress = Progress::of_writing(&path);
        let options = WriteOptions {
            threads: self.threads,
            ..WriteOptions::default()
        };
        let written = verdicts.write(&path, layer, options, &mut |done, all| {
            progress.count(done, all);
        });
        progress.finish();
        let size = written.map_err(|error| Error::System(error.to_string()))?;
        writeln!(self.out, "{}: {} bytes", path.display(), grouped(size))?;
        Ok(())
    }

    fn tell_outcomes(
        &mut self,
        verdicts: Verdicts<'_>,
        layer: Layer,
        tables: &Tables,
    ) -> Result<(), Error> {
        for mover in Side::BOTH {
            let progress =
                Progress::of_counting(&format!("counting layer {layer}, {mover} to move"));
            let mut sum = Counts::default();
            let mut looked_at = 0;
            for class in layer.classes() {
                if self.interrupted.load(Ordering::Relaxed) {
                    progress.finish();
                    return Err(Error::Interrupted(format!(
                        "interrupted in counting layer {layer}"
                    )));
                }
                let counts = verdicts.count(class, mover, tables);
                sum += counts.map_err(|error| failed(&error))?;
                looked_at += class.size();
                progress.count(looked_at as usize, layer.size() as usize);
            }
            progress.finish();
            let [won, drawn, lost] = [sum.won, sum.drawn, sum.lost].map(grouped);
            writeln!(
                self.out,
                "layer {layer}, {mover} to move, without the to-and-fro rule: {won} won, {drawn} drawn, {lost} lost"
            )?;
        }
        Ok(())
    }

    /// Tells who wins from the start of the game and after each first move.
    fn tell_start(&mut self, verdicts: Verdicts<'_>, beginner: Side) -> Result<(), Error> {
        let start = Position::start_of(self.rules, beginner);
        let moves = start.legal_moves();
        let after = moves.iter().map(|&mv| start.play(mv));
        let positions: Vec<Position> = std::iter::once(start).chain(after).collect();
        let outcomes = verdicts.outcomes_of(&positions);
        let outcomes = outcomes.map_err(|error| failed(&error))?;
        let (start, after) = outcomes.split_first().expect("the start is asked for");
        let word = |outcome: Option<i32>| match outcome {
            Some(1) => "won",
            Some(0) => "drawn",
            Some(_) => "lost",
            None => "unsettled",
        };
        write!(self.out, "{beginner} to begin: {};", word(*start))?;
        for (mv, outcome) in moves.iter().zip(after) {
            let outcome = outcome.map(i32::wrapping_neg);
            write!(self.out, " {mv} {}", word(outcome))?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// Has the planes of a layer in `store`: out of the table of margins, or else solved, if they are not there yet.
    fn find_planes(
        &mut self,
        goal: Goal,
        layer: Layer,
        store: &Store,
        tables: &Tables,
    ) -> Result<(), Error> {
        if store.is_finished(goal, layer) {
            return Ok(());
        }
        if layer < self.outcomes_from {
            let solved = folder::solved_layer(&self.folder, self.rules, layer)
                .map_err(|error| unusable(&error))?;
            return store
                .import(goal, &solved, tables)
                .map_err(|error| failed(&error));
        }
        for lower in Layer::all().filter(|&lower| is_below(lower, layer)) {
            self.find_planes(goal, lower, store, tables)?;
        }
        self.solve_planes(goal, layer, store, tables)
    }

    fn solve_planes(
        &mut self,
        goal: Goal,
        layer: Layer,
        store: &Store,
        tables: &Tables,
    ) -> Result<(), Error> {
        let what = match goal.runs {
            Runs::Ignored => "wins without the to-and-fro rule",
            Runs::AgainstProver => "surely wins",
            Runs::AgainstOpponent => "possibly wins",
        };
        let question = format!("layer {layer}: where {} {what}", goal.prover);
        let began = Instant::now();
        let answering = Answering {
            store,
            tables,
            threads: self.threads,
            save_every: self.save_every,
            interrupted: &self.interrupted,
        };
        answering.solve(goal, layer, &question)?;
        let seconds = began.elapsed().as_secs_f64();
        writeln!(self.out, "{question}: {seconds:.1} s")?;
        Ok(self.out.flush()?)
    }
}
