//! The `jarmo` program as a person or a script meets it: output, messages, exit codes.

#![allow(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod annotate;
mod files;
mod findings;
mod harness;
mod outcomes;
mod subcommands;
mod tablebase;
