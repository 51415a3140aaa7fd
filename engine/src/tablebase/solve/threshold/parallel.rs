//! Work on the chunks of one slice by the threads of the pool in which it is called.

use rayon::prelude::*;

/// Hands each chunk of `size` elements of `data`, with its number, to `work`; returns what was gathered.
///
/// A state from `start` gathers what `work` finds in some chunks that follow one another.
pub(super) fn for_each_chunk<T: Send, S: Send>(
    data: &mut [T],
    size: usize,
    start: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize, &mut [T]) + Sync + Send,
) -> Vec<S> {
    data.par_chunks_mut(size)
        .enumerate()
        .fold(start, |mut state, (number, chunk)| {
            work(&mut state, number, chunk);
            state
        })
        .collect()
}
