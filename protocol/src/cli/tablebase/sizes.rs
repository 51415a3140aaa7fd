//! `jarmo tablebase sizes`: how many positions there are.

use std::io::Write;

use jarmo_engine::tablebase::{Class, Layer};

use super::super::error::Error;
use super::super::table::grouped;
use super::args::SizesArgs;

pub(super) fn run(args: &SizesArgs, out: &mut dyn Write) -> Result<(), Error> {
    match args.layer {
        Some(layer) => classes(layer, out),
        None => layers(out),
    }
}

fn layers(out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "layer  classes       positions")?;
    let (mut classes, mut positions) = (0, 0);
    for layer in Layer::all() {
        let count = layer.classes().count();
        writeln!(out, "{layer:>5} {count:>8} {:>15}", grouped(layer.size()))?;
        classes += count;
        positions += layer.size();
    }
    writeln!(out, "  all {classes:>8} {:>15}", grouped(positions))?;
    Ok(())
}

fn classes(layer: Layer, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "class         positions")?;
    for class in layer.classes() {
        writeln!(out, "{class:<8} {:>14}", grouped(Class::size(class)))?;
    }
    writeln!(out, "all      {:>14}", grouped(layer.size()))?;
    Ok(())
}
