//! What the command line may say. clap reads it and writes the help from it.

use std::env;
use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Args, Parser, Subcommand};
use jarmo_engine::RuleSet;
use jarmo_tuning::matches::{
    Adjudication, Contestant, DrawRule, Driver, Format, Match, OpeningSource, ResignRule, Schedule,
};
use jarmo_tuning::statistics::Sprt;

/// Plays matches between engines and tells what the results mean.
///
/// Every opening is played twice with sides swapped. The report goes to stdout, progress and
/// complaints to stderr. Ctrl-C ends the match after the games that run; a second one ends those too.
#[derive(Debug, Parser)]
#[command(name = "jarmo-match", version, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Words of an engine:
  name=NAME          in report and record
  cmd=PROGRAM        with args=\"…\" (split at blanks), arg=… (one, as it is), dir=DIRECTORY
  builtin            this project's own search instead, without a process; options Hash and Threads
  proto=uci|ugi      what it speaks (uci)
  option.NAME=VALUE  an option to set; no value for a button
  tc=MOVES/TIME+INC  a clock in seconds: 10+0.1, 40/60, 1:30+500ms
  st=TIME nodes=N depth=N    limits of each move; all that are given hold together
  margin=TIME        by how much a time limit may be exceeded (25ms)
  patience=TIME      how long to wait for answers without a clock (10s)

Example: jarmo-match --engine name=new cmd=./jarmo --engine name=old cmd=./jarmo-old \
--each option.Hash=16 tc=10+0.1 --rounds 500 --concurrency 2 --sprt elo0=0 elo1=5 --record new.games")]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) of: MatchArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Openings(OpeningsArgs),
}

/// Replays recorded games: every move, result and point by the rules.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The record
    pub(crate) file: PathBuf,
}

/// Writes openings, one a line, as --openings reads them from a file.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Where they come from, as --openings of a match
    #[arg(value_parser = source)]
    pub(crate) source: OpeningSource,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,
    /// Rule set: jarmo, traditional or jasir
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) variant: RuleSet,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// An engine, in words up to the next option; at least two (words: below)
    #[arg(long, value_name = "WORD", num_args = 1.., action = ArgAction::Append, required = true)]
    engine: Vec<String>,
    /// Words for all engines; an engine's own go before them
    #[arg(long, value_name = "WORD", num_args = 1..)]
    each: Vec<String>,
    /// Openings, each played twice by any two engines that meet
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Where openings come from: FILE[,order=shuffled,seed=N], or
    /// random:[plies=N|MIN..MAX,seed=N,start=white|black|both,window=POINTS,nodes=N]
    ///
    /// A line of a file is a position (or startpos), then perhaps the word moves and moves; or
    /// moves alone. Random openings can be kept to those whose score in a search of so many nodes
    /// lies in a window: window=1.5, or window=-1..0.5 from White's side. Where there are fewer
    /// openings than rounds they begin anew.
    #[arg(long, value_name = "SOURCE", default_value = "random:plies=6,seed=1", value_parser = source)]
    openings: OpeningSource,
    /// Games at a time, each with its own two processes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The first engine meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Rule set: jarmo, traditional or jasir
    #[arg(long, value_name = "RULES", default_value_t)]
    variant: RuleSet,
    /// End as soon as a sequential test is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "WORD", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// A game is lost when both engines have thought so: moves=3 score=5 (points)
    #[arg(long, value_name = "WORD", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// A game is drawn when both engines have thought so: from=30 moves=8 score=0.2 (points)
    #[arg(long, value_name = "WORD", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// Plies after which a game is drawn, the opening included
    #[arg(long, value_name = "PLIES", default_value_t = Adjudication::default().ply_cap)]
    ply_cap: usize,
    /// Go on after a crash, a stall, a time forfeit or a bad move, with the engine started anew
    #[arg(long, value_name = "true|false", default_value_t = true, action = ArgAction::Set)]
    recover: bool,
    /// Name of the match in the record
    #[arg(long, value_name = "NAME", default_value = "match")]
    event: String,
    /// Write the games to this new file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the match that this record is of, and with the record
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Report as JSON, one object (fields: --help)
    ///
    /// event, variant, games, games_planned, games_resumed, end (complete, decided, interrupted or
    /// forfeited), engines (each against all), encounters (of each two), sprt (or null), by_white, endings,
    /// plies, seconds, engine_share. Results have wins, draws, losses, games, as_white, as_black,
    /// score, draw_ratio, points (own and the opponent's), margin (points a game), pairs (with 0 to
    /// 2 game points), split_ratio, pairs_ratio, elo, normalized_elo, los. Estimates have value and
    /// error (95 %); what the results do not allow is null.
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress on stderr
    #[arg(long)]
    pub(crate) quiet: bool,
}

fn source(text: &str) -> Result<OpeningSource, String> {
    OpeningSource::parse(text).map_err(|error| error.to_string())
}

impl MatchArgs {
    /// The match. `matches` are these arguments too: they know which words belong together.
    pub(crate) fn to_match(&self, matches: &ArgMatches) -> Result<Match, String> {
        let contestants = self.contestants(matches)?;
        let rounds = self.rounds as usize;
        let format = if self.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        };
        let openings = self.openings.openings(self.variant, rounds);
        let openings = openings.map_err(|error| format!("--openings: {error}"))?;
        Ok(Match {
            event: self.event.clone(),
            rules: self.variant,
            schedule: Schedule::new(contestants.len(), format, rounds),
            contestants,
            openings,
            adjudication: self.adjudication()?,
            recover: self.recover,
            concurrency: usize::from(self.concurrency),
        })
    }

    /// The test that may end the match.
    pub(crate) fn sprt(&self) -> Result<Option<Sprt>, String> {
        let sprt = self
            .sprt
            .as_ref()
            .map(|words| Sprt::parse(words.iter().map(String::as_str)));
        sprt.transpose().map_err(|error| format!("--sprt: {error}"))
    }

    fn adjudication(&self) -> Result<Adjudication, String> {
        let resign = self.resign.as_deref().map(ResignRule::parse).transpose();
        let draw = self.draw.as_deref().map(DrawRule::parse).transpose();
        Ok(Adjudication {
            ply_cap: self.ply_cap,
            resign: resign.map_err(|error| format!("--resign: {error}"))?,
            draw: draw.map_err(|error| format!("--draw: {error}"))?,
        })
    }

    fn contestants(&self, matches: &ArgMatches) -> Result<Vec<Contestant>, String> {
        let guard = env::current_exe().ok();
        let engines = matches.get_occurrences::<String>("engine");
        let mut contestants: Vec<Contestant> = Vec::new();
        for (number, words) in (1..).zip(engines.into_iter().flatten()) {
            let words: Vec<String> = words.cloned().collect();
            let mut contestant = Contestant::parse(number, &self.each, &words)
                .map_err(|error| format!("--engine: {error}"))?;
            if contestants
                .iter()
                .any(|known| known.name == contestant.name)
            {
                return Err(format!(
                    "--engine: two engines are called '{}'; expected different names",
                    contestant.name
                ));
            }
            if let Driver::External(command) = &mut contestant.driver {
                command.guard.clone_from(&guard);
            }
            contestants.push(contestant);
        }
        if contestants.len() < 2 {
            return Err("--engine: one engine; expected at least two".to_owned());
        }
        if contestants.len() > 2 && self.sprt.is_some() {
            return Err("--sprt: expected two engines, not more".to_owned());
        }
        Ok(contestants)
    }
}
