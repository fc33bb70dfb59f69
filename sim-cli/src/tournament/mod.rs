//! Tournaments: who plays whom, how the games are played and kept, and what they tell.

mod batch;
mod folder;
mod inside;
mod live;
pub(crate) mod numbers;
mod outside;
mod plan;
mod plan_value;
mod play;
mod report;
mod rows;
mod run;
mod runner;
mod schedule;
mod sweep;
mod totals;

pub use batch::{Batch, Chain, Text};
pub use folder::{
    MANIFEST, ReadFolder, RunFolder, Side, SideReader, has_begun, parse_blocks, part_of, quoted, write_whole,
};
pub use inside::Inside;
pub use numbers::csv_of;
pub use outside::Outside;
pub use plan::{Entrant, MOST_GAMES, Made, Plan, PlanArgs, StopRule};
pub use plan_value::{Bounds, FaultPolicy, HalfWidth, Scale, Seconds};
pub use play::{Session, play};
pub use report::{Clock, Report, STANDING_COLUMNS};
pub use run::{BotFailed, Run, resume_command};
pub use runner::{Cursor, Ended, Finished, News, Piece, Worker, run};
pub use schedule::{Block, Format, MAX_ENTRANTS, Schedule, ScheduleError, ScheduledTable, Seating, Seatings};
pub use sweep::{Cell, cells};
pub use totals::{Decision, Totals};
