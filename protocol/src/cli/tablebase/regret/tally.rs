//! Regrets added up, with the standard errors of their means.

use jarmo_engine::Move;
use jarmo_engine::tablebase::Tablebase;
use serde::Serialize;

use super::super::super::error::Error;
use super::super::sample::is_exact_margin;
use super::Choice;

/// Regretted moves to show.
const WORST: usize = 5;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Mean {
    pub(super) mean: f64,
    pub(super) error: f64,
}

impl Mean {
    /// Of `count` numbers with this sum and this sum of squares.
    fn of(count: u64, sum: u64, squares: u64) -> Self {
        if count == 0 {
            return Self::default();
        }
        let [n, sum, squares] = [count, sum, squares].map(|number| number as f64);
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        Self {
            mean,
            error: (variance / n).sqrt(),
        }
    }

    /// The share of `hits` among `count`.
    fn share(count: u64, hits: u64) -> Self {
        Self::of(count, hits, hits)
    }
}

/// The regret of many moves.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Tally {
    /// Positions counted.
    pub(super) positions: u64,
    /// Positions left out since the value of the chosen move is not exact.
    pub(super) left_out: u64,
    /// Points lost.
    pub(super) regret: Mean,
    /// Share of positions with any regret.
    pub(super) wrong: Mean,
    /// Share of positions in which a win was made a draw or a loss, or a draw a loss.
    pub(super) outcome_lost: Mean,
    /// The largest regrets, the first sample first.
    pub(super) worst: Vec<Regretted>,
}

/// A move that costs points.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Regretted {
    pub(super) regret: i32,
    pub(super) position: String,
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// A move that is sure to keep the value, if one is known.
    pub(super) best: Option<String>,
    /// The margin of the position, and after the move.
    pub(super) value: i32,
    pub(super) after: i32,
}

impl Tally {
    /// What the choices under the limit with number `limit` cost.
    pub(super) fn of<'a>(
        tables: &Tablebase,
        choices: impl Iterator<Item = &'a Choice>,
        limit: usize,
    ) -> Result<Self, Error> {
        let (mut count, mut left_out) = (0, 0);
        let (mut sum, mut squares, mut wrong, mut outcomes) = (0, 0, 0, 0);
        let mut regretted = Vec::new();
        for choice in choices {
            let (mv, after) = choice.moves[limit];
            let (position, value) = (&choice.sample.position, choice.sample.value);
            let Some(after) = after.filter(|&after| is_exact_margin(after)) else {
                left_out += 1;
                continue;
            };
            let regret = u64::try_from(value.margin - after.margin).map_err(|_| {
                Error::System(format!(
                    "the tables contradict each other: {} for {position}, {} for {mv}",
                    value.margin, after.margin
                ))
            })?;
            count += 1;
            sum += regret;
            squares += regret * regret;
            wrong += u64::from(regret > 0);
            outcomes += u64::from(after.outcome() < value.outcome());
            if regret > 0 {
                regretted.push((regret, choice, mv, after));
            }
        }
        regretted.sort_by_key(|&(regret, ..)| std::cmp::Reverse(regret));
        regretted.truncate(WORST);
        let worst = regretted.into_iter().map(|(regret, choice, mv, after)| {
            let position = &choice.sample.position;
            let best = tables.best_moves(position, position.legal_moves().into_iter());
            Regretted {
                regret: regret as i32,
                position: position.to_string(),
                mv: mv.to_string(),
                best: best.first().map(Move::to_string),
                value: choice.sample.value.margin,
                after: after.margin,
            }
        });
        Ok(Self {
            positions: count,
            left_out,
            regret: Mean::of(count, sum, squares),
            wrong: Mean::share(count, wrong),
            outcome_lost: Mean::share(count, outcomes),
            worst: worst.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_their_standard_errors() {
        // 0, 0, 3, 1: variance 2 with one degree of freedom taken off, so the mean's is 1/2.
        let mean = Mean::of(4, 4, 10);
        assert!((mean.mean - 1.0).abs() < 1e-12);
        assert!((mean.error - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Mean::share(0, 0), Mean::default());
        let share = Mean::share(100, 20);
        assert!((share.mean - 0.2).abs() < 1e-12);
        assert!((share.error - (0.16_f64 / 99.0).sqrt()).abs() < 1e-12);
    }
}
