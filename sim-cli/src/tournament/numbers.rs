//! Numbers as files and people get them.

use kosti_reports::Interval;

/// A CSV file.
///
/// # Errors
/// If a row has not as many values as there are columns.
pub fn csv_of(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(columns)?;
    for row in rows {
        csv.write_record(row)?;
    }
    Ok(csv.into_inner()?)
}

/// A number with so many decimals, empty if it is not known. A value that rounds to zero has no sign.
pub(crate) fn number(value: Option<f64>, decimals: usize) -> String {
    let text = value.filter(|value| value.is_finite()).map(|value| format!("{value:.decimals$}")).unwrap_or_default();
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.into(),
        _ => text,
    }
}

pub(crate) fn rounded(value: Option<f64>, decimals: usize) -> Option<f64> {
    number(value, decimals).parse().ok()
}

/// The ends of an interval, as numbers of a file.
pub(crate) fn ends(interval: Option<Interval>, decimals: usize) -> [String; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(|end| number(end, decimals))
}

/// A number for people: a dash if it is not known.
pub(crate) fn shown(value: Option<f64>, decimals: usize) -> String {
    let text = number(value, decimals);
    if text.is_empty() { "–".into() } else { text }
}

pub(crate) fn signed(value: Option<f64>, decimals: usize) -> String {
    let text = shown(value, decimals);
    if value.is_some_and(|value| value > 0.0) && text.parse() != Ok(0.0) { format!("+{text}") } else { text }
}

pub(crate) fn interval([low, high]: [String; 2]) -> String {
    let end = |text: String| if text.is_empty() { "–".into() } else { text };
    let (low, high) = (end(low), end(high));
    if low == "–" && high == "–" { low } else { format!("[{low}, {high}]") }
}
