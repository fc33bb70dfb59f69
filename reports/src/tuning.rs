//! What came of tuning the parameters of a bot, for people and for machines.

use std::fmt;

use serde::Serialize;

use crate::column::Column;
use crate::decimal::Decimal;
use crate::number::grouped;
use crate::plain;
use crate::plot::AxisScale;
use crate::table::Table;
use crate::width::Width;
use crate::wrap::sentence;

/// A parameter that was tuned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedParameter {
    /// Its key.
    pub key: String,
    /// The least value that was tried.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// How values lie between them.
    #[serde(skip)]
    pub scale: AxisScale,
}

/// Where a candidate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was there from the beginning, with values spread over all parameters.
    Spread,
    /// It is the best place of the surface through all others.
    Surface,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spread => "spread",
            Self::Surface => "surface",
        })
    }
}

/// A candidate that was tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TriedRow {
    /// Its number.
    pub number: usize,
    /// Where it comes from.
    pub origin: Origin,
    /// The values of the parameters.
    pub values: Vec<String>,
    /// In how many rounds it took part.
    pub rounds: usize,
    /// The games it played.
    pub games: u64,
    /// What it won of each game.
    pub share: Option<Decimal<6>>,
    /// The lower end of the 95 % interval of the share.
    pub low: Option<Decimal<6>>,
    /// Its upper end.
    pub high: Option<Decimal<6>>,
}

/// What the surface says at a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SurfacePoint {
    /// The number of the parameter along which it lies, where all others are those of the candidate that won; nothing for places
    /// all over two parameters.
    pub parameter: Option<usize>,
    /// The values of the parameters.
    pub values: Vec<String>,
    /// The share.
    pub share: f64,
}

/// What the confirmation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval lies above the share of equals.
    Better,
    /// It does not.
    NoBetter,
    /// The whole interval lies below.
    Worse,
}

/// The games on fresh seeds of the candidate that won against the untuned bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Confirmation {
    /// Their seed.
    pub seed: u64,
    /// How many.
    pub games: u64,
    /// What the tuned bot won of each.
    pub share: Option<Decimal<6>>,
    /// The lower end of the 95 % interval of the share.
    pub low: Option<Decimal<6>>,
    /// Its upper end.
    pub high: Option<Decimal<6>>,
    /// What that says.
    pub verdict: Verdict,
}

/// What came of tuning the parameters of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuningResult {
    /// The rules.
    pub game: String,
    /// The untuned bot.
    pub bot: String,
    /// The bot that the candidates played against.
    pub against: String,
    /// The seed of everything.
    pub seed: u64,
    /// The share of equals.
    pub par: f64,
    /// What was tuned.
    pub parameters: Vec<TunedParameter>,
    /// The candidates.
    pub tried: Vec<TriedRow>,
    /// The surface through their shares, as far as it is shown.
    pub surface: Vec<SurfacePoint>,
    /// The bot with the values that won.
    pub winner: String,
    /// The number of that candidate.
    pub winner_number: usize,
    /// Whether it is better.
    pub confirmation: Confirmation,
}

impl TuningResult {
    /// What was tried, from the best to the worst of those that stayed the longest.
    pub(crate) fn ranked(&self) -> Vec<&TriedRow> {
        let mut rows: Vec<&TriedRow> = self.tried.iter().collect();
        let share = |row: &TriedRow| row.share.map_or(0.0, f64::from);
        rows.sort_by(|one, other| {
            let first = |row: &TriedRow| row.number != self.winner_number;
            let by_rounds = (first(one), other.games).cmp(&(first(other), one.games));
            by_rounds.then(share(other).total_cmp(&share(one)))
        });
        rows
    }

    /// What came of it, in a sentence or two.
    pub fn verdict(&self) -> String {
        let Confirmation { seed, games, share, low, high, verdict } = &self.confirmation;
        let [share, interval] = plain::with_interval(*share, [*low, *high], 4);
        let found = match verdict {
            Verdict::Better => "better than the untuned bot",
            Verdict::NoBetter => "no better than the untuned bot, as far as these games show",
            Verdict::Worse => "worse than the untuned bot",
        };
        format!(
            "{} is {found}: it wins a share of {share} {interval} of {} games with seed {seed}, which no candidate had played; \
             equals would win {:.4}.",
            self.winner,
            grouped(&games.to_string()),
            self.par
        )
    }

    /// What the shares of the candidates do not say.
    pub(crate) const CAUTION: &'static str = "The shares of candidates that stayed are flattered by luck, since it helped them \
         to stay; the confirmation is not.";

    /// For people, in lines that are not too wide.
    pub fn text_in(&self, width: Width) -> String {
        let games: u64 = self.tried.iter().map(|row| row.games).sum();
        let headline = format!(
            "{} of {} in {}: {} candidates against {} in {} games, seed {}",
            self.keys().join(" and "),
            self.bot,
            self.game,
            self.tried.len(),
            self.against,
            grouped(&games.to_string()),
            self.seed
        );
        let keys = self.parameters.iter().map(|parameter| Column::numbers(parameter.key.clone()));
        let columns = [Column::whole("candidate")].into_iter().chain(keys).chain([
            Column::whole("from"),
            Column::numbers("rounds").later(),
            Column::numbers("games"),
            Column::numbers("share"),
            Column::whole("95 % interval").with_previous(),
        ]);
        let mut table = Table::new(columns);
        for row in self.ranked() {
            let [share, interval] = plain::with_interval(row.share, [row.low, row.high], 4);
            let mark = if row.number == self.winner_number { "*" } else { "" };
            let rest =
                [row.origin.to_string(), row.rounds.to_string(), grouped(&row.games.to_string()), share, interval];
            table.row([format!("{}{mark}", row.number)].into_iter().chain(row.values.iter().cloned()).chain(rest));
        }
        format!(
            "{}\n{}\n{}\n{}",
            sentence(&headline, width),
            table.fitted(width),
            sentence(&format!("* won the last round. {}", Self::CAUTION), width),
            sentence(&self.verdict(), width)
        )
    }

    /// The keys of the parameters.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.parameters.iter().map(|parameter| parameter.key.as_str()).collect()
    }

    /// The candidates as a CSV file.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let rest = ["rounds", "games", "share", "low", "high"];
        csv.write_record(["candidate", "from"].into_iter().chain(self.keys()).chain(rest))?;
        for row in &self.tried {
            let text = |number: Option<Decimal<6>>| number.map_or(String::new(), |number| number.to_string());
            let first = [row.number.to_string(), row.origin.to_string()];
            let rest = [row.rounds.to_string(), row.games.to_string(), text(row.share), text(row.low), text(row.high)];
            csv.write_record(first.iter().chain(&row.values).chain(&rest))?;
        }
        csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))
    }

    /// Everything as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
