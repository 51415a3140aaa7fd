//! What the command line may say. clap reads it and writes the help from it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use jarmo_engine::{Game, Move, ParsePositionError, Position, RuleSet};
use jarmo_protocol::bench;

use super::error::{BadPosition, Error};
use super::tablebase::TablebaseArgs;

/// Plays and analyses Jarmo, a board game of archers.
///
/// Without a subcommand it speaks UCI and UGI over stdin and stdout, for graphical
/// interfaces and match runners.
#[derive(Debug, Parser)]
#[command(name = "jarmo", version, max_term_width = 100)]
#[command(
    after_help = "A position is a string such as \"aaaaa/5/5/5/AAAAA w - - 1\", a move a1c2, A@b1 or c4a5A@b1."
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Analyse(AnalyseArgs),
    Play(PlayArgs),
    Diagram(DiagramArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Tablebase(TablebaseArgs),
}

/// Shows the best lines of play in a position, in many positions, or in every position of a game.
///
/// Ctrl-C ends the analysis of a position with what it has found so far.
///
/// With --file, --annotate and --game every position is searched for itself, from an empty table. So with
/// --depth or --nodes and one thread the result is the same in every run, on any number of cores.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: jarmo analyse --moves \"b1d2 a5c4\" --depth 12 --multipv 3
         jarmo analyse --file positions.txt --nodes 200000 --out results.jsonl
         jarmo analyse --annotate --moves \"b1d2 a5c4 d2b3 c4a5\" --graph scores.svg
         jarmo analyse --game games.txt --round 3.1")]
#[command(group = ArgGroup::new("whole-game").args(["annotate", "game"]).multiple(true))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Analyse each position of this file (- for stdin), one a line, on all cores
    ///
    /// Blank lines and lines that begin with # are passed over. Results come in the order of the
    /// lines.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "annotate"])]
    pub(crate) file: Option<PathBuf>,
    /// With --file: write JSON lines to this file; if it exists, go on where it ends
    ///
    /// The first line holds the settings, which must be the same when the work is taken up again;
    /// every other line is an object as with --json. Each line is written at once and whole.
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) out: Option<PathBuf>,
    /// Annotate the game of --moves: each move's score, the best move, the points lost
    ///
    /// The move that was played is compared with the best one, each searched under the given
    /// limits. A move that loses 1 point or more of the final margin is marked ?, 2 or more ??.
    #[arg(long, conflicts_with = "multipv")]
    pub(crate) annotate: bool,
    /// Annotate the games of this file (- for stdin), a record as jarmo-match writes it
    ///
    /// The file is read, and its games are checked against the rules, before any work begins.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "variant", "moves", "multipv", "file"])]
    pub(crate) game: Option<PathBuf>,
    /// With --game: annotate the game of this round alone, such as 3.1, or all games of round 3
    #[arg(long, value_name = "N", requires = "game")]
    pub(crate) round: Option<String>,
    /// With --annotate or --game: also draw the scores of the game as an SVG picture
    #[arg(long, value_name = "FILE", requires = "whole-game")]
    pub(crate) graph: Option<PathBuf>,
    /// End after this many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// End after this many nodes; 1000000 with --file, --annotate or --game if no limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// End after this time; 5000 if no limit is given
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub(crate) movetime: Option<Duration>,
    /// Best lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) multipv: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
    /// Threads that search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Use the tablebases in this folder too, as jarmo tablebase build writes them
    #[arg(long, value_name = "DIR")]
    pub(crate) tablebase: Option<PathBuf>,
    /// Positions searched at once with --file, --annotate and --game; by default the cores that there are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Write JSON, one object a line (fields: --help)
    ///
    /// One object for each finished depth and line: type ("line"), depth, seldepth,
    /// multipv, score (points for the player to move), proven (null, or margin, plies
    /// or null, and exact: whether a better margin is excluded), nodes, nps, hashfull (thousandths), tbhits, time_ms, pv (moves). Last comes one with type
    /// ("result"), variant, position, side, bestmove and ponder (or null), score, proven,
    /// depth, nodes, time_ms, pv, words; for a position that is in a tablebase also tablebase
    /// (margin, plies or null, at_least and at_most: whether the margin is sure to be no smaller, no
    /// larger).
    ///
    /// With --file there is only the result of each position: without time_ms, but with the line
    /// of the file and with --multipv the other lines (lines: score, proven, depth, pv). With
    /// --annotate or --game there is an object for each move: type ("move"), ply, number, side,
    /// position, move, score, proven, best, best_score, best_proven, loss (points), mark, depth,
    /// nodes, pv (of the best move); then the result of the last position. With --game each also
    /// has the round of its game.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Plays a game with you in the terminal.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo play --side black --movetime 300")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Your side; both: two people play
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    pub(crate) side: SideChoice,
    /// The engine's time for a move; 1000 if no limit is given
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub(crate) movetime: Option<Duration>,
    /// The engine's depth
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideChoice {
    White,
    Black,
    Random,
    Both,
}

/// Draws a position, as text or as an SVG picture.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo diagram --moves \"b1d2 a5c4\" --best --svg board.svg")]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Write a picture to this file (- for stdout) instead of text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Search briefly and show the best move as an arrow
    #[arg(long, conflicts_with = "arrow")]
    pub(crate) best: bool,
    /// Show this legal move as an arrow
    #[arg(long, value_name = "MOVE")]
    pub(crate) arrow: Option<String>,
    /// Put rank 5 at the bottom, as Black sees the board
    #[arg(long)]
    pub(crate) flip: bool,
}

/// Counts the leaves of the game tree, to check and time the move generator.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo perft 6 --divide")]
pub(crate) struct PerftArgs {
    /// Plies, 0 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(..=64))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Also count the leaves below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count each position once; pays from depth 9 on, and takes memory
    ///
    /// From the start at depth 9 it takes half the time and 150 MB; at depth 8 and below the
    /// plain count is as fast, since few positions recur with the same runs.
    #[arg(long)]
    pub(crate) hash: bool,
}

/// Searches fixed positions: speed, and a node count that identifies the engine's play.
#[derive(Args, Debug)]
#[command(after_help = "Example: jarmo bench")]
pub(crate) struct BenchArgs {
    /// Plies for each position; the signature is that of the default
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Threads that search together, for the time to depth; the signature is that of one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

/// Where play begins.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Position string of 2 to 5 fields, quoted or not; by default the start of the game
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Rule set: jarmo, traditional or jasir
    #[arg(long, value_name = "RULES", default_value_t, hide_default_value = true)]
    pub(crate) variant: RuleSet,
    /// Moves played from there first, in quotes
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
}

impl StartArgs {
    /// The rule set and the first position, with the moves made.
    pub(crate) fn game(&self) -> Result<Game, Error> {
        let mut game = Game::new(self.first_position()?);
        for (number, text) in (1..).zip(self.moves.split_whitespace()) {
            let mv = legal_move(&game, text)
                .map_err(|error| Error::Usage(format!("move {number} of --moves: {error}")))?;
            game.play(mv).expect("a legal move can be made");
        }
        Ok(game)
    }

    fn first_position(&self) -> Result<Position, Error> {
        let text = self.position.join(" ");
        if text.is_empty() {
            return Ok(Position::start(self.variant));
        }
        position(&text, self.variant).map_err(|error| Error::Position(BadPosition { text, error }))
    }
}

/// Reads a position string or the word `startpos`.
pub(crate) fn position(text: &str, rules: RuleSet) -> Result<Position, ParsePositionError> {
    match text {
        "startpos" => Ok(Position::start(rules)),
        _ => Position::parse(text, rules),
    }
}

/// Reads a legal move of the game's position; the error is one line.
pub(crate) fn legal_move(game: &Game, text: &str) -> Result<Move, String> {
    game.position()
        .parse_move(text)
        .map_err(|error| error.to_string())
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(1..) => Ok(Duration::from_millis(text.parse().expect("a number"))),
        _ => Err("expected a whole number of milliseconds, 1 or more".to_owned()),
    }
}
