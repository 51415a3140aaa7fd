//! The engines of a match, as the command line describes them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use jarmo_engine::eval::{WEIGHTS, Weights};
use jarmo_engine::excerpt;
use jarmo_engine::search::Parameters;
use jarmo_protocol::Dialect;
use jarmo_protocol::client::EngineCommand;

use super::limits::{Limits, ParseLimitError, parse_time};

/// An engine that takes part in a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in report and record.
    pub name: String,
    /// What it is.
    pub driver: Driver,
    /// How long it may think.
    pub limits: Limits,
}

/// What plays.
#[derive(Clone, Debug)]
pub enum Driver {
    /// A program of its own.
    External(EngineCommand),
    /// This project's search, in our own process.
    Builtin(Builtin),
}

/// This project's search, and how it is to work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Threads that search together.
    pub threads: usize,
    /// The weights of its evaluation.
    pub weights: Box<Weights>,
    /// The constants of its search.
    pub parameters: Parameters,
}

impl Default for Builtin {
    /// As it ships.
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            weights: Box::new(WEIGHTS.clone()),
            parameters: Parameters::default(),
        }
    }
}

/// Why words describe no engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseContestantError {
    /// A word has another form than `key=value`, or a key that does not exist.
    #[error(
        "'{0}': expected builtin or one of name= cmd= args= arg= dir= proto= patience= option.NAME= tc= st= nodes= depth= margin="
    )]
    Word(String),
    /// A value is not of its key's form.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What was found.
        value: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// A limit can't be read.
    #[error(transparent)]
    Limit(#[from] ParseLimitError),
    /// The built-in engine has no such option.
    #[error("option.{0}: the built-in engine has the options Hash and Threads")]
    BuiltinOption(String),
    /// Nothing says what plays.
    #[error("engine '{0}': expected cmd= or builtin")]
    NoDriver(String),
    /// Two things say what plays.
    #[error("engine '{0}': expected cmd= or builtin, not both")]
    TwoDrivers(String),
    /// No limit.
    #[error("engine '{0}': expected a limit, one of tc= st= nodes= depth=")]
    NoLimit(String),
}

/// The words of an engine, and of `--each`, before they are put together.
#[derive(Debug)]
struct Draft {
    name: Option<String>,
    builtin: bool,
    program: Option<String>,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    dialect: Dialect,
    options: Vec<(String, String)>,
    patience: Duration,
    limits: Limits,
}

impl Contestant {
    /// Reads the words of `--engine`, those of `--each` before them.
    ///
    /// `number`, counted from 1, makes a name where none is given.
    ///
    /// # Errors
    /// [`ParseContestantError`] names the word and what was expected.
    pub fn parse(
        number: usize,
        each: &[String],
        own: &[String],
    ) -> Result<Self, ParseContestantError> {
        let mut draft = Draft {
            name: None,
            builtin: false,
            program: None,
            arguments: Vec::new(),
            directory: None,
            dialect: Dialect::Uci,
            options: Vec::new(),
            patience: Duration::from_secs(10),
            limits: Limits::default(),
        };
        for word in each.iter().chain(own) {
            draft.read(word)?;
        }
        draft.finish(number)
    }
}

impl Draft {
    fn read(&mut self, word: &str) -> Result<(), ParseContestantError> {
        if word == "builtin" {
            self.builtin = true;
            return Ok(());
        }
        let unknown = || ParseContestantError::Word(excerpt(word));
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        match key {
            "name" if value.trim().is_empty() => {
                return Err(wrong("name", value, "a name"));
            }
            "name" => self.name = Some(value.trim().to_owned()),
            "cmd" if value.is_empty() => return Err(wrong("cmd", value, "a program")),
            "cmd" => self.program = Some(value.to_owned()),
            "args" => {
                let arguments = value.split_whitespace().map(str::to_owned);
                self.arguments.extend(arguments);
            }
            "arg" => self.arguments.push(value.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "proto" => {
                self.dialect = match value {
                    "uci" => Dialect::Uci,
                    "ugi" => Dialect::Ugi,
                    _ => return Err(wrong("proto", value, "uci or ugi")),
                }
            }
            "patience" => self.patience = parse_time("patience", value)?,
            _ => match key.strip_prefix("option.") {
                Some(option) => self.set_option(option, value),
                None if self.limits.set(key, value)? => {}
                None => return Err(unknown()),
            },
        }
        Ok(())
    }

    /// A later value of an option takes the place of an earlier one.
    fn set_option(&mut self, name: &str, value: &str) {
        self.options
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    fn finish(self, number: usize) -> Result<Contestant, ParseContestantError> {
        let name = self
            .name
            .clone()
            .unwrap_or_else(|| format!("engine{number}"));
        if self.limits.is_empty() {
            return Err(ParseContestantError::NoLimit(name));
        }
        let limits = self.limits.clone();
        let driver = match (self.builtin, &self.program) {
            (true, Some(_)) => return Err(ParseContestantError::TwoDrivers(name)),
            (false, None) => return Err(ParseContestantError::NoDriver(name)),
            (true, None) => self.builtin()?,
            (false, Some(program)) => Driver::External(EngineCommand {
                program: OsString::from(program),
                arguments: self.arguments,
                directory: self.directory,
                dialect: self.dialect,
                options: self
                    .options
                    .into_iter()
                    .map(|(name, value)| (name, (!value.is_empty()).then_some(value)))
                    .collect(),
                guard: None,
                patience: self.patience,
            }),
        };
        Ok(Contestant {
            name,
            driver,
            limits,
        })
    }

    fn builtin(&self) -> Result<Driver, ParseContestantError> {
        let mut builtin = Builtin::default();
        for (name, value) in &self.options {
            if name.eq_ignore_ascii_case("hash") {
                builtin.hash = parse_option("option.Hash", value, 65_536)?;
            } else if name.eq_ignore_ascii_case("threads") {
                builtin.threads = parse_option("option.Threads", value, 256)?;
            } else {
                return Err(ParseContestantError::BuiltinOption(excerpt(name)));
            }
        }
        Ok(Driver::Builtin(builtin))
    }
}

fn parse_option(
    key: &'static str,
    value: &str,
    most: usize,
) -> Result<usize, ParseContestantError> {
    value
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| wrong(key, value, "a whole number from 1 to its maximum"))
}

fn wrong(key: &'static str, value: &str, expected: &'static str) -> ParseContestantError {
    ParseContestantError::Value {
        key,
        value: excerpt(value),
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(each: &str, own: &str) -> Result<Contestant, ParseContestantError> {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let each = if each.is_empty() {
            Vec::new()
        } else {
            words(each)
        };
        Contestant::parse(2, &each, &words(own))
    }

    #[test]
    fn an_engines_own_words_go_before_those_of_each() {
        let engine = parse(
            "nodes=100 option.Hash=64 proto=ugi",
            "name=A cmd=./a args=-x option.hash=32 option.Clear= nodes=7",
        )
        .unwrap();
        assert_eq!(engine.name, "A");
        assert_eq!(engine.limits.nodes, Some(7));
        let Driver::External(command) = engine.driver else {
            panic!("a program");
        };
        assert_eq!(command.program, "./a");
        assert_eq!(command.arguments, ["-x"]);
        assert_eq!(command.dialect, Dialect::Ugi);
        let option = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        assert_eq!(
            command.options,
            [option("hash", Some("32")), option("Clear", None)]
        );
    }

    #[test]
    fn the_builtin_engine_has_two_options() {
        let engine = parse("option.Hash=1", "builtin depth=3").unwrap();
        assert_eq!(engine.name, "engine2");
        let Driver::Builtin(builtin) = engine.driver else {
            panic!("no program");
        };
        let expected = Builtin {
            hash: 1,
            ..Builtin::default()
        };
        assert_eq!(builtin, expected);
    }

    #[test]
    fn wrong_words_are_named() {
        for (own, named) in [
            ("speed", "'speed'"),
            ("speed=9", "'speed=9'"),
            ("cmd=a", "expected a limit"),
            ("name=B nodes=5", "engine 'B': expected cmd= or builtin"),
            ("builtin cmd=a nodes=5", "not both"),
            ("builtin nodes=x", "nodes 'x'"),
            ("builtin depth=1 option.Hash=0", "option.Hash=0"),
            ("builtin depth=1 option.MultiPV=2", "option.MultiPV"),
            ("cmd=a depth=1 proto=xboard", "proto=xboard"),
            ("cmd= depth=1", "cmd="),
            ("name= builtin depth=1", "name="),
        ] {
            let error = parse("", own).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
