//! `fit`: weights from files of positions, two pictures, and how good they are.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use jarmo_engine::eval::{Feature, WEIGHTS, Weights};
use jarmo_tuning::data::{Header, Reader};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::fit::{
    Calibration, Dataset, Epoch, Fitted, calibration, calibration_plot, fit, learning_curve,
};
use jarmo_tuning::whole_file;

use crate::args::FitArgs;
use crate::{read_weights, stop_at_interrupt};

pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let first = args.from.as_deref().map_or(Ok(WEIGHTS), read_weights)?;
    if let Some(folder) = &args.plots {
        fs::create_dir_all(folder).map_err(cannot_write(folder))?;
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build_global()
        .map_err(|error| format!("can't start threads: {error}"))?;
    let control = stop_at_interrupt()?;
    let mut last = Instant::now();
    let training = read(&args.training, args.memory)?;
    let held_out = read(&args.held_out, args.memory)?;
    write_read(&training, &held_out, last, out)?;

    last = Instant::now();
    let mut written = Ok(());
    let fitted = fit(
        &training,
        &held_out,
        &first,
        &args.settings(),
        &mut |epoch| {
            written = write_epoch(epoch, last.elapsed().as_secs_f64(), out);
            last = Instant::now();
            if written.is_err() || control.is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )?;
    written?;
    let calibrated = |weights: &Weights| {
        let weights: Vec<f64> = weights.as_array().iter().copied().map(f64::from).collect();
        calibration(&held_out, &weights, fitted.scale)
    };
    let [before, after] = [calibrated(&first)?, calibrated(&fitted.weights)?];
    write_summary(&first, &fitted, [&before, &after], out)?;

    let text = weights_text(args, [&training, &held_out], &fitted)?;
    whole_file::write(&args.into, &text).map_err(cannot_write(&args.into))?;
    if let Some(folder) = &args.plots {
        for (name, picture) in [
            ("learning.svg", learning_curve(&fitted.epochs)),
            ("calibration.svg", calibration_plot(&before, &after)),
        ] {
            let path = folder.join(name);
            whole_file::write(&path, &picture).map_err(cannot_write(&path))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::Request(format!("can't write '{}': {error}", path.display()))
}

fn read(path: &Path, mebibytes: usize) -> Result<Dataset, Failure> {
    let data = Dataset::read(path, mebibytes << 20)?;
    if data.positions() == 0 {
        let name = path.display();
        return Err(format!("'{name}': no positions, expected at least one").into());
    }
    Ok(data)
}

fn write_read(
    training: &Dataset,
    held_out: &Dataset,
    began: Instant,
    out: &mut dyn Write,
) -> io::Result<()> {
    let streamed = if training.is_kept() {
        ""
    } else {
        "; too many to keep, read again in each epoch"
    };
    writeln!(
        out,
        "{} positions for training, {} held out, read in {:.1} s{streamed}\n",
        training.positions(),
        held_out.positions(),
        began.elapsed().as_secs_f64(),
    )?;
    writeln!(out, "epoch  training  held out  seconds")
}

fn write_epoch(epoch: &Epoch, seconds: f64, out: &mut dyn Write) -> io::Result<()> {
    let Epoch {
        number,
        training,
        held_out,
    } = epoch;
    writeln!(
        out,
        "{number:>5}  {training:.6}  {held_out:.6}  {seconds:>7.2}"
    )?;
    out.flush()
}

fn write_summary(
    first: &Weights,
    fitted: &Fitted,
    [before, after]: [&Calibration; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "\n{:<44} before   after", "feature")?;
    for feature in Feature::all() {
        writeln!(
            out,
            "{:<44} {:>6}  {:>6}",
            feature.name(),
            first[feature],
            fitted.weights[feature]
        )?;
    }
    writeln!(
        out,
        "\nscale      {:.1} hundredths, of searched scores {:.1}",
        fitted.scale, fitted.target.score_scale
    )?;
    writeln!(
        out,
        "units      a point of evaluation comes with {:.3} points of final margin; before {:.3}",
        after.margin_slope, before.margin_slope
    )?;
    writeln!(
        out,
        "promises   kept within {:.2} % of a game; before {:.2} %",
        100.0 * after.error(),
        100.0 * before.error()
    )?;
    let begin = fitted.epochs[0];
    for (name, begin, end) in [
        ("training", begin.training, fitted.last.training),
        ("held out", begin.held_out, fitted.last.held_out),
    ] {
        let change = end - begin;
        writeln!(
            out,
            "{name}   loss {begin:.6} before, {end:.6} after: {change:+.6}"
        )?;
    }
    Ok(())
}

/// The file of weights, with what anyone needs who wants to make it again.
fn weights_text(
    args: &FitArgs,
    [training, held_out]: [&Dataset; 2],
    fitted: &Fitted,
) -> Result<String, Failure> {
    let header = Reader::open(&args.training)?.header().clone();
    let mut text = String::new();
    let mut remark = |line: String| {
        writeln!(text, "# {line}").expect("a String takes everything");
    };
    let version = env!("CARGO_PKG_VERSION");
    let commit = args.commit.as_deref().unwrap_or("not given");
    remark(format!("Fitted by jarmo-tune {version}, commit {commit}."));
    for (name, data) in [("Training", training), ("Held out", held_out)] {
        let (positions, checksum) = (data.positions(), data.checksum());
        remark(format!(
            "{name}: {positions} positions, CRC-32 of the file {checksum:08x}."
        ));
    }
    games_of(&header).for_each(&mut remark);
    let target = &fitted.target;
    remark(format!(
        "Fitted to {} x {} + {} x score; scale {:.2}, of scores {:.2}; L2 {:e} towards {}.",
        target.lambda,
        args.outcome,
        1.0 - target.lambda,
        fitted.scale,
        target.score_scale,
        args.l2,
        match &args.from {
            Some(_) => "other weights",
            None => "the shipped weights",
        }
    ));
    let (begin, end) = (fitted.epochs[0], fitted.last);
    remark(format!(
        "Loss in training {:.6}, was {:.6}; held out {:.6}, was {:.6}; epoch {}.",
        end.training, begin.training, end.held_out, begin.held_out, end.number
    ));
    write!(text, "{}", fitted.weights).expect("a String takes everything");
    Ok(text)
}

fn games_of(header: &Header) -> impl Iterator<Item = String> + '_ {
    header.recipes.iter().map(|recipe| {
        format!(
            "Games: engine {}, seed {}, {} nodes a move.",
            recipe.engine, recipe.seed, recipe.nodes
        )
    })
}
