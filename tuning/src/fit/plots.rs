//! A fit in two pictures.

use plotters::prelude::*;

use super::{Calibration, Epoch};

type PlotResult<'a> =
    Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

const SIZE: (u32, u32) = (640, 480);
const BEFORE: RGBColor = RGBColor(0xC0, 0x60, 0x20);
const AFTER: RGBColor = RGBColor(0x20, 0x60, 0xA0);

/// The losses epoch by epoch, as SVG.
///
/// # Panics
/// If the picture can't be drawn into memory.
#[must_use]
pub fn learning_curve(epochs: &[Epoch]) -> String {
    let losses = epochs.iter().flat_map(|it| [it.training, it.held_out]);
    let (low, high) = losses.fold((f64::INFINITY, 0.0_f64), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let margin = ((high - low) / 20.0).max(1e-6);
    let last = epochs.len().saturating_sub(1).max(1);
    drawn(&|area: &DrawingArea<SVGBackend<'_>, _>| {
        let mut chart = ChartBuilder::on(area)
            .caption("Learning curve", ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(0..last, low - margin..high + margin)?;
        chart
            .configure_mesh()
            .x_desc("epoch")
            .y_desc("mean cross entropy")
            .light_line_style(TRANSPARENT)
            .draw()?;
        let training = epochs.iter().map(|it| (it.number, it.training));
        let held_out = epochs.iter().map(|it| (it.number, it.held_out));
        chart
            .draw_series(LineSeries::new(training, AFTER.stroke_width(2)))?
            .label("training")
            .legend(|at| key(at, AFTER));
        chart
            .draw_series(LineSeries::new(held_out, BEFORE.stroke_width(2)))?
            .label("held out")
            .legend(|at| key(at, BEFORE));
        let labels = &mut chart.configure_series_labels();
        labels.background_style(WHITE).border_style(BLACK).draw()
    })
}

/// Points promised against points made, before and after a fit, as SVG.
///
/// # Panics
/// If the picture can't be drawn into memory.
#[must_use]
pub fn calibration_plot(before: &Calibration, after: &Calibration) -> String {
    drawn(&|area: &DrawingArea<SVGBackend<'_>, _>| {
        let mut chart = ChartBuilder::on(area)
            .caption("Calibration on held-out games", ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
        chart
            .configure_mesh()
            .x_desc("points promised by the evaluation")
            .y_desc("points made")
            .light_line_style(TRANSPARENT)
            .draw()?;
        let ideal = [(0.0, 0.0), (1.0, 1.0)];
        chart.draw_series(LineSeries::new(ideal, BLACK.mix(0.4)))?;
        for (calibration, colour, name) in [(before, BEFORE, "before"), (after, AFTER, "after")] {
            let line = LineSeries::new(calibration.curve(), colour.stroke_width(2));
            chart
                .draw_series(line.point_size(3))?
                .label(name)
                .legend(move |at| key(at, colour));
        }
        let labels = &mut chart.configure_series_labels();
        labels
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
    })
}

fn key((x, y): (i32, i32), colour: RGBColor) -> PathElement<(i32, i32)> {
    PathElement::new(vec![(x, y), (x + 20, y)], colour.stroke_width(2))
}

fn drawn(
    draw: &dyn for<'a> Fn(&DrawingArea<SVGBackend<'a>, plotters::coord::Shift>) -> PlotResult<'a>,
) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)
            .and_then(|()| draw(&area))
            .and_then(|()| area.present())
            .expect("a string takes every picture");
    }
    svg
}
