//! What a tournament is to be, checked as a whole.

use std::ops::Range;
use std::time::Duration;

use kosti_bots::external::OnFault;
use kosti_bots::{BotSpec, SpecError, roster};
use kosti_engine::AnyRules;
use kosti_reports::stats::{EloScale, Sprt, SprtError};
use thiserror::Error;

use crate::entrant::{Entrant, EntrantBot, name_entrants};
use crate::fingerprint::fingerprint;
use crate::plan_file::{Made, PlanFile};
use crate::plan_value::{Bounds, HalfWidth, Scale, Seconds};
use crate::schedule::{Format, Schedule, ScheduleError, Seating};
use crate::sweep::{Cell, SweepError, cells};

const DEFAULT_GAMES: u64 = 1000;
const DEFAULT_GAMES_IF_STOPPED: u64 = 1_000_000;
const DEFAULT_SEED: u64 = 1;
const DEFAULT_MOVE_TIMEOUT: Seconds = Seconds(1.0);
const DEFAULT_RISK: f64 = 0.05;
/// Into how many batches the games of a run are divided, if it has enough of them.
const BATCHES: u64 = 256;
const LARGEST_BATCH: u64 = 1 << 16;
/// Programs may be slow, and not much of their work should be lost.
const LARGEST_BATCH_OF_PROGRAMS: u64 = 16;
/// A test looks often, so that it can stop early.
const BATCH_IF_STOPPED: u64 = 64;

/// Why a plan cannot be played. Settings go by the names that they have on the command line.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PlanError {
    /// No game.
    #[error("no game given; try --game rims, one of {}", AnyRules::GAMES.join(", "))]
    NoGame,
    /// No entrant.
    #[error("no bots given; try --bots greedy,random")]
    NoBots,
    /// The rules cannot be read.
    #[error("{0}")]
    Rules(String),
    /// A bot cannot be read, or does not play the game.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// The entrants do not fit the format.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A sweep that cannot be run.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// Two rules for when to stop.
    #[error("--sprt and --until cannot both say when to stop; give one")]
    TwoStopRules,
    /// A sequential test that is not of one bot against another.
    #[error(
        "--sprt tests one bot against another in a game for one or two, or as two equal sides of a larger table \
         (--format head-to-head); here are {entrants} bots and {players} players; --until 0.01 stops any tournament"
    )]
    SprtNotOfTwo {
        /// How many entrants there are.
        entrants: usize,
        /// How many players the game has.
        players: usize,
    },
    /// A sequential test that makes no sense.
    #[error("--sprt: {0}")]
    Sprt(SprtError),
    /// Settings of a sequential test without one.
    #[error("--sprt-scale, --alpha and --beta only make sense with --sprt ELO0,ELO1")]
    NoSprt,
    /// A width that no interval of shares has.
    #[error("{half_width}: {expected}")]
    HalfWidth {
        /// The width given.
        half_width: f64,
        /// What would be right.
        expected: &'static str,
    },
    /// A rule about shares where there is nothing to share.
    #[error("--until is about win shares, and a single bot is compared with nobody; give --games")]
    NoShares,
}

/// When a tournament ends before all its games are played.
#[derive(Clone, Debug)]
pub enum StopRule {
    /// When the test is decided.
    Sprt(Sprt),
    /// When every win share is known so well.
    Until(f64),
}

/// A tournament that can be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All that is set, nothing left out.
    file: PlanFile,
    /// The rules.
    pub rules: AnyRules,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// At which tables.
    pub schedule: Schedule,
    /// How many blocks.
    pub blocks: u64,
    /// How many of them at a time.
    pub batch: u64,
    /// The seed.
    pub seed: u64,
    /// When it ends early.
    pub stop: Option<StopRule>,
    /// What happens when a program fails.
    pub on_fault: OnFault,
    /// How long it may take for a move.
    pub move_timeout: Duration,
    /// Whether every game gets a row.
    pub games_csv: bool,
    /// Of how many games one is recorded.
    pub record_every: Option<u64>,
}

impl Plan {
    /// Fills in what is left out, and checks that everything goes together.
    ///
    /// # Errors
    /// If not.
    pub fn new(args: &PlanFile) -> Result<Self, PlanError> {
        let specs = specs(args)?;
        Self::with_bots(args, specs.into_iter().map(EntrantBot::Spec).collect())
    }

    /// The same with these bots instead of those that are written.
    ///
    /// # Errors
    /// If not everything goes together.
    pub fn with_bots(args: &PlanFile, mut bots: Vec<EntrantBot>) -> Result<Self, PlanError> {
        let game = args.game.as_deref().ok_or(PlanError::NoGame)?;
        let rules = AnyRules::parse(game).map_err(|error| PlanError::Rules(error.to_string()))?;
        let players = rules.players() as usize;
        bots.iter().filter_map(EntrantBot::spec).try_for_each(|spec| roster::check_for(spec, &rules))?;
        let format = args.format.unwrap_or_default();
        if let ([only], Format::RoundRobin) = (bots.as_slice(), format) {
            // A bot alone plays against itself.
            bots = vec![only.clone(); players];
        }
        let seatings = args.seatings.unwrap_or_default();
        let schedule = Schedule::new(bots.len(), players, format, seatings)?;
        let stop = stop_rule(args, bots.len(), players)?;
        let default_games = if stop.is_some() { DEFAULT_GAMES_IF_STOPPED } else { DEFAULT_GAMES };
        let games = args.games.unwrap_or(default_games);
        let blocks = schedule.blocks_for(games);
        let programs = bots.iter().any(EntrantBot::is_program);
        let largest = if programs { LARGEST_BATCH_OF_PROGRAMS } else { LARGEST_BATCH };
        let default_batch = if stop.is_some() { BATCH_IF_STOPPED } else { blocks.div_ceil(BATCHES).clamp(1, largest) };
        let batch = args.batch.unwrap_or(default_batch);
        let seed = args.seed.unwrap_or(DEFAULT_SEED);
        let games_csv = args.games_csv.unwrap_or(false);
        let move_timeout = args.move_timeout.unwrap_or(DEFAULT_MOVE_TIMEOUT);
        let full = PlanFile {
            game: Some(rules.to_string()),
            bots: Some(bots.iter().map(ToString::to_string).collect()),
            format: Some(format),
            seatings: Some(seatings),
            games: Some(games),
            seed: Some(seed),
            batch: Some(batch),
            sprt_scale: args.sprt.map(|_| args.sprt_scale.unwrap_or_default()),
            alpha: args.sprt.map(|_| args.alpha.unwrap_or(DEFAULT_RISK)),
            beta: args.sprt.map(|_| args.beta.unwrap_or(DEFAULT_RISK)),
            on_fault: Some(args.on_fault.unwrap_or_default()),
            move_timeout: Some(move_timeout),
            games_csv: Some(games_csv),
            made: None,
            ..args.clone()
        };
        Ok(Self {
            file: full,
            rules,
            entrants: name_entrants(bots),
            schedule,
            blocks,
            batch,
            seed,
            stop,
            on_fault: args.on_fault.unwrap_or_default().into(),
            move_timeout: Duration::from_secs_f64(move_timeout.0),
            games_csv,
            record_every: args.record_every,
        })
    }

    /// The manifest of a run of some blocks of the plan.
    ///
    /// # Panics
    /// Never: a plan can be written.
    pub fn manifest(&self, blocks: &Range<u64>) -> String {
        let made = Made {
            kosti: env!("CARGO_PKG_VERSION").into(),
            build: Some(fingerprint()),
            blocks: format!("{}..{}", blocks.start, blocks.end),
            plan: self.blocks,
            reproducible: self.is_reproducible(),
        };
        let args = PlanFile { made: Some(made), ..self.file.clone() };
        args.text()
    }

    /// The same games without a rule that ends them early, and without files beside the sums.
    pub(crate) fn unstopped(&self) -> Self {
        Self { stop: None, games_csv: false, record_every: None, ..self.clone() }
    }

    /// Whether the same plan brings the same games again: not if a bot thinks by the clock.
    pub fn is_reproducible(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.bot.is_reproducible())
    }

    /// Which settings of another plan differ, as `key: there, here`.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let table = |plan: &Self| toml::Table::try_from(&plan.file).expect("a plan can be written");
        let (mine, theirs) = (table(self), table(other));
        let keys: std::collections::BTreeSet<&String> = mine.keys().chain(theirs.keys()).collect();
        let value = |table: &toml::Table, key: &str| table.get(key).map_or("not set".into(), ToString::to_string);
        keys.into_iter()
            .filter(|key| mine.get(*key) != theirs.get(*key))
            .map(|key| format!("{key} is {} there and {} here", value(&mine, key), value(&theirs, key)))
            .collect()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.schedule.games_before(self.blocks)
    }

    /// The bots of a seating, as they are written.
    pub fn bots_at(&self, seating: &Seating) -> Vec<String> {
        seating.entrants.iter().map(|&entrant| self.entrants[usize::from(entrant)].bot.label()).collect()
    }

    /// The names of the entrants.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }
}

fn stop_rule(args: &PlanFile, entrants: usize, players: usize) -> Result<Option<StopRule>, PlanError> {
    // Who plays alone is compared with the others.
    let compared = if players == 1 { entrants } else { players };
    let shared = args.format == Some(Format::HeadToHead) && players.is_multiple_of(2);
    match (args.sprt, args.until) {
        (Some(_), Some(_)) => Err(PlanError::TwoStopRules),
        (Some(_), None) if entrants != 2 || (compared != 2 && !shared) => {
            Err(PlanError::SprtNotOfTwo { entrants, players })
        }
        (Some(Bounds(elo0, elo1)), None) => {
            let scale = match args.sprt_scale.unwrap_or_default() {
                Scale::Logistic => EloScale::Logistic,
                Scale::Normalized => EloScale::Normalized,
            };
            let (alpha, beta) = (args.alpha.unwrap_or(DEFAULT_RISK), args.beta.unwrap_or(DEFAULT_RISK));
            let sprt = Sprt::new(elo0, elo1, scale, alpha, beta).map_err(PlanError::Sprt)?;
            Ok(Some(StopRule::Sprt(sprt)))
        }
        (None, _) if args.sprt_scale.is_some() || args.alpha.is_some() || args.beta.is_some() => Err(PlanError::NoSprt),
        (None, Some(_)) if compared == 1 => Err(PlanError::NoShares),
        (None, until) => Ok(until.map(|HalfWidth(width)| StopRule::Until(width))),
    }
}

/// The bots of a plan as they are written.
fn specs(args: &PlanFile) -> Result<Vec<BotSpec>, PlanError> {
    let texts = args.bots.as_deref().unwrap_or_default();
    if texts.is_empty() {
        return Err(PlanError::NoBots);
    }
    Ok(texts.iter().map(|text| text.parse()).collect::<Result<_, SpecError>>()?)
}

/// The plans of all combinations of values; a single one, without swept values, if none has several.
///
/// # Errors
/// If one of them makes no sense.
pub fn sweep(args: &PlanFile) -> Result<Vec<(Cell, Plan)>, PlanError> {
    let game = args.game.as_deref().ok_or(PlanError::NoGame)?;
    let plan = |cell: Cell| {
        let bots = cell.bots.iter().map(ToString::to_string).collect();
        let args = PlanFile { game: Some(cell.game.clone()), bots: Some(bots), ..args.clone() };
        let plan = Plan::new(&args)?;
        Ok((cell, plan))
    };
    cells(game, &specs(args)?)?.into_iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> PlanFile {
        PlanFile::parse(text).unwrap()
    }

    fn plan(text: &str) -> Result<Plan, String> {
        Plan::new(&args(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn bots_that_think_by_the_clock_are_marked() {
        let timed = plan("game = 'rims:players=2'\nbots = ['mc:ms=5', 'greedy']").unwrap();
        assert_eq!(timed.names(), ["mc:ms=5 (timed)", "greedy"]);
        assert!(timed.manifest(&(0..2)).contains("reproducible = false"));
        assert_eq!(plan(&timed.manifest(&(0..2))).unwrap().names(), timed.names());
        let counted = plan("game = 'rims:players=2'\nbots = ['mc:rollouts=5', 'greedy']").unwrap();
        assert_eq!(counted.names(), ["mc:rollouts=5", "greedy"]);
        assert!(!counted.manifest(&(0..2)).contains("reproducible"));
    }

    #[test]
    fn a_manifest_is_a_plan() {
        let text = "game = 'rims'\nbots = ['greedy', 'greedy', 'random']\ngames = 100\nuntil = 0.02";
        let first = plan(text).unwrap();
        assert_eq!(first.names(), ["greedy", "greedy#2", "random"]);
        assert_eq!(first.blocks, 34);
        let manifest = first.manifest(&(0..34));
        let again = plan(&manifest).unwrap();
        assert_eq!(again.manifest(&(0..34)), manifest);
        assert!(again.differences(&first).is_empty());
    }

    #[test]
    fn values_may_be_written_as_on_the_command_line() {
        let one = args("bots = 'greedy,mc:a=1,b=2'\nsprt = '0,5'\nuntil = '±0.01'\nmove-timeout = '500ms'");
        let other = args("bots = ['greedy', 'mc:a=1,b=2']\nsprt = [0, 5]\nuntil = 0.01\nmove-timeout = 0.5");
        assert_eq!(one, other);
        assert_eq!(one.bots.unwrap().len(), 2);
    }

    #[test]
    fn what_is_said_first_counts() {
        let both = args("games = 5").or(args("games = 7\nseed = 3"));
        assert_eq!((both.games, both.seed), (Some(5), Some(3)));
    }

    #[test]
    fn one_bot_plays_itself() {
        assert_eq!(plan("game = 'rims'\nbots = ['greedy']").unwrap().names(), ["greedy", "greedy#2", "greedy#3"]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| PlanFile::parse(text).unwrap_err().to_string();
        assert!(error("gmae = 'rims'").contains("unknown field `gmae`"), "{}", error("gmae = 'rims'"));
        assert!(error("games = 0").contains("games: 0 is not between 1"));
        assert!(error("until = 2.0").contains("expected a half-width"), "{}", error("until = 2.0"));
        assert!(error("move-timeout = 'soon'").contains("expected a time"));
        assert!(error("sprt = 'much'").contains("two numbers"));
        for (text, message) in [
            ("game = 'rims'", "no bots given"),
            ("game = 'rims'\nbots = ['gredy']", "did you mean 'greedy'?"),
            ("game = 'rimms'\nbots = ['greedy']", "did you mean 'rims'?"),
            ("game = 'rims'\nbots = ['greedy','random']\nsprt = [0.0, 5.0]", "a game for one or two"),
            ("game = 'yatzy'\nbots = ['greedy','random']\nsprt = [0.0, 5.0]\nuntil = 0.1", "give one"),
            ("game = 'yatzy'\nbots = ['greedy','random']\nseed = 9223372036854775807", ""),
        ] {
            match plan(text) {
                Ok(_) => assert_eq!(message, ""),
                Err(error) => assert!(!message.is_empty() && error.contains(message), "{error}"),
            }
        }
    }
}
