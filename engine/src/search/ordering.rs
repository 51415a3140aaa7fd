//! The order in which moves are searched: the better the first ones, the
//! smaller the tree.

use arrayvec::ArrayVec;

use crate::board::goal_row;
use crate::moves::{MAX_MOVES, Move};
use crate::position::Position;
use crate::square::Square;

/// A history value stays within this.
const MAX_HISTORY: i32 = 8_000;

/// Success of quiet moves in the search so far.
#[derive(Debug)]
pub(super) struct History {
    /// By side and move.
    plain: [MoveScores; 2],
    /// By side, the circle to which the opponent just moved, and move.
    replies: Box<[[MoveScores; Square::COUNT + 1]; 2]>,
}

type MoveScores = [i16; 1024];

/// The two quiet moves that last cut off at a ply, the later first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Killers([Option<Move>; 2]);

impl Killers {
    pub(super) fn remember(&mut self, mv: Move) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            plain: [[0; 1024]; 2],
            replies: Box::new([[[0; 1024]; Square::COUNT + 1]; 2]),
        }
    }

    fn get(&self, position: &Position, mv: Move) -> i16 {
        let (side, slot) = (position.side_to_move() as usize, slot(mv));
        self.plain[side][slot] + self.replies[side][before(position)][slot]
    }

    /// Rewards `mv`, which cut off a search of `depth`, or punishes it for failing to.
    pub(super) fn update(&mut self, position: &Position, mv: Move, depth: i32, success: bool) {
        let (side, slot) = (position.side_to_move() as usize, slot(mv));
        let bonus = (depth * depth).min(MAX_HISTORY / 4);
        let change = if success { bonus } else { -bonus };
        for value in [
            &mut self.plain[side][slot],
            &mut self.replies[side][before(position)][slot],
        ] {
            let old = i32::from(*value);
            *value = (old + change - old * bonus / MAX_HISTORY) as i16;
        }
    }
}

/// Where the opponent's last step arrived, or one more than all circles after a re-entry.
fn before(position: &Position) -> usize {
    let run = position.run(!position.side_to_move());
    run.map_or(Square::COUNT, |run| run.to().index())
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

/// Where a [`Picker`] goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    FindCaptures,
    Captures,
    Killers,
    FindQuiet,
    Quiet,
}

/// The legal moves of a position, handed out best first and found no sooner than needed.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: Killers,
    /// What the stage has found, the part before `next` handed out.
    moves: ArrayVec<Ranked, MAX_MOVES>,
    next: usize,
    next_killer: usize,
}

impl Picker {
    /// All legal moves: that of the table, captures, killers, then the other quiet ones.
    pub(super) const fn all(table_move: Option<Move>, killers: Killers) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killers,
            moves: ArrayVec::new_const(),
            next: 0,
            next_killer: 0,
        }
    }

    /// The moves that a quiescence search tries: captures, and steps that may end the game.
    pub(super) fn noisy(position: &Position) -> Self {
        let mut picker = Self {
            stage: Stage::Quiet,
            ..Self::all(None, Killers::default())
        };
        position.for_each_noisy_move(|mv| {
            let gain = captured_value(position, mv).unwrap_or(0);
            picker.moves.push(Ranked::new(gain, mv));
        });
        picker
    }

    /// Whether nothing has been found in this stage.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The next move of `position`, the same at every call.
    pub(super) fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::FindCaptures;
                    self.table_move = self.table_move.filter(|&mv| position.is_legal(mv));
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::FindCaptures => {
                    self.stage = Stage::Captures;
                    position.for_each_capture(|mv| {
                        if Some(mv) != self.table_move {
                            let gain = captured_value(position, mv).unwrap_or(0);
                            self.moves.push(Ranked::new(gain, mv));
                        }
                    });
                }
                Stage::Captures => match self.best() {
                    None => self.stage = Stage::Killers,
                    found => return found,
                },
                Stage::Killers => {
                    let killer = self.killers.0[self.next_killer];
                    if self.next_killer == 1 {
                        self.stage = Stage::FindQuiet;
                    }
                    self.next_killer += 1;
                    if killer != self.table_move
                        && let Some(mv) = killer
                        && !position.is_capture(mv)
                        && position.is_legal(mv)
                    {
                        return killer;
                    }
                }
                Stage::FindQuiet => {
                    self.stage = Stage::Quiet;
                    (self.moves, self.next) = (ArrayVec::new_const(), 0);
                    position.for_each_quiet_move(|mv| {
                        let known = Some(mv);
                        if known != self.table_move && !self.killers.0.contains(&known) {
                            self.moves.push(Ranked::new(history.get(position, mv), mv));
                        }
                    });
                }
                Stage::Quiet => return self.best(),
            }
        }
    }

    /// The best move of the stage that has not been handed out.
    fn best(&mut self) -> Option<Move> {
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
