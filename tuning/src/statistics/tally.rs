//! The results of two engines against each other, game by game.

use std::cmp::Ordering;

use jarmo_engine::Side;
use jarmo_protocol::record::Outcome;

use super::{Estimate, Pentanomial};

/// One game, seen from the engine whose results are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The side it played.
    pub side: Side,
    /// Less: lost; Equal: drawn; Greater: won.
    pub result: Ordering,
    /// Its points and the opponent's.
    pub points: [i32; 2],
}

impl GameResult {
    /// The result for the player of `side`.
    #[must_use]
    pub fn of(outcome: &Outcome, side: Side) -> Self {
        Self {
            side,
            result: match outcome.winner {
                Some(winner) if winner == side => Ordering::Greater,
                Some(_) => Ordering::Less,
                None => Ordering::Equal,
            },
            points: [side, !side].map(|side| outcome.points[side as usize]),
        }
    }

    /// The same game, seen from the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            side: !self.side,
            result: self.result.reverse(),
            points: [self.points[1], self.points[0]],
        }
    }

    /// 0, 1 or 2.
    const fn half_points(self) -> usize {
        (self.result as i8 + 1) as usize
    }
}

/// Counts of games and of pairs of games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Lost, drawn and won games, as White and as Black.
    by_side: [[u64; 3]; 2],
    /// Its points and the opponent's in all games.
    points: [i64; 2],
    pairs: Pentanomial,
    /// Sum and sum of squares of the pairs' margins.
    margins: [f64; 2],
}

impl Tally {
    /// Adds a game that belongs to no complete pair.
    pub fn add_game(&mut self, game: GameResult) {
        self.by_side[game.side as usize][game.half_points()] += 1;
        for (sum, points) in self.points.iter_mut().zip(game.points) {
            *sum += i64::from(points);
        }
    }

    /// Counts two games that were added as the pair of an opening.
    pub fn add_pair(&mut self, games: [GameResult; 2]) {
        self.pairs
            .add(games.map(GameResult::half_points).iter().sum());
        let margin = games.map(|game| game.points[0] - game.points[1]);
        let margin = f64::from(margin[0] + margin[1]);
        self.margins[0] += margin;
        self.margins[1] += margin * margin;
    }

    /// Adds the results of other games.
    pub fn merge(&mut self, other: &Self) {
        for (sum, added) in self
            .by_side
            .as_flattened_mut()
            .iter_mut()
            .zip(other.by_side.as_flattened())
        {
            *sum += added;
        }
        for (sum, added) in self.points.iter_mut().zip(other.points) {
            *sum += added;
        }
        for (sum, added) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *sum += added;
        }
        for (sum, added) in self.margins.iter_mut().zip(other.margins) {
            *sum += added;
        }
    }

    /// The same games from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let [white, black] = self.by_side;
        let reverse = |[losses, draws, wins]: [u64; 3]| [wins, draws, losses];
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Self {
            by_side: [reverse(black), reverse(white)],
            points: [self.points[1], self.points[0]],
            pairs,
            margins: [-self.margins[0], self.margins[1]],
        }
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.by_side.as_flattened().iter().sum()
    }

    /// Won, drawn and lost games of one side.
    #[must_use]
    pub const fn wins_draws_losses_as(&self, side: Side) -> [u64; 3] {
        let [losses, draws, wins] = self.by_side[side as usize];
        [wins, draws, losses]
    }

    /// Won, drawn and lost games.
    #[must_use]
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        let [white, black] = Side::BOTH.map(|side| self.wins_draws_losses_as(side));
        [0, 1, 2].map(|index| white[index] + black[index])
    }

    /// Games that White won, that were drawn, and that Black won, whoever played which side.
    #[must_use]
    pub fn by_white(&self) -> [u64; 3] {
        let [
            [own_losses, draws, own_wins],
            [their_wins, other_draws, their_losses],
        ] = self.by_side;
        [
            own_wins + their_wins,
            draws + other_draws,
            own_losses + their_losses,
        ]
    }

    /// The mean score of a game, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        score_of(self.wins_draws_losses())
    }

    /// The mean score of a game of one side.
    #[must_use]
    pub fn score_as(&self, side: Side) -> f64 {
        score_of(self.wins_draws_losses_as(side))
    }

    /// Its points and the opponent's, summed over all games.
    #[must_use]
    pub const fn points(&self) -> [i64; 2] {
        self.points
    }

    /// The scores of complete pairs.
    #[must_use]
    pub const fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// The mean margin of a game in points, from complete pairs.
    #[must_use]
    pub fn margin(&self) -> Estimate {
        let pairs = self.pairs.pairs() as f64;
        let mean = self.margins[0] / pairs;
        let variance = (self.margins[1] / pairs - mean * mean).max(0.0);
        Estimate {
            value: mean / 2.0,
            error: super::TWO_SIDED_95 * (variance / pairs).sqrt() / 2.0,
        }
    }
}

fn score_of([wins, draws, losses]: [u64; 3]) -> f64 {
    (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with these points for and against, as `side`.
    fn game(side: Side, own: i32, theirs: i32) -> GameResult {
        GameResult {
            side,
            result: own.cmp(&theirs),
            points: [own, theirs],
        }
    }

    fn tally() -> Tally {
        let mut tally = Tally::default();
        for [white, black] in [[(7, 4), (5, 5)], [(6, 3), (2, 8)], [(9, 1), (6, 6)]] {
            let games = [
                game(Side::White, white.0, white.1),
                game(Side::Black, black.0, black.1),
            ];
            games.into_iter().for_each(|game| tally.add_game(game));
            tally.add_pair(games);
        }
        tally
    }

    #[test]
    fn games_points_and_pairs_are_counted() {
        let mut tally = tally();
        assert_eq!(tally.wins_draws_losses(), [3, 2, 1]);
        assert_eq!(tally.wins_draws_losses_as(Side::White), [3, 0, 0]);
        assert_eq!(tally.points(), [35, 27]);
        assert_eq!(tally.by_white(), [4, 2, 0]);
        assert_eq!(tally.pairs().0, [0, 0, 1, 2, 0]);
        assert_eq!(
            (tally.score_as(Side::White), tally.score_as(Side::Black)),
            (1.0, 1.0 / 3.0)
        );
        tally.add_game(game(Side::White, 0, 5));
        assert_eq!((tally.games(), tally.pairs().pairs()), (7, 3));
    }

    #[test]
    fn the_margin_is_that_of_a_game_with_the_error_of_pairs() {
        let margin = tally().margin();
        // Pairs end +3, -3 and +8: their variance is 182 / 9.
        assert!((margin.value - 8.0 / 6.0).abs() < 1e-12);
        let expected = 1.96 * (182.0_f64 / 9.0 / 3.0).sqrt() / 2.0;
        assert!((margin.error - expected).abs() < 1e-3, "{margin:?}");
    }

    #[test]
    fn the_opponent_sees_the_reverse() {
        let (own, theirs) = (tally(), tally().reversed());
        assert_eq!(theirs.wins_draws_losses(), [1, 2, 3]);
        assert_eq!(theirs.wins_draws_losses_as(Side::Black), [0, 0, 3]);
        assert_eq!(theirs.points(), [27, 35]);
        assert_eq!(theirs.margin().value, -own.margin().value);
        assert!((own.pairs().elo().value + theirs.pairs().elo().value).abs() < 1e-9);
        let mut both = own;
        both.merge(&theirs);
        assert_eq!(both.wins_draws_losses(), [4, 4, 4]);
        assert_eq!(both.margin().value, 0.0);
    }
}
