//! The line protocol of Jarmo, and what its command line shares with it.
//!
//! Reading a line is pure and apart from the session that acts on it.

pub mod bench;
pub mod client;
pub mod command;
pub mod diagram;
pub mod info;
pub mod record;
pub mod session;
pub mod tablebases;
pub mod words;

pub use command::{Command, CommandError, Dialect};
