//! One game: the rules decide what is legal and how it ends, the clocks who
//! was too slow, and where asked for, the players' own scores when to stop.

use std::time::Duration;

use jarmo_engine::{Game, MoveTextError, Side, excerpt};
use jarmo_protocol::client::Answer;
use jarmo_protocol::command::Go;
use jarmo_protocol::record::{MoveNote, Outcome, Termination};

use super::adjudication::Adjudication;
use super::limits::{Clocks, Limits};
use super::openings::Opening;
use super::player::Failure;

/// A game that has ended.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) game: Game,
    pub(super) notes: Vec<MoveNote>,
    pub(super) outcome: Outcome,
    /// Time that the players took in all.
    pub(super) thinking: Duration,
}

/// Asks the player of a side for a move.
pub(super) type Ask<'a> =
    dyn FnMut(Side, &Game, &Go, Option<Duration>) -> Result<Answer, Failure> + 'a;

/// Plays a game; `None` if it was broken off.
pub(super) fn play(
    opening: &Opening,
    limits: [&Limits; 2],
    adjudication: &Adjudication,
    ask: &mut Ask<'_>,
) -> Option<Played> {
    let mut table = Table {
        game: opening.game(),
        notes: vec![MoveNote::Book; opening.moves().len()],
        scores: Vec::new(),
        clocks: Clocks::new(limits),
        thinking: Duration::ZERO,
    };
    let outcome = loop {
        let outcome = Outcome::by_rules(&table.game);
        if let Some(outcome) = outcome.or_else(|| adjudication.outcome(&table.game, &table.scores))
        {
            break outcome;
        }
        match table.turn(ask) {
            Ok(()) => {}
            Err(Failure::Aborted) => return None,
            Err(Failure::Forfeit(termination, detail)) => {
                let loser = table.game.position().side_to_move();
                let detail = format!("{loser}: {detail}");
                break Outcome::lost(&table.game, loser, termination, detail);
            }
        }
    };
    Some(Played {
        game: table.game,
        notes: table.notes,
        outcome,
        thinking: table.thinking,
    })
}

/// A game that is being played.
struct Table<'a> {
    game: Game,
    notes: Vec<MoveNote>,
    /// What the players thought at each move after the opening, from White's side.
    scores: Vec<Option<i32>>,
    clocks: Clocks<'a>,
    thinking: Duration,
}

impl Table<'_> {
    /// Has the player to move choose, and makes the move.
    fn turn(&mut self, ask: &mut Ask<'_>) -> Result<(), Failure> {
        let side = self.game.position().side_to_move();
        let deadline = self.clocks.deadline(side);
        let answer = ask(side, &self.game, &self.clocks.go(side), deadline)?;
        self.thinking += answer.elapsed;
        if !self.clocks.charge(side, answer.elapsed) {
            let limit = deadline.unwrap_or_default().as_millis();
            let elapsed = answer.elapsed.as_millis();
            let detail = format!("took {elapsed} ms of {limit}, the margin included");
            return Err(Failure::Forfeit(Termination::TimeForfeit, detail));
        }
        let text = &answer.best_move;
        let mv = self.game.position().parse_move(text).map_err(|error| {
            let termination = match error {
                MoveTextError::Parse(_) => Termination::MalformedMove,
                MoveTextError::Illegal(_) => Termination::IllegalMove,
            };
            Failure::Forfeit(termination, format!("chose '{}'", excerpt(text)))
        })?;
        self.game
            .play(mv)
            .expect("a move that was read as legal can be made");
        self.notes.push(MoveNote::Played {
            thought: answer.thinking.map(|news| (news.score, news.depth)),
            time: answer.elapsed,
        });
        self.scores.push(answer.thinking.map(|news| {
            let score = news.score.hundredths();
            match side {
                Side::White => score,
                Side::Black => -score,
            }
        }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jarmo_engine::RuleSet;
    use jarmo_protocol::client::Thinking;
    use jarmo_protocol::record::MoveScore;

    fn answer(text: &str, elapsed: u64) -> Result<Answer, Failure> {
        Ok(Answer {
            best_move: text.to_owned(),
            elapsed: Duration::from_millis(elapsed),
            thinking: Some(Thinking {
                score: MoveScore::Hundredths(10),
                depth: 1,
                nodes: 1,
            }),
        })
    }

    /// Plays from the start; after some moves a player answers something else.
    fn play_until(moves: usize, last: &dyn Fn() -> Result<Answer, Failure>) -> Option<Played> {
        let opening = Opening::parse("a1c2 b5d4", RuleSet::Jarmo).unwrap();
        let mut limits = Limits::default();
        limits.set("st", "10ms").unwrap();
        let mut made = 0;
        play(
            &opening,
            [&limits; 2],
            &Adjudication::default(),
            &mut |_, game, _, _| {
                made += 1;
                if made > moves {
                    return last();
                }
                answer(&game.position().legal_moves()[0].to_string(), 7)
            },
        )
    }

    #[test]
    fn what_is_no_legal_move_in_time_loses() {
        for (last, termination) in [
            (answer("a1a2", 1), Termination::IllegalMove),
            (answer("0000", 1), Termination::MalformedMove),
            (answer("", 1), Termination::MalformedMove),
            (answer("b1d2", 36), Termination::TimeForfeit),
            (
                Err(Failure::Forfeit(Termination::Crash, "gone".to_owned())),
                Termination::Crash,
            ),
        ] {
            let last = std::cell::RefCell::new(Some(last));
            let played = play_until(3, &|| last.borrow_mut().take().unwrap()).unwrap();
            assert_eq!(played.outcome.termination, termination);
            assert_eq!(played.outcome.winner, Some(Side::White));
            assert_eq!(played.outcome.forfeiter(), Some(Side::Black));
            assert_eq!(played.outcome.points[1], 0);
            assert!(played.outcome.detail.starts_with("Black: "));
            assert_eq!(played.game.moves().len(), 5);
            assert_eq!(played.notes.len(), 5);
        }
    }

    #[test]
    fn a_game_that_is_broken_off_has_no_result() {
        assert!(play_until(2, &|| Err(Failure::Aborted)).is_none());
    }

    #[test]
    fn a_game_ends_by_the_rules() {
        let played = play_until(usize::MAX, &|| unreachable!()).unwrap();
        assert_eq!(Outcome::by_rules(&played.game), Some(played.outcome));
        let own = played.notes.len() as u32 - 2;
        assert_eq!(played.thinking, Duration::from_millis(7) * own);
    }
}
