//! Whole matches with the program: what it promises, with engines that behave and engines that
//! do not, and with a user who interrupts it.

#![cfg(target_os = "linux")]

mod engine;
mod interrupted;
mod played;
mod runner;
mod unruly;
