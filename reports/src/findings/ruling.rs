//! What became of a claim, in a word or two.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Makes the enum, so that every ruling is defined once: what it means, its variant, its words and its tone.
macro_rules! rulings {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $tone:ident;)*) => {
        /// What became of a claim. It stands in files by its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Ruling {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Ruling {
            /// All rulings.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// In a word or two.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Whether it speaks for the claim or against it.
            pub fn tone(self) -> RulingTone {
                match self {
                    $(Self::$variant => RulingTone::$tone,)*
                }
            }
        }
    };
}

rulings! {
    /// The claim holds.
    True, "true", Good;
    /// It holds but for rare exceptions.
    NearlyTrue, "nearly true", Good;
    /// Most parts of it hold.
    MostlyTrue, "mostly true", Good;
    /// It holds for some and makes no difference for others.
    SometimesTrue, "sometimes true", Mixed;
    /// Some parts of it hold and others do not.
    HalfTrue, "half true", Mixed;
    /// It only just holds.
    BarelyTrue, "barely true", Mixed;
    /// It is wrong for some and makes no difference for others.
    MostlyFalse, "mostly false", Bad;
    /// The claim is wrong.
    False, "false", Bad;
    /// The answer to a question: it is so.
    Yes, "yes", Good;
    /// The answer to a question: it is not so.
    No, "no", Bad;
    /// It holds for some and is wrong for others.
    Depends, "depends", Mixed;
    /// It takes more games to tell.
    Unclear, "unclear", Mixed;
    /// The advice costs a perfect player something and helps a simple one.
    ForBeginners, "for beginners", Mixed;
    /// The advice costs a perfect player nothing and harms a simple one.
    NotForBeginners, "not for beginners", Mixed;
    /// The advice costs nothing and brings nothing.
    Harmless, "harmless", Plain;
    /// Whether it is followed or not makes no difference that counts.
    NoDifference, "no difference", Plain;
    /// The advice never came into play.
    Untested, "untested", Plain;
    /// A question whose answer is a figure.
    Answered, "answered", Plain;
    /// Of bids: it is best to bid what one expects.
    WhatYouExpect, "what you expect", Plain;
    /// Of bids: it is best to bid a trick less than one expects.
    OneLess, "one less", Plain;
    /// Of trumps: it is best to lead them early.
    LeadThem, "lead them", Plain;
    /// Of trumps: it is best to keep them for later.
    KeepThem, "keep them", Plain;
    /// Neither of two rules pays.
    Neither, "neither", Plain;
}

/// Whether a ruling speaks for a claim or against it, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingTone {
    /// It holds.
    Good,
    /// It does not.
    Bad,
    /// It holds in part, or is not decided yet.
    Mixed,
    /// It answers a question.
    Plain,
}

/// A text that is no ruling.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no ruling; expected one of {list}", list = Ruling::ALL.map(Ruling::name).join(", "))]
pub struct NoRuling(pub String);

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ruling {
    type Err = NoRuling;

    fn from_str(text: &str) -> Result<Self, NoRuling> {
        Self::ALL.into_iter().find(|ruling| ruling.name() == text).ok_or_else(|| NoRuling(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_as_it_is_written() {
        for ruling in Ruling::ALL {
            assert_eq!(ruling.to_string().parse(), Ok(ruling));
            let json = serde_json::to_string(&ruling).unwrap();
            assert_eq!(json, format!("\"{ruling}\""));
            assert_eq!(serde_json::from_str::<Ruling>(&json).unwrap(), ruling);
        }
        let mut names = Ruling::ALL.map(Ruling::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Ruling::ALL.len());
    }

    #[test]
    fn other_words_are_refused_with_the_list() {
        let told = "True".parse::<Ruling>().unwrap_err().to_string();
        assert!(told.starts_with("'True' is no ruling; expected one of true, nearly true, "), "{told}");
    }

    #[test]
    fn the_whole_ruling_counts() {
        let tones = [Ruling::No, Ruling::NoDifference, Ruling::HalfTrue, Ruling::MostlyFalse].map(Ruling::tone);
        assert_eq!(tones, [RulingTone::Bad, RulingTone::Plain, RulingTone::Mixed, RulingTone::Bad]);
    }
}
