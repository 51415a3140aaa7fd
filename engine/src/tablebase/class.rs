//! Layers and classes: the positions that are solved and stored together.

use std::fmt;

use crate::position::Position;
use crate::side::Side;

use super::army::{Army, Material};

/// Archers on the board and marks of both sides together, 2 to 10 wherever play goes on.
///
/// A capture by an unmarked archer keeps the sum (an archer lost, a mark won), one by a marked archer
/// lowers it by 1, capturing a marked archer lowers it by 1 more, and a re-entry keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer(u8);

impl Layer {
    /// One archer on each side.
    pub const LOWEST: Self = Self(2);
    /// The layer of the start position.
    pub const HIGHEST: Self = Self(10);

    /// The layer of `weight` archers and marks; `None` outside 2 to 10.
    #[must_use]
    pub const fn new(weight: u8) -> Option<Self> {
        if weight >= Self::LOWEST.0 && weight <= Self::HIGHEST.0 {
            Some(Self(weight))
        } else {
            None
        }
    }

    /// All layers, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }

    /// Archers and marks of both sides together.
    #[must_use]
    pub const fn weight(self) -> u8 {
        self.0
    }

    /// Whether the layer is solved with the runs of both sides in the state. In higher layers values are those of a
    /// game without the to-and-fro rule.
    #[must_use]
    pub const fn is_solved_with_runs(self) -> bool {
        self.0 <= 4
    }

    /// The classes of the layer, in ascending order.
    pub fn classes(self) -> impl Iterator<Item = Class> {
        let materials = || {
            (1..=5).flat_map(|archers| (0..=archers).filter_map(move |m| Material::new(archers, m)))
        };
        materials().flat_map(move |white| {
            materials().filter_map(move |black| {
                (white.weight() + black.weight() == self.0).then_some(Class { white, black })
            })
        })
    }

    /// The class and the index in it of the unfinished position with this number, the classes one after the other.
    ///
    /// # Panics
    /// If `number` is not below [`Self::size`].
    #[must_use]
    pub fn locate(self, mut number: u64) -> (Class, u64) {
        let class = self.classes().find(|class| {
            let is_here = number < class.size();
            if !is_here {
                number -= class.size();
            }
            is_here
        });
        (class.expect("a position of the layer"), number)
    }

    /// Unfinished positions of the layer for each side to move.
    #[must_use]
    pub fn size(self) -> u64 {
        self.classes().map(Class::size).sum()
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The positions with the same number of archers and of marks on each side, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    white: Material,
    black: Material,
}

impl Class {
    /// The class of two sides with at least one archer each; `None` otherwise, and for more than 10
    /// archers and marks together.
    #[must_use]
    pub const fn new(white: Material, black: Material) -> Option<Self> {
        let weight = white.weight() + black.weight();
        if white.archers() > 0 && black.archers() > 0 && weight <= Layer::HIGHEST.0 {
            Some(Self { white, black })
        } else {
            None
        }
    }

    /// The class of `position`; `None` if it has none (see [`Self::new`]).
    #[must_use]
    pub const fn of(position: &Position) -> Option<Self> {
        Self::new(
            Army::of(position, Side::White).material(),
            Army::of(position, Side::Black).material(),
        )
    }

    /// What `side` has.
    #[must_use]
    pub const fn material(self, side: Side) -> Material {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The layer to which the class belongs.
    #[must_use]
    pub const fn layer(self) -> Layer {
        Layer(self.white.weight() + self.black.weight())
    }
}

/// Archers and marks of White, then of Black: `3+1v2+0` is three archers, one of them marked, against two.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { white, black } = self;
        f.pad(&format!(
            "{}+{}v{}+{}",
            white.archers(),
            white.marks(),
            black.archers(),
            black.marks()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    #[test]
    fn layers_have_the_known_sizes() {
        let size = |weight| Layer::new(weight).unwrap().size();
        assert_eq!((2..=6).map(size).sum::<u64>(), 20_785_310);
        assert_eq!(size(7), 130_160_180);
        assert_eq!(size(8), 737_104_715);
        assert_eq!(size(9), 3_411_941_170);
        assert_eq!(size(10), 12_962_288_253);
        assert_eq!(Layer::new(1), None);
        assert_eq!(Layer::new(11), None);
    }

    #[test]
    fn classes_are_those_of_their_positions() {
        let class = |text| Class::of(&Position::parse(text, RuleSet::Jarmo).unwrap());
        let start = Class::of(&Position::start(RuleSet::Jarmo)).unwrap();
        assert_eq!(start.layer(), Layer::HIGHEST);
        let few = class("5/3+a1/5/4a/A+A3 w").unwrap();
        assert_eq!(few.to_string(), "2+1v2+1");
        assert_eq!(few.layer().weight(), 6);
        assert!(few.layer().classes().any(|class| class == few));
        assert_eq!(class("5/5/5/5/A4 b"), None);
        assert_eq!(class("+A+A+A+A+A/5/5/5/aaaaa b"), None);
    }

    #[test]
    fn each_class_belongs_to_one_layer() {
        for layer in Layer::all() {
            let classes: Vec<Class> = layer.classes().collect();
            assert!(classes.is_sorted_by(|a, b| a < b));
            assert!(classes.iter().all(|class| class.layer() == layer));
            let mut before = 0;
            for class in classes {
                assert_eq!(layer.locate(before), (class, 0));
                before += class.size();
                assert_eq!(layer.locate(before - 1), (class, class.size() - 1));
            }
        }
    }
}
