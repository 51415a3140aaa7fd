//! The armies of one side and material, and all that sweeps ask of them.

use wide::i16x32;

use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::square::Square;
use crate::tablebase::army::{Army, Material};
use crate::tablebase::class::Layer;

use super::grid::LANES;
use super::program::{Lists, Program};

/// A column that remains when an unmarked archer has been captured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removal {
    /// The column in its panel with the archer.
    pub(super) lane: u8,
    /// The column without it.
    pub(super) column: u32,
}

/// How a capture by an unmarked archer may end: with a re-entry or without.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaptureEnd {
    /// Where the capture takes place.
    pub(super) circle: u8,
    /// Where an archer re-enters and no enemy may stand.
    pub(super) reentry: Option<u8>,
    /// The row after the turn; the material has one mark more, or one archer more if there is a re-entry.
    pub(super) row: u32,
}

/// The armies of one side and material in the order of their ranks.
#[derive(Debug)]
pub(super) struct Roster {
    pub(super) side: Side,
    pub(super) armies: Vec<Army>,
    /// Armies that are home, which come first.
    pub(super) home: usize,
    /// Points of each army by its panel; 0 in the rest of the last panel.
    pub(super) points: Vec<i16x32>,
    pub(super) program: Program,
    /// For each panel and circle, which lanes have an archer there, as bits.
    occupied: Vec<u32>,
    /// For each panel and circle, what remains without an unmarked archer there.
    removals: Lists<Removal>,
    /// For each army, how captures by its unmarked archers end, those on one circle side by side.
    capture_ends: Lists<CaptureEnd>,
}

impl Roster {
    fn of(rules: RuleSet, side: Side, material: Material) -> Self {
        let armies: Vec<Army> = (0..material.armies())
            .map(|rank| material.army(side, rank))
            .collect();
        let home = armies.partition_point(|army| army.is_home(side));
        let points_of = |panel: &[Army]| {
            let points = |army: &Army| army.points(side) as i16;
            i16x32::new(std::array::from_fn(|lane| {
                panel.get(lane).map_or(0, points)
            }))
        };
        Self {
            side,
            home,
            points: armies.chunks(LANES).map(points_of).collect(),
            program: Program::of(rules, side, &armies),
            occupied: occupied(&armies),
            removals: removals(side, &armies),
            capture_ends: capture_ends(rules, side, &armies),
            armies,
        }
    }

    /// Lanes with an archer on each circle, for the armies of a panel.
    pub(super) fn occupied(&self, panel: usize) -> &[u32] {
        &self.occupied[panel * Square::COUNT..][..Square::COUNT]
    }

    /// What remains of the armies of a panel without an unmarked archer on `circle`.
    pub(super) fn removals(&self, panel: usize, circle: u8) -> &[Removal] {
        self.removals
            .of(panel * Square::COUNT + usize::from(circle))
    }

    /// How captures by the unmarked archers of an army end, by the circle where they take place.
    pub(super) fn captures(&self, row: usize) -> impl Iterator<Item = &[CaptureEnd]> {
        self.capture_ends
            .of(row)
            .chunk_by(|one, other| one.circle == other.circle)
    }

    /// The points of the army in a row.
    pub(super) fn points_of(&self, row: usize) -> i16 {
        self.points[row / LANES].as_array()[row % LANES]
    }
}

fn occupied(armies: &[Army]) -> Vec<u32> {
    let panels = armies.chunks(LANES);
    panels
        .flat_map(|panel| {
            Square::all().map(|square| {
                let lanes = panel.iter().rev();
                lanes.fold(0, |bits, army| {
                    bits << 1 | u32::from(army.archers.has(square))
                })
            })
        })
        .collect()
}

fn removals(side: Side, armies: &[Army]) -> Lists<Removal> {
    let mut removals = Lists::default();
    for panel in armies.chunks(LANES) {
        for square in Square::all() {
            for (lane, army) in panel.iter().enumerate() {
                if (army.archers - army.marked).has(square) && army.archers.len() > 1 {
                    let column = army.without(square).rank(side);
                    let lane = lane as u8;
                    removals.push(Removal { lane, column });
                }
            }
            removals.end_list();
        }
    }
    removals
}

fn capture_ends(rules: RuleSet, side: Side, armies: &[Army]) -> Lists<CaptureEnd> {
    let mut ends = Lists::default();
    for &army in armies {
        for square in army.archers - army.marked {
            army.for_each_capture_end(rules, side, square, |reentry, after| {
                ends.push(CaptureEnd {
                    circle: square.index() as u8,
                    reentry: reentry.map(|at| at.index() as u8),
                    row: after.rank(side),
                });
            });
        }
        ends.end_list();
    }
    ends
}

/// The rosters of a layer.
#[derive(Debug)]
pub(super) struct Rosters {
    rosters: Vec<Roster>,
}

impl Rosters {
    pub(super) fn of(rules: RuleSet, layer: Layer) -> Self {
        let mut wanted: Vec<(Side, Material)> = layer
            .classes()
            .flat_map(|class| Side::BOTH.map(|side| (side, class.material(side))))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let rosters = wanted.into_iter();
        Self {
            rosters: rosters
                .map(|(side, material)| Roster::of(rules, side, material))
                .collect(),
        }
    }

    pub(super) fn get(&self, side: Side, material: Material) -> &Roster {
        self.rosters
            .iter()
            .find(|roster| roster.side == side && roster.armies[0].material() == material)
            .expect("every material of the layer has a roster")
    }
}
