//! The board as a person reads it: as text for a terminal, as a picture for a page.
//!
//! The lines of Jarmo cross like the moves of knights, so a bare grid of archers
//! tells little. Both forms therefore draw all 39 of them, and the text names
//! them too.

mod svg;
mod text;

use jarmo_engine::{Move, Position, Side, Square};

/// What to draw, and how.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    /// The archers and their marks.
    pub position: Position,
    /// The move that led here, to be highlighted.
    pub last_move: Option<Move>,
    /// A move to show as an arrow.
    pub best_move: Option<Move>,
    /// The player whose first row is at the bottom.
    pub viewer: Side,
}

impl Diagram {
    /// The board from White's side, with the last move as far as the position tells it.
    ///
    /// A position remembers steps in its runs, but no re-entries.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let last_run = position.run(!position.side_to_move());
        Self {
            position: *position,
            last_move: last_run.map(|run| Move::step(run.from(), run.to())),
            best_move: None,
            viewer: Side::White,
        }
    }

    /// Some 25 lines of at most 80 columns, without colours.
    #[must_use]
    pub fn text(&self) -> String {
        text::draw(self, false)
    }

    /// The same with ANSI colours, the last move and the arrow among them.
    #[must_use]
    pub fn colored_text(&self) -> String {
        text::draw(self, true)
    }

    /// A self-contained SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(self).to_string()
    }

    /// Column and row of a circle as the viewer sees it, from the top left, 0 to 4.
    fn place(&self, square: Square) -> (u8, u8) {
        let last = Square::WIDTH - 1;
        match self.viewer {
            Side::White => (square.file(), last - square.rank()),
            Side::Black => (last - square.file(), square.rank()),
        }
    }

    /// Who has an archer on `square`.
    fn archer(&self, square: Square) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.position.archers(side).has(square))
    }

    fn is_marked(&self, square: Square) -> bool {
        Side::BOTH
            .into_iter()
            .any(|side| self.position.marked(side).has(square))
    }

    /// Whose turn it is and how the points stand.
    fn caption(&self) -> String {
        let position = &self.position;
        let turn = if position.is_over() {
            "Game over".to_owned()
        } else {
            format!("{} to move", position.side_to_move())
        };
        let [white, black] = Side::BOTH.map(|side| position.points(side));
        format!("{turn}. Points: White {white}, Black {black}.")
    }
}

/// The board with its archers and lines, for a terminal, without colours.
#[must_use]
pub fn text(position: &Position) -> String {
    Diagram::new(position).text()
}

/// The files and ranks by name, with the circle of each on the first rank or file.
fn labels() -> impl Iterator<Item = (char, char, Square)> {
    ('a'..)
        .zip('1'..)
        .zip((0..Square::WIDTH).filter_map(|index| Square::new(index, index)))
        .map(|((file, rank), diagonal)| (file, rank, diagonal))
}
