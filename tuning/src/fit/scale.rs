//! The scale of a predictor: how many hundredths of a point change the expected points by how much.

use super::dataset::{Chunk, Dataset};
use super::objective::logistic;
use crate::data::DataError;

/// Newton's method is quadratic and the function convex: it needs fewer.
const STEPS: usize = 50;

/// The scale, in hundredths, with which the logistic function of `value / scale` comes closest to
/// the points; `predict` gives a position's value in hundredths and its points.
///
/// # Errors
/// [`DataError`] if a file has to be read again and can't be.
pub fn fit_scale(
    data: &Dataset,
    predict: &(dyn Fn(&Chunk, usize) -> (f64, f64) + Sync),
) -> Result<f64, DataError> {
    /// Scales beyond this are no scales: values that tell nothing, or everything.
    const RANGE: [f64; 2] = [1.0, 100_000.0];
    let mut slope = 1.0 / 200.0;
    for _ in 0..STEPS {
        let (mut first, mut second) = (0.0, 0.0);
        let derivatives = |chunk: &Chunk| {
            let of_position = |index: usize| {
                let (value, points) = predict(chunk, index);
                let expected = logistic(slope * value);
                let curvature = expected * (1.0 - expected) * value * value;
                ((expected - points) * value, curvature)
            };
            let add = |sum: (f64, f64), part: (f64, f64)| (sum.0 + part.0, sum.1 + part.1);
            (0..chunk.len()).map(of_position).fold((0.0, 0.0), add)
        };
        data.fold(&derivatives, &mut |part| {
            first += part.0;
            second += part.1;
        })?;
        let change = first / second;
        if !change.is_finite() {
            break;
        }
        // At most halved or doubled, so that the curvature there still says something.
        let next = (slope - change).clamp(slope / 2.0, slope * 2.0);
        let has_settled = (next - slope).abs() <= 1e-9 * slope;
        slope = next.clamp(1.0 / RANGE[1], 1.0 / RANGE[0]);
        if has_settled {
            break;
        }
    }
    Ok(1.0 / slope)
}
