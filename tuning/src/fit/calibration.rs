//! Whether the points that an evaluation promises are made.

use super::dataset::{Chunk, Dataset};
use super::objective::logistic;
use crate::data::DataError;

/// Positions by the points promised.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// For each of equal parts of the range from 0 to 1: positions, the sum of the points
    /// promised, and of those made.
    pub bins: [(u64, f64, f64); Self::BINS],
    /// Points of final margin that come with a point of evaluation, by least squares.
    pub margin_slope: f64,
}

impl Calibration {
    /// Number of parts.
    pub const BINS: usize = 20;

    /// The mean distance between points promised and made, each part by its positions.
    #[must_use]
    pub fn error(&self) -> f64 {
        let (positions, distance) = self.bins.iter().fold((0, 0.0), |sum, bin| {
            (sum.0 + bin.0, sum.1 + (bin.1 - bin.2).abs())
        });
        distance / positions as f64
    }

    /// Points promised and made, where there are positions.
    pub fn curve(&self) -> impl Iterator<Item = (f64, f64)> {
        let bins = self.bins.iter().filter(|bin| bin.0 > 0);
        bins.map(|&(count, promised, made)| (promised / count as f64, made / count as f64))
    }
}

/// The calibration of `weights`, in hundredths, with `scale`.
///
/// # Errors
/// [`DataError`] if a file has to be read again and can't be.
pub fn calibration(data: &Dataset, weights: &[f64], scale: f64) -> Result<Calibration, DataError> {
    let of_chunk = |chunk: &Chunk| {
        let mut bins = [(0, 0.0, 0.0); Calibration::BINS];
        let mut products = [0.0; 2];
        for index in 0..chunk.len() {
            let label = chunk.label(index);
            let value = chunk.dot(index, weights);
            let promised = logistic(value / scale);
            let bin = (promised * Calibration::BINS as f64) as usize;
            let bin: &mut (u64, f64, f64) = &mut bins[bin.min(Calibration::BINS - 1)];
            *bin = (bin.0 + 1, bin.1 + promised, bin.2 + label.points());
            products[0] += value * 100.0 * f64::from(label.margin);
            products[1] += value * value;
        }
        (bins, products)
    };
    let mut bins = [(0, 0.0, 0.0); Calibration::BINS];
    let mut products = [0.0; 2];
    data.fold(&of_chunk, &mut |part| {
        for (sum, bin) in bins.iter_mut().zip(part.0) {
            *sum = (sum.0 + bin.0, sum.1 + bin.1, sum.2 + bin.2);
        }
        for (sum, product) in products.iter_mut().zip(part.1) {
            *sum += product;
        }
    })?;
    Ok(Calibration {
        bins,
        margin_slope: products[0] / products[1],
    })
}
