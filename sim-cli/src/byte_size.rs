//! Sizes of files, as people write them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ByteSize(pub(crate) u64);

/// A text that is no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a size such as 500MB, 4GiB or 1.5GB, or a number of bytes")]
pub(crate) struct NoByteSize;

const UNITS: [(&str, u64); 11] = [
    ("", 1),
    ("b", 1),
    ("kb", 1000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("bytes", 1),
];

impl FromStr for ByteSize {
    type Err = NoByteSize;

    fn from_str(text: &str) -> Result<Self, NoByteSize> {
        let text = text.trim();
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = unit.trim().to_ascii_lowercase();
        let (_, factor) = UNITS.iter().find(|(name, _)| *name == unit).ok_or(NoByteSize)?;
        if let Ok(whole) = number.parse::<u64>() {
            return whole.checked_mul(*factor).map(Self).ok_or(NoByteSize);
        }
        let bytes = number.parse::<f64>().map_err(|_| NoByteSize)? * *factor as f64;
        // More than that are not whole in such a number.
        if bytes < 9e15 { Ok(Self(bytes.round() as u64)) } else { Err(NoByteSize) }
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        match self.0 {
            0..1000 => write!(f, "{} B", self.0),
            1000..1_000_000 => write!(f, "{:.1} kB", bytes / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{:.1} MB", bytes / 1e6),
            _ => write!(f, "{:.2} GB", bytes / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_all_units() {
        for (text, bytes) in [
            ("0", 0),
            ("12", 12),
            ("500MB", 500_000_000),
            ("4GiB", 4 << 30),
            (" 1.5 gb ", 1_500_000_000),
            ("2TiB", 2 << 40),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        for text in ["", "MB", "-1", "1..5GB", "4 parsecs", "1e3", "99999999999TB", "much"] {
            assert_eq!(text.parse::<ByteSize>(), Err(NoByteSize), "{text}");
        }
    }

    #[test]
    fn sizes_are_told_in_a_unit_that_fits() {
        for (bytes, text) in [(7, "7 B"), (7300, "7.3 kB"), (476_293_104, "476.3 MB"), (4 << 30, "4.29 GB")] {
            assert_eq!(ByteSize(bytes).to_string(), text);
        }
    }
}
