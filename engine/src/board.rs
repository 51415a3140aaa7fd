//! The board: which circles are joined by a line, and whose rows are whose.
//!
//! The 39 lines stand here once, as text, and everything that depends on them
//! is computed from it when the crate is compiled. They have no symmetry, so no
//! table here is derived from another by mirroring.

use crate::bitboard::Bitboard;
use crate::side::Side;
use crate::square::{Square, SquareMap};

/// The lines, as the rules print them.
const LINES_TEXT: &[u8] = b"\
    a1-b3 a1-c2 b1-a3 b1-d2 c1-a2 c1-d3 c1-e2 d1-b2 d1-c3 e1-c2 e1-d3 \
    a2-c3 b2-b3 b2-c2 b2-c4 c2-d2 c2-e3 d2-b3 d2-d3 e2-d4 \
    a3-b5 b3-a5 b3-b4 b3-c3 b3-c5 c3-a4 c3-e4 d3-b4 d3-d4 d3-e5 e3-d5 \
    a4-c5 b4-c4 b4-d5 c4-a5 c4-d4 c4-e5 d4-b5 e4-c5 ";

/// Bytes of one line in the text: two circles, a hyphen and a blank.
const LINE_LENGTH: usize = 6;

/// The 39 lines, each once, the circle nearer rank 1 first.
pub const LINES: [(Square, Square); 39] = {
    assert!(LINES_TEXT.len() == 39 * LINE_LENGTH, "39 lines");
    let mut lines = [(Square::from_index(0), Square::from_index(0)); 39];
    let mut index = 0;
    while index < lines.len() {
        let at = index * LINE_LENGTH;
        assert!(LINES_TEXT[at + 2] == b'-' && LINES_TEXT[at + 5] == b' ');
        lines[index] = (square_at(at), square_at(at + 3));
        index += 1;
    }
    lines
};

const fn square_at(at: usize) -> Square {
    match Square::new(LINES_TEXT[at] - b'a', LINES_TEXT[at + 1] - b'1') {
        Some(square) => square,
        None => panic!("a line names a circle"),
    }
}

static NEIGHBOURS: SquareMap<Bitboard> = {
    let mut neighbours = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < LINES.len() {
        let (from, to) = LINES[index];
        assert!(from.index() != to.index(), "a line joins two circles");
        assert!(!neighbours[from.index()].has(to), "no line stands twice");
        neighbours[from.index()] = neighbours[from.index()].with(Bitboard::of(to));
        neighbours[to.index()] = neighbours[to.index()].with(Bitboard::of(from));
        index += 1;
    }
    let neighbours = SquareMap::new(neighbours, Bitboard::EMPTY);
    assert!(
        flood(&neighbours, Bitboard::of(Square::from_index(0)), 24).len() == 25,
        "connected"
    );
    neighbours
};

/// What `start` reaches along `steps` in at most `count` moves.
const fn flood(steps: &SquareMap<Bitboard>, start: Bitboard, count: usize) -> Bitboard {
    let mut reached = start;
    let mut round = 0;
    while round < count {
        let mut index = 0;
        let before = reached;
        while index < Square::COUNT {
            let square = Square::from_index(index);
            if before.has(square) {
                reached = reached.with(steps.get(square));
            }
            index += 1;
        }
        round += 1;
    }
    reached
}

/// Neighbours on ranks no nearer White's (`[0]`) or Black's (`[1]`) first row.
static FORWARD: [SquareMap<Bitboard>; 2] = {
    let mut forward = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let neighbours = NEIGHBOURS.get(square);
        let mut rank = 0;
        while rank < Square::WIDTH {
            let there = neighbours.and(Bitboard::rank(rank));
            if rank >= square.rank() {
                forward[0][index] = forward[0][index].with(there);
            }
            if rank <= square.rank() {
                forward[1][index] = forward[1][index].with(there);
            }
            rank += 1;
        }
        index += 1;
    }
    [
        SquareMap::new(forward[0], Bitboard::EMPTY),
        SquareMap::new(forward[1], Bitboard::EMPTY),
    ]
};

/// Moves to the goal row on an empty board, for each side.
static GOAL_DISTANCE: [SquareMap<u8>; 2] = {
    let mut distance = [[0; Square::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let goal = if side == 0 {
            goal_row(Side::White)
        } else {
            goal_row(Side::Black)
        };
        let mut index = 0;
        while index < Square::COUNT {
            while flood(&NEIGHBOURS, goal, distance[side][index] as usize)
                .and(Bitboard::of(Square::from_index(index)))
                .is_empty()
            {
                distance[side][index] += 1;
            }
            index += 1;
        }
        side += 1;
    }
    [
        SquareMap::new(distance[0], 0),
        SquareMap::new(distance[1], 0),
    ]
};

/// The circles joined to `square` by a line.
#[must_use]
pub fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square]
}

/// The neighbours of `square` that are no nearer `side`'s first row.
#[must_use]
pub fn forward_neighbours(side: Side, square: Square) -> Bitboard {
    FORWARD[side as usize][square]
}

/// The greatest distance from a goal row.
pub const MAX_GOAL_DISTANCE: u8 = 3;

/// The lines that `side`'s archers may take, from each circle.
pub(crate) fn lines(side: Side, backward_moves: bool) -> &'static SquareMap<Bitboard> {
    if backward_moves {
        &NEIGHBOURS
    } else {
        &FORWARD[side as usize]
    }
}

/// `side`'s own first row.
#[must_use]
pub const fn home_row(side: Side) -> Bitboard {
    match side {
        Side::White => Bitboard::rank(0),
        Side::Black => Bitboard::rank(Square::WIDTH - 1),
    }
}

/// The opponent's first row, where `side`'s archers count double.
#[must_use]
pub const fn goal_row(side: Side) -> Bitboard {
    match side {
        Side::White => home_row(Side::Black),
        Side::Black => home_row(Side::White),
    }
}

/// Moves from `square` to `side`'s goal row along the lines of an empty board.
#[must_use]
pub fn goal_distance(side: Side, square: Square) -> u8 {
    GOAL_DISTANCE[side as usize][square]
}

/// Whether a step leads towards the goal row, or towards file e within a rank.
///
/// Any order without cycles would do: a side that makes such steps alone never goes to and fro.
pub(crate) fn is_forward(side: Side, from: Square, to: Square) -> bool {
    let advance = i32::from(to.rank()) - i32::from(from.rank());
    let advance = match side {
        Side::White => advance,
        Side::Black => -advance,
    };
    advance > 0 || (advance == 0 && to.file() > from.file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rotation_or_reflection_keeps_the_lines() {
        let keeps = |map: &dyn Fn(u8, u8) -> (u8, u8)| {
            let image = |square: Square| {
                let (file, rank) = map(square.file(), square.rank());
                Square::new(file, rank).unwrap()
            };
            LINES
                .iter()
                .all(|&(from, to)| neighbours(image(from)).has(image(to)))
        };
        assert!(keeps(&|f, r| (f, r)));
        assert!(!keeps(&|f, r| (4 - f, r)));
        assert!(!keeps(&|f, r| (f, 4 - r)));
        assert!(!keeps(&|f, r| (4 - f, 4 - r)));
        assert!(!keeps(&|f, r| (r, f)));
        assert!(!keeps(&|f, r| (4 - r, 4 - f)));
        assert!(!keeps(&|f, r| (r, 4 - f)));
        assert!(!keeps(&|f, r| (4 - r, f)));
    }

    #[test]
    fn lines_go_both_ways() {
        for square in Square::all() {
            for other in neighbours(square) {
                assert!(neighbours(other).has(square));
            }
        }
        let ends: u32 = Square::all().map(|square| neighbours(square).len()).sum();
        assert_eq!(ends, 2 * 39);
    }

    #[test]
    fn forward_leaves_out_nearer_ranks_only() {
        for square in Square::all() {
            for other in Square::all() {
                let joined = neighbours(square).has(other);
                assert_eq!(
                    forward_neighbours(Side::White, square).has(other),
                    joined && other.rank() >= square.rank()
                );
                assert_eq!(
                    forward_neighbours(Side::Black, square).has(other),
                    joined && other.rank() <= square.rank()
                );
            }
        }
    }

    #[test]
    fn goal_distance_falls_by_one_along_a_best_line() {
        for side in Side::BOTH {
            for square in Square::all() {
                let distance = goal_distance(side, square);
                if goal_row(side).has(square) {
                    assert_eq!(distance, 0);
                } else {
                    let nearest = neighbours(square)
                        .into_iter()
                        .map(|n| goal_distance(side, n))
                        .min();
                    assert_eq!(nearest, Some(distance - 1), "{side} {square}");
                }
            }
        }
    }
}
