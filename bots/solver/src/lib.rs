//! Exact play for the dice games of [`kosti_engine`].
//!
//! A dice game for one player is solved backwards, from full sheets to the empty one: [`Solution`] knows the mean final
//! score of every state under best play, and what every decision of a turn is worth. From there:
//!
//! - [`Solution::distribution`] follows best play forward and gives the exact distribution of scores; a [`Watcher`] sees
//!   everything that happens on the way. [`distribution_of`] does the same for any player whose decisions follow from the
//!   state, a [`SheetPolicy`].
//! - [`Solution::under`] solves a game for a player who keeps to a [`Constraint`].
//! - [`UtilitySolution`] solves a game for the chance of a score, or to beat an opponent, rather than for the mean.
//! - [`Ending`] solves the last turns of a game between two who play to win.
//! - [`Contest`] looks at a turn of a player who plays to win against any number of others, given all sheets.
//! - [`PolicyTable`] holds the decisions of the optimal player ready, and [`play_many`] lets it play many games.
//! - [`TurnLookahead`] looks through one turn for players who estimate what comes after it.
//!
//! All games and rules of the engine's dice family can be solved, and any other [`Scoresheet`]. The solver itself is
//! compiled once; only thin wrappers are generic over the kind of sheet.
//!
//! ```
//! use kosti_engine::sheet::{SheetAction, YatzyRow};
//! use kosti_engine::{Dice, Game, Keep, Yatzy, YatzyRules};
//! use kosti_solver::Solution;
//!
//! let game = Yatzy::new(YatzyRules::default());
//! // Only the sixes and the pair are open: what can come from here on is solved at once.
//! let sheet = game.parse_sheet(
//!     "ones=3,twos=6,threes=9,fours=12,fives=15,two-pairs=22,three=18,four=24,small-straight=15,large-straight=20,\
//!      full=28,chance=25,yatzy=0",
//! )?;
//! let solution = Solution::from_sheet(&game, &sheet);
//! let turn = solution.turn(&sheet);
//! assert!((solution.worth(&sheet) - turn.worth()).abs() < 1e-3);
//!
//! // Three sixes would bring the bonus: after the first roll both sixes are kept.
//! let dice = Dice::from_faces([1, 2, 4, 6, 6]).ok_or("five dice")?;
//! let sixes = Keep::from_faces(&[6, 6]).ok_or("dice")?;
//! assert_eq!(turn.best(dice, 1), SheetAction::Keep(sixes));
//! // After the last roll they make a pair, and the bonus is left to the turn to come.
//! assert_eq!(turn.best(dice, 3), SheetAction::Row(YatzyRow::Pair));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Scoresheet`]: kosti_engine::sheet::Scoresheet

#![deny(missing_docs, unsafe_code)]

mod candidate;
mod checked;
mod choices;
mod constraint;
mod contest;
mod dispatch;
mod distribution;
mod ending;
mod figures;
mod flow;
mod forward;
mod graph;
mod keep_plan;
mod kept;
mod lanes;
mod large_pages;
mod limited;
mod many_games;
mod objective;
mod places;
mod pmf;
mod policy;
mod policy_table;
mod program;
mod reach;
mod rest;
mod scoring;
mod scoring_sum;
mod shared;
mod sheet_policy;
mod solution;
mod solved_game;
mod space;
mod stored;
mod stored_utility;
mod table;
mod table_error;
mod table_header;
mod table_name;
mod table_store;
mod turn;
mod turn_lookahead;
mod turn_values;
mod upper_classes;
mod utility;
mod utility_solution;
mod utility_table;
mod watcher;
mod watching;

pub use choices::Best;
pub use constraint::{Constraint, Situation};
pub use contest::Contest;
pub use dispatch::Vectors;
pub use distribution::{Distribution, RowDistribution};
pub use ending::{Ending, EndingError, MAX_OPEN};
pub use figures::{Figures, RowFigures, UpperFigure};
pub use many_games::play_many;
pub use objective::{NoObjective, Objective};
pub use pmf::Pmf;
pub use policy::LANES;
pub use policy_table::PolicyTable;
pub use sheet_policy::{SheetPolicy, TurnDecider, TurnDecisions, distribution_of};
pub use solution::Solution;
pub use solved_game::SolvedGame;
pub use table_error::TableError;
pub use table_header::TableHeader;
pub use table_name::{FINGERPRINT, TableName};
pub use table_store::{StoreIsSet, StoredTable, TableStore, keep_tables, table_store};
pub use turn_lookahead::{BookedRow, TurnLookahead};
pub use turn_values::TurnValues;
pub use utility::Utility;
pub use utility_solution::UtilitySolution;
pub use utility_table::Cost;
pub use watcher::{End, Fill, MEMORIES, Moment, Start, Watcher};

/// The examples in the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
