//! `jarmo tablebase export`: a smaller file that tells less, or is packed more tightly.

use std::io::Write;

use jarmo_engine::tablebase::file::{Content, WriteOptions, write_layer};

use super::super::error::Error;
use super::super::table::grouped;
use super::args::{ContentChoice, ExportArgs};
use super::folder;
use super::progress::Progress;
use super::threads;

pub(super) fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Error> {
    let folder = args.tables.path.clone().unwrap_or_else(folder::default);
    let solved = folder::solved_layer(&folder, args.tables.variant, args.layer)
        .map_err(|error| Error::System(error.to_string()))?;
    let content = match args.content {
        ContentChoice::Outcomes => Content::Outcome,
        ContentChoice::Margins => Content::Margin,
        ContentChoice::Distances => Content::MarginAndDistance,
    };
    let options = WriteOptions {
        level: args.level,
        block_log: args.block,
        threads: threads(args.threads),
    };
    let progress = Progress::of_writing(&args.out);
    let written = write_layer(&args.out, &solved, content, options, &mut |done, all| {
        progress.count(done, all);
    });
    progress.finish();
    let size = written.map_err(|error| Error::System(error.to_string()))?;
    writeln!(out, "{}: {} bytes", args.out.display(), grouped(size))?;
    Ok(())
}
