//! When a game ends before the rules end it: by what both players think, or
//! because it has lasted long enough.

use jarmo_engine::{Game, Side, excerpt};
use jarmo_protocol::record::{Outcome, Termination};

/// When a game ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Plies after which a game is drawn, the opening included.
    pub ply_cap: usize,
    /// When a game counts as lost; `None`: never.
    pub resign: Option<ResignRule>,
    /// When a game counts as drawn; `None`: never.
    pub draw: Option<DrawRule>,
}

/// Both players have thought the same player lost for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves of each player.
    pub moves: usize,
    /// By how much at least, in hundredths of a point.
    pub score: i32,
}

/// Both players have thought the game even for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The number of the first move at which it may end.
    pub from: usize,
    /// Moves of each player.
    pub moves: usize,
    /// Within how much, in hundredths of a point.
    pub score: i32,
}

/// A word of a rule that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}': expected {expected}")]
pub struct ParseRuleError {
    found: String,
    expected: &'static str,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            ply_cap: 400,
            resign: None,
            draw: None,
        }
    }
}

impl ResignRule {
    /// Reads words such as `moves=3 score=5`, the score in points.
    ///
    /// # Errors
    /// [`ParseRuleError`] names the word and what was expected.
    pub fn parse(words: &[String]) -> Result<Self, ParseRuleError> {
        const EXPECTED: &str = "moves=N or score=POINTS, as in moves=3 score=5";
        let mut rule = Self {
            moves: 3,
            score: 500,
        };
        for word in words {
            match word.split_once('=') {
                Some(("moves", value)) => rule.moves = count(word, value, EXPECTED)?,
                Some(("score", value)) => rule.score = hundredths(word, value, EXPECTED)?,
                _ => return Err(wrong(word, EXPECTED)),
            }
        }
        Ok(rule)
    }
}

impl DrawRule {
    /// Reads words such as `from=30 moves=8 score=0.2`, the score in points.
    ///
    /// # Errors
    /// [`ParseRuleError`] names the word and what was expected.
    pub fn parse(words: &[String]) -> Result<Self, ParseRuleError> {
        const EXPECTED: &str = "from=N, moves=N or score=POINTS, as in from=30 moves=8 score=0.2";
        let mut rule = Self {
            from: 30,
            moves: 8,
            score: 20,
        };
        for word in words {
            match word.split_once('=') {
                Some(("from", value)) => rule.from = count(word, value, EXPECTED)?,
                Some(("moves", value)) => rule.moves = count(word, value, EXPECTED)?,
                Some(("score", value)) => rule.score = hundredths(word, value, EXPECTED)?,
                _ => return Err(wrong(word, EXPECTED)),
            }
        }
        Ok(rule)
    }
}

fn wrong(word: &str, expected: &'static str) -> ParseRuleError {
    ParseRuleError {
        found: excerpt(word),
        expected,
    }
}

fn count(word: &str, value: &str, expected: &'static str) -> Result<usize, ParseRuleError> {
    let count = value.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| wrong(word, expected))
}

fn hundredths(word: &str, value: &str, expected: &'static str) -> Result<i32, ParseRuleError> {
    let points = value.parse::<f64>().ok();
    let points = points.filter(|points| (0.0..=10.0).contains(points));
    let points = points.ok_or_else(|| wrong(word, expected))?;
    Ok((points * 100.0).round() as i32)
}

impl Adjudication {
    /// The outcome of a game that goes on by the rules, if it is to end now.
    ///
    /// `scores` are those that came with the moves so far, in hundredths of a point from White's
    /// side; `None` where a player gave none.
    pub(super) fn outcome(&self, game: &Game, scores: &[Option<i32>]) -> Option<Outcome> {
        let all_of_last = |moves: usize, wanted: &dyn Fn(i32) -> bool| {
            let first = scores.len().checked_sub(2 * moves);
            first.is_some_and(|first| {
                scores[first..]
                    .iter()
                    .all(|score| score.is_some_and(wanted))
            })
        };
        if let Some(rule) = self.resign {
            let is_lost_for = |side: Side| match side {
                Side::White => all_of_last(rule.moves, &|score| score <= -rule.score),
                Side::Black => all_of_last(rule.moves, &|score| score >= rule.score),
            };
            if let Some(loser) = Side::BOTH.into_iter().find(|&side| is_lost_for(side)) {
                let detail = format!("both think {loser} lost");
                return Some(Outcome::lost(game, loser, Termination::Resignation, detail));
            }
        }
        if let Some(rule) = self.draw
            && game.position().move_number() as usize >= rule.from
            && all_of_last(rule.moves, &|score| score.abs() <= rule.score)
        {
            let detail = "both think it even".to_owned();
            return Some(Outcome::drawn(Termination::DrawAgreement, detail));
        }
        (game.moves().len() >= self.ply_cap).then(|| {
            let detail = format!("{} plies", self.ply_cap);
            Outcome::drawn(Termination::PlyCap, detail)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jarmo_engine::{Position, RuleSet};

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn game(plies: usize) -> Game {
        let mut game = Game::new(Position::start(RuleSet::Jarmo));
        for _ in 0..plies {
            game.play(game.position().legal_moves()[0]).unwrap();
        }
        game
    }

    fn ending(adjudication: &Adjudication, plies: usize, scores: &[i32]) -> Option<Termination> {
        let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
        let outcome = adjudication.outcome(&game(plies), &scores);
        outcome.map(|outcome| outcome.termination)
    }

    #[test]
    fn a_game_is_lost_when_both_have_thought_so_long_enough() {
        let adjudication = Adjudication {
            resign: Some(ResignRule::parse(&words("moves=2 score=5")).unwrap()),
            ..Adjudication::default()
        };
        let lost = Some(Termination::Resignation);
        assert_eq!(
            ending(&adjudication, 6, &[0, 0, 500, 900, 510, i32::MAX]),
            lost
        );
        assert_eq!(
            ending(&adjudication, 4, &[-500, -501, -502, -i32::MAX]),
            lost
        );
        for undecided in [
            &[500, 500, 500][..],
            &[500, 499, 500, 500],
            &[500, 500, 500, -500],
            &[],
        ] {
            assert_eq!(ending(&adjudication, 4, undecided), None);
        }
        let unknown = [Some(500), None, Some(500), Some(500)];
        assert_eq!(adjudication.outcome(&game(4), &unknown), None);
        let outcome = adjudication.outcome(&game(4), &[Some(-600); 4]).unwrap();
        assert_eq!(outcome.winner, Some(Side::Black));
        let own = game(4).position().points(Side::Black);
        assert_eq!(outcome.points, [0, own]);
    }

    #[test]
    fn a_game_is_drawn_when_both_have_thought_so_late_enough() {
        let adjudication = Adjudication {
            draw: Some(DrawRule::parse(&words("from=4 moves=1 score=0.1")).unwrap()),
            ..Adjudication::default()
        };
        let drawn = Some(Termination::DrawAgreement);
        assert_eq!(ending(&adjudication, 6, &[90, 10, -10]), drawn);
        assert_eq!(ending(&adjudication, 6, &[90, 11, -10]), None);
        assert_eq!(ending(&adjudication, 5, &[0, 0]), None, "too early");
    }

    #[test]
    fn the_cap_ends_what_nothing_else_does() {
        let adjudication = Adjudication {
            ply_cap: 7,
            ..Adjudication::default()
        };
        assert_eq!(ending(&adjudication, 6, &[9; 6]), None);
        assert_eq!(ending(&adjudication, 7, &[9; 7]), Some(Termination::PlyCap));
    }

    #[test]
    fn wrong_words_are_named() {
        for word in ["moves", "moves=0", "score=11", "score=x", "from=1", "x=1"] {
            let error = ResignRule::parse(&words(word)).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{word}': expected")), "{error}");
        }
        assert!(DrawRule::parse(&words("from=0")).is_err());
    }
}
