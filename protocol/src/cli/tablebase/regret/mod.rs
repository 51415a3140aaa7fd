//! `jarmo tablebase regret`: what the moves of a search without tables cost, by the tables.
//!
//! The regret of a move is the value of the position less that of the move, in points of the final margin.

mod tally;
mod text;

use std::io::Write;
use std::sync::atomic::Ordering;

use jarmo_engine::Move;
use jarmo_engine::search::{SearchControl, Searcher};
use jarmo_engine::tablebase::file::Content;
use jarmo_engine::tablebase::{Layer, Tablebase, Value};
use serde::Serialize;

use super::super::error::Error;
use super::super::table::grouped;
use super::args::RegretArgs;
use super::folder;
use super::sample::{self, Limit, Sample, Samples};
use super::{interrupt_signal, threads};
use tally::Tally;

/// What a search chose in a sample.
#[derive(Debug)]
struct Choice {
    sample: Sample,
    /// The move under each limit, and what it is worth to the player who makes it.
    moves: Vec<(Move, Option<Value>)>,
}

/// The regret in one layer, or in all of them, under one limit.
#[derive(Debug, Serialize)]
struct Regret {
    #[serde(rename = "type")]
    kind: &'static str,
    variant: &'static str,
    /// `None` for all layers together.
    layer: Option<u8>,
    #[serde(flatten)]
    limit: Limit,
    #[serde(flatten)]
    tally: Tally,
    /// Positions that were passed over when the samples were taken.
    not_exact: u64,
}

pub(super) fn run(args: &RegretArgs, out: &mut dyn Write) -> Result<(), Error> {
    let rules = args.tables.variant;
    let tables = folder::open_alone(args.tables.path.as_deref())?;
    let layers = layers_with_margins(&tables, args)?;
    let limits = limits(args);
    let interrupted = interrupt_signal()?;
    let samples = Samples::take(
        &tables,
        rules,
        &layers,
        args.positions as usize,
        args.seed,
        &interrupted,
    )?;
    let choices = sample::do_each(
        "choosing moves",
        &samples.taken,
        threads(args.threads),
        &interrupted,
        || sample::searcher(args.hash),
        |searcher, sample| choose(searcher, &tables, &limits, sample),
    )?;
    folder::warn_of_faults(&tables);
    let mut rows = Vec::new();
    for (number, &limit) in limits.iter().enumerate() {
        let several = (layers.len() > 1).then_some(None);
        for layer in layers.iter().copied().map(Some).chain(several) {
            let is_meant = |other| layer.is_none_or(|layer: Layer| layer == other);
            let choices = choices.iter().filter(|it| is_meant(it.sample.layer));
            let passed_over = samples.not_exact.iter().filter(|(it, _)| is_meant(*it));
            rows.push(Regret {
                kind: "regret",
                variant: rules.name(),
                layer: layer.map(Layer::weight),
                limit,
                tally: Tally::of(&tables, choices, number)?,
                not_exact: passed_over.map(|(_, count)| count).sum(),
            });
        }
    }
    if args.json {
        for row in &rows {
            writeln!(out, "{}", serde_json::to_string(row).expect("plain fields"))?;
        }
    } else {
        text::write(&rows, out)?;
    }
    if interrupted.load(Ordering::Relaxed) {
        let [done, all] = [choices.len(), samples.taken.len()].map(|count| grouped(count as u64));
        let text = format!("interrupted after {done} of {all} positions");
        return Err(Error::Interrupted(text));
    }
    Ok(())
}

fn limits(args: &RegretArgs) -> Vec<Limit> {
    if args.movetime.is_empty() {
        args.nodes.iter().copied().map(Limit::Nodes).collect()
    } else {
        let times = args.movetime.iter().copied();
        times.map(Limit::Milliseconds).collect()
    }
}

/// The layers that are meant, of which margins must be known.
fn layers_with_margins(tables: &Tablebase, args: &RegretArgs) -> Result<Vec<Layer>, Error> {
    let rules = args.tables.variant;
    let mut layers = folder::layers(tables, rules, &args.layer)?;
    let has_margins = |&layer: &Layer| {
        let mut tables = tables.layers(rules);
        tables.any(|table| table.layer == layer && table.content != Content::Outcome)
    };
    if args.layer.is_empty() {
        layers.retain(has_margins);
    }
    match layers.iter().find(|layer| !has_margins(layer)) {
        Some(layer) => Err(Error::System(format!(
            "the table of layer {layer} of {rules} tells only who wins; expected one with margins"
        ))),
        None if layers.is_empty() => Err(Error::System(format!(
            "no table of {rules} with margins; expected some from 'jarmo tablebase build'"
        ))),
        None => Ok(layers),
    }
}

/// Lets a search without tables choose a move under each limit, each time from an empty table.
fn choose(
    searcher: &mut Searcher,
    tables: &Tablebase,
    limits: &[Limit],
    sample: &Sample,
) -> Result<Choice, Error> {
    let position = &sample.position;
    let mut moves = Vec::with_capacity(limits.len());
    for limit in limits {
        searcher.clear();
        let limits = limit.of_search();
        let outcome = searcher.search(position, &[], &limits, &SearchControl::new(), &mut |_| ());
        let best = outcome.best_move();
        let best = best.ok_or_else(|| Error::System(format!("no move was found in {position}")))?;
        moves.push((best, tables.probe_move(position, best)));
    }
    Ok(Choice {
        sample: *sample,
        moves,
    })
}
