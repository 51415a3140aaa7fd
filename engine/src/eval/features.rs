//! What the evaluation looks at.

use crate::bitboard::Bitboard;
use crate::board::{goal_distance, goal_row, lines};
use crate::position::Position;
use crate::side::Side;

/// A feature that each player may have, any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u8);

/// Takes the features of a position as they are found.
pub trait Sink {
    /// `feature` holds `count` more times for `side`.
    fn add(&mut self, feature: Feature, side: Side, count: u32);
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

const NAMES: [&str; 27] = [
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

/// Hands the features of `position` to `sink`.
pub(super) fn visit(position: &Position, sink: &mut impl Sink) {
    let reach = Side::BOTH.map(|side| position.reach(side));
    for side in Side::BOTH {
        let own_reach = reach[side as usize];
        let enemy_reach = reach[!side as usize];
        visit_archers(position, side, sink);
        visit_steps(position, side, own_reach, enemy_reach, sink);
        visit_threats(position, side, own_reach, enemy_reach, sink);
    }
    sink.add(Feature::TURN, position.side_to_move(), 1);
}

fn visit_archers(position: &Position, side: Side, sink: &mut impl Sink) {
    let archers = position.archers(side);
    let marked = position.marked(side);
    let hand = position.hand(side);
    for square in archers {
        sink.add(Feature::archer(goal_distance(side, square)), side, 1);
    }
    if hand == 0 {
        sink.add(Feature::IDLE_MARK, side, marked.len());
    } else {
        for square in marked {
            sink.add(Feature::mark(goal_distance(side, square)), side, 1);
        }
        let rights = (marked & goal_row(side)).len();
        sink.add(Feature::REENTRY_RIGHT, side, rights.min(hand));
    }
    let mobile = (archers - goal_row(side)).len();
    sink.add(Feature::hand(hand), side, 1);
    sink.add(Feature::mobile(mobile), side, 1);
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
    sink.add(Feature::STEP, side, steps);
    sink.add(Feature::SAFE_STEP, side, safe_steps);
    let goals = (goal_row(side) & own_reach) - archers;
    sink.add(Feature::GOAL_STEP, side, goals.len());
}

fn visit_threats(
    position: &Position,
    side: Side,
    own_reach: Bitboard,
    enemy_reach: Bitboard,
    sink: &mut impl Sink,
) {
    let attacked = position.archers(!side) & own_reach;
    let threat = if side == position.side_to_move() {
        Feature::OWN_THREAT
    } else {
        Feature::NEXT_THREAT
    };
    sink.add(threat, side, (attacked - enemy_reach).len());
    let goals = attacked & goal_row(!side);
    sink.add(Feature::GOAL_THREAT, side, goals.len());
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

    #[test]
    fn the_last_feature_is_the_last_name() {
        assert_eq!(Feature::mobile(5).index(), Feature::COUNT - 1);
        assert_eq!(Feature::hand(4).name(), "4 captured archers");
        assert_eq!(Feature::mobile(1).name(), "1 mobile archer");
    }
}
