//! The order in which moves are searched: the better the first ones, the
//! smaller the tree.

use arrayvec::ArrayVec;

use crate::board::goal_row;
use crate::moves::{MAX_MOVES, Move};
use crate::position::Position;
use crate::side::Side;

/// Success of quiet moves in the search so far, for each side.
#[derive(Debug)]
pub(super) struct History([[i16; 1024]; 2]);

/// A history value stays within this, so that it ranks below killers.
const MAX_HISTORY: i32 = 8_000;
const TABLE_MOVE: i16 = 30_000;
const CAPTURE: i16 = 20_000;
const KILLER: i16 = 15_000;

impl History {
    pub(super) const fn new() -> Self {
        Self([[0; 1024]; 2])
    }

    fn get(&self, side: Side, mv: Move) -> i16 {
        self.0[side as usize][slot(mv)]
    }

    /// Rewards `mv`, which cut off a search of `depth`, or punishes it for failing to.
    pub(super) fn update(&mut self, side: Side, mv: Move, depth: i32, success: bool) {
        let bonus = (depth * depth).min(MAX_HISTORY / 4);
        let value = &mut self.0[side as usize][slot(mv)];
        let old = i32::from(*value);
        let change = if success { bonus } else { -bonus };
        *value = (old + change - old * bonus / MAX_HISTORY) as i16;
    }
}

/// Where a move's history stands: by its step, or by the circle of a re-entry alone.
fn slot(mv: Move) -> usize {
    let (from, to) = mv.squares().unwrap_or_else(|| {
        let at = mv
            .reentry_square()
            .expect("a move without a step re-enters");
        (at, at)
    });
    from.index() | to.index() << 5
}

/// A move below its rank in one number, so that the best is simply the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(u32);

impl Ranked {
    fn new(rank: i16, mv: Move) -> Self {
        let rank = (i32::from(rank) - i32::from(i16::MIN)) as u32;
        Self(rank << 16 | u32::from(mv.bits()))
    }

    fn mv(self) -> Move {
        Move::from_bits(self.0 as u16).expect("made from a move")
    }
}

/// Moves with their ranks, handed out best first.
#[derive(Debug)]
pub(super) struct Picker {
    moves: ArrayVec<Ranked, MAX_MOVES>,
    next: usize,
}

impl Picker {
    /// All legal moves of `position`.
    pub(super) fn all(
        position: &Position,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        history: &History,
    ) -> Self {
        let side = position.side_to_move();
        let mut moves = ArrayVec::new();
        position.for_each_move(|mv| {
            let rank = if Some(mv) == table_move {
                TABLE_MOVE
            } else if let Some(gain) = captured_value(position, mv) {
                CAPTURE + gain
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                history.get(side, mv)
            };
            moves.push(Ranked::new(rank, mv));
        });
        Self { moves, next: 0 }
    }

    /// The moves that a quiescence search tries: captures, and steps that may end the game.
    pub(super) fn noisy(position: &Position) -> Self {
        let mut moves = ArrayVec::new();
        position.for_each_noisy_move(|mv| {
            let gain = captured_value(position, mv).unwrap_or(0);
            moves.push(Ranked::new(gain, mv));
        });
        Self { moves, next: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Iterator for Picker {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = self.moves.get_mut(self.next..)?;
        let (best, _) = rest.iter().enumerate().max_by_key(|&(_, &ranked)| ranked)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv())
    }
}

/// How much the opponent loses by a capture, and a little for the mark won; `None` for other moves.
fn captured_value(position: &Position, mv: Move) -> Option<i16> {
    let (from, to) = mv.squares()?;
    let them = !position.side_to_move();
    if !position.archers(them).has(to) {
        return None;
    }
    let on_goal = i16::from(goal_row(them).has(to));
    let victim_marked = i16::from(position.marked(them).has(to));
    let already_marked = i16::from(position.marked(!them).has(from));
    Some(8 * on_goal + 4 * victim_marked - 2 * already_marked)
}
