//! `compare`: new weights against old ones, until it is clear which to use.
//!
//! Both play in this process: weights are values of a search, not part of its code. So it is
//! the same program on both sides, and no pipe takes part in the time.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use jarmo_engine::eval::{WEIGHTS, Weights};
use jarmo_tuning::conduct::{Director, End, Live, Report};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::matches::{
    Adjudication, Archive, Builtin, Contestant, Driver, Format, Interrupt, Limits, Match, Schedule,
};
use jarmo_tuning::statistics::Decision;

use crate::args::CompareArgs;
use crate::read_weights;

/// Size of each player's table in MiB.
const HASH_MEBIBYTES: usize = 4;

/// What to do with the new weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Keep,
    Drop,
    Undecided,
}

pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let sprt = args.sprt()?;
    let of = to_match(args)?;
    let interrupt = Arc::new(Interrupt::new());
    let signal = Arc::clone(&interrupt);
    ctrlc::set_handler(move || signal.raise())
        .map_err(|error| format!("can't watch for Ctrl-C: {error}"))?;
    let archive = match (&args.resume, &args.record) {
        (Some(path), _) => Archive::resume(path, &of),
        (None, Some(path)) => Archive::create(path),
        (None, None) => Ok(Archive::in_memory()),
    };
    let archive = archive.map_err(|error| error.to_string())?;
    let live = Live::new(&of, args.quiet);
    let report = Director::new(
        &of,
        (!args.fixed).then_some(sprt),
        &interrupt,
        archive,
        live,
    )
    .run()
    .map_err(|error| format!("can't write the record: {error}"))?;
    report.write_text(out)?;
    writeln!(out, "{}", verdict(&report))?;
    Ok(match report.end {
        End::Complete | End::Decided(_) => ExitCode::SUCCESS,
        End::Interrupted | End::Forfeited => ExitCode::from(Failure::INTERRUPTED),
    })
}

/// What the test says; without one, what the error bars do.
fn verdict(report: &Report<'_>) -> Verdict {
    match report.end {
        End::Decided(Decision::Alternative) => Verdict::Keep,
        End::Decided(Decision::Null) => Verdict::Drop,
        End::Complete if report.sprt.is_none() => {
            let tally = report.standings.encounters().next();
            let elo = tally.map(|(_, tally)| tally.pairs().elo());
            match elo {
                Some(elo) if elo.value - elo.error > 0.0 => Verdict::Keep,
                Some(elo) if elo.value + elo.error < 0.0 => Verdict::Drop,
                _ => Verdict::Undecided,
            }
        }
        End::Complete | End::Interrupted | End::Forfeited => Verdict::Undecided,
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keep => "Keep: the new weights are stronger.",
            Self::Drop => "Drop: the new weights are not stronger by as much as asked for.",
            Self::Undecided => "Undecided: not enough games to tell.",
        })
    }
}

fn to_match(args: &CompareArgs) -> Result<Match, Failure> {
    let mut limits = Limits::default();
    let (key, value) = match (&args.st, args.nodes) {
        (Some(time), _) => ("st", time.clone()),
        (None, nodes) => ("nodes", nodes.to_string()),
    };
    limits
        .set(key, &value)
        .map_err(|error| format!("--{error}"))?;
    let contestant = |name: &str, weights: Weights| Contestant {
        name: name.to_owned(),
        driver: Driver::Builtin(Builtin {
            hash: HASH_MEBIBYTES,
            weights: Box::new(weights),
            ..Builtin::default()
        }),
        limits: limits.clone(),
    };
    let old = args
        .old
        .as_deref()
        .map_or_else(|| Ok(WEIGHTS.clone()), read_weights)?;
    let rounds = args.rounds as usize;
    let openings = args.openings.openings(args.variant, rounds);
    Ok(Match {
        event: "compare".to_owned(),
        rules: args.variant,
        contestants: vec![
            contestant("new", read_weights(&args.new)?),
            contestant("old", old),
        ],
        schedule: Schedule::new(2, Format::RoundRobin, rounds),
        openings: openings.map_err(|error| format!("--openings: {error}"))?,
        adjudication: Adjudication::default(),
        recover: true,
        concurrency: usize::from(args.concurrency),
    })
}
