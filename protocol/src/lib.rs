//! The line protocol of Jarmo.
