//! What the command line may say. clap reads it and writes the help from it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use jarmo_engine::RuleSet;
use jarmo_tuning::fit::{Outcome, Settings};
use jarmo_tuning::matches::OpeningSource;
use jarmo_tuning::statistics::Sprt;

/// Fits the weights of the evaluation and the constants of the search to games of the engine with itself.
///
/// Results go to stdout, progress to stderr. Whatever is interrupted goes on where it was.
#[derive(Debug, Parser)]
#[command(name = "jarmo-tune", version, max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Selfplay(SelfplayArgs),
    Inspect(InspectArgs),
    Merge(MergeArgs),
    Split(SplitArgs),
    Fit(FitArgs),
    Compare(CompareArgs),
    Spsa(SpsaArgs),
}

/// Plays games and writes their quiet positions, with score, result and margin.
///
/// The same options make the same file, whatever the number of threads. It grows by blocks of 64
/// games; --resume goes on with a file that was interrupted, or makes it longer.
#[derive(Args, Debug)]
pub(crate) struct SelfplayArgs {
    /// The file to write
    pub(crate) file: PathBuf,
    /// End with the block that brings the file to so many positions
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) positions: u64,
    /// Positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Begin with a line of this file, one opening a line as for jarmo-match, not with the start
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Random moves after that, at least and at most
    #[arg(long, value_name = "MIN..MAX", default_value = "2..8", value_parser = range)]
    pub(crate) random_plies: [u32; 2],
    /// Of a hundred moves among the ten after those, so many are random too
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) noise: u32,
    /// Rule set: jarmo, traditional or jasir
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) variant: RuleSet,
    /// Games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Go on with the file
    #[arg(long)]
    pub(crate) resume: bool,
    /// No progress on stderr
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Shows where a file's positions come from, counts them and lists some.
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    /// The file
    pub(crate) file: PathBuf,
    /// Positions to list, spread over the file
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) samples: u64,
}

/// Puts several files into a new one; a position stays where it came first.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The files
    #[arg(required = true, num_args = 1..)]
    pub(crate) sources: Vec<PathBuf>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    pub(crate) into: PathBuf,
}

/// Divides a file by games: some to fit weights to, some to judge the fit by.
#[derive(Args, Debug)]
pub(crate) struct SplitArgs {
    /// The file
    pub(crate) source: PathBuf,
    /// The new file for training
    #[arg(long, value_name = "FILE")]
    pub(crate) training: PathBuf,
    /// The new file for games held out of it
    #[arg(long, value_name = "FILE")]
    pub(crate) held_out: PathBuf,
    /// The part of the games to hold out
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = part)]
    pub(crate) share: f64,
    /// Another seed holds out other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Fits the weights of the evaluation, a small network, to the points made.
///
/// It ends when the held-out loss has not become smaller for some epochs; Ctrl-C ends it after the
/// epoch that runs. A fit takes minutes and is not resumed: --from begins a new one with the weights found. The weights are those of the best epoch. The same files and seed give the same
/// weights, whatever the number of threads.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// Positions to fit to
    #[arg(long, value_name = "FILE")]
    pub(crate) training: PathBuf,
    /// Positions of other games, to judge the weights by
    #[arg(long, value_name = "FILE")]
    pub(crate) held_out: PathBuf,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) into: PathBuf,
    /// A folder for learning.svg and calibration.svg
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
    /// Weights to begin with [default: random ones]
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The share of the outcome in what is fitted to; the rest is the searched score's
    #[arg(long, value_name = "PART", default_value_t = Settings::default().lambda, value_parser = share)]
    pub(crate) lambda: f64,
    /// What the outcome of a game is
    #[arg(long, value_name = "result|margin", default_value_t, value_parser = outcome)]
    pub(crate) outcome: Outcome,
    /// The most epochs; the rate falls to nothing over as many
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    pub(crate) epochs: usize,
    /// Epochs without a smaller held-out loss after which to end
    #[arg(long, value_name = "N", default_value_t = Settings::default().patience)]
    pub(crate) patience: usize,
    /// By about how much a step changes a weight at first
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().rate, value_parser = rate)]
    pub(crate) rate: f64,
    /// Positions for each step
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch, value_parser = batch)]
    pub(crate) batch: usize,
    /// The seed of the first weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    pub(crate) seed: u64,
    /// The commit that made the data, for the remarks in the file of weights
    #[arg(long, value_name = "HASH")]
    pub(crate) commit: Option<String>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl FitArgs {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            lambda: self.lambda,
            outcome: self.outcome,
            epochs: self.epochs,
            patience: self.patience,
            rate: self.rate,
            batch: self.batch,
            seed: self.seed,
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|it| (0.0..=1.0).contains(it));
    share.ok_or_else(|| "expected a number from 0 to 1, as in 0.5".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|it| (0.0..=1.0).contains(it));
    rate.ok_or_else(|| "expected a number from 0 to 1, as in 0.01".to_owned())
}

fn batch(text: &str) -> Result<usize, String> {
    let batch = text.parse().ok().filter(|it| *it > 0);
    batch.ok_or_else(|| "expected a number from 1 on, as in 8192".to_owned())
}

fn outcome(text: &str) -> Result<Outcome, String> {
    let all = [Outcome::Result, Outcome::Margin];
    let outcome = all.into_iter().find(|it| it.to_string() == text);
    outcome.ok_or_else(|| "expected result or margin".to_owned())
}

/// Plays new weights against old ones and says whether to keep them.
///
/// Ends as soon as the sequential test is decided: elo1 accepted says keep, elo0 says drop. With
/// --fixed all games are played and the error bars decide.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// The new weights
    #[arg(long, value_name = "FILE")]
    pub(crate) new: PathBuf,
    /// The old weights [default: those that ship]
    #[arg(long, value_name = "FILE")]
    pub(crate) old: Option<PathBuf>,
    /// Positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Time for each move instead, as in 5ms
    #[arg(long, value_name = "TIME", conflicts_with = "nodes")]
    pub(crate) st: Option<String>,
    /// Openings, each played twice with sides swapped
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Where openings come from, as for jarmo-match
    #[arg(long, value_name = "SOURCE", default_value = "random:plies=6,seed=1,start=both", value_parser = source)]
    pub(crate) openings: OpeningSource,
    /// The test: elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic
    #[arg(long, value_name = "WORD", num_args = 1.., default_values = ["elo0=0", "elo1=10", "model=logistic"])]
    sprt: Vec<String>,
    /// Play all games, whatever the test says
    #[arg(long, conflicts_with = "sprt")]
    pub(crate) fixed: bool,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    /// Rule set: jarmo, traditional or jasir
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) variant: RuleSet,
    /// Write the games to this new file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the match that this record is of
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl CompareArgs {
    pub(crate) fn sprt(&self) -> Result<Sprt, String> {
        let words = self.sprt.iter().map(String::as_str);
        Sprt::parse(words).map_err(|error| format!("--sprt: {error}"))
    }
}

/// Tunes the constants of the search by games: simultaneous perturbation (SPSA).
///
/// Needs a build with --features tunable. The state file is written after every iteration; --resume
/// goes on with it. The same options give the same constants, at any concurrency.
#[derive(Args, Debug)]
pub(crate) struct SpsaArgs {
    /// The state file to write
    pub(crate) file: PathBuf,
    /// Iterations in all
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) iterations: u64,
    /// Openings in each, played twice with sides swapped
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) pairs: u32,
    /// Positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// By how much of its step a game won moves a constant in the last iteration
    #[arg(long, value_name = "PART", default_value_t = 0.002, value_parser = share)]
    pub(crate) rate: f64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    /// Go on with the state file
    #[arg(long)]
    pub(crate) resume: bool,
    /// No progress on stderr
    #[arg(long)]
    pub(crate) quiet: bool,
}

fn source(text: &str) -> Result<OpeningSource, String> {
    OpeningSource::parse(text).map_err(|error| error.to_string())
}

/// Random moves in an opening stay far below the length of a game.
const MAX_RANDOM_PLIES: u32 = 100;

fn range(text: &str) -> Result<[u32; 2], String> {
    let ends = text.split_once("..").unwrap_or((text, text));
    let ends = (ends.0.parse().ok()).zip(ends.1.parse().ok());
    ends.filter(|(min, max)| min <= max && *max <= MAX_RANDOM_PLIES)
        .map(|(min, max)| [min, max])
        .ok_or_else(|| format!("expected MIN..MAX up to {MAX_RANDOM_PLIES}, as in 2..8"))
}

fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok();
    part.filter(|part| 0.0 < *part && *part < 1.0)
        .ok_or_else(|| "expected a number between 0 and 1, as in 0.1".to_owned())
}
