//! The folder of a tournament.

use std::path::Path;

use crate::checksums::{CHECKSUMS, checksums, verify};
use crate::csv_file::{self, FileError, Flaw};
use crate::number::count;
use crate::tournament::json::is_whole;
use crate::tournament::notes::meaning_of;
use crate::tournament::{
    Clock, Decision, PAIRS, PairRow, SEATS, STANDINGS, SUMMARY, SeatRow, StandingRow, Summary, TimesRow,
    TournamentResult,
};

impl TournamentResult {
    /// Reads the result in a folder: `standings.csv`, `pairs.csv`, `seats.csv`, `summary.json`, and `logs/times.csv` if it is
    /// there. What earlier versions did not write into the summary follows from the rest of it.
    ///
    /// # Errors
    /// If a file is missing or damaged, or two of them do not belong together.
    pub fn read(folder: &Path) -> Result<Self, FileError> {
        let mut standings = csv_file::read::<StandingRow>(&folder.join(STANDINGS))?;
        let pairs = csv_file::read::<PairRow>(&folder.join(PAIRS))?;
        let seats = csv_file::read::<SeatRow>(&folder.join(SEATS))?;
        let summary = read_summary(&folder.join(SUMMARY))?;
        let file = |name: &str| folder.join(name).display().to_string();

        for (place, (line, row)) in standings.iter_mut().enumerate() {
            let told = summary.entrants.get(place);
            match told.filter(|told| told.bot == row.entrant) {
                Some(told) => row.reproducible = told.reproducible,
                None => {
                    let wrong = format!("the entrant is '{}'", row.entrant);
                    let right = told.map_or("no more entrants".into(), |told| format!("'{}'", told.bot));
                    return Err(Flaw::new(wrong, format!("{right}, as {SUMMARY} says")).at(&file(STANDINGS), *line));
                }
            }
        }
        if let Some(missing) = summary.entrants.get(standings.len()) {
            let wrong = format!("nothing follows the {} entrants", count(standings.len() as u64));
            let line = standings.last().map_or(1, |(line, _)| *line);
            let right = format!("'{}', as {SUMMARY} says", missing.bot);
            return Err(Flaw::new(wrong, right).at(&file(STANDINGS), line));
        }
        for (line, pair) in &pairs {
            for name in [&pair.entrant, &pair.opponent] {
                if !standings.iter().any(|(_, row)| row.entrant == *name) {
                    let flaw = Flaw::new(format!("there is no entrant '{name}'"), format!("one of {STANDINGS}"));
                    return Err(flaw.at(&file(PAIRS), *line));
                }
            }
        }
        let has_checksums = verify(folder, &[STANDINGS, PAIRS, SEATS])?;
        let (_, text) = csv_file::read_bytes(&folder.join(SUMMARY))?;
        if !is_whole(&String::from_utf8_lossy(&text)).unwrap_or(!has_checksums) {
            return Err(FileError::Changed { file: file(SUMMARY) });
        }
        let times = TimesRow::read_all(folder)?;
        Ok(Self { times, ..Self::joined(summary, plain(standings), plain(pairs), plain(seats)) })
    }

    fn joined(summary: Summary, entrants: Vec<StandingRow>, pairs: Vec<PairRow>, seats: Vec<SeatRow>) -> Self {
        let par = entrants.first().and_then(|row| row.par).map(f64::from).filter(|par| *par > 0.0);
        Self {
            notes: summary.notes.clone().unwrap_or_else(|| notes(&summary)),
            players: summary.players.unwrap_or_else(|| par.map_or(seats.len(), |par| (1.0 / par).round() as usize)),
            // Where everybody plays alone there are no seats to compare.
            solo: summary.solo.unwrap_or(seats.is_empty()),
            game: summary.game,
            seed: summary.seed,
            blocks: summary.blocks,
            games: summary.games,
            clock: summary.threads.zip(summary.seconds).map(|(threads, seconds)| Clock { threads, seconds }),
            complete: summary.complete,
            reproducible: summary.reproducible,
            stopped: summary.stopped,
            sprt: summary.sprt,
            design_effect: summary.design_effect,
            entrants,
            pairs,
            seats,
            times: Vec::new(),
        }
    }

    /// The files of the folder: their names and their content.
    ///
    /// # Errors
    /// If a row could not be read again, say because an interval has one end only.
    pub fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>, FileError> {
        let mut files =
            vec![(STANDINGS, self.standings_csv()?), (PAIRS, self.pairs_csv()?), (SEATS, self.seats_csv()?)];
        // The summary tells how long a run took and has a checksum of its own, so that all other files are the same each time.
        files.push((CHECKSUMS, checksums(&files)));
        files.push((SUMMARY, self.json_file().into_bytes()));
        Ok(files)
    }
}

fn read_summary(path: &Path) -> Result<Summary, FileError> {
    let (file, bytes) = csv_file::read_bytes(path)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let told = error.to_string();
        // The line stands in front.
        let wrong = told.rsplit_once(" at line ").map_or(told.as_str(), |(wrong, _)| wrong);
        Flaw::new(wrong, "the summary of a tournament").at(&file, error.line() as u64)
    })
}

fn plain<T>(rows: Vec<(u64, T)>) -> Vec<T> {
    rows.into_iter().map(|(_, row)| row).collect()
}

/// What the summary of an earlier version, which has no notes, says by itself.
fn notes(summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(stopped) = summary.stopped {
        let why = match stopped {
            Decision::Better => "the first bot was found better",
            Decision::NotBetter => "the first bot was found not better",
            Decision::Narrow => "all intervals were narrow enough",
        };
        notes.push(format!("Stopped early, as {why}: {}.", meaning_of(stopped)));
    } else if !summary.complete {
        notes.push("Not complete: some blocks of the plan were not played here.".into());
    }
    if !summary.reproducible {
        notes.push("Some bots think by the clock: the same plan brings other games on another machine or day.".into());
    }
    notes
}
