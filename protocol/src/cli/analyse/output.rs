//! A file of JSON lines that outlives interruptions.
//!
//! The first line holds the settings under which all others came about. A line is
//! appended with one write and never changed, so whatever ends the program leaves
//! whole lines, and at most one torn at the end, which is cut when work goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::super::error::Error;

/// The open file; while it is open no other run can write to it.
pub(super) struct Output {
    file: File,
    path: PathBuf,
}

impl Output {
    /// Opens the file or makes a new one; also gives the lines that are there after the settings.
    ///
    /// # Errors
    /// If the file can't be used, another run uses it, it is something else, or it was begun
    /// with other settings. Its content stays as it was.
    pub(super) fn open(path: &Path, settings: &str) -> Result<(Self, Vec<String>), Error> {
        let failed = |error: io::Error| system(path, "open", &error);
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = format!("'{}' is in use by another analysis", path.display());
                return Err(Error::System(text));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut output = Self {
            file,
            path: path.to_owned(),
        };
        let lines = output.take_up(settings)?;
        Ok((output, lines))
    }

    fn take_up(&mut self, settings: &str) -> Result<Vec<String>, Error> {
        let mut content = Vec::new();
        self.file
            .read_to_end(&mut content)
            .map_err(|error| system(&self.path, "read", &error))?;
        let end = content.iter().rposition(|&byte| byte == b'\n');
        let (whole, torn) = content.split_at(end.map_or(0, |end| end + 1));
        let whole = str::from_utf8(whole).map_err(|_| self.is_something_else())?;
        let mut lines = whole.lines();
        match lines.next() {
            // Only a torn line of settings may be cut: any other text is somebody's file.
            None if !settings.as_bytes().starts_with(torn) => return Err(self.is_something_else()),
            None => {}
            Some(first) if first == settings => {}
            Some(first) => return Err(self.has_other_settings(first, settings)),
        }
        if !torn.is_empty() {
            self.file
                .set_len(whole.len() as u64)
                .map_err(|error| system(&self.path, "write", &error))?;
        }
        if whole.is_empty() {
            self.append(settings)?;
        }
        Ok(lines.map(str::to_owned).collect())
    }

    /// Adds a line, which must not hold a line end.
    pub(super) fn append(&mut self, line: &str) -> Result<(), Error> {
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| system(&self.path, "write", &error))
    }

    fn is_something_else(&self) -> Error {
        Error::Usage(format!(
            "'{}' holds something else than results; expected a new file or one to go on with",
            self.path.display()
        ))
    }

    fn has_other_settings(&self, first: &str, settings: &str) -> Error {
        let fields = |text| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
        let (old, new) = (fields(first), fields(settings));
        if old.get("type") != new.get("type") {
            return self.is_something_else();
        }
        let show = |value: Option<&Value>| value.unwrap_or(&Value::Null).to_string();
        let mut names = new.keys().chain(old.keys());
        let name = names.find(|&name| old.get(name) != new.get(name));
        let name = name.map_or("form", String::as_str);
        Error::Usage(format!(
            "'{}' was begun with {name} {}, not {}; expected the same settings or another file",
            self.path.display(),
            show(old.get(name)),
            show(new.get(name)),
        ))
    }
}

fn system(path: &Path, verb: &str, error: &io::Error) -> Error {
    Error::System(format!("can't {verb} '{}': {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const SETTINGS: &str = r#"{"type":"settings","nodes":10}"#;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn file(&self, content: &str) -> PathBuf {
            let path = self.0.path().join("results.jsonl");
            fs::write(&path, content).unwrap();
            path
        }
    }

    fn error(path: &Path) -> String {
        match Output::open(path, SETTINGS) {
            Ok(_) => panic!("opened"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_torn_line_is_cut_wherever_it_ends() {
        let folder = Folder::new();
        let whole = format!("{SETTINGS}\n{{\"a\":1}}\n{{\"a\":2}}\n");
        for length in 0..=whole.len() {
            let path = folder.file(&whole[..length]);
            let (mut output, lines) = Output::open(&path, SETTINGS).unwrap();
            let missing = whole.lines().skip(1 + lines.len());
            missing.for_each(|line| output.append(line).unwrap());
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "from {length}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = Folder::new();
        for content in ["my notes", "my notes\nand more\n", "{}\n", "[1]\n", "\n"] {
            let path = folder.file(content);
            assert!(error(&path).contains("something else"), "{content}");
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        let path = folder.0.path().join("bytes");
        fs::write(&path, b"\xff\n").unwrap();
        assert!(error(&path).contains("something else"));
    }

    #[test]
    fn the_first_other_setting_is_named() {
        let folder = Folder::new();
        let other = "{\"type\":\"settings\",\"nodes\":11}\nx";
        let path = folder.file(other);
        let text = error(&path);
        assert!(text.contains("begun with nodes 11, not 10;"), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }

    #[test]
    fn two_runs_cannot_write_to_one_file() {
        let folder = Folder::new();
        let path = folder.file("");
        let open = Output::open(&path, SETTINGS).unwrap();
        assert!(error(&path).contains("in use"));
        drop(open);
        assert!(Output::open(&path, SETTINGS).is_ok());
    }
}
