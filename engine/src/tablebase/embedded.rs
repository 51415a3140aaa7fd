//! The tables that are part of the program.
//!
//! They are those of the default rules up to layer 6: margins with distances up to layer
//! 5, margins alone in layer 6, which would be too large with distances. They were
//! written by `jarmo tablebase build --layer 6` and, for each layer, `jarmo tablebase
//! export --layer N --block 20` (`--content margins` for layer 6). A program that has
//! them answers from its first move on, whoever runs it wherever; they are decompressed
//! block by block when they are first asked for, so that they cost no time at the start.

use super::access::Tablebase;
use super::file::TableFile;

/// The files by their layers, the lowest first.
const FILES: [(&str, &[u8]); 5] = [
    ("jarmo-2", include_bytes!("../../data/jarmo-2.jtb")),
    ("jarmo-3", include_bytes!("../../data/jarmo-3.jtb")),
    ("jarmo-4", include_bytes!("../../data/jarmo-4.jtb")),
    ("jarmo-5", include_bytes!("../../data/jarmo-5.jtb")),
    ("jarmo-6", include_bytes!("../../data/jarmo-6.jtb")),
];

impl Tablebase {
    /// The tables that are part of the program.
    #[must_use]
    pub fn embedded() -> Self {
        let mut tablebase = Self::default();
        for (name, bytes) in FILES {
            let name = format!("{name} of the program");
            let file = TableFile::from_bytes(&name, bytes);
            tablebase.add(file.expect("the program was built with whole tables"));
        }
        tablebase
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;
    use crate::tablebase::file::{Content, WriteOptions, write_layer};
    use crate::tablebase::{Layer, LayerSolver, SolvedLayer, file_name};

    fn bytes(layer: Layer) -> &'static [u8] {
        FILES[usize::from(layer.weight() - Layer::LOWEST.weight())].1
    }

    /// Solves a layer, the lower ones being those of the program, and compares the file.
    fn assert_is_that_of_a_fresh_build(weight: u8) {
        let layer = Layer::new(weight).unwrap();
        let lower: Vec<SolvedLayer> = Layer::all()
            .filter(|&lower| lower < layer && lower.weight() + 2 >= weight)
            .map(|lower| TableFile::from_bytes("of the program", bytes(lower)).unwrap())
            .map(|file| file.solved_layer().unwrap())
            .collect();
        let lower: Vec<&SolvedLayer> = lower.iter().collect();
        let mut solver = LayerSolver::new(RuleSet::Jarmo, layer, &lower, 2);
        while solver.round().is_some() {}
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file_name(RuleSet::Jarmo, layer));
        let content = if weight < 6 {
            Content::MarginAndDistance
        } else {
            Content::Margin
        };
        let options = WriteOptions {
            level: 19,
            block_log: 20,
            threads: 2,
        };
        let solved = solver.finish().unwrap();
        write_layer(&path, &solved, content, options, &mut |_, _| ()).unwrap();
        assert!(
            std::fs::read(path).unwrap() == bytes(layer),
            "layer {layer}"
        );
    }

    #[test]
    fn the_tables_of_the_program_are_those_of_a_fresh_build() {
        for weight in [2, 3, 5] {
            assert_is_that_of_a_fresh_build(weight);
        }
    }

    #[test]
    #[ignore = "a minute in an optimised build"]
    fn so_are_the_large_ones() {
        for weight in [4, 6] {
            assert_is_that_of_a_fresh_build(weight);
        }
    }

    #[test]
    fn the_program_has_layers_2_to_6_in_8_mebibytes() {
        let tables = Tablebase::embedded();
        let layers: Vec<u8> = tables
            .layers(RuleSet::Jarmo)
            .map(|table| table.layer.weight())
            .collect();
        assert_eq!(layers, [2, 3, 4, 5, 6]);
        let size: usize = FILES.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(size <= 8 << 20, "{size}");
    }
}
