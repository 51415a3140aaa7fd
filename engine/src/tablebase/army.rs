//! One side of a position: its archers and their marks, numbered by combinatorial ranking.
//!
//! Each side numbers the circles from its own goal row on, so that sets wholly
//! on the goal row come first. Sets are ranked colexicographically: among all
//! sets of one size, the rank of circles `c1 < c2 < …` is `C(c1, 1) + C(c2, 2) + …`.

use crate::bitboard::Bitboard;
use crate::board::goal_row;
use crate::position::{ARCHERS, Position};
use crate::side::Side;
use crate::square::Square;

/// `BINOMIAL[n][k]`: the number of ways to choose `k` of `n`.
pub(super) static BINOMIAL: [[u32; ARCHERS as usize + 1]; Square::COUNT + 1] = {
    let mut table = [[0; ARCHERS as usize + 1]; Square::COUNT + 1];
    let mut n = 0;
    while n <= Square::COUNT {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= ARCHERS as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many archers a side has on the board, and how many of them are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    archers: u8,
    marks: u8,
}

impl Material {
    /// Material of `archers` on the board, `marks` of them marked; `None` for more than five
    /// archers or for more marks than archers.
    #[must_use]
    pub const fn new(archers: u8, marks: u8) -> Option<Self> {
        if archers as u32 <= ARCHERS && marks <= archers {
            Some(Self { archers, marks })
        } else {
            None
        }
    }

    /// Archers on the board.
    #[must_use]
    pub const fn archers(self) -> u8 {
        self.archers
    }

    /// Marked archers among them.
    #[must_use]
    pub const fn marks(self) -> u8 {
        self.marks
    }

    /// Archers and marks together: this side's part of the layer.
    #[must_use]
    pub const fn weight(self) -> u8 {
        self.archers + self.marks
    }

    /// The material with so many archers and marks more, if there is such.
    pub(super) fn with(self, archers: i8, marks: i8) -> Option<Self> {
        let archers = self.archers.checked_add_signed(archers)?;
        Self::new(archers, self.marks.checked_add_signed(marks)?)
    }

    /// Number of ways to mark the archers of one set.
    #[must_use]
    pub fn markings(self) -> u32 {
        BINOMIAL[usize::from(self.archers)][usize::from(self.marks)]
    }

    /// Number of sets of circles for the archers, with no regard to the other side.
    #[must_use]
    pub fn sets(self) -> u32 {
        BINOMIAL[Square::COUNT][usize::from(self.archers)]
    }

    /// Number of armies of this material, with no regard to the other side.
    #[must_use]
    pub fn armies(self) -> u32 {
        self.sets() * self.markings()
    }

    /// The army of `side` with [rank](Army::rank) `rank`, which must be below [`Self::armies`].
    #[must_use]
    pub fn army(self, side: Side, rank: u32) -> Army {
        let markings = self.markings();
        let set = unrank_set(rank / markings, self.archers);
        Army::from_ordered(side, set, nth_marking(self.marks, rank % markings))
    }
}

/// The archers of one side, and which of them are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Army {
    /// The circles of all archers of the side.
    pub archers: Bitboard,
    /// The circles of its marked archers, a subset.
    pub marked: Bitboard,
}

impl Army {
    /// The army of `side` in `position`.
    #[must_use]
    pub const fn of(position: &Position, side: Side) -> Self {
        Self {
            archers: position.archers(side),
            marked: position.marked(side),
        }
    }

    /// How many archers and marks it has.
    #[must_use]
    pub const fn material(self) -> Material {
        Material {
            archers: self.archers.len() as u8,
            marks: self.marked.len() as u8,
        }
    }

    /// Whether `side`, whose army this is, has no archer outside its goal row, which ends the game.
    #[must_use]
    pub fn is_home(self, side: Side) -> bool {
        (self.archers - goal_row(side)).is_empty()
    }

    /// Points of `side`, whose army this is: two for each archer on the goal row, one for each other.
    #[must_use]
    pub fn points(self, side: Side) -> i32 {
        (self.archers.len() + (self.archers & goal_row(side)).len()).cast_signed()
    }

    /// The number of this army among those of `side` with the same material: all armies that are
    /// [home](Self::is_home) first, the markings of one set side by side.
    #[must_use]
    pub fn rank(self, side: Side) -> u32 {
        let (archers, marked) = (ordered(side, self.archers), ordered(side, self.marked));
        let markings = self.material().markings();
        rank_set(archers) * markings + rank_marking(archers, marked)
    }

    /// The army whose archers stand on `set`, in `side`'s order, the archers in `marking` marked.
    pub(super) fn from_ordered(side: Side, set: u32, marking: u32) -> Self {
        Self {
            archers: disordered(side, set),
            marked: disordered(side, expand_marking(set, marking)),
        }
    }
}

/// `squares` as bits in the order in which `side` numbers the circles: its goal row first, rank by rank.
pub(super) fn ordered(side: Side, squares: Bitboard) -> u32 {
    match side {
        Side::White => squares.with_ranks_reversed().bits(),
        Side::Black => squares.bits(),
    }
}

/// The reverse of [`ordered`].
pub(super) fn disordered(side: Side, set: u32) -> Bitboard {
    let squares = Bitboard::from_bits(set);
    match side {
        Side::White => squares.with_ranks_reversed(),
        Side::Black => squares,
    }
}

/// The bits of a set, lowest first.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The colexicographic rank of a set among the sets of its size.
pub(super) fn rank_set(set: u32) -> u32 {
    let terms = bits(set)
        .enumerate()
        .map(|(k, circle)| BINOMIAL[circle][k + 1]);
    terms.sum()
}

/// The set of `size` circles with colexicographic rank `rank`.
pub(super) fn unrank_set(mut rank: u32, size: u8) -> u32 {
    let mut set = 0;
    let mut circle = Square::COUNT;
    for k in (1..=usize::from(size)).rev() {
        circle -= 1;
        while BINOMIAL[circle][k] > rank {
            circle -= 1;
        }
        rank -= BINOMIAL[circle][k];
        set |= 1 << circle;
    }
    set
}

/// The number of a marking among those with as many marks.
pub(super) fn rank_marking(archers: u32, marked: u32) -> u32 {
    let mut marking = 0;
    for (place, circle) in bits(archers).enumerate() {
        marking |= (marked >> circle & 1) << place;
    }
    rank_set(marking)
}

/// The marking with `marks` marks and number `rank`, bit n for the n-th archer.
pub(super) fn nth_marking(marks: u8, rank: u32) -> u32 {
    u32::from(MARKINGS[usize::from(marks)][rank as usize])
}

/// The markings by number of marks, in the order of their ranks, for five archers and so for fewer.
static MARKINGS: [[u8; 10]; ARCHERS as usize + 1] = {
    let mut table = [[0; 10]; ARCHERS as usize + 1];
    let mut counts = [0; ARCHERS as usize + 1];
    let mut marking: u8 = 0;
    while marking < 1 << ARCHERS {
        let marks = marking.count_ones() as usize;
        table[marks][counts[marks]] = marking;
        counts[marks] += 1;
        marking += 1;
    }
    table
};

fn expand_marking(set: u32, marking: u32) -> u32 {
    bits(set)
        .enumerate()
        .map(|(place, circle)| (marking >> place & 1) << circle)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_material() -> impl Iterator<Item = Material> {
        (0..=5).flat_map(|archers| {
            (0..=archers).map(move |marks| Material::new(archers, marks).unwrap())
        })
    }

    #[test]
    fn ranks_number_the_armies_of_a_material_without_gaps() {
        for side in Side::BOTH {
            for material in all_material() {
                let step = if material.archers() < 4 { 1 } else { 97 };
                for rank in (0..material.armies()).step_by(step) {
                    let army = material.army(side, rank);
                    assert_eq!(army.material(), material);
                    assert!((army.marked - army.archers).is_empty());
                    assert_eq!(army.rank(side), rank);
                }
            }
        }
    }

    #[test]
    fn armies_at_home_come_first() {
        for side in Side::BOTH {
            for material in all_material().filter(|material| material.archers() < 5) {
                let home = BINOMIAL[5][usize::from(material.archers())] * material.markings();
                for rank in 0..material.armies() {
                    assert_eq!(material.army(side, rank).is_home(side), rank < home);
                }
            }
        }
    }

    #[test]
    fn impossible_material_is_refused() {
        assert_eq!(Material::new(6, 0), None);
        assert_eq!(Material::new(2, 3), None);
    }
}
