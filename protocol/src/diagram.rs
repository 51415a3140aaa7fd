//! The board as a person reads it, in text and as a picture.

use jarmo_engine::Position;

/// The board with its archers, for a terminal.
#[must_use]
pub fn text(position: &Position) -> String {
    format!("{position}\n")
}
