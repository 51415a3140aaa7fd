//! Whether the points that an evaluation promises are made.

use jarmo_engine::eval::Weights;

use super::dataset::{Dataset, Example};
use super::network::Network;
use super::objective::logistic;

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

/// The calibration of `weights` with `scale`, in hundredths.
#[must_use]
pub fn calibration(data: &Dataset, weights: &Weights, scale: f64) -> Calibration {
    let network = Network::of(weights, scale);
    let of_part = |examples: &[Example]| {
        let mut bins = [(0, 0.0, 0.0); Calibration::BINS];
        let mut products = [0.0; 2];
        for example in examples {
            let value = f64::from(network.value(example));
            let promised = logistic(value);
            let bin = (promised * Calibration::BINS as f64) as usize;
            let bin: &mut (u64, f64, f64) = &mut bins[bin.min(Calibration::BINS - 1)];
            *bin = (bin.0 + 1, bin.1 + promised, bin.2 + example.label.points());
            let points = value * scale / 100.0;
            products[0] += points * f64::from(example.label.margin);
            products[1] += points * points;
        }
        (bins, products)
    };
    let mut bins = [(0, 0.0, 0.0); Calibration::BINS];
    let mut products = [0.0; 2];
    data.fold(&of_part, &mut |part| {
        for (sum, bin) in bins.iter_mut().zip(part.0) {
            *sum = (sum.0 + bin.0, sum.1 + bin.1, sum.2 + bin.2);
        }
        for (sum, product) in products.iter_mut().zip(part.1) {
            *sum += product;
        }
    });
    Calibration {
        bins,
        margin_slope: products[0] / products[1],
    }
}
