//! `fit`: weights from files of positions, two pictures, and how good they are.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use jarmo_engine::eval::WEIGHTS;
use jarmo_tuning::data::{Header, Reader};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::fit::{
    Calibration, Dataset, Epoch, Fit, Fitted, calibration, calibration_plot, learning_curve,
};
use jarmo_tuning::whole_file;

use crate::args::FitArgs;
use crate::{read_weights, stop_at_interrupt};

pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let first = args.from.as_deref().map(read_weights).transpose()?;
    if let Some(folder) = &args.plots {
        fs::create_dir_all(folder).map_err(cannot_write(folder))?;
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build_global()
        .map_err(|error| format!("can't start threads: {error}"))?;
    let control = stop_at_interrupt()?;
    let began = Instant::now();
    let training = read(&args.training)?;
    let held_out = read(&args.held_out)?;
    write_read(&training, &held_out, began, out)?;

    let settings = args.settings();
    let fit = Fit::new(&training, &held_out, &settings);
    let old = first.as_ref().unwrap_or(&WEIGHTS);
    let begin = fit.losses(0, old);
    let mut last = Instant::now();
    let mut written = Ok(());
    let fitted = fit.run(first.as_ref(), &mut |epoch| {
        written = write_epoch(epoch, last.elapsed().as_secs_f64(), out);
        last = Instant::now();
        if written.is_err() || control.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    written?;
    let scale = fitted.target.scale;
    let [before, after] =
        [old, &fitted.weights].map(|weights| calibration(&held_out, weights, scale));
    write_summary(&begin, &fitted, [&before, &after], out)?;

    let remarks = remarks(args, [&training, &held_out], &begin, &fitted)?;
    let bytes = fitted.weights.to_bytes(&remarks);
    whole_file::write(&args.into, &bytes).map_err(cannot_write(&args.into))?;
    if let Some(folder) = &args.plots {
        for (name, picture) in [
            ("learning.svg", learning_curve(&fitted.epochs)),
            ("calibration.svg", calibration_plot(&before, &after)),
        ] {
            let path = folder.join(name);
            whole_file::write(&path, picture).map_err(cannot_write(&path))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::Request(format!("can't write '{}': {error}", path.display()))
}

fn read(path: &Path) -> Result<Dataset, Failure> {
    let data = Dataset::read(path)?;
    if data.examples().is_empty() {
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
    writeln!(
        out,
        "{} positions for training, {} held out, read in {:.1} s\n",
        training.examples().len(),
        held_out.examples().len(),
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
    begin: &Epoch,
    fitted: &Fitted,
    [before, after]: [&Calibration; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    let scale = fitted.target.scale;
    writeln!(out, "\nscale      {scale:.1} hundredths")?;
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

/// What anyone needs who wants to make the weights again.
fn remarks(
    args: &FitArgs,
    [training, held_out]: [&Dataset; 2],
    begin: &Epoch,
    fitted: &Fitted,
) -> Result<String, Failure> {
    let header = Reader::open(&args.training)?.header().clone();
    let version = env!("CARGO_PKG_VERSION");
    let commit = args.commit.as_deref().unwrap_or("not given");
    let mut lines = vec![format!("Fitted by jarmo-tune {version}, commit {commit}.")];
    for (name, data) in [("Training", training), ("Held out", held_out)] {
        let (positions, checksum) = (data.examples().len(), data.checksum());
        lines.push(format!(
            "{name}: {positions} positions, CRC-32 of the file {checksum:08x}."
        ));
    }
    lines.extend(games_of(&header));
    let target = &fitted.target;
    lines.push(format!(
        "Fitted to {} x {} + {} x score; scale {:.2}.",
        target.lambda,
        target.outcome,
        1.0 - target.lambda,
        target.scale,
    ));
    let first = match &args.from {
        Some(_) => "other weights",
        None => "random weights",
    };
    lines.push(format!(
        "From {first}, seed {}; epochs {}, rate {}, batch {}.",
        args.seed, args.epochs, args.rate, args.batch
    ));
    let end = fitted.last;
    lines.push(format!(
        "Loss in training {:.6}, before {:.6}; held out {:.6}, before {:.6}; epoch {}.",
        end.training, begin.training, end.held_out, begin.held_out, end.number
    ));
    Ok(lines.join("\n"))
}

fn games_of(header: &Header) -> impl Iterator<Item = String> + '_ {
    header.recipes.iter().map(|recipe| {
        format!(
            "Games: engine {}, seed {}, {} nodes a move.",
            recipe.engine, recipe.seed, recipe.nodes
        )
    })
}
