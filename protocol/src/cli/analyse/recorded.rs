//! Games out of a record, to be annotated.
//!
//! The whole file is read and the chosen games are checked before any work begins, so
//! that what is wrong with it is told at once.

use std::path::Path;

use jarmo_protocol::record::{GameRecord, RecordError, RecordReader};

use super::super::args::AnalyseArgs;
use super::super::error::Error;
use super::annotate::{Label, Subject};
use super::read_input;

/// The games of the file that `args` choose.
pub(super) fn read(file: &Path, args: &AnalyseArgs) -> Result<Vec<Subject>, Error> {
    let name = file.display();
    let records = read_all(file)?;
    let [Some(first), Some(last)] = [records.first(), records.last()] else {
        let text = format!("no games in '{name}'; expected a record of games");
        return Err(Error::Usage(text));
    };
    let rounds = format!("{} to {}", first.round, last.round);
    let mut chosen = records;
    if let Some(round) = &args.round {
        chosen.retain(|record| is_of_round(record, round));
        if chosen.is_empty() {
            let text = format!("no round '{round}' in '{name}'; expected one of {rounds}");
            return Err(Error::Usage(text));
        }
    }
    if args.graph.is_some() && chosen.len() > 1 {
        return Err(Error::Usage(format!(
            "--graph of {} games in '{name}'; expected one, chosen with --round from {rounds}",
            chosen.len()
        )));
    }
    for record in &chosen {
        let checked = record.check();
        checked.map_err(|error| Error::Usage(format!("'{name}' {error}")))?;
    }
    Ok(chosen.into_iter().map(subject).collect())
}

fn read_all(file: &Path) -> Result<Vec<GameRecord>, Error> {
    let content = read_input(file)?;
    let records: Result<_, RecordError> = RecordReader::new(&content[..]).collect();
    records.map_err(|error| Error::Usage(format!("'{}' {error}", file.display())))
}

/// Whether a game is `round`, as 3.1, or belongs to it, as to 3.
fn is_of_round(record: &GameRecord, round: &str) -> bool {
    let rest = record.round.strip_prefix(round);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn subject(record: GameRecord) -> Subject {
    let [white, black] = &record.players;
    let (round, outcome) = (&record.round, &record.outcome);
    let title = format!(
        "Round {round}: {white} against {black}, {}, {}",
        outcome.result(),
        outcome.termination
    );
    Subject {
        game: record.game,
        label: Some(Label {
            round: record.round,
            title,
        }),
    }
}
