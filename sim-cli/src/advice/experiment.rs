//! A claim and how it is tested.

use kosti_reports::advice::{Claim, Finding, PlotPoint};
use serde::{Deserialize, Serialize};

use super::figures::sentence;
use super::lab::Lab;

/// A claim and how it is tested, fixed before anything runs.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name, such as `D10`.
    pub id: &'static str,
    /// The game it is about.
    pub game: &'static str,
    /// Where the claim comes from.
    pub source: Source,
    /// What is claimed or asked.
    pub claim: &'static str,
    /// The rules it is tested under.
    pub rules: &'static str,
    /// How it is tested.
    pub method: &'static str,
    /// What counts as a difference, in words; empty if a number is the answer.
    pub margin: &'static str,
    /// Measures.
    pub measure: fn(&Lab) -> anyhow::Result<Measured>,
    /// Says what the figures mean, after they were corrected for being many.
    pub tell: fn(&[Finding]) -> Told,
}

/// Where a claim comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The strategy part of the document of the game.
    Document,
    /// The rules leave it open.
    Question,
    /// Whoever wants to know how strong the players are.
    Ours,
}

impl Source {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "advice in the document of the game",
            Self::Question => "a question that the document leaves open",
            Self::Ours => "a question of our own",
        }
    }
}

/// What an experiment measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The figures.
    pub findings: Vec<Finding>,
    /// The points of plots.
    pub plots: Vec<PlotPoint>,
}

/// What the figures mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// In a word or two.
    pub ruling: &'static str,
    /// In a sentence; one that starts with a small letter goes on from the ruling.
    pub sentence: String,
    /// What to do at the table.
    pub at_the_table: String,
}

impl Experiment {
    /// The claim with what became of it.
    pub fn claim(&self, findings: &[Finding], seed: u64, command: String) -> Claim {
        let Told { ruling, sentence, at_the_table } = (self.tell)(findings);
        let sentence = from_ruling(ruling, sentence);
        Claim {
            id: self.id.into(),
            game: self.game.into(),
            source: self.source.name().into(),
            claim: self.claim.into(),
            rules: self.rules.into(),
            method: self.method.into(),
            margin: self.margin.into(),
            ruling: ruling.into(),
            sentence,
            at_the_table,
            seed,
            command,
        }
    }
}

/// A sentence that starts with a small letter goes on from the ruling, which the experiment may have changed since.
fn from_ruling(ruling: &str, told: String) -> String {
    if told.starts_with(char::is_lowercase) { sentence(ruling, told.trim_end_matches('.')) } else { told }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_go_on_from_the_ruling() {
        let told = |text: &str| from_ruling("half true", text.into());
        assert_eq!(told("it wins. It loses."), "Half true: it wins. It loses.");
        assert_eq!(told("True: it wins."), "True: it wins.");
    }
}
