//! `inspect`, `merge`, `split`: what is in files of positions, and other files made of them.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use jarmo_engine::Side;
use jarmo_tuning::data::{self, DataError, Header, Reader, Sample, SampledGame, Transformed};
use jarmo_tuning::failure::Failure;

use crate::args::{InspectArgs, MergeArgs, SplitArgs};

pub(crate) fn inspect(args: &InspectArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let reader = Reader::open(&args.file)?;
    write_header(reader.header(), out)?;
    let mut counts = Counts::default();
    visit(reader, &mut |game| counts.add(game))?;
    counts.write(out)?;
    if args.samples > 0 && counts.positions > 0 {
        write_samples(&args.file, counts.positions, args.samples, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_header(header: &Header, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "rules     {}", header.rules)?;
    if let Some(part) = &header.part {
        writeln!(out, "part      {part}")?;
    }
    for recipe in &header.recipes {
        let [fewest, most] = recipe.random_plies;
        let book = match recipe.book {
            Some((openings, checksum)) => format!("a book of {openings} ({checksum:08x})"),
            None => "the start".to_owned(),
        };
        writeln!(
            out,
            "recipe    engine {}, seed {}, {} nodes a move; from {book} with {fewest} to {most} random moves, \
             {} % random after those",
            recipe.engine, recipe.seed, recipe.nodes, recipe.noise
        )?;
    }
    Ok(())
}

fn visit(reader: Reader, on_game: &mut dyn FnMut(&SampledGame)) -> Result<usize, DataError> {
    let mut blocks = 0;
    for block in reader {
        block?.decode()?.iter().for_each(&mut *on_game);
        blocks += 1;
    }
    Ok(blocks)
}

/// Sums over a whole file.
#[derive(Default)]
struct Counts {
    games: u64,
    positions: u64,
    /// Games that White won, that were drawn, that Black won.
    results: [u64; 3],
    /// Sum of the margins, and of their sizes.
    margins: [i64; 2],
    /// The same of scores, from White's side.
    scores: [i64; 2],
    black_to_move: u64,
    plies: u64,
}

impl Counts {
    fn add(&mut self, game: &SampledGame) {
        self.games += 1;
        self.results[(1 - game.margin.signum()) as usize] += 1;
        add_sized(&mut self.margins, game.margin.into());
        for sample in &game.samples {
            self.positions += 1;
            let is_black = sample.position.side_to_move() == Side::Black;
            let score = i64::from(sample.score);
            add_sized(&mut self.scores, if is_black { -score } else { score });
            self.black_to_move += u64::from(is_black);
            self.plies += u64::from(sample.ply);
        }
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mean = |sum: i64, count: u64| sum as f64 / count.max(1) as f64;
        let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let [won, drawn, lost] = self.results;
        writeln!(out, "games     {}", self.games)?;
        writeln!(
            out,
            "positions {}, {:.1} a game; {:.1} % with Black to move; after {:.1} turns",
            self.positions,
            mean(self.positions as i64, self.games),
            share(self.black_to_move, self.positions),
            mean(self.plies as i64, self.positions)
        )?;
        writeln!(
            out,
            "results   White +{won} ={drawn} -{lost}: {:.1} % drawn, White's score {:.1} %",
            share(drawn, self.games),
            share(2 * won + drawn, 2 * self.games)
        )?;
        let [sum, sizes] = self.margins;
        writeln!(
            out,
            "margins   {:+.2} points for White on average, {:.2} whoever wins",
            mean(sum, self.games),
            mean(sizes, self.games)
        )?;
        let [sum, sizes] = self.scores;
        writeln!(
            out,
            "scores    {:+.2} points for White on average, {:.2} whoever leads",
            mean(sum, self.positions) / 100.0,
            mean(sizes, self.positions) / 100.0
        )?;
        Ok(())
    }
}

fn add_sized(sums: &mut [i64; 2], value: i64) {
    sums[0] += value;
    sums[1] += value.abs();
}

fn write_samples(path: &Path, of: u64, count: u64, out: &mut dyn Write) -> Result<(), Failure> {
    let reader = Reader::open(path)?;
    let mut chosen: Vec<(u32, i32, Sample)> = Vec::new();
    let mut seen = 0;
    visit(reader, &mut |game| {
        for sample in &game.samples {
            if seen * count / of >= chosen.len() as u64 {
                let margin = game.margin_for(sample.position.side_to_move());
                chosen.push((game.number, margin, *sample));
            }
            seen += 1;
        }
    })?;
    writeln!(
        out,
        "\n{:>8} {:>4} {:>6} {:>6}  position",
        "game", "ply", "score", "margin"
    )?;
    for (game, margin, sample) in chosen.iter().take(count as usize) {
        writeln!(
            out,
            "{game:>8} {:>4} {:>+6.2} {margin:>+6}  {}",
            sample.ply,
            f64::from(sample.score) / 100.0,
            sample.position
        )?;
    }
    Ok(())
}

pub(crate) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let written = data::merge(&args.sources, &args.into)?;
    write_made(&args.into, written, out)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn split(args: &SplitArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let written = data::split(
        &args.source,
        &args.training,
        &args.held_out,
        args.share,
        args.seed,
    );
    let [training, held_out] = written?;
    write_made(&args.training, training, out)?;
    write_made(&args.held_out, held_out, out)?;
    Ok(ExitCode::SUCCESS)
}

fn write_made(path: &Path, made: Transformed, out: &mut dyn Write) -> Result<(), Failure> {
    let Transformed { games, positions } = made;
    let name = path.display();
    writeln!(out, "{name}: {positions} positions of {games} games")?;
    Ok(())
}
