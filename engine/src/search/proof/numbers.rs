//! Proof and disproof numbers: what is settled, and first guesses.

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

    pub(super) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The same, when it rests on a line that another path to the position may not have.
    pub(super) const fn doubted(self) -> Self {
        const EASY: u32 = 1;
        const HARD: u32 = 4096;
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

/// What it takes against a player with a lead of so many hundredths of a point.
fn guessed_number(lead: i32) -> u32 {
    /// Without a lead.
    const EVEN: u32 = 48;
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
