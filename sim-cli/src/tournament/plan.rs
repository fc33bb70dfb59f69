//! What a tournament is to be: read from the command line and from plan files, checked as a whole.

use std::fmt::Display;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use kosti_bots::external::OnFault;
use kosti_bots::{BotSpec, roster};
use kosti_engine::AnyRules;
use kosti_reports::{EloScale, Sprt};
use serde::{Deserialize, Serialize};

use crate::cmd::WrongArguments;
use crate::tournament::plan_value::{Bounds, FaultPolicy, HalfWidth, Scale, Seconds, list_of_bots, number_or_text};
use crate::tournament::schedule::{Format, Schedule, Seating, Seatings};
use crate::tournament::sweep::{Cell, cells};

/// Everything that decides what is played, as it is written: nothing that is left out is filled in yet.
///
/// The same keys stand in plan files and manifests.
#[derive(clap::Args, Serialize, Deserialize, Clone, PartialEq, Default, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanArgs {
    /// The game and its rules: rims, dice-poker:players=3; several values make a sweep: rims:players=2..6
    #[arg(long, value_name = "RULES")]
    pub game: Option<String>,

    /// The entrants.
    #[arg(skip)]
    #[serde(default, deserialize_with = "list_of_bots")]
    pub bots: Option<Vec<String>>,

    /// Who meets whom [default: round-robin]
    #[arg(long)]
    pub format: Option<Format>,

    /// How often a table is played with the same luck [default: rotations]
    #[arg(long)]
    pub seatings: Option<Seatings>,

    /// How many games, rounded up to whole blocks [default: 1000; with --sprt or --until at most 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,

    /// The seed of all dice, deals and bots: the same seed gives the same games [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// Blocks that are kept (and judged, with --sprt and --until) together [default: by the number of games]
    #[arg(long, value_name = "BLOCKS", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub batch: Option<u64>,

    /// Stop when it is clear whether the first of two bots is better by at most ELO0 or at least ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    #[serde(default, deserialize_with = "number_or_text")]
    pub sprt: Option<Bounds>,

    /// What the bounds of --sprt are counted in [default: logistic]
    #[arg(long, value_enum)]
    pub sprt_scale: Option<Scale>,

    /// Chance that --sprt finds a difference where there is none [default: 0.05]
    #[arg(long, value_name = "P")]
    pub alpha: Option<f64>,

    /// Chance that --sprt misses one [default: 0.05]
    #[arg(long, value_name = "P")]
    pub beta: Option<f64>,

    /// Stop when every win share is known to ±X (95 % interval)
    #[arg(long, value_name = "±X", allow_hyphen_values = true)]
    #[serde(default, deserialize_with = "number_or_text")]
    pub until: Option<HalfWidth>,

    /// What happens when a bot outside fails [default: abort]
    #[arg(long, value_name = "POLICY")]
    pub on_fault: Option<FaultPolicy>,

    /// How long a bot outside may take for a move: 500ms, 2s [default: 1s]
    #[arg(long, value_name = "TIME")]
    #[serde(default, deserialize_with = "number_or_text")]
    pub move_timeout: Option<Seconds>,

    /// Write games.csv as well, one row a game
    #[arg(long, num_args = 0..=1, default_missing_value = "true", hide_possible_values = true, value_name = "true|false")]
    pub games_csv: Option<bool>,

    /// Write the record of every N-th game to records.jsonl
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub record_every: Option<u64>,

    /// How a run was made; only in manifests.
    #[arg(skip)]
    pub made: Option<Made>,
}

/// What a manifest tells beyond the plan.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The version of kosti that plays the games.
    pub kosti: String,
    /// The blocks that are played in this folder.
    pub blocks: String,
    /// The blocks of the whole plan.
    pub plan: u64,
    /// Whether the same plan brings the same games again; told if not.
    #[serde(default = "usually", skip_serializing_if = "is_usual")]
    pub reproducible: bool,
}

fn usually() -> bool {
    true
}

fn is_usual(reproducible: &bool) -> bool {
    *reproducible
}

/// More games would overflow some sums, and outlast us.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
const DEFAULT_GAMES: u64 = 1000;
const DEFAULT_GAMES_IF_STOPPED: u64 = 1_000_000;
const DEFAULT_SEED: u64 = 1;
const DEFAULT_MOVE_TIMEOUT: Seconds = Seconds(1.0);
const DEFAULT_RISK: f64 = 0.05;
/// As many batches as a bootstrap needs.
const BATCHES: u64 = 256;
const LARGEST_BATCH: u64 = 1 << 16;
/// Programs outside may be slow, and not much of their work should be lost.
const LARGEST_BATCH_OUTSIDE: u64 = 16;
/// A test looks often, so that it can stop early.
const BATCH_IF_STOPPED: u64 = 64;

impl PlanArgs {
    /// Reads a plan file; a manifest is one.
    ///
    /// # Errors
    /// If it cannot be read, or holds what no plan does.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("{} is no plan", path.display()))
    }

    /// Reads the text of a plan file.
    ///
    /// # Errors
    /// If it holds what no plan does.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let plan: Self = toml::from_str(text).map_err(|error| anyhow::anyhow!("{}", error.to_string().trim_end()))?;
        for (key, value, least) in
            [("games", plan.games, 1), ("batch", plan.batch, 1), ("record-every", plan.record_every, 1)]
        {
            if let Some(value) = value.filter(|value| !(least..=MOST_GAMES).contains(value)) {
                bail!("{key}: {value} is not between {least} and {MOST_GAMES}");
            }
        }
        Ok(plan)
    }

    /// What this says, and where it is silent, what another says.
    pub fn or(self, other: Self) -> Self {
        Self {
            game: self.game.or(other.game),
            bots: self.bots.or(other.bots),
            format: self.format.or(other.format),
            seatings: self.seatings.or(other.seatings),
            games: self.games.or(other.games),
            seed: self.seed.or(other.seed),
            batch: self.batch.or(other.batch),
            sprt: self.sprt.or(other.sprt),
            sprt_scale: self.sprt_scale.or(other.sprt_scale),
            alpha: self.alpha.or(other.alpha),
            beta: self.beta.or(other.beta),
            until: self.until.or(other.until),
            on_fault: self.on_fault.or(other.on_fault),
            move_timeout: self.move_timeout.or(other.move_timeout),
            games_csv: self.games_csv.or(other.games_csv),
            record_every: self.record_every.or(other.record_every),
            made: self.made.or(other.made),
        }
    }

    /// The bots, as they are written.
    fn specs(&self) -> Result<Vec<BotSpec>, WrongArguments> {
        let texts = self.bots.as_deref().unwrap_or_default();
        if texts.is_empty() {
            return Err(WrongArguments("no bots given; try --bots greedy,random".into()));
        }
        texts.iter().map(|text| text.parse().map_err(|error| WrongArguments(format!("{error}")))).collect()
    }

    /// One plan for each combination of the values that are swept.
    ///
    /// # Errors
    /// If any of them makes no sense.
    pub fn cells(&self) -> Result<Vec<(Cell, Plan)>, WrongArguments> {
        let game = self.game.as_deref().ok_or_else(|| {
            WrongArguments(format!("no game given; try --game rims, one of {}", AnyRules::GAMES.join(", ")))
        })?;
        let cells = cells(game, &self.specs()?).map_err(|error| WrongArguments(error.to_string()))?;
        cells
            .into_iter()
            .map(|cell| {
                let bots = cell.bots.iter().map(ToString::to_string).collect();
                let args = Self { game: Some(cell.game.clone()), bots: Some(bots), ..self.clone() };
                let plan = Plan::new(&args)?;
                Ok((cell, plan))
            })
            .collect()
    }
}

/// An entrant of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Its name in all tables: the bot as it is written, and a number if it is not the first of its kind.
    pub name: String,
    /// The bot.
    pub spec: BotSpec,
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
    args: PlanArgs,
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
    /// What happens when a bot outside fails.
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
    pub fn new(args: &PlanArgs) -> Result<Self, WrongArguments> {
        let wrong = |error: &dyn Display| WrongArguments(error.to_string());
        let game = args.game.as_deref().unwrap_or_default();
        let rules = AnyRules::parse(game).map_err(|error| wrong(&error))?;
        let players = rules.players() as usize;
        let mut specs = args.specs()?;
        specs.iter().try_for_each(|spec| roster::check_for(spec, &rules)).map_err(|error| wrong(&error))?;
        let format = args.format.unwrap_or_default();
        if let ([only], Format::RoundRobin) = (specs.as_slice(), format) {
            // A bot alone plays against itself.
            specs = vec![only.clone(); players];
        }
        let seatings = args.seatings.unwrap_or_default();
        let schedule = Schedule::new(specs.len(), players, format, seatings).map_err(|error| wrong(&error))?;
        let stop = stop_rule(args, specs.len(), players)?;
        let default_games = if stop.is_some() { DEFAULT_GAMES_IF_STOPPED } else { DEFAULT_GAMES };
        let games = args.games.unwrap_or(default_games);
        let blocks = schedule.blocks_for(games);
        let outside = specs.iter().any(|spec| spec.command.is_some());
        let largest = if outside { LARGEST_BATCH_OUTSIDE } else { LARGEST_BATCH };
        let default_batch = if stop.is_some() { BATCH_IF_STOPPED } else { blocks.div_ceil(BATCHES).clamp(1, largest) };
        let batch = args.batch.unwrap_or(default_batch);
        let seed = args.seed.unwrap_or(DEFAULT_SEED);
        if seed > i64::MAX as u64 {
            return Err(WrongArguments(format!("{seed} is no seed; expected a number up to {}", i64::MAX)));
        }
        let games_csv = args.games_csv.unwrap_or(false);
        let move_timeout = args.move_timeout.unwrap_or(DEFAULT_MOVE_TIMEOUT);
        let full = PlanArgs {
            game: Some(rules.to_string()),
            bots: Some(specs.iter().map(ToString::to_string).collect()),
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
            args: full,
            rules,
            entrants: name(specs),
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
            blocks: format!("{}..{}", blocks.start, blocks.end),
            plan: self.blocks,
            reproducible: self.is_reproducible(),
        };
        let args = PlanArgs { made: Some(made), ..self.args.clone() };
        toml::to_string(&args).expect("a plan can be written")
    }

    /// Whether the same plan brings the same games again: not if a bot thinks by the clock.
    pub fn is_reproducible(&self) -> bool {
        self.entrants.iter().all(|entrant| entrant.spec.is_reproducible())
    }

    /// Which settings of another plan differ, as `key: there, here`.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let table = |plan: &Self| toml::Table::try_from(&plan.args).expect("a plan can be written");
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
        seating.entrants.iter().map(|&entrant| self.entrants[usize::from(entrant)].spec.label()).collect()
    }

    /// The names of the entrants.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }
}

fn stop_rule(args: &PlanArgs, entrants: usize, players: usize) -> Result<Option<StopRule>, WrongArguments> {
    // Who plays alone is compared with the others.
    let compared = if players == 1 { entrants } else { players };
    match (args.sprt, args.until) {
        (Some(_), Some(_)) => Err(WrongArguments("--sprt and --until cannot both say when to stop; give one".into())),
        (Some(Bounds(elo0, elo1)), None) => {
            if entrants != 2 || compared != 2 {
                return Err(WrongArguments(format!(
                    "--sprt tests one bot against another in a game for one or two; here are {entrants} bots and {players} \
                     players; --until 0.01 stops any tournament"
                )));
            }
            let scale = match args.sprt_scale.unwrap_or_default() {
                Scale::Logistic => EloScale::Logistic,
                Scale::Normalized => EloScale::Normalized,
            };
            let (alpha, beta) = (args.alpha.unwrap_or(DEFAULT_RISK), args.beta.unwrap_or(DEFAULT_RISK));
            Sprt::new(elo0, elo1, scale, alpha, beta)
                .map(|sprt| Some(StopRule::Sprt(sprt)))
                .map_err(|error| WrongArguments(format!("--sprt: {error}")))
        }
        (None, _) if args.sprt_scale.is_some() || args.alpha.is_some() || args.beta.is_some() => {
            Err(WrongArguments("--sprt-scale, --alpha and --beta only make sense with --sprt ELO0,ELO1".into()))
        }
        (None, Some(_)) if compared == 1 => Err(WrongArguments(
            "--until is about win shares, and a single bot is compared with nobody; give --games".into(),
        )),
        (None, until) => Ok(until.map(|HalfWidth(width)| StopRule::Until(width))),
    }
}

/// Tells entrants of one kind apart: `greedy`, `greedy#2`.
fn name(specs: Vec<BotSpec>) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = Vec::with_capacity(specs.len());
    for spec in specs {
        let before = entrants.iter().filter(|entrant| entrant.spec == spec).count();
        let label = spec.label();
        let name = if before == 0 { label } else { format!("{label}#{}", before + 1) };
        entrants.push(Entrant { name, spec });
    }
    entrants
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> PlanArgs {
        PlanArgs::parse(text).unwrap()
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
        let error = |text: &str| PlanArgs::parse(text).unwrap_err().to_string();
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
