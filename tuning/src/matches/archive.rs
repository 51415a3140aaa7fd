//! Finished games in the order of the schedule, in memory and on disk.
//!
//! A game that ends before an earlier one waits. On disk it waits in a file of
//! its own, `FILE.ahead`, so that the record is in order and nothing is lost
//! even if the runner is killed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jarmo_protocol::record::{GameRecord, MoveNote, RecordError, RecordReader};

use super::runner::{Finished, Match};

/// Finished games, and the files that keep them.
#[derive(Debug)]
pub struct Archive {
    next: usize,
    waiting: BTreeMap<usize, Waiting>,
    files: Option<Files>,
}

#[derive(Debug)]
struct Waiting {
    finished: Finished,
    kept: Kept,
}

/// Where a game is that has not been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Memory,
    Ahead,
    Record,
}

#[derive(Debug)]
struct Files {
    record: File,
    ahead: PathBuf,
    /// Open while games wait in it.
    ahead_file: Option<File>,
    /// How many do.
    games_ahead: usize,
}

/// Why games can't be kept, or a match not be resumed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file can't be read or written.
    #[error("'{}': {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is a record already.
    #[error("'{}' exists; expected a new file, or --resume to go on with this one", .0.display())]
    Exists(PathBuf),
    /// A game can't be read.
    #[error("'{}' {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: RecordError,
    },
    /// A game belongs to another match.
    #[error("'{}' round {round}: {found}; this match has {expected}", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The game.
        round: String,
        /// What the record has.
        found: String,
        /// What it should have.
        expected: String,
    },
}

impl Archive {
    /// Keeps games in memory alone, until they are taken.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
            files: None,
        }
    }

    /// Begins a record.
    ///
    /// # Errors
    /// [`ArchiveError::Exists`] rather than overwriting games.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        let record = File::options().append(true).create_new(true).open(path);
        let record = record.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.to_owned()),
            _ => file_error(path)(error),
        })?;
        // One that an older record of this name left behind.
        let _ = fs::remove_file(ahead_of(path));
        Ok(Self {
            files: Some(Files::new(record, path)),
            ..Self::in_memory()
        })
    }

    /// Goes on with a record of the same match, after whatever ended it.
    ///
    /// # Errors
    /// [`ArchiveError`] if the record can't be read or is that of another match.
    pub fn resume(path: &Path, of: &Match) -> Result<Self, ArchiveError> {
        let ahead = ahead_of(path);
        let mut texts = BTreeMap::new();
        let mut waiting = BTreeMap::new();
        for source in [path, &ahead] {
            if source == ahead && !source.exists() {
                continue;
            }
            for record in read(source)? {
                let finished = identify(&record, of, source)?;
                let index = finished.slot.index;
                texts.entry(index).or_insert_with(|| record.to_string());
                let kept = Kept::Record;
                waiting.entry(index).or_insert(Waiting { finished, kept });
            }
        }
        let in_order = (0..).take_while(|index| texts.contains_key(index)).count();
        let later = texts.split_off(&in_order);
        for (index, text) in &later {
            let game = waiting.get_mut(index).expect("each game has a text");
            game.finished.text.clone_from(text);
            game.kept = Kept::Ahead;
        }
        // The games ahead are safe before the record is cut.
        replace(&ahead, later.values()).map_err(file_error(&ahead))?;
        replace(path, texts.values()).map_err(file_error(path))?;
        let append = |path: &Path| File::options().append(true).open(path);
        let mut files = Files::new(append(path).map_err(file_error(path))?, path);
        files.ahead_file = Some(append(&ahead).map_err(file_error(&ahead))?);
        files.games_ahead = later.len();
        files.clear_ahead_if_empty();
        Ok(Self {
            next: 0,
            waiting,
            files: Some(files),
        })
    }

    /// Whether the archive has a game, taken or not.
    #[must_use]
    pub fn has(&self, index: usize) -> bool {
        index < self.next || self.waiting.contains_key(&index)
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// The disk's.
    pub fn put(&mut self, finished: Finished) -> io::Result<()> {
        let index = finished.slot.index;
        let kept = match &mut self.files {
            Some(files) if index != self.next => {
                files.write_ahead(&finished.text)?;
                Kept::Ahead
            }
            _ => Kept::Memory,
        };
        self.waiting.insert(index, Waiting { finished, kept });
        Ok(())
    }

    /// The next game of the schedule, if it has ended. It is in the record then.
    ///
    /// # Errors
    /// The disk's.
    pub fn take_next(&mut self) -> io::Result<Option<Finished>> {
        let Some(game) = self.waiting.remove(&self.next) else {
            return Ok(None);
        };
        self.next += 1;
        if let Some(files) = &mut self.files {
            if game.kept != Kept::Record {
                files.record.write_all(game.finished.text.as_bytes())?;
            }
            files.games_ahead -= usize::from(game.kept == Kept::Ahead);
            files.clear_ahead_if_empty();
        }
        Ok(Some(game.finished))
    }

    /// Takes the games that wait for others, after the last has ended: the record ascends, with gaps.
    ///
    /// # Errors
    /// The disk's.
    pub fn take_rest(&mut self) -> io::Result<Vec<Finished>> {
        let mut rest = Vec::new();
        while let Some((index, _)) = self.waiting.first_key_value() {
            self.next = *index;
            rest.extend(self.take_next()?);
        }
        Ok(rest)
    }

    /// Drops the games that wait: what they waited for will not be played.
    pub fn discard_rest(&mut self) {
        self.waiting.clear();
        if let Some(files) = &mut self.files {
            files.games_ahead = 0;
            files.clear_ahead_if_empty();
        }
    }
}

impl Files {
    fn new(record: File, path: &Path) -> Self {
        Self {
            record,
            ahead: ahead_of(path),
            ahead_file: None,
            games_ahead: 0,
        }
    }

    fn write_ahead(&mut self, text: &str) -> io::Result<()> {
        let file = match &mut self.ahead_file {
            Some(file) => file,
            none => none.insert(File::create(&self.ahead)?),
        };
        self.games_ahead += 1;
        file.write_all(text.as_bytes())
    }

    /// Drops the file of games ahead once the record has them all.
    fn clear_ahead_if_empty(&mut self) {
        if self.games_ahead == 0 && self.ahead_file.take().is_some() {
            // Games that are in both files count once.
            let _ = fs::remove_file(&self.ahead);
        }
    }
}

fn ahead_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".ahead");
    PathBuf::from(name)
}

fn file_error(path: &Path) -> impl Fn(io::Error) -> ArchiveError {
    |error| ArchiveError::File {
        path: path.to_owned(),
        error,
    }
}

/// All whole games of a file; one that breaks off at the end is dropped, to be played again.
fn read(path: &Path) -> Result<Vec<GameRecord>, ArchiveError> {
    let file = File::open(path).map_err(file_error(path))?;
    let mut records = Vec::new();
    for record in RecordReader::new(BufReader::new(file)) {
        match record {
            Ok(record) => records.push(record),
            Err(RecordError::Unfinished { .. }) => break,
            Err(error) => {
                let path = path.to_owned();
                return Err(ArchiveError::Record { path, error });
            }
        }
    }
    Ok(records)
}

/// Puts games into a file that has them all or stays as it was.
fn replace<'a>(path: &Path, texts: impl Iterator<Item = &'a String>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".jarmo-match-").tempfile_in(folder)?;
    for text in texts {
        file.write_all(text.as_bytes())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// The game of this match that a record is of.
fn identify(record: &GameRecord, of: &Match, path: &Path) -> Result<Finished, ArchiveError> {
    let other = |found: String, expected: String| ArchiveError::OtherMatch {
        path: path.to_owned(),
        round: record.round.clone(),
        found,
        expected,
    };
    let slot = of.schedule.find(&record.round);
    let slot = slot.ok_or_else(|| {
        let rounds = of.schedule.rounds();
        other("no such round".to_owned(), format!("{rounds} rounds"))
    })?;
    let expected = of.record_of(&slot);
    let opening =
        |game: &GameRecord| format!("the opening {} {:?}", game.game.start(), game.book());
    let claims = [
        [record, &expected]
            .map(|game| format!("'{}' against '{}'", game.players[0], game.players[1])),
        [record, &expected].map(|game| format!("the variant {}", game.game.start().rules())),
        [record, &expected].map(opening),
        [record, &expected].map(|game| format!("the limits {}", game.time_controls.join(" and "))),
    ];
    for [found, expected] in claims {
        if found != expected {
            return Err(other(found, expected));
        }
    }
    record
        .check()
        .map_err(|error| other(error.to_string(), "these rules".to_owned()))?;
    let time = |note: &MoveNote| match note {
        MoveNote::Played { time, .. } => *time,
        _ => Duration::ZERO,
    };
    Ok(Finished {
        slot,
        outcome: record.outcome.clone(),
        plies: record.game.moves().len(),
        thinking: record.notes.iter().map(time).sum(),
        text: String::new(),
        complaints: Vec::new(),
    })
}
