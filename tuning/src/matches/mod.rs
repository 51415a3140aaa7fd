//! Matches between engines, from an opening to a number one can trust.
//!
//! What can be pure is: the schedule, the openings, the clocks, the outcome of
//! a game. The runner puts them together with threads and processes, and the
//! archive brings finished games into the order of the schedule, so that a match
//! gives the same record and report at any concurrency.

mod adjudication;
mod archive;
mod contestant;
mod game;
mod interrupt;
mod limits;
mod openings;
mod player;
mod runner;
mod schedule;
mod standings;

pub use adjudication::{Adjudication, DrawRule, ParseRuleError, ResignRule};
pub use archive::{Archive, ArchiveError};
pub use contestant::{Builtin, Contestant, Driver, ParseContestantError};
pub use interrupt::Interrupt;
pub use limits::{Limits, ParseLimitError, TimeControl};
pub use openings::{Beginner, Opening, OpeningError, OpeningSource, Window};
pub use runner::{Finished, Match, MatchError};
pub use schedule::{Format, Schedule, Slot};
pub use standings::Standings;
