//! Where openings come from, as the command line says it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jarmo_engine::{RuleSet, excerpt};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::Opening;
use super::random::{Beginner, RandomOpenings, Window};

/// A file or a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSource(Source);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    File {
        path: PathBuf,
        /// The seed of their order; `None` for that of the file.
        shuffle: Option<u64>,
    },
    Random(RandomOpenings),
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A word of the source.
    #[error("'{found}': expected {expected}")]
    Word {
        /// What was found.
        found: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// The file can't be read.
    #[error("can't read '{}': {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line of the file is no opening.
    #[error("'{}' line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// There is none.
    #[error("found no opening; expected at least one")]
    None,
}

/// Positions to search where a window comes without `nodes=`.
const WINDOW_NODES: u64 = 10_000;

const RANDOM_WORDS: &str =
    "plies=N or MIN..MAX, seed=N, start=white|black|both, window=POINTS or nodes=N";
const FILE_WORDS: &str = "order=sequential|shuffled or seed=N";

impl OpeningSource {
    /// Reads `random:plies=6,seed=1,start=both,window=1.5,nodes=10000` or
    /// `FILE,order=shuffled,seed=7`; all words may be left out.
    ///
    /// # Errors
    /// [`OpeningError::Word`] names the word and what was expected.
    pub fn parse(text: &str) -> Result<Self, OpeningError> {
        let source = match text.strip_prefix("random") {
            Some(rest) if rest.is_empty() || rest.starts_with(':') => {
                Source::Random(parse_random(rest.trim_start_matches(':'))?)
            }
            _ => parse_file(text)?,
        };
        Ok(Self(source))
    }

    /// The openings: at least one, at most `count` if they are random.
    ///
    /// # Errors
    /// [`OpeningError`] if a file can't be read, or if there is none.
    pub fn openings(&self, rules: RuleSet, count: usize) -> Result<Vec<Opening>, OpeningError> {
        let openings = match &self.0 {
            Source::File { path, shuffle } => {
                let mut openings = read(path, rules)?;
                if let Some(seed) = *shuffle {
                    openings.shuffle(&mut Pcg64::seed_from_u64(seed));
                }
                openings
            }
            Source::Random(random) => random.openings(rules, count),
        };
        if openings.is_empty() {
            return Err(OpeningError::None);
        }
        Ok(openings)
    }
}

fn wrong(found: &str, expected: &'static str) -> OpeningError {
    OpeningError::Word {
        found: excerpt(found),
        expected,
    }
}

fn words(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.split(',').filter(|word| !word.is_empty()).map(|word| {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        (word, key, value)
    })
}

fn parse_random(text: &str) -> Result<RandomOpenings, OpeningError> {
    let mut random = RandomOpenings {
        plies: [6; 2],
        seed: 1,
        beginner: Beginner::White,
        window: None,
    };
    let mut nodes = WINDOW_NODES;
    for (word, key, value) in words(text) {
        let error = || wrong(word, RANDOM_WORDS);
        match (key, value) {
            ("plies", _) => random.plies = parse_plies(value).ok_or_else(error)?,
            ("seed", _) => random.seed = value.parse().map_err(|_| error())?,
            ("nodes", _) => nodes = value.parse().map_err(|_| error())?,
            ("start", "white") => random.beginner = Beginner::White,
            ("start", "black") => random.beginner = Beginner::Black,
            ("start", "both") => random.beginner = Beginner::Both,
            ("window", _) => random.window = Some(parse_window(value).ok_or_else(error)?),
            _ => return Err(error()),
        }
    }
    if let Some(window) = &mut random.window {
        window.nodes = nodes;
    }
    Ok(random)
}

/// `6`, or `4..8` for at least 4 and at most 8.
fn parse_plies(text: &str) -> Option<[usize; 2]> {
    let (fewest, most) = text.split_once("..").unwrap_or((text, text));
    let plies = [fewest.parse().ok()?, most.parse().ok()?];
    plies.is_sorted().then_some(plies)
}

/// `1.5` for -1.5 to +1.5, or `-1..0.5`, in points from White's side.
fn parse_window(text: &str) -> Option<Window> {
    let hundredths = |text: &str| {
        let points: f64 = text.parse().ok()?;
        let is_possible = (-100.0..=100.0).contains(&points);
        is_possible.then_some((points * 100.0).round() as i32)
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (hundredths(low)?, hundredths(high)?),
        None => (-hundredths(text)?, hundredths(text)?),
    };
    (low <= high).then_some(Window {
        low,
        high,
        nodes: WINDOW_NODES,
    })
}

fn parse_file(text: &str) -> Result<Source, OpeningError> {
    let (path, rest) = text.split_once(',').unwrap_or((text, ""));
    if path.is_empty() {
        return Err(wrong(text, "a file or random:plies=6,seed=1"));
    }
    let (mut seed, mut is_shuffled) = (1, false);
    for (word, key, value) in words(rest) {
        match (key, value) {
            ("order", "sequential") => is_shuffled = false,
            ("order", "shuffled") => is_shuffled = true,
            ("seed", _) => seed = value.parse().map_err(|_| wrong(word, FILE_WORDS))?,
            _ => return Err(wrong(word, FILE_WORDS)),
        }
    }
    Ok(Source::File {
        path: PathBuf::from(path),
        shuffle: is_shuffled.then_some(seed),
    })
}

/// One opening a line; what follows a `#` is a remark.
fn read(path: &Path, rules: RuleSet) -> Result<Vec<Opening>, OpeningError> {
    let text = fs::read_to_string(path).map_err(|error| OpeningError::File {
        path: path.to_owned(),
        error,
    })?;
    (1..)
        .zip(text.lines())
        .map(|(line, text)| (line, text.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, text)| !text.is_empty())
        .map(|(line, text)| {
            Opening::parse(text, rules).map_err(|reason| OpeningError::Line {
                path: path.to_owned(),
                line,
                reason,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn random(text: &str) -> RandomOpenings {
        match OpeningSource::parse(text).unwrap().0 {
            Source::Random(random) => random,
            Source::File { .. } => panic!("{text} is random"),
        }
    }

    #[test]
    fn recipes_are_read() {
        assert_eq!(
            random("random"),
            random("random:plies=6,seed=1,start=white")
        );
        let full = random("random:plies=4,seed=9,start=both,nodes=500,window=-1..0.5");
        assert_eq!(
            (full.plies, full.seed, full.beginner),
            ([4; 2], 9, Beginner::Both)
        );
        assert_eq!(random("random:plies=4..8").plies, [4, 8]);
        let window = Window {
            low: -100,
            high: 50,
            nodes: 500,
        };
        assert_eq!(full.window, Some(window));
        let even = random("random:window=1.5").window.unwrap();
        assert_eq!((even.low, even.high, even.nodes), (-150, 150, WINDOW_NODES));
    }

    #[test]
    fn wrong_words_are_named() {
        for (text, word) in [
            ("random:plies=x", "plies=x"),
            ("random:plies=8..4", "plies=8..4"),
            ("random:order=shuffled", "order=shuffled"),
            ("random:start=red", "start=red"),
            ("random:window=2..1", "window=2..1"),
            ("random:window=-1", "window=-1"),
            ("book.txt,order=random", "order=random"),
            ("book.txt,seed=", "seed="),
            ("", ""),
        ] {
            let error = OpeningSource::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{word}': expected")), "{error}");
        }
    }

    #[test]
    fn a_file_is_read_in_its_order_or_another() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "# a book\n").unwrap();
        for mv in ["a1c2", "a1b3", "b1a3", "b1d2", "c1d3"] {
            writeln!(file, "{mv} # +0.10").unwrap();
        }
        let path = file.path().display();
        let read = |words: &str| {
            let source = OpeningSource::parse(&format!("{path}{words}")).unwrap();
            let openings = source.openings(RuleSet::Jarmo, 2).unwrap();
            let moves = openings
                .iter()
                .map(|opening| opening.moves()[0].to_string());
            moves.collect::<Vec<_>>()
        };
        let in_order = read("");
        assert_eq!(in_order, ["a1c2", "a1b3", "b1a3", "b1d2", "c1d3"]);
        assert_eq!(read(",order=sequential"), in_order);
        let mut shuffled = read(",order=shuffled,seed=7");
        assert_eq!(shuffled, read(",order=shuffled,seed=7"));
        assert_ne!(shuffled, in_order);
        shuffled.sort_unstable();
        assert_eq!(shuffled, ["a1b3", "a1c2", "b1a3", "b1d2", "c1d3"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "a1c2\n\nz9").unwrap();
        let source = OpeningSource::parse(&file.path().display().to_string()).unwrap();
        let error = source.openings(RuleSet::Jarmo, 1).unwrap_err().to_string();
        assert!(error.contains("line 3: placement 'z9'"), "{error}");
        let none = OpeningSource::parse("/nowhere/at all").unwrap();
        let error = none.openings(RuleSet::Jarmo, 1).unwrap_err().to_string();
        assert!(error.starts_with("can't read '/nowhere/at all'"), "{error}");
    }
}
