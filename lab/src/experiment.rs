//! A claim and how it is tested.

use kosti_reports::findings::{Claim, Finding, PlotPoint, Ruling};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::lab::Lab;
use crate::wording::sentence;

/// A claim and how it is tested, fixed before anything runs.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name, such as `D10`: the id of the claim, of its findings and of its points.
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
    /// Measures the figures.
    pub measure: fn(&Lab<'_>) -> Result<Measured, LabError>,
    /// Says what the figures mean, after their verdicts were corrected for being many.
    pub conclude: fn(&[Finding]) -> Conclusion,
}

/// Where a claim comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The strategy part of the document of the game.
    Document,
    /// The document leaves the question open.
    Question,
    /// A question on how strong the bots are.
    Ours,
    /// Another source, in words.
    Other(&'static str),
}

impl Source {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "advice in the document of the game",
            Self::Question => "a question that the document leaves open",
            Self::Ours => "a question of our own",
            Self::Other(words) => words,
        }
    }
}

/// What an experiment measured. The runner writes the id of the experiment on every finding and every point.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The figures.
    pub findings: Vec<Finding>,
    /// The points of plots.
    pub plots: Vec<PlotPoint>,
}

impl Measured {
    /// Adds what else was measured.
    pub fn extend(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.plots.extend(other.plots);
    }

    /// Writes the id of an experiment on all of it.
    pub(crate) fn stamp(&mut self, id: &str) {
        self.findings.iter_mut().for_each(|finding| finding.claim = id.into());
        self.plots.iter_mut().for_each(|point| point.claim = id.into());
    }
}

/// Figures without plots.
impl From<Vec<Finding>> for Measured {
    fn from(findings: Vec<Finding>) -> Self {
        Self { findings, plots: Vec::new() }
    }
}

/// What the figures of an experiment mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conclusion {
    /// In a word or two.
    pub ruling: Ruling,
    /// In a sentence; one that starts with a small letter goes on from the ruling.
    pub sentence: String,
    /// What to do at the table.
    pub at_the_table: String,
}

impl Experiment {
    /// The claim with what the experiment concludes from its findings.
    pub(crate) fn claim(&self, findings: &[Finding], seed: u64, command: String) -> Claim {
        let Conclusion { ruling, sentence, at_the_table } = (self.conclude)(findings);
        Claim {
            id: self.id.into(),
            game: self.game.into(),
            source: self.source.name().into(),
            claim: self.claim.into(),
            rules: self.rules.into(),
            method: self.method.into(),
            margin: self.margin.into(),
            ruling,
            sentence: from_ruling(ruling, sentence),
            at_the_table,
            seed,
            command,
        }
    }
}

/// A sentence that starts with a small letter goes on from the ruling, which the experiment may have changed since.
fn from_ruling(ruling: Ruling, rest: String) -> String {
    if rest.starts_with(char::is_lowercase) { sentence(ruling, rest.trim_end_matches('.')) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_go_on_from_the_ruling() {
        let told = |text: &str| from_ruling(Ruling::HalfTrue, text.into());
        assert_eq!(told("it wins. It loses."), "Half true: it wins. It loses.");
        assert_eq!(told("True: it wins."), "True: it wins.");
    }
}
