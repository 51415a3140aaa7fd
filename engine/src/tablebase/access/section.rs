//! All values of a class at once, for statistics and checks.

use super::super::class::Class;
use super::super::file::{Content, FileError};
use super::table::RawEntry;
use super::value::Reach;
use super::{Tablebase, Value, best};
use crate::ruleset::RuleSet;
use crate::side::Side;

/// The values of a class with one side to move, by the index of the class.
#[derive(Debug)]
pub struct SectionValues {
    content: Content,
    planes: Vec<Vec<u8>>,
}

impl SectionValues {
    /// The value with this index to the side to move, neither side having a run; `None` if the table has nonsense there.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Value> {
        let at = index as usize;
        let values = &self.planes[0];
        let value = match self.content {
            Content::Outcome => values[at / 4] >> (2 * (at % 4)) & 0b11,
            Content::Margin | Content::MarginAndDistance => values[at],
        };
        let plies = self.planes.get(1).map(|distances| distances[at]);
        Value::of(self.content, RawEntry { value, plies }, [Reach::Short; 2])
    }
}

impl Tablebase {
    /// All values of `class` with `side` to move; `None` without a table of its layer.
    ///
    /// # Errors
    /// [`FileError`] if the table can't be read or is damaged.
    pub fn section(
        &self,
        rules: RuleSet,
        class: Class,
        side: Side,
    ) -> Result<Option<SectionValues>, FileError> {
        let layer = &self.tables[rules as usize][usize::from(class.layer().weight())];
        let Some(table) = best(layer) else {
            return Ok(None);
        };
        let planes = table.file().section(table.section(class, side))?;
        Ok(Some(SectionValues {
            content: table.content(),
            planes,
        }))
    }
}
