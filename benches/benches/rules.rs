//! What the rules cost: moves, keys, text forms, and whole trees.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jarmo_benches::{brief, cases, positions};
use jarmo_engine::perft::{HashedPerft, perft};
use jarmo_engine::{Move, Position, RuleSet};

/// Times `work` over all positions, `elements` being what it is asked to handle in one pass.
fn bench_pass(c: &mut Criterion, name: &str, elements: usize, mut work: impl FnMut()) {
    let mut group = c.benchmark_group("rules");
    group.throughput(Throughput::Elements(elements as u64));
    group.bench_function(name, |b| b.iter(&mut work));
    group.finish();
}

fn generation(c: &mut Criterion) {
    let cases = cases();
    let sum = |count: fn(&Position) -> usize| -> usize {
        let positions = black_box(&cases).iter().map(|case| &case.position);
        positions.map(count).sum()
    };
    let moves: usize = cases.iter().map(|case| case.moves).sum();
    bench_pass(c, "legal_moves", moves, || {
        assert_eq!(sum(|position| position.legal_moves().len()), moves);
    });
    bench_pass(c, "count_moves", moves, || {
        assert_eq!(sum(Position::count_moves), moves);
    });

    let is_capture = |(position, mv): &(Position, Move)| position.is_capture(*mv);
    let captures = positions_with_moves()
        .iter()
        .filter(|&p| is_capture(p))
        .count();
    bench_pass(c, "captures", captures, || {
        assert_eq!(sum(|position| position.captures().len()), captures);
    });
}

/// Asks in every position about every move that is legal in some position.
fn legality(c: &mut Criterion) {
    let positions = positions();
    let candidates: Vec<Move> = positions.iter().flat_map(Position::legal_moves).collect();
    let count = |is_legal: fn(&Position, &Move) -> bool| -> usize {
        let count = |position| {
            let legal = candidates.iter().filter(|mv| is_legal(position, mv));
            legal.count()
        };
        black_box(&positions).iter().map(count).sum()
    };
    let expected = count(|position, mv| position.legal_moves().contains(mv));
    bench_pass(c, "is_legal", positions.len() * candidates.len(), || {
        assert_eq!(count(|position, &mv| position.is_legal(mv)), expected);
    });
}

fn positions_with_moves() -> Vec<(Position, Move)> {
    let with_moves = |position: Position| {
        let moves = position.legal_moves();
        moves.into_iter().map(move |mv| (position, mv))
    };
    positions().into_iter().flat_map(with_moves).collect()
}

/// Making every move of every position; the sum of the keys depends on each.
fn making(c: &mut Criterion) {
    let pairs = positions_with_moves();
    let sum_of_keys = |key: fn(&Position) -> u64| {
        let keys = black_box(&pairs)
            .iter()
            .map(|(position, mv)| key(&position.play(*mv)));
        keys.fold(0, u64::wrapping_add)
    };
    let expected = sum_of_keys(Position::computed_key);
    bench_pass(c, "play", pairs.len(), || {
        assert_eq!(sum_of_keys(Position::key), expected);
    });
    bench_pass(c, "play_and_compute_key", pairs.len(), || {
        assert_eq!(sum_of_keys(Position::computed_key), expected);
    });
}

fn text(c: &mut Criterion) {
    let cases = cases();
    bench_pass(c, "parse_position", cases.len(), || {
        for case in black_box(&cases) {
            let read = Position::parse(case.text, case.position.rules());
            assert_eq!(read, Ok(case.position));
        }
    });
    bench_pass(c, "print_position", cases.len(), || {
        for case in black_box(&cases) {
            assert_eq!(case.position.to_string(), case.text);
        }
    });
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft_6");
    group.sample_size(20);
    for (rules, leaves) in [
        (RuleSet::Jarmo, 2_618_072),
        (RuleSet::Traditional, 2_674_582),
        (RuleSet::Jasir, 1_486_621),
    ] {
        let start = Position::start(rules);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("plain", rules), |b| {
            b.iter(|| assert_eq!(perft(black_box(&start), 6), leaves));
        });
        group.bench_function(BenchmarkId::new("hashed", rules), |b| {
            b.iter(|| assert_eq!(HashedPerft::default().count(black_box(&start), 6), leaves));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = brief();
    targets = generation, legality, making, text, trees
}
criterion_main!(benches);
