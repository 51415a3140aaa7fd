//! A game: positions and moves from a first position on, and how it ended.

use crate::moves::Move;
use crate::position::{IllegalMove, Position};
use crate::side::Side;

/// Occurrences of one position that make a game drawn.
const REPETITIONS: usize = 3;

/// A first position and the moves made from it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    history: Vec<Position>,
    moves: Vec<Move>,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player has no archer outside the goal row.
    Complete,
    /// The player to move has no legal move.
    Stuck,
    /// The position has occurred for the third time.
    Repetition,
}

impl Game {
    /// A game that begins with `start`.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            position: start,
            history: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The earlier positions, the first one first.
    #[must_use]
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.history.first().unwrap_or(&self.position)
    }

    /// The moves made so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a move. A game that only repetition has drawn may go on.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules do not allow it; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.try_play(mv)?;
        self.history.push(self.position);
        self.moves.push(mv);
        self.position = next;
        Ok(())
    }

    /// Takes the last move back and gives it, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position = self.history.pop().expect("a position before every move");
        Some(mv)
    }

    /// How often the current position has occurred, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + self
            .history
            .iter()
            .filter(|&earlier| *earlier == self.position)
            .count()
    }

    /// Why the game is over, or `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.position.has_ended() {
            Some(Ending::Complete)
        } else if !self.position.has_legal_move() {
            Some(Ending::Stuck)
        } else if self.occurrences() >= REPETITIONS {
            Some(Ending::Repetition)
        } else {
            None
        }
    }

    /// White's and Black's points as the game stands; none for either after a repetition.
    #[must_use]
    pub fn points(&self) -> [i32; 2] {
        match self.ending() {
            Some(Ending::Repetition) => [0, 0],
            _ => Side::BOTH.map(|side| self.position.points(side)),
        }
    }

    /// Who has more points in a game that is over: `Some(None)` is a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Option<Side>> {
        self.ending()?;
        let [white, black] = self.points();
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn the_third_occurrence_draws_and_play_may_go_on() {
        let mut game = Game::new(Position::start(RuleSet::Jarmo));
        let round = "d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4";
        play(&mut game, "a1b3 b5d4");
        assert_eq!((game.occurrences(), game.winner()), (1, None));
        play(&mut game, round);
        assert_eq!((game.occurrences(), game.ending()), (2, None));
        play(&mut game, round);
        assert_eq!(
            (game.occurrences(), game.ending()),
            (3, Some(Ending::Repetition))
        );
        assert_eq!((game.points(), game.winner()), ([0, 0], Some(None)));
        play(&mut game, "c1d3");
        assert_eq!(game.ending(), None);
        assert_eq!(
            game.undo().map(|mv| mv.to_string()),
            Some("c1d3".to_owned())
        );
        assert_eq!(game.ending(), Some(Ending::Repetition));
    }

    #[test]
    fn an_ended_game_has_points_and_a_winner() {
        let over = Position::parse("2A1A/5/1+A3/5/aA+aA1 w - - 11", RuleSet::Jarmo).unwrap();
        let mut game = Game::new(over);
        assert_eq!(game.ending(), Some(Ending::Complete));
        assert_eq!(
            (game.points(), game.winner()),
            ([7, 4], Some(Some(Side::White)))
        );
        assert!(game.play("b3a1".parse().unwrap()).is_err());
        assert_eq!(game.undo(), None);
    }
}
