//! The weights of the features, and the text that holds them.
//!
//! The weights that ship are a text file, which the compiler reads with the
//! parser that reads any other file of weights. So a tuner writes the file
//! and nothing is copied by hand; a feature without its weight does not compile.

use std::fmt;
use std::ops::Index;
use std::str::FromStr;

use super::features::{Feature, NAMES};
use crate::text::excerpt;

/// A weight for every feature, in hundredths of a point of final margin.
///
/// As text a line for each in the order of [`Feature::all`], its weight and its
/// name; lines that begin with `#` are remarks.
///
/// ```
/// use jarmo_engine::eval::{WEIGHTS, Weights};
/// let copy: Weights = format!("# the same\n{WEIGHTS}").parse()?;
/// assert_eq!(copy, WEIGHTS);
/// # Ok::<(), jarmo_engine::eval::ParseWeightsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights([i16; Feature::COUNT]);

/// The weights that ship, from `weights.txt` beside this module; its remarks say where they come from.
pub const WEIGHTS: Weights = match Weights::read(include_str!("weights.txt")) {
    Ok(weights) => weights,
    Err(_) => panic!("weights.txt has a weight and a name for each feature, in their order"),
};

/// Where a text fails to be weights: the line, from 1, and the feature it should have been.
struct Fault {
    line: usize,
    feature: usize,
}

impl Weights {
    /// The weights in the order of [`Feature::all`].
    #[must_use]
    pub const fn new(weights: [i16; Feature::COUNT]) -> Self {
        Self(weights)
    }

    /// The weights in the order of [`Feature::all`].
    #[must_use]
    pub const fn as_array(&self) -> &[i16; Feature::COUNT] {
        &self.0
    }

    const fn read(text: &str) -> Result<Self, Fault> {
        let mut weights = [0; Feature::COUNT];
        let (mut line, mut feature) = (0, 0);
        let mut rest = text;
        while !rest.is_empty() {
            let (entry, after) = split_at_byte(rest, b'\n');
            rest = after;
            line += 1;
            let entry = entry.trim_ascii();
            if entry.is_empty() || entry.as_bytes()[0] == b'#' {
                continue;
            }
            let (number, name) = split_at_byte(entry, b' ');
            match i16::from_str_radix(number, 10) {
                Ok(weight)
                    if feature < Feature::COUNT && same(name.trim_ascii(), NAMES[feature]) =>
                {
                    weights[feature] = weight;
                }
                _ => return Err(Fault { line, feature }),
            }
            feature += 1;
        }
        if feature < Feature::COUNT {
            let line = line + 1;
            return Err(Fault { line, feature });
        }
        Ok(Self(weights))
    }
}

/// The text before and after the first such byte, which is ASCII.
const fn split_at_byte(text: &str, byte: u8) -> (&str, &str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == byte {
            return (text.split_at(at).0, text.split_at(at + 1).1);
        }
        at += 1;
    }
    (text, "")
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl Index<Feature> for Weights {
    type Output = i16;

    #[inline]
    fn index(&self, feature: Feature) -> &i16 {
        &self.0[feature.index()]
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Feature::all()
            .try_for_each(|feature| writeln!(f, "{:>6}  {}", self[feature], feature.name()))
    }
}

/// Why a text is no file of weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: '{found}'; expected {expected}")]
pub struct ParseWeightsError {
    line: usize,
    found: String,
    expected: String,
}

impl FromStr for Weights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::read(text).map_err(|Fault { line, feature }| {
            let found = text.split('\n').nth(line - 1).unwrap_or("end of the text");
            let expected = match NAMES.get(feature) {
                Some(name) => format!("a weight from {} to {} and '{name}'", i16::MIN, i16::MAX),
                None => "nothing after the last feature".to_owned(),
            };
            ParseWeightsError {
                line,
                found: excerpt(found.trim()),
                expected,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        let weights = Weights(std::array::from_fn(|index| 1 - 7 * index as i16));
        assert_eq!(weights.to_string().parse(), Ok(weights));
        let crlf = weights.to_string().replace('\n', "\r\n");
        assert_eq!(crlf.parse(), Ok(weights));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let text = WEIGHTS.to_string();
        let (first, rest) = text.split_once('\n').unwrap();
        let last = Feature::COUNT;
        for (text, line, found) in [
            (String::new(), 1, "end of the text".to_owned()),
            (
                rest.to_owned(),
                1,
                rest.lines().next().unwrap().trim().to_owned(),
            ),
            (
                format!("# x\n\n99999{}\n{rest}", &first[6..]),
                3,
                format!("99999{}", &first[6..]),
            ),
            (format!("{text}1  more"), last + 1, "1  more".to_owned()),
            (
                text[..text.len() - 2].to_owned(),
                last,
                text.lines().last().unwrap().trim()[..].to_owned(),
            ),
        ] {
            let error = text.parse::<Weights>().unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(found.starts_with(&error.found), "{error}");
        }
    }
}
