//! The options: what a GUI may set, within which bounds, and what follows from it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;

use jarmo_engine::search::{Parameters, SearchOptions};
use jarmo_engine::{RuleSet, excerpt};

use crate::tablebases::Sources;

/// The word for an empty string option.
const EMPTY: &str = "<empty>";

/// The name of an option and the values that it takes.
struct Spec {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Spin { default: u32, min: u32, max: u32 },
    Check { default: bool },
    Button,
    RuleSet,
    Path,
}

const fn spin(name: &'static str, default: u32, min: u32, max: u32) -> Spec {
    let kind = Kind::Spin { default, min, max };
    Spec { name, kind }
}

/// One that is off by default.
const fn check(name: &'static str) -> Spec {
    let kind = Kind::Check { default: false };
    Spec { name, kind }
}

const SPECS: [Spec; 11] = [
    spin("Hash", 16, 1, 65_536),
    spin("Threads", 1, 1, 256),
    spin("MultiPV", 1, 1, 64),
    check("Ponder"),
    Spec {
        name: "Clear Hash",
        kind: Kind::Button,
    },
    spin("Move Overhead", 10, 0, 5_000),
    Spec {
        name: "UCI_Variant",
        kind: Kind::RuleSet,
    },
    check("UCI_ShowWDL"),
    check("UCI_AnalyseMode"),
    Spec {
        name: "TablebasePath",
        kind: Kind::Path,
    },
    Spec {
        name: "DefaultTablebase",
        kind: Kind::Check { default: true },
    },
];

/// The values in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Size of the transposition table in MiB.
    pub(super) hash: usize,
    pub(super) search: SearchOptions,
    pub(super) ponder: bool,
    pub(super) move_overhead: Duration,
    pub(super) show_wdl: bool,
    /// The tablebases that are open.
    pub(super) tablebases: Sources,
}

/// What the session has to do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing: the value is read where it is needed.
    None,
    /// The table is to get another size.
    ResizeTable,
    /// The table is to be cleared.
    ClearTable,
    /// Another rule set is played.
    ChangeRules(RuleSet),
    /// These tablebases are to be used instead of those that are open.
    OpenTablebases(Sources),
}

/// All options: in a tunable build the search's parameters too.
fn specs() -> impl Iterator<Item = Spec> {
    let parameters = Parameters::ALL.iter().filter(|_| Parameters::TUNABLE);
    let parameters = parameters.map(|it| {
        let [default, min, max] = [it.default, it.min, it.max].map(i32::cast_unsigned);
        spin(it.name, default, min, max)
    });
    SPECS.into_iter().chain(parameters)
}

/// The parameters with another value for the one of that name, if there is one.
fn with_parameter(parameters: Parameters, name: &str, value: u32) -> Option<Parameters> {
    let mut values = parameters.values();
    let at = Parameters::ALL.iter().position(|it| it.name == name)?;
    values[at] = value.cast_signed();
    Parameters::with(&values)
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("no option '{name}'; expected {}", names())]
    Unknown { name: String },
    #[error("option {name} without a value; expected {expected}")]
    NoValue {
        name: &'static str,
        expected: String,
    },
    #[error("value '{value}' of option {name}; expected {expected}")]
    Value {
        name: &'static str,
        value: String,
        expected: String,
    },
}

fn names() -> String {
    let names: Vec<&str> = specs().map(|spec| spec.name).collect();
    names.join(", ")
}

/// A value that its option accepts.
enum Value {
    Number(u32),
    Flag(bool),
    Pressed,
    Rules(RuleSet),
    Path(Option<PathBuf>),
}

impl Spec {
    fn read(&self, text: Option<&str>) -> Result<Value, OptionError> {
        let text = match (text.unwrap_or_default(), &self.kind) {
            (_, Kind::Button) => return Ok(Value::Pressed),
            ("" | EMPTY, Kind::Path) => return Ok(Value::Path(None)),
            ("", _) => {
                return Err(OptionError::NoValue {
                    name: self.name,
                    expected: self.expected(),
                });
            }
            (text, _) => text,
        };
        let value = match self.kind {
            Kind::Spin { min, max, .. } => u32::from_str(text)
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(Value::Number),
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Some(Value::Flag(true)),
                "false" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::RuleSet => text.parse().ok().map(Value::Rules),
            Kind::Path => Some(Value::Path(Some(text.into()))),
            Kind::Button => Some(Value::Pressed),
        };
        value.ok_or_else(|| OptionError::Value {
            name: self.name,
            value: excerpt(text),
            expected: self.expected(),
        })
    }

    fn expected(&self) -> String {
        match self.kind {
            Kind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Kind::Check { .. } => "true or false".to_owned(),
            Kind::RuleSet => "jarmo, traditional or jasir".to_owned(),
            Kind::Button => "nothing".to_owned(),
            Kind::Path => "the path of a folder".to_owned(),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            search: SearchOptions::default(),
            ponder: false,
            move_overhead: Duration::from_millis(10),
            show_wdl: false,
            tablebases: Sources::default(),
        }
    }
}

impl Options {
    /// The `option` lines of the answer to `uci`.
    pub(super) fn describe() -> String {
        let mut text = String::new();
        for Spec { name, kind } in specs() {
            let _ = write!(text, "option name {name} type ");
            let _ = match kind {
                Kind::Spin { default, min, max } => {
                    writeln!(text, "spin default {default} min {min} max {max}")
                }
                Kind::Check { default } => writeln!(text, "check default {default}"),
                Kind::Button => writeln!(text, "button"),
                Kind::RuleSet => {
                    let vars = RuleSet::ALL.map(|rules| format!(" var {rules}")).concat();
                    writeln!(text, "combo default {}{vars}", RuleSet::default())
                }
                Kind::Path => writeln!(text, "string default {EMPTY}"),
            };
        }
        text
    }

    /// Sets the option called `name`, in any case.
    ///
    /// # Errors
    /// [`OptionError`] if there is none or `value` is not one of its values; nothing changes.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let spec = specs()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown {
                name: excerpt(name),
            })?;
        match (spec.name, spec.read(value)?) {
            ("Hash", Value::Number(mebibytes)) => {
                self.hash = mebibytes as usize;
                return Ok(Effect::ResizeTable);
            }
            ("Threads", Value::Number(threads)) => self.search.threads = threads as usize,
            ("MultiPV", Value::Number(lines)) => self.search.lines = lines as usize,
            ("Move Overhead", Value::Number(milliseconds)) => {
                self.move_overhead = Duration::from_millis(milliseconds.into());
            }
            (name, Value::Number(value)) => {
                let parameters = with_parameter(self.search.parameters, name, value);
                self.search.parameters = parameters.unwrap_or(self.search.parameters);
            }
            ("Ponder", Value::Flag(ponder)) => self.ponder = ponder,
            ("UCI_ShowWDL", Value::Flag(show)) => self.show_wdl = show,
            (_, Value::Pressed) => return Ok(Effect::ClearTable),
            (_, Value::Rules(rules)) => return Ok(Effect::ChangeRules(rules)),
            (_, Value::Path(folder)) => {
                let sources = self.tablebases.clone();
                return Ok(Effect::OpenTablebases(Sources { folder, ..sources }));
            }
            ("DefaultTablebase", Value::Flag(default)) => {
                let sources = self.tablebases.clone();
                return Ok(Effect::OpenTablebases(Sources { default, ..sources }));
            }
            // The analyse mode changes nothing: Jarmo plays and analyses alike.
            (_, Value::Flag(_)) => {}
        }
        Ok(Effect::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_that_are_told_are_those_in_force() {
        let mut options = Options::default();
        for spec in specs() {
            let value = match spec.kind {
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Check { default } => default.to_string(),
                Kind::RuleSet => RuleSet::default().to_string(),
                Kind::Button | Kind::Path => EMPTY.to_owned(),
            };
            assert!(options.set(spec.name, Some(&value)).is_ok());
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn the_ends_of_a_range_are_accepted_and_their_neighbours_refused() {
        for spec in specs() {
            let Kind::Spin { min, max, .. } = spec.kind else {
                continue;
            };
            let mut options = Options::default();
            for good in [min, max] {
                assert!(options.set(spec.name, Some(&good.to_string())).is_ok());
            }
            let before = options.clone();
            for bad in [i64::from(min) - 1, i64::from(max) + 1, i64::MAX] {
                let error = options.set(spec.name, Some(&bad.to_string())).unwrap_err();
                let expected = format!(
                    "value '{bad}' of option {}; expected a whole number from {min} to {max}",
                    spec.name
                );
                assert_eq!(error.to_string(), expected);
            }
            assert_eq!(options, before);
        }
    }
}
