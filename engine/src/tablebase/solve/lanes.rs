//! The operations on whole chunks in which a solver spends its time.
//!
//! They take slices and are not inlined: where the compiler knows that there are 32 lanes, it unrolls the loop and
//! keeps each lane by itself, instead of using vectors.

/// Puts the lesser of two values into each place of `least`.
#[inline(never)]
pub(super) fn take_least<T: Copy + Ord>(least: &mut [T], other: &[T]) {
    for (least, &other) in least.iter_mut().zip(other) {
        *least = (*least).min(other);
    }
}

/// Keeps the two least values seen in each place.
#[inline(never)]
pub(super) fn take_two_least<T: Copy + Ord>(least: &mut [T], second: &mut [T], other: &[T]) {
    for ((least, second), &other) in least.iter_mut().zip(second).zip(other) {
        *second = (*second).min(other.max(*least));
        *least = (*least).min(other);
    }
}

/// Replaces each value.
#[inline(never)]
pub(super) fn replace<T: Copy>(values: &mut [T], new: impl Fn(T) -> T) {
    for value in values {
        *value = new(*value);
    }
}

/// Whether some place holds `value`.
#[inline(never)]
pub(super) fn has<T: Copy + PartialEq>(values: &[T], value: T) -> bool {
    values
        .iter()
        .fold(false, |any, &other| any | (other == value))
}

/// Writes `new` where `writable` is not 0; tells whether that changed anything.
#[inline(never)]
pub(super) fn write<T: Copy + PartialEq>(target: &mut [T], new: &[T], writable: &[u8]) -> bool {
    let mut changed = false;
    for ((old, &new), &writable) in target.iter_mut().zip(new).zip(writable) {
        let kept = if writable == 0 { *old } else { new };
        changed |= kept != *old;
        *old = kept;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_least_are_kept_in_each_lane() {
        let (mut least, mut second) = ([9; 3], [9; 3]);
        for other in [[5, 1, 4], [3, 2, 4], [4, 3, 4]] {
            take_two_least(&mut least, &mut second, &other);
        }
        assert_eq!((least, second), ([3, 1, 4], [4, 2, 4]));
        take_least(&mut least, &[4, 0, 5]);
        assert_eq!(least, [3, 0, 4]);
        assert!(has(&least, 4) && !has(&least, 5));
    }

    #[test]
    fn only_writable_places_are_written() {
        let mut target = [1, 2, 3];
        assert!(!write(&mut target, &[1, 5, 6], &[255, 0, 0]));
        assert!(write(&mut target, &[4, 5, 6], &[0, 255, 0]));
        assert_eq!(target, [1, 5, 3]);
    }
}
