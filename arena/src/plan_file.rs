//! A plan as it is written: in plan files, in manifests, and by callers that fill in only what they care about.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::MOST_GAMES;
use crate::plan_value::{Bounds, FaultPolicy, HalfWidth, Scale, Seconds, large_number, list_of_bots, number_or_text};
use crate::schedule::{Format, Seatings};

/// Everything that decides what is played, as it is written: nothing that is left out is filled in yet.
///
/// The same keys stand in plan files and manifests.
#[derive(Serialize, Deserialize, Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanFile {
    /// The game and its rules: rims, dice-poker:players=3; several values make a sweep: rims:players=2..6
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::plan_form::GameText>"))]
    pub game: Option<String>,

    /// The entrants.
    #[serde(default, deserialize_with = "list_of_bots")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::plan_form::OrText<Vec<String>>>"))]
    pub bots: Option<Vec<String>>,

    /// Who meets whom [default: round-robin]
    pub format: Option<Format>,

    /// How often a table is played with the same luck [default: rotations]
    pub seatings: Option<Seatings>,

    /// How many games, rounded up to whole blocks [default: 1000; with --sprt or --until at most 1000000]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MOST_GAMES)))]
    pub games: Option<u64>,

    /// The seed of all dice, deals and bots: the same seed gives the same games [default: 1]
    #[serde(default, with = "large_number")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "large_number::schema"))]
    pub seed: Option<u64>,

    /// Blocks that are kept (and judged, with --sprt and --until) together [default: by the number of games]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MOST_GAMES)))]
    pub batch: Option<u64>,

    /// Stop when it is clear whether the first of two bots is better by at most ELO0 or at least ELO1
    #[serde(default, deserialize_with = "number_or_text")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::plan_form::OrText<Bounds>>"))]
    pub sprt: Option<Bounds>,

    /// What the bounds of --sprt are counted in [default: logistic]
    pub sprt_scale: Option<Scale>,

    /// Chance that --sprt finds a difference where there is none [default: 0.05]
    #[cfg_attr(feature = "schema", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 0.5)))]
    pub alpha: Option<f64>,

    /// Chance that --sprt misses one [default: 0.05]
    #[cfg_attr(feature = "schema", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 0.5)))]
    pub beta: Option<f64>,

    /// Stop when every win share is known to ±X (95 % interval)
    #[serde(default, deserialize_with = "number_or_text")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::plan_form::OrText<HalfWidth>>"))]
    pub until: Option<HalfWidth>,

    /// What happens when a program fails [default: abort]
    pub on_fault: Option<FaultPolicy>,

    /// How long a program may take for a move: 500ms, 2s [default: 1s]
    #[serde(default, deserialize_with = "number_or_text")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::plan_form::OrText<Seconds>>"))]
    pub move_timeout: Option<Seconds>,

    /// Write games.csv as well, one row a game
    pub games_csv: Option<bool>,

    /// Write the record of every N-th game to records.jsonl
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MOST_GAMES)))]
    pub record_every: Option<u64>,

    /// How a run was made; only in manifests.
    pub made: Option<Made>,
}

/// What a manifest tells beyond the plan.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The version of kosti that plays the games.
    pub kosti: String,
    /// The fingerprint of its build; manifests of earlier builds do not say.
    pub build: Option<String>,
    /// The blocks that are played in this folder.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[0-9]+\.\.[0-9]+$")))]
    pub blocks: String,
    /// The blocks of the whole plan.
    pub plan: u64,
    /// Whether the same plan brings the same games again; written if not.
    #[serde(default = "usually", skip_serializing_if = "is_usual")]
    pub reproducible: bool,
}

fn usually() -> bool {
    true
}

fn is_usual(reproducible: &bool) -> bool {
    *reproducible
}

/// Why a text is no plan.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanTextError {
    /// Not TOML, or not the keys of a plan.
    #[error("{0}")]
    Toml(String),
    /// A number that no plan can have.
    #[error("{key}: {value} is not between {least} and {MOST_GAMES}")]
    OutOfRange {
        /// The key.
        key: &'static str,
        /// Its value.
        value: u64,
        /// The least that would be right.
        least: u64,
    },
}

/// Why a plan file cannot be used.
#[derive(Debug, Error)]
pub enum PlanFileError {
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It holds something else.
    #[error("{} is no plan", path.display())]
    NotAPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: PlanTextError,
    },
}

impl PlanFile {
    /// Reads a plan file; a manifest is one.
    ///
    /// # Errors
    /// If it cannot be read, or holds what no plan does.
    pub fn read(path: &Path) -> Result<Self, PlanFileError> {
        let text =
            fs::read_to_string(path).map_err(|source| PlanFileError::Unreadable { path: path.into(), source })?;
        Self::parse(&text).map_err(|source| PlanFileError::NotAPlan { path: path.into(), source })
    }

    /// The text of a plan file.
    ///
    /// # Panics
    /// Never: a plan can be written.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("a plan can be written")
    }

    /// Reads the text of a plan file.
    ///
    /// # Errors
    /// If it holds what no plan does.
    pub fn parse(text: &str) -> Result<Self, PlanTextError> {
        let plan: Self =
            toml::from_str(text).map_err(|error| PlanTextError::Toml(error.to_string().trim_end().into()))?;
        for (key, value, least) in
            [("games", plan.games, 1), ("batch", plan.batch, 1), ("record-every", plan.record_every, 1)]
        {
            if let Some(value) = value.filter(|value| !(least..=MOST_GAMES).contains(value)) {
                return Err(PlanTextError::OutOfRange { key, value, least });
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
}
