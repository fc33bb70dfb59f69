//! A text with figures of a run in it, which a command brings up to date.
//!
//! Where a figure belongs, the text has a pair of comments: `<!-- D10 -->…<!-- / -->` for the sentence on a claim,
//! `<!-- D10 | two sixes | cost -->…<!-- / -->` for one of its figures. The text between them is replaced.

use thiserror::Error;

use crate::cell::of_word;
use crate::findings::{Finding, Findings, Lens};
use crate::html::shown;
use crate::number::NO_BREAK;

/// A text cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GuideError {
    /// A place has no end.
    #[error("line {line}: '{place}' has no end; expected '<!-- / -->' after it, on the same line")]
    NoEnd {
        /// Where it is.
        line: usize,
        /// The text found there.
        place: String,
    },
    /// Nothing in the run belongs there.
    #[error(
        "line {line}: there is nothing about '{place}' in the run; expected an id of claims.csv, or 'ID | part | lens' of advice.csv"
    )]
    Unknown {
        /// Where it is.
        line: usize,
        /// The text found there.
        place: String,
    },
}

const START: &str = "<!-- ";
const STOP: &str = " -->";
const END: &str = "<!-- / -->";

/// Puts the figures of a run into a text.
///
/// # Errors
/// If a place has no end, or nothing of the run belongs there.
pub fn fill_guide(text: &str, advice: &Findings) -> Result<String, GuideError> {
    let mut filled = String::with_capacity(text.len());
    for (number, line) in text.split_inclusive('\n').enumerate() {
        filled += &fill_line(line, number + 1, advice)?;
    }
    Ok(filled)
}

fn fill_line(line: &str, number: usize, advice: &Findings) -> Result<String, GuideError> {
    let mut filled = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(START) {
        let after = &rest[start + START.len()..];
        let Some(stop) = after.find(STOP) else { break };
        let place = &after[..stop];
        let inside = &after[stop + STOP.len()..];
        let Some(end) = inside.find(START).filter(|&next| inside[next..].starts_with(END)) else {
            if names_a_claim(place, advice) {
                return Err(GuideError::NoEnd { line: number, place: place.into() });
            }
            // A comment like any other.
            let through = start + START.len() + stop + STOP.len();
            filled += &rest[..through];
            rest = &rest[through..];
            continue;
        };
        let words = words(place, advice).ok_or_else(|| GuideError::Unknown { line: number, place: place.into() })?;
        filled += &rest[..start + START.len() + stop + STOP.len()];
        filled += &words;
        filled += END;
        rest = &inside[end + END.len()..];
    }
    Ok(filled + rest)
}

/// Whether a comment begins with the name of a claim.
fn names_a_claim(comment: &str, advice: &Findings) -> bool {
    let name = comment.split('|').next().unwrap_or_default().trim();
    advice.claims.iter().any(|claim| claim.id == name)
}

/// What belongs into a place.
fn words(place: &str, advice: &Findings) -> Option<String> {
    let parts: Vec<&str> = place.split('|').map(str::trim).collect();
    match parts[..] {
        [id] => advice.claims.iter().find(|claim| claim.id == id).map(|claim| claim.sentence.clone()),
        [id, part, lens] => {
            let lens: Lens = of_word(lens)?;
            let fits = |finding: &&Finding| finding.claim == id && finding.part == part && finding.lens == lens;
            let found = || advice.findings.iter().filter(fits);
            found().find(|finding| finding.verdict.is_some()).or_else(|| found().next()).map(plain_shown)
        }
        _ => None,
    }
}

/// The value of a finding with ordinary spaces, so that the text can be searched and wrapped like any other.
fn plain_shown(finding: &Finding) -> String {
    shown(finding).replace(NO_BREAK, " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Claim, Ruling, Unit};

    fn advice() -> Findings {
        let claim = Claim {
            id: "D1".into(),
            game: "g".into(),
            source: String::new(),
            claim: "c".into(),
            rules: "r".into(),
            method: "m".into(),
            margin: String::new(),
            ruling: Ruling::True,
            sentence: "True: it is.".into(),
            at_the_table: String::new(),
            seed: 1,
            command: String::new(),
        };
        let finding = Finding::exact("D1", "two sixes", Lens::Figure, "optimal", "r", 0.25, Unit::Chance);
        Findings { claims: vec![claim], findings: vec![finding], ..Findings::default() }
    }

    #[test]
    fn places_are_filled_again_and_again() {
        let text = "A: <!-- D1 -->old<!-- / -->, b: <!-- D1 | two sixes | figure --><!-- / -->.\nplain\n";
        let filled = fill_guide(text, &advice()).unwrap();
        assert_eq!(
            filled,
            "A: <!-- D1 -->True: it is.<!-- / -->, b: <!-- D1 | two sixes | figure -->25.0 %<!-- / -->.\nplain\n"
        );
        assert_eq!(fill_guide(&filled, &advice()).unwrap(), filled);
    }

    #[test]
    fn other_comments_stay() {
        let text = "<!-- a note --> and <!-- D1 -->?<!-- / -->\n<!-- another -->\n";
        assert_eq!(
            fill_guide(text, &advice()).unwrap(),
            "<!-- a note --> and <!-- D1 -->True: it is.<!-- / -->\n<!-- another -->\n"
        );
    }

    #[test]
    fn wrong_places_are_told_by_line() {
        let error = |text: &str| fill_guide(text, &advice()).unwrap_err().to_string();
        assert!(error("\n<!-- D1 -->x").starts_with("line 2: 'D1' has no end"));
        assert!(error("<!-- D9 -->x<!-- / -->").starts_with("line 1: there is nothing about 'D9'"));
        assert!(error("<!-- D1 | two sixes | cost -->x<!-- / -->").contains("nothing about"));
    }
}
