//! `jarmo perft`: leaf counts, with the time they took.

use std::io::Write;
use std::time::Instant;

use jarmo_engine::Position;
use jarmo_engine::perft::{HashedPerft, divide, perft};

use super::args::PerftArgs;
use super::error::Error;

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.start.game()?;
    let position = game.position();
    let started = Instant::now();
    let mut hashed = args.hash.then(HashedPerft::default);
    let mut count = |position: &Position, depth| match &mut hashed {
        Some(hashed) => hashed.count(position, depth),
        None => perft(position, depth),
    };
    let leaves = if args.divide && args.depth > 0 {
        let mut sum = 0;
        for (mv, leaves) in divide(position, args.depth, count) {
            writeln!(out, "{mv}: {leaves}")?;
            sum += leaves;
        }
        sum
    } else {
        count(position, args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    let speed = leaves as f64 / seconds.max(1e-6);
    writeln!(
        out,
        "{leaves} leaves in {seconds:.3} s, {speed:.0} leaves/s"
    )?;
    Ok(())
}
