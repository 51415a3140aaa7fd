//! Seeded positions that are small enough to solve.
//!
//! Those at the ends of games have runs, and archers at rest on their goal rows. Those put together at random have
//! archers in places that no game would leave them in.

use std::ops::RangeInclusive;

use jarmo_engine::tablebase::Army;
use jarmo_engine::{ARCHERS, Bitboard, Position, RuleSet, Side, Square};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::{random, reference};

/// Turns after which a random game is given up.
const MAX_PLIES: usize = 400;

/// Archers on the board and marks of both sides together.
///
/// No turn makes it larger: a capture takes an archer away and gives one mark at most, a re-entry brings an archer and
/// uses up a mark.
#[must_use]
pub fn weight(position: &Position) -> u32 {
    let of_side = |side| position.archers(side).len() + position.marked(side).len();
    Side::BOTH.into_iter().map(of_side).sum()
}

/// All positions of one weight that are not over, for either player to move, without runs.
pub fn all_of_weight(rules: RuleSet, weight: u32) -> impl Iterator<Item = Position> {
    let mut armies = Vec::new();
    arrange(
        &mut Square::all().collect::<Vec<_>>(),
        [Army::default(); 2],
        weight,
        &mut armies,
    );
    armies
        .into_iter()
        .flat_map(move |armies| Side::BOTH.map(|side| Position::of_armies(rules, side, armies)))
        .filter(|position| !position.is_over())
}

/// Gathers all ways in which archers and marks of `weight` may stand on the `free` circles beside those of `armies`.
fn arrange(free: &mut Vec<Square>, armies: [Army; 2], weight: u32, found: &mut Vec<[Army; 2]>) {
    let Some(square) = free.pop() else {
        if weight == 0 {
            found.push(armies);
        }
        return;
    };
    arrange(free, armies, weight, found);
    let circle = Bitboard::of(square);
    for owner in 0..2 {
        for worth in 1..=weight.min(2) {
            let mut armies = armies;
            armies[owner].archers = armies[owner].archers.with(circle);
            if worth == 2 {
                armies[owner].marked = armies[owner].marked.with(circle);
            }
            if armies[owner].archers.len() <= ARCHERS {
                arrange(free, armies, weight - worth, found);
            }
        }
    }
    free.push(square);
}

/// Positions that are not over, `count` of them, with weights in `weights`.
///
/// Every other one comes out of a random game, any position of it after the weight has fallen low enough; the rest are
/// archers, marks and a side to move put together at random, without runs. The same arguments always give the same
/// positions. Games seldom end below 4, and in `jasir` below 6: to ask for nothing heavier takes long.
#[must_use]
pub fn few_archers(
    rules: RuleSet,
    seed: u64,
    count: usize,
    weights: RangeInclusive<u32>,
) -> Vec<Position> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut from_games = from_games(rules, seed, weights.clone());
    (0..count)
        .map(|index| {
            if index.is_multiple_of(2) {
                from_games.next().expect("there is no end of games")
            } else {
                placed(rules, weights.clone(), &mut random)
            }
        })
        .collect()
}

fn from_games(
    rules: RuleSet,
    seed: u64,
    weights: RangeInclusive<u32>,
) -> impl Iterator<Item = Position> {
    let mut random = Pcg64::seed_from_u64(!seed);
    let reference_rules =
        reference::RuleSet::from_name(rules.name()).expect("both know the rule sets");
    random::games(reference_rules, seed, usize::MAX, MAX_PLIES).filter_map(move |walk| {
        let positions = walk.plies.iter().rev().map(|(position, _)| {
            Position::parse(&position.to_string(), rules).expect("both read the same positions")
        });
        let late: Vec<Position> = positions
            .take_while(|position| weights.contains(&weight(position)))
            .collect();
        late.choose(&mut random).copied()
    })
}

fn placed(rules: RuleSet, weights: RangeInclusive<u32>, random: &mut Pcg64) -> Position {
    loop {
        let mut circles = ["1"; 25];
        let mut place = 0;
        for (plain, marked) in [("A", "+A"), ("a", "+a")] {
            for _ in 0..random.random_range(1..=ARCHERS) {
                circles[place] = if random.random() { plain } else { marked };
                place += 1;
            }
        }
        circles.shuffle(random);
        let ranks: Vec<String> = circles.chunks(5).map(<[&str]>::concat).collect();
        let side = if random.random() { "w" } else { "b" };
        let text = format!("{} {side}", ranks.join("/"));
        let position = Position::parse(&text, rules).expect("five ranks of five circles");
        if weights.contains(&weight(&position)) && !position.is_over() {
            return position;
        }
    }
}
