//! Readers of the cases in `data/`: whole games, and positions with all that follows from them.
//!
//! The cases come from an implementation written apart from this project, so they can judge the engine and the
//! reference alike; the readers therefore use neither and hand out plain text and numbers. A malformed line panics
//! with its file and line number.

use std::fs;
use std::path::Path;

/// A game with its outcome: one line of `games.tsv` or `games_from.tsv`.
#[derive(Clone, Debug)]
pub struct GameCase {
    /// File and line, for the messages of failing tests.
    pub place: String,
    /// Name of the rule set.
    pub rules: String,
    /// The first position, `None` for the start.
    pub first: Option<String>,
    /// All moves of the game.
    pub moves: Vec<String>,
    /// The final position.
    pub last: String,
    /// White's and Black's points on the final board; a repetition is a draw whatever they are.
    pub points: (u32, u32),
    /// `end` (rule 6), `stuck` (rule 8) or `repetition` (rule 9).
    pub ending: String,
}

/// A position with its moves and counts: one line of `positions.tsv`.
#[derive(Clone, Debug)]
pub struct PositionCase {
    /// File and line, for the messages of failing tests.
    pub place: String,
    /// Name of the rule set.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// Whether the game is over by rule 6 or 8.
    pub over: bool,
    /// White's and Black's points.
    pub points: (u32, u32),
    /// All legal moves in alphabetical order.
    pub moves: Vec<String>,
    /// Leaves of the game tree 1, 2, 3 and 4 turns deep.
    pub perft: [u64; 4],
}

/// Position strings that every rule set refuses, each with a word for the reason.
pub const REFUSED: [(&str, &str); 13] = [
    ("aaaa/5/5/5/AAAAA w", "files"),
    ("aaaaa/5/5/AAAAA w", "ranks"),
    ("aaaaa/6/5/5/AAAAA w", "digit"),
    ("aaaaa/5/5/5/AAAAB w", "letter"),
    ("aaaaa/5/5/+5/AAAAA w", "without an archer"),
    ("aaaaa/a4/5/5/AAAAA w", "at most 5"),
    ("5/5/5/5/5 w", "no archers"),
    ("aaaaa/5/5/5/AAAAA x", "side"),
    ("aaaaa/5/5/5/AAAAA w a1b1*1", "line"),
    ("aaaaa/5/5/5/AAAAA w a1c2*5", "length"),
    ("aaaaa/5/5/5/AAAAA w a1c2*0", "length"),
    ("aaaaa/5/5/5/AAAAA w - - 0", "move number"),
    ("aaaaa/5/5/5/AAAAA w - - 1 1 1", "fields"),
];

/// The games of all rule sets from the start.
pub fn games() -> Vec<GameCase> {
    cases("games.tsv", |place, columns| {
        let [rules, moves, last, white, black, ending] = columns else {
            return Err("not 6 columns".to_owned());
        };
        game(place, rules, None, moves, last, [white, black], ending)
    })
}

/// The games from other first positions: Black begins, or a repetition ends them.
pub fn games_from() -> Vec<GameCase> {
    cases("games_from.tsv", |place, columns| {
        let [rules, first, moves, last, white, black, ending] = columns else {
            return Err("not 7 columns".to_owned());
        };
        let first = Some((*first).to_owned());
        game(place, rules, first, moves, last, [white, black], ending)
    })
}

/// The positions of all rule sets.
pub fn positions() -> Vec<PositionCase> {
    cases("positions.tsv", position)
}

fn position(place: String, columns: &[&str]) -> Result<PositionCase, String> {
    let [rules, position, state, white, black, moves, perft] = columns else {
        return Err("not 7 columns".to_owned());
    };
    let over = match *state {
        "open" => false,
        "over" => true,
        other => return Err(format!("{other:?} is neither open nor over")),
    };
    let moves = match *moves {
        "-" => Vec::new(),
        moves => words(moves),
    };
    let counts: Result<Vec<u64>, String> = perft.split(' ').map(number).collect();
    Ok(PositionCase {
        place,
        rules: (*rules).to_owned(),
        position: (*position).to_owned(),
        over,
        points: (number(white)?, number(black)?),
        moves,
        perft: counts?.try_into().map_err(|_| "not 4 perft counts")?,
    })
}

fn game(
    place: String,
    rules: &str,
    first: Option<String>,
    moves: &str,
    last: &str,
    [white, black]: [&str; 2],
    ending: &str,
) -> Result<GameCase, String> {
    if !["end", "stuck", "repetition"].contains(&ending) {
        return Err(format!("{ending:?} is no ending"));
    }
    Ok(GameCase {
        place,
        rules: rules.to_owned(),
        first,
        moves: words(moves),
        last: last.to_owned(),
        points: (number(white)?, number(black)?),
        ending: ending.to_owned(),
    })
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn cases<Case>(file: &str, read: impl Fn(String, &[&str]) -> Result<Case, String>) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    match fs::read_to_string(&path) {
        Ok(text) => cases_in(file, &text, read),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn cases_in<Case>(
    file: &str,
    text: &str,
    read: impl Fn(String, &[&str]) -> Result<Case, String>,
) -> Vec<Case> {
    let case = |(index, line): (usize, &str)| {
        let place = format!("{file}:{}", index + 1);
        let columns: Vec<&str> = line.split('\t').collect();
        read(place.clone(), &columns).unwrap_or_else(|why| panic!("{place}: {why}"))
    };
    text.lines().enumerate().map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::{cases_in, position};

    const GOOD: &str = "jarmo\t5/5/5/5/A4 w - - 1\tover\t1\t0\t-\t0 0 0 0\n";

    #[test]
    fn reads_a_position() {
        let cases = cases_in("made.tsv", GOOD, position);
        assert_eq!(cases[0].place, "made.tsv:1");
        assert_eq!((cases[0].over, cases[0].points), (true, (1, 0)));
        assert!(cases[0].moves.is_empty());
    }

    #[test]
    #[should_panic(expected = "made.tsv:2: \"closed\" is neither open nor over")]
    fn names_file_and_line_of_a_malformed_case() {
        let text = format!("{GOOD}{}", GOOD.replace("over", "closed"));
        cases_in("made.tsv", &text, position);
    }

    #[test]
    #[should_panic(expected = "made.tsv:3: not 7 columns")]
    fn skips_no_empty_line() {
        cases_in("made.tsv", &format!("{GOOD}{GOOD}\n"), position);
    }
}
