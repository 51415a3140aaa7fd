//! Answers in the order of the index, for whoever goes over whole tables.

use super::super::dense;
use super::goal::Goal;
use super::store::{Stage, Store, StoreError};
use crate::side::Side;
use crate::tablebase::Class;

impl Store {
    /// Whether the prover reaches the goal from each unfinished position of `class` with `mover` to move, in the order of
    /// the class's [index](Class::index).
    ///
    /// # Errors
    /// A plane that is missing or damaged.
    pub fn answers(&self, goal: Goal, class: Class, mover: Side) -> Result<Vec<bool>, StoreError> {
        let plane = self.load(goal, class, mover, Stage::Finished)?;
        let plane = plane.ok_or(StoreError::Missing { class })?;
        let mut answers = vec![false; class.size() as usize];
        dense::for_each(class, &mut answers, |ranks, answer| {
            let [own, other] = [mover, !mover].map(|side| ranks[side as usize] as usize);
            *answer = plane.get(own, other);
        });
        Ok(answers)
    }
}
