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
/// them is of layer 7, and leads to layers up to 7. The start of the game is of layer 10. Layers 2
/// to 6 of the default rules are part of the program; those of others are read from files.
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
    Regret(RegretArgs),
    Play(PlayOnArgs),
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
    /// Leave the to-and-fro rule aside there: half the work, and counts instead of tables
    ///
    /// Layer 10 ends with who wins from the start of the game, and after each first move.
    #[arg(long)]
    pub(crate) without_runs: bool,
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

/// Counts wins, draws and losses, and finds the longest wins and the mutual zugzwangs of layers.
///
/// A mutual zugzwang is a position in which either side would rather have the other one move. It counts as sure
/// if that holds under the whole of the rules. Longest wins are those among the exact values.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase stats --layer 5 --endings --json")]
pub(crate) struct StatsArgs {
    /// The layers, 2 to 10, such as 5,6; by default all that there are
    #[arg(long, value_name = "N", value_parser = layer, value_delimiter = ',')]
    pub(crate) layer: Vec<Layer>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Also tell which draws either side can bring about by ending the game, and which rest on endless play
    ///
    /// For either side it is worked out, without regard to the to-and-fro rule, from where it can force an end of the game that
    /// is no loss. The answers are kept in the folder jarmo-work beside the tables, which may be removed.
    #[arg(long)]
    pub(crate) endings: bool,
    /// With --endings: memory that may be used, in MiB; a layer that needs more is refused
    #[arg(long, value_name = "MB", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(64..))]
    pub(crate) memory: u32,
    /// Write JSON, one object for each layer
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lets a search without tables choose moves in positions of known value, and tells what they cost.
///
/// The positions are taken at random from the layers, evenly over them. Only those count whose values, before the move
/// and after it, are exact. For each limit there are the mean regret (points of the final margin that the move
/// gives away), the share of positions with any regret, and the share in which a win or a draw was thrown away, with
/// standard errors; then the moves that cost most. Each search begins with an empty table.
///
/// Ctrl-C ends it with the figures so far.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: jarmo tablebase regret --layer 5,6 --positions 2000 --nodes 1000,10000"
)]
pub(crate) struct RegretArgs {
    /// The layers, 2 to 10, such as 5,6; by default all with margins that there are
    #[arg(long, value_name = "N", value_parser = layer, value_delimiter = ',')]
    pub(crate) layer: Vec<Layer>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// Where the random choice of positions begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Nodes of a search, one or several numbers
    #[arg(long, value_name = "N", default_value = "1000,10000,100000", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Vec<u64>,
    /// Milliseconds of a search instead, one or several numbers
    #[arg(long, value_name = "MS", value_delimiter = ',', conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Vec<u64>,
    /// Size of a search's transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
    /// Searches at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Write JSON, one object for each layer and limit
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lets the engine play on with the tables, against itself, and checks that no value slips.
///
/// The games begin with positions of exact value, taken at random evenly over the layers. Told is how often a side ended
/// better, equal or worse than the value of the first position, and listed is each game in which a side got less than the
/// tables had assured it of at any time; then the command fails. A game of 1,000 plies counts as endless.
///
/// Ctrl-C ends it with the games played so far.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo tablebase play --games 1000 --movetime 10 --seed 1")]
pub(crate) struct PlayOnArgs {
    /// The layers, 2 to 10, such as 5,6; by default all that there are
    #[arg(long, value_name = "N", value_parser = layer, value_delimiter = ',')]
    pub(crate) layer: Vec<Layer>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Where the random choice of positions begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: u64,
    /// Nodes a move instead
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Size of each side's transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
    /// Games at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
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
