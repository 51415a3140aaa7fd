//! A whole game, move by move: what each was worth, and what would have been better.
//!
//! Where the game comes from does not matter here.

use std::io::Write;

use jarmo_engine::search::{Line, Outcome};
use jarmo_engine::{Ending, Game, Move, Position, Score, Side};

use super::super::args::AnalyseArgs;
use super::super::diagram::write_whole;
use super::super::error::Error;
use super::super::{json, table};
use super::graph;
use super::pool::{Bench, Pool};

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

/// What was found out about one position of the game.
enum Judged {
    Move(JudgedMove),
    Last(Outcome),
}

pub(super) fn run(game: &Game, args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Error> {
    let count = game.moves().len();
    if count == 0 {
        let text = "--annotate without a game; expected its moves with --moves";
        return Err(Error::Usage(text.to_owned()));
    }
    let mut pool = Pool::new(args, count + 1)?;
    let mut judged = Vec::new();
    let mut last = None;
    pool.run(
        0,
        count + 1,
        |bench, ply| judge(bench, game, ply),
        |_, result, _| {
            match result {
                Judged::Move(mv) => judged.push(mv),
                Judged::Last(outcome) => last = Some(outcome),
            }
            Ok(())
        },
    )?;
    let last = last.expect("the last position comes last");
    if args.json {
        for (ply, mv) in (1..).zip(&judged) {
            writeln!(out, "{}", json::annotated(ply, mv))?;
        }
        writeln!(out, "{}", json::result(game, &last, None, false))?;
    } else {
        write_list(&judged, out)?;
        writeln!(out, "\n{}", table::conclusion(game, &last))?;
    }
    if let Some(file) = &args.graph {
        write_whole(
            file,
            &graph::draw(&points(&judged, game, &last)).to_string(),
        )?;
    }
    Ok(())
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

fn write_list(judged: &[JudgedMove], out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "Scores are points for White; +2 in 9: proven to win by 2 in 9 turns."
    )?;
    writeln!(
        out,
        "A move that loses {} point or more against the best one is marked ?, {} or more ??.\n",
        MISTAKE / 100,
        BLUNDER / 100
    )?;
    writeln!(
        out,
        "      move            score   loss  best          score"
    )?;
    for mv in judged {
        let row = row(mv);
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out)?;
    for side in Side::BOTH {
        writeln!(out, "{}", summary(side, judged))?;
    }
    Ok(())
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

/// The course of the game for the graph: the worth of each position.
fn points(judged: &[JudgedMove], game: &Game, last: &Outcome) -> Vec<graph::Point> {
    let worth = |score, side| f64::from(for_white(score, side).hundredths()) / 100.0;
    let mut points = vec![];
    let mut label = "before the first move".to_owned();
    let mut mark = Mark::None;
    for mv in judged {
        points.push(graph::Point {
            score: worth(mv.best.score, mv.side()),
            label,
            mark,
        });
        mark = mv.mark();
        let number = mv.position.move_number();
        label = format!("{number}. {} {}{}", mv.side(), mv.mv, mark.sign());
    }
    let drawn = game.ending() == Some(Ending::Repetition);
    let score = if drawn {
        Score::DRAW
    } else {
        last.best().score
    };
    points.push(graph::Point {
        score: worth(score, game.position().side_to_move()),
        label,
        mark,
    });
    points
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
