//! The final report, as text and as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use crate::matches::{Match, Standings};
use crate::statistics::{Decision, Estimate, Sprt, Tally};
use jarmo_engine::Side;
use serde_json::{Value, json};

use super::director::End;

/// What a match has come to.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was to be played.
    pub of: &'a Match,
    /// Why it ended.
    pub end: End,
    /// The test that might have ended it.
    pub sprt: Option<Sprt>,
    /// Games that had been played before.
    pub resumed: u64,
    /// Time that the other games took, and what the engines used of it in all.
    pub wall: Duration,
    /// See `wall`.
    pub thinking: Duration,
    /// The results.
    pub standings: Standings,
}

/// `+1.39 ± 12.30`; a dash where the results allow no estimate.
pub(super) fn shown(estimate: Estimate, digits: usize) -> String {
    let Estimate { value, error } = estimate;
    // Avoids a zero with a sign of its own.
    let value = value + 0.0;
    match (value.is_nan(), error.is_finite()) {
        (true, _) => "-".to_owned(),
        (false, true) => format!("{value:+.digits$} ± {error:.digits$}"),
        (false, false) => format!("{value:+.digits$}"),
    }
}

fn percent(part: f64, digits: usize) -> String {
    if part.is_nan() {
        "-".to_owned()
    } else {
        format!("{:.digits$} %", 100.0 * part)
    }
}

fn ratio(ratio: f64) -> String {
    if ratio.is_nan() {
        "-".to_owned()
    } else {
        format!("{ratio:.2}")
    }
}

impl Report<'_> {
    /// Writes it for people.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.of.contestants.len() > 2 {
            self.write_table(out)?;
        }
        for ([one, other], tally) in self.standings.encounters() {
            let names = [one, other].map(|engine| self.name(engine));
            write_encounter(out, names, tally)?;
            if let Some(sprt) = &self.sprt {
                writeln!(out, "  SPRT      {}", self.sprt_text(sprt, tally))?;
            }
        }
        self.write_endings(out)?;
        self.write_time(out)
    }

    fn name(&self, engine: usize) -> &str {
        &self.of.contestants[engine].name
    }

    /// All engines, the best first, against all that they met.
    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut engines: Vec<(&str, Tally)> = (0..self.of.contestants.len())
            .map(|engine| (self.name(engine), self.standings.of_engine(engine)))
            .collect();
        engines.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
        let width = engines.iter().map(|(name, _)| name.chars().count()).max();
        let width = width.unwrap_or_default().max("Engine".len());
        writeln!(
            out,
            "{:>4} {:width$} {:>6} {:>9} {:>17} {:>17} {:>18}",
            "Rank", "Engine", "Games", "Score", "+ = -", "Points", "Elo",
        )?;
        for (rank, (name, tally)) in (1..).zip(&engines) {
            let [wins, draws, losses] = tally.wins_draws_losses();
            let [own, theirs] = tally.points();
            writeln!(
                out,
                "{rank:>4} {name:width$} {:>6} {:>9} {:>17} {:>17} {:>18}",
                tally.games(),
                percent(tally.score(), 2),
                format!("{wins} {draws} {losses}"),
                format!("{own}-{theirs}"),
                shown(tally.pairs().elo(), 1)
            )?;
        }
        writeln!(out)
    }

    fn sprt_text(&self, sprt: &Sprt, tally: &Tally) -> String {
        let [lower, upper] = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(tally.pairs());
        let verdict = match self.end {
            End::Decided(Decision::Alternative) => "elo1 accepted",
            End::Decided(Decision::Null) => "elo0 accepted",
            _ => "undecided",
        };
        format!("LLR {ratio:.2} ({lower:.2}, {upper:.2}) for {sprt}: {verdict}")
    }

    fn write_endings(&self, out: &mut dyn Write) -> io::Result<()> {
        let listed = |endings: &mut dyn Iterator<Item = String>| -> String {
            endings.collect::<Vec<_>>().join(", ")
        };
        let mut endings = (self.standings.endings().iter())
            .map(|(termination, count)| format!("{termination} {count}"));
        writeln!(out, "Endings: {}", listed(&mut endings))?;
        let [won, drawn, lost] = self.standings.by_white();
        let score = (won as f64 + drawn as f64 / 2.0) / self.standings.games() as f64;
        writeln!(
            out,
            "White: +{won} ={drawn} -{lost}, score {}",
            percent(score, 2)
        )?;
        for engine in 0..self.of.contestants.len() {
            let forfeits = self.standings.forfeits(engine);
            if !forfeits.is_empty() {
                let mut forfeits = forfeits
                    .iter()
                    .map(|(termination, count)| format!("{termination} {count}"));
                let name = self.name(engine);
                writeln!(out, "Forfeits of {name}: {}", listed(&mut forfeits))?;
            }
        }
        Ok(())
    }

    fn write_time(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self.standings.games();
        let planned = self.of.schedule.games();
        let mut text = format!("{games} of {planned} games");
        if self.resumed > 0 {
            write!(text, ", {} of them before", self.resumed).expect("a String takes everything");
        }
        if self.end == End::Interrupted {
            text.push_str("; interrupted");
        }
        writeln!(
            out,
            "{text}; {:.1} plies a game; {:.1} s, of which engines used {}",
            self.standings.plies() as f64 / games as f64,
            self.wall.as_secs_f64(),
            percent(self.engine_share(), 1)
        )
    }

    /// The part of the time of all workers in which an engine was thinking.
    fn engine_share(&self) -> f64 {
        let possible = self.wall.as_secs_f64() * self.of.concurrency as f64;
        self.thinking.as_secs_f64() / possible
    }

    /// Writes it as one JSON object; its fields are those that `jarmo-match --help` lists.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let encounters = self.standings.encounters();
        let encounters: Vec<Value> = encounters
            .map(|([one, other], tally)| {
                let mut encounter = tally_json(tally);
                encounter["engines"] = json!([self.name(one), self.name(other)]);
                encounter
            })
            .collect();
        let engines: Vec<Value> = (0..self.of.contestants.len())
            .map(|engine| {
                let mut json = tally_json(&self.standings.of_engine(engine));
                json["name"] = json!(self.name(engine));
                json["limits"] = json!(self.of.contestants[engine].limits.to_string());
                json["forfeits"] = counts_json(self.standings.forfeits(engine));
                json
            })
            .collect();
        let report = json!({
            "event": self.of.event,
            "variant": self.of.rules.name(),
            "games": self.standings.games(),
            "games_planned": self.of.schedule.games(),
            "games_resumed": self.resumed,
            "end": match self.end {
                End::Complete => "complete",
                End::Decided(_) => "decided",
                End::Interrupted => "interrupted",
                End::Forfeited => "forfeited",
            },
            "engines": engines,
            "encounters": encounters,
            "sprt": self.sprt.as_ref().map(|sprt| self.sprt_json(sprt)),
            "by_white": results_json(self.standings.by_white()),
            "endings": counts_json(self.standings.endings()),
            "plies": self.standings.plies(),
            "seconds": self.wall.as_secs_f64(),
            "engine_share": self.engine_share(),
        });
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)
    }

    fn sprt_json(&self, sprt: &Sprt) -> Value {
        let pairs = self
            .standings
            .encounters()
            .next()
            .map(|(_, tally)| tally.pairs());
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "model": sprt.model.name(),
            "llr": pairs.map(|pairs| sprt.log_likelihood_ratio(pairs)),
            "bounds": sprt.bounds(),
            "accepted": match self.end {
                End::Decided(Decision::Null) => Some("elo0"),
                End::Decided(Decision::Alternative) => Some("elo1"),
                _ => None,
            },
        })
    }
}

fn write_encounter(out: &mut dyn Write, names: [&str; 2], tally: &Tally) -> io::Result<()> {
    let [wins, draws, losses] = tally.wins_draws_losses();
    let [own, theirs] = tally.points();
    let pairs = tally.pairs();
    writeln!(
        out,
        "{} against {}: {} games",
        names[0],
        names[1],
        tally.games()
    )?;
    writeln!(
        out,
        "  Games     +{wins} ={draws} -{losses}, score {}, draws {}",
        percent(tally.score(), 2),
        percent(draws as f64 / tally.games() as f64, 1)
    )?;
    writeln!(
        out,
        "  Points    {own}-{theirs}, {} a game",
        shown(tally.margin(), 3)
    )?;
    for side in Side::BOTH {
        let [wins, draws, losses] = tally.wins_draws_losses_as(side);
        let score = percent(tally.score_as(side), 2);
        writeln!(
            out,
            "  As {side}  +{wins} ={draws} -{losses}, score {score}"
        )?;
    }
    let counts = pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(
        out,
        "  Pairs     {counts} with 0 ½ 1 1½ 2 points, split {}, won to lost {}",
        percent(pairs.split_ratio(), 1),
        ratio(pairs.pairs_ratio())
    )?;
    writeln!(out, "  Elo       {}", shown(pairs.elo(), 2))?;
    writeln!(out, "  nElo      {}", shown(pairs.normalized_elo(), 2))?;
    writeln!(
        out,
        "  LOS       {}",
        percent(pairs.likelihood_of_superiority(), 2)
    )
}

fn tally_json(tally: &Tally) -> Value {
    let estimate = |estimate: Estimate| json!({"value": estimate.value, "error": estimate.error});
    let pairs = tally.pairs();
    let mut json = results_json(tally.wins_draws_losses());
    let games = tally.games();
    json["games"] = json!(games);
    json["as_white"] = results_json(tally.wins_draws_losses_as(Side::White));
    json["as_black"] = results_json(tally.wins_draws_losses_as(Side::Black));
    json["score"] = json!(tally.score());
    json["draw_ratio"] = json!(tally.wins_draws_losses()[1] as f64 / games as f64);
    json["points"] = json!(tally.points());
    json["margin"] = estimate(tally.margin());
    json["pairs"] = json!(pairs.0);
    json["split_ratio"] = json!(pairs.split_ratio());
    json["pairs_ratio"] = json!(pairs.pairs_ratio());
    json["elo"] = estimate(pairs.elo());
    json["normalized_elo"] = estimate(pairs.normalized_elo());
    json["los"] = json!(pairs.likelihood_of_superiority());
    json
}

fn results_json([wins, draws, losses]: [u64; 3]) -> Value {
    json!({"wins": wins, "draws": draws, "losses": losses})
}

fn counts_json<K: ToString>(counts: &std::collections::BTreeMap<K, u64>) -> Value {
    let counts = counts
        .iter()
        .map(|(key, count)| (key.to_string(), json!(count)));
    Value::Object(counts.collect())
}
