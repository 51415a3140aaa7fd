//! Solved layers: the entries of every class in the order of the dense index.

use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::tablebase::class::{Class, Layer};
use crate::tablebase::entry::Entry;

/// The entries of one class with one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassTable {
    /// The value byte of each position by its index; see [`Entry::to_bytes`].
    pub values: Vec<u8>,
    /// The distance byte of each position.
    pub distances: Vec<u8>,
}

impl ClassTable {
    /// Room for the entries of `class`.
    pub(super) fn empty(class: Class) -> Self {
        let size = class.size() as usize;
        Self {
            values: vec![0; size],
            distances: vec![0; size],
        }
    }

    /// The entry of the position with index `index`.
    #[must_use]
    pub fn entry(&self, index: u64) -> Entry {
        let index = index as usize;
        Entry::from_bytes([self.values[index], self.distances[index]])
            .expect("tables hold bytes of entries")
    }
}

/// All entries of one layer under one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedLayer {
    rules: RuleSet,
    layer: Layer,
    /// Those of the layer, in ascending order.
    classes: Vec<Class>,
    /// In the order of the classes, White to move before Black.
    tables: Vec<[ClassTable; 2]>,
}

impl SolvedLayer {
    /// A layer with these tables: one pair for each class, in the order of [`Layer::classes`], White to move
    /// before Black. `None` if a table has another length than its class, or a byte that is no entry's.
    #[must_use]
    pub fn new(rules: RuleSet, layer: Layer, tables: Vec<[ClassTable; 2]>) -> Option<Self> {
        let fits = |(class, table): (Class, &ClassTable)| {
            let is_entry = |(&value, &distance)| Entry::from_bytes([value, distance]).is_some();
            table.values.len() as u64 == class.size()
                && table.distances.len() as u64 == class.size()
                && table.values.iter().zip(&table.distances).all(is_entry)
        };
        let all_fit = layer.classes().count() == tables.len()
            && layer
                .classes()
                .zip(&tables)
                .all(|(class, tables)| tables.iter().all(|table| fits((class, table))));
        all_fit.then(|| Self::of_tables(rules, layer, tables))
    }

    /// A layer whose tables are known to fit.
    pub(super) fn of_tables(rules: RuleSet, layer: Layer, tables: Vec<[ClassTable; 2]>) -> Self {
        Self {
            rules,
            layer,
            classes: layer.classes().collect(),
            tables,
        }
    }

    /// The rule set that is played.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Which layer it is.
    #[must_use]
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// The classes with their tables, White to move before Black.
    pub fn tables(&self) -> impl Iterator<Item = (Class, &[ClassTable; 2])> {
        self.classes.iter().copied().zip(&self.tables)
    }

    /// The tables of a class of this layer, White to move before Black.
    #[must_use]
    pub fn class(&self, class: Class) -> Option<&[ClassTable; 2]> {
        let place = self.classes.binary_search(&class).ok()?;
        Some(&self.tables[place])
    }

    /// The entry of the position of `class`, which is one of this layer, with index `index`.
    pub(super) fn entry(&self, class: Class, to_move: Side, index: u64) -> Entry {
        let tables = self.class(class).expect("the class is one of the layer");
        tables[to_move as usize].entry(index)
    }

    /// The entry of `position`; `None` if it is finished or belongs to another layer. Its runs are not looked at.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Entry> {
        let (class, index) = Class::locate(position)?;
        let tables = self.class(class)?;
        Some(tables[position.side_to_move() as usize].entry(index))
    }
}
