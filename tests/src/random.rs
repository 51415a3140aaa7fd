//! Random games of the reference, for tests that compare it with the engine ply by ply.
//!
//! Evenly chosen moves seldom bring re-entries, hardly ever a run at its limit and never a repetition, so most walks
//! have a preference: see [`Manner`]. The same arguments always give the same games.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

use crate::reference::{Position, RuleSet};

const BLACK_BEGINS: &str = "aaaaa/5/5/5/AAAAA b - - 1";

/// What the players of a walk prefer. No legal move is ever left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Nothing: all legal moves alike.
    Even,
    /// Captures and, still more, re-entries: marks come, go and are used up.
    Greedy,
    /// To take back the last move, then re-entries and captures: runs reach their limit, players get stuck.
    Restless,
    /// To take back the last move but one: two archers in turn go to and fro, runs stay short and positions recur.
    Circling,
}

impl Manner {
    /// All manners, in the order in which walks take turns with them.
    pub const ALL: [Self; 4] = [Self::Even, Self::Greedy, Self::Restless, Self::Circling];

    fn weight(self, choice: &Choice) -> u32 {
        match self {
            Self::Greedy if choice.re_enters => 16,
            Self::Greedy if choice.captures => 8,
            Self::Restless if choice.takes_back_last => 16,
            Self::Restless if choice.re_enters => 4,
            Self::Restless if choice.captures => 2,
            Self::Circling if choice.takes_back_last_but_one => 64,
            Self::Even | Self::Greedy | Self::Restless | Self::Circling => 1,
        }
    }
}

struct Choice {
    re_enters: bool,
    captures: bool,
    takes_back_last: bool,
    takes_back_last_but_one: bool,
}

/// One random game, finished or not.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How its moves were chosen.
    pub manner: Manner,
    /// Every position in which a move was played, with that move.
    pub plies: Vec<(Position, String)>,
    /// The position after the last move.
    pub last: Position,
}

/// Random games: `count` of them, each until it is over by rule 6 or 8 or has `max_plies` moves.
///
/// The manners take turns, and White begins every other round of them, Black the rest. A walk goes on past a
/// repetition, as a list of moves may.
pub fn games(
    rules: RuleSet,
    seed: u64,
    count: usize,
    max_plies: usize,
) -> impl Iterator<Item = Walk> {
    let mut random = Pcg64::seed_from_u64(seed);
    let black_begins =
        Position::parse(rules, BLACK_BEGINS).expect("the turned start is a position");
    (0..count).map(move |index| {
        let manner = Manner::ALL[index % Manner::ALL.len()];
        let white_begins = (index / Manner::ALL.len()).is_multiple_of(2);
        let first = if white_begins {
            Position::start(rules)
        } else {
            black_begins.clone()
        };
        walk(first, manner, max_plies, &mut random)
    })
}

fn walk(first: Position, manner: Manner, max_plies: usize, random: &mut Pcg64) -> Walk {
    let mut plies: Vec<(Position, String)> = Vec::new();
    let mut last = first;
    while plies.len() < max_plies {
        let moves = last.legal_moves();
        if moves.is_empty() {
            break;
        }
        let captures = last.captures();
        let takes_back = |text: &str, plies_ago: usize| {
            let earlier = plies.len().checked_sub(plies_ago);
            earlier.is_some_and(|index| leads_back(text, &plies[index].1))
        };
        let weight = |text: &String| {
            manner.weight(&Choice {
                re_enters: text.contains('@'),
                captures: captures.contains(text),
                takes_back_last: takes_back(text, 2),
                takes_back_last_but_one: takes_back(text, 4),
            })
        };
        let chosen = moves
            .choose_weighted(random, weight)
            .expect("there are moves and no weight is zero")
            .clone();
        let next = last.play(&chosen).expect("a legal move can be played");
        plies.push((std::mem::replace(&mut last, next), chosen));
    }
    Walk {
        manner,
        plies,
        last,
    }
}

/// Whether a move leads from where the earlier one ended to where it began.
fn leads_back(later: &str, earlier: &str) -> bool {
    match (later.split_at_checked(2), earlier.get(..4)) {
        (Some((from, to)), Some(earlier)) => earlier.strip_prefix(to) == Some(from),
        (None, _) | (_, None) => false,
    }
}
