//! Legal moves. One generator serves all rule sets: it reads their fields.

use crate::bitboard::Bitboard;
use crate::board::{goal_row, home_row, lines};
use crate::moves::{Move, MoveList};
use crate::ruleset::Reentry;
use crate::side::Side;
use crate::square::{Square, SquareMap};

use super::Position;

/// Where the archers of the player to move may go.
struct Steps {
    lines: &'static SquareMap<Bitboard>,
    own: Bitboard,
    /// The one step that the to-and-fro limit forbids: from, to; or two empty sets.
    forbidden: (Bitboard, Bitboard),
}

impl Steps {
    fn from(&self, from: Square) -> Bitboard {
        let targets = self.lines[from] - self.own;
        if self.forbidden.0.has(from) {
            targets - self.forbidden.1
        } else {
            targets
        }
    }
}

impl Position {
    /// All legal moves; none when the game has ended.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// Hands every legal move to `visit`, in the order of [`Self::legal_moves`], without a list.
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        self.for_each_step(Bitboard::FULL, &mut visit);
        for at in self.reentry_turns() {
            visit(Move::reentry(at));
        }
    }

    /// The legal moves whose step captures an archer.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_capture(|mv| moves.push(mv));
        moves
    }

    /// Hands every legal move whose step captures an archer to `visit`.
    pub fn for_each_capture(&self, visit: impl FnMut(Move)) {
        self.for_each_step(self.archers(!self.side), visit);
    }

    /// Hands every legal move that captures nothing to `visit`.
    pub fn for_each_quiet_move(&self, mut visit: impl FnMut(Move)) {
        self.for_each_step(Bitboard::FULL - self.archers(!self.side), &mut visit);
        for at in self.reentry_turns() {
            visit(Move::reentry(at));
        }
    }

    /// Hands every capture, and every other step that may end the game, to `visit`.
    ///
    /// A step may end the game when it brings the last mobile archer to the goal row.
    pub fn for_each_noisy_move(&self, visit: impl FnMut(Move)) {
        let last_mobile = self.mobile().len() == 1;
        let ending = if last_mobile {
            goal_row(self.side)
        } else {
            Bitboard::EMPTY
        };
        self.for_each_step(self.archers(!self.side) | ending, visit);
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let steps = self.steps();
        !self.has_ended()
            && (self
                .mobile()
                .into_iter()
                .any(|from| !steps.from(from).is_empty())
                || !self.reentry_turns().is_empty())
    }

    /// Number of legal moves, counted without listing them.
    #[must_use]
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.has_ended() {
            return 0;
        }
        let mut count = 0;
        let reenters = self.reenters_with_move();
        let steps = self.steps();
        for from in self.mobile() {
            let targets = steps.from(from);
            count += targets.len();
            if reenters {
                for to in targets {
                    count += self.reentry_squares_after(from, to).len();
                }
            }
        }
        count += self.reentry_turns().len();
        count as usize
    }

    /// Whether a move is legal here. It answers without listing the moves.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        if self.has_ended() {
            return false;
        }
        match (mv.squares(), mv.reentry_square()) {
            (Some((from, to)), reentry) => {
                self.mobile().has(from)
                    && self.steps().from(from).has(to)
                    && reentry.is_none_or(|at| {
                        self.reenters_with_move() && self.reentry_squares_after(from, to).has(at)
                    })
            }
            (None, Some(at)) => self.reentry_turns().has(at),
            (None, None) => false,
        }
    }

    /// Archers of the player to move that are not frozen on the goal row.
    fn mobile(&self) -> Bitboard {
        self.archers(self.side) - goal_row(self.side)
    }

    /// What the rules say of steps in this position, looked up once.
    fn steps(&self) -> Steps {
        let rules = self.rules.rules();
        let forbidden = self
            .run(self.side)
            .filter(|run| run.length() >= rules.run_limit);
        Steps {
            lines: lines(self.side, rules.backward_moves),
            own: self.archers(self.side),
            forbidden: forbidden.map_or(Default::default(), |run| {
                (run.to().into(), run.from().into())
            }),
        }
    }

    fn for_each_step(&self, filter: Bitboard, mut visit: impl FnMut(Move)) {
        if self.has_ended() {
            return;
        }
        let reenters = self.reenters_with_move();
        let steps = self.steps();
        for from in self.mobile() {
            for to in steps.from(from) & filter {
                visit(Move::step(from, to));
                if reenters {
                    for at in self.reentry_squares_after(from, to) {
                        visit(Move::step_and_reentry(from, to, at));
                    }
                }
            }
        }
    }

    /// Where a captured archer may come back now, as a turn of its own.
    fn reentry_turns(&self) -> Bitboard {
        let is_allowed = self.rules.rules().reentry == Reentry::OwnTurn
            && self.has_reentry_right(self.side)
            && !self.has_ended();
        if is_allowed {
            home_row(self.side) - self.occupied()
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether `side` has a captured archer and a marked one on its goal row.
    fn has_reentry_right(&self, side: Side) -> bool {
        self.hand(side) > 0 && !(self.marked(side) & goal_row(side)).is_empty()
    }

    /// Whether a step may be followed by a re-entry, a right given.
    fn reenters_with_move(&self) -> bool {
        self.rules.rules().reentry == Reentry::WithMove && self.hand(self.side) > 0
    }

    /// Where a captured archer may come back after a step, there being one.
    fn reentry_squares_after(&self, from: Square, to: Square) -> Bitboard {
        let (us, goal) = (self.side, goal_row(self.side));
        let arrives_marked = goal.has(to) && (self.marked.has(from) || self.archers(!us).has(to));
        if !arrives_marked && (self.marked(us) & goal).is_empty() {
            return Bitboard::EMPTY;
        }
        home_row(us) - ((self.occupied() - from.into()) | to.into())
    }
}
