//! Numbers in plain characters, as files and terminals get them.

use crate::number::UNKNOWN;

/// A number with so many decimals. One that rounds to zero has no sign.
pub(crate) fn with_decimals(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.into(),
        _ => text,
    }
}

/// A number for people with so many decimals: a dash if it is not known.
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
}
