//! The rules of Jarmo a second time, written from their text alone.
//!
//! The fast engine is checked against this module, so the two share nothing: no type, no table, and strings are all
//! that passes between them. Clarity goes before speed here: a position is a map from circles to archers, every turn
//! is played on a copy, and every rule appears once, in the words of the rules.

mod game;
mod text;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use game::{Ending, Game};

/// The 39 lines, as the rules list them.
const LINES: &str = "\
    a1-b3 a1-c2 b1-a3 b1-d2 c1-a2 c1-d3 c1-e2 d1-b2 d1-c3 e1-c2 e1-d3 \
    a2-c3 b2-b3 b2-c2 b2-c4 c2-d2 c2-e3 d2-b3 d2-d3 e2-d4 \
    a3-b5 b3-a5 b3-b4 b3-c3 b3-c5 c3-a4 c3-e4 d3-b4 d3-d4 d3-e5 e3-d5 \
    a4-c5 b4-c4 b4-d5 c4-a5 c4-d4 c4-e5 d4-b5 e4-c5";

static PAIRS: LazyLock<Vec<(Circle, Circle)>> = LazyLock::new(|| {
    let pair = |line: &str| {
        let (from, to) = line.split_once('-')?;
        Some((Circle::parse(from)?, Circle::parse(to)?))
    };
    LINES
        .split_whitespace()
        .map(|line| pair(line).expect("every line of the table joins two circles"))
        .collect()
});

const FILES: [char; 5] = ['a', 'b', 'c', 'd', 'e'];
const START: &str = "aaaaa/5/5/5/AAAAA w - - 1";

/// A player owns exactly this many archers, on the board or captured.
const ARCHERS: usize = 5;

/// One of the three rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// The play site's rules: a re-entry is a turn of its own.
    Jarmo,
    /// The article's rules: a re-entry joins a move.
    Traditional,
    /// The article's Polish variant: as traditional, and no archer ever moves backward.
    Jasir,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [Self; 3] = [Self::Jarmo, Self::Traditional, Self::Jasir];

    /// The name used in commands and in the data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Jarmo => "jarmo",
            Self::Traditional => "traditional",
            Self::Jasir => "jasir",
        }
    }

    /// The rule set of that name, `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }

    fn allows_backward_moves(self) -> bool {
        self != Self::Jasir
    }

    fn re_entry_is_a_turn(self) -> bool {
        self == Self::Jarmo
    }

    /// The length that no run may exceed.
    fn longest_run(self) -> u32 {
        match self {
            Self::Jarmo => 4,
            Self::Traditional | Self::Jasir => 3,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    White,
    Black,
}

impl Colour {
    fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    fn first_row(self) -> u8 {
        match self {
            Self::White => 1,
            Self::Black => 5,
        }
    }

    fn goal_row(self) -> u8 {
        self.opponent().first_row()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Circle {
    file: char,
    rank: u8,
}

impl Circle {
    fn joined(self, other: Self) -> bool {
        PAIRS.contains(&(self, other)) || PAIRS.contains(&(other, self))
    }
}

/// From one circle to another, whoever may be able to go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Circle,
    to: Circle,
}

impl Step {
    fn is_back_from(self, earlier: Self) -> bool {
        self.from == earlier.to && self.to == earlier.from
    }
}

/// What a player does in one turn: a move, a re-entry, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    step: Option<Step>,
    re_entry: Option<Circle>,
}

/// A player's last move, and how many moves to and fro it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    step: Step,
    length: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Archer {
    colour: Colour,
    marked: bool,
}

/// A position: placement, marks, side to move, both runs and the move number, under one rule set.
///
/// Equality looks at all of them; [`Position::same_as`] is the comparison that the repetition rule makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: RuleSet,
    archers: BTreeMap<Circle, Archer>,
    to_move: Colour,
    white_run: Option<Run>,
    black_run: Option<Run>,
    move_number: u64,
}

impl Position {
    /// The position in which White begins.
    pub fn start(rules: RuleSet) -> Self {
        Self::parse(rules, START).expect("the start is a position")
    }

    /// The rule set that is played.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Whether the turn is White's.
    pub fn white_to_move(&self) -> bool {
        self.to_move == Colour::White
    }

    /// Whether the two are one position for rule 9: all but the move number agrees.
    pub fn same_as(&self, other: &Self) -> bool {
        self.archers == other.archers
            && self.to_move == other.to_move
            && self.white_run == other.white_run
            && self.black_run == other.black_run
    }

    /// The canonical texts of all legal moves in alphabetical order; none if the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        sorted_texts(&self.turns())
    }

    /// The legal moves that take an enemy archer, in alphabetical order.
    pub fn captures(&self) -> Vec<String> {
        let mut turns = self.turns();
        turns.retain(|turn| {
            turn.step
                .is_some_and(|step| self.archers.contains_key(&step.to))
        });
        sorted_texts(&turns)
    }

    /// The position after a move in any accepted spelling; `None` if it is not legal.
    pub fn play(&self, text: &str) -> Option<Self> {
        let turn = Turn::parse(text)?;
        self.turns().contains(&turn).then(|| self.after(turn))
    }

    /// Whether the game has ended by rule 6 or rule 8. Repetition takes a [`Game`].
    pub fn is_over(&self) -> bool {
        self.is_ended() || self.turns().is_empty()
    }

    /// The points of White and of Black as the board stands (rule 7).
    pub fn points(&self) -> (u32, u32) {
        let points_of = |colour: Colour| {
            self.archers
                .iter()
                .filter(|(_, archer)| archer.colour == colour)
                .map(|(circle, _)| 1 + u32::from(circle.rank == colour.goal_row()))
                .sum()
        };
        (points_of(Colour::White), points_of(Colour::Black))
    }

    /// The leaves of the game tree `depth` turns deep; a finished game has no moves, and repetition is ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        let leaves = turns.iter().map(|&turn| self.after(turn).perft(depth - 1));
        leaves.sum()
    }

    /// Rule 6: either player has no archer outside the goal row, whoever moved.
    fn is_ended(&self) -> bool {
        [Colour::White, Colour::Black].into_iter().any(|colour| {
            !self
                .archers
                .iter()
                .any(|(circle, archer)| archer.colour == colour && circle.rank != colour.goal_row())
        })
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.is_ended() {
            return turns;
        }
        for step in self.steps() {
            turns.push(Turn {
                step: Some(step),
                re_entry: None,
            });
            if !self.rules.re_entry_is_a_turn() {
                let moved = self.with_step(step);
                turns.extend(moved.re_entries().into_iter().map(|home| Turn {
                    step: Some(step),
                    re_entry: Some(home),
                }));
            }
        }
        if self.rules.re_entry_is_a_turn() {
            turns.extend(self.re_entries().into_iter().map(|home| Turn {
                step: None,
                re_entry: Some(home),
            }));
        }
        turns
    }

    /// The moves of single archers which rules 2 and 3, the direction and the to-and-fro limit allow.
    fn steps(&self) -> Vec<Step> {
        let both_ways = PAIRS.iter().flat_map(|&(one, other)| {
            [(one, other), (other, one)].map(|(from, to)| Step { from, to })
        });
        both_ways.filter(|&step| self.allows(step)).collect()
    }

    fn allows(&self, step: Step) -> bool {
        let of_the_player = |circle: &Circle| {
            self.archers
                .get(circle)
                .is_some_and(|archer| archer.colour == self.to_move)
        };
        let nearer_home = match self.to_move {
            Colour::White => step.to.rank < step.from.rank,
            Colour::Black => step.to.rank > step.from.rank,
        };
        of_the_player(&step.from)
            && !of_the_player(&step.to)
            && step.from.rank != self.to_move.goal_row()
            && (self.rules.allows_backward_moves() || !nearer_home)
            && self.run_ending_with(step).length <= self.rules.longest_run()
    }

    fn set_run(&mut self, run: Option<Run>) {
        match self.to_move {
            Colour::White => self.white_run = run,
            Colour::Black => self.black_run = run,
        }
    }

    /// The run of the player to move, should the step be the next move.
    ///
    /// A step back from the last one is made by the same archer: whoever took its place would be the opponent's. The
    /// run of a study is taken at its word.
    fn run_ending_with(&self, step: Step) -> Run {
        let last = match self.to_move {
            Colour::White => self.white_run,
            Colour::Black => self.black_run,
        };
        match last {
            Some(run) if step.is_back_from(run.step) => Run {
                step,
                length: run.length + 1,
            },
            Some(_) | None => Run { step, length: 1 },
        }
    }

    /// The home circles on which rule 5 lets the player to move put an archer.
    fn re_entries(&self) -> Vec<Circle> {
        let on_board = self
            .archers
            .values()
            .filter(|archer| archer.colour == self.to_move)
            .count();
        if on_board == ARCHERS || self.payer().is_none() {
            return Vec::new();
        }
        FILES
            .map(|file| Circle {
                file,
                rank: self.to_move.first_row(),
            })
            .into_iter()
            .filter(|home| !self.archers.contains_key(home))
            .collect()
    }

    /// Where the archer stands whose mark the next re-entry uses up: the lowest file of the goal row with one.
    fn payer(&self) -> Option<Circle> {
        let goals = FILES.map(|file| Circle {
            file,
            rank: self.to_move.goal_row(),
        });
        goals.into_iter().find(|goal| {
            self.archers
                .get(goal)
                .is_some_and(|archer| archer.colour == self.to_move && archer.marked)
        })
    }

    /// The position with the archer moved and the run counted, before the turn passes.
    fn with_step(&self, step: Step) -> Self {
        let mut moved = self.clone();
        moved.set_run(Some(self.run_ending_with(step)));
        let mut archer = moved
            .archers
            .remove(&step.from)
            .expect("a step starts from an archer");
        let captured = moved.archers.contains_key(&step.to);
        archer.marked |= captured;
        moved.archers.insert(step.to, archer);
        moved
    }

    /// The position with one captured archer back on the board, before the turn passes.
    fn with_re_entry(&self, home: Circle) -> Self {
        let mut entered = self.clone();
        let payer = self
            .payer()
            .and_then(|goal| entered.archers.get_mut(&goal))
            .expect("a re-entry has a marked archer on the goal row");
        payer.marked = false;
        entered.archers.insert(
            home,
            Archer {
                colour: self.to_move,
                marked: false,
            },
        );
        entered
    }

    /// The position after a legal turn.
    fn after(&self, turn: Turn) -> Self {
        let mut next = self.clone();
        if let Some(step) = turn.step {
            next = next.with_step(step);
        }
        if let Some(home) = turn.re_entry {
            next = next.with_re_entry(home);
        }
        if turn.step.is_none() {
            next.set_run(None);
        }
        if self.to_move == Colour::Black {
            next.move_number = next.move_number.saturating_add(1);
        }
        next.to_move = self.to_move.opponent();
        next
    }
}

fn sorted_texts(turns: &[Turn]) -> Vec<String> {
    let mut texts: Vec<String> = turns.iter().map(Turn::to_string).collect();
    texts.sort();
    texts
}
