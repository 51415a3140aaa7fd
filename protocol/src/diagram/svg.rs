//! The board as a picture: circles and lines as they lie on the real board.
//!
//! Everything is drawn with plain attributes, without styles or ids, so that
//! several pictures can stand in one page; the background is the picture's own,
//! so it reads the same on a dark page.

use jarmo_engine::board::{LINES, home_row};
use jarmo_engine::{Side, Square};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text, Title};

use super::{Diagram, labels};

/// From one circle to the next; the unit is a pixel at natural size.
const STEP: f32 = 120.0;
/// The middle of the circle at the top left.
const ORIGIN: (f32, f32) = (104.0, 84.0);
const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 712.0;

const CIRCLE: f32 = 15.0;
const ARCHER: f32 = 31.0;
/// Room between an arrow and what stands on its circles.
const ARROW_GAP: f32 = 6.0;

const GROUND: &str = "#f2e4c8";
const EDGE: &str = "#b8925a";
const INK: &str = "#6d4c28";
const LIGHT: &str = "#fffdf7";
const DARK: &str = "#2a2622";
const MARK: &str = "#e3a008";
const LAST_MOVE: &str = "#9fc6d8";
const BEST_MOVE: &str = "#1f8a4c";
const FONT: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

pub(super) fn draw(diagram: &Diagram) -> Document {
    Document::new()
        .set("viewBox", (0, 0, WIDTH, HEIGHT))
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("font-family", FONT)
        .add(Title::new(format!("Jarmo: {}", diagram.position)))
        .add(ground())
        .add(home_rows(diagram))
        .add(highlight(diagram))
        .add(lines(diagram))
        .add(circles(diagram))
        .add(arrow(diagram))
        .add(archers(diagram))
        .add(captured(diagram))
        .add(names(diagram))
        .add(caption(diagram))
}

/// The middle of a circle.
fn centre(diagram: &Diagram, square: Square) -> (f32, f32) {
    let (column, row) = diagram.place(square);
    (
        ORIGIN.0 + STEP * f32::from(column),
        ORIGIN.1 + STEP * f32::from(row),
    )
}

fn ground() -> Rectangle {
    Rectangle::new()
        .set("x", 2)
        .set("y", 2)
        .set("width", WIDTH - 4.0)
        .set("height", HEIGHT - 4.0)
        .set("rx", 18)
        .set("fill", GROUND)
        .set("stroke", EDGE)
        .set("stroke-width", 4)
}

/// A band behind each player's first row.
fn home_rows(diagram: &Diagram) -> Group {
    let mut group = Group::new().set("fill-opacity", 0.5);
    for side in Side::BOTH {
        let (left, right) = ends_of_home_row(diagram, side);
        let reach = ARCHER + 12.0;
        let band = Rectangle::new()
            .set("x", left.0 - reach)
            .set("y", left.1 - reach)
            .set("width", right.0 - left.0 + 2.0 * reach)
            .set("height", 2.0 * reach)
            .set("rx", reach)
            .set(
                "fill",
                if side == Side::White {
                    "#ffffff"
                } else {
                    "#a58a63"
                },
            );
        group = group.add(band);
    }
    group
}

fn ends_of_home_row(diagram: &Diagram, side: Side) -> ((f32, f32), (f32, f32)) {
    let centres = home_row(side)
        .into_iter()
        .map(|square| centre(diagram, square));
    let left = centres.clone().min_by(|a, b| a.0.total_cmp(&b.0));
    let right = centres.max_by(|a, b| a.0.total_cmp(&b.0));
    left.zip(right).expect("a row has circles")
}

fn lines(diagram: &Diagram) -> Group {
    let mut group = Group::new().set("stroke", INK).set("stroke-width", 4);
    for (from, to) in LINES {
        group = group.add(line(centre(diagram, from), centre(diagram, to)));
    }
    group
}

fn line(from: (f32, f32), to: (f32, f32)) -> Line {
    Line::new()
        .set("x1", from.0)
        .set("y1", from.1)
        .set("x2", to.0)
        .set("y2", to.1)
}

fn circle(at: (f32, f32), radius: f32) -> Circle {
    Circle::new()
        .set("cx", at.0)
        .set("cy", at.1)
        .set("r", radius)
}

/// How far what stands on a circle reaches.
fn radius(diagram: &Diagram, square: Square) -> f32 {
    match diagram.archer(square) {
        Some(_) => ARCHER,
        None => CIRCLE,
    }
}

fn circles(diagram: &Diagram) -> Group {
    let mut group = Group::new()
        .set("fill", GROUND)
        .set("stroke", INK)
        .set("stroke-width", 4);
    for square in Square::all() {
        let spot = circle(centre(diagram, square), CIRCLE).add(Title::new(square.to_string()));
        group = group.add(spot);
    }
    group
}

fn archers(diagram: &Diagram) -> Group {
    let mut group = Group::new();
    for square in diagram.position.occupied() {
        let side = diagram.archer(square).expect("an occupied circle");
        let at = centre(diagram, square);
        group = group.add(archer(diagram, side, at, ARCHER));
        if diagram.is_marked(square) {
            group = group.add(mark(at));
        }
    }
    group
}

/// A disc with a bow that points at the goal row.
///
/// Paths rather than circles, so that a picture holds 25 circles, one a place.
fn archer(diagram: &Diagram, side: Side, (x, y): (f32, f32), radius: f32) -> Group {
    let (disc, bow) = match side {
        Side::White => (LIGHT, DARK),
        Side::Black => (DARK, LIGHT),
    };
    let turn = if side == diagram.viewer { 0 } else { 180 };
    let scale = radius / ARCHER;
    let picture = Path::new()
        .set(
            "d",
            "M-17 5Q0-23 17 5M-17 5L0 9L17 5M0 17V-19M-5-12L0-19L5-12",
        )
        .set("fill", "none")
        .set("stroke", bow)
        .set("stroke-width", 2.6)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round");
    Group::new()
        .set(
            "transform",
            format!("translate({x} {y}) rotate({turn}) scale({scale})"),
        )
        .add(
            disc_path(ARCHER)
                .set("fill", disc)
                .set("stroke", DARK)
                .set("stroke-width", 3),
        )
        .add(picture)
}

/// A disc around the origin.
fn disc_path(radius: f32) -> Path {
    let r = radius;
    let across = 2.0 * radius;
    Path::new().set(
        "d",
        format!("M-{r} 0a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"),
    )
}

/// A ring around a marked archer, and the plus sign of the notation.
fn mark((x, y): (f32, f32)) -> Group {
    let badge = Group::new()
        .set("transform", "translate(24 -24)")
        .add(
            disc_path(12.0)
                .set("fill", MARK)
                .set("stroke", DARK)
                .set("stroke-width", 2),
        )
        .add(
            Path::new()
                .set("d", "M-6 0H6M0-6V6")
                .set("stroke", DARK)
                .set("stroke-width", 3.4)
                .set("stroke-linecap", "round"),
        );
    Group::new()
        .set("transform", format!("translate({x} {y})"))
        .add(ring_path(ARCHER + 3.0, MARK, 6.0))
        .add(badge)
}

fn ring_path(radius: f32, color: &str, width: f32) -> Path {
    disc_path(radius)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", width)
}

/// The last move: a broad band along its line, and rings where it touches the board.
fn highlight(diagram: &Diagram) -> Group {
    let mut group = Group::new().set("stroke-linecap", "round");
    let Some(mv) = diagram.last_move else {
        return group;
    };
    if let Some((from, to)) = mv.squares() {
        let band = Path::new()
            .set(
                "d",
                path_between(centre(diagram, from), centre(diagram, to)),
            )
            .set("stroke", LAST_MOVE)
            .set("stroke-width", 20);
        group = group.add(band);
    }
    let ends = mv.squares().into_iter().flat_map(|(from, to)| [from, to]);
    for square in ends.chain(mv.reentry_square()) {
        let (x, y) = centre(diagram, square);
        group = group.add(
            disc_path(radius(diagram, square) + 11.0)
                .set("transform", format!("translate({x} {y})"))
                .set("fill", LAST_MOVE),
        );
    }
    group
}

fn path_between(from: (f32, f32), to: (f32, f32)) -> String {
    format!("M{} {}L{} {}", from.0, from.1, to.0, to.1)
}

/// The best move: an arrow along its line; for a re-entry one from outside the board.
fn arrow(diagram: &Diagram) -> Group {
    let mut group = Group::new().set("stroke-linecap", "round");
    let Some(mv) = diagram.best_move else {
        return group;
    };
    if let Some((from, to)) = mv.squares() {
        let gap = radius(diagram, to) + ARROW_GAP;
        group = group.add(arrow_between(
            centre(diagram, from),
            centre(diagram, to),
            gap,
        ));
    }
    if let Some(at) = mv.reentry_square() {
        group = group.add(reentry_arrow(diagram, at));
    }
    group
}

fn reentry_arrow(diagram: &Diagram, at: Square) -> Group {
    let (x, y) = centre(diagram, at);
    let outwards = if y > HEIGHT / 2.0 { 1.0 } else { -1.0 };
    let ring = ring_path(CIRCLE, BEST_MOVE, 6.0).set("transform", format!("translate({x} {y})"));
    Group::new().add(ring).add(arrow_between(
        (x + 66.0, y + 66.0 * outwards),
        (x, y),
        CIRCLE + ARROW_GAP,
    ))
}

/// An arrow that ends `gap` before the middle of its target.
///
/// It begins in the middle of a circle: archers are drawn over it.
fn arrow_between(from: (f32, f32), to: (f32, f32), gap: f32) -> Group {
    const HEAD: f32 = 26.0;
    const HALF_WIDTH: f32 = 14.0;
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let at = |base: (f32, f32), forward: f32, aside: f32| {
        (
            base.0 + along.0 * forward - along.1 * aside,
            base.1 + along.1 * forward + along.0 * aside,
        )
    };
    let tip = at(to, -gap, 0.0);
    let corners = [tip, at(tip, -HEAD, HALF_WIDTH), at(tip, -HEAD, -HALF_WIDTH)]
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .join(" ");
    let shaft = path_between(from, at(tip, -HEAD, 0.0));
    let outline = |path: Path| path.set("stroke", GROUND).set("stroke-width", 15);
    Group::new()
        .add(outline(Path::new().set("d", shaft.clone())))
        .add(
            Path::new()
                .set("d", shaft)
                .set("stroke", BEST_MOVE)
                .set("stroke-width", 10),
        )
        .add(Polygon::new().set("points", corners).set("fill", BEST_MOVE))
}

/// Each player's captured archers, beside the player's first row.
fn captured(diagram: &Diagram) -> Group {
    const RADIUS: f32 = 17.0;
    let mut group = Group::new();
    for side in Side::BOTH {
        let (_, (x, y)) = ends_of_home_row(diagram, side);
        let inwards = if side == diagram.viewer { -1.0 } else { 1.0 };
        for number in 0..diagram.position.hand(side) {
            let aside = y + inwards * 2.35 * RADIUS * number as f32;
            group = group.add(archer(diagram, side, (x + 84.0, aside), RADIUS));
        }
    }
    group
}

fn names(diagram: &Diagram) -> Group {
    let mut group = Group::new()
        .set("fill", INK)
        .set("font-size", 24)
        .set("font-weight", "bold")
        .set("text-anchor", "middle");
    for (file, rank, square) in labels() {
        let (x, y) = centre(diagram, square);
        group = group
            .add(label(file.to_string(), x, ORIGIN.1 + 4.0 * STEP + 78.0))
            .add(label(rank.to_string(), ORIGIN.0 - 72.0, y + 8.0));
    }
    group
}

fn label(text: String, x: f32, y: f32) -> Text {
    Text::new(text).set("x", x).set("y", y)
}

fn caption(diagram: &Diagram) -> Text {
    label(diagram.caption(), ORIGIN.0 + 2.0 * STEP, HEIGHT - 24.0)
        .set("fill", DARK)
        .set("font-size", 20)
        .set("text-anchor", "middle")
}
