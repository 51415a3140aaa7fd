//! What the evaluation looks at.

use crate::board::{goal_distance, goal_row};
use crate::position::Position;
use crate::side::Side;

/// A feature that each player may have, any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u8);

/// Takes the features of a position as they are found.
pub trait Sink {
    /// `feature` holds `count` more times for `side`.
    fn add(&mut self, feature: Feature, side: Side, count: i32);
}

impl Feature {
    /// Number of features.
    pub const COUNT: usize = NAMES.len();

    /// Distances from a goal row: 0 to 3 moves.
    const DISTANCES: u8 = 4;

    /// An archer so many moves from its goal row; 0 is on it.
    const fn archer(distance: u8) -> Self {
        Self(distance)
    }

    /// The mark of an archer so many moves from its goal row, a captured archer waiting.
    const fn mark(distance: u8) -> Self {
        Self(Self::DISTANCES + distance)
    }

    const IDLE_MARK: Self = Self(8);
    const REENTRY_RIGHT: Self = Self(9);
    const GUARDED_THREAT: Self = Self(10);
    const OPEN_THREAT: Self = Self(11);
    const NEXT_THREAT: Self = Self(12);
    const GOAL_THREAT: Self = Self(13);
    const TURN: Self = Self(14);

    /// All features, in the order of the weights.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// Its place among the weights.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

const NAMES: [&str; 15] = [
    "archer on the goal row",
    "archer 1 move from the goal row",
    "archer 2 moves from the goal row",
    "archer 3 moves from the goal row",
    "useful mark on the goal row",
    "useful mark 1 move from the goal row",
    "useful mark 2 moves from the goal row",
    "useful mark 3 moves from the goal row",
    "mark without a captured archer",
    "archer that may re-enter",
    "attack on a guarded archer",
    "attack on an unguarded archer, to move",
    "attack on an unguarded archer, not to move",
    "attack on an archer on the goal row",
    "to move",
];

/// Hands the features of `position` to `sink`, each side's in the same order.
pub(super) fn visit(position: &Position, sink: &mut impl Sink) {
    let reach = Side::BOTH.map(|side| position.reach(side));
    for side in Side::BOTH {
        visit_archers(position, side, sink);
        let theirs = position.archers(!side);
        let attacked = theirs & reach[side as usize];
        let guarded = attacked & reach[!side as usize];
        let open = attacked - guarded;
        let goal = goal_row(!side);
        sink.add(Feature::GUARDED_THREAT, side, guarded.len() as i32);
        let threat = if side == position.side_to_move() {
            Feature::OPEN_THREAT
        } else {
            Feature::NEXT_THREAT
        };
        sink.add(threat, side, open.len() as i32);
        sink.add(Feature::GOAL_THREAT, side, (attacked & goal).len() as i32);
    }
    sink.add(Feature::TURN, position.side_to_move(), 1);
}

fn visit_archers(position: &Position, side: Side, sink: &mut impl Sink) {
    let marked = position.marked(side);
    let hand = position.hand(side) as i32;
    for square in position.archers(side) {
        sink.add(Feature::archer(goal_distance(side, square)), side, 1);
    }
    if hand == 0 {
        sink.add(Feature::IDLE_MARK, side, marked.len() as i32);
    } else {
        for square in marked {
            sink.add(Feature::mark(goal_distance(side, square)), side, 1);
        }
        let rights = (marked & goal_row(side)).len() as i32;
        sink.add(Feature::REENTRY_RIGHT, side, rights.min(hand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn the_distances_are_those_of_the_board() {
        let greatest = Side::BOTH
            .into_iter()
            .flat_map(|side| Square::all().map(move |square| goal_distance(side, square)))
            .max();
        assert_eq!(greatest, Some(Feature::DISTANCES - 1));
    }
}
