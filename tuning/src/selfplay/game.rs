//! One game of self-play.

use jarmo_engine::search::{SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Game, Move, Position, RuleSet, Side, TableError};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::HASH_MEBIBYTES;
use crate::data::{Recipe, Sample, SampledGame};
use crate::matches::Opening;

/// Turns after which a game counts as drawn.
const PLY_CAP: usize = 400;

/// Turns after the opening among which some moves are random.
const NOISY_PLIES: usize = 10;

/// What all games have in common.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: RuleSet,
    /// How games are made.
    pub recipe: Recipe,
    /// Openings to begin with, any of them; empty: the start of the game, with either side to move.
    pub book: Vec<Opening>,
}

/// Plays games with itself.
#[derive(Debug)]
pub struct Player<'a> {
    setup: &'a Setup,
    searcher: Searcher,
    limits: SearchLimits,
}

impl<'a> Player<'a> {
    /// A player with a small table.
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for it.
    pub fn new(setup: &'a Setup) -> Result<Self, TableError> {
        Ok(Self {
            setup,
            searcher: Searcher::new(HASH_MEBIBYTES)?,
            limits: SearchLimits {
                nodes: Some(setup.recipe.nodes),
                ..SearchLimits::default()
            },
        })
    }

    /// Plays the game with this number; `None` if `control` ended it.
    ///
    /// It ends when a search proves the result, with the margin that was proven. Kept are the quiet
    /// positions after the last random move: those in which the best move is a step to an empty circle.
    pub fn play(&mut self, number: u32, control: &SearchControl) -> Option<SampledGame> {
        let recipe = &self.setup.recipe;
        let seed = recipe.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(number);
        let mut random = Pcg64::seed_from_u64(seed);
        self.searcher.clear();
        let mut game = self.setup.opening(&mut random);
        let noisy_until = game.moves().len() + NOISY_PLIES;
        let mut samples = Vec::new();
        let margin = loop {
            if let Some(margin) = margin_at_end(&game) {
                break margin;
            }
            let position = *game.position();
            let outcome = self.searcher.search(
                &position,
                game.history(),
                &self.limits,
                control,
                &mut |_| (),
            );
            if control.is_stopped() {
                return None;
            }
            let best = outcome.best();
            if let Some(proven) = best.score.proven() {
                break for_white(position.side_to_move(), proven.margin);
            }
            let ply = game.moves().len();
            let slips = ply < noisy_until && random.random_ratio(recipe.noise, 100);
            let mv = if slips {
                samples.clear();
                random_move(&position, &mut random)
            } else {
                outcome.best_move()
            };
            let mv = mv.expect("a game that goes on has a legal move");
            if !slips && is_quiet(&position, mv) {
                samples.push(Sample {
                    position,
                    score: best.score.hundredths() as i16,
                    ply: ply as u16,
                });
            }
            game.play(mv).expect("a legal move can be made");
        };
        Some(SampledGame {
            number,
            margin: margin as i8,
            samples,
        })
    }
}

impl Setup {
    /// An opening and some random moves, after which the game goes on.
    fn opening(&self, random: &mut Pcg64) -> Game {
        let [fewest, most] = self.recipe.random_plies;
        loop {
            let mut game = match self.book.choose(random) {
                Some(opening) => opening.game(),
                None => {
                    let beginner = if random.random() {
                        Side::Black
                    } else {
                        Side::White
                    };
                    Game::new(Position::start_of(self.rules, beginner))
                }
            };
            for _ in 0..random.random_range(fewest..=most) {
                let Some(mv) = random_move(game.position(), random) else {
                    break;
                };
                game.play(mv).expect("a legal move can be made");
            }
            if game.ending().is_none() {
                return game;
            }
        }
    }
}

fn random_move(position: &Position, random: &mut Pcg64) -> Option<Move> {
    position.legal_moves().choose(random).copied()
}

/// The final margin from White's side, if the game is over or long enough.
fn margin_at_end(game: &Game) -> Option<i32> {
    if game.ending().is_some() {
        let [white, black] = game.points();
        Some(white - black)
    } else {
        (game.moves().len() >= PLY_CAP).then_some(0)
    }
}

fn for_white(side: Side, value: i32) -> i32 {
    match side {
        Side::White => value,
        Side::Black => -value,
    }
}

/// Whether the move changes nothing but the place of one archer.
fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.is_capture(mv) && mv.reentry_square().is_none()
}

const _: () = assert!(PLY_CAP <= Sample::MAX_PLY as usize);
