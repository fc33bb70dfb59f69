//! Numbers in plain characters, as files and terminals get them.

use crate::number::{UNKNOWN, decimals, uncertainty};

/// A number with this many decimals. One that rounds to zero has no sign.
pub(crate) fn with_decimals(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.into(),
        _ => text,
    }
}

/// A number for people with this many decimals: a dash if it is not known.
pub fn shown<N: Into<f64>>(value: Option<N>, decimals: usize) -> String {
    let value = value.map(Into::into).filter(|value: &f64| value.is_finite());
    value.map_or(UNKNOWN.into(), |value| with_decimals(value, decimals))
}

/// The same for a difference: with a plus if it is above zero.
pub fn signed<N: Into<f64>>(value: Option<N>, decimals: usize) -> String {
    let value: Option<f64> = value.map(Into::into);
    let text = shown(value, decimals);
    if value.is_some_and(|value| value > 0.0) && text.parse::<f64>().is_ok_and(|shown| shown != 0.0) {
        format!("+{text}")
    } else {
        text
    }
}

/// An interval from its ends as they are shown: a dash if neither is known.
pub fn interval([low, high]: [String; 2]) -> String {
    if low == UNKNOWN && high == UNKNOWN { low } else { format!("[{low}, {high}]") }
}

/// A figure and its interval, with as many decimals as the interval supports.
pub fn with_interval<N: Into<f64>>(value: Option<N>, ends: [Option<N>; 2], usual: usize) -> [String; 2] {
    in_pair(value, ends, usual, shown)
}

/// The same for a difference.
pub fn signed_with_interval<N: Into<f64>>(value: Option<N>, ends: [Option<N>; 2], usual: usize) -> [String; 2] {
    in_pair(value, ends, usual, signed)
}

fn in_pair<N: Into<f64>>(
    value: Option<N>,
    ends: [Option<N>; 2],
    usual: usize,
    shown: fn(Option<f64>, usize) -> String,
) -> [String; 2] {
    let (value, ends) = (value.map(Into::into), ends.map(|end| end.map(Into::into)));
    let decimals = decimals(uncertainty(value, ends), usual);
    [shown(value, decimals), interval(ends.map(|end| shown(end, decimals)))]
}

/// A figure and its standard error or half the width of its interval, with as many decimals as that supports.
pub fn with_error<N: Into<f64>>(value: Option<N>, error: Option<N>, usual: usize) -> [String; 2] {
    let (value, error) = (value.map(Into::into), error.map(Into::into));
    let decimals = decimals(error, usual);
    [shown(value, decimals), shown(error, decimals)]
}

/// The same for a difference.
pub fn signed_with_error<N: Into<f64>>(value: Option<N>, error: Option<N>, usual: usize) -> [String; 2] {
    let (value, error) = (value.map(Into::into), error.map(Into::into));
    let decimals = decimals(error, usual);
    [signed(value, decimals), shown(error, decimals)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_a_dash() {
        assert_eq!([shown(Some(0.25), 1), shown(None::<f64>, 1), shown(Some(f64::NAN), 1)], ["0.2", "–", "–"]);
        let ends = |low: Option<f64>, high: Option<f64>| interval([low, high].map(|end| signed(end, 0)));
        assert_eq!(ends(None, None), "–");
        assert_eq!(ends(None, Some(-997.2)), "[–, -997]");
        assert_eq!(ends(Some(12.0), Some(0.2)), "[+12, 0]");
    }

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        assert_eq!([signed(Some(-0.001), 2), signed(Some(0.001), 2), signed(Some(0.01), 2)], ["0.00", "0.00", "+0.01"]);
    }

    #[test]
    fn figures_have_the_digits_of_their_intervals() {
        assert_eq!(with_interval(Some(0.916_667), [Some(0.83), Some(0.97)], 4), ["0.917", "[0.830, 0.970]"]);
        assert_eq!(with_interval(Some(0.916_667), [None, None], 4), ["0.9167", "–"]);
        assert_eq!(signed_with_interval(Some(12.3), [Some(-10.0), Some(34.0)], 0), ["+12", "[-10, +34]"]);
        assert_eq!(with_error(Some(-0.823), Some(0.0512), 2), ["-0.823", "0.051"]);
        assert_eq!(signed_with_error(Some(14.26), Some(3.04), 2), ["+14.3", "3.0"]);
        assert_eq!(with_error(Some(2.0), None, 2), ["2.00", "–"]);
    }
}
