//! Many games: tournaments of bots on all cores, their run folders, records and timings.
//!
//! [`Tournament`] is the front door: it takes the entrants, plays the games and gives standings as values. A [`Plan`] is a
//! tournament that is valid as a whole; a [`Run`] plays a plan, in one go or resumed from its folder. [`blocks`] is the one
//! parallel loop under everything that plays many games.
//!
//! Nothing here prints, reads arguments, handles signals or ends the process: callers pass in what to do on progress and a
//! flag that says when to stop.

pub mod blocks;
mod blueprint_files;
pub mod files;

mod available_memory;
mod batch;
mod built_in;
mod check;
mod clock;
mod duration;
mod entrant;
mod error;
mod exploit;
mod fingerprint;
mod folder;
mod folder_error;
mod forecast;
mod limits;
mod lock;
mod memory;
mod merge;
mod pace;
mod plan;
mod plan_file;
#[cfg(feature = "schema")]
mod plan_form;
#[cfg(feature = "schema")]
mod plan_schema;
mod plan_value;
mod played;
mod programs;
mod read_folder;
mod read_sweep;
mod recording;
mod result;
mod rows;
mod run;
mod schedule;
#[cfg(test)]
mod scratch;
mod side;
mod slice;
mod strength;
mod sweep;
mod sweep_folder;
mod table_folder;
mod throughput;
mod times;
mod totals;
mod tournament;
mod train;
mod train_leaf;
mod tune;
mod verify;
mod words;

pub use batch::{Batch, Chain, FinishedBatch, Header, LineError, RUN_FORMAT, Text};
pub use blocks::{Ended, Stopped, Threads};
pub use blueprint_files::read_blueprint_files;
pub use check::{CheckLine, CheckReport, ProgramCheck};
pub use duration::parse_duration;
pub use entrant::{Entrant, EntrantBot, EntrantError, OwnBot};
pub use error::ArenaError;
pub use exploit::{Exploit, ExploitError, Exploitability, FEWEST_DEALS, FEWEST_EXACT_HANDS};
pub use fingerprint::fingerprint;
pub use folder::RunFolder;
pub use folder_error::{FolderError, MANIFEST};
pub use forecast::{Forecast, NotTimed, Trial};
pub use limits::MOST_GAMES;
pub use lock::{FolderLock, LockError};
pub use memory::{TooLarge, check_memory, check_plan_memory};
pub use merge::{MergeError, PartialResult, Slices};
pub use pace::{Pace, paces};
pub use plan::{Plan, PlanError, StopRule, sweep};
pub use plan_file::{Made, PlanFile, PlanFileError, PlanTextError};
#[cfg(feature = "schema")]
pub use plan_schema::{manifest_schema, plan_schema};
pub use plan_value::{Bounds, FaultPolicy, HalfWidth, Scale, Seconds, parse_count};
pub use read_folder::{Builds, ReadFolder};
pub use read_sweep::{ReadSweep, ReadSweepError};
pub use recording::{Recording, RecordingError};
pub use result::result;
pub use run::{Progress, Run, RunOptions, write_tables};
pub use schedule::{Block, Format, MAX_ENTRANTS, Schedule, ScheduleError, ScheduledTable, Seating, Seatings};
pub use side::{Side, SideReader};
pub use slice::{Shard, parse_blocks};
pub use strength::{Rise, Step, Strength, StrengthRow, steps};
pub use sweep::{Cell, SweepError, cells};
pub use sweep_folder::{SWEEP_PLAN, begin_sweep, cell_folder, holds_sweep, merge_sweeps, write_sweep_table};
pub use table_folder::{KeptTable, TableFolder, TableFolderError};
pub use throughput::{BotThroughput, Throughput, bot_throughput, throughput};
pub use totals::Totals;
pub use tournament::Tournament;
pub use train::{Curve, CurveRow, Learned, Train, TrainError, Trained};
pub use train_leaf::{LeafCurveRow, TrainLeaf, TrainedLeaf};
pub use tune::{RangeError, SpaceError, TUNING, Tune, TuneError, TuneProgress, TuneRange};
pub use verify::{VerifiedRecords, verify_records};
pub use words::{UnknownWord, Words};

/// The examples in the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
