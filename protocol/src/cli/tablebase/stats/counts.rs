//! How positions have come out, counted.

use std::collections::BTreeMap;

use jarmo_engine::tablebase::Value;
use serde::Serialize;

use super::endings::Ender;

/// Positions by their value for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) positions: u64,
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    /// Of which a table of outcomes does not tell who wins.
    pub(super) unsettled: u64,
    /// Values that are the true ones under the whole of the rules, that are bounds on one side, and that are estimates: once
    /// more all.
    pub(super) exact: u64,
    pub(super) at_least: u64,
    pub(super) at_most: u64,
    pub(super) estimates: u64,
    pub(super) largest_win: i32,
    pub(super) largest_loss: i32,
    /// Positions of each margin; of outcomes, of its sign.
    pub(super) margins: BTreeMap<i32, u64>,
    /// Who can end the drawn positions, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) draws: Option<Draws>,
}

/// Drawn positions by who can force an end that is no loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Draws {
    /// Either side: the draw needs no endless play.
    pub(super) ended: u64,
    /// The side to move alone: the opponent holds the draw by endless play.
    pub(super) by_mover: u64,
    /// The opponent alone.
    pub(super) by_opponent: u64,
    /// Neither.
    pub(super) by_neither: u64,
}

impl Draws {
    /// Draws in which somebody relies on play without end.
    pub(super) const fn endless(&self) -> u64 {
        self.by_mover + self.by_opponent + self.by_neither
    }
}

impl Counts {
    /// Counts one position more; `ender` tells who could end it without loss.
    pub(super) fn add(&mut self, value: Value, ender: Option<Ender>) {
        self.positions += 1;
        let is_settled = value.is_settled();
        match value.outcome() {
            _ if !is_settled => self.unsettled += 1,
            1.. => self.won += 1,
            0 => self.drawn += 1,
            ..0 => self.lost += 1,
        }
        *match (value.is_at_least, value.is_at_most) {
            (true, true) => &mut self.exact,
            (true, false) => &mut self.at_least,
            (false, true) => &mut self.at_most,
            (false, false) => &mut self.estimates,
        } += 1;
        if !is_settled {
            return;
        }
        self.largest_win = self.largest_win.max(value.margin);
        self.largest_loss = self.largest_loss.max(-value.margin);
        *self.margins.entry(value.margin).or_default() += 1;
        if let Some(ender) = ender {
            let draws = self.draws.get_or_insert_default();
            if value.margin == 0 {
                *match ender {
                    Ender::Both => &mut draws.ended,
                    Ender::Mover => &mut draws.by_mover,
                    Ender::Opponent => &mut draws.by_opponent,
                    Ender::Neither => &mut draws.by_neither,
                } += 1;
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.positions += other.positions;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.unsettled += other.unsettled;
        self.exact += other.exact;
        self.at_least += other.at_least;
        self.at_most += other.at_most;
        self.estimates += other.estimates;
        self.largest_win = self.largest_win.max(other.largest_win);
        self.largest_loss = self.largest_loss.max(other.largest_loss);
        for (&margin, count) in &other.margins {
            *self.margins.entry(margin).or_default() += count;
        }
        if let Some(other) = &other.draws {
            let draws = self.draws.get_or_insert_default();
            draws.ended += other.ended;
            draws.by_mover += other.by_mover;
            draws.by_opponent += other.by_opponent;
            draws.by_neither += other.by_neither;
        }
    }
}
