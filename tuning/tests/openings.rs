//! The book that is shipped: 500 different openings, from which either player may win.

use std::collections::HashSet;

use jarmo_engine::{RuleSet, Side};
use jarmo_tuning::matches::OpeningSource;

#[test]
fn the_shipped_book_has_500_openings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/openings.txt");
    let source = OpeningSource::parse(path).unwrap();
    let openings = source.openings(RuleSet::Jarmo, 500).unwrap();
    assert_eq!(openings.len(), 500);
    let mut last = HashSet::new();
    for (index, opening) in openings.iter().enumerate() {
        let game = opening.game();
        assert_eq!(game.ending(), None, "{opening}");
        assert_eq!(game.moves().len(), 6);
        let beginner = [Side::White, Side::Black][index % 2];
        assert_eq!(game.start().side_to_move(), beginner, "in turn");
        assert!(last.insert(*game.position()), "{opening} is there twice");
    }
}
