//! The transposition table: what earlier searches found out about positions.
//!
//! It is shared by all threads without locks. An entry is two words; the first
//! is the position's key combined with the second, so an entry that two threads
//! wrote halves of does not match its key (Hyatt and Mann, "A lockless
//! transposition-table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::moves::Move;
use crate::score::Score;
use crate::search::Bound;

/// A fixed-size cache from position keys to search results.
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
    generation: u8,
}

/// Entries that share a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub best: Option<Move>,
    /// The value, distances counted from the position itself.
    pub score: Score,
    /// The depth of the search that found it, 0 for quiescence.
    pub depth: u8,
    /// Whether the value is exact.
    pub bound: Bound,
}

/// How much of a proof is still to be done: phi for the player to move to reach what it is after, which is
/// the goal of the question or else to prevent it, and delta for the other player (the names are Nagai's).
///
/// With a number of 0 it is reached, and the other number is infinite, or stands for something else in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
}

impl Effort {
    /// Out of reach; no number is larger.
    pub(crate) const INFINITE: u32 = (1 << 24) - 1;
}

/// The table could not be given the memory asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {0} MiB")]
pub struct TableError(usize);

/// Generations before the count begins anew: six bits of an entry.
const GENERATIONS: u8 = 64;

/// Plies of depth that an entry from the search before is worth less than one of this search.
const AGE_PENALTY: i32 = 4;

impl Table {
    /// An empty table of `mebibytes`, or with room for four entries if that is 0.
    ///
    /// # Errors
    /// [`TableError`] if there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        let mut clusters = Vec::new();
        clusters
            .try_reserve_exact(count)
            .map_err(|_| TableError(mebibytes))?;
        clusters.resize_with(count, Cluster::default);
        Ok(Self {
            clusters,
            generation: 0,
        })
    }

    /// Its size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.generation = 0;
    }

    /// Begins a search: entries of earlier ones are replaced first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.find(key).map(unpack)
    }

    /// Remembers a result in the place of the least valuable entry of its cluster.
    ///
    /// An older or shallower result of the same position goes first. A result
    /// without a move keeps the move that was known.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let (slot, known) = self.place(key);
        if let Some(data) = known {
            let old = unpack(data);
            if entry.best.is_none() {
                entry.best = old.best;
            }
            let is_current = generation(data) == self.generation;
            if is_current && entry.bound != Bound::Exact && entry.depth + 2 < old.depth {
                return;
            }
        }
        slot.write(key, pack(entry, self.generation));
    }

    /// How far the proof with this key has come. No other kind of result may have such a key.
    pub(crate) fn proof(&self, key: u64) -> Option<Effort> {
        let data = self.find(key)?;
        let number = |bits: u64| bits as u32 & Effort::INFINITE;
        Some(Effort {
            phi: number(data),
            delta: number(data >> 24),
        })
    }

    /// Remembers how far a proof has come in the place of the least valuable entry of its cluster.
    ///
    /// `worth` is on the scale of depths; what is known of the same position was worth no more.
    pub(crate) fn put_proof(&self, key: u64, Effort { phi, delta }: Effort, worth: u8) {
        debug_assert!(phi.max(delta) <= Effort::INFINITE);
        let (slot, known) = self.place(key);
        let worth = known.map_or(worth, |data| depth(data).max(worth));
        let numbers = u64::from(phi) | u64::from(delta) << 24;
        slot.write(key, numbers | header(worth, Bound::Exact, self.generation));
    }

    fn find(&self, key: u64) -> Option<u64> {
        self.cluster(key).0.iter().find_map(|slot| slot.read(key))
    }

    /// Where a result with this key belongs, and what is there of the same key.
    fn place(&self, key: u64) -> (&Slot, Option<u64>) {
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            if let Some(data) = slot.read(key) {
                return (slot, Some(data));
            }
            let data = slot.data.load(Ordering::Relaxed);
            let age = (self.generation + GENERATIONS - generation(data)) % GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(depth(data)) - AGE_PENALTY * i32::from(age)
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        (victim, None)
    }

    /// Thousandths of the table that hold results of the current search, estimated from a sample.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation(data) == self.generation)
            .count();
        (used * 1000 / (sample.len() * 4).max(1)) as u32
    }

    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

impl Slot {
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

// Bits 0 to 15: move; 16 to 31: score; or 0 to 23: proof number; 24 to 47: disproof number.
fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.best.map_or(0, Move::bits))
        | u64::from(entry.score.bits()) << 16
        | header(entry.depth, entry.bound, generation)
}

// Bits 48 to 55: depth; 56 and 57: bound plus one, so that no entry is 0; 58 to 63: generation.
fn header(depth: u8, bound: Bound, generation: u8) -> u64 {
    u64::from(depth) << 48 | (bound as u64 + 1) << 56 | u64::from(generation) << 58
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: Move::from_bits(data as u16),
        score: Score::from_bits((data >> 16) as u16),
        depth: depth(data),
        bound: match data >> 56 & 0b11 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

const fn depth(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn generation(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, bound: Bound) -> Entry {
        Entry {
            best: Move::from_bits(0b11),
            score: Score::ended(-3, 17),
            depth,
            bound,
        }
    }

    #[test]
    fn entries_read_back() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.mebibytes(), 1);
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            let key = 0x1234_5678_9ABC_DEF0 ^ bound as u64;
            assert_eq!(table.get(key), None);
            table.put(key, entry(7, bound));
            assert_eq!(table.get(key), Some(entry(7, bound)));
        }
    }

    #[test]
    fn proofs_read_back_and_keep_their_worth() {
        let table = Table::new(1).unwrap();
        let most = Effort::INFINITE;
        for (phi, delta, worth) in [(0, most, 20), (most, 0, 0), (5, 1 << 20, 3)] {
            table.put_proof(9, Effort { phi, delta }, worth);
            assert_eq!(table.proof(9), Some(Effort { phi, delta }));
        }
        for key in 10..14 {
            table.put(key, entry(12, Bound::Exact));
        }
        assert!(table.proof(9).is_some(), "it was worth 20 plies once");
        assert_eq!(table.proof(8), None);
    }

    #[test]
    fn a_full_cluster_loses_its_least_valuable_entry() {
        let mut table = Table::new(1).unwrap();
        for key in 0..4 {
            table.put(key, entry(10 + key as u8, Bound::Exact));
        }
        table.put(4, entry(3, Bound::Exact));
        assert_eq!(table.get(0), None, "the shallowest went");
        for _ in 0..3 {
            table.age();
        }
        table.put(5, entry(1, Bound::Exact));
        assert_eq!(table.get(4), None, "then the shallowest again");
        table.put(6, entry(1, Bound::Exact));
        assert_eq!(table.get(1), None, "age counts more than depth");
        assert!(table.get(5).is_some());
    }

    #[test]
    fn a_known_move_outlives_a_result_without_one() {
        let table = Table::new(1).unwrap();
        table.put(9, entry(2, Bound::Lower));
        table.put(
            9,
            Entry {
                best: None,
                ..entry(4, Bound::Upper)
            },
        );
        assert_eq!(table.get(9), Some(entry(4, Bound::Upper)));
    }

    #[test]
    fn fullness_counts_the_current_search_alone() {
        let mut table = Table::new(1).unwrap();
        assert_eq!(table.fullness(), 0);
        for key in 0..1000_u64 {
            table.put(key << 40 | key, entry(1, Bound::Exact));
        }
        assert!(table.fullness() > 0);
        table.age();
        assert_eq!(table.fullness(), 0);
        table.clear();
        assert_eq!(table.get(0), None);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(TableError(usize::MAX)));
    }
}
