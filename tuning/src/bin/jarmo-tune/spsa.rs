//! `spsa`: tunes the constants of the search by games.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use jarmo_engine::search::Parameters;
use jarmo_engine::{RuleSet, Side};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::matches::{
    Adjudication, Builtin, Contestant, Driver, Format, Interrupt, Limits, Match, OpeningSource,
    Schedule,
};
use jarmo_tuning::spsa::{Plan, Trial, Tuning};
use jarmo_tuning::{selfplay, whole_file};

use crate::args::SpsaArgs;
use crate::progress_bar;

/// Size of each player's table in MiB.
const HASH_MEBIBYTES: usize = 1;

pub(crate) fn run(args: &SpsaArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if !Parameters::TUNABLE {
        let expected = "expected one made with --features tunable";
        return Err(format!("this build has fixed search constants; {expected}").into());
    }
    let mut tuning = begin(args)?;
    let interrupt = Arc::new(Interrupt::new());
    let signal = Arc::clone(&interrupt);
    ctrlc::set_handler(move || signal.abort())
        .map_err(|error| format!("can't watch for Ctrl-C: {error}"))?;
    let template = "{pos}/{len} iterations {wide_bar} {elapsed}, {eta} to go\n{msg}";
    let bar = progress_bar(args.iterations, template, args.quiet);
    bar.set_position(tuning.done);
    bar.reset_eta();
    while !tuning.is_over() {
        let trial = tuning.trial(Parameters::ALL);
        let balance = play(args, &trial, &interrupt)?;
        if interrupt.is_aborting() {
            break;
        }
        tuning.learn(&trial, Parameters::ALL, balance);
        save(args, &tuning)?;
        bar.set_position(tuning.done);
        bar.set_message(format!("{:?}", tuning.rounded()));
    }
    bar.finish_and_clear();
    write_values(&tuning, out)?;
    Ok(if tuning.is_over() {
        ExitCode::SUCCESS
    } else {
        writeln!(out, "interrupted; go on with --resume")?;
        ExitCode::from(Failure::INTERRUPTED)
    })
}

fn begin(args: &SpsaArgs) -> Result<Tuning, Failure> {
    let plan = Plan {
        engine: selfplay::signature()?,
        seed: args.seed,
        nodes: args.nodes,
        pairs: args.pairs as usize,
        iterations: args.iterations,
        rate: args.rate,
    };
    let name = args.file.display();
    if !args.resume {
        if args.file.exists() {
            let expected = "expected a new file, or --resume to go on with this one";
            return Err(format!("'{name}' exists; {expected}").into());
        }
        let tuning = Tuning::new(plan, Parameters::ALL);
        save(args, &tuning)?;
        return Ok(tuning);
    }
    let text = fs::read_to_string(&args.file);
    let text = text.map_err(|error| format!("can't read '{name}': {error}"))?;
    let tuning: Tuning = serde_json::from_str(&text)
        .map_err(|error| format!("'{name}': {error}; expected the state of a tuning"))?;
    let checked = tuning.check(&plan, Parameters::ALL);
    checked.map_err(|reason| format!("'{name}': {reason}"))?;
    Ok(tuning)
}

fn save(args: &SpsaArgs, tuning: &Tuning) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(tuning).expect("a tuning is plain data");
    let written = whole_file::write(&args.file, text + "\n");
    Ok(written.map_err(|error| format!("can't write '{}': {error}", args.file.display()))?)
}

/// How many games the first setting of `trial` wins more than it loses.
fn play(args: &SpsaArgs, trial: &Trial, interrupt: &Interrupt) -> Result<i32, Failure> {
    let mut limits = Limits::default();
    let nodes = args.nodes.to_string();
    limits
        .set("nodes", &nodes)
        .map_err(|error| error.to_string())?;
    let contestants = ["plus", "minus"].into_iter().zip(&trial.settings);
    let contestants = contestants.map(|(name, values)| Contestant {
        name: name.to_owned(),
        driver: Driver::Builtin(Builtin {
            hash: HASH_MEBIBYTES,
            parameters: Parameters::with(values).expect("values in range, in a tunable build"),
            ..Builtin::default()
        }),
        limits: limits.clone(),
    });
    let rounds = args.pairs as usize;
    let source = format!("random:plies=6,start=both,seed={}", trial.seed);
    let openings = OpeningSource::parse(&source)
        .and_then(|source| source.openings(RuleSet::default(), rounds))
        .map_err(|error| error.to_string())?;
    let of = Match {
        event: "spsa".to_owned(),
        rules: RuleSet::default(),
        contestants: contestants.collect(),
        schedule: Schedule::new(2, Format::RoundRobin, rounds),
        openings,
        adjudication: Adjudication::default(),
        recover: true,
        concurrency: usize::from(args.concurrency),
    };
    let mut balance = 0;
    of.run(interrupt, &|_| false, &mut |finished| {
        let plus = if finished.slot.is_return {
            Side::Black
        } else {
            Side::White
        };
        balance += match finished.outcome.winner {
            Some(winner) if winner == plus => 1,
            Some(_) => -1,
            None => 0,
        };
    });
    Ok(balance)
}

fn write_values(tuning: &Tuning, out: &mut dyn Write) -> Result<(), Failure> {
    let Tuning { plan, done, .. } = tuning;
    let games = done * 2 * plan.pairs as u64;
    writeln!(
        out,
        "{done} of {} iterations, {games} games",
        plan.iterations
    )?;
    writeln!(out, "\n{:<28} {:>9} {:>9}", "constant", "ships", "tuned")?;
    for (parameter, (name, value)) in Parameters::ALL.iter().zip(&tuning.values) {
        writeln!(out, "{name:<28} {:>9} {value:>9.2}", parameter.default)?;
    }
    Ok(())
}
