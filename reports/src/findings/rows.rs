//! The rows of the files in a folder of results: claims, findings and points of plots.

use serde::{Deserialize, Serialize};

use crate::csv_file::rows;
use crate::findings::Ruling;
use crate::stats::{Interval, Verdict};

rows! {
    /// Something to know about a run, such as its command, seed, budget or version: a row of `run.csv`.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Fact {
        /// What it is.
        pub name: String,
        /// Its value, as it is shown.
        pub value: String,
    }
}

impl Fact {
    /// A fact.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

rows! {
    /// A claim and what became of it: a row of `claims.csv`.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Claim {
        /// Its name, such as `D10`.
        pub id: String,
        /// The game it is about.
        pub game: String,
        /// The document it comes from, or who asks.
        pub source: String,
        /// What is claimed or asked, in a sentence.
        pub claim: String,
        /// The rules it was tested under.
        pub rules: String,
        /// How it was tested.
        pub method: String,
        /// What counts as a difference, in words: `0.5 points a game`.
        pub margin: String,
        /// The verdict in a word or two.
        pub ruling: Ruling,
        /// The verdict in a sentence that a player understands, with the figure.
        pub sentence: String,
        /// What to do at the table.
        pub at_the_table: String,
        /// The seed of everything that was simulated.
        pub seed: u64,
        /// The command that repeats it.
        pub command: String,
    }
}

/// From which side a claim is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lens {
    /// What following the advice always costs a player who is as good as can be; negative if it costs something.
    Cost,
    /// What a simple player gains by it.
    Gain,
    /// What a strong player that is not perfect gains by it.
    Expert,
    /// A number that answers a question.
    Figure,
}

/// What a figure is measured in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Points a game.
    Points,
    /// A share of a game won, from 0 to 1.
    Share,
    /// A chance, from 0 to 1.
    Chance,
    /// Tricks a deal.
    Tricks,
    /// Turns from the start of the game.
    Turns,
    /// Times a game.
    Times,
}

rows! {
    /// One figure: a row of `advice.csv`.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Finding {
        /// The claim it belongs to.
        pub claim: String,
        /// What it is about, such as `two sixes` or `3 players`.
        pub part: String,
        /// From which side.
        pub lens: Lens,
        /// Who plays, such as `optimal` or `greedy`.
        pub player: String,
        /// The rules.
        pub rules: String,
        /// The figure itself.
        pub value: f64,
        /// What it is measured in.
        pub unit: Unit,
        /// The lower end of its 95 % interval; nothing if it is exact.
        pub low: Option<f64>,
        /// The upper end of its 95 % interval; nothing if it is exact.
        pub high: Option<f64>,
        /// What counts as a difference; nothing for a figure that answers a question.
        pub margin: Option<f64>,
        /// How many blocks of games were played; 0 if it is exact.
        pub blocks: u64,
        /// How many games; 0 if it is exact.
        pub games: u64,
        /// How many decisions a game the habit had a say in; nothing if there is no habit.
        pub had_a_say: Option<f64>,
        /// How many decisions a game it changed.
        pub changed: Option<f64>,
        /// The chance of such a result if the verdict were wrong, and if nothing can be said, the smallest such chance of all that
        /// might have been; nothing if it is exact, the habit was not tested or there is no verdict.
        pub p: Option<f64>,
        /// The chance of such a result if there were no difference at all; nothing where `p` is nothing.
        pub p_zero: Option<f64>,
        /// The chance of such a result if there were a difference as large as the margin; nothing where `p` is nothing.
        pub p_equal: Option<f64>,
        /// The chance of such a result if the verdict were wrong, after correction for all verdicts of the run.
        pub p_holm: Option<f64>,
        /// What the figure says; nothing for one that only answers a question.
        pub verdict: Option<Verdict>,
    }
}

impl Finding {
    /// A figure that is known exactly and only answers a question.
    pub fn exact(claim: &str, part: &str, lens: Lens, player: &str, rules: &str, value: f64, unit: Unit) -> Self {
        Self {
            claim: claim.into(),
            part: part.into(),
            lens,
            player: player.into(),
            rules: rules.into(),
            value,
            unit,
            low: None,
            high: None,
            margin: None,
            blocks: 0,
            games: 0,
            had_a_say: None,
            changed: None,
            p: None,
            p_zero: None,
            p_equal: None,
            p_holm: None,
            verdict: None,
        }
    }

    /// The same figure with its interval, from this many games.
    pub fn sampled(self, Interval { low, high }: Interval, games: u64) -> Self {
        Self { low: Some(low), high: Some(high), blocks: games, games, ..self }
    }
}

/// How a plot is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// Lines over numbers, one for each series.
    Line,
    /// Bars over names, one colour for each series.
    Bar,
    /// Coloured cells over two lists of names.
    Heat,
}

rows! {
    /// One point of a plot: a row of `plots.csv`. All points with the same claim and title make one plot, in their order.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct PlotPoint {
        /// The claim it belongs to.
        pub claim: String,
        /// The title of the plot.
        pub title: String,
        /// How it is drawn.
        pub kind: PlotKind,
        /// The name of the horizontal axis.
        pub x_name: String,
        /// The name of the vertical axis (in heat maps that of the rows).
        pub y_name: String,
        /// The line or the colour of bars; in heat maps the name of the row.
        pub series: String,
        /// Where it is: a number for lines, a name for the others.
        pub x: String,
        /// The value.
        pub value: f64,
        /// The lower end of its interval, if it has one.
        pub low: Option<f64>,
        /// The upper end of its interval, if it has one.
        pub high: Option<f64>,
        /// How many games it comes from; 0 if it is exact.
        pub games: u64,
        /// The text in a cell of a heat map, if it is not the value.
        pub label: String,
    }
}

impl PlotPoint {
    /// The same point, from this many games.
    pub fn of_games(self, games: u64) -> Self {
        Self { games, ..self }
    }
}
