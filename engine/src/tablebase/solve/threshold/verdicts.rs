//! Who wins, for whole classes, put together from what either side can force: counts, and tables as files.
//!
//! A position is won for a side that forces a margin of a point however the to-and-fro rule is taken against it, and
//! drawn if neither side forces one even if the rule is taken against the other. What is neither is unsettled.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::AddAssign;
use std::path::Path;

use super::super::dense;
use super::armies::Tables;
use super::goal::{Goal, Runs};
use super::matrix::BitMatrix;
use super::store::{Stage, Store, StoreError};
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::tablebase::file::{self, Content, Description, FileError, WriteOptions};
use crate::tablebase::{Army, Class, Layer};

/// How many positions of a class, with one side to move, have come out how for that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
    /// None of these for sure.
    pub unsettled: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.unsettled += other.unsettled;
    }
}

/// The outcomes of finished layers.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts<'a> {
    /// Where the planes are.
    pub store: &'a Store,
    /// The rules that are played.
    pub rules: RuleSet,
    /// Whether the to-and-fro rule is taken into account. Without it no position is unsettled, but the outcome is that of
    /// a game without the rule.
    pub with_runs: bool,
}

/// Why a table of outcomes has not been written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A plane is missing or damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The planes of a class with one side to move.
struct Planes {
    /// Surely won by the side to move, and by the other.
    surely: [BitMatrix; 2],
    /// Possibly won by the side to move, and by the other, if that is another question.
    possibly: Option<[BitMatrix; 2]>,
}

impl Planes {
    fn possibly(&self) -> &[BitMatrix; 2] {
        self.possibly.as_ref().unwrap_or(&self.surely)
    }
}

impl Verdicts<'_> {
    /// The goals that a layer has to be solved for.
    #[must_use]
    pub fn goals(&self) -> Vec<Goal> {
        let runs: &[Runs] = if self.with_runs {
            &[Runs::AgainstProver, Runs::AgainstOpponent]
        } else {
            &[Runs::Ignored]
        };
        let goal = |prover| runs.iter().map(move |&runs| self.goal(prover, runs));
        Side::BOTH.into_iter().flat_map(goal).collect()
    }

    fn goal(&self, prover: Side, runs: Runs) -> Goal {
        Goal {
            rules: self.rules,
            prover,
            margin: 1,
            runs: if self.with_runs { runs } else { Runs::Ignored },
        }
    }

    fn planes(&self, class: Class, mover: Side) -> Result<Planes, StoreError> {
        let load = |runs| -> Result<[BitMatrix; 2], StoreError> {
            let load = |prover| {
                let goal = self.goal(prover, runs);
                let plane = self.store.load(goal, class, mover, Stage::Finished)?;
                plane.ok_or(StoreError::Missing { class })
            };
            Ok([load(mover)?, load(!mover)?])
        };
        let surely = load(Runs::AgainstProver)?;
        let possibly = self
            .with_runs
            .then(|| load(Runs::AgainstOpponent))
            .transpose()?;
        Ok(Planes { surely, possibly })
    }

    /// Counts the unfinished positions of a class.
    ///
    /// # Errors
    /// A plane that is missing or damaged.
    pub fn count(&self, class: Class, mover: Side, tables: &Tables) -> Result<Counts, StoreError> {
        let planes = self.planes(class, mover)?;
        let columns = tables.armies(!mover, class.material(!mover));
        let own = class.material(mover);
        let mut playable = vec![0; planes.surely[0].stride()];
        let mut counts = Counts::default();
        for rank in 0..own.armies() {
            let army = own.army(mover, rank);
            if army.is_home(mover) {
                continue;
            }
            columns.apart_from(army, &mut playable);
            columns.without_home(&mut playable);
            let row = |plane: &BitMatrix, index: usize| plane.row(rank as usize)[index];
            for (index, &playable) in playable.iter().enumerate() {
                let [won, lost] = [0, 1].map(|n| playable & row(&planes.surely[n], index));
                let [own, other] = [0, 1].map(|n| row(&planes.possibly()[n], index));
                let drawn = playable & !own & !other;
                let unsettled = playable & !won & !lost & !drawn;
                let ones = |word: u64| u64::from(word.count_ones());
                counts.won += ones(won);
                counts.lost += ones(lost);
                counts.drawn += ones(drawn);
                counts.unsettled += ones(unsettled);
            }
        }
        Ok(counts)
    }

    /// Who wins from each of `positions`: 1 for the side to move, -1 for the other, 0 for neither; `None` if that
    /// is unsettled.
    ///
    /// # Errors
    /// A plane that is missing or damaged.
    pub fn outcomes_of(&self, positions: &[Position]) -> Result<Vec<Option<i32>>, StoreError> {
        let mut known = HashMap::new();
        let outcome = |position: &Position| {
            let mover = position.side_to_move();
            let section = Class::of(position).filter(|_| !position.is_over());
            let Some(class) = section else {
                return Ok(Some(position.margin().signum()));
            };
            let planes = match known.entry((class, mover)) {
                Entry::Occupied(planes) => planes.into_mut(),
                Entry::Vacant(place) => place.insert(self.planes(class, mover)?),
            };
            let [own, other] =
                [mover, !mover].map(|side| Army::of(position, side).rank(side) as usize);
            let has = |plane: &BitMatrix| plane.get(own, other);
            let [won, lost] = planes.surely.each_ref().map(has);
            let is_open = planes.possibly().iter().any(has);
            Ok(match (won, lost) {
                (true, _) => Some(1),
                (_, true) => Some(-1),
                _ if is_open => None,
                _ => Some(0),
            })
        };
        positions.iter().map(outcome).collect()
    }

    /// Writes the table of a layer, as [`Content::Outcome`], and gives its size in bytes.
    ///
    /// `on_progress` hears of the blocks written so far and of all there are.
    ///
    /// # Errors
    /// A plane that is missing or damaged, or a file that can't be written.
    pub fn write(
        &self,
        path: &Path,
        layer: Layer,
        options: WriteOptions,
        on_progress: &mut dyn FnMut(usize, usize),
    ) -> Result<u64, ExportError> {
        for goal in self.goals() {
            if let Some(class) = self.store.missing(goal, layer) {
                return Err(StoreError::Missing { class }.into());
            }
        }
        let description = Description {
            rules: self.rules,
            layer,
            content: Content::Outcome,
        };
        let failed = RefCell::new(None);
        let planes = |section: &file::Section| {
            let outcomes = self
                .outcomes(section.class, section.side)
                .unwrap_or_else(|error| {
                    failed.replace(Some(error));
                    vec![0; section.entries.div_ceil(4) as usize]
                });
            vec![Cow::Owned(outcomes)]
        };
        let size = file::write(path, description, options, &planes, on_progress)?;
        match failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(size),
        }
    }

    /// The outcomes of a class in the order of its index, four to a byte.
    fn outcomes(&self, class: Class, mover: Side) -> Result<Vec<u8>, StoreError> {
        let Planes { surely, possibly } = self.planes(class, mover)?;
        // White's armies are the rows of what is read in the order of the index.
        let by_white = |plane: BitMatrix| match mover {
            Side::White => plane,
            Side::Black => plane.transposed(None),
        };
        let [won, lost] = surely.map(by_white);
        let possibly = possibly.map(|planes| planes.map(by_white));
        let [own, other] = possibly
            .as_ref()
            .map_or([&won, &lost], |[own, other]| [own, other]);
        let mut outcomes = vec![0_u8; class.size() as usize];
        dense::for_each(class, &mut outcomes, |[white, black], outcome| {
            let has = |plane: &BitMatrix| plane.get(white as usize, black as usize);
            *outcome = if has(&won) {
                1
            } else if has(&lost) {
                2
            } else if !has(own) && !has(other) {
                0
            } else {
                3
            };
        });
        let pack = |four: &[u8]| {
            four.iter()
                .rev()
                .fold(0, |byte, &outcome| byte << 2 | outcome)
        };
        Ok(outcomes.chunks(4).map(pack).collect())
    }
}
