//! What the search costs: evaluation, the table, and whole searches of fixed depth.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jarmo_benches::{brief, positions};
use jarmo_engine::eval::{WEIGHTS, Weights, evaluate};
use jarmo_engine::search::{Bound, SearchControl, SearchLimits, Searcher};
use jarmo_engine::{Entry, Position, RuleSet, Score, Table};

/// Far fewer than the table holds, so that none drives out another.
const ENTRIES: u64 = 10_000;

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    // A file read back is no constant that the compiler could have seen through.
    let weights = Weights::from_bytes(&WEIGHTS.to_bytes("")).expect("the shipped weights");
    let evaluated = |position: &Position| weights.evaluate(position).hundredths();
    let expected: i32 = positions.iter().map(|it| evaluate(it).hundredths()).sum();
    group.bench_function("evaluate", |b| {
        b.iter(|| {
            assert_eq!(
                black_box(&positions).iter().map(evaluated).sum::<i32>(),
                expected
            );
        });
    });
    group.finish();
}

/// Keys that spread over the whole table, as those of positions do.
fn keys() -> impl Iterator<Item = u64> {
    (1..=ENTRIES).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn entry(key: u64) -> Entry {
    Entry {
        best: None,
        score: Score::estimate((key >> 54) as i32),
        depth: (key >> 60) as u8,
        bound: Bound::Exact,
    }
}

fn table(c: &mut Criterion) {
    let table = || Table::new(4).expect("room for a small table");
    let filled = table();
    keys().for_each(|key| filled.put(key, entry(key)));
    let found = |table: &Table| {
        keys()
            .filter(|&key| table.get(key) == Some(entry(key)))
            .count() as u64
    };
    assert_eq!(found(&filled), ENTRIES);

    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(ENTRIES));
    group.bench_function("get", |b| {
        b.iter(|| assert_eq!(found(black_box(&filled)), ENTRIES));
    });
    group.bench_function("get_unknown", |b| {
        let unknown = || keys().filter(|&key| filled.get(!key).is_none()).count() as u64;
        b.iter(|| assert_eq!(black_box(unknown()), ENTRIES));
    });
    group.bench_function("put", |b| {
        let put = |table: Table| {
            keys().for_each(|key| table.put(key, entry(key)));
            table
        };
        b.iter_batched(table, put, BatchSize::LargeInput);
        assert_eq!(found(&put(table())), ENTRIES);
    });
    group.finish();
}

/// One thread and a fresh table: the same tree every time.
fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search_depth_8");
    group.sample_size(10);
    let limits = SearchLimits {
        depth: Some(8),
        ..SearchLimits::default()
    };
    let mut searcher = Searcher::new(4).expect("room for a small table");
    let mut search = |position: &Position| {
        searcher.clear();
        let outcome = searcher.search(position, &[], &limits, &SearchControl::new(), &mut |_| ());
        let best = outcome.best();
        (best.score, best.nodes, outcome.best_move())
    };
    for rules in RuleSet::ALL {
        let start = Position::start(rules);
        let expected = search(&start);
        group.throughput(Throughput::Elements(expected.1));
        group.bench_function(BenchmarkId::from_parameter(rules), |b| {
            b.iter(|| assert_eq!(search(black_box(&start)), expected));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = brief();
    targets = evaluation, table, searches
}
criterion_main!(benches);
