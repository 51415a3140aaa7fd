//! What it costs to ask the tables that are part of the program.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jarmo_engine::tablebase::{Class, Layer, Tablebase};
use jarmo_engine::{Position, RuleSet, Side};

/// Positions spread over all classes of the layers 2 to `highest`, in no order that memory likes.
fn positions(highest: u8) -> Vec<Position> {
    let layers = Layer::all().filter(|layer| layer.weight() <= highest);
    let classes: Vec<Class> = layers.flat_map(Layer::classes).collect();
    let mut positions = Vec::new();
    for number in 0..400_u64 {
        for &class in &classes {
            let index = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) % class.size();
            let side = Side::BOTH[(number % 2) as usize];
            let armies = class.armies(index);
            positions.push(Position::of_armies(RuleSet::Jarmo, side, armies));
        }
    }
    positions
}

fn sum(tables: &Tablebase, positions: &[Position]) -> i32 {
    let margin = |position| tables.probe(position).map_or(99, |value| value.margin);
    positions.iter().map(margin).sum()
}

fn probe(c: &mut Criterion) {
    let tables = Tablebase::embedded();
    let mut group = c.benchmark_group("tablebase");
    for highest in [4, 6] {
        let positions = positions(highest);
        let expected = sum(&tables, &positions);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("probe up to layer {highest}"), |b| {
            b.iter(|| assert_eq!(sum(&tables, black_box(&positions)), expected));
        });
    }
    group.bench_function("open the tables of the program", |b| {
        b.iter(|| assert!(!black_box(Tablebase::embedded()).is_empty()));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3));
    targets = probe
}
criterion_main!(benches);
