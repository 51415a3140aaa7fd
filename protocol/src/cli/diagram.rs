//! `jarmo diagram`: a position as text or as a picture.

use std::io::{self, Write};
use std::path::Path;

use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Game, Move, Side};
use jarmo_protocol::diagram::Diagram;

use super::args::{DiagramArgs, legal_move};
use super::error::Error;

/// Positions that `--best` searches: a fixed number, so that the same command
/// draws the same picture on every machine.
const NODES: u64 = 500_000;
/// Size of the table for that search, in MiB.
const HASH: usize = 16;

pub(crate) fn run(args: &DiagramArgs, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.start.game()?;
    let mut diagram = of_game(&game);
    if args.flip {
        diagram.viewer = Side::Black;
    }
    diagram.best_move = match &args.arrow {
        Some(text) => {
            let mv = legal_move(&game, text);
            Some(mv.map_err(|error| Error::Usage(format!("--arrow: {error}")))?)
        }
        None if args.best => best_move(&game)?,
        None => None,
    };
    match args.svg.as_deref() {
        None => {
            write!(out, "{}", diagram.colored_text())?;
            writeln!(out, "Position: {}", game.position())?;
        }
        Some(file) if file == Path::new("-") => writeln!(out, "{}", diagram.svg())?,
        Some(file) => write_whole(file, &diagram.svg())?,
    }
    Ok(())
}

/// The current position, with the last move of the game if it has one.
pub(crate) fn of_game(game: &Game) -> Diagram {
    let mut diagram = Diagram::new(game.position());
    if let Some(&mv) = game.moves().last() {
        diagram.last_move = Some(mv);
    }
    diagram
}

fn best_move(game: &Game) -> Result<Option<Move>, Error> {
    let mut searcher = Searcher::new(HASH).map_err(|error| Error::System(error.to_string()))?;
    let limits = SearchLimits {
        nodes: Some(NODES),
        ..SearchLimits::default()
    };
    let control = SearchControl::new();
    let outcome = searcher.search(
        game.position(),
        game.history(),
        &limits,
        &control,
        &mut |_| {},
    );
    Ok(outcome.best_move())
}

/// Writes a picture to a file that appears whole or not at all.
pub(crate) fn write_whole(file: &Path, picture: &str) -> Result<(), Error> {
    try_write_whole(file, picture)
        .map_err(|error| Error::System(format!("can't write '{}': {error}", file.display())))
}

fn try_write_whole(file: &Path, picture: &str) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut temporary = new_file_in(folder)?;
    writeln!(temporary, "{picture}")?;
    temporary.persist(file)?;
    Ok(())
}

/// A temporary file that others may read as they may any new file of the user's.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".jarmo-").suffix(".svg").tempfile_in(folder)
}
