//! Whether a record claims what the rules say.

use jarmo_engine::{Ending, Game};

use super::{GameRecord, Outcome, Termination};

/// A claim of a record that is not so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("round {round}: {claim} '{found}'; expected {expected}")]
pub struct CheckError {
    round: String,
    claim: &'static str,
    found: String,
    expected: String,
}

impl GameRecord {
    /// Compares result, points and termination with the moves, which are legal already.
    ///
    /// # Errors
    /// [`CheckError`] names the first claim that does not follow from the rules.
    pub fn check(&self) -> Result<(), CheckError> {
        let error = |claim, found: String, expected: String| CheckError {
            round: self.round.clone(),
            claim,
            found,
            expected,
        };
        let claimed = &self.outcome;
        if let Some(ply) = self.earlier_end() {
            let found = claimed.termination.to_string();
            let expected = format!("the game to end after ply {ply}");
            return Err(error("Termination", found, expected));
        }
        let expected = self.expected_outcome();
        if claimed.termination != expected.termination {
            let (found, expected) = (claimed.termination, expected.termination);
            return Err(error(
                "Termination",
                found.to_string(),
                format!("'{expected}'"),
            ));
        }
        if claimed.winner != expected.winner {
            let (found, expected) = (claimed.result(), expected.result());
            return Err(error("Result", found.to_owned(), format!("'{expected}'")));
        }
        if claimed.points != expected.points {
            let [found, expected] =
                [claimed, &expected].map(|outcome| outcome.points.map(|points| points.to_string()));
            return Err(error(
                "Points",
                found.join("-"),
                format!("'{}'", expected.join("-")),
            ));
        }
        Ok(())
    }

    /// What the record should claim, given how and for whom it says that the game ended.
    fn expected_outcome(&self) -> Outcome {
        if let Some(outcome) = Outcome::by_rules(&self.game) {
            return outcome;
        }
        let to_move = self.game.position().side_to_move();
        let termination = self.outcome.termination;
        let loser = match termination {
            // A game that goes on by the rules can't have ended by them.
            Termination::Normal | Termination::NoMove | Termination::Repetition => {
                return Outcome::drawn(Termination::PlyCap, String::new());
            }
            Termination::DrawAgreement | Termination::PlyCap => {
                return Outcome::drawn(termination, String::new());
            }
            Termination::Resignation => self.outcome.winner.map_or(to_move, |winner| !winner),
            _ => to_move,
        };
        Outcome::lost(&self.game, loser, termination, String::new())
    }

    /// The ply after which the game was over, if moves follow it.
    fn earlier_end(&self) -> Option<usize> {
        let mut game = Game::new(*self.game.start());
        for (ply, &mv) in self.game.moves().iter().enumerate() {
            if game.ending().is_some_and(|ending| ending != Ending::Stuck) {
                return Some(ply);
            }
            game.play(mv).ok()?;
        }
        None
    }
}
