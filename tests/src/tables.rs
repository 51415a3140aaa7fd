//! Tablebases of the lowest layers, of any rule set.

use jarmo_engine::RuleSet;
use jarmo_engine::tablebase::file::{Content, TableFile, WriteOptions, write_layer};
use jarmo_engine::tablebase::{Layer, LayerSolver, SolvedLayer, Tablebase, file_name};

/// Solves the layers from 2 to `top`.
///
/// # Panics
/// If there is no such layer.
#[must_use]
pub fn solve_layers(rules: RuleSet, top: u8) -> Vec<SolvedLayer> {
    let mut solved: Vec<SolvedLayer> = Vec::new();
    for weight in 2..=top {
        let layer = Layer::new(weight).expect("there are such layers");
        let lower: Vec<&SolvedLayer> = solved.iter().collect();
        let mut solver = LayerSolver::new(rules, layer, &lower, 2);
        while solver.round().is_some() {}
        let layer = solver.finish().expect("no round is left");
        solved.push(layer);
    }
    solved
}

/// A tablebase of the layers from 2 to `top`, solved for the occasion.
///
/// # Panics
/// As [`solve_layers`], or if a file can't be written.
#[must_use]
pub fn tablebase(rules: RuleSet, top: u8) -> Tablebase {
    let folder = tempfile::tempdir().expect("a folder for tables");
    let mut tables = Tablebase::default();
    for layer in solve_layers(rules, top) {
        let path = folder.path().join(file_name(rules, layer.layer()));
        let (content, options) = (Content::MarginAndDistance, WriteOptions::default());
        write_layer(&path, &layer, content, options, &mut |_, _| ()).expect("a table is written");
        // The file stays open, and is gone when the tables are.
        tables.add(TableFile::open(&path).expect("a table that was just written"));
    }
    tables
}
