//! Regrets as a table, and the most regretted moves.

use std::io::{self, Write};

use super::super::super::table::grouped;
use super::Regret;
use super::tally::Mean;

pub(super) fn write(rows: &[Regret], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "layer  limit           positions  left out   regret in points       moves with regret     outcomes lost"
    )?;
    for row in rows {
        let tally = &row.tally;
        writeln!(
            out,
            "{:<6} {:<15} {:>9} {:>9}   {:>7.4} ± {:.4}       {}       {}",
            name(row),
            row.limit,
            grouped(tally.positions),
            grouped(tally.left_out),
            tally.regret.mean,
            tally.regret.error,
            percent(tally.wrong),
            percent(tally.outcome_lost),
        )?;
    }
    for row in rows.iter().filter(|row| row.layer.is_some()) {
        for regretted in &row.tally.worst {
            let best = regretted.best.as_ref();
            let remark = best.map_or_else(String::new, |best| format!(" ({best} is best)"));
            writeln!(
                out,
                "layer {}, {}: {} makes {:+} of {:+} in {}{remark}",
                name(row),
                row.limit,
                regretted.mv,
                regretted.after,
                regretted.value,
                regretted.position,
            )?;
        }
    }
    Ok(())
}

fn name(row: &Regret) -> String {
    row.layer
        .map_or_else(|| "all".to_owned(), |layer| layer.to_string())
}

fn percent(share: Mean) -> String {
    format!("{:>6.2} ± {:.2} %", 100.0 * share.mean, 100.0 * share.error)
}
