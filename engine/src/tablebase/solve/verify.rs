//! A second opinion on solved layers, which shares the index with the solver and nothing else.

use rayon::prelude::*;

use crate::position::Position;
use crate::score::{Proven, Score};
use crate::side::Side;
use crate::tablebase::class::Class;
use crate::tablebase::entry::Entry;

use super::table::SolvedLayer;

/// Entries that are looked at between two looks at how many mistakes there are.
const BATCH: u64 = 1 << 16;

/// An entry that does not follow from the entries of the successors.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// What the table says.
    pub stored: Entry,
    /// What follows from the successors.
    pub computed: Entry,
}

/// Compares margin and distance of every entry with what follows from its legal moves; gives the first few that differ.
///
/// Distances fall along won games, so that won positions that follow from their successors are won indeed; and a
/// side that follows the others, drawn ones, never has to lose. The entries are those of a game without the to-and-fro
/// rule, so that it has nothing to say of layers that were solved with it, the
/// [lowest ones](crate::tablebase::Layer::is_solved_with_runs). `is_stopped` is asked now and then whether to give up.
#[must_use]
pub fn verify_layer(
    solved: &SolvedLayer,
    lower: &[&SolvedLayer],
    most: usize,
    is_stopped: &(impl Fn(u64) -> bool + Sync),
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let mut looked_at = 0;
    for (class, _) in solved.tables() {
        for to_move in Side::BOTH {
            for first in (0..class.size()).step_by(BATCH as usize) {
                let batch = first..(first + BATCH).min(class.size());
                looked_at += batch.end - batch.start;
                let mismatches = batch
                    .into_par_iter()
                    .filter_map(|index| check(solved, lower, class, to_move, index));
                found.extend(mismatches.collect::<Vec<_>>());
                found.truncate(most);
                if found.len() == most || is_stopped(looked_at) {
                    return found;
                }
            }
        }
    }
    found
}

/// The first few entries in which `stored` differs from `computed`, which is of the same rules and the same layer.
///
/// This checks the layers that were [solved with runs](crate::tablebase::Layer::is_solved_with_runs): their files leave
/// the runs out, and without them entries do not follow from each other. A solver ends with a pass in which every state,
/// runs included, follows from its successors; a layer that it has solved anew tells whether a file is right.
#[must_use]
pub fn compare_layers(stored: &SolvedLayer, computed: &SolvedLayer, most: usize) -> Vec<Mismatch> {
    let indices = stored
        .layer()
        .classes()
        .flat_map(|class| (0..class.size()).map(move |index| (class, index)));
    let entries = indices.flat_map(|place| Side::BOTH.map(|side| (place, side)));
    let mismatches = entries.filter_map(|((class, index), to_move)| {
        let [stored_entry, computed] =
            [stored, computed].map(|layer| layer.entry(class, to_move, index));
        (stored_entry != computed).then(|| Mismatch {
            position: Position::of_armies(stored.rules(), to_move, class.armies(index)),
            stored: stored_entry,
            computed,
        })
    });
    mismatches.take(most).collect()
}

fn check(
    solved: &SolvedLayer,
    lower: &[&SolvedLayer],
    class: Class,
    to_move: Side,
    index: u64,
) -> Option<Mismatch> {
    let position = Position::of_armies(solved.rules(), to_move, class.armies(index));
    let stored = solved.entry(class, to_move, index);
    let score = |next: &Position| {
        if next.has_ended() {
            return Score::ended(next.margin(), 0);
        }
        let layers = std::iter::once(&solved).chain(lower);
        let entry = layers.into_iter().find_map(|layer| layer.probe(next));
        let entry = entry.expect("a turn leads to the layer or to lower ones");
        Score::ended(entry.margin.into(), entry.distance.into())
    };
    let mut best = None;
    position.for_each_move(|mv| {
        let score = a_turn_earlier(-score(&position.play(mv)));
        best = best.max(Some(score));
    });
    let computed = best.unwrap_or(Score::ended(position.margin(), 0));
    let computed = computed.proven().unwrap_or(Proven {
        margin: 0,
        plies: 0,
    });
    let computed = Entry {
        margin: computed.margin as i8,
        distance: u8::try_from(computed.plies).unwrap_or(u8::MAX),
        ..stored
    };
    (computed != stored).then_some(Mismatch {
        position,
        stored,
        computed,
    })
}

fn a_turn_earlier(score: Score) -> Score {
    score.proven().map_or(score, |Proven { margin, plies }| {
        Score::ended(margin, plies + 1)
    })
}
