//! `jarmo tablebase stats`: what layers are like, counted over all their positions.

mod counts;
mod endings;
mod longest;
mod text;
mod zugzwang;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jarmo_engine::tablebase::{Class, Layer, SectionValues, Tablebase};
use jarmo_engine::{RuleSet, Side};
use rayon::prelude::*;
use serde::Serialize;

use super::super::error::Error;
use super::args::StatsArgs;
use super::folder;
use super::interrupt_signal;
use super::progress::Progress;
use counts::Counts;
use endings::Endings;
use longest::{Furthest, LongestWin};
use zugzwang::Zugzwangs;

/// Positions that a thread goes over at a time.
const CHUNK: u64 = 1 << 16;

/// What is counted of a layer.
#[derive(Debug, Serialize)]
struct LayerStats {
    #[serde(rename = "type")]
    kind: &'static str,
    variant: &'static str,
    layer: u8,
    /// All sections together.
    all: Counts,
    longest: Option<LongestWin>,
    zugzwang: Zugzwangs,
    classes: Vec<ClassStats>,
}

#[derive(Debug, Serialize)]
struct ClassStats {
    class: String,
    /// Both sides to move together.
    all: Counts,
    /// White to move, then Black.
    sections: Vec<SectionStats>,
    zugzwang: Zugzwangs,
}

/// Of a class with one side to move; margins are those of this side.
#[derive(Debug, Serialize)]
struct SectionStats {
    side: String,
    #[serde(flatten)]
    counts: Counts,
    longest: Option<LongestWin>,
}

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<(), Error> {
    let rules = args.tables.variant;
    let tables = folder::open_alone(args.tables.path.as_deref())?;
    let layers = folder::layers(&tables, rules, &args.layer)?;
    let interrupted = interrupt_signal()?;
    let endings = args
        .endings
        .then(|| Endings::open(args, rules, &interrupted))
        .transpose()?;
    for layer in layers {
        if let Some(endings) = &endings {
            endings.find(layer)?;
        }
        let survey = Survey {
            tables: &tables,
            rules,
            endings: endings.as_ref(),
            interrupted: &interrupted,
        };
        let stats = survey.layer(layer)?;
        if args.json {
            let json = serde_json::to_string(&stats).expect("plain fields");
            writeln!(out, "{json}")?;
        } else {
            text::write(&stats, out)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Where the figures come from.
struct Survey<'a> {
    tables: &'a Tablebase,
    rules: RuleSet,
    endings: Option<&'a Endings>,
    interrupted: &'a Arc<AtomicBool>,
}

impl Survey<'_> {
    fn layer(&self, layer: Layer) -> Result<LayerStats, Error> {
        let progress = Progress::of_counting(&format!("layer {layer}"));
        let mut stats = LayerStats {
            kind: "stats",
            variant: self.rules.name(),
            layer: layer.weight(),
            all: Counts::default(),
            longest: None,
            zugzwang: Zugzwangs::default(),
            classes: Vec::new(),
        };
        let mut looked_at = 0;
        for class in layer.classes() {
            if self.interrupted.load(Ordering::Relaxed) {
                progress.finish();
                return Err(Error::Interrupted(format!("interrupted in layer {layer}")));
            }
            let class_stats = self.class(class)?;
            stats.all.merge(&class_stats.all);
            stats.zugzwang.merge(&class_stats.zugzwang);
            for section in &class_stats.sections {
                stats.longest = LongestWin::longer(stats.longest.take(), section.longest.clone());
            }
            stats.classes.push(class_stats);
            looked_at += class.size();
            progress.count(looked_at as usize, layer.size() as usize);
        }
        progress.finish();
        Ok(stats)
    }

    fn class(&self, class: Class) -> Result<ClassStats, Error> {
        let [white, black] =
            Side::BOTH.map(|side| folder::section(self.tables, self.rules, class, side));
        let values = [white?, black?];
        let mut all = Counts::default();
        let mut sections = Vec::new();
        for (side, values) in Side::BOTH.into_iter().zip(&values) {
            let section = self.section(class, side, values)?;
            all.merge(&section.counts);
            sections.push(section);
        }
        Ok(ClassStats {
            class: class.to_string(),
            all,
            sections,
            zugzwang: zugzwang::count(self.rules, class, &values),
        })
    }

    fn section(
        &self,
        class: Class,
        side: Side,
        values: &SectionValues,
    ) -> Result<SectionStats, Error> {
        let endings = self.endings.map(|endings| endings.of_class(class, side));
        let endings = endings.transpose()?;
        let of_chunk = |indices: std::ops::Range<u64>| {
            let mut counts = Counts::default();
            let mut furthest = Furthest::default();
            for index in indices {
                if let Some(value) = values.get(index) {
                    counts.add(value, endings.as_ref().map(|it| it.of(index)));
                    furthest.consider(index, value);
                }
            }
            (counts, furthest)
        };
        let (counts, furthest) = chunks(class).map(of_chunk).reduce(
            || (Counts::default(), Furthest::default()),
            |(mut counts, furthest), (other, further)| {
                counts.merge(&other);
                (counts, furthest.or(further))
            },
        );
        Ok(SectionStats {
            side: side.to_string().to_lowercase(),
            counts,
            longest: furthest.win(self.tables, self.rules, class, side),
        })
    }
}

/// The indices of a class in pieces for several threads.
fn chunks(class: Class) -> impl ParallelIterator<Item = std::ops::Range<u64>> {
    let size = class.size();
    let count = size.div_ceil(CHUNK);
    (0..count)
        .into_par_iter()
        .map(move |chunk| chunk * CHUNK..((chunk + 1) * CHUNK).min(size))
}
