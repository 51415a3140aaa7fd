//! The scale of scores: how many hundredths of a point change the expected points by how much.

use super::dataset::{Dataset, Example};
use super::objective::logistic;

/// Newton's method is quadratic and the function convex: it needs fewer.
const STEPS: usize = 50;

/// Scales beyond this are no scales: values that tell nothing, or everything.
const RANGE: [f64; 2] = [1.0, 100_000.0];

/// The scale, in hundredths, with which the logistic function of `score / scale` comes closest
/// to the points made.
#[must_use]
pub fn fit_scale(data: &Dataset) -> f64 {
    let mut slope = 1.0 / 200.0;
    for _ in 0..STEPS {
        let (mut first, mut second) = (0.0, 0.0);
        let derivatives = |examples: &[Example]| {
            let of_example = |example: &Example| {
                let score = f64::from(example.label.score);
                let expected = logistic(slope * score);
                let curvature = expected * (1.0 - expected) * score * score;
                ((expected - example.label.points()) * score, curvature)
            };
            let add = |sum: (f64, f64), part: (f64, f64)| (sum.0 + part.0, sum.1 + part.1);
            examples.iter().map(of_example).fold((0.0, 0.0), add)
        };
        data.fold(&derivatives, &mut |part| {
            first += part.0;
            second += part.1;
        });
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
    1.0 / slope
}
