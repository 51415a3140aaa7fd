//! Plays many games on several threads and hands them over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crossbeam_channel::bounded;
use jarmo_engine::TableError;
use jarmo_engine::search::SearchControl;

use super::game::{Player, Setup};
use crate::data::SampledGame;

/// Games in a block: what a kill can cost, and what a thread plays at a time.
pub const BLOCK_GAMES: u32 = 64;

/// Plays blocks of games from the block with number `first` on, until `on_block` breaks or
/// `control` stops. `on_block` gets them in their order.
///
/// # Errors
/// [`TableError`] if there is no memory for a player's table.
pub fn run(
    setup: &Setup,
    first: u32,
    threads: usize,
    control: &SearchControl,
    on_block: &mut dyn FnMut(Vec<SampledGame>) -> ControlFlow<()>,
) -> Result<(), TableError> {
    let players = (0..threads.max(1)).map(|_| Player::new(setup));
    let players: Vec<Player<'_>> = players.collect::<Result<_, _>>()?;
    let next = AtomicU32::new(first);
    let (sender, blocks) = bounded(players.len());
    thread::scope(|scope| {
        for mut player in players {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let games = number * BLOCK_GAMES..(number + 1) * BLOCK_GAMES;
                    let games: Option<Vec<SampledGame>> =
                        games.map(|game| player.play(game, control)).collect();
                    let Some(games) = games else { return };
                    if sender.send((number, games)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut wanted = first;
        for (number, games) in blocks {
            waiting.insert(number, games);
            while let Some(games) = waiting.remove(&wanted) {
                wanted += 1;
                if on_block(games).is_break() {
                    control.stop();
                    return;
                }
            }
        }
    });
    Ok(())
}
