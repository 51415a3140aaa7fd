//! Planes asked for single positions, and checked by the ordinary rules of play.

use std::collections::HashMap;

use crate::position::Position;
use crate::side::Side;

use super::goal::{Goal, Runs};
use super::matrix::BitMatrix;
use super::store::{Stage, Store, StoreError};
use crate::tablebase::{Army, Class, Layer};

/// The planes of finished layers for one goal, in memory.
#[derive(Debug)]
pub struct Outcomes {
    goal: Goal,
    planes: HashMap<(Class, Side), BitMatrix>,
}

impl Outcomes {
    /// Reads the planes of the given layers.
    ///
    /// # Errors
    /// A layer that has not been solved, or can't be read.
    pub fn load(
        goal: Goal,
        layers: impl IntoIterator<Item = Layer>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let mut planes = HashMap::new();
        for class in layers.into_iter().flat_map(Layer::classes) {
            for mover in Side::BOTH {
                let plane = store
                    .load(goal, class, mover, Stage::Finished)?
                    .ok_or(StoreError::Missing { class })?;
                planes.insert((class, mover), plane);
            }
        }
        Ok(Self { goal, planes })
    }

    /// Whether the prover forces the margin from `position`; `None` if its class is not loaded.
    #[must_use]
    pub fn is_proved(&self, position: &Position) -> Option<bool> {
        let mover = position.side_to_move();
        let [own, other] = [mover, !mover].map(|side| Army::of(position, side));
        if position.is_over() {
            return Some(
                self.goal
                    .is_met(mover, own.points(mover), other.points(!mover)),
            );
        }
        let plane = self.planes.get(&(Class::of(position)?, mover))?;
        Some(plane.get(own.rank(mover) as usize, other.rank(!mover) as usize))
    }

    /// Whether `position` says what its successors by [`Position::legal_moves`] say; `None` if a class is not loaded.
    ///
    /// Runs are not looked at, so this is for [`Runs::Ignored`] only.
    #[must_use]
    pub fn is_consistent(&self, position: &Position) -> Option<bool> {
        debug_assert_eq!(self.goal.runs, Runs::Ignored);
        let moves = position.legal_moves();
        let mut proved = moves
            .iter()
            .map(|&mv| self.is_proved(&position.play(mv)))
            .collect::<Option<Vec<bool>>>()?
            .into_iter();
        let expected = if moves.is_empty() {
            return Some(true);
        } else if position.side_to_move() == self.goal.prover {
            proved.any(|proved| proved)
        } else {
            proved.all(|proved| proved)
        };
        Some(self.is_proved(position)? == expected)
    }
}
