//! The state of a layer's solver, saved so that the work outlives the program.
//!
//! The file is replaced as a whole, so a program that is killed while it saves leaves
//! the one before. It is compressed lightly, and zstd's checksum guards the content.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use jarmo_engine::RuleSet;
use jarmo_engine::tablebase::{Layer, LayerSolver, SolvedLayer};

use super::super::error::Error;

/// As fast as zstd goes: a checkpoint is read once at most.
const LEVEL: i32 = 1;

pub(super) struct Checkpoint {
    path: PathBuf,
    rules: RuleSet,
    layer: Layer,
}

impl Checkpoint {
    pub(super) fn new(folder: &Path, rules: RuleSet, layer: Layer) -> Self {
        Self {
            path: folder.join(format!("{rules}-{layer}.unfinished")),
            rules,
            layer,
        }
    }

    /// The solver as it was saved, if it was; the error names the file.
    pub(super) fn load<'a>(
        &self,
        lower: &'a [&'a SolvedLayer],
        threads: usize,
    ) -> Result<Option<LayerSolver<'a>>, String> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file,
        };
        let loaded = file.and_then(|file| {
            let mut input = zstd::Decoder::new(file)?;
            let solver = LayerSolver::resume(self.rules, self.layer, lower, threads, &mut input)?;
            // Only the end of the frame tells whether its checksum is right.
            match input.read(&mut [0])? {
                0 => Ok(solver),
                _ => Err(io::Error::other("more than the state of a solver")),
            }
        });
        loaded
            .map(Some)
            .map_err(|error| format!("checkpoint {}: {error}", self.path.display()))
    }

    pub(super) fn save(&self, solver: &LayerSolver<'_>) -> Result<(), Error> {
        self.write(solver).map_err(|error| {
            let path = self.path.display();
            Error::System(format!("can't write '{path}': {error}"))
        })
    }

    fn write(&self, solver: &LayerSolver<'_>) -> io::Result<()> {
        let folder = self.path.parent().expect("a file in a folder");
        fs::create_dir_all(folder)?;
        let mut temporary = tempfile::Builder::new()
            .prefix(".jarmo-")
            .suffix(".unfinished")
            .tempfile_in(folder)?;
        let mut out = zstd::Encoder::new(temporary.as_file_mut(), LEVEL)?;
        out.include_checksum(true)?;
        solver.save(&mut out)?;
        out.finish()?;
        temporary.as_file().sync_all()?;
        temporary.persist(&self.path)?;
        Ok(())
    }

    /// Forgets what was saved: the layer has its file.
    pub(super) fn remove(&self) {
        // One that stays behind is not read any more, and replaced by the next.
        let _ = fs::remove_file(&self.path);
    }
}
