//! What a search tells, as lines of the protocol.
//!
//! Pure formatting: when a line is written is the session's business.

use jarmo_engine::search::{Bound, Line};
use jarmo_engine::{Move, Score};

use crate::command::Dialect;

/// How likely a win is at an estimated margin: a logistic curve in hundredths of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// The estimate at which every other game is won.
    pub even_chance: f64,
    /// How much more makes the odds e times as good.
    pub scale: f64,
}

/// The model behind `wdl`.
///
/// Provisional: a lead of a point wins about two games of three. To be fitted to games
/// of the engine against itself.
pub const WIN_MODEL: WinModel = WinModel {
    even_chance: 50.0,
    scale: 80.0,
};

impl WinModel {
    /// Wins, draws and losses in a thousand games of the player to move.
    #[must_use]
    pub fn chances(&self, score: Score) -> [u32; 3] {
        if let Some(proven) = score.proven() {
            return if proven.margin > 0 {
                [1000, 0, 0]
            } else {
                [0, 0, 1000]
            };
        }
        let lead = f64::from(score.hundredths());
        let win = |lead: f64| 1000.0 / (1.0 + ((self.even_chance - lead) / self.scale).exp());
        let (wins, losses) = (win(lead).round() as u32, win(-lead).round() as u32);
        [wins, 1000 - wins - losses, losses]
    }
}

/// What the session decides about the form of `info` lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether distances are moves (UCI) or plies (UGI).
    pub dialect: Dialect,
    /// Whether chances follow the score.
    pub show_wdl: bool,
}

/// `info depth 9 seldepth 14 multipv 1 score cp 35 nodes …` for a line of a search.
#[must_use]
pub fn line(line: &Line, style: Style) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth,
        line.selective_depth,
        line.rank,
        score(line.score, style.dialect),
    );
    text += match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if style.show_wdl {
        let [wins, draws, losses] = WIN_MODEL.chances(line.score);
        text += &format!(" wdl {wins} {draws} {losses}");
    }
    text += &format!(
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        line.nodes,
        line.nodes_per_second(),
        line.hash_full,
        line.tablebase_hits,
        line.elapsed.as_millis(),
    );
    if !line.moves.is_empty() {
        text += " pv ";
        text += &moves(&line.moves);
    }
    text
}

/// `info depth 0 score …` for a position in which there is nothing to search.
#[must_use]
pub fn nothing_to_search(value: Score, dialect: Dialect) -> String {
    format!("info depth 0 score {}", score(value, dialect))
}

/// `info depth 9 currmove a1c2 currmovenumber 1`.
#[must_use]
pub fn current_move(depth: u32, mv: Move, number: usize) -> String {
    format!("info depth {depth} currmove {mv} currmovenumber {number}")
}

/// `cp 35`, or `mate 5`: in own moves (UCI) or plies (UGI), negative for a loss.
///
/// A game already won has its margin in `cp`, since `mate 0` means one that is lost; so has
/// a result whose distance is not known.
#[must_use]
pub fn score(score: Score, dialect: Dialect) -> String {
    match score.proven() {
        Some(proven) if proven.has_distance() && (proven.margin < 0 || proven.plies > 0) => {
            let distance = match dialect {
                Dialect::Uci => (proven.plies + 1) / 2,
                Dialect::Ugi => proven.plies,
            };
            format!("mate {}", distance * proven.margin.signum())
        }
        _ => format!("cp {}", score.hundredths()),
    }
}

/// `info string error: …`, the one form of every complaint, on one line whatever it names.
#[must_use]
pub fn error(error: &dyn std::error::Error) -> String {
    let mut text = "info string error: ".to_owned();
    for character in error.to_string().chars() {
        if character.is_control() {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// Moves as text, one blank apart.
#[must_use]
pub fn moves(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jarmo_engine::search::Margins;

    use super::*;

    fn sample() -> Line {
        Line {
            depth: 7,
            selective_depth: 11,
            rank: 2,
            score: Score::estimate(-35),
            bound: Bound::Exact,
            proven_by: None,
            margins: Margins::ALL,
            nodes: 5000,
            elapsed: Duration::from_millis(250),
            hash_full: 12,
            tablebase_hits: 3,
            moves: ["a1c2", "A@b1"].map(|text| text.parse().unwrap()).to_vec(),
        }
    }

    #[test]
    fn a_line_has_all_its_words_in_order() {
        assert_eq!(
            line(&sample(), Style::default()),
            "info depth 7 seldepth 11 multipv 2 score cp -35 nodes 5000 nps 20000 hashfull 12 \
             tbhits 3 time 250 pv a1c2 A@b1"
        );
        let bound = Line {
            bound: Bound::Lower,
            score: Score::ended(3, 9),
            moves: Vec::new(),
            ..sample()
        };
        let style = Style {
            dialect: Dialect::Ugi,
            show_wdl: true,
        };
        assert_eq!(
            line(&bound, style),
            "info depth 7 seldepth 11 multipv 2 score mate 9 lowerbound wdl 1000 0 0 nodes 5000 \
             nps 20000 hashfull 12 tbhits 3 time 250"
        );
        let mv = "a1c2".parse().unwrap();
        assert_eq!(
            current_move(9, mv, 4),
            "info depth 9 currmove a1c2 currmovenumber 4"
        );
    }

    #[test]
    fn distances_are_moves_in_uci_and_plies_in_ugi() {
        for (margin, plies, uci, ugi) in [
            (3, 9, "mate 5", "mate 9"),
            (1, 1, "mate 1", "mate 1"),
            (1, 2, "mate 1", "mate 2"),
            (-2, 1, "mate -1", "mate -1"),
            (-2, 2, "mate -1", "mate -2"),
            (-2, 11, "mate -6", "mate -11"),
            (-4, 0, "mate 0", "mate 0"),
            (4, 0, "cp 400", "cp 400"),
            (0, 5, "cp 0", "cp 0"),
        ] {
            let value = Score::ended(margin, plies);
            assert_eq!(score(value, Dialect::Uci), uci);
            assert_eq!(score(value, Dialect::Ugi), ugi);
        }
        assert_eq!(score(Score::without_distance(-3), Dialect::Uci), "cp -300");
        assert_eq!(score(Score::estimate(80), Dialect::Ugi), "cp 80");
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut last = 0;
        for hundredths in (-2000..=2000).step_by(25) {
            let [wins, draws, losses] = WIN_MODEL.chances(Score::estimate(hundredths));
            assert_eq!(wins + draws + losses, 1000);
            assert!(wins >= last, "at {hundredths}");
            let mirrored = WIN_MODEL.chances(Score::estimate(-hundredths));
            assert_eq!(mirrored, [losses, draws, wins]);
            last = wins;
        }
        assert!(last > 990);
        assert_eq!(WIN_MODEL.chances(Score::ended(-1, 80)), [0, 0, 1000]);
    }
}
