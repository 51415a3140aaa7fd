use std::time::Duration;

use jarmo_engine::{Game, Position, RuleSet, Side};

use super::*;

/// A game of random-looking moves until it ends or has `plies`, with all kinds of notes.
fn record(rules: RuleSet, first: &str, plies: usize) -> GameRecord {
    let mut game = Game::new(Position::parse(first, rules).unwrap());
    let mut notes = Vec::new();
    while game.ending().is_none() && game.moves().len() < plies {
        let moves = game.position().legal_moves();
        let ply = game.moves().len();
        game.play(moves[(7 * ply + 3) % moves.len()]).unwrap();
        let scores = [
            MoveScore::Hundredths(-135),
            MoveScore::Mate(4),
            MoveScore::Mate(-12),
            MoveScore::Hundredths(0),
        ];
        notes.push(match ply {
            0 | 1 => MoveNote::Book,
            _ if ply % 5 == 4 => MoveNote::None,
            _ => MoveNote::Played {
                thought: (ply % 5 != 3).then(|| (scores[ply % 4], ply as u32)),
                time: Duration::from_millis(37 * ply as u64),
            },
        });
    }
    let outcome = Outcome::by_rules(&game).unwrap_or_else(|| {
        let detail = "White: chose 'x\\{y}'".to_owned();
        let loser = game.position().side_to_move();
        Outcome::lost(&game, loser, Termination::MalformedMove, detail)
    });
    GameRecord {
        event: "a \"quoted\" \\ event".to_owned(),
        round: "3.2".to_owned(),
        players: ["new".to_owned(), "old one".to_owned()],
        time_controls: ["10+0.1".to_owned(), "nodes=5".to_owned()],
        game,
        notes,
        outcome,
    }
}

/// The record that a test shows.
fn sample() -> GameRecord {
    let mut game = Game::new(Position::start(RuleSet::Jarmo));
    for text in ["b1a3", "e5c4", "d1c3", "c4b2", "c1e2"] {
        game.play(game.position().parse_move(text).unwrap())
            .unwrap();
    }
    GameRecord {
        outcome: Outcome::lost(
            &game,
            Side::Black,
            Termination::MalformedMove,
            "Black: chose 'x\\{y}'".to_owned(),
        ),
        game,
        ..record(RuleSet::Jarmo, "aaaaa/5/5/5/AAAAA w - - 1", 5)
    }
}

fn records() -> Vec<GameRecord> {
    let mut records = Vec::new();
    for rules in RuleSet::ALL {
        for first in ["aaaaa/5/5/5/AAAAA w - - 1", "aaaaa/5/5/5/AAAAA b - - 7"] {
            for plies in [0, 1, 2, 5, 30, 500] {
                records.push(record(rules, first, plies));
            }
        }
    }
    records
}

fn read(text: &str) -> Vec<Result<GameRecord, RecordError>> {
    RecordReader::new(text.as_bytes()).collect()
}

fn read_one(text: &str) -> Result<GameRecord, String> {
    let mut games = read(text);
    assert_eq!(games.len(), 1);
    games.remove(0).map_err(|error| error.to_string())
}

#[test]
fn records_are_read_as_they_were_written() {
    let records = records();
    let text: String = records.iter().map(GameRecord::to_string).collect();
    let games = read(&text);
    assert_eq!(games.len(), records.len());
    for (game, record) in games.into_iter().zip(&records) {
        let game = game.unwrap();
        assert_eq!(game.event, record.event);
        assert_eq!(game.round, record.round);
        assert_eq!(game.players, record.players);
        assert_eq!(game.time_controls, record.time_controls);
        assert_eq!(game.game.start(), record.game.start());
        assert_eq!(game.game.moves(), record.game.moves());
        assert_eq!(game.notes, record.notes);
        assert_eq!(game.book(), record.book());
        assert_eq!(game.outcome.points, record.outcome.points);
        assert_eq!(game.outcome.winner, record.outcome.winner);
        assert_eq!(game.outcome.termination, record.outcome.termination);
        assert_eq!(
            game.outcome.detail.replace(['(', ')'], "{}"),
            record.outcome.detail.replace(['{', '}'], "{}")
        );
        assert_eq!(game.to_string(), record.to_string());
        assert_eq!(game.check(), Ok(()));
    }
}

#[test]
fn a_record_looks_like_this() {
    assert_eq!(
        sample().to_string(),
        "[Event \"a \\\"quoted\\\" \\\\ event\"]\n\
         [Round \"3.2\"]\n\
         [White \"new\"]\n\
         [Black \"old one\"]\n\
         [Result \"1-0\"]\n\
         [Points \"5-0\"]\n\
         [Variant \"jarmo\"]\n\
         [FEN \"aaaaa/5/5/5/AAAAA w - - 1\"]\n\
         [WhiteTimeControl \"10+0.1\"]\n\
         [BlackTimeControl \"nodes=5\"]\n\
         [Termination \"malformed move\"]\n\
         \n\
         1. b1a3 {book} e5c4 {book}\n\
         2. d1c3 {-M12/2 0.074s} c4b2 {0.111s}\n\
         3. c1e2\n\
         {Black: chose 'x\\(y)'}\n\
         1-0\n\n"
    );
}

#[test]
fn a_record_that_breaks_off_anywhere_is_unfinished() {
    let whole = record(RuleSet::Traditional, "aaaaa/5/5/5/AAAAA w - - 1", 12).to_string();
    let complete = whole.trim_end().len();
    for end in 1..complete {
        let text = format!("{whole}{}", &whole[..end]);
        let games = read(&text);
        assert!(games[0].is_ok());
        assert!(
            matches!(games[1], Err(RecordError::Unfinished { .. })),
            "{end}: {:?}",
            games[1]
        );
        assert_eq!(games.len(), 2);
    }
    assert!(read(&whole[..complete])[0].is_ok());
    assert!(read("").is_empty() && read("\n \n").is_empty());
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_line() {
    let text = sample().to_string().replacen("new", "näw", 1);
    let read_bytes = |bytes: &[u8]| RecordReader::new(bytes).next().unwrap();
    let mut bytes = text.clone().into_bytes();
    let letter = text.find('ä').unwrap();
    assert!(read_bytes(&bytes).is_ok());
    assert!(matches!(
        read_bytes(&bytes[..=letter]),
        Err(RecordError::Unfinished { line: 3 })
    ));
    bytes[letter] = b'\xff';
    let error = read_bytes(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "line 3: expected UTF-8 text");
}

#[test]
fn other_writers_are_understood() {
    let game = read_one(
        "[White \"A\"]\n[Site \"?\"]\n[Points \"5-0\"]\n[Termination \"stall\"]\n\
         1.a1c2 1... b5d4{a remark\nof two lines} 2. C2A1 b5D4 1-0\n",
    );
    assert!(
        game.unwrap_err()
            .contains("ply 4: 'b5d4' is not legal here")
    );
    let game = read_one(
        "[White \"A\"]\n[Points \"5-0\"]\n[Termination \"crash\"]\n\n\
         1. a1c2 b5d4{a remark\nof two lines} 2. C2A1 1-0\n",
    )
    .unwrap();
    assert_eq!(game.game.moves().len(), 3);
    assert_eq!(game.outcome.detail, "a remark of two lines");
    assert_eq!(game.game.start(), &Position::start(RuleSet::Jarmo));
}

#[test]
fn wrong_records_are_told_with_their_line() {
    let good = sample().to_string();
    for (from, to, expected) in [
        (
            "[Round \"3.2\"]",
            "[Round 3.2]",
            "line 2: '[Round 3.2]': expected a tag",
        ),
        (
            "Result \"1-0\"",
            "Result \"0-1\"",
            "Result '0-1': expected '1-0'",
        ),
        ("Points \"5-0\"", "Points \"5\"", "Points '5': expected"),
        (
            "Variant \"jarmo\"",
            "Variant \"chess\"",
            "line 13: Variant: 'chess'",
        ),
        ("FEN \"aaaaa", "FEN \"aaaa", "line 13: FEN: placement"),
        (
            "malformed move",
            "boredom",
            "Termination 'boredom': expected one of",
        ),
        ("d1c3", "d1b4", "line 14: ply 3: 'd1b4' is not legal here"),
        ("c4b2", "c4??", "line 14: ply 4: 'c4??' is no move"),
        ("\n1-0", "\n1-0 c3a4", "'c3a4' after the result"),
        ("\n1-0", "\n*", "'*': expected the result"),
    ] {
        assert!(good.contains(from));
        let error = read_one(&good.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn claims_are_checked_against_the_rules() {
    let ended = record(RuleSet::Jarmo, "aaaaa/5/5/5/AAAAA w - - 1", 500);
    assert!(
        !ended.outcome.termination.is_forfeit(),
        "a game that ends by the rules"
    );
    let mut wrong = ended.clone();
    wrong.outcome.points[0] += 1;
    assert!(
        wrong
            .check()
            .unwrap_err()
            .to_string()
            .starts_with("round 3.2: Points")
    );
    let mut wrong = ended.clone();
    wrong.outcome.winner = match ended.outcome.winner {
        Some(_) => None,
        None => Some(Side::White),
    };
    assert!(wrong.check().unwrap_err().to_string().contains("Result"));
    for termination in Termination::ALL {
        let mut wrong = ended.clone();
        wrong.outcome.termination = termination;
        assert_eq!(
            wrong.check().is_ok(),
            termination == ended.outcome.termination
        );
    }

    let forfeited = record(RuleSet::Jarmo, "aaaaa/5/5/5/AAAAA w - - 1", 7);
    for termination in Termination::ALL {
        let mut other = forfeited.clone();
        other.outcome.termination = termination;
        let is_possible = termination.is_forfeit() || termination == Termination::Resignation;
        assert_eq!(other.check().is_ok(), is_possible, "{termination}");
    }
    let mut wrong = forfeited.clone();
    wrong.outcome = Outcome::lost(
        &forfeited.game,
        !forfeited.game.position().side_to_move(),
        Termination::Crash,
        String::new(),
    );
    assert!(
        wrong.check().is_err(),
        "only the player to move can forfeit"
    );
}
