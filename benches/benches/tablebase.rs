//! What the tablebases cost: the index in both directions, and solving.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jarmo_engine::tablebase::{Army, Class, Layer, LayerSolver, SolvedLayer};
use jarmo_engine::{RuleSet, Side};

/// Indices spread over all classes of layer 8.
fn samples() -> Vec<(Class, u64)> {
    let layer = Layer::new(8).expect("there is such a layer");
    let of_class = |class: Class| (0..100).map(move |n| (class, class.size() / 100 * n));
    layer.classes().flat_map(of_class).collect()
}

fn index(c: &mut Criterion) {
    let samples = samples();
    let armies: Vec<(Class, [Army; 2])> = samples
        .iter()
        .map(|&(class, index)| (class, class.armies(index)))
        .collect();
    let expected: u64 = samples.iter().map(|sample| sample.1).sum();
    let archers: u32 = armies
        .iter()
        .map(|(_, armies)| armies[0].archers.len())
        .sum();
    let mut group = c.benchmark_group("tablebase");
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function("rank", |b| {
        b.iter(|| {
            let indices = black_box(&armies).iter();
            let sum: u64 = indices.map(|&(class, armies)| class.index(armies)).sum();
            assert_eq!(sum, expected);
        });
    });
    group.bench_function("unrank", |b| {
        b.iter(|| {
            let armies = black_box(&samples).iter();
            let sum: u32 = armies
                .map(|&(class, index)| class.armies(index)[Side::White as usize].archers.len())
                .sum();
            assert_eq!(sum, archers);
        });
    });
    group.finish();
}

fn solve(layer: Layer, lower: &[&SolvedLayer]) -> SolvedLayer {
    let mut solver = LayerSolver::new(RuleSet::Jarmo, layer, lower, 2);
    while solver.round().is_some() {}
    solver.finish().expect("no round is left")
}

/// Solves layer 5, the ones below being solved before.
fn solving(c: &mut Criterion) {
    let mut solved: Vec<SolvedLayer> = Vec::new();
    let layers: Vec<Layer> = Layer::all().take(4).collect();
    for &layer in &layers[..3] {
        let lower: Vec<&SolvedLayer> = solved.iter().collect();
        let next = solve(layer, &lower);
        solved.push(next);
    }
    let lower: Vec<&SolvedLayer> = solved.iter().collect();
    let mut group = c.benchmark_group("tablebase");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(30));
    group.throughput(Throughput::Elements(2 * layers[3].size()));
    group.bench_function("solve layer 5", |b| {
        b.iter(|| {
            let solved = solve(layers[3], &lower);
            let values = solved.tables().flat_map(|(_, tables)| &tables[0].values);
            let won = values.filter(|&&value| value >= 9 * 11).count();
            assert!(won > 1_000_000, "{won}");
        });
    });
    group.finish();
}

criterion_group!(benches, index, solving);
criterion_main!(benches);
