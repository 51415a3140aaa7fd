//! What self-play costs: whole games at the node limit of the README's figures.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jarmo_benches::brief;
use jarmo_engine::RuleSet;
use jarmo_engine::search::SearchControl;
use jarmo_tuning::data::Recipe;
use jarmo_tuning::selfplay::{Player, Setup};

/// Games that are timed together, since they differ in length.
const GAMES: u32 = 20;

fn selfplay(c: &mut Criterion) {
    let setup = Setup {
        rules: RuleSet::Jarmo,
        recipe: Recipe {
            engine: String::new(),
            seed: 1,
            nodes: 1_000,
            book: None,
            random_plies: [2, 8],
            noise: 5,
        },
        book: Vec::new(),
    };
    let control = SearchControl::new();
    let mut player = Player::new(&setup).expect("room for a small table");
    let mut positions = || -> usize {
        let games = (0..GAMES).map(|number| player.play(number, &control));
        let games = games.map(|game| game.expect("nothing stops it"));
        games.map(|game| game.samples.len()).sum()
    };
    let expected = positions();
    // A game holds some 13 quiet positions after its random moves.
    assert!(expected > 8 * GAMES as usize, "{expected} positions");
    let mut group = c.benchmark_group("selfplay_1000_nodes");
    group.sample_size(10);
    group.throughput(Throughput::Elements(expected as u64));
    group.bench_function("games", |b| b.iter(|| assert_eq!(positions(), expected)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = brief();
    targets = selfplay
}
criterion_main!(benches);
