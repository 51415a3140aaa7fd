//! The text forms of circles, moves, runs and positions.

use std::collections::BTreeMap;
use std::fmt;

use super::{ARCHERS, Archer, Circle, Colour, FILES, Position, RuleSet, Run, Step, Turn};

impl Circle {
    /// Reads `a1` to `e5`, in either case.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let file = letters.next()?.to_ascii_lowercase();
        let rank = u8::try_from(letters.next()?.to_digit(10)?).ok()?;
        let known = FILES.contains(&file) && (1..=5).contains(&rank);
        (known && letters.next().is_none()).then_some(Self { file, rank })
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

impl Step {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_at_checked(2)?;
        Some(Self {
            from: Circle::parse(from)?,
            to: Circle::parse(to)?,
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl Turn {
    /// Reads the canonical text and the other spellings accepted on input.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let Some((before, home)) = text.split_once('@') else {
            return Some(Self {
                step: Some(Step::parse(&text)?),
                re_entry: None,
            });
        };
        let before = before.strip_suffix(['a', 'p']).unwrap_or(before);
        let step = if before.is_empty() {
            None
        } else {
            Some(Step::parse(before)?)
        };
        Some(Self {
            step,
            re_entry: Some(Circle::parse(home)?),
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "{step}")?;
        }
        if let Some(home) = self.re_entry {
            write!(f, "A@{home}")?;
        }
        Ok(())
    }
}

impl Run {
    pub(super) fn parse(rules: RuleSet, text: &str) -> Result<Option<Self>, String> {
        if text == "-" {
            return Ok(None);
        }
        let (step, length) = text
            .split_once('*')
            .ok_or_else(|| format!("{text:?} is neither - nor like a1c2*1"))?;
        let step =
            Step::parse(step).ok_or_else(|| format!("{step:?} does not name two circles"))?;
        if !step.from.joined(step.to) {
            return Err(format!("no line joins {} and {}", step.from, step.to));
        }
        let longest = rules.longest_run();
        match number(length).and_then(|length| u32::try_from(length).ok()) {
            Some(length) if (1..=longest).contains(&length) => Ok(Some(Self { step, length })),
            _ => Err(format!("the length {length:?} is not in 1 to {longest}")),
        }
    }

    pub(super) fn text(run: Option<Self>) -> String {
        run.map_or_else(
            || "-".to_owned(),
            |run| format!("{}*{}", run.step, run.length),
        )
    }
}

impl Position {
    /// Reads a position string; the error names the field and the reason.
    pub fn parse(rules: RuleSet, text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (placement, side, white_run, black_run, move_number) = match fields[..] {
            [] => return Err("placement: missing".to_owned()),
            [_] => return Err("side: missing".to_owned()),
            [placement, side] => (placement, side, "-", "-", "1"),
            [placement, side, white] => (placement, side, white, "-", "1"),
            [placement, side, white, black] => (placement, side, white, black, "1"),
            [placement, side, white, black, number] => (placement, side, white, black, number),
            // As in chess: the third to fifth fields say nothing about Jarmo.
            [placement, side, _, _, _, number] => (placement, side, "-", "-", number),
            [..] => return Err(format!("position: {} fields, at most 6", fields.len())),
        };
        let to_move = match side {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return Err(format!("side: {other:?} is neither w nor b")),
        };
        Ok(Self {
            rules,
            archers: parse_placement(placement).map_err(|why| format!("placement: {why}"))?,
            to_move,
            white_run: Run::parse(rules, white_run).map_err(|why| format!("White's run: {why}"))?,
            black_run: Run::parse(rules, black_run).map_err(|why| format!("Black's run: {why}"))?,
            move_number: number(move_number)
                .filter(|&number| number >= 1)
                .ok_or_else(|| {
                    format!("move number: {move_number:?} is no whole number from 1 on")
                })?,
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.white_to_move() { "w" } else { "b" };
        write!(
            f,
            "{} {side} {} {} {}",
            placement_text(&self.archers),
            Run::text(self.white_run),
            Run::text(self.black_run),
            self.move_number
        )
    }
}

fn number(text: &str) -> Option<u64> {
    let all_digits = text.chars().all(|letter| letter.is_ascii_digit());
    text.parse().ok().filter(|_| all_digits)
}

fn placement_text(archers: &BTreeMap<Circle, Archer>) -> String {
    let rank_text = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in FILES {
            let Some(archer) = archers.get(&Circle { file, rank }) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += match (archer.colour, archer.marked) {
                (Colour::White, false) => "A",
                (Colour::White, true) => "+A",
                (Colour::Black, false) => "a",
                (Colour::Black, true) => "+a",
            };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    [5, 4, 3, 2, 1].map(rank_text).join("/")
}

fn parse_placement(text: &str) -> Result<BTreeMap<Circle, Archer>, String> {
    let board = match text.split_once('[') {
        // A hand in brackets says nothing: it follows from the board.
        Some((board, hand)) if hand.ends_with(']') => board,
        Some(_) => return Err("the bracket is not closed".to_owned()),
        None => text,
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 5 {
        return Err(format!("{} ranks instead of 5", ranks.len()));
    }
    let mut archers = BTreeMap::new();
    for (rank, text) in [5, 4, 3, 2, 1].into_iter().zip(ranks) {
        let circles = parse_rank(text).map_err(|why| format!("rank {rank}: {why}"))?;
        if circles.len() != 5 {
            return Err(format!("rank {rank}: {} files instead of 5", circles.len()));
        }
        for (file, archer) in FILES.into_iter().zip(circles) {
            if let Some(archer) = archer {
                archers.insert(Circle { file, rank }, archer);
            }
        }
    }
    for colour in [Colour::White, Colour::Black] {
        let count = archers.values().filter(|a| a.colour == colour).count();
        if count > ARCHERS {
            return Err(format!("{count} archers of {colour:?}, at most {ARCHERS}"));
        }
    }
    if archers.is_empty() {
        return Err("no archers at all".to_owned());
    }
    Ok(archers)
}

fn parse_rank(text: &str) -> Result<Vec<Option<Archer>>, String> {
    let mut circles = Vec::new();
    let mut letters = text.chars();
    while let Some(first) = letters.next() {
        let marked = first == '+';
        let letter = if marked { letters.next() } else { Some(first) };
        let colour = match letter {
            Some('A') => Colour::White,
            Some('a') => Colour::Black,
            Some(_) | None if marked => return Err("+ without an archer".to_owned()),
            Some(digit @ '1'..='5') => {
                let count = digit as usize - '0' as usize;
                circles.extend(vec![None; count]);
                continue;
            }
            Some('0'..='9') => return Err(format!("digit {first} is not in 1 to 5")),
            Some(_) | None => return Err(format!("unknown letter {first:?}")),
        };
        circles.push(Some(Archer { colour, marked }));
    }
    Ok(circles)
}
