//! Whole games: what repetition needs to know.

use super::Position;

/// How many occurrences of a position in one game make a draw.
const DRAWING_OCCURRENCES: usize = 3;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Rule 6: a player has no archer outside the goal row.
    End,
    /// Rule 8: the player to move has no legal move.
    Stuck,
    /// Rule 9: the position stands for the third or a later time; a draw without points.
    Repetition,
}

impl Ending {
    /// The word for it in the data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Stuck => "stuck",
            Self::Repetition => "repetition",
        }
    }
}

/// A game: a first position and all that came of it.
#[derive(Clone, Debug)]
pub struct Game {
    before: Vec<Position>,
    position: Position,
}

impl Game {
    /// A game that begins with this position, which counts as its first occurrence.
    pub fn new(first: Position) -> Self {
        Self {
            before: Vec::new(),
            position: first,
        }
    }

    /// Plays a move and says whether it was legal; the game stays as it is if not.
    ///
    /// A list of moves may go on past a repetition, so only rules 6 and 8 leave no move to play.
    pub fn play(&mut self, text: &str) -> bool {
        let Some(next) = self.position.play(text) else {
            return false;
        };
        self.before
            .push(std::mem::replace(&mut self.position, next));
        true
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the current position stands for the third or a later time.
    pub fn is_repetition(&self) -> bool {
        let earlier = self.before.iter().filter(|p| p.same_as(&self.position));
        earlier.count() + 1 >= DRAWING_OCCURRENCES
    }

    /// How the game has ended, `None` while it goes on.
    ///
    /// No two endings meet: nothing can be played in a position that rule 6 or 8 ends, so it occurs once, and rule 8
    /// asks for moves only where rule 6 left the game open.
    pub fn ending(&self) -> Option<Ending> {
        if self.position.is_ended() {
            Some(Ending::End)
        } else if self.position.is_over() {
            Some(Ending::Stuck)
        } else if self.is_repetition() {
            Some(Ending::Repetition)
        } else {
            None
        }
    }
}
