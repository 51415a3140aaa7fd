//! Whole games, move by move: what each was worth, and what would have been better.
//!
//! Where a game comes from does not matter here.

use std::io::Write;
use std::{fmt, mem};

use jarmo_engine::search::{Line, Outcome};
use jarmo_engine::{Ending, Game, Move, Position, Score, Side};
use svg::Document;

use super::super::args::AnalyseArgs;
use super::super::diagram::write_whole;
use super::super::error::Error;
use super::super::{json, table};
use super::graph;
use super::pool::{Bench, Pool, print};

/// A move that loses so much of the final margin, in hundredths of a point, is a mistake: most
/// games are decided by a few points, and a capture is worth about one.
const MISTAKE: i32 = 100;
/// A blunder: as much as an archer on its goal row.
const BLUNDER: i32 = 200;

/// A move that was played, beside the best one. Scores are for the player who made it.
pub(crate) struct JudgedMove {
    pub(crate) position: Position,
    pub(crate) mv: Move,
    /// The best line.
    pub(crate) best: Line,
    /// The line that begins with the move.
    pub(crate) played: Line,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    Mistake,
    Blunder,
}

impl Mark {
    const fn of_loss(loss: i32) -> Self {
        match loss {
            BLUNDER.. => Self::Blunder,
            MISTAKE.. => Self::Mistake,
            _ => Self::None,
        }
    }

    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl JudgedMove {
    pub(crate) fn best_move(&self) -> Move {
        self.best.moves[0]
    }

    /// What the move gives away, in hundredths of a point; never less than nothing, although a
    /// search of one move alone can see farther than that of all.
    pub(crate) fn loss(&self) -> i32 {
        let loss = self.best.score.hundredths() - self.played.score.hundredths();
        loss.max(0)
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark::of_loss(self.loss())
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }
}

/// A game to annotate.
pub(super) struct Subject {
    pub(super) game: Game,
    /// What tells it from the other games of a record.
    pub(super) label: Option<Label>,
}

pub(super) struct Label {
    pub(super) round: String,
    /// A line that says what game it is.
    pub(super) title: String,
}

/// What was found out about one position of a game.
enum Judged {
    Move(JudgedMove),
    Last(Outcome),
}

/// A game with all that was found out about it. As text it is a list for people.
struct Annotation<'a> {
    subject: &'a Subject,
    moves: Vec<JudgedMove>,
    /// The search of the last position.
    last: Outcome,
}

/// The game that the command line tells.
pub(super) fn told_game(args: &AnalyseArgs) -> Result<Subject, Error> {
    let game = args.start.game()?;
    if game.moves().is_empty() {
        let text = "--annotate without a game; expected its moves with --moves";
        return Err(Error::Usage(text.to_owned()));
    }
    Ok(Subject { game, label: None })
}

/// Annotates the games one after the other, while the positions of all are searched on all cores.
pub(super) fn run(
    subjects: &[Subject],
    args: &AnalyseArgs,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let plies = |subject: &Subject| 0..=subject.game.moves().len();
    let tasks: Vec<(&Subject, usize)> = subjects
        .iter()
        .flat_map(|subject| plies(subject).map(move |ply| (subject, ply)))
        .collect();
    let mut pool = Pool::new(args, tasks.len())?;
    if !args.json {
        out.write_all(explanation().as_bytes())?;
    }
    let mut moves = Vec::new();
    pool.run(
        0,
        tasks.len(),
        |bench, task| {
            let (subject, ply) = tasks[task];
            judge(bench, &subject.game, ply)
        },
        |task, judged, progress| match judged {
            Judged::Move(mv) => {
                moves.push(mv);
                Ok(())
            }
            Judged::Last(last) => {
                let annotation = Annotation {
                    subject: tasks[task].0,
                    moves: mem::take(&mut moves),
                    last,
                };
                if args.json {
                    print(out, &annotation.json(), progress)?;
                } else {
                    print(out, &annotation, progress)?;
                }
                match &args.graph {
                    Some(file) => write_whole(file, &annotation.graph().to_string()),
                    None => Ok(()),
                }
            }
        },
    )
}

/// Searches the position before move `ply` of the game, counted from 0, or the last one.
fn judge(bench: &mut Bench<'_>, game: &Game, ply: usize) -> Option<Judged> {
    let history = &game.history()[..ply];
    let Some(&mv) = game.moves().get(ply) else {
        let outcome = bench.search(game.position(), history, None)?;
        return Some(Judged::Last(outcome));
    };
    let position = game.history()[ply];
    let best = bench.search(&position, history, None)?.best().clone();
    let played = if best.moves.first() == Some(&mv) {
        best.clone()
    } else {
        let outcome = bench.search(&position, history, Some(vec![mv]))?;
        outcome.best().clone()
    };
    Some(Judged::Move(JudgedMove {
        position,
        mv,
        best,
        played,
    }))
}

/// What stands before the first game.
fn explanation() -> String {
    format!(
        "Scores are points for White; +2 in 9: proven to win by 2 in 9 turns.\n\
         A move that loses {} point or more against the best one is marked ?, {} or more ??.\n",
        MISTAKE / 100,
        BLUNDER / 100
    )
}

impl fmt::Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        if let Some(label) = &self.subject.label {
            writeln!(f, "{}", label.title)?;
        }
        writeln!(f, "      move            score   loss  best          score")?;
        for mv in &self.moves {
            writeln!(f, "{}", row(mv).trim_end())?;
        }
        writeln!(f)?;
        for side in Side::BOTH {
            writeln!(f, "{}", summary(side, &self.moves))?;
        }
        write!(f, "\n{}", table::conclusion(&self.subject.game, &self.last))
    }
}

impl Annotation<'_> {
    /// An object for each move and one for the last position, a line each.
    fn json(&self) -> String {
        let round = self
            .subject
            .label
            .as_ref()
            .map(|label| label.round.as_str());
        let moves = (1..).zip(&self.moves);
        let mut lines: Vec<String> = moves
            .map(|(ply, mv)| json::annotated(round, ply, mv))
            .collect();
        lines.push(json::last_position(round, &self.subject.game, &self.last));
        lines.join("\n")
    }

    /// The course of the game: the worth of each position.
    fn graph(&self) -> Document {
        let worth = |score, side| f64::from(for_white(score, side).hundredths()) / 100.0;
        let mut points = vec![];
        let mut label = "before the first move".to_owned();
        let mut mark = Mark::None;
        for mv in &self.moves {
            points.push(graph::Point {
                score: worth(mv.best.score, mv.side()),
                label,
                mark,
            });
            mark = mv.mark();
            let number = mv.position.move_number();
            label = format!("{number}. {} {}{}", mv.side(), mv.mv, mark.sign());
        }
        let game = &self.subject.game;
        let drawn = game.ending() == Some(Ending::Repetition);
        let score = if drawn {
            Score::DRAW
        } else {
            self.last.best().score
        };
        points.push(graph::Point {
            score: worth(score, game.position().side_to_move()),
            label,
            mark,
        });
        graph::draw(&points)
    }
}

/// `  3.  a1c2 ?        -0.80   1.20  b1d2          +0.40`; `3…` is a move of Black.
fn row(judged: &JudgedMove) -> String {
    let number = judged.position.move_number();
    let dots = match judged.side() {
        Side::White => ".",
        Side::Black => "…",
    };
    let mv = format!("{} {}", judged.mv, judged.mark().sign());
    let score = for_white(judged.played.score, judged.side());
    let row = format!("{number:>4}{dots} {mv:<12} {score:>8}");
    if judged.best_move() == judged.mv {
        return row;
    }
    let loss = f64::from(judged.loss()) / 100.0;
    let best_score = for_white(judged.best.score, judged.side());
    let best = judged.best_move().to_string();
    format!("{row} {loss:>6.2}  {best:<9} {best_score:>9}")
}

/// `White: 2 mistakes, 0 blunders, 0.31 points lost a move`.
fn summary(side: Side, judged: &[JudgedMove]) -> String {
    let own: Vec<&JudgedMove> = judged.iter().filter(|mv| mv.side() == side).collect();
    let count = |mark, name| match own.iter().filter(|mv| mv.mark() == mark).count() {
        1 => format!("1 {name}"),
        count => format!("{count} {name}s"),
    };
    let lost: i32 = own.iter().map(|mv| mv.loss()).sum();
    format!(
        "{side}: {}, {}, {:.2} points lost a move",
        count(Mark::Mistake, "mistake"),
        count(Mark::Blunder, "blunder"),
        f64::from(lost) / 100.0 / own.len().max(1) as f64
    )
}

fn for_white(score: Score, side: Side) -> Score {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_thresholds() {
        for (loss, sign) in [
            (0, ""),
            (99, ""),
            (100, "?"),
            (199, "?"),
            (200, "??"),
            (2000, "??"),
        ] {
            assert_eq!(Mark::of_loss(loss).sign(), sign, "{loss}");
        }
    }
}
