//! Tablebases: the values of all positions with few archers and marks.
//!
//! Archers on the board and marks of both sides together never become more, so
//! positions fall into [layers](Layer) that lead only to themselves and to lower
//! ones. A layer consists of [classes](Class), a class is indexed without gaps,
//! and layers are solved one after the other from below.

mod access;
mod army;
mod class;
mod embedded;
mod entry;
pub mod file;
mod index;
mod solve;
mod turns;

pub(crate) use access::weight;
pub use access::{EXTENSION, SectionValues, Tablebase, Value, file_name};
pub use army::{Army, Material};
pub use class::{Class, Layer};
pub use entry::Entry;
pub use solve::threshold;
pub use solve::{
    ClassTable, LayerSolver, Mismatch, Round, SolvedLayer, Task, compare_layers, verify_layer,
};
pub use turns::Turn;
