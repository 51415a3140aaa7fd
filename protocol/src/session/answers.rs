//! Answers that need a game and nothing more: they come at once, also during a search.

use std::fmt::Write as _;

use jarmo_engine::eval::{Feature, Recording, WEIGHTS};
use jarmo_engine::{Game, Position, Score, Side};

use crate::command::Query;
use crate::{diagram, info, words};

/// The answer to `query`.
pub(super) fn query(game: &Game, query: &Query) -> String {
    let position = game.position();
    let answer = match query {
        Query::FirstPlayersTurn => (position.side_to_move() == Side::White).to_string(),
        Query::GameOver => game.ending().is_some().to_string(),
        Query::Result => match game.winner() {
            None => "none",
            Some(None) => "draw",
            Some(Some(Side::White)) => "p1win",
            Some(Some(Side::Black)) => "p2win",
        }
        .to_owned(),
        Query::Moves => match position.legal_moves() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => info::moves(&moves),
        },
        Query::Position => position.to_string(),
        Query::Points => {
            let [white, black] = game.points();
            format!("{white} {black}")
        }
        Query::IsLegal(mv) => position.parse_move(mv).is_ok().to_string(),
    };
    format!("response {answer}")
}

/// The answer to `d`: the board, the position string, its key, and what may be played.
pub(super) fn display(game: &Game) -> String {
    let position = game.position();
    let state = match words::ending(game) {
        Some(ending) => format!("game over, {ending}"),
        None => format!("{} to move", position.side_to_move()),
    };
    format!(
        "{}\n\nPosition: {position}\nRules: {}\nKey: {:016X}\nState: {state}\nMoves: {}",
        diagram::text(position).trim_end(),
        position.rules(),
        position.key(),
        match position.legal_moves() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => info::moves(&moves),
        },
    )
}

/// The answer to `eval`: every feature that holds, and the sum in points for White.
pub(super) fn evaluation(position: &Position) -> String {
    let recording = Recording::of(position);
    let mut text = format!("{:<44} white  black  weight     sum", "feature");
    for feature in Feature::all() {
        let [white, black] = recording.counts(feature);
        if (white, black) == (0, 0) {
            continue;
        }
        let weight = WEIGHTS[feature];
        let sum = Score::estimate((white - black) * i32::from(weight));
        let name = feature.name();
        let _ = write!(
            text,
            "\n{name:<44} {white:5}  {black:5}  {weight:6}  {sum:>6}"
        );
    }
    let sum = Score::estimate(recording.sum(&WEIGHTS));
    text + &format!("\nEvaluation: {sum} points for White")
}
