//! What may be said after `jarmo tablebase`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use jarmo_engine::RuleSet;
use jarmo_engine::tablebase::Layer;

use super::super::args::StartArgs;
use super::layer;

/// Builds, checks and reads tablebases: the value of every position with few archers and marks.
///
/// Archers and marks on the board, both sides together, never become more: a position with 7 of
/// them is of layer 7, and leads to layers up to 7. The start of the game is of layer 10.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: jarmo tablebase build --layer 7
         jarmo tablebase probe \"5/3a1/5/4a/AA3 w\"")]
pub(crate) struct TablebaseArgs {
    #[command(subcommand)]
    pub(crate) command: TablebaseCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TablebaseCommand {
    Sizes(SizesArgs),
    Build(BuildArgs),
    Verify(VerifyArgs),
    Probe(ProbeArgs),
    Stats(StatsArgs),
    Export(ExportArgs),
}

/// Shows how many positions each class and layer has.
///
/// A class is given by White's archers, how many of them are marked, and the same of Black.
/// Counted are the positions that are not over, for one side to move; there are as many for the other.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase sizes --layer 4")]
pub(crate) struct SizesArgs {
    /// Show the classes of this layer, 2 to 10; by default all layers without their classes
    #[arg(long, value_name = "N", value_parser = layer)]
    pub(crate) layer: Option<Layer>,
}

/// Solves a layer, and the lower ones that are missing, and writes their files.
///
/// Every few minutes, and on Ctrl-C, the state of the work is saved beside the files; the same command
/// then goes on from there. However often it was interrupted, the files come out the same.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase build --layer 7 --threads 2")]
pub(crate) struct BuildArgs {
    /// The highest layer to solve, 2 to 10
    #[arg(long, value_name = "N", value_parser = layer)]
    pub(crate) layer: Layer,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// From this layer on tell only who wins, which takes less time and memory
    #[arg(long, value_name = "N", default_value = "9", value_parser = layer)]
    pub(crate) outcomes_from: Layer,
    /// Memory that may be used, in MiB; a layer that needs more is refused
    #[arg(long, value_name = "MB", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(64..))]
    pub(crate) memory: u32,
    /// Threads that work together; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Seconds between two savings of the work; 0 saves after every round
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub(crate) save_every: u32,
}

/// Computes every value of a layer again from those of the positions after each move.
///
/// The layers up to 4 are solved again instead: their values depend on runs, which the files leave out.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase verify --layer 5")]
pub(crate) struct VerifyArgs {
    /// The layer to check, 2 to 10
    #[arg(long, value_name = "N", value_parser = layer)]
    pub(crate) layer: Layer,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Threads that work together; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// Shows what the tables know of a position and of every move in it, the best move first.
///
/// An estimate is the value of a game in which players may go to and fro as often as they like.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase probe \"5/3a1/5/4a/AA3 w\"")]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Folder of the files; by default tablebases among the user's data of jarmo
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}

/// Counts wins, draws and losses, and finds the longest wins and the mutual zugzwangs of a layer.
///
/// A mutual zugzwang is a position in which either side would rather have the other one move.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase stats --layer 5 --json")]
pub(crate) struct StatsArgs {
    /// The layer, 2 to 10
    #[arg(long, value_name = "N", value_parser = layer)]
    pub(crate) layer: Layer,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Writes a layer to another file, which may tell less of each position, or be packed more tightly.
///
/// The tables that are part of the program were written by this command.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: jarmo tablebase export --layer 6 --content margins --out small/jarmo-6.jtb")]
pub(crate) struct ExportArgs {
    /// The layer, 2 to 10
    #[arg(long, value_name = "N", value_parser = layer)]
    pub(crate) layer: Layer,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// What to tell of each position: who wins, the margin, or also the distance to the end
    #[arg(long, value_enum, default_value = "distances")]
    pub(crate) content: ContentChoice,
    /// How hard to compress, 1 to 22
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(i32).range(1..=22))]
    pub(crate) level: i32,
    /// Size of a block before compression, as a power of two from 12 to 24
    ///
    /// A large block takes less room in the file, a small one is faster to read for a single position.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(12..=24))]
    pub(crate) block: u8,
    /// Threads that compress; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContentChoice {
    Outcomes,
    Margins,
    Distances,
}

/// Which tables are meant.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// Rule set: jarmo, traditional or jasir
    #[arg(
        long,
        visible_alias = "rules",
        value_name = "RULES",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) variant: RuleSet,
    /// Folder of the files; by default tablebases among the user's data of jarmo
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}
