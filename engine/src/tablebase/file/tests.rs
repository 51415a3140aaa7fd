use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tempfile::TempDir;

use super::layout::Layout;
use super::*;
use crate::ruleset::RuleSet;
use crate::tablebase::Layer;

/// Some bytes that compress, and differ from place to place.
fn pattern(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed | 1;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        if state >> 62 == 0 {
            (state >> 40) as u8
        } else {
            7
        }
    };
    (0..length).map(|_| byte()).collect()
}

fn description(layer: u8, content: Content, rules: RuleSet) -> Description {
    let layer = Layer::new(layer).unwrap();
    Description {
        rules,
        layer,
        content,
    }
}

/// The planes of a section, decided by `seed`.
fn planes(description: Description, section: &Section, seed: u64) -> Vec<Vec<u8>> {
    let seed = seed + section.first_block as u64;
    (0..description.content.plane_count())
        .map(|plane| {
            let bytes = description.content.plane_bytes(plane, section.entries);
            pattern(seed * 5 + plane as u64, bytes)
        })
        .collect()
}

fn written(path: &Path, description: Description, seed: u64, threads: usize) -> u64 {
    let options = WriteOptions {
        level: 3,
        block_log: 14,
        threads,
    };
    let planes = |section: &Section| {
        let planes = planes(description, section, seed);
        planes.into_iter().map(Cow::Owned).collect()
    };
    let mut last = (0, 0);
    let size = write(path, description, options, &planes, &mut |done, all| {
        last = (done, all);
    });
    assert_eq!(last.0, last.1);
    size.unwrap()
}

/// A table of layer 4, whose sections have one to many blocks.
fn table() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.jtb");
    written(
        &path,
        description(4, Content::MarginAndDistance, RuleSet::Jarmo),
        1,
        2,
    );
    (folder, path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_written_reads_back(
        seed in 0..1_000_u64,
        layer in 2..=4_u8,
        content in prop::sample::select(&Content::ALL),
        rules in prop::sample::select(&RuleSet::ALL),
        threads in 1..4_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder").join("table.jtb");
        let description = description(layer, content, rules);
        let size = written(&path, description, seed, threads);
        prop_assert_eq!(size, fs::metadata(&path).unwrap().len());
        let file = TableFile::open(&path).unwrap();
        prop_assert_eq!(file.description(), description);
        for section in file.sections() {
            prop_assert_eq!(file.section(section).unwrap(), planes(description, section, seed));
        }
        let other = folder.path().join("again.jtb");
        written(&other, description, seed, threads % 3 + 1);
        prop_assert!(fs::read(&path).unwrap() == fs::read(&other).unwrap());
        let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
        prop_assert_eq!(names, 1, "no temporary file stays behind");
    }
}

#[test]
fn blocks_cover_every_entry_once() {
    for content in Content::ALL {
        let layout = Layout::new(description(6, content, RuleSet::Jasir), 16);
        let mut blocks = 0..layout.blocks;
        for (number, section) in layout.sections.iter().enumerate() {
            let mut next = 0;
            while next < section.entries {
                let (of, entries) = layout.block(blocks.next().unwrap());
                assert_eq!((of, entries.start), (number, next));
                next = entries.end;
            }
            assert_eq!(next, section.entries);
        }
        assert_eq!(blocks.next(), None);
        assert_eq!(layout.entries, 2 * layout.description.layer.size());
    }
}

/// The error of a file with these bytes, without the name.
fn refusal(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jtb");
    fs::write(&path, bytes).unwrap();
    let opened = TableFile::open(&path);
    let error = opened.map_or_else(
        |error| error.to_string(),
        |file| {
            let blocks = (0..file.block_count()).map(|block| file.block(block));
            blocks.filter_map(Result::err).next().unwrap().to_string()
        },
    );
    let start = format!("tablebase {}: ", path.display());
    assert_eq!(error.lines().count(), 1, "{error}");
    error.strip_prefix(&start).unwrap().to_owned()
}

#[test]
fn damage_is_named() {
    let (_folder, path) = table();
    let good = fs::read(path).unwrap();
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        refusal(&bytes)
    };
    let size = good.len();
    assert_eq!(
        refusal(b""),
        "no tablebase; expected a file that begins with JARMOTB"
    );
    assert_eq!(
        changed(0, b'X'),
        "no tablebase; expected a file that begins with JARMOTB"
    );
    assert_eq!(changed(8, 9), "version 9; expected 2");
    assert_eq!(
        changed(10, 7),
        "rule set 7 in the header; expected 0, 1 or 2"
    );
    assert_eq!(changed(11, 1), "layer 1 in the header; expected 2 to 10");
    assert_eq!(
        changed(12, 0),
        "content 0 in the header; expected 1, 2 or 3"
    );
    assert_eq!(
        changed(13, 25),
        "block size 25 in the header; expected 12 to 24"
    );
    assert!(changed(10, 1).starts_with("damaged directory: checksum "));
    assert!(changed(40, !good[40]).starts_with("damaged directory: checksum "));
    assert!(changed(20, 1).starts_with("damaged directory: checksum "));
    assert_eq!(refusal(&good[..20]), "20 bytes; expected 28");
    assert!(refusal(&good[..100]).starts_with("100 bytes; expected "));
    assert_eq!(
        refusal(&good[..size - 1]),
        format!("{} bytes; expected {size}", size - 1)
    );
    let longer = [&good[..], b"x"].concat();
    assert_eq!(
        refusal(&longer),
        format!("{} bytes; expected {size}", size + 1)
    );
    let damaged = changed(size - 1, !good[size - 1]);
    let blocks = u32::from_le_bytes(good[24..28].try_into().unwrap());
    let start = format!("damaged block {} of {blocks}: checksum ", blocks - 1);
    assert!(damaged.starts_with(&start), "{damaged}");
}

/// A file whose checksums are right, though its content is not.
#[test]
fn a_checksum_does_not_vouch_for_nonsense() {
    let (_folder, path) = table();
    let mut bytes = fs::read(path).unwrap();
    let blocks = u32::from_le_bytes(bytes[24..28].try_into().unwrap()) as usize;
    let head = 28 + 8 * blocks;
    let length = u32::from_le_bytes(bytes[28..32].try_into().unwrap()) as usize;
    bytes[head + 4..head + 4 + length].fill(0);
    let checksum = crc32fast::hash(&bytes[head + 4..head + 4 + length]);
    bytes[32..36].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..head]);
    bytes[head..head + 4].copy_from_slice(&checksum.to_le_bytes());
    let error = refusal(&bytes);
    assert!(
        error.starts_with(&format!("damaged block 0 of {blocks}: ")),
        "{error}"
    );

    bytes[16] ^= 1;
    let checksum = crc32fast::hash(&bytes[..head]);
    bytes[head..head + 4].copy_from_slice(&checksum.to_le_bytes());
    assert!(refusal(&bytes).starts_with("count of entries "));
}

#[test]
fn files_that_are_not_there_are_told_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = TableFile::open(&folder.path().join("jarmo-3.jtb")).unwrap_err();
    assert!(matches!(missing.fault, FileFault::Io(_)));
    assert!(missing.to_string().contains("jarmo-3.jtb: "));
    assert!(
        TableFile::open(folder.path()).is_err(),
        "a folder is no file"
    );
    let description = description(2, Content::Outcome, RuleSet::Jarmo);
    let nowhere = folder.path().join("table.jtb").join("below a file.jtb");
    fs::write(folder.path().join("table.jtb"), "").unwrap();
    let planes = |section: &Section| {
        let planes = planes(description, section, 1);
        planes.into_iter().map(Cow::Owned).collect()
    };
    let result = write(
        &nowhere,
        description,
        WriteOptions::default(),
        &planes,
        &mut |_, _| (),
    );
    assert!(result.is_err());
}
