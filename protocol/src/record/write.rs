//! Writing a record.

use std::fmt;

use jarmo_engine::Side;

use super::{GameRecord, MoveNote};

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = &self.players;
        let start = self.game.start();
        let [white_points, black_points] = self.outcome.points;
        let mut tag = |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", Quoted(value));
        tag("Event", &self.event)?;
        tag("Round", &self.round)?;
        tag("White", white)?;
        tag("Black", black)?;
        tag("Result", self.outcome.result())?;
        tag("Points", &format!("{white_points}-{black_points}"))?;
        tag("Variant", start.rules().name())?;
        tag("FEN", &start.to_string())?;
        match &self.time_controls {
            [one, other] if one == other => tag("TimeControl", one)?,
            [white, black] => {
                tag("WhiteTimeControl", white)?;
                tag("BlackTimeControl", black)?;
            }
        }
        tag("Termination", self.outcome.termination.name())?;
        writeln!(f)?;
        self.write_moves(f)
    }
}

impl GameRecord {
    /// One move of each player a line, so that records can be compared line by line.
    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.game.history().iter();
        for ((position, mv), note) in positions.zip(self.game.moves()).zip(&self.notes) {
            let number = position.move_number();
            let is_first =
                position == self.game.start() && number == self.game.start().move_number();
            match position.side_to_move() {
                Side::White if is_first => write!(f, "{number}.")?,
                Side::White => write!(f, "\n{number}.")?,
                Side::Black if is_first => write!(f, "{number}...")?,
                Side::Black => {}
            }
            write!(f, " {mv}{note}")?;
        }
        if !self.game.moves().is_empty() {
            writeln!(f)?;
        }
        if !self.outcome.detail.is_empty() {
            writeln!(f, "{{{}}}", Comment(&self.outcome.detail))?;
        }
        writeln!(f, "{}\n", self.outcome.result())
    }
}

/// What follows a move: nothing, ` {book}` or ` {+0.35/12 0.052s}`.
impl fmt::Display for MoveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Book => f.write_str(" {book}"),
            Self::Played { thought, time } => {
                f.write_str(" {")?;
                if let Some((score, depth)) = thought {
                    write!(f, "{score}/{depth} ")?;
                }
                write!(f, "{:.3}s}}", time.as_secs_f64())
            }
        }
    }
}

/// The value of a tag, its quotes escaped and control characters left out.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars().filter(|letter| !letter.is_control()) {
            if matches!(letter, '"' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

/// A comment, its braces as parentheses since nothing can escape them.
struct Comment<'a>(&'a str);

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars().filter(|letter| !letter.is_control()) {
            match letter {
                '{' => f.write_str("(")?,
                '}' => f.write_str(")")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
