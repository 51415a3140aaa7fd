//! Arbitrary positions, most of them out of reach of any game, for properties that hold in all positions.
//!
//! A study is plain data beside its text, so that a test can change one thing in it and know what it changed.

use std::fmt;

use jarmo_engine::RuleSet;
use jarmo_engine::board::LINES;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Circles in the order of the position string, and archers that a player owns.
const CIRCLES: usize = 25;
const ARCHERS: usize = 5;

/// An archer of a study.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Archer {
    pub(crate) white: bool,
    pub(crate) marked: bool,
}

/// A run of a study.
#[derive(Clone, Debug)]
pub(crate) struct StudyRun {
    /// The two circles, such as `a1c2`.
    pub(crate) step: String,
    pub(crate) length: u8,
}

/// The fields of a position string.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    /// From a5 to e5, then rank by rank down to e1.
    pub(crate) circles: [Option<Archer>; CIRCLES],
    pub(crate) white_to_move: bool,
    pub(crate) runs: [Option<StudyRun>; 2],
    pub(crate) move_number: u32,
}

impl Study {
    /// The first field of the position string.
    pub(crate) fn placement(&self) -> String {
        let mut text = String::new();
        for (index, rank) in self.circles.chunks(5).enumerate() {
            text += if index > 0 { "/" } else { "" };
            for group in rank.chunk_by(|one, next| one.is_none() && next.is_none()) {
                match group[0] {
                    None => text += &group.len().to_string(),
                    Some(archer) => {
                        text += if archer.marked { "+" } else { "" };
                        text += if archer.white { "A" } else { "a" };
                    }
                }
            }
        }
        text
    }

    /// The second field of the position string.
    pub(crate) fn side(&self) -> &'static str {
        if self.white_to_move { "w" } else { "b" }
    }
}

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.placement(), self.side())?;
        for run in &self.runs {
            match run {
                Some(StudyRun { step, length }) => write!(f, " {step}*{length}")?,
                None => f.write_str(" -")?,
            }
        }
        write!(f, " {}", self.move_number)
    }
}

/// A rule set and a position of it: any placement, any marks, any runs on real lines within the limit.
pub(crate) fn studies() -> impl Strategy<Value = (RuleSet, Study)> {
    prop::sample::select(&RuleSet::ALL).prop_flat_map(|rules| (Just(rules), studies_of(rules)))
}

fn studies_of(rules: RuleSet) -> impl Strategy<Value = Study> {
    let run = || prop::option::of(run(rules.rules().run_limit));
    let number = prop_oneof![9 => 1..300_u32, 1 => 1..=u32::MAX];
    (circles(), any::<bool>(), [run(), run()], number).prop_map(
        |(circles, white_to_move, runs, move_number)| Study {
            circles,
            white_to_move,
            runs,
            move_number,
        },
    )
}

fn circles() -> impl Strategy<Value = [Option<Archer>; CIRCLES]> {
    let archer =
        (any::<bool>(), any::<bool>()).prop_map(|(white, marked)| Archer { white, marked });
    let archers = prop::collection::vec(archer, 2 * ARCHERS);
    let places = prop::sample::subsequence((0..CIRCLES).collect::<Vec<_>>(), 1..=2 * ARCHERS);
    (places, archers).prop_map(|(places, archers)| {
        let mut circles = [None; CIRCLES];
        let mut left = [ARCHERS; 2];
        for (place, mut archer) in places.into_iter().zip(archers) {
            archer.white ^= left[usize::from(archer.white)] == 0;
            left[usize::from(archer.white)] -= 1;
            circles[place] = Some(archer);
        }
        circles
    })
}

fn run(limit: u8) -> impl Strategy<Value = StudyRun> {
    let line = prop::sample::select(&LINES[..]);
    (line, any::<bool>(), 1..=limit).prop_map(|((one, other), forth, length)| StudyRun {
        step: if forth {
            format!("{one}{other}")
        } else {
            format!("{other}{one}")
        },
        length,
    })
}

/// So many cases, the same ones in every run.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
