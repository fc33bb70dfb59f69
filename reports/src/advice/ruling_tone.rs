//! Whether a ruling speaks for a claim or against it.

/// Whether a ruling speaks for a claim or against it, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingTone {
    /// It holds.
    Good,
    /// It does not.
    Bad,
    /// In part, or nobody knows yet.
    Mixed,
    /// It answers a question.
    Plain,
}

impl RulingTone {
    /// The tone of a ruling in a word or two.
    pub fn of(ruling: &str) -> Self {
        match ruling.trim().to_lowercase().as_str() {
            "true" | "yes" | "nearly true" | "mostly true" => Self::Good,
            "false" | "no" | "mostly false" => Self::Bad,
            "half true" | "barely true" | "depends" | "unclear" | "sometimes true" | "for beginners"
            | "not for beginners" => Self::Mixed,
            _ => Self::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_ruling_counts() {
        assert_eq!(RulingTone::of("no"), RulingTone::Bad);
        assert_eq!(RulingTone::of("no difference"), RulingTone::Plain);
        assert_eq!(RulingTone::of("Half true"), RulingTone::Mixed);
        assert_eq!(RulingTone::of("sometimes true"), RulingTone::Mixed);
        assert_eq!(RulingTone::of("mostly false"), RulingTone::Bad);
        assert_eq!(RulingTone::of("what you expect"), RulingTone::Plain);
    }
}
