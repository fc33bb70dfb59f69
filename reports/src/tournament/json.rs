//! A tournament as JSON: `summary.json`.

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::tournament::{Decision, SprtFigures, StandingRow, TournamentResult};

/// The file of the summary.
pub const SUMMARY: &str = "summary.json";

/// The content of `summary.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Summary {
    /// The rules of the game, as they are written.
    pub game: String,
    /// The seed of all luck.
    pub seed: u64,
    /// The blocks that were played.
    pub blocks: u64,
    /// The games in them.
    pub games: u64,
    /// The threads that played; null in a merged run.
    pub threads: Option<usize>,
    /// The seconds of the last session; null in a merged run.
    pub seconds: Option<Decimal<3>>,
    /// Whether all blocks of the plan, or all until a decision, were played.
    pub complete: bool,
    /// Whether the same plan brings the same games again: not if a bot thinks by the clock.
    pub reproducible: bool,
    /// Why it ended before its last game; null if it did not.
    pub stopped: Option<Decision>,
    /// The sequential test of the first bot; null if there is none.
    pub sprt: Option<SprtFigures>,
    /// The variance of the shares over that of as many independent games.
    pub design_effect: Option<Decimal<4>>,
    /// The entrants, in the order of the plan.
    pub entrants: Vec<EntrantSummary>,
    /// How many are compared in each result; summaries of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Whether each entrant plays on its own; summaries of earlier versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solo: Option<bool>,
    /// What a reader should know beyond the numbers, in sentences; summaries of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The checksum of all before it; only in files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

/// An entrant in `summary.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EntrantSummary {
    /// Its name in the tournament.
    pub bot: String,
    /// Whether it plays the same games again.
    pub reproducible: bool,
    /// Games played.
    pub games: u64,
    /// What it won of each game.
    pub share: Option<Decimal<6>>,
    /// The lower end of the interval of the share.
    pub low: Option<Decimal<6>>,
    /// Its upper end.
    pub high: Option<Decimal<6>>,
    /// Points a game.
    pub points: Option<Decimal<4>>,
    /// Their standard error.
    pub points_se: Option<Decimal<4>>,
    /// The rating.
    pub rating: Option<Decimal<2>>,
    /// The lower end of its interval.
    pub rating_low: Option<Decimal<2>>,
    /// Its upper end.
    pub rating_high: Option<Decimal<2>>,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// All faults.
    pub faults: u64,
}

impl From<&StandingRow> for EntrantSummary {
    fn from(row: &StandingRow) -> Self {
        Self {
            bot: row.entrant.clone(),
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
            forfeits: row.forfeits,
            faults: row.faults().iter().map(|(_, count)| count).sum(),
        }
    }
}

impl From<&TournamentResult> for Summary {
    fn from(result: &TournamentResult) -> Self {
        Self {
            game: result.game.clone(),
            seed: result.seed,
            blocks: result.blocks,
            games: result.games,
            threads: result.clock.map(|clock| clock.threads),
            seconds: result.clock.map(|clock| clock.seconds),
            complete: result.complete,
            reproducible: result.reproducible,
            stopped: result.stopped,
            sprt: result.sprt,
            design_effect: result.design_effect,
            entrants: result.entrants.iter().map(Into::into).collect(),
            players: Some(result.players),
            solo: Some(result.solo),
            notes: Some(result.notes.clone()),
            check: None,
        }
    }
}

/// The text between a summary and its checksum.
const MARK: &str = ",\n  \"check\": \"";

/// Whether the text of a summary is the one that was written; nothing if it has no checksum.
pub(crate) fn is_whole(text: &str) -> Option<bool> {
    let (body, rest) = text.rsplit_once(MARK)?;
    Some(rest == format!("{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes())))
}

impl Summary {
    fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a summary can be written") + "\n"
    }
}

impl TournamentResult {
    /// The content of `summary.json` but for its checksum.
    pub fn json(&self) -> String {
        Summary::from(self).json()
    }

    /// The same with its checksum, for a file.
    pub(crate) fn json_file(&self) -> String {
        let json = self.json();
        let body = json.trim_end().trim_end_matches('}').trim_end();
        format!("{body}{MARK}{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes()))
    }
}

/// The JSON Schema of `summary.json`, as this version writes it.
#[cfg(feature = "schema")]
pub fn summary_schema() -> serde_json::Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Summary>()
        .to_value()
}
