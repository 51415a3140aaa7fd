//! A dense index of the unfinished positions of a class.
//!
//! White's archers are ranked on the whole board, Black's on the circles that
//! they leave free, each side's goal row first: finished positions are the first
//! ranks and drop out. The positions with one set of White's archers form a row.
//! Its length depends only on how many of them stand on rank 1, Black's goal
//! row; White numbers these circles last, so that the sum of the lengths of all
//! rows before it has a closed form. White's archers come first in the index, then
//! White's marking, Black's archers and Black's marking. The index is the same for both sides to move.

use crate::position::{ARCHERS, Position};
use crate::side::Side;
use crate::square::Square;

use super::army::{
    Army, BINOMIAL, bits, disordered, nth_marking, ordered, rank_marking, rank_set, unrank_set,
};
use super::class::Class;

const SIZES: usize = ARCHERS as usize + 1;
/// Circles that White numbers before those of rank 1.
const ABOVE_RANK_1: usize = Square::COUNT - Square::WIDTH as usize;

/// `FINISHED[b][h][k][c]`: finished sets of `b` black archers, added up over all choices of `k` white
/// circles numbered below `c`, there being `h` further white archers on rank 1.
static FINISHED: [[[[u32; Square::COUNT]; SIZES]; SIZES]; SIZES] = {
    let mut table = [[[[0; Square::COUNT]; SIZES]; SIZES]; SIZES];
    let mut b = 1;
    while b < SIZES {
        let mut h = 0;
        while h < SIZES {
            let mut k = 1;
            while k + h < SIZES {
                let mut c = 0;
                while c < Square::COUNT {
                    table[b][h][k][c] = finished_sets(b, h, k, c);
                    c += 1;
                }
                k += 1;
            }
            h += 1;
        }
        b += 1;
    }
    table
};

const fn finished_sets(b: usize, h: usize, k: usize, c: usize) -> u32 {
    if c <= ABOVE_RANK_1 {
        return BINOMIAL[c][k] * BINOMIAL[SIZES - 1 - h][b];
    }
    let mut sum = 0;
    let mut on_rank_1 = 0;
    while on_rank_1 <= k {
        sum += BINOMIAL[c - ABOVE_RANK_1][on_rank_1]
            * BINOMIAL[ABOVE_RANK_1][k - on_rank_1]
            * BINOMIAL[SIZES - 1 - h - on_rank_1][b];
        on_rank_1 += 1;
    }
    sum
}

/// The rows of a class, one for each set of White's archers; a row counts sets of Black's archers.
pub(super) struct Rows {
    white: usize,
    black: usize,
    /// Sets of Black's archers beside any set of White's, finished or not.
    black_sets: u32,
}

impl Rows {
    pub(super) fn of(class: Class) -> Self {
        let white = usize::from(class.material(Side::White).archers());
        let black = usize::from(class.material(Side::Black).archers());
        Self {
            white,
            black,
            black_sets: BINOMIAL[Square::COUNT - white][black],
        }
    }

    /// Finished sets in the row of White's archers `set`, which come before the others.
    pub(super) fn finished(&self, set: u32) -> u32 {
        let on_rank_1 = (set >> ABOVE_RANK_1).count_ones() as usize;
        BINOMIAL[SIZES - 1 - on_rank_1][self.black]
    }

    /// Unfinished sets in the row of White's archers `set`.
    pub(super) fn length(&self, set: u32) -> u32 {
        self.black_sets - self.finished(set)
    }

    /// The lengths of all rows in which White has finished.
    fn start(&self) -> u32 {
        BINOMIAL[SIZES - 1][self.white] * (self.black_sets - BINOMIAL[SIZES - 1][self.black])
    }

    /// The lengths of the rows that share with some set the archers above its `k`-th, of which `on_rank_1` are
    /// on rank 1, and have the `k`-th on a lower number than `circle`.
    fn before(&self, k: usize, circle: usize, on_rank_1: usize) -> u32 {
        BINOMIAL[circle][k] * self.black_sets - FINISHED[self.black][on_rank_1][k][circle]
    }

    /// The lengths of all unfinished rows before that of White's archers `set`.
    fn offset(&self, set: u32) -> u32 {
        let mut sum = 0;
        for (k, circle) in bits(set).enumerate() {
            let above = set & !((2 << circle) - 1);
            let on_rank_1 = (above >> ABOVE_RANK_1).count_ones() as usize;
            sum += self.before(k + 1, circle, on_rank_1);
        }
        sum - self.start()
    }

    /// The set of White's archers in whose row `index` lies, and the offset of the row.
    fn find(&self, index: u32) -> (u32, u32) {
        let (mut set, mut left) = (0, index + self.start());
        let (mut circle, mut on_rank_1) = (Square::COUNT, 0);
        for k in (1..=self.white).rev() {
            circle -= 1;
            while self.before(k, circle, on_rank_1) > left {
                circle -= 1;
            }
            left -= self.before(k, circle, on_rank_1);
            on_rank_1 += usize::from(circle >= ABOVE_RANK_1);
            set |= 1 << circle;
        }
        (set, index - left)
    }
}

impl Class {
    /// Unfinished positions of the class for each side to move, which are indexed from 0.
    #[must_use]
    pub fn size(self) -> u64 {
        let rows = Rows::of(self);
        let all = self.material(Side::White).sets() * rows.black_sets;
        let finished: u32 = (0..=rows.white)
            .map(|on_rank_1| {
                BINOMIAL[SIZES - 1][on_rank_1]
                    * BINOMIAL[ABOVE_RANK_1][rows.white - on_rank_1]
                    * BINOMIAL[SIZES - 1 - on_rank_1][rows.black]
            })
            .sum();
        u64::from(all - finished - rows.start()) * self.markings()
    }

    /// Ways to mark the archers of both sides on given circles.
    fn markings(self) -> u64 {
        let [white, black] = Side::BOTH.map(|side| u64::from(self.material(side).markings()));
        white * black
    }

    /// The index of the position with these armies, White's first, below [`Self::size`].
    ///
    /// They must be of this class, stand on different circles, and neither may be home.
    #[must_use]
    pub fn index(self, armies: [Army; 2]) -> u64 {
        let [white, black] = armies;
        debug_assert!(self.material(Side::White) == white.material());
        debug_assert!(self.material(Side::Black) == black.material());
        debug_assert!((white.archers & black.archers).is_empty());
        debug_assert!(!white.is_home(Side::White) && !black.is_home(Side::Black));
        let rows = Rows::of(self);
        let set = ordered(Side::White, white.archers);
        let white_marking = rank_marking(set, ordered(Side::White, white.marked));
        let (archers, marked) = (black.archers.bits(), black.marked.bits());
        let black_rank = rank_set(squeeze(archers, white.archers.bits())) - rows.finished(set);
        let [white_markings, black_markings] =
            Side::BOTH.map(|side| u64::from(self.material(side).markings()));
        let row = u64::from(rows.offset(set)) * white_markings
            + u64::from(white_marking * rows.length(set));
        (row + u64::from(black_rank)) * black_markings + u64::from(rank_marking(archers, marked))
    }

    /// The armies with this [index](Self::index), White's first. `index` must be below [`Self::size`].
    #[must_use]
    pub fn armies(self, index: u64) -> [Army; 2] {
        debug_assert!(index < self.size());
        let rows = Rows::of(self);
        let [white, black] = Side::BOTH.map(|side| self.material(side));
        let set_pair = index / self.markings();
        let (set, offset) = rows.find(set_pair as u32);
        let markings = u64::from(black.markings());
        let in_row = index - u64::from(offset) * self.markings();
        let length = u64::from(rows.length(set));
        let (unmarked, marking) = (in_row / markings, in_row % markings);
        let white_army = Army::from_ordered(
            Side::White,
            set,
            nth_marking(white.marks(), (unmarked / length) as u32),
        );
        let black_rank = (unmarked % length) as u32 + rows.finished(set);
        let squeezed = unrank_set(black_rank, black.archers());
        let black_set = spread(squeezed, disordered(Side::White, set).bits());
        let black_army = Army::from_ordered(
            Side::Black,
            black_set,
            nth_marking(black.marks(), marking as u32),
        );
        [white_army, black_army]
    }

    /// The class and the index of `position`; `None` if the game has ended in it.
    #[must_use]
    pub fn locate(position: &Position) -> Option<(Self, u64)> {
        if position.has_ended() {
            return None;
        }
        let class = Self::of(position)?;
        let armies = Side::BOTH.map(|side| Army::of(position, side));
        Some((class, class.index(armies)))
    }
}

/// The circles of `set` renumbered among those outside `taken`.
pub(super) fn squeeze(set: u32, taken: u32) -> u32 {
    bits(set)
        .map(|circle| 1 << (circle as u32 - (taken & ((1 << circle) - 1)).count_ones()))
        .sum()
}

/// The reverse of [`squeeze`].
fn spread(set: u32, taken: u32) -> u32 {
    bits(taken).fold(set, |set, circle| {
        let below = (1 << circle) - 1;
        set & below | (set & !below) << 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;
    use crate::tablebase::Layer;

    fn assert_round_trip(class: Class, index: u64) {
        let armies = class.armies(index);
        assert_eq!(class.index(armies), index, "{class}");
        for side in Side::BOTH {
            let position = Position::of_armies(RuleSet::Jarmo, side, armies);
            assert!(!position.has_ended());
            assert_eq!(Class::locate(&position), Some((class, index)));
        }
    }

    #[test]
    fn small_classes_are_indexed_without_gaps() {
        for layer in Layer::all().take(3) {
            for class in layer.classes() {
                for index in 0..class.size() {
                    assert_round_trip(class, index);
                }
            }
        }
    }

    #[test]
    fn samples_of_all_classes_read_back() {
        for class in Layer::all().flat_map(Layer::classes) {
            let size = class.size();
            for index in (0..size).step_by((size / 500 + 1) as usize) {
                assert_round_trip(class, index);
            }
            assert_round_trip(class, size - 1);
        }
    }

    /// All pairs of disjoint sets that are not finished, counted one by one.
    #[test]
    fn sizes_are_those_of_plain_counting() {
        for (white, black) in [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 3), (3, 2)] {
            let class = Layer::all()
                .flat_map(Layer::classes)
                .find(|class| {
                    let [w, b] = Side::BOTH.map(|side| class.material(side));
                    (w.archers(), w.marks(), b.archers(), b.marks()) == (white, 0, black, 0)
                })
                .unwrap();
            let unfinished = |side| {
                let material = class.material(side);
                (0..material.armies())
                    .map(move |rank| material.army(side, rank))
                    .filter(move |army| !army.is_home(side))
            };
            let mut count = 0;
            for white in unfinished(Side::White) {
                let apart = |black: &Army| (black.archers & white.archers).is_empty();
                count += unfinished(Side::Black).filter(apart).count() as u64;
            }
            assert_eq!(class.size(), count, "{class}");
        }
    }
}
