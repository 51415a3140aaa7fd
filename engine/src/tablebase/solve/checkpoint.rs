//! A solver's state as bytes, so that work goes on where it was left.
//!
//! Version, rule set, layer and stage in a byte each, then the entries so far, packed, then the cells of the stage. Which cells have
//! changed is left out: the first round after resuming looks at all of them.

use std::io::{self, ErrorKind, Read, Write};

use crate::ruleset::RuleSet;
use crate::side::Side;
use crate::tablebase::class::Layer;

use super::objective::Value;
use super::packed::Packed;
use super::table::SolvedLayer;
use super::{LayerSolver, Stage};

/// Changes with every change of what follows.
const VERSION: u8 = 0x13;

const VALUES: u8 = 0;
const BOUNDS: u8 = 1;
const DONE: u8 = 3;
const RUNS: u8 = 4;

impl<'a> LayerSolver<'a> {
    /// Writes all that [`Self::resume`] needs.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        let stage = match &self.stage {
            Stage::Runs => RUNS,
            Stage::Values(_) => VALUES,
            Stage::Bounds(iteration) => BOUNDS + iteration.objective().side as u8,
            Stage::Done => DONE,
        };
        out.write_all(&[VERSION, self.known.rules as u8, self.layer.weight(), stage])?;
        for packed in self.tables.iter().flatten() {
            packed.save(out)?;
        }
        match &self.stage {
            Stage::Values(iteration) => iteration.save(out),
            Stage::Bounds(iteration) => iteration.save(out),
            Stage::Runs | Stage::Done => Ok(()),
        }
    }

    /// The solver that [`save`](Self::save) was called on; the other arguments are those of [`Self::new`].
    ///
    /// # Errors
    /// Those of `input`, and [`ErrorKind::InvalidData`] for the state of another layer or rule set.
    pub fn resume(
        rules: RuleSet,
        layer: Layer,
        lower: &'a [&'a SolvedLayer],
        threads: usize,
        input: &mut impl Read,
    ) -> io::Result<Self> {
        let mut solver = Self::idle(rules, layer, lower, threads);
        let mut head = [0; 4];
        input.read_exact(&mut head)?;
        let [version, its_rules, weight, stage] = head;
        let is_ours = (version, its_rules, weight) == (VERSION, rules as u8, layer.weight());
        if !is_ours || stage > RUNS {
            let expected = format!("this is not the state of layer {layer} of {rules}");
            return Err(io::Error::new(ErrorKind::InvalidData, expected));
        }
        if stage != VALUES && stage != RUNS {
            for class in layer.classes() {
                let pair = [Packed::load(class, input)?, Packed::load(class, input)?];
                solver.tables.push(pair);
            }
        }
        solver.stage = match stage {
            VALUES => {
                let mut iteration = solver.begin(Value);
                iteration.load(input)?;
                Stage::Values(iteration)
            }
            RUNS => Stage::Runs,
            DONE => Stage::Done,
            _ => {
                let side = Side::BOTH[usize::from(stage - BOUNDS)];
                let mut iteration = solver.begin_bounds(side);
                iteration.load(input)?;
                Stage::Bounds(iteration)
            }
        };
        Ok(solver)
    }
}
