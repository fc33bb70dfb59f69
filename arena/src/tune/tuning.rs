//! A tuning: the race of the candidates, and the confirmation of the one that won it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use kosti_bots::BotSpec;
use kosti_bots::external::GuardCommand;
use kosti_engine::{AnyRules, Rng};
use kosti_reports::html::tuning_page;
use kosti_reports::tournament::TournamentResult;
use kosti_reports::tuning::{Confirmation, SurfacePoint, TunedParameter, TuningResult, Verdict};
use thiserror::Error;

use crate::blocks::{Ended, Stopped, Threads};
use crate::error::ArenaError;
use crate::files::write_file;
use crate::folder_error::FolderError;
use crate::lock::{FolderLock, LOCK};
use crate::plan::Plan;
use crate::plan_file::PlanFile;
use crate::plan_value::Seconds;
use crate::read_folder::Builds;
use crate::run::{Run, RunOptions};
use crate::schedule::Format;
use crate::tune::race::{Raced, RoundShare, games_of, race};
use crate::tune::range::TuneRange;
use crate::tune::space::{Space, SpaceError};
use crate::tune::surface::Surface;

/// The file that holds what a folder tunes.
pub const TUNING: &str = "tuning.txt";

/// What the seeds of a tuning are for.
const PLACES: u64 = 0;
const CONFIRMATION: u64 = 1;
const FIRST_ROUND: u64 = 2;

/// Half the width of a 95 % interval, in standard errors.
const NORMAL: f64 = 1.96;

/// Fewest and most candidates.
const CANDIDATES: std::ops::RangeInclusive<usize> = 4..=256;

/// Places along a parameter at which the surface is shown.
const SHOWN: usize = 21;
/// The same where there are two parameters.
const SHOWN_OF_TWO: usize = 9;

/// A bot whose parameters are tuned.
///
/// The same tuning gives the same result on any number of threads, also if it was cut off and begun again in its folder.
#[derive(Clone, Debug)]
pub struct Tune {
    rules: AnyRules,
    bot: BotSpec,
    against: BotSpec,
    space: Space,
    candidates: usize,
    games: u64,
    confirm: u64,
    seed: u64,
    move_timeout: Option<Seconds>,
}

/// Why a bot cannot be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The parameters cannot be tuned.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A game for one.
    #[error("{0} is a game for one, in which there is no share to win; tune with two players or more")]
    Alone(AnyRules),
    /// Too few or too many candidates.
    #[error("{0} candidates are too few or too many; expected {first} to {last}", first = CANDIDATES.start(), last = CANDIDATES.end())]
    Candidates(usize),
    /// So few games that nothing can be seen.
    #[error("{games} games are too few for {candidates} candidates; give at least {least}")]
    TooFewGames {
        /// The games given.
        games: u64,
        /// The candidates.
        candidates: usize,
        /// As many as give two games to each in each round.
        least: u64,
    },
    /// The folder holds something else.
    #[error("{} holds another tuning or something else; choose another folder, or give the arguments that it was made with", .0.display())]
    OtherFolder(PathBuf),
    /// The caller wanted an end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Games could not be played.
    #[error(transparent)]
    Games(#[from] ArenaError),
}

/// How far a tuning is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuneProgress {
    /// The games that were played so far, about.
    pub games: u64,
    /// All games, about.
    pub of: u64,
}

/// How a tuning is run; none of it changes its result.
struct Running<'a> {
    folder: Option<&'a Path>,
    threads: Threads,
    stop: &'a AtomicBool,
    guard: Option<GuardCommand>,
    progress: &'a mut dyn FnMut(TuneProgress),
    played: u64,
    of: u64,
}

impl Tune {
    /// Checks that the bot plays the game with all of these values.
    ///
    /// # Errors
    /// If not, or these parameters cannot be tuned.
    pub fn new(rules: &AnyRules, bot: &BotSpec, ranges: &[TuneRange]) -> Result<Self, TuneError> {
        let space = Space::new(bot, rules, ranges)?;
        if rules.players() < 2 {
            return Err(TuneError::Alone(*rules));
        }
        Ok(Self {
            rules: *rules,
            bot: bot.clone(),
            against: bot.clone(),
            space,
            candidates: 16,
            games: 20_000,
            confirm: 20_000,
            seed: 1,
            move_timeout: None,
        })
    }

    /// The candidates play against this bot instead of the untuned one. The confirmation is against the untuned one always.
    ///
    /// # Errors
    /// If it does not play the game.
    pub fn against(self, against: &BotSpec) -> Result<Self, TuneError> {
        kosti_bots::roster::check_for(against, &self.rules).map_err(SpaceError::from)?;
        Ok(Self { against: against.clone(), ..self })
    }

    /// How many candidates race, with how many games in all.
    ///
    /// # Errors
    /// If there are too few or too many of them, or too few games.
    pub fn search(self, candidates: usize, games: u64) -> Result<Self, TuneError> {
        if !CANDIDATES.contains(&candidates) {
            return Err(TuneError::Candidates(candidates));
        }
        let least = games_of(candidates, 0);
        if games < least {
            return Err(TuneError::TooFewGames { games, candidates, least });
        }
        Ok(Self { candidates, games, ..self })
    }

    /// How many games confirm the candidate that won.
    #[must_use]
    pub fn confirm(self, confirm: u64) -> Self {
        Self { confirm: confirm.max(2), ..self }
    }

    /// The seed of the candidates and of all games: the same seed gives the same result.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How long a program may take for a move.
    #[must_use]
    pub fn move_timeout(self, move_timeout: Option<Seconds>) -> Self {
        Self { move_timeout, ..self }
    }

    /// All that decides the result, in a line for each thing.
    fn text(&self) -> String {
        let Self { rules, bot, against, space, candidates, games, confirm, seed, .. } = self;
        let ranges: String = space.axes.iter().map(|axis| format!("parameter {}\n", axis.range)).collect();
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "kosti {version} tunes\ngame {rules}\nbot {bot}\nagainst {against}\n{ranges}candidates {candidates}\ngames {games}\n\
             confirm {confirm}\nseed {seed}\n"
        )
    }

    /// Every bot that may play, for those who check memory: they differ in nothing that takes any.
    ///
    /// # Errors
    /// If the bots cannot meet.
    pub fn plan(&self) -> Result<Plan, ArenaError> {
        self.plan_of(&self.bot, &self.against, self.confirm, self.seed)
    }

    fn plan_of(&self, bot: &BotSpec, other: &BotSpec, games: u64, seed: u64) -> Result<Plan, ArenaError> {
        let file = PlanFile {
            game: Some(self.rules.to_string()),
            bots: Some(vec![bot.to_string(), other.to_string()]),
            format: Some(Format::HeadToHead),
            games: Some(games),
            seed: Some(seed),
            move_timeout: self.move_timeout,
            ..PlanFile::default()
        };
        Ok(Plan::new(&file)?)
    }

    /// Plays everything, or in a folder all that it does not hold yet, and writes the result there.
    ///
    /// # Errors
    /// If the folder holds something else or cannot be written, a bot fails, or the caller wants an end.
    pub fn run(
        &self,
        folder: Option<&Path>,
        threads: Threads,
        guard: Option<GuardCommand>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(TuneProgress),
    ) -> Result<TuningResult, TuneError> {
        let _lock = folder.map(|folder| self.begin(folder)).transpose()?;
        let of = games_of(self.candidates, self.games) + self.confirm;
        let mut running = Running { folder, threads, stop, guard, progress, played: 0, of };
        let mut places = Rng::from_state(u128::from(self.seed_of(PLACES)));
        let raced = race(&self.space, self.candidates, self.games, &mut places, |round, number, values, games| {
            let plan =
                self.plan_of(&self.space.bot(values), &self.against, games, self.seed_of(FIRST_ROUND + round as u64))?;
            running.play(plan, &format!("round-{}-{:03}", round + 1, number + 1)).map(|result| share_of(&result))
        })?;
        let winner = self.space.bot(&raced.candidates[raced.winner].values);
        let plan = self.plan_of(&winner, &self.bot, self.confirm, self.seed_of(CONFIRMATION))?;
        let confirmed = running.play(plan, "confirmation")?;
        let result = self.result(&raced, &winner, &confirmed);
        if let Some(folder) = folder {
            for (name, bytes) in files(&result)? {
                write_file(&folder.join(name), &bytes).map_err(ArenaError::from)?;
            }
        }
        Ok(result)
    }

    /// Begins a tuning in a folder, or finds the same one there.
    fn begin(&self, folder: &Path) -> Result<FolderLock, TuneError> {
        let cannot_write = |source| ArenaError::from(FolderError::Write { path: folder.into(), source });
        fs::create_dir_all(folder).map_err(cannot_write)?;
        let lock = FolderLock::take(folder).map_err(FolderError::from).map_err(ArenaError::from)?;
        let file = folder.join(TUNING);
        match fs::read_to_string(&file) {
            Ok(text) if text == self.text() => return Ok(lock),
            Ok(_) => return Err(TuneError::OtherFolder(folder.into())),
            Err(_) => {}
        }
        let mut others =
            fs::read_dir(folder).map_err(cannot_write)?.flatten().filter(|entry| entry.file_name() != LOCK);
        if others.next().is_some() {
            return Err(TuneError::OtherFolder(folder.into()));
        }
        write_file(&file, self.text().as_bytes()).map_err(ArenaError::from)?;
        Ok(lock)
    }

    /// A seed of its own for each purpose, well mixed, and small enough for any reader of JSON.
    fn seed_of(&self, purpose: u64) -> u64 {
        let mut word = self.seed.wrapping_add(purpose.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ word >> 31) >> 11
    }

    fn result(&self, raced: &Raced, winner: &BotSpec, confirmed: &TournamentResult) -> TuningResult {
        let row = &confirmed.entrants[0];
        let par = confirmed.par();
        let bound = |end: Option<_>| end.map(f64::from);
        let verdict = match (bound(row.low), bound(row.high)) {
            _ if *winner == self.bot => Verdict::NoBetter,
            (Some(low), _) if low > par => Verdict::Better,
            (_, Some(high)) if high < par => Verdict::Worse,
            _ => Verdict::NoBetter,
        };
        let parameters = self.space.axes.iter().map(|axis| TunedParameter {
            key: axis.range.key.clone(),
            low: axis.range.low,
            high: axis.range.high,
            scale: axis.scale,
        });
        TuningResult {
            game: self.rules.to_string(),
            bot: self.bot.to_string(),
            against: self.against.to_string(),
            seed: self.seed,
            par,
            parameters: parameters.collect(),
            tried: raced.candidates.iter().enumerate().map(|(number, one)| one.row(number + 1)).collect(),
            surface: raced.surface.as_ref().map_or(Vec::new(), |surface| self.shown(surface, raced)),
            winner: winner.to_string(),
            winner_number: raced.winner + 1,
            confirmation: Confirmation {
                seed: confirmed.seed,
                games: confirmed.games,
                share: row.share,
                low: row.low,
                high: row.high,
                verdict,
            },
        }
    }

    /// The surface on a grid: for two parameters on all of it, otherwise along each through the candidate that won.
    fn shown(&self, surface: &Surface, raced: &Raced) -> Vec<SurfacePoint> {
        let centre = &raced.candidates[raced.winner].place;
        let share = |step: usize, steps: usize| step as f64 / (steps - 1) as f64;
        let point = |parameter: Option<usize>, place: Vec<f64>| SurfacePoint {
            parameter,
            values: self.space.values(&place),
            share: surface.at(&place),
        };
        let mut shown = Vec::new();
        for parameter in 0..centre.len() {
            for step in 0..SHOWN {
                let mut place = centre.clone();
                place[parameter] = share(step, SHOWN);
                shown.push(point(Some(parameter), place));
            }
        }
        if centre.len() == 2 {
            for one in 0..SHOWN_OF_TWO {
                for other in 0..SHOWN_OF_TWO {
                    shown.push(point(None, vec![share(one, SHOWN_OF_TWO), share(other, SHOWN_OF_TWO)]));
                }
            }
        }
        shown
    }
}

impl Running<'_> {
    /// Plays a plan to its end, or what its folder does not hold of it yet.
    fn play(&mut self, plan: Plan, name: &str) -> Result<TournamentResult, TuneError> {
        let blocks = 0..plan.blocks;
        let mut run = match self.folder {
            Some(folder) => Run::begin(&folder.join(name), plan, blocks, Builds::Same)?,
            None => Run::unkept(plan),
        };
        let (before, of) = (self.played, self.of);
        let mut games = 0;
        let (ended, result) = run.play(&mut RunOptions {
            threads: self.threads,
            stop: self.stop,
            progress: &mut |progress| {
                games = progress.games;
                (self.progress)(TuneProgress { games: before + progress.games, of });
            },
            guard: self.guard.clone(),
        })?;
        self.played = before + games.max(result.games);
        if ended == Ended::Interrupted { Err(Stopped.into()) } else { Ok(result) }
    }
}

/// The files of a tuning, with their names: the candidates, everything, and the page with the plots.
fn files(result: &TuningResult) -> Result<[(&'static str, Vec<u8>); 3], ArenaError> {
    Ok([
        ("tuning.csv", result.csv()?),
        ("tuning.json", result.json()?.into_bytes()),
        ("tuning.html", tuning_page(result).into_bytes()),
    ])
}

/// What the first entrant won.
fn share_of(result: &TournamentResult) -> RoundShare {
    let row = &result.entrants[0];
    let known = |number: Option<_>| number.map_or(0.0, f64::from);
    RoundShare {
        share: known(row.share),
        error: (known(row.high) - known(row.low)) / (2.0 * NORMAL),
        games: result.games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn tune(rules: &str, bot: &str, ranges: &[&str]) -> Result<Tune, TuneError> {
        let ranges: Vec<TuneRange> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        Tune::new(&AnyRules::parse(rules).unwrap(), &bot.parse().unwrap(), &ranges)
    }

    fn run(tune: &Tune, folder: Option<&Path>, threads: usize) -> Result<TuningResult, TuneError> {
        tune.run(folder, Threads::Exactly(threads), None, &AtomicBool::new(false), &mut |_| ())
    }

    fn small(seed: u64) -> Tune {
        tune("yatzy", "expectimax", &["spread=0..10"]).unwrap().search(6, 360).unwrap().confirm(60).seed(seed)
    }

    #[test]
    fn a_tuning_is_the_same_on_any_number_of_threads_and_in_a_folder_that_was_cut_off() {
        let plain = run(&small(3), None, 1).unwrap();
        assert_eq!(plain, run(&small(3), None, 2).unwrap());
        assert_ne!(plain, run(&small(4), None, 2).unwrap());
        let scratch = Scratch::new("tune-resume");
        let folder = scratch.0.join("kept");
        // It is stopped again and again.
        let mut tries = 0;
        let kept = loop {
            tries += 1;
            let stop = AtomicBool::new(false);
            let mut heard = 0;
            let found = small(3).run(Some(&folder), Threads::Exactly(1), None, &stop, &mut |_| {
                heard += 1;
                stop.store(heard > 25, std::sync::atomic::Ordering::Relaxed);
            });
            match found {
                Err(TuneError::Stopped(_)) => assert!(tries < 500),
                found => break found.unwrap(),
            }
        };
        assert!(tries > 1);
        assert_eq!(kept, plain);
        for (name, bytes) in files(&plain).unwrap() {
            assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "{name}");
        }
        // The same again plays nothing.
        assert_eq!(run(&small(3), Some(&folder), 1).unwrap(), plain);
        let other = run(&small(5), Some(&folder), 1).unwrap_err();
        assert!(matches!(other, TuneError::OtherFolder(_)), "{other}");
        let full = run(&small(3), Some(&scratch.0), 1).unwrap_err();
        assert!(matches!(full, TuneError::OtherFolder(_)), "{full}");
    }

    #[test]
    fn the_best_value_of_a_bot_that_is_known_is_found_and_confirmed() {
        // Too much uncertainty is known to be worse than the usual one.
        let bad = "expectimax:spread=10";
        let tuned = tune("yatzy", bad, &["spread=0..10"]).unwrap();
        let result = run(&tuned.search(8, 6000).unwrap().confirm(6000).seed(2), None, 2).unwrap();
        assert_eq!(result.confirmation.verdict, Verdict::Better, "{result:?}");
        let best: f64 = result.winner.rsplit_once('=').unwrap().1.parse().unwrap();
        assert!(best < 6.0, "{best}");
        assert!(result.tried.iter().all(|row| row.games >= 2));
        assert_eq!(result.par, 0.5);
        let best = tune("yatzy", "expectimax", &["spread=0.9..1.1"]).unwrap();
        let result = run(&best.search(4, 400).unwrap().confirm(400), None, 2).unwrap();
        assert_eq!(result.confirmation.verdict, Verdict::NoBetter, "{result:?}");
    }

    #[test]
    fn nothing_is_played_that_makes_no_sense() {
        let error = |tune: Result<Tune, TuneError>| tune.unwrap_err().to_string();
        assert!(error(tune("yatzy:players=1", "expectimax", &["spread=0..1"])).contains("a game for one"));
        let yatzy = || tune("yatzy", "expectimax", &["spread=0..1"]).unwrap();
        assert_eq!(error(yatzy().search(3, 1000)), "3 candidates are too few or too many; expected 4 to 256");
        assert!(error(yatzy().search(16, 20)).starts_with("20 games are too few for 16 candidates; give at least "));
        assert!(error(yatzy().against(&"ismcts".parse().unwrap())).starts_with("bot 'ismcts' does not play yatzy"));
    }

    #[test]
    fn seeds_differ_from_purpose_to_purpose() {
        let mut seeds: Vec<u64> =
            (0..5).flat_map(|seed| (0..20).map(move |purpose| small(seed).seed_of(purpose))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
    }
}
