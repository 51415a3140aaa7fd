//! The figures of a layer as a table, and its findings in words.

use std::io::{self, Write};

use super::super::super::table::grouped;
use super::counts::Counts;
use super::longest::LongestWin;
use super::{LayerStats, SectionStats};

pub(super) fn write(stats: &LayerStats, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Layer {} of {}", stats.layer, stats.variant)?;
    writeln!(
        out,
        "class    to move      positions           won         drawn          lost         exact     one bound      estimate  longest win"
    )?;
    for class in &stats.classes {
        for section in &class.sections {
            let SectionStats {
                side,
                counts,
                longest,
            } = section;
            let longest = longest.as_ref().map_or("-".to_owned(), |win| {
                format!("+{} in {}", win.margin, win.plies)
            });
            let class = &class.class;
            writeln!(out, "{class:<8} {side:<7} {} {longest:>12}", row(counts))?;
        }
        let both = row(&class.all);
        writeln!(out, "{:<8} {:<7} {both}", class.class, "both")?;
    }
    writeln!(out, "{:<8} {:<7} {}", "all", "both", row(&stats.all))?;
    write_findings(stats, out)
}

fn write_findings(stats: &LayerStats, out: &mut dyn Write) -> io::Result<()> {
    let all = &stats.all;
    if all.unsettled > 0 {
        writeln!(out, "Unsettled: {}", grouped(all.unsettled))?;
    }
    if let Some(draws) = &all.draws {
        writeln!(
            out,
            "Draws that either side can end: {}; endless: {} ({} to be ended by neither side, {} by the side to move alone, {} by its opponent alone)",
            grouped(draws.ended),
            grouped(draws.endless()),
            grouped(draws.by_neither),
            grouped(draws.by_mover),
            grouped(draws.by_opponent),
        )?;
    }
    let margins = all.margins.iter();
    let margins = margins.map(|(margin, &count)| match margin {
        0 => format!("0 {}", grouped(count)),
        _ => format!("{margin:+} {}", grouped(count)),
    });
    writeln!(out, "Margins: {}", margins.collect::<Vec<_>>().join(", "))?;
    if let Some(LongestWin {
        position,
        margin,
        plies,
        line,
    }) = &stats.longest
    {
        let way = if line.len() == *plies as usize {
            line.join(" ")
        } else {
            "the tables, which know no runs, do not show the way".to_owned()
        };
        writeln!(
            out,
            "Longest win: by {margin} in {plies} plies from {position}: {way}"
        )?;
    }
    let zugzwang = &stats.zugzwang;
    writeln!(
        out,
        "Mutual zugzwangs: {}, of them {} for sure; in {} the move changes the outcome, {} are lost for whoever is to move",
        grouped(zugzwang.count),
        grouped(zugzwang.sure),
        grouped(zugzwang.decisive),
        grouped(zugzwang.full),
    )?;
    if let Some(example) = &zugzwang.example {
        writeln!(
            out,
            "The move costs most, {} points, in {}: {:+} for White to move, {:+} for Black to move",
            example.cost(),
            example.position,
            example.white,
            example.black,
        )?;
    }
    writeln!(out)
}

fn row(counts: &Counts) -> String {
    let numbers = [
        counts.positions,
        counts.won,
        counts.drawn,
        counts.lost,
        counts.exact,
        counts.at_least + counts.at_most,
        counts.estimates,
    ];
    numbers
        .map(|number| format!("{:>13}", grouped(number)))
        .join(" ")
}
