//! `jarmo tablebase stats`: what a layer is like, counted over all its positions.

use std::io::Write;

use jarmo_engine::tablebase::{Class, Layer, SectionValues, Tablebase, Value};
use jarmo_engine::{Move, Position, RuleSet, Side};
use serde::Serialize;

use super::super::error::Error;
use super::super::table::grouped;
use super::args::StatsArgs;
use super::folder;

/// What is counted of a layer.
#[derive(Debug, Serialize)]
struct LayerStats {
    #[serde(rename = "type")]
    kind: &'static str,
    variant: &'static str,
    layer: u8,
    sections: Vec<SectionStats>,
    zugzwangs: Vec<Zugzwangs>,
}

/// Of a class with one side to move; margins are those of this side.
#[derive(Debug, Serialize)]
struct SectionStats {
    class: String,
    side: String,
    #[serde(flatten)]
    counts: Counts,
    longest: Option<LongestWin>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Values that are the true ones, that are bounds on one side, and that are estimates: once more all.
    exact: u64,
    at_least: u64,
    at_most: u64,
    estimates: u64,
    largest_win: i32,
    largest_loss: i32,
}

#[derive(Debug, Serialize)]
struct LongestWin {
    position: String,
    margin: i32,
    plies: u32,
    line: Vec<String>,
}

/// Positions of a class in which either side would rather have the other one move.
#[derive(Debug, Serialize)]
struct Zugzwangs {
    class: String,
    count: u64,
    /// The one in which having the move costs most, and how many points.
    example: Option<(String, i32)>,
}

impl Counts {
    fn add(&mut self, value: Value) {
        self.positions += 1;
        match value.outcome() {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            ..0 => self.lost += 1,
        }
        *match (value.is_at_least, value.is_at_most) {
            (true, true) => &mut self.exact,
            (true, false) => &mut self.at_least,
            (false, true) => &mut self.at_most,
            (false, false) => &mut self.estimates,
        } += 1;
        self.largest_win = self.largest_win.max(value.margin);
        self.largest_loss = self.largest_loss.max(-value.margin);
    }

    fn merge(&mut self, other: &Self) {
        self.positions += other.positions;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.exact += other.exact;
        self.at_least += other.at_least;
        self.at_most += other.at_most;
        self.estimates += other.estimates;
        self.largest_win = self.largest_win.max(other.largest_win);
        self.largest_loss = self.largest_loss.max(other.largest_loss);
    }
}

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let tables = folder::open(args.tables.path.as_deref())?;
    let stats = collect(&tables, args.tables.variant, args.layer)?;
    if args.json {
        let json = serde_json::to_string(&stats).expect("plain fields");
        writeln!(out, "{json}")?;
        return Ok(());
    }
    write_table(&stats, out)
}

fn collect(tables: &Tablebase, rules: RuleSet, layer: Layer) -> Result<LayerStats, Error> {
    let mut stats = LayerStats {
        kind: "stats",
        variant: rules.name(),
        layer: layer.weight(),
        sections: Vec::new(),
        zugzwangs: Vec::new(),
    };
    for class in layer.classes() {
        let [white, black] = Side::BOTH.map(|side| folder::section(tables, rules, class, side));
        let values = [white?, black?];
        for (side, values) in Side::BOTH.into_iter().zip(&values) {
            stats
                .sections
                .push(section(tables, rules, class, side, values));
        }
        stats.zugzwangs.push(zugzwangs(rules, class, &values));
    }
    Ok(stats)
}

fn section(
    tables: &Tablebase,
    rules: RuleSet,
    class: Class,
    side: Side,
    values: &SectionValues,
) -> SectionStats {
    let mut counts = Counts::default();
    let mut longest: Option<(u64, Value)> = None;
    for index in 0..class.size() {
        let Some(value) = values.get(index) else {
            continue;
        };
        counts.add(value);
        if value.margin > 0 && value.plies > longest.and_then(|(_, value)| value.plies) {
            longest = Some((index, value));
        }
    }
    let longest = longest.map(|(index, value)| {
        let position = Position::of_armies(rules, side, class.armies(index));
        LongestWin {
            position: position.to_string(),
            margin: value.margin,
            plies: value.plies.unwrap_or_default(),
            line: best_line(tables, position),
        }
    });
    SectionStats {
        class: class.to_string(),
        side: side.to_string(),
        counts,
        longest,
    }
}

/// Best play as far as the tables show the way.
fn best_line(tables: &Tablebase, mut position: Position) -> Vec<String> {
    /// Longer than any way to the end in a byte of plies.
    const MOST: usize = 256;
    let mut line = Vec::new();
    while line.len() < MOST {
        let moves = position.legal_moves().into_iter();
        let known = moves.filter_map(|mv| Some((mv, tables.probe_move(&position, mv)?)));
        let Some((best, _)) = known.max_by(|(_, a), (_, b)| a.compare(*b)) else {
            break;
        };
        line.push(best);
        position = position.play(best);
    }
    line.iter().map(Move::to_string).collect()
}

fn zugzwangs(rules: RuleSet, class: Class, [white, black]: &[SectionValues; 2]) -> Zugzwangs {
    let (mut count, mut worst) = (0, None);
    for index in 0..class.size() {
        let (Some(white), Some(black)) = (white.get(index), black.get(index)) else {
            continue;
        };
        let cost = -(white.margin + black.margin);
        if cost > 0 {
            count += 1;
            if worst.is_none_or(|(_, most)| cost > most) {
                worst = Some((index, cost));
            }
        }
    }
    let example = worst.map(|(index, cost)| {
        let position = Position::of_armies(rules, Side::White, class.armies(index));
        (position.to_string(), cost)
    });
    Zugzwangs {
        class: class.to_string(),
        count,
        example,
    }
}

fn write_table(stats: &LayerStats, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(
        out,
        "class    to move      positions           won         drawn          lost         exact     estimates  longest win"
    )?;
    let mut all = Counts::default();
    for section in &stats.sections {
        all.merge(&section.counts);
        let longest = section.longest.as_ref();
        let longest = longest.map_or("-".to_owned(), |win| {
            format!("+{} in {}", win.margin, win.plies)
        });
        let SectionStats {
            class,
            side,
            counts,
            ..
        } = section;
        writeln!(out, "{class:<8} {side:<7} {} {longest:>12}", row(counts))?;
    }
    writeln!(out, "all              {}", row(&all))?;
    let wins = stats
        .sections
        .iter()
        .filter_map(|section| section.longest.as_ref());
    if let Some(win) = wins.max_by_key(|win| win.plies) {
        writeln!(
            out,
            "Longest win: by {} in {} plies from {}: {}",
            win.margin,
            win.plies,
            win.position,
            win.line.join(" ")
        )?;
    }
    let count: u64 = stats.zugzwangs.iter().map(|class| class.count).sum();
    writeln!(out, "Mutual zugzwangs: {}", grouped(count))?;
    let examples = stats
        .zugzwangs
        .iter()
        .filter_map(|class| class.example.as_ref());
    if let Some((position, cost)) = examples.max_by_key(|(_, cost)| *cost) {
        writeln!(out, "The move costs most, {cost} points, in {position}")?;
    }
    Ok(())
}

fn row(counts: &Counts) -> String {
    let numbers = [
        counts.positions,
        counts.won,
        counts.drawn,
        counts.lost,
        counts.exact,
        counts.estimates,
    ];
    numbers
        .map(|number| format!("{:>13}", grouped(number)))
        .join(" ")
}
