//! `selfplay`: plays games until there are enough positions.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use jarmo_engine::RuleSet;
use jarmo_tuning::data::{Header, Recipe, SampledGame, Writer};
use jarmo_tuning::failure::Failure;
use jarmo_tuning::matches::{Opening, OpeningSource};
use jarmo_tuning::selfplay::{self, BLOCK_GAMES, Setup};
use rustc_hash::FxHashSet;

use crate::args::SelfplayArgs;
use crate::{progress_bar, stop_at_interrupt};

/// What the file holds so far.
#[derive(Default)]
struct Held {
    /// Keys of all positions.
    keys: FxHashSet<u64>,
    /// Games, those without a position included.
    games: u32,
    /// Games since the last one with a new position.
    fruitless: u32,
}

/// Games without a new position after which there seem to be no more.
const PATIENCE: u32 = 1_000;

pub(crate) fn run(args: &SelfplayArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let setup = setup(args)?;
    let header = Header::new(setup.rules, setup.recipe.clone());
    let mut held = Held::default();
    let mut writer = if args.resume {
        Writer::resume(&args.file, &header, &mut |game| held.count(game))
    } else {
        Writer::create(&args.file, &header)
    }?;
    let (games_before, positions_before) = (held.games, held.positions());
    let template = "{pos}/{len} positions {wide_bar} {elapsed}, {eta} to go\n{msg}";
    let bar = progress_bar(args.positions, template, args.quiet);
    bar.set_position(positions_before);
    bar.reset_eta();
    let control = stop_at_interrupt()?;
    let threads = args
        .threads
        .map(usize::from)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let began = Instant::now();
    let speed = |positions: u64| {
        let new = (positions - positions_before) as f64;
        new / began.elapsed().as_secs_f64().max(1e-6)
    };
    let mut written = Ok(());
    if positions_before < args.positions && held.is_fruitful() {
        let first = games_before / BLOCK_GAMES;
        selfplay::run(&setup, first, threads, &control, &mut |mut games| {
            for game in &mut games {
                held.keep_new(game);
            }
            written = writer.append(&games);
            let positions = held.positions();
            bar.set_position(positions);
            bar.set_message(format!(
                "{} games, {:.0} positions a second",
                held.games,
                speed(positions)
            ));
            if written.is_err() || positions >= args.positions || !held.is_fruitful() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
    }
    bar.finish_and_clear();
    written?;
    let positions = held.positions();
    writeln!(
        out,
        "{positions} positions of {} games, {} of them new: {:.1} s, {:.0} positions a second",
        held.games,
        held.games - games_before,
        began.elapsed().as_secs_f64(),
        speed(positions)
    )?;
    if !held.is_fruitful() {
        let games = held.fruitless;
        writeln!(
            out,
            "no new position in {games} games: there seem to be no more"
        )?;
    } else if positions < args.positions {
        writeln!(out, "interrupted; go on with --resume")?;
        return Ok(ExitCode::from(Failure::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl Held {
    fn positions(&self) -> u64 {
        self.keys.len() as u64
    }

    fn is_fruitful(&self) -> bool {
        self.fruitless < PATIENCE
    }

    fn count(&mut self, game: &SampledGame) {
        self.games = game.number + 1;
        self.fruitless += 1;
        for sample in &game.samples {
            self.keys.insert(sample.position.key());
            self.fruitless = 0;
        }
    }

    /// Counts a game and leaves it only those positions that no game before had.
    fn keep_new(&mut self, game: &mut SampledGame) {
        game.samples
            .retain(|sample| self.keys.insert(sample.position.key()));
        self.count(game);
    }
}

fn setup(args: &SelfplayArgs) -> Result<Setup, Failure> {
    let book = match &args.book {
        Some(path) => read_book(path, args.variant)?,
        None => Vec::new(),
    };
    let checksum = |book: &[Opening]| {
        let lines: Vec<String> = book.iter().map(Opening::to_string).collect();
        (book.len(), crc32fast::hash(lines.join("\n").as_bytes()))
    };
    Ok(Setup {
        rules: args.variant,
        recipe: Recipe {
            engine: selfplay::signature()?,
            seed: args.seed,
            nodes: args.nodes,
            book: args.book.as_ref().map(|_| checksum(&book)),
            random_plies: args.random_plies,
            noise: args.noise,
        },
        book,
    })
}

fn read_book(path: &Path, rules: RuleSet) -> Result<Vec<Opening>, Failure> {
    let source = OpeningSource::parse(&path.display().to_string());
    let openings = source.and_then(|source| source.openings(rules, usize::MAX));
    openings.map_err(|error| Failure::Request(format!("--book: {error}")))
}
