//! Files of positions: what goes in comes out, and what is damaged is refused by name.

use std::fs;
use std::path::{Path, PathBuf};

use jarmo_engine::{Position, RuleSet};
use jarmo_tuning::data::{
    DataError, Header, Reader, Recipe, Sample, SampledGame, Writer, encode, is_held_out, merge,
    split,
};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use tempfile::TempDir;

const BLOCKS: usize = 4;
const GAMES: u32 = 10;

fn header(seed: u64) -> Header {
    let recipe = Recipe {
        engine: "test".to_owned(),
        seed,
        nodes: 9,
        book: None,
        random_plies: [0, 3],
        noise: 0,
    };
    Header::new(RuleSet::Jarmo, recipe)
}

/// Random games of the rules with made-up scores and margins.
fn games(seed: u64) -> Vec<SampledGame> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..BLOCKS as u32 * GAMES)
        .map(|number| {
            let mut position = Position::start(RuleSet::Jarmo);
            let mut samples = Vec::new();
            for ply in 0..random.random_range(0..30) {
                let Some(&mv) = position.legal_moves().choose(&mut random) else {
                    break;
                };
                position = position.play(mv);
                let score = random.random_range(-2_000..=2_000);
                samples.push(Sample {
                    position,
                    score,
                    ply,
                });
            }
            SampledGame {
                number,
                margin: random.random_range(-10..=10),
                samples,
            }
        })
        .collect()
}

fn write(folder: &TempDir, name: &str, seed: u64) -> (PathBuf, Vec<SampledGame>) {
    let path = folder.path().join(name);
    let games = games(seed);
    let mut writer = Writer::create(&path, &header(seed)).expect("a new file");
    for block in games.chunks(GAMES as usize) {
        writer.append(block).expect("room for a block");
    }
    (path, games)
}

fn read(path: &Path) -> Result<Vec<SampledGame>, DataError> {
    let mut games = Vec::new();
    for block in Reader::open(path)? {
        games.extend(block?.decode()?);
    }
    Ok(games)
}

/// What is wrong with these bytes as a file.
fn refusal(folder: &TempDir, bytes: &[u8]) -> String {
    let path = folder.path().join("damaged");
    fs::write(&path, bytes).expect("room for a file");
    read(&path).expect_err("damage is noticed").to_string()
}

#[test]
fn games_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, games) = write(&folder, "a", 1);
    assert_eq!(read(&path).unwrap(), games);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.header(), &header(1));
    assert!(matches!(
        Writer::create(&path, &header(1)),
        Err(DataError::Exists { .. })
    ));
    assert_eq!(read(&path).unwrap(), games);
}

#[test]
fn damage_is_named_with_its_block() {
    let folder = tempfile::tempdir().unwrap();
    let (path, games) = write(&folder, "a", 1);
    let whole = fs::read(&path).unwrap();
    let blocks: Vec<Vec<u8>> = games.chunks(GAMES as usize).map(encode).collect();
    let last = whole.len() - blocks[3].len();
    let third = last - blocks[2].len();

    for at in [third + 4, third + 8, third + 20, last - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let text = refusal(&folder, &bytes);
        assert!(text.contains("block 3: checksum"), "{text}");
    }
    for kept in [last + 1, last + 8, whole.len() - 1] {
        let text = refusal(&folder, &whole[..kept]);
        assert!(text.contains("block 4: the file ends after"), "{text}");
    }
    let mut bytes = whole.clone();
    bytes[last..last + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let text = refusal(&folder, &bytes);
    assert!(text.contains("block 4: 4294967295 bytes"), "{text}");

    for foreign in [&b""[..], b"\x7fELF", b"[Event \"match\"]\n", &whole[1..]] {
        let text = refusal(&folder, foreign);
        assert!(text.contains("no file of positions"), "{text}");
    }
    let text = refusal(&folder, &whole[..40]);
    assert!(text.contains("header: it is torn"), "{text}");
    let mut bytes = whole.clone();
    bytes[40] ^= 1;
    let text = refusal(&folder, &bytes);
    assert!(text.contains("header: checksum"), "{text}");
}

#[test]
fn a_checked_block_may_still_be_no_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut swapped = games(1);
    swapped.swap(0, 1);
    let mut bytes = header(1).to_bytes();
    bytes.extend(encode(&swapped));
    let text = refusal(&folder, &bytes);
    assert!(
        text.contains("block 1: game 0, expected a greater number"),
        "{text}"
    );
}

#[test]
fn a_torn_block_is_all_that_a_kill_costs() {
    let folder = tempfile::tempdir().unwrap();
    let (path, games) = write(&folder, "a", 1);
    let whole = fs::read(&path).unwrap();
    let last = whole.len() - encode(&games[3 * GAMES as usize..]).len();
    for kept in (last..whole.len()).step_by(37) {
        fs::write(&path, &whole[..kept]).unwrap();
        let mut held = Vec::new();
        let mut writer =
            Writer::resume(&path, &header(1), &mut |game| held.push(game.clone())).unwrap();
        assert_eq!(held, games[..3 * GAMES as usize]);
        writer.append(&games[3 * GAMES as usize..]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn only_the_same_file_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = write(&folder, "a", 1);
    let whole = fs::read(&path).unwrap();
    let error = Writer::resume(&path, &header(2), &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("\"seed\":2"), "{error}");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = Writer::resume(&path, &header(1), &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("checksum"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged);
}

#[test]
fn a_damaged_length_does_not_cost_what_comes_after() {
    let folder = tempfile::tempdir().unwrap();
    let (path, games) = write(&folder, "a", 1);
    let first = header(1).to_bytes().len();
    let mut damaged = fs::read(&path).unwrap();
    let block = encode(&games);
    while damaged.len() < 2 << 20 {
        damaged.extend(&block);
    }
    damaged[first + 2] ^= 0xFF;
    fs::write(&path, &damaged).unwrap();
    let error = Writer::resume(&path, &header(1), &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("block 1: "), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged);
}

#[test]
fn merged_files_have_each_position_once_and_each_game_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let [(a, _), (b, _)] = [write(&folder, "a", 1), write(&folder, "b", 2)];
    let merged = folder.path().join("merged");
    let made = merge(&[&a, &b, &a], &merged).unwrap();
    let games = read(&merged).unwrap();
    assert!(games.is_sorted_by(|one, next| one.number < next.number));
    assert_eq!(games.len() as u64, made.games);
    let mut keys: Vec<u64> = games
        .iter()
        .flat_map(|game| game.samples.iter().map(|sample| sample.position.key()))
        .collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!((keys.len(), keys.len() as u64), (all, made.positions));
    let reader = Reader::open(&merged).unwrap();
    let seeds: Vec<u64> = reader.header().recipes.iter().map(|it| it.seed).collect();
    assert_eq!(seeds, [1, 2, 1]);
    // The second copy of the first file added nothing.
    assert!(
        games
            .iter()
            .all(|game| game.number < 2 * BLOCKS as u32 * GAMES)
    );
}

#[test]
fn games_are_divided_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (path, games) = write(&folder, "a", 1);
    let [training, held_out] = ["training", "held_out"].map(|name| folder.path().join(name));
    let made = split(&path, &training, &held_out, 0.25, 7).unwrap();
    let mut both = read(&training).unwrap();
    let others = read(&held_out).unwrap();
    assert_eq!(
        made.map(|it| it.games),
        [both.len(), others.len()].map(|it| it as u64)
    );
    assert!(others.iter().all(|game| is_held_out(game.number, 0.25, 7)));
    both.extend(others);
    both.sort_by_key(|game| game.number);
    let with_samples: Vec<SampledGame> = games
        .into_iter()
        .filter(|game| !game.samples.is_empty())
        .collect();
    assert_eq!(both, with_samples);

    let held_out = (0..10_000)
        .filter(|&game| is_held_out(game, 0.25, 7))
        .count();
    assert!((2_300..2_700).contains(&held_out), "{held_out}");
}
