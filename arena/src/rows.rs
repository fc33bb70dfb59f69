//! The rows of `games.csv`.

use kosti_reports::stats::tally::GameResult;

use crate::plan::Plan;
use crate::schedule::Seating;

/// Writes one row for each game, if they are wanted.
pub struct Rows<'a> {
    plan: &'a Plan,
    csv: Option<csv::Writer<Vec<u8>>>,
}

impl<'a> Rows<'a> {
    /// No rows yet.
    pub fn new(plan: &'a Plan) -> Self {
        Self { plan, csv: plan.games_csv.then(|| csv::Writer::from_writer(Vec::new())) }
    }

    /// The header of the file: one line.
    pub fn header(plan: &Plan) -> Vec<u8> {
        let seats = || 0..plan.rules.players();
        let columns = ["block", "game"].map(String::from).into_iter();
        let columns = columns
            .chain(seats().map(|seat| format!("bot{seat}")))
            .chain(seats().map(|seat| format!("points{seat}")))
            .chain(seats().map(|seat| format!("share{seat}")))
            .chain(["forfeit".into()]);
        (columns.collect::<Vec<_>>().join(",") + "\n").into_bytes()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn add(&mut self, block: u64, game: usize, seating: &Seating, result: &GameResult) -> csv::Result<()> {
        let Some(csv) = &mut self.csv else { return Ok(()) };
        let (top, winners) = result.top();
        let share = 1.0 / winners as f64;
        csv.write_field(block.to_string())?;
        csv.write_field(game.to_string())?;
        for &entrant in &seating.entrants {
            csv.write_field(&self.plan.entrants[usize::from(entrant)].name)?;
        }
        for score in result.scores() {
            // Nobody's points are known when a game was given up.
            csv.write_field(if result.forfeit().is_some() { String::new() } else { score.to_string() })?;
        }
        for &score in result.scores() {
            csv.write_field(if score == top { format!("{share}") } else { "0".into() })?;
        }
        csv.write_field(result.forfeit().map_or(String::new(), |seat| seat.to_string()))?;
        csv.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// All rows.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(self) -> csv::Result<Vec<u8>> {
        let rows = self.csv.map(csv::Writer::into_inner).transpose();
        Ok(rows.map_err(csv::IntoInnerError::into_error)?.unwrap_or_default())
    }
}
