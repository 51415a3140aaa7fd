//! `jarmo play`: a game against the engine, or between two people, in the terminal.
//!
//! Whatever is typed, the game goes on: a line that is no move and no command
//! gets one line of explanation. End of input ends the program as `quit` does.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use jarmo_engine::search::{Outcome, SearchControl, SearchLimits, Searcher};
use jarmo_engine::tablebase::Tablebase;
use jarmo_engine::{Game, Move, MoveTextError, Position, Side};
use jarmo_protocol::words;

use super::args::{PlayArgs, SideChoice};
use super::diagram;
use super::error::Error;
use super::table::{ending, wrapped};

/// The engine's time for a move when no limit was given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Size of the engine's table, in MiB.
const HASH: usize = 16;
/// Columns of a terminal that we count on.
const COLUMNS: usize = 80;

const HELP: &str = "\
  a1c2, A@b1, c4a5A@b1   make a move: a step, a re-entry, a step with a re-entry
  moves                  list the legal moves
  hint                   ask the engine for a move
  undo                   take your last move back
  board, flip            show the board again, or from the other side
  new                    begin a new game
  quit                   leave";

/// What was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input<'a> {
    Nothing,
    Moves,
    Hint,
    Undo,
    Board,
    Flip,
    New,
    Help,
    Quit,
    /// Anything else: a move, one hopes.
    Move(&'a str),
}

impl<'a> Input<'a> {
    fn read(line: &'a str) -> Self {
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "moves" => Self::Moves,
            "hint" => Self::Hint,
            "undo" => Self::Undo,
            "board" => Self::Board,
            "flip" => Self::Flip,
            "new" => Self::New,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

pub(crate) fn run(
    args: &PlayArgs,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut session = Session::new(args)?;
    writeln!(out, "Type a move such as {}, or 'help'.", session.example())?;
    session.go_on(out)?;
    loop {
        let Some(line) = session.ask(input, out)? else {
            writeln!(out, "\nGoodbye.")?;
            return Ok(());
        };
        match Input::read(&line) {
            Input::Nothing => {}
            Input::Moves => session.list_moves(out)?,
            Input::Hint => session.hint(out)?,
            Input::Undo => session.undo(out)?,
            Input::Board => session.show_board(out)?,
            Input::Flip => {
                session.viewer = !session.viewer;
                session.show_board(out)?;
            }
            Input::New => {
                session.game = Game::new(*session.game.start());
                session.searcher.clear();
                session.go_on(out)?;
            }
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Quit => {
                writeln!(out, "Goodbye.")?;
                return Ok(());
            }
            Input::Move(text) => session.person_moves(text, out)?,
        }
    }
}

/// A game and who plays it.
struct Session {
    game: Game,
    /// The engine's side; `None` when two people play.
    engine: Option<Side>,
    viewer: Side,
    searcher: Searcher,
    limits: SearchLimits,
}

impl Session {
    fn new(args: &PlayArgs) -> Result<Self, Error> {
        let person = match args.side {
            SideChoice::White => Some(Side::White),
            SideChoice::Black => Some(Side::Black),
            SideChoice::Random => Some(random_side()),
            SideChoice::Both => None,
        };
        let time = args.depth.is_none().then_some(DEFAULT_TIME);
        let mut searcher = Searcher::new(HASH).map_err(|error| Error::System(error.to_string()))?;
        searcher.tablebase = Some(Arc::new(Tablebase::embedded()));
        Ok(Self {
            game: args.start.game()?,
            engine: person.map(|side| !side),
            viewer: person.unwrap_or(Side::White),
            searcher,
            limits: SearchLimits {
                depth: args.depth,
                move_time: args.movetime.or(time),
                ..SearchLimits::default()
            },
        })
    }

    /// A legal move to show how moves are typed.
    fn example(&self) -> String {
        let moves = self.game.position().legal_moves();
        moves.first().map_or("a1c2".to_owned(), Move::to_string)
    }

    fn show_board(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut diagram = diagram::of_game(&self.game);
        diagram.viewer = self.viewer;
        writeln!(out, "{}", diagram.colored_text())?;
        if let Some(ending) = ending(&self.game) {
            writeln!(out, "{ending}\nType 'new', 'undo' or 'quit'.")?;
        }
        Ok(())
    }

    /// Lets the engine move if it is its turn, then shows the board.
    fn go_on(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        let side = self.game.position().side_to_move();
        if self.engine == Some(side) && self.game.ending().is_none() {
            write!(out, "{side} (the engine) plays ")?;
            out.flush()?;
            let mv = self
                .search()
                .best_move()
                .expect("a game that goes on has a legal move");
            self.game.play(mv).expect("the engine's move is legal");
            writeln!(out, "{mv}.")?;
        }
        writeln!(out)?;
        self.show_board(out)
    }

    fn search(&mut self) -> Outcome {
        self.searcher.search(
            self.game.position(),
            self.game.history(),
            &self.limits,
            &SearchControl::new(),
            &mut |_| {},
        )
    }

    /// Prompts and reads a line; `None` at the end of input.
    fn ask(&self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Option<String>, Error> {
        if self.game.ending().is_some() {
            write!(out, "> ")?;
        } else {
            write!(out, "{}> ", self.game.position().side_to_move())?;
        }
        out.flush()?;
        let mut line = Vec::new();
        let length = input.read_until(b'\n', &mut line)?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn person_moves(&mut self, text: &str, out: &mut dyn Write) -> Result<(), Error> {
        if self.game.ending().is_some() {
            writeln!(out, "The game is over; expected new, undo, board or quit.")?;
            return Ok(());
        }
        match self.game.position().parse_move(text) {
            Ok(mv) => {
                self.game.play(mv).expect("a legal move can be made");
                self.go_on(out)
            }
            Err(MoveTextError::Parse(error)) => {
                writeln!(out, "{error}; 'help' lists what else can be typed")?;
                Ok(())
            }
            Err(MoveTextError::Illegal(_)) => {
                writeln!(
                    out,
                    "{text} is not legal here; 'moves' lists the moves that are"
                )?;
                Ok(())
            }
        }
    }

    fn list_moves(&self, out: &mut dyn Write) -> Result<(), Error> {
        let moves = match self.game.ending() {
            None => self.game.position().legal_moves(),
            Some(_) => Default::default(),
        };
        if moves.is_empty() {
            writeln!(out, "None, the game is over.")?;
        } else {
            writeln!(out, "  {}", wrapped(&moves, 2, COLUMNS))?;
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        if self.game.ending().is_some() {
            writeln!(out, "None, the game is over.")?;
            return Ok(());
        }
        let side = self.game.position().side_to_move();
        let outcome = self.search();
        let mv = outcome
            .best_move()
            .expect("a game that goes on has a legal move");
        writeln!(out, "Try {mv}: {}.", words::verdict(outcome.best(), side))?;
        Ok(())
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        let is_persons = |side| self.engine != Some(side);
        let earlier = self.game.history().iter().rev();
        let Some(back) = earlier.map(Position::side_to_move).position(is_persons) else {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(());
        };
        for _ in 0..=back {
            self.game.undo();
        }
        self.go_on(out)
    }
}

/// A side by chance, from the random state of the standard library's hash maps.
fn random_side() -> Side {
    let chance = RandomState::new().hash_one(());
    Side::BOTH[(chance % 2) as usize]
}

#[cfg(test)]
mod tests {
    use super::Input;

    #[test]
    fn commands_are_told_from_moves() {
        for (line, input) in [
            ("  \r\n", Input::Nothing),
            ("MOVES\n", Input::Moves),
            (" undo ", Input::Undo),
            ("?", Input::Help),
            ("exit", Input::Quit),
            (" a1C2\r\n", Input::Move("a1C2")),
            ("quit now", Input::Move("quit now")),
        ] {
            assert_eq!(Input::read(line), input);
        }
    }
}
