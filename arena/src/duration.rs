//! Times on the command line.

use std::time::Duration;

/// Reads `500ms`, `2s` or `1.5` (seconds); from a millisecond to an hour.
///
/// # Errors
/// If it is no such time, what would be.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, scale) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    match number.trim().parse::<f64>().map(|number| number * scale) {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a time from 1ms to 3600s, such as 500ms, 2s or 1.5".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in [("500ms", 500), ("2s", 2000), ("1.5", 1500), ("0.25s", 250), (" 3 s", 3000)] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "0", "-1s", "2m", "4000", "nan", "inf"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
