//! An axis of numbers.

use crate::number::{Sign, decimal, short};
use crate::plot::canvas::{Anchor, Canvas, LETTER, Paint, text_width};

/// How numbers lie on an axis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AxisScale {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long; only for numbers above zero.
    Logarithmic,
}

/// Numbers that span more than this ratio are better read by their ratios.
const WIDE: f64 = 100.0;

impl AxisScale {
    /// How these numbers are read best.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = values
            .into_iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > 0.0 && high > WIDE * low { Self::Logarithmic } else { Self::Linear }
    }
}

/// Numbers from one end of a plot to the other.
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
    sign: Sign,
    scale: AxisScale,
}

impl Axis {
    /// An axis for all these values, with this many steps or fewer, from one place to another.
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
        Self { low, high, from, to, step, sign: Sign::Minus, scale: AxisScale::Linear }
    }

    /// An axis for all these values, on this scale. Values on a logarithmic scale are above zero.
    pub(super) fn scaled(
        values: impl IntoIterator<Item = f64>,
        scale: AxisScale,
        steps: usize,
        ends: (f64, f64),
    ) -> Self {
        match scale {
            AxisScale::Linear => Self::new(values, steps, ends),
            AxisScale::Logarithmic => {
                let powers = values.into_iter().filter(|value| *value > 0.0).map(f64::log10);
                Self { scale, ..Self::new(powers, steps, ends) }
            }
        }
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
        let value = match self.scale {
            AxisScale::Linear => value,
            AxisScale::Logarithmic => value.log10(),
        };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// The values that get a line, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if self.scale == AxisScale::Logarithmic {
            return self.ratio_ticks();
        }
        let decimals = (-self.step.log10().floor()).clamp(0.0, 12.0) as usize;
        let (first, last) =
            ((self.low / self.step - 1e-6).ceil() as i64, (self.high / self.step + 1e-6).floor() as i64);
        (first..=last)
            .map(|number| number as f64 * self.step)
            .map(|value| (value, decimal(value, decimals, self.sign)))
            .collect()
    }

    /// Powers of ten, and between them twos and fives if there is room.
    fn ratio_ticks(&self) -> Vec<(f64, String)> {
        const FEW: f64 = 3.5;
        let factors: &[f64] = if self.high - self.low <= FEW { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = self.low.floor() as i32..=self.high.ceil() as i32;
        // The texts of more powers than this would touch each other.
        let every = ((self.high - self.low) / 7.0).ceil().max(1.0) as usize;
        powers
            .step_by(every)
            .flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)))
            .filter(|value| (self.low - 1e-9..=self.high + 1e-9).contains(&value.log10()))
            .map(|value| (value, short(value)))
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
    fn ratios_are_read_on_a_logarithmic_axis() {
        let ticks = |values: &[f64]| {
            let axis = Axis::scaled(values.iter().copied(), AxisScale::Logarithmic, 6, (0.0, 100.0));
            axis.ticks().into_iter().map(|(_, text)| text).collect::<Vec<_>>()
        };
        assert_eq!(ticks(&[5.0, 5000.0]), ["5", "10", "20", "50", "100", "200", "500", "1,000", "2,000", "5,000"]);
        assert_eq!(ticks(&[1.0, 1e6]), ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"]);
        assert_eq!(ticks(&[0.01, 3.0]), ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]);
        let axis = Axis::scaled([1.0, 10_000.0], AxisScale::Logarithmic, 6, (0.0, 100.0));
        assert!((axis.place(100.0) - 50.0).abs() < 1e-9);
        assert_eq!(axis.place(0.0), 0.0);
        assert_eq!(AxisScale::of([1.0, 100.0]), AxisScale::Linear);
        assert_eq!(AxisScale::of([1.0, 101.0]), AxisScale::Logarithmic);
        for linear in [&[][..], &[0.0, 1000.0], &[-1.0, 1000.0]] {
            assert_eq!(AxisScale::of(linear.iter().copied()), AxisScale::Linear);
        }
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
