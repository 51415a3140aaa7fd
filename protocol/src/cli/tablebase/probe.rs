//! `jarmo tablebase probe`: what the tables know of a position and its moves.

use std::io::Write;

use jarmo_engine::tablebase::{Tablebase, Value};
use jarmo_engine::{Game, Side};
use jarmo_protocol::words;

use super::super::error::Error;
use super::super::table::ending;
use super::args::ProbeArgs;
use super::folder;

pub(super) fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.start.game()?;
    let tables = folder::open(args.path.as_deref())?;
    if let Some(ending) = ending(&game) {
        writeln!(out, "{ending}")?;
        return Ok(());
    }
    show(&game, &tables, out)
}

fn show(game: &Game, tables: &Tablebase, out: &mut dyn Write) -> Result<(), Error> {
    let position = game.position();
    let side = position.side_to_move();
    writeln!(out, "{position}: {}", told(tables.probe(position), side))?;
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, tables.probe_move(position, mv)))
        .collect();
    moves.sort_by(|(_, a), (_, b)| match (a, b) {
        (Some(a), Some(b)) => b.compare(*a),
        _ => b.is_some().cmp(&a.is_some()),
    });
    for (mv, value) in moves {
        writeln!(out, "{:<8} {}", mv.to_string(), told(value, side))?;
    }
    Ok(())
}

/// What a value means, `side` being to move.
fn told(value: Option<Value>, side: Side) -> String {
    value.map_or_else(
        || "not in the tables".to_owned(),
        |value| words::value_in_words(value, side),
    )
}
