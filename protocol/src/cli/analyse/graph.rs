//! The scores of a game as a picture: who was ahead, and where it turned.

use svg::Document;
use svg::node::element::{Circle, Group, Line, Polyline, Rectangle, Text, Title};

use super::annotate::Mark;

/// The worth of one position of the game.
pub(super) struct Point {
    /// Points for White.
    pub(super) score: f64,
    /// The move that led to it.
    pub(super) label: String,
    /// How bad that move was.
    pub(super) mark: Mark,
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 44.0;

const WHITES_HALF: &str = "#fbf5e6";
const BLACKS_HALF: &str = "#d9cbb0";
const GRID: &str = "#b8925a";
const INK: &str = "#4a3218";
const CURVE: &str = "#1c5f8a";
const MISTAKE: &str = "#e3a008";
const BLUNDER: &str = "#c0392b";
const FONT: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// Where plies and points lie in the picture.
struct Scale {
    plies: usize,
    /// The points at the upper edge; at the lower one they are Black's.
    most: f64,
}

impl Scale {
    fn of(points: &[Point]) -> Self {
        let most = points.iter().map(|point| point.score.abs());
        // Even numbers, so that half of it is a line of the grid too.
        let most = (most.fold(0.0, f64::max) / 2.0).ceil().max(1.0) * 2.0;
        Self {
            plies: points.len() - 1,
            most,
        }
    }

    fn x(&self, ply: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / self.plies.max(1) as f64
    }

    fn y(&self, score: f64) -> f64 {
        let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
        middle - (HEIGHT - TOP - BOTTOM) / 2.0 * score / self.most
    }
}

/// The graph of a game's positions, the first one included.
pub(super) fn draw(points: &[Point]) -> Document {
    let scale = Scale::of(points);
    Document::new()
        .set("viewBox", (0, 0, WIDTH, HEIGHT))
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("font-family", FONT)
        .set("font-size", 13)
        .add(Title::new("Scores of a game of Jarmo, in points for White"))
        .add(ground(&scale))
        .add(grid(&scale))
        .add(curve(&scale, points))
        .add(dots(&scale, points))
}

fn ground(scale: &Scale) -> Group {
    let half = |top: f64, bottom: f64, color: &str| {
        Rectangle::new()
            .set("x", LEFT)
            .set("y", top)
            .set("width", WIDTH - LEFT - RIGHT)
            .set("height", bottom - top)
            .set("fill", color)
    };
    let page = Rectangle::new()
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("fill", "#ffffff");
    Group::new()
        .add(page)
        .add(half(scale.y(scale.most), scale.y(0.0), WHITES_HALF))
        .add(half(scale.y(0.0), scale.y(-scale.most), BLACKS_HALF))
        .add(text("White is ahead", LEFT + 8.0, TOP + 17.0, "start"))
        .add(text(
            "Black is ahead",
            LEFT + 8.0,
            HEIGHT - BOTTOM - 8.0,
            "start",
        ))
}

fn text(words: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(words)
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("fill", INK)
        .set("text-anchor", anchor)
}

/// Lines at five scores, and numbers below at most twelve plies.
fn grid(scale: &Scale) -> Group {
    let mut group = Group::new();
    for share in [1.0, 0.5, 0.0, -0.5, -1.0] {
        let (score, y) = (share * scale.most, scale.y(share * scale.most));
        let name = if score == 0.0 {
            "0".to_owned()
        } else {
            format!("{score:+}")
        };
        group = group
            .add(
                Line::new()
                    .set("x1", LEFT)
                    .set("x2", WIDTH - RIGHT)
                    .set("y1", y)
                    .set("y2", y)
                    .set("stroke", GRID)
                    .set("stroke-width", if score == 0.0 { 2 } else { 1 }),
            )
            .add(text(&name, LEFT - 8.0, y + 4.0, "end"));
    }
    let step = scale.plies.div_ceil(12).max(1);
    for ply in (0..=scale.plies).step_by(step) {
        let y = HEIGHT - BOTTOM + 18.0;
        group = group.add(text(&ply.to_string(), scale.x(ply), y, "middle"));
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    group.add(text("turns played", middle, HEIGHT - 8.0, "middle"))
}

fn curve(scale: &Scale, points: &[Point]) -> Polyline {
    let corners: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(ply, point)| {
            format!(
                "{},{}",
                rounded(scale.x(ply)),
                rounded(scale.y(point.score))
            )
        })
        .collect();
    Polyline::new()
        .set("points", corners.join(" "))
        .set("fill", "none")
        .set("stroke", CURVE)
        .set("stroke-width", 2.5)
        .set("stroke-linejoin", "round")
}

/// A dot for each position, a large one after a mistake; a browser shows its move.
fn dots(scale: &Scale, points: &[Point]) -> Group {
    points
        .iter()
        .enumerate()
        .fold(Group::new(), |group, (ply, point)| {
            let (color, radius) = match point.mark {
                Mark::None => (CURVE, 2.5),
                Mark::Mistake => (MISTAKE, 5.0),
                Mark::Blunder => (BLUNDER, 6.0),
            };
            let title = format!("{}: {:+.2}", point.label, point.score);
            group.add(
                Circle::new()
                    .set("cx", rounded(scale.x(ply)))
                    .set("cy", rounded(scale.y(point.score)))
                    .set("r", radius)
                    .set("fill", color)
                    .add(Title::new(title)),
            )
        })
}

/// Tenths of a pixel are enough.
fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_lies_within_the_picture() {
        for scores in [&[0.0][..], &[0.1, -0.3], &[1.0, 2.0, -9.5], &[10.0, -10.0]] {
            let points: Vec<Point> = scores
                .iter()
                .map(|&score| Point {
                    score,
                    label: String::new(),
                    mark: Mark::None,
                })
                .collect();
            let scale = Scale::of(&points);
            for (ply, point) in points.iter().enumerate() {
                assert!((LEFT..=WIDTH - RIGHT).contains(&scale.x(ply)));
                assert!((TOP..=HEIGHT - BOTTOM).contains(&scale.y(point.score)));
            }
            assert!(scale.y(1.0) < scale.y(0.0), "White is ahead above");
        }
    }
}
