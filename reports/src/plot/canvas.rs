//! Where plots are drawn: an SVG whose colours come from the style of the page.

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, RGBAColor, RGBColor, ShapeStyle, TextStyle};

/// Points of the backend for each unit of a plot: the backend knows whole numbers only.
const FINE: f64 = 10.0;
/// The size of letters, in units.
pub(super) const LETTER: f64 = 12.5;
/// How wide a letter is about, in units.
const LETTER_WIDTH: f64 = LETTER * 0.56;
/// The width of a plot that fits a phone, in units.
pub(super) const WIDTH: f64 = 400.0;
/// How many colours there are for series.
const COLOURS: usize = 6;

/// A colour of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paint {
    /// That of text.
    Ink,
    /// That of text on top of lines.
    Label,
    /// That of less important text and of axes.
    Muted,
    /// That of thin lines behind everything.
    Grid,
    /// That of what is too small to matter.
    Band,
    /// Those of series.
    Series(usize),
    /// Those of cells: above and below the middle.
    High,
    Low,
}

impl Paint {
    /// A colour that nothing else has, for the way through the backend.
    fn rgb(self) -> RGBColor {
        let number = match self {
            Self::Ink => 0,
            Self::Muted => 1,
            Self::Grid => 2,
            Self::Band => 3,
            Self::High => 4,
            Self::Low => 5,
            Self::Label => 6,
            Self::Series(number) => 16 + (number % COLOURS) as u8,
        };
        RGBColor(1, 2, number)
    }

    fn class(self) -> String {
        match self {
            Self::Ink => "ink".into(),
            Self::Muted => "muted".into(),
            Self::Grid => "grid".into(),
            Self::Band => "band".into(),
            Self::High => "high".into(),
            Self::Low => "low".into(),
            Self::Label => "label".into(),
            Self::Series(number) => format!("s{}", number % COLOURS + 1),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let fixed = [Self::Ink, Self::Muted, Self::Grid, Self::Band, Self::High, Self::Low, Self::Label];
        fixed.into_iter().chain((0..COLOURS).map(Self::Series))
    }
}

/// Where a text has its anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
    /// Upwards from the place.
    Upwards,
}

/// The sign of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Circle,
    Diamond,
    Square,
    Triangle,
}

impl Mark {
    /// That of a series.
    pub(super) fn of(series: usize) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond][series % 4]
    }
}

/// About how wide a text is, in units.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER_WIDTH
}

/// A text that is not wider than this, cut if it must be.
pub(super) fn fitted(text: &str, width: f64) -> String {
    let letters = (width / LETTER_WIDTH).floor().max(2.0) as usize;
    if text.chars().count() <= letters {
        text.into()
    } else {
        text.chars().take(letters - 1).collect::<String>().trim_end().to_string() + "…"
    }
}

/// A thing to draw.
type Stroke = Box<dyn FnOnce(&mut SVGBackend<'_>)>;

/// A drawing in the making. All lengths are in units.
pub(super) struct Canvas {
    width: f64,
    height: f64,
    draw: Vec<Stroke>,
}

fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

fn at((x, y): (f64, f64)) -> (i32, i32) {
    (fine(x), fine(y))
}

fn style(paint: Paint, opacity: f64, width: f64) -> ShapeStyle {
    let color: RGBAColor = paint.rgb().mix((opacity * 100.0).round() / 100.0);
    ShapeStyle { color, filled: true, stroke_width: fine(width).max(0) as u32 }
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, draw: Vec::new() }
    }

    fn push(&mut self, draw: impl FnOnce(&mut SVGBackend<'_>) + 'static) {
        self.draw.push(Box::new(draw));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, width: f64) {
        self.push(move |svg| {
            svg.draw_line(at(from), at(to), &style(paint, 1.0, width)).expect("a string takes a line");
        });
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], paint: Paint, width: f64) {
        let points: Vec<_> = points.iter().copied().map(at).collect();
        self.push(move |svg| svg.draw_path(points, &style(paint, 1.0, width)).expect("a string takes a path"));
    }

    pub(super) fn area(&mut self, points: &[(f64, f64)], paint: Paint, opacity: f64) {
        let points: Vec<_> = points.iter().copied().map(at).collect();
        self.push(move |svg| svg.fill_polygon(points, &style(paint, opacity, 0.0)).expect("a string takes an area"));
    }

    pub(super) fn rect(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, opacity: f64) {
        let (from, to) = ((from.0.min(to.0), from.1.min(to.1)), (from.0.max(to.0), from.1.max(to.1)));
        self.push(move |svg| {
            svg.draw_rect(at(from), at(to), &style(paint, opacity, 0.0), true).expect("a string takes a rectangle");
        });
    }

    pub(super) fn mark(&mut self, (x, y): (f64, f64), mark: Mark, paint: Paint, size: f64) {
        match mark {
            Mark::Circle => self.push(move |svg| {
                let radius = fine(size * 0.9).max(1) as u32;
                svg.draw_circle(at((x, y)), radius, &style(paint, 1.0, 0.0), true).expect("a string takes a circle");
            }),
            Mark::Diamond => {
                let size = size * 1.3;
                self.area(&[(x - size, y), (x, y - size), (x + size, y), (x, y + size)], paint, 1.0);
            }
            Mark::Square => {
                let size = size * 0.85;
                self.rect((x - size, y - size), (x + size, y + size), paint, 1.0);
            }
            Mark::Triangle => {
                self.area(&[(x - size, y + size * 0.8), (x, y - size), (x + size, y + size * 0.8)], paint, 1.0);
            }
        }
    }

    pub(super) fn text(&mut self, place: (f64, f64), text: &str, anchor: Anchor, paint: Paint) {
        if text.is_empty() {
            return;
        }
        let text = text.to_string();
        // The backend divides by this again.
        let size = LETTER * FINE * 1.24;
        let (anchor, transform) = match anchor {
            Anchor::Start => (HPos::Left, FontTransform::None),
            Anchor::Middle => (HPos::Center, FontTransform::None),
            Anchor::End => (HPos::Right, FontTransform::None),
            Anchor::Upwards => (HPos::Left, FontTransform::Rotate270),
        };
        self.push(move |svg| {
            let font = ("sans-serif", size, FontStyle::Normal).into_font().transform(transform);
            let color = paint.rgb();
            let style = TextStyle::from(font).color(&color).pos(Pos::new(anchor, VPos::Center));
            svg.draw_text(&text, &style, at(place)).expect("a string takes a text");
        });
    }

    /// The SVG, for a page with the style of reports. The label is for readers who do not see it.
    pub(super) fn svg(self, label: &str) -> String {
        let size = (fine(self.width).max(1) as u32, fine(self.height).max(1) as u32);
        let mut text = String::new();
        let mut backend = SVGBackend::with_string(&mut text, size);
        for draw in self.draw {
            draw(&mut backend);
        }
        backend.present().expect("a string takes the end");
        drop(backend);
        for paint in Paint::all() {
            let RGBColor(red, green, blue) = paint.rgb();
            let color = format!("#{red:02X}{green:02X}{blue:02X}");
            let class = paint.class();
            text = text.replace(&format!("fill=\"{color}\""), &format!("class=\"f-{class}\""));
            text = text.replace(&format!("stroke=\"{color}\""), &format!("class=\"l-{class}\""));
        }
        let text = text
            .replace(" opacity=\"1\"", "")
            .replace(" stroke=\"none\"", "")
            .replace(" font-family=\"sans-serif\"", "");
        let body = text.split_once(">\n").map_or("", |(_, body)| body);
        // Plots that are wider than a phone scroll in their box instead of becoming unreadable, and do not fill a wide page with
        // huge letters.
        let wide = if self.width > WIDTH {
            format!(" style=\"min-width:{:.0}px;max-width:{:.0}px\"", self.width * 0.85, self.width * 1.5)
        } else {
            String::new()
        };
        let label = crate::escape::escape(label);
        format!(
            "<svg class=\"plot\" role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 {} {}\"{wide}>\n{body}",
            size.0, size.1
        )
    }
}
