//! Mutual zugzwang: positions in which having the move hurts.
//!
//! Take a position without its side to move. White to move it is worth `w` to White, Black to move `b` to Black, so `-b`
//! to White. White would rather not be to move if `w < -b`, and Black if `b < -w`: the same thing, so a
//! zugzwang is always mutual, and the move costs `-(w + b)` points, whoever has it.

use jarmo_engine::tablebase::{Class, SectionValues, Value};
use jarmo_engine::{Position, RuleSet, Side};
use rayon::prelude::*;
use serde::Serialize;

use super::chunks;

/// Positions in which either side does worse to move than if the other had to move. Positions that differ in the side to
/// move alone count once.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Zugzwangs {
    pub(super) count: u64,
    /// Those in which neither value can be larger under the whole of the rules.
    pub(super) sure: u64,
    /// Those in which the move changes who wins, or whether anybody does.
    pub(super) decisive: u64,
    /// Those that whoever is to move loses.
    pub(super) full: u64,
    /// The one in which the move costs most, a sure one if there is any.
    pub(super) example: Option<Example>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Example {
    /// With White to move.
    pub(super) position: String,
    /// The margin of White with White to move, and of Black with Black to move.
    pub(super) white: i32,
    pub(super) black: i32,
    pub(super) is_sure: bool,
}

impl Example {
    /// Points that the move costs.
    pub(super) const fn cost(&self) -> i32 {
        -(self.white + self.black)
    }

    fn rank(&self) -> (bool, i32) {
        (self.is_sure, self.cost())
    }
}

impl Zugzwangs {
    fn add(&mut self, [white, black]: [Value; 2], index: u64, worst: &mut Option<Worst>) {
        let is_settled = white.is_settled() && black.is_settled();
        if !is_settled || white.margin + black.margin >= 0 {
            return;
        }
        let is_sure = white.is_at_most && black.is_at_most;
        self.count += 1;
        self.sure += u64::from(is_sure);
        self.decisive += u64::from(white.outcome() + black.outcome() < 0);
        self.full += u64::from(white.margin < 0 && black.margin < 0);
        let found = Worst {
            is_sure,
            margins: [white.margin, black.margin],
            index,
        };
        if worst.is_none_or(|worst| found.rank() > worst.rank()) {
            *worst = Some(found);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sure += other.sure;
        self.decisive += other.decisive;
        self.full += other.full;
        let rank = |example: &Option<Example>| example.as_ref().map(Example::rank);
        if rank(&other.example) > rank(&self.example) {
            self.example.clone_from(&other.example);
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Worst {
    is_sure: bool,
    margins: [i32; 2],
    index: u64,
}

impl Worst {
    fn rank(self) -> (bool, i32) {
        (self.is_sure, -(self.margins[0] + self.margins[1]))
    }
}

/// Counts the zugzwangs of a class by its values, White to move and Black to move.
pub(super) fn count(
    rules: RuleSet,
    class: Class,
    [white, black]: &[SectionValues; 2],
) -> Zugzwangs {
    let of_chunk = |indices: std::ops::Range<u64>| {
        let (mut zugzwangs, mut worst) = (Zugzwangs::default(), None);
        for index in indices {
            if let (Some(white), Some(black)) = (white.get(index), black.get(index)) {
                zugzwangs.add([white, black], index, &mut worst);
            }
        }
        zugzwangs.example = worst.map(|worst| Example {
            position: Position::of_armies(rules, Side::White, class.armies(worst.index))
                .to_string(),
            white: worst.margins[0],
            black: worst.margins[1],
            is_sure: worst.is_sure,
        });
        zugzwangs
    };
    chunks(class)
        .map(of_chunk)
        .reduce(Zugzwangs::default, |mut all, part| {
            all.merge(&part);
            all
        })
}
