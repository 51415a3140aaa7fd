//! `jarmo tablebase play`: the engine plays on from positions of known value, with the tables, against itself.
//!
//! Neither side may end worse than what the tables have assured it of, in the first position or in any
//! later one of the game: a side that does has let a value slip, or has not carried a win home.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
use jarmo_engine::tablebase::file::Content;
use jarmo_engine::tablebase::{Tablebase, Value};
use jarmo_engine::{Game, Move, Position, Side};

use super::super::error::Error;
use super::super::table::grouped;
use super::args::PlayOnArgs;
use super::folder;
use super::sample::{self, Limit, Sample, Samples};
use super::{interrupt_signal, threads};

/// A game that is longer has no end, and counts 0.
const MOST_PLIES: usize = 1_000;

/// How a game went.
#[derive(Debug)]
struct Played {
    plies: usize,
    /// The game, if a side slipped: there may be too many to keep all.
    slipped: Option<Game>,
    /// The final margin of each side.
    margins: [i32; 2],
    /// By how much each side ended better than the value of the first position.
    gains: [i32; 2],
    /// The most that each side was sure of in the course of the game, if it ended worse.
    slips: [Option<Promise>; 2],
}

/// What the tables assure a side of.
#[derive(Clone, Copy, Debug)]
struct Promise {
    value: i32,
    /// Whether the value is but the sign of the margin.
    is_outcome: bool,
    /// The ply before which it was given.
    ply: usize,
}

impl Promise {
    /// How much better than this `margin` is.
    fn gain(self, margin: i32) -> i32 {
        let margin = if self.is_outcome {
            margin.signum()
        } else {
            margin
        };
        margin - self.value
    }
}

pub(super) fn run(args: &PlayOnArgs, out: &mut dyn Write) -> Result<(), Error> {
    let rules = args.tables.variant;
    let tables = Arc::new(folder::open_alone(args.tables.path.as_deref())?);
    let layers = folder::layers(&tables, rules, &args.layer)?;
    let interrupted = interrupt_signal()?;
    let samples = Samples::take(
        &tables,
        rules,
        &layers,
        args.games as usize,
        args.seed,
        &interrupted,
    )?;
    let limit = args
        .nodes
        .map_or(Limit::Milliseconds(args.movetime), Limit::Nodes);
    let players = || -> Result<[Searcher; 2], Error> {
        let mut players = [sample::searcher(args.hash)?, sample::searcher(args.hash)?];
        for player in &mut players {
            player.tablebase = Some(Arc::clone(&tables));
        }
        Ok(players)
    };
    let games = sample::do_each(
        "playing games",
        &samples.taken,
        threads(args.threads),
        &interrupted,
        players,
        |players, sample| play(players, &tables, &limit.of_search(), sample),
    )?;
    folder::warn_of_faults(&tables);
    let slips = write(&games, limit, out)?;
    if interrupted.load(Ordering::Relaxed) {
        let [done, all] = [games.len(), samples.taken.len()].map(|count| grouped(count as u64));
        let text = format!("interrupted after {done} of {all} games");
        return Err(Error::Interrupted(text));
    }
    if slips > 0 {
        let slips = grouped(slips as u64);
        let text = format!("{slips} times a side ended worse than the tables had assured it of");
        return Err(Error::System(text));
    }
    Ok(())
}

fn play(
    players: &mut [Searcher; 2],
    tables: &Tablebase,
    limits: &SearchLimits,
    sample: &Sample,
) -> Result<Played, Error> {
    players.iter_mut().for_each(Searcher::clear);
    let mut game = Game::new(sample.position);
    let mut promises: Vec<[Option<Promise>; 2]> = Vec::new();
    while game.ending().is_none() && promises.len() < MOST_PLIES {
        let position = *game.position();
        promises.push(promises_of(tables, &position, promises.len()));
        let player = &mut players[position.side_to_move() as usize];
        let control = SearchControl::new();
        let outcome = player.search(&position, game.history(), limits, &control, &mut |_| ());
        let best = outcome.best_move();
        let best = best.ok_or_else(|| Error::System(format!("no move was found in {position}")))?;
        game.play(best)
            .map_err(|error| Error::System(format!("{error} in {position}")))?;
    }
    let white = match game.ending() {
        Some(_) => {
            let [white, black] = game.points();
            white - black
        }
        None => 0,
    };
    let margins = [white, -white];
    let gains = Side::BOTH.map(|side| {
        let first = promises[0][side as usize].expect("a sample's value is exact");
        first.gain(margins[side as usize])
    });
    let slips = Side::BOTH.map(|side| {
        let given = promises.iter().filter_map(|both| both[side as usize]);
        let broken = given.filter(|it| it.gain(margins[side as usize]) < 0);
        broken.min_by_key(|it| (it.gain(margins[side as usize]), it.ply))
    });
    Ok(Played {
        plies: game.moves().len(),
        slipped: slips.iter().any(Option::is_some).then_some(game),
        margins,
        gains,
        slips,
    })
}

/// What each side is sure of in `position`.
fn promises_of(tables: &Tablebase, position: &Position, ply: usize) -> [Option<Promise>; 2] {
    let Some(value) = tables.probe(position) else {
        return [None; 2];
    };
    let promise = |value: Value| {
        value.is_at_least.then_some(Promise {
            value: value.margin,
            is_outcome: value.content == Content::Outcome,
            ply,
        })
    };
    let of_mover = promise(value);
    let of_opponent = promise(value.reversed());
    match position.side_to_move() {
        Side::White => [of_mover, of_opponent],
        Side::Black => [of_opponent, of_mover],
    }
}

/// Writes how the games ended; the number of slips.
fn write(games: &[Played], limit: Limit, out: &mut dyn Write) -> Result<usize, Error> {
    let count = grouped(games.len() as u64);
    let plies: usize = games.iter().map(|it| it.plies).sum();
    let average = plies as f64 / games.len().max(1) as f64;
    writeln!(
        out,
        "{count} games at {limit} a move, {average:.1} plies on average"
    )?;
    writeln!(
        out,
        "ended    better   equal   worse  than the tables' value"
    )?;
    for side in Side::BOTH {
        let gains = || games.iter().map(|it| it.gains[side as usize]);
        let better = gains().filter(|&gain| gain > 0).count();
        let equal = gains().filter(|&gain| gain == 0).count();
        let worse = gains().filter(|&gain| gain < 0).count();
        let [better, equal, worse] = [better, equal, worse].map(|count| grouped(count as u64));
        let side = side.to_string();
        writeln!(out, "{side:<6} {better:>8} {equal:>7} {worse:>7}")?;
    }
    let mut slips = 0;
    for played in games {
        let Some(game) = &played.slipped else {
            continue;
        };
        for side in Side::BOTH {
            if let Some(promise) = played.slips[side as usize] {
                slips += 1;
                let margin = played.margins[side as usize];
                write_slip(game, side, margin, promise, out)?;
            }
        }
    }
    out.flush()?;
    Ok(slips)
}

fn write_slip(
    game: &Game,
    side: Side,
    margin: i32,
    promise: Promise,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let Promise { value, ply, .. } = promise;
    let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
    let given_in = game.history().get(ply).unwrap_or(game.position());
    writeln!(
        out,
        "{side} ends with {margin:+}, and was sure of {value:+} at ply {ply}, {given_in}",
    )?;
    writeln!(out, "    from {}: {}", game.start(), moves.join(" "))?;
    Ok(())
}
