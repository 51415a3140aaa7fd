//! The `jarmo` program.
fn main() {}
