//! Answers that need a game and nothing more: they come at once, also during a search.

use std::fmt::Write as _;

use jarmo_engine::board::goal_row;
use jarmo_engine::eval::evaluate;
use jarmo_engine::{Game, Position, Side};

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

/// The answer to `eval`: what can be counted, and what the network makes of it, in points for White.
///
/// Its hidden units have no names, so there is no account of the estimate by causes.
pub(super) fn evaluation(position: &Position) -> String {
    let mut text = format!("{:<28} white  black", "");
    let mut count = |name: &str, of: &dyn Fn(Side) -> u32| {
        let [white, black] = Side::BOTH.map(of);
        let _ = write!(text, "\n{name:<28} {white:5}  {black:5}");
    };
    let on_goal_row = |side| position.archers(side) & goal_row(side);
    count("points", &|side| position.points(side) as u32);
    count("archers on the goal row", &|side| on_goal_row(side).len());
    count("other archers", &|side| {
        (position.archers(side) - goal_row(side)).len()
    });
    count("captured archers", &|side| position.hand(side));
    count("marked archers", &|side| position.marked(side).len());
    count("archers that may re-enter", &|side| {
        let marked = on_goal_row(side) & position.marked(side);
        marked.len().min(position.hand(side))
    });
    let estimate = evaluate(position);
    let for_white = match position.side_to_move() {
        Side::White => estimate,
        Side::Black => -estimate,
    };
    text + &format!("\nEvaluation: {for_white} points for White")
}
