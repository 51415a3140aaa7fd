//! Proof and disproof numbers: what is settled, and first guesses.

use crate::bitboard::Bitboard;
use crate::board::goal_row;
use crate::side::Side;
use crate::table::Effort;

impl Effort {
    /// The player to move has reached its aim.
    pub(super) const REACHED: Self = Self {
        phi: 0,
        delta: Self::INFINITE,
    };
    /// The other player has.
    pub(super) const FAILED: Self = Self {
        phi: Self::INFINITE,
        delta: 0,
    };

    /// A first guess, when the player to move has so many hundredths of a point more than it needs.
    pub(super) fn guess(lead: i32) -> Self {
        Self {
            phi: guessed_number(-lead),
            delta: guessed_number(lead),
        }
    }

    pub(super) const fn reached_if(reached: bool) -> Self {
        if reached { Self::REACHED } else { Self::FAILED }
    }

    pub(super) const fn is_reached(self) -> bool {
        self.phi == 0
    }

    /// A settled result with a set of circles in the place of its infinite number.
    ///
    /// `side` steps from them; it can't from its goal row, so they fit.
    pub(super) fn with_origins(self, origins: Bitboard, side: Side) -> Self {
        let infinite = Self::INFINITE - (origins.bits() >> lowest_origin(side));
        if self.phi == 0 {
            Self {
                phi: 0,
                delta: infinite,
            }
        } else {
            Self {
                phi: infinite,
                delta: 0,
            }
        }
    }

    /// A settled result as it is without [`Self::with_origins`].
    pub(super) const fn without_origins(self) -> Self {
        match self {
            Self { phi: 0, .. } => Self::REACHED,
            Self { delta: 0, .. } => Self::FAILED,
            open => open,
        }
    }

    /// The circles put in by [`Self::with_origins`], if it is settled.
    pub(super) fn origins(self, side: Side) -> Bitboard {
        if self.is_settled() {
            let set = Self::INFINITE - self.phi.max(self.delta);
            Bitboard::from_bits(set << lowest_origin(side))
        } else {
            Bitboard::EMPTY
        }
    }

    pub(super) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The same, when it rests on a line that another path to the position may not have.
    pub(super) const fn doubted(self) -> Self {
        const EASY: u32 = 1;
        const HARD: u32 = EVEN;
        if self.phi == 0 {
            Self {
                phi: EASY,
                delta: HARD,
            }
        } else {
            Self {
                phi: HARD,
                delta: EASY,
            }
        }
    }
}

/// What it takes against a player without a lead.
const EVEN: u32 = 48;

/// The number of the first circle outside the goal row of `side`, of which there are 20.
fn lowest_origin(side: Side) -> u32 {
    (!goal_row(side)).bits().trailing_zeros()
}

/// What it takes against a player with a lead of so many hundredths of a point.
fn guessed_number(lead: i32) -> u32 {
    /// Hundredths that double it.
    const DOUBLING: i32 = 50;
    const MOST_DOUBLINGS: i32 = 11;
    let doublings = lead.div_euclid(DOUBLING);
    if doublings >= MOST_DOUBLINGS {
        return EVEN << MOST_DOUBLINGS;
    }
    let rest = lead.rem_euclid(DOUBLING) as u32;
    let number = EVEN + EVEN * rest / DOUBLING as u32;
    if doublings >= 0 {
        number << doublings
    } else {
        number
            .checked_shr(doublings.unsigned_abs())
            .unwrap_or(0)
            .max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_result_keeps_circles() {
        for side in Side::BOTH {
            let all = !goal_row(side);
            for origins in [Bitboard::EMPTY, all, Bitboard::from_bits(0b1_0101 << 9)] {
                for settled in [Effort::REACHED, Effort::FAILED] {
                    let effort = settled.with_origins(origins, side);
                    assert_eq!(effort.origins(side), origins);
                    assert_eq!(effort.without_origins(), settled);
                }
            }
            assert_eq!(Effort::guess(-40).origins(side), Bitboard::EMPTY);
        }
    }

    #[test]
    fn guesses_grow_with_what_is_lacking() {
        assert_eq!(Effort::guess(0), Effort { phi: 48, delta: 48 });
        assert_eq!(
            Effort::guess(100),
            Effort {
                phi: 12,
                delta: 192
            }
        );
        let guesses: Vec<Effort> = (-3000..3000).map(Effort::guess).collect();
        assert!(guesses.is_sorted_by_key(|guess| guess.delta));
        assert!(guesses.iter().rev().is_sorted_by_key(|guess| guess.phi));
        for guess in guesses {
            assert!(!guess.is_settled() && guess.phi.max(guess.delta) < Effort::INFINITE);
        }
    }
}
