//! Results in words, the same in the protocol and on the command line.

use jarmo_engine::board::goal_row;
use jarmo_engine::search::{Line, Source};
use jarmo_engine::tablebase::Value;
use jarmo_engine::tablebase::file::Content;
use jarmo_engine::{Ending, Game, Position, Score, Side};

/// `proven: White wins by 3 in 9 plies`, followed by `, or by more` where a larger margin is not
/// excluded, even if the score is an estimate; `proven: draw`; `tablebase: …` where a table knows no distance.
/// `None` while nothing is sure. `side` is the player to move.
#[must_use]
pub fn proven(line: &Line, side: Side) -> Option<String> {
    let Some(proven) = line.forced_result() else {
        return line.proven_by.map(|_| "proven: draw".to_owned());
    };
    let winner = if proven.margin > 0 { side } else { !side };
    let is_of_table = line.score.proven() == Some(proven)
        && !proven.has_distance()
        && line.proven_by != Some(Source::Search);
    let source = if is_of_table { "tablebase" } else { "proven" };
    let margin = proven.margin.abs();
    let way = match proven.plies {
        0 | Score::MAX_PLIES => String::new(),
        1 => " in 1 ply".to_owned(),
        plies => format!(" in {plies} plies"),
    };
    let is_open = line.proven_by.is_none() && proven.plies > 0;
    let rest = if is_open { ", or by more" } else { "" };
    Some(format!("{source}: {winner} wins by {margin}{way}{rest}"))
}

/// What a table tells of a position: `proven: draw`, `tablebase: White wins by 3`; `side` is the player to move.
#[must_use]
pub fn known(value: Value, side: Side) -> String {
    let is_proven = value.is_exact() && (value.margin == 0 || value.plies.is_some());
    let source = if is_proven { "proven" } else { "tablebase" };
    format!("{source}: {}", value_in_words(value, side))
}

/// `White wins by 3 in 9 plies`, `draw`; or how much of that is sure; `side` is the player to move.
#[must_use]
pub fn value_in_words(value: Value, side: Side) -> String {
    let (winner, is_sure) = match value.margin {
        1.. => (side, value.is_at_least),
        0 if value.is_at_least => (side, true),
        0 => (!side, value.is_at_most),
        ..0 => (!side, value.is_at_most),
    };
    let margin = value.margin.abs();
    let plies = match value.plies {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    match (value.is_exact(), is_sure) {
        (true, _) if margin == 0 => "draw".to_owned(),
        (true, _) if value.content == Content::Outcome => format!("{winner} wins"),
        (true, _) => format!("{winner} wins by {margin}{plies}"),
        (false, true) if margin == 0 => format!("at least a draw for {winner}"),
        (false, true) => format!("{winner} wins by {margin} or more"),
        (false, false) if margin == 0 => "draw (estimate)".to_owned(),
        (false, false) => format!("{winner} wins by {margin}{plies} (estimate)"),
    }
}

/// What a line says about the game: who is ahead and by how much, or who wins.
#[must_use]
pub fn verdict(line: &Line, side: Side) -> String {
    if let Some(result) = proven(line, side) {
        return result;
    }
    let hundredths = line.score.hundredths();
    let tenths = (hundredths.abs() + 5) / 10;
    if tenths == 0 {
        return "Even".to_owned();
    }
    let leader = if hundredths > 0 { side } else { !side };
    let points = format!("{}.{}", tenths / 10, tenths % 10);
    format!("{leader} is ahead by about {points} points")
}

/// How the game ended and why, or `None` while it goes on.
#[must_use]
pub fn ending(game: &Game) -> Option<String> {
    let ending = game.ending()?;
    let position = game.position();
    let reason = match ending {
        Ending::Complete => {
            let side = if is_complete(position, Side::White) {
                Side::White
            } else {
                Side::Black
            };
            format!("{side} has no archer outside the goal row")
        }
        Ending::Stuck => format!("{} has no legal move", position.side_to_move()),
        Ending::Repetition => {
            return Some("draw: the position has occurred three times".to_owned());
        }
    };
    let [white, black] = game.points();
    let result = match white - black {
        1.. => format!("White wins {white} to {black}"),
        0 => format!("draw, {white} to {black}"),
        ..0 => format!("Black wins {black} to {white}"),
    };
    Some(format!("{result}: {reason}"))
}

fn is_complete(position: &Position, side: Side) -> bool {
    (position.archers(side) - goal_row(side)).is_empty()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jarmo_engine::RuleSet;
    use jarmo_engine::search::{Bound, Margins};

    use super::*;

    fn line(score: Score, proven_by: Option<Source>) -> Line {
        Line {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score,
            bound: Bound::Exact,
            proven_by,
            margins: Margins::ALL,
            nodes: 1,
            elapsed: Duration::ZERO,
            hash_full: 0,
            tablebase_hits: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn proven_results_name_the_winner() {
        let far = Score::without_distance(-3);
        let (search, table) = (Some(Source::Search), Some(Source::Tablebase));
        let (white, black) = (Side::White, Side::Black);
        for (score, proven_by, side, words) in [
            (
                Score::ended(3, 9),
                search,
                white,
                "proven: White wins by 3 in 9 plies",
            ),
            (
                Score::ended(-3, 9),
                search,
                white,
                "proven: Black wins by 3 in 9 plies",
            ),
            (
                Score::ended(-3, 9),
                None,
                white,
                "proven: Black wins by 3 in 9 plies, or by more",
            ),
            (
                Score::ended(-1, 1),
                search,
                black,
                "proven: White wins by 1 in 1 ply",
            ),
            (Score::ended(2, 0), None, black, "proven: Black wins by 2"),
            (Score::DRAW, search, black, "proven: draw"),
            (far, search, black, "proven: White wins by 3"),
            (far, table, black, "tablebase: White wins by 3"),
            (far, None, black, "tablebase: White wins by 3, or by more"),
        ] {
            let line = line(score, proven_by);
            assert_eq!(proven(&line, side).as_deref(), Some(words));
            assert_eq!(verdict(&line, side), words);
        }
        assert_eq!(proven(&line(Score::DRAW, None), Side::White), None);
        for (least, most, words) in [
            (2, 10, Some("proven: Black wins by 2, or by more")),
            (-10, -1, Some("proven: White wins by 1, or by more")),
            (0, 3, None),
        ] {
            let line = Line {
                margins: Margins { least, most },
                ..line(Score::estimate(300), None)
            };
            assert_eq!(proven(&line, Side::Black).as_deref(), words);
        }
        let more_is_sure = Line {
            margins: Margins { least: 3, most: 10 },
            ..line(Score::ended(1, 9), None)
        };
        let words = proven(&more_is_sure, Side::White);
        assert_eq!(
            words.as_deref(),
            Some("proven: White wins by 3, or by more")
        );
    }

    #[test]
    fn values_of_tables_tell_what_is_sure() {
        for (margin, plies, flags, words) in [
            (3, Some(9), (true, true), "White wins by 3 in 9 plies"),
            (-1, Some(1), (true, true), "Black wins by 1 in 1 ply"),
            (-2, None, (true, true), "Black wins by 2"),
            (0, None, (true, true), "draw"),
            (2, Some(9), (true, false), "White wins by 2 or more"),
            (
                2,
                Some(9),
                (false, true),
                "White wins by 2 in 9 plies (estimate)",
            ),
            (-2, Some(9), (false, true), "Black wins by 2 or more"),
            (-2, None, (true, false), "Black wins by 2 (estimate)"),
            (0, None, (true, false), "at least a draw for White"),
            (0, None, (false, true), "at least a draw for Black"),
            (0, None, (false, false), "draw (estimate)"),
        ] {
            let value = Value {
                margin,
                plies,
                is_at_least: flags.0,
                is_at_most: flags.1,
                content: Content::Margin,
            };
            assert_eq!(value_in_words(value, Side::White), words);
        }
        let won = Value {
            margin: 1,
            plies: None,
            is_at_least: true,
            is_at_most: true,
            content: Content::Outcome,
        };
        assert_eq!(known(won, Side::Black), "tablebase: Black wins");
    }

    #[test]
    fn estimates_are_rounded_to_tenths_of_a_point() {
        for (hundredths, side, words) in [
            (80, Side::White, "White is ahead by about 0.8 points"),
            (-84, Side::White, "Black is ahead by about 0.8 points"),
            (-85, Side::Black, "White is ahead by about 0.9 points"),
            (123, Side::Black, "Black is ahead by about 1.2 points"),
            (5, Side::White, "White is ahead by about 0.1 points"),
            (4, Side::White, "Even"),
            (-4, Side::White, "Even"),
            (0, Side::Black, "Even"),
        ] {
            assert_eq!(
                verdict(&line(Score::estimate(hundredths), None), side),
                words
            );
        }
    }

    #[test]
    fn endings_name_result_and_reason() {
        for (text, words) in [
            ("aaaaa/5/5/5/AAAAA w", None),
            (
                "2A1A/5/1+A3/5/aA+aA1 w",
                Some("White wins 7 to 4: Black has no archer outside the goal row"),
            ),
            (
                "A4/5/5/5/5 b",
                Some("White wins 2 to 0: White has no archer outside the goal row"),
            ),
            (
                "A4/5/5/5/a4 b",
                Some("draw, 2 to 2: White has no archer outside the goal row"),
            ),
        ] {
            let position = Position::parse(text, RuleSet::Jarmo).unwrap();
            assert_eq!(ending(&Game::new(position)).as_deref(), words);
        }
        let mut game = Game::new(Position::start(RuleSet::Jarmo));
        let round = "d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4 ".repeat(2);
        for text in format!("a1b3 b5d4 {round}").split_whitespace() {
            game.play(text.parse().unwrap()).unwrap();
        }
        assert_eq!(
            ending(&game).as_deref(),
            Some("draw: the position has occurred three times")
        );
    }
}
