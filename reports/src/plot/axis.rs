//! An axis of numbers.

use crate::number::{Sign, decimal};
use crate::plot::canvas::{Anchor, Canvas, LETTER, Paint, text_width};

/// Numbers from one end of a plot to the other.
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
    sign: Sign,
}

impl Axis {
    /// An axis for all these values, with so many steps or fewer, from one place to another.
    pub(super) fn new(values: impl IntoIterator<Item = f64>, steps: usize, (from, to): (f64, f64)) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite() && value.abs() < 1e12);
        let (mut low, mut high) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 * high.abs().max(low.abs()).max(1e-6) {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low, high) = (low - room, high + room);
        }
        let raw = (high - low) / steps.max(1) as f64;
        let ten = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0]
            .map(|factor| factor * ten)
            .into_iter()
            .find(|&step| step >= raw * 0.999)
            .unwrap_or(ten * 10.0);
        Self { low, high, from, to, step, sign: Sign::Minus }
    }

    /// With a little room at both ends.
    pub(super) fn roomy(mut self) -> Self {
        let room = (self.high - self.low) * 0.04;
        (self.low, self.high) = (self.low - room, self.high + room);
        self
    }

    /// With room at the upper end, and at the lower end if it is not zero.
    pub(super) fn roomy_but_at_zero(mut self) -> Self {
        let room = (self.high - self.low) * 0.04;
        self.high += if self.high == 0.0 { 0.0 } else { room };
        self.low -= if self.low == 0.0 { 0.0 } else { room };
        self
    }

    pub(super) fn signed(mut self, sign: Sign) -> Self {
        self.sign = sign;
        self
    }

    /// Where a value is; what is beyond an end is at the end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// The values that get a line, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 12.0) as usize;
        let (first, last) =
            ((self.low / self.step - 1e-6).ceil() as i64, (self.high / self.step + 1e-6).floor() as i64);
        (first..=last)
            .map(|number| number as f64 * self.step)
            .map(|value| (value, decimal(value, decimals, self.sign)))
            .collect()
    }

    /// How wide the texts are.
    pub(super) fn tick_width(&self) -> f64 {
        self.ticks().iter().map(|(_, text)| text_width(text)).fold(0.0, f64::max)
    }

    /// Draws it below a plot, with lines through the plot, and its name below.
    pub(super) fn draw_below(&self, canvas: &mut Canvas, top: f64, bottom: f64, name: &str) {
        for (value, text) in self.ticks() {
            let x = self.place(value);
            canvas.line((x, top), (x, bottom), Paint::Grid, 1.0);
            canvas.text((x, bottom + LETTER), &text, Anchor::Middle, Paint::Muted);
        }
        canvas.text(((self.from + self.to) / 2.0, bottom + LETTER * 2.5), name, Anchor::Middle, Paint::Muted);
    }

    /// Draws it left of a plot, with lines through the plot.
    pub(super) fn draw_left(&self, canvas: &mut Canvas, left: f64, right: f64) {
        for (value, text) in self.ticks() {
            let y = self.place(value);
            canvas.line((left, y), (right, y), Paint::Grid, 1.0);
            canvas.text((left - 5.0, y), &text, Anchor::End, Paint::Muted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[f64]) -> Vec<String> {
        Axis::new(values.iter().copied(), 5, (0.0, 100.0)).ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts(&[0.0, 1.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&[-3.0, 17.0]), ["0", "5", "10", "15"]);
        assert_eq!(texts(&[0.0, 20_000.0]), ["0", "5,000", "10,000", "15,000", "20,000"]);
        assert_eq!(texts(&[-0.02, 0.02]), ["−0.02", "−0.01", "0.00", "0.01", "0.02"]);
    }

    #[test]
    fn odd_values_still_give_an_axis() {
        for values in [&[][..], &[0.0], &[5.0, 5.0], &[f64::NAN, 1.0], &[1e300, 1.0], &[-7.0]] {
            let axis = Axis::new(values.iter().copied(), 5, (0.0, 100.0));
            assert!((2..12).contains(&axis.ticks().len()), "{values:?}");
            assert!(values.iter().all(|&value| value.is_nan() || (0.0..=100.0).contains(&axis.place(value))));
        }
    }
}
