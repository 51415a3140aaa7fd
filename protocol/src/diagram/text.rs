//! The board in text: a drawing in braille dots, and beside it the lines by name.
//!
//! A braille character holds two by four dots, so a terminal can show slanted
//! lines well enough to follow each from circle to circle. The table says the
//! same where a font or a reader has no braille.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Effects, Style};
use jarmo_engine::board::{LINES, neighbours};
use jarmo_engine::{Move, Side, Square};

use super::{Diagram, labels};

/// Characters from one circle to the next.
const COLUMNS: usize = 10;
const ROWS: usize = 5;
/// Characters left of the first circle: the rank's name, a blank, a mark.
const LEFT: usize = 3;
/// Characters of the whole drawing.
const WIDTH: usize = LEFT + 4 * COLUMNS + 1;
const HEIGHT: usize = 4 * ROWS + 1;
/// Dots in a character.
const DOT_COLUMNS: usize = 2;
const DOT_ROWS: usize = 4;
/// Dots around a circle that its lines leave free.
const GAP: f32 = 3.2;

/// The character without a dot; the others follow, one bit a dot.
const BRAILLE: u32 = 0x2800;
/// Bits of the dots, by row and column.
const BRAILLE_DOTS: [[u8; DOT_COLUMNS]; DOT_ROWS] =
    [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

const LINE: Style = Style::new().effects(Effects::DIMMED);
const LAST_MOVE: Style = AnsiColor::BrightBlue.on_default().effects(Effects::BOLD);
const BEST_MOVE: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
const LABEL: Style = AnsiColor::Cyan.on_default();
const MARK: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);

const fn archer_style(side: Side) -> Style {
    const DARK: Color = Color::Ansi256(anstyle::Ansi256Color(236));
    const LIGHT: Color = Color::Ansi(AnsiColor::BrightWhite);
    let (letter, ground) = match side {
        Side::White => (DARK, LIGHT),
        Side::Black => (LIGHT, DARK),
    };
    Style::new()
        .fg_color(Some(letter))
        .bg_color(Some(ground))
        .effects(Effects::BOLD)
}

const fn archer_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

pub(super) fn draw(diagram: &Diagram, colored: bool) -> String {
    let canvas = Canvas::of(diagram);
    let panel = panel();
    let mut text = String::new();
    for row in 0..=HEIGHT {
        let mut line = if row < HEIGHT {
            canvas.row(row, colored)
        } else {
            file_names(diagram)
        };
        if let Some(names) = panel.get(row) {
            line.push(' ');
            line.push_str(names);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    writeln!(text, "\n{}", diagram.caption()).expect("a string takes all text");
    text.push_str(&captured(diagram));
    text.push_str(&shown_moves(diagram));
    text
}

/// The drawing: a character with its style in each place.
struct Canvas {
    cells: [[(char, Style); WIDTH]; HEIGHT],
    dots: [[u8; WIDTH]; HEIGHT],
}

impl Canvas {
    fn of(diagram: &Diagram) -> Self {
        let mut canvas = Self {
            cells: [[(' ', Style::new()); WIDTH]; HEIGHT],
            dots: [[0; WIDTH]; HEIGHT],
        };
        for (from, to) in LINES {
            canvas.draw_line(diagram, from, to, LINE);
        }
        for (mv, style) in [
            (diagram.last_move, LAST_MOVE),
            (diagram.best_move, BEST_MOVE),
        ] {
            if let Some((from, to)) = mv.and_then(Move::squares) {
                canvas.draw_line(diagram, from, to, style);
            }
        }
        for (_, rank, square) in labels() {
            let (_, row) = place(diagram, square);
            canvas.put(row, 0, rank, LABEL);
        }
        for square in Square::all() {
            canvas.draw_circle(diagram, square);
        }
        canvas
    }

    fn put(&mut self, row: usize, column: usize, character: char, style: Style) {
        self.cells[row][column] = (character, style);
        self.dots[row][column] = 0;
    }

    fn draw_circle(&mut self, diagram: &Diagram, square: Square) {
        let (column, row) = place(diagram, square);
        match diagram.archer(square) {
            Some(side) => self.put(row, column, archer_letter(side), archer_style(side)),
            None => self.put(row, column, '○', Style::new()),
        }
        if diagram.is_marked(square) {
            self.put(row, column - 1, '+', MARK);
        }
    }

    /// Sets the dots between two circles, and gives their characters a style.
    fn draw_line(&mut self, diagram: &Diagram, from: Square, to: Square, style: Style) {
        let (start, end) = (centre(diagram, from), centre(diagram, to));
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let steps = dx.abs().max(dy.abs());
        let length = dx.hypot(dy);
        for step in 0..=steps as usize {
            let part = step as f32 / steps;
            if part * length < GAP || (1.0 - part) * length < GAP {
                continue;
            }
            let x = (start.0 + dx * part).round() as usize;
            let y = (start.1 + dy * part).round() as usize;
            let (row, column) = (y / DOT_ROWS, x / DOT_COLUMNS);
            self.dots[row][column] |= BRAILLE_DOTS[y % DOT_ROWS][x % DOT_COLUMNS];
            self.cells[row][column].1 = style;
        }
    }

    fn row(&self, row: usize, colored: bool) -> String {
        let mut text = String::new();
        for (&(character, style), &dots) in self.cells[row].iter().zip(&self.dots[row]) {
            let character = match dots {
                0 => character,
                _ => char::from_u32(BRAILLE + u32::from(dots)).expect("a braille character"),
            };
            if colored && character != ' ' {
                write!(text, "{style}{character}{style:#}").expect("a string takes all text");
            } else {
                text.push(character);
            }
        }
        text
    }
}

/// Column and row of a circle's character.
fn place(diagram: &Diagram, square: Square) -> (usize, usize) {
    let (column, row) = diagram.place(square);
    (
        LEFT + usize::from(column) * COLUMNS,
        usize::from(row) * ROWS,
    )
}

/// The dot in the middle of a circle's character.
fn centre(diagram: &Diagram, square: Square) -> (f32, f32) {
    let (column, row) = place(diagram, square);
    (
        (column * DOT_COLUMNS) as f32 + 0.5,
        (row * DOT_ROWS) as f32 + 1.5,
    )
}

fn file_names(diagram: &Diagram) -> String {
    let mut names = [' '; WIDTH];
    for (file, _, square) in labels() {
        names[place(diagram, square).0] = file;
    }
    names.into_iter().collect()
}

/// The table of lines: the short files a and e in one column, b to d in the other.
fn panel() -> Vec<String> {
    let file = |file: u8| {
        (0..Square::WIDTH)
            .rev()
            .filter_map(move |rank| Square::new(file, rank))
            .map(line_names)
            .chain([String::new()])
    };
    let left = file(0)
        .chain(file(4))
        .chain(std::iter::repeat(String::new()));
    let right = file(1).chain(file(2)).chain(file(3));
    let mut rows = vec!["Lines from each circle".to_owned(), String::new()];
    rows.extend(
        left.zip(right)
            .map(|(left, right)| format!("{left:9}  {right}")),
    );
    rows.push("W White  B Black  + marked".to_owned());
    rows
}

fn line_names(square: Square) -> String {
    let mut text = format!("{square}:");
    for end in neighbours(square) {
        write!(text, " {end}").expect("a string takes all text");
    }
    text
}

fn captured(diagram: &Diagram) -> String {
    match Side::BOTH.map(|side| diagram.position.hand(side)) {
        [0, 0] => String::new(),
        [white, black] => format!("Captured archers: White {white}, Black {black}.\n"),
    }
}

fn shown_moves(diagram: &Diagram) -> String {
    let moves: Vec<String> = [
        ("Last move", diagram.last_move),
        ("Best move", diagram.best_move),
    ]
    .into_iter()
    .filter_map(|(name, mv)| Some(format!("{name}: {}.", mv?)))
    .collect();
    if moves.is_empty() {
        String::new()
    } else {
        moves.join(" ") + "\n"
    }
}
