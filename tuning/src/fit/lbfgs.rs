//! L-BFGS: minimises a smooth function of many variables (Nocedal and Wright, "Numerical
//! Optimization", 2006, algorithm 7.4).
//!
//! The loss is convex and a pass over all positions takes a fraction of a second, so the
//! whole gradient is affordable, and with an estimate of the curvature some dozen passes
//! reach the minimum. Mini-batches would need a learning rate and a shuffle, and end near it.

use std::collections::VecDeque;

/// Steps that are remembered.
const MEMORY: usize = 10;

/// The part of the decrease that the slope promises which a step must bring.
const SUFFICIENT: f64 = 1e-4;

/// Halvings of a step before it is taken that no step helps.
const HALVINGS: usize = 30;

/// A decrease below this part of the value is none.
const NEGLIGIBLE: f64 = 1e-10;

/// The state of a minimisation.
#[derive(Clone, Debug)]
pub struct Minimizer {
    point: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    past: VecDeque<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    change: Vec<f64>,
    gradient_change: Vec<f64>,
    /// Their product.
    curvature: f64,
}

/// A function's value and gradient at a point, or an error.
type Function<'a, E> = dyn FnMut(&[f64]) -> Result<(f64, Vec<f64>), E> + 'a;

impl Minimizer {
    /// Begins at `point`.
    ///
    /// # Errors
    /// What the function says.
    pub fn new<E>(point: Vec<f64>, function: &mut Function<'_, E>) -> Result<Self, E> {
        let (value, gradient) = function(&point)?;
        Ok(Self {
            point,
            value,
            gradient,
            past: VecDeque::new(),
        })
    }

    /// Where it is.
    #[must_use]
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// Takes a step downhill; false if it was negligible or there is none.
    ///
    /// # Errors
    /// What the function says.
    pub fn step<E>(&mut self, function: &mut Function<'_, E>) -> Result<bool, E> {
        let direction = self.direction();
        let slope = dot(&direction, &self.gradient);
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            let along = self.point.iter().zip(&direction);
            let point: Vec<f64> = along.map(|(at, by)| at + length * by).collect();
            let (value, gradient) = function(&point)?;
            if value <= self.value + SUFFICIENT * length * slope {
                let decrease = self.value - value;
                self.remember(&point, &gradient);
                (self.point, self.value, self.gradient) = (point, value, gradient);
                return Ok(decrease > NEGLIGIBLE * value.abs());
            }
            length /= 2.0;
        }
        Ok(false)
    }

    fn remember(&mut self, point: &[f64], gradient: &[f64]) {
        let change = difference(point, &self.point);
        let gradient_change = difference(gradient, &self.gradient);
        let curvature = dot(&change, &gradient_change);
        if curvature <= f64::EPSILON * dot(&gradient_change, &gradient_change) {
            return;
        }
        if self.past.len() == MEMORY {
            self.past.pop_front();
        }
        self.past.push_back(Step {
            change,
            gradient_change,
            curvature,
        });
    }

    /// The gradient, turned and stretched by the inverse curvature as the past steps tell it.
    fn direction(&self) -> Vec<f64> {
        let mut direction: Vec<f64> = self.gradient.iter().map(|slope| -slope).collect();
        let mut shares = Vec::with_capacity(self.past.len());
        for step in self.past.iter().rev() {
            let share = dot(&step.change, &direction) / step.curvature;
            add(&mut direction, -share, &step.gradient_change);
            shares.push(share);
        }
        let stretch = match self.past.back() {
            Some(last) => last.curvature / dot(&last.gradient_change, &last.gradient_change),
            None => 1.0 / dot(&self.gradient, &self.gradient).sqrt().max(1.0),
        };
        direction.iter_mut().for_each(|part| *part *= stretch);
        for (step, share) in self.past.iter().zip(shares.into_iter().rev()) {
            let other = dot(&step.gradient_change, &direction) / step.curvature;
            add(&mut direction, share - other, &step.change);
        }
        direction
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(a, b)| a - b).collect()
}

fn add(sum: &mut [f64], factor: f64, other: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(other) {
        *sum += factor * part;
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_curved_valley_is_followed_to_its_end() {
        // Rosenbrock's function, its minimum at (1, 1).
        let mut function = |at: &[f64]| -> Result<(f64, Vec<f64>), Infallible> {
            let [x, y] = [at[0], at[1]];
            let bend = y - x * x;
            let value = (1.0 - x).powi(2) + 100.0 * bend * bend;
            Ok((
                value,
                vec![2.0 * (x - 1.0) - 400.0 * x * bend, 200.0 * bend],
            ))
        };
        let mut minimizer = Minimizer::new(vec![-1.2, 1.0], &mut function).unwrap();
        let mut steps = 0;
        while minimizer.step(&mut function).unwrap() {
            steps += 1;
            assert!(steps < 100);
        }
        let [x, y] = [minimizer.point()[0], minimizer.point()[1]];
        assert!((x - 1.0).abs() < 1e-6 && (y - 1.0).abs() < 1e-6, "{x} {y}");
    }
}
