//! An analysis as a table: one row for each finished depth and line.
//!
//! On a terminal long lines of play wrap under their column, and the move under
//! search shows until the next row. Into a pipe go whole rows and nothing else.

use std::io::{self, Write};

use anstyle::{Effects, Style};
use jarmo_engine::search::{Line, Outcome, Report};
use jarmo_engine::tablebase::Value;
use jarmo_engine::{Game, Move};
use jarmo_protocol::words;

use super::analyse::View;
use super::diagram;

const DIM: Style = Style::new().effects(Effects::DIMMED);
const STRONG: Style = Style::new().effects(Effects::BOLD);

/// Columns of a terminal that we count on.
const COLUMNS: usize = 80;
/// Back to the first column, and clear the line.
const ERASE: &str = "\r\x1b[K";

/// Writes the board, the table and the conclusion.
pub(crate) struct Table<'a> {
    out: &'a mut dyn Write,
    terminal: bool,
    ranked: bool,
}

impl<'a> Table<'a> {
    /// `ranked` adds a column for the rank of each line.
    pub(crate) fn new(out: &'a mut dyn Write, terminal: bool, ranked: bool) -> Self {
        Self {
            out,
            terminal,
            ranked,
        }
    }

    fn row(&self, line: &Line) -> String {
        let rank = if self.ranked {
            format!("{:>3}", line.rank)
        } else {
            String::new()
        };
        let head = format!(
            "{:>5}{rank} {:>9} {:>13} {:>8.2}  ",
            line.depth,
            line.score.to_string(),
            grouped(line.nodes),
            line.elapsed.as_secs_f64(),
        );
        let width = if self.terminal { COLUMNS } else { usize::MAX };
        let indent = head.len();
        head + &wrapped(&line.moves, indent, width)
    }
}

impl View for Table<'_> {
    fn begin(&mut self, game: &Game) -> io::Result<()> {
        let position = game.position();
        let side = position.side_to_move();
        write!(self.out, "{}", diagram::of_game(game).colored_text())?;
        writeln!(self.out, "Position: {position}\n")?;
        writeln!(
            self.out,
            "{DIM}Scores are points for {side}; +2 in 9: proven to win by 2 in 9 turns.{DIM:#}"
        )?;
        let rank = if self.ranked { "  #" } else { "" };
        writeln!(
            self.out,
            "{STRONG}depth{rank}     score         nodes  seconds  line{STRONG:#}"
        )
    }

    fn report(&mut self, report: &Report<'_>) -> io::Result<()> {
        match report {
            Report::Line(line) => {
                let row = self.row(line);
                if self.terminal {
                    write!(self.out, "{ERASE}")?;
                }
                writeln!(self.out, "{row}")
            }
            Report::CurrentMove { depth, mv, number } if self.terminal => {
                write!(self.out, "{ERASE}{DIM}{depth:>5} {mv} ({number}){DIM:#}")?;
                self.out.flush()
            }
            Report::CurrentMove { .. } => Ok(()),
        }
    }

    fn end(&mut self, game: &Game, outcome: &Outcome) -> io::Result<()> {
        if self.terminal {
            write!(self.out, "{ERASE}")?;
        }
        writeln!(
            self.out,
            "\n{STRONG}{}{STRONG:#}",
            conclusion(game, outcome)
        )
    }
}

/// The result of an analysis in words.
pub(crate) fn conclusion(game: &Game, outcome: &Outcome) -> String {
    let side = game.position().side_to_move();
    match outcome.best_move() {
        Some(mv) => {
            let verdict = capitalized(&words::verdict(outcome.best(), side));
            let known = outcome
                .known
                .map(|value| words::value_in_words(value, side));
            match (known, outcome.known.is_some_and(Value::is_exact)) {
                (None, _) => format!("Best move: {mv}. {verdict}."),
                (Some(known), true) => format!("Best move: {mv}. Tablebase: {known}."),
                (Some(known), false) => format!("Best move: {mv}. {verdict}. Tablebase: {known}."),
            }
        }
        None => ending(game).unwrap_or_else(|| "No move was searched.".to_owned()),
    }
}

/// That a game is over, and how it ended, in words; `None` while it goes on.
pub(crate) fn ending(game: &Game) -> Option<String> {
    let ending = words::ending(game)?;
    Some(format!("The game is over. {}.", capitalized(&ending)))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// Moves in rows of at most `width` columns, all but the first row indented.
pub(crate) fn wrapped(moves: &[Move], indent: usize, width: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for mv in moves {
        let name = mv.to_string();
        if column > indent && column + 1 + name.len() > width {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(&name);
        column += name.len();
    }
    text
}

/// A number with its digits in groups of three: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_threes() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn moves_wrap_under_their_column() {
        let moves: Vec<Move> = ["a1c2", "A@b1", "c3a5A@b1"]
            .map(|text| text.parse().unwrap())
            .into();
        assert_eq!(wrapped(&moves, 3, 12), "a1c2 A@b1\n   c3a5A@b1");
        assert_eq!(wrapped(&moves, 3, 4), "a1c2\n   A@b1\n   c3a5A@b1");
        assert_eq!(wrapped(&moves, 3, usize::MAX), "a1c2 A@b1 c3a5A@b1");
        assert_eq!(wrapped(&[], 3, 10), "");
    }
}
