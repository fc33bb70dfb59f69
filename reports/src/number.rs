//! Numbers for people: with a true minus, commas in large ones, and a dash for what is not known.

/// The text for a number that is not known.
pub(crate) const UNKNOWN: &str = "–";

/// Whether a plus is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// Only a minus.
    Minus,
    /// As for a difference.
    Always,
}

/// A number with this many decimals. One that rounds to zero has no sign.
pub(crate) fn decimal(value: f64, decimals: usize, sign: Sign) -> String {
    if !value.is_finite() {
        return UNKNOWN.into();
    }
    let size = value.abs();
    let text = if size >= 1e15 { format!("{size:.2e}") } else { grouped(&format!("{size:.decimals$}")) };
    if text.chars().all(|digit| matches!(digit, '0' | '.')) {
        text
    } else if value < 0.0 {
        format!("−{text}")
    } else if sign == Sign::Always {
        format!("+{text}")
    } else {
        text
    }
}

/// The most decimals that a reader needs.
const MOST_DECIMALS: f64 = 6.0;

/// With how many decimals a figure is shown that is this uncertain (half the width of its interval, or its standard error): two
/// digits of the uncertainty are shown, and the figure to the same decimal. The usual number if the uncertainty is not known.
pub(crate) fn decimals(uncertainty: Option<f64>, usual: usize) -> usize {
    let known = uncertainty.filter(|uncertainty| uncertainty.is_finite() && *uncertainty > 0.0);
    // What is a ten but for the last bit of a sum is a ten.
    known.map_or(usual, |uncertainty| (1.0 - (uncertainty.log10() + 1e-9).floor()).clamp(0.0, MOST_DECIMALS) as usize)
}

/// How uncertain a figure is whose interval has these ends; a single one says something, too.
pub(crate) fn uncertainty(value: Option<f64>, [low, high]: [Option<f64>; 2]) -> Option<f64> {
    match (low, high) {
        (Some(low), Some(high)) => Some((high - low) / 2.0),
        (Some(end), None) | (None, Some(end)) => value.map(|value| (value - end).abs()),
        (None, None) => None,
    }
}

/// About three digits of a number that is measured with no more.
pub fn about(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return decimal(value, 0, Sign::Minus);
    }
    let digits = value.abs().log10().floor() as i32;
    if digits < 2 {
        return decimal(value, (2 - digits).min(9) as usize, Sign::Minus);
    }
    let unit = 10_f64.powi(digits - 2);
    decimal((value / unit).round() * unit, 0, Sign::Minus)
}

/// A count.
pub(crate) fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// As short as it can be said with about four digits.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return decimal(value, 0, Sign::Minus);
    }
    let magnitude = value.abs().log10().floor();
    let decimals = (2.0 - magnitude).clamp(0.0, 9.0) as usize;
    let text = decimal(value, decimals, Sign::Minus);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').into()
    } else {
        text
    }
}

/// Chances below this are only told to be below it.
pub(crate) const LEAST_P: f64 = 0.0001;

/// The chance of a result, as tests tell it.
pub(crate) fn p_value(p: Option<f64>) -> String {
    match p {
        None => UNKNOWN.into(),
        Some(p) if p < LEAST_P => "< 0.0001".into(),
        Some(p) if p < 0.01 => decimal(p, 4, Sign::Minus),
        Some(p) => decimal(p, 3, Sign::Minus),
    }
}

/// A space at which no line ends.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// A text whose lines do not end between a number and its `%` or `pp`.
pub(crate) fn unbroken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, letter) in text.char_indices() {
        let after = &text[place + letter.len_utf8()..];
        let unit = letter == ' ' && ["%", "pp"].iter().any(|unit| after.starts_with(unit));
        let joined = unit && out.ends_with(|last: char| last.is_ascii_digit());
        out.push(if joined { NO_BREAK } else { letter });
    }
    out
}

/// A number from 0 to 100 for a small place, such as a cell of a map.
pub(crate) fn short_percent(percent: f64) -> String {
    match percent {
        percent if percent > 0.0 && percent < 0.05 => "<0.1".into(),
        // What is not certain does not look so.
        percent if percent > 99.0 && percent < 99.95 => decimal(percent, 1, Sign::Minus),
        percent if (99.95..100.0 - 1e-9).contains(&percent) => ">99.9".into(),
        percent if percent == 0.0 || percent >= 9.95 => decimal(percent, 0, Sign::Minus),
        percent => decimal(percent, 1, Sign::Minus),
    }
}

/// Puts a comma between groups of three digits before the point.
pub fn grouped(digits: &str) -> String {
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_people_write_them() {
        assert_eq!(decimal(-1234.567, 1, Sign::Minus), "−1,234.6");
        assert_eq!(decimal(0.25, 2, Sign::Always), "+0.25");
        assert_eq!(decimal(-0.001, 2, Sign::Always), "0.00");
        assert_eq!(decimal(f64::NAN, 2, Sign::Always), "–");
        assert_eq!(decimal(f64::INFINITY, 2, Sign::Always), "–");
        assert_eq!(decimal(2e20, 2, Sign::Minus), "2.00e20");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(999), "999");
    }

    #[test]
    fn short_numbers_have_about_three_digits() {
        for (value, text) in [(0.0, "0"), (12.0, "12"), (0.12345, "0.123"), (-1.5, "−1.5"), (98765.4, "98,765")] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn digits_follow_the_uncertainty() {
        let cases =
            [(0.07, 3), (0.0123, 3), (0.35, 2), (1.0, 1), ((0.6 - 0.4) * 50.0, 0), (12.0, 0), (250.0, 0), (1e-9, 6)];
        for (uncertainty, expected) in cases {
            assert_eq!(decimals(Some(uncertainty), 9), expected, "{uncertainty}");
        }
        for unknown in [None, Some(0.0), Some(f64::NAN), Some(f64::INFINITY)] {
            assert_eq!(decimals(unknown, 4), 4);
        }
        assert_eq!(uncertainty(Some(1.0), [Some(0.5), Some(2.5)]), Some(1.0));
        assert_eq!(uncertainty(Some(1.0), [None, Some(2.5)]), Some(1.5));
        assert_eq!(uncertainty(Some(1.0), [None, None]), None);
    }

    #[test]
    fn measured_numbers_have_three_digits() {
        let cases = [
            (1_234_567.0, "1,230,000"),
            (999.6, "1,000"),
            (45.678, "45.7"),
            (0.012_34, "0.0123"),
            (0.0, "0"),
            (8.0, "8.00"),
        ];
        for (value, text) in cases {
            assert_eq!(about(value), text);
        }
    }

    #[test]
    fn numbers_stay_with_their_units() {
        assert_eq!(unbroken("5 % or 3 pp, no % here"), "5\u{a0}% or 3\u{a0}pp, no % here");
    }

    #[test]
    fn small_places_take_short_shares() {
        let shares = [(0.0, "0"), (0.01, "<0.1"), (3.76, "3.8"), (9.96, "10"), (43.6, "44"), (99.96, ">99.9")];
        for (percent, text) in shares.into_iter().chain([(100.0, "100"), (99.5, "99.5")]) {
            assert_eq!(short_percent(percent), text);
        }
    }

    #[test]
    fn small_chances_are_not_zero() {
        assert_eq!(p_value(Some(0.0)), "< 0.0001");
        assert_eq!(p_value(Some(0.00123)), "0.0012");
        assert_eq!(p_value(Some(0.5)), "0.500");
        assert_eq!(p_value(None), "–");
    }
}
