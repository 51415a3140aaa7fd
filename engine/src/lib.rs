//! Rules, evaluation and search of Jarmo, an old Tatar battle-and-race game.
//!
//! The crate prints nothing and reads nothing: protocols, command lines and
//! match runners are built on it.
//!
//! ```
//! use jarmo_engine::{Position, RuleSet};
//! let start = Position::start(RuleSet::Jarmo);
//! assert_eq!(start.legal_moves().len(), 11);
//! ```

mod bitboard;
pub mod board;
pub mod eval;
mod game;
mod moves;
pub mod perft;
mod position;
mod ruleset;
mod score;
pub mod search;
mod side;
mod square;
mod table;
pub mod tablebase;
mod text;

pub use bitboard::{Bitboard, Squares};
pub use game::{Ending, Game};
pub use moves::{Move, MoveList, ParseMoveError};
pub use position::{ARCHERS, Field, IllegalMove, MoveTextError, ParsePositionError, Position, Run};
pub use ruleset::{ParseRuleSetError, Reentry, RuleSet, Rules};
pub use score::{Proven, Score};
pub use side::Side;
pub use square::{ParseSquareError, Square};
pub use table::{Entry, Table, TableError};
pub use text::excerpt;
