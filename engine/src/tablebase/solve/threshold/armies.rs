//! What the solver needs to know of all armies of one side and material at once, as rows of bits.

use std::sync::OnceLock;

use crate::position::ARCHERS;
use crate::side::Side;
use crate::square::Square;

use super::matrix::{WORD, set_bit};
use super::row::Victim;
use crate::tablebase::{Army, Material};

/// The ranks of what is left of the armies that have an archer on one circle when it is captured.
#[derive(Debug)]
pub(super) struct Removals {
    /// One for each such army, in the order of their ranks.
    ranks: Vec<u32>,
    /// How many such armies there are before each word.
    before: Vec<u32>,
}

impl Removals {
    /// What is left of the army with bit `bit` of word `index`; `occupying` is that word of the armies with an
    /// archer on the circle.
    pub(super) fn rank(&self, index: usize, bit: u32, occupying: u64) -> usize {
        let below = (occupying & ((1 << bit) - 1)).count_ones();
        self.ranks[(self.before[index] + below) as usize] as usize
    }
}

/// The armies of one side and material, in the order of their ranks, as the columns of a matrix.
#[derive(Debug)]
pub(super) struct Armies {
    count: usize,
    /// The first so many armies are home.
    home: usize,
    /// For each circle, which armies have an archer on it.
    occupying: Vec<Vec<u64>>,
    /// For each circle, which armies have a marked archer on it.
    marked: Vec<Vec<u64>>,
    /// For each circle, what is left of the armies with an archer on it when it is captured.
    removals: Vec<Removals>,
    /// For each circle, the armies that come to be when an unmarked archer is put there, by the rank of what was before.
    insertions: Vec<Vec<u32>>,
    points: Vec<u8>,
}

impl Armies {
    fn new(side: Side, material: Material) -> Self {
        let count = material.armies() as usize;
        let stride = count.div_ceil(WORD);
        let mut armies = Self {
            count,
            home: 0,
            occupying: vec![vec![0; stride]; Square::COUNT],
            marked: vec![vec![0; stride]; Square::COUNT],
            removals: Square::all()
                .map(|_| Removals {
                    ranks: Vec::new(),
                    before: Vec::with_capacity(stride),
                })
                .collect(),
            insertions: vec![
                vec![
                    0;
                    Victim::Unmarked
                        .leaves(material)
                        .map_or(0, |rest| rest.armies() as usize)
                ];
                Square::COUNT
            ],
            points: Vec::with_capacity(count),
        };
        for rank in 0..count {
            let army = material.army(side, rank as u32);
            if rank.is_multiple_of(WORD) {
                for removals in &mut armies.removals {
                    removals.before.push(removals.ranks.len() as u32);
                }
            }
            armies.home += usize::from(army.is_home(side));
            armies.points.push(army.points(side) as u8);
            for square in army.archers {
                let at = square.index();
                set_bit(&mut armies.occupying[at], rank);
                let rest = Army {
                    archers: army.archers - square.into(),
                    marked: army.marked - square.into(),
                };
                let rest = rest.rank(side);
                armies.removals[at].ranks.push(rest);
                if army.marked.has(square) {
                    set_bit(&mut armies.marked[at], rank);
                } else {
                    armies.insertions[at][rest as usize] = rank as u32;
                }
            }
        }
        armies
    }

    /// Armies that have an archer on `square`.
    pub(super) fn occupying(&self, square: Square) -> &[u64] {
        &self.occupying[square.index()]
    }

    /// Armies that have a marked archer on `square`.
    pub(super) fn marked(&self, square: Square) -> &[u64] {
        &self.marked[square.index()]
    }

    /// What is left of the armies with an archer on `square` when it is captured.
    pub(super) fn removals(&self, square: Square) -> &Removals {
        &self.removals[square.index()]
    }

    /// The ranks of the armies that come to be when an unmarked archer is put on `square`, by the rank of what was before.
    pub(super) fn insertions(&self, square: Square) -> &[u32] {
        &self.insertions[square.index()]
    }

    /// Writes which armies share no circle with `army`.
    pub(super) fn apart_from(&self, army: Army, row: &mut [u64]) {
        row.fill(u64::MAX);
        if !self.count.is_multiple_of(WORD) {
            row[self.count / WORD] = (1 << (self.count % WORD)) - 1;
        }
        for square in army.archers {
            for (word, &occupied) in row.iter_mut().zip(self.occupying(square)) {
                *word &= !occupied;
            }
        }
    }

    /// Clears the bits of the armies that are home.
    pub(super) fn without_home(&self, row: &mut [u64]) {
        row[..self.home / WORD].fill(0);
        if !self.home.is_multiple_of(WORD) {
            row[self.home / WORD] &= u64::MAX << (self.home % WORD);
        }
    }

    /// Clears the bits of armies whose points fail `keep`.
    pub(super) fn retain_points(&self, row: &mut [u64], keep: impl Fn(i32) -> bool) {
        for (word, points) in row.iter_mut().zip(self.points.chunks(WORD)) {
            if *word != 0 {
                let kept = points
                    .iter()
                    .enumerate()
                    .map(|(bit, &points)| u64::from(keep(i32::from(points))) << bit);
                *word &= kept.sum::<u64>();
            }
        }
    }
}

/// What is known of the armies of both sides by material, worked out when first asked for.
///
/// One will do for all layers and goals.
#[derive(Debug)]
pub struct Tables([Vec<OnceLock<Armies>>; 2]);

impl Tables {
    /// Tables that are empty yet.
    #[must_use]
    pub fn new() -> Self {
        let materials = (ARCHERS as usize + 1).pow(2);
        Self(Side::BOTH.map(|_| (0..materials).map(|_| OnceLock::new()).collect()))
    }

    pub(super) fn armies(&self, side: Side, material: Material) -> &Armies {
        let index = usize::from(material.archers()) * (ARCHERS as usize + 1)
            + usize::from(material.marks());
        self.0[side as usize][index].get_or_init(|| Armies::new(side, material))
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}
