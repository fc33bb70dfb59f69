//! The strength of bots, for people and for machines.

use kosti_reports::tournament::{StandingRow, TournamentResult};
use kosti_reports::{Column, Decimal, Table, Width, about, grouped, plain, sentence};
use serde::Serialize;

use crate::error::ArenaError;
use crate::pace::Pace;
use crate::strength::step::{Step, steps};

/// A tournament with the time that each of its entrants takes for a decision.
#[derive(Serialize)]
pub struct Strength<'a> {
    /// The win share of each if all were alike.
    par: f64,
    /// From best to worst.
    bots: Vec<StrengthRow>,
    steps: Vec<Step>,
    #[serde(skip)]
    result: &'a TournamentResult,
    #[serde(skip)]
    paces: &'a [Option<Pace>],
}

/// A bot in files: the fields are the columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StrengthRow {
    game: String,
    players: u8,
    bot: String,
    reproducible: bool,
    games: u64,
    share: Option<Decimal<6>>,
    low: Option<Decimal<6>>,
    high: Option<Decimal<6>>,
    points: Option<Decimal<4>>,
    points_se: Option<Decimal<4>>,
    rating: Option<Decimal<2>>,
    rating_low: Option<Decimal<2>>,
    rating_high: Option<Decimal<2>>,
    us_per_decision: Option<Decimal<3>>,
    decisions_timed: u64,
    seed: u64,
}

impl StrengthRow {
    fn new(result: &TournamentResult, players: u8, row: &StandingRow, pace: Option<Pace>) -> Self {
        Self {
            game: result.game.clone(),
            players,
            bot: row.bot.clone(),
            reproducible: row.reproducible,
            games: row.games,
            share: row.share,
            low: row.low,
            high: row.high,
            points: row.points,
            points_se: row.points_se,
            rating: row.rating,
            rating_low: row.rating_low,
            rating_high: row.rating_high,
            us_per_decision: pace.and_then(|pace| Decimal::new(pace.us_per_decision)),
            decisions_timed: pace.map_or(0, |pace| pace.decisions),
            seed: result.seed,
        }
    }
}

impl<'a> Strength<'a> {
    /// What a tournament of a game for this many players says, with the paces of its entrants in their order.
    pub fn new(result: &'a TournamentResult, players: u8, paces: &'a [Option<Pace>]) -> Self {
        let row = |place: usize| StrengthRow::new(result, players, &result.entrants[place], paces[place]);
        let bots = result.order().into_iter().map(row).collect();
        Self { par: result.par(), bots, steps: steps(result), result, paces }
    }

    /// A CSV file, one row for each bot.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn csv(&self) -> Result<Vec<u8>, ArenaError> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        self.bots.iter().try_for_each(|row| csv.serialize(row))?;
        Ok(csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?)
    }

    /// The same as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn json(&self) -> Result<String, ArenaError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Everything for people, in lines that are not too wide.
    pub fn text_in(&self, width: Width) -> String {
        let headline = sentence(&self.result.headline(), width);
        let mut text = format!("{headline}\n{}\n", self.table().fitted(width));
        for step in &self.steps {
            text += &sentence(&step.line(), width);
        }
        if !self.steps.is_empty() {
            text.push('\n');
        }
        for note in &self.result.notes {
            text += &sentence(note, width);
        }
        text
    }

    fn table(&self) -> Table {
        let interval = || Column::whole("95 % interval").with_previous();
        let mut table = Table::new([
            Column::names("bot"),
            Column::numbers("games").later(),
            Column::numbers("share"),
            interval(),
            Column::numbers("points").later(),
            Column::numbers("± se").with_previous(),
            Column::numbers("Elo rating"),
            interval(),
            Column::numbers("µs/decision"),
            Column::whole("reproducible").later(),
        ]);
        for place in self.result.order() {
            let row = &self.result.entrants[place];
            let [share, interval] = plain::with_interval(row.share, [row.low, row.high], 4);
            let [points, error] = plain::with_error(row.points, row.points_se, 2);
            let [rating, ratings] = plain::signed_with_interval(row.rating, [row.rating_low, row.rating_high], 0);
            table.row([
                row.entrant.clone(),
                grouped(&row.games.to_string()),
                share,
                interval,
                points,
                error,
                rating,
                ratings,
                self.paces[place].map_or("–".into(), |pace| about(pace.us_per_decision)),
                if row.reproducible { "yes" } else { "no" }.into(),
            ]);
        }
        table
    }
}
