//! What the evaluation looks at.

use crate::bitboard::Bitboard;
use crate::board::{MAX_GOAL_DISTANCE, goal_ring, goal_row, lines};
use crate::position::Position;
use crate::side::Side;

/// A feature that each player may have, any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u8);

/// Takes a side's features as they are found.
pub(super) trait Sink {
    /// `feature` holds `count` more times.
    fn add(&mut self, feature: Feature, count: u32);
}

impl Feature {
    /// Number of features.
    pub const COUNT: usize = NAMES.len();

    /// Distances from a goal row: 0 to 3 moves.
    const DISTANCES: u8 = MAX_GOAL_DISTANCE + 1;

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
    const OWN_THREAT: Self = Self(10);
    const NEXT_THREAT: Self = Self(11);
    const GOAL_THREAT: Self = Self(12);
    const STEP: Self = Self(13);
    const SAFE_STEP: Self = Self(14);
    const GOAL_STEP: Self = Self(15);
    const TURN: Self = Self(16);

    /// So many captured archers; all five end the game and count as four.
    fn hand(count: u32) -> Self {
        Self(17 + count.min(4) as u8)
    }

    /// So many archers that are not on the goal row; none ends the game and counts as one.
    fn mobile(count: u32) -> Self {
        Self(21 + count.max(1) as u8)
    }

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

pub(super) const NAMES: [&str; 27] = [
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
    "attack on an unguarded archer, to move",
    "attack on an unguarded archer, not to move",
    "attack on an archer on its goal row",
    "step",
    "step to a circle out of the enemy's reach",
    "goal circle within reach",
    "to move",
    "no captured archer",
    "1 captured archer",
    "2 captured archers",
    "3 captured archers",
    "4 captured archers",
    "1 mobile archer",
    "2 mobile archers",
    "3 mobile archers",
    "4 mobile archers",
    "5 mobile archers",
];

/// The circles that each side's mobile archers could step to, were they empty.
pub(super) fn reaches(position: &Position) -> [Bitboard; 2] {
    Side::BOTH.map(|side| position.reach(side))
}

/// Hands the features that `side` has in `position`, with these [`reaches`], to `sink`.
#[inline]
pub(super) fn visit(position: &Position, side: Side, reaches: [Bitboard; 2], sink: &mut impl Sink) {
    let own_reach = reaches[side as usize];
    let enemy_reach = reaches[!side as usize];
    let to_move = side == position.side_to_move();
    visit_archers(position, side, sink);
    visit_steps(position, side, own_reach, enemy_reach, sink);
    let attacked = position.archers(!side) & own_reach;
    let threat = if to_move {
        Feature::OWN_THREAT
    } else {
        Feature::NEXT_THREAT
    };
    sink.add(threat, (attacked - enemy_reach).len());
    sink.add(Feature::GOAL_THREAT, (attacked & goal_row(!side)).len());
    sink.add(Feature::TURN, u32::from(to_move));
}

fn visit_archers(position: &Position, side: Side, sink: &mut impl Sink) {
    let archers = position.archers(side);
    let marked = position.marked(side);
    let hand = position.hand(side);
    for distance in 0..=MAX_GOAL_DISTANCE {
        let ring = goal_ring(side, distance);
        sink.add(Feature::archer(distance), (archers & ring).len());
    }
    if hand == 0 {
        sink.add(Feature::IDLE_MARK, marked.len());
    } else {
        for distance in 0..=MAX_GOAL_DISTANCE {
            let ring = goal_ring(side, distance);
            sink.add(Feature::mark(distance), (marked & ring).len());
        }
        let rights = (marked & goal_row(side)).len();
        sink.add(Feature::REENTRY_RIGHT, rights.min(hand));
    }
    let mobile = (archers - goal_row(side)).len();
    sink.add(Feature::hand(hand), 1);
    sink.add(Feature::mobile(mobile), 1);
}

fn visit_steps(
    position: &Position,
    side: Side,
    own_reach: Bitboard,
    enemy_reach: Bitboard,
    sink: &mut impl Sink,
) {
    let lines = lines(side, position.rules().rules().backward_moves);
    let archers = position.archers(side);
    let (mut steps, mut safe_steps) = (0, 0);
    for square in archers - goal_row(side) {
        let targets = lines[square] - archers;
        steps += targets.len();
        safe_steps += (targets - enemy_reach).len();
    }
    sink.add(Feature::STEP, steps);
    sink.add(Feature::SAFE_STEP, safe_steps);
    let goals = (goal_row(side) & own_reach) - archers;
    sink.add(Feature::GOAL_STEP, goals.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_feature_is_the_last_name() {
        assert_eq!(Feature::mobile(5).index(), Feature::COUNT - 1);
        assert_eq!(Feature::hand(4).name(), "4 captured archers");
        assert_eq!(Feature::mobile(1).name(), "1 mobile archer");
    }
}
