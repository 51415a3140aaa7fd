//! Tablebases: the values of all positions with few archers and marks.
//!
//! Archers on the board and marks of both sides together never become more, so
//! positions fall into [layers](Layer) that lead only to themselves and to lower
//! ones. A layer consists of [classes](Class), a class is indexed without gaps,
//! and layers are solved one after the other from below.

mod army;
mod class;
mod entry;
mod index;
mod turns;

pub use army::{Army, Material};
pub use class::{Class, Layer};
pub use entry::Entry;
pub use turns::Turn;
