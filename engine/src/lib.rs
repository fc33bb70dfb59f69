//! The rules of five tabletop games (dice-poker, pirate-poker, graph-poker, rims, domino-poker) and of two reference
//! dice games, yatzy and yahtzee.
//!
//! The crate is `no_std` and does without `alloc`: states are small `Copy` values and nothing is ever allocated. It
//! knows no files, clocks, threads or text beyond the notation of rules and actions. Every game implements [`Game`];
//! [`AnyRules`] reads the text form of a game and hands out the typed game.
//!
//! ```
//! use kosti_engine::{AnyRules, RulesError};
//!
//! let rules = AnyRules::parse("rims:players=4")?;
//! assert_eq!(rules.to_string(), "rims:players=4,lead=dealer");
//! # Ok::<(), RulesError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod bits;
mod card;
mod catalog;
mod chance;
mod dice;
mod domino;
pub mod domino_poker;
mod error;
mod game;
pub mod graph_poker;
mod nearest;
pub mod rims;
mod rng;
mod rules;
mod seat;
pub mod sheet;
mod sheet_rules;

pub use card::{CARDS, Card, CardSet, Rank, SUITS, Suit};
pub use catalog::AnyRules;
pub use chance::{Chance, Label};
pub use dice::{Counts, DICE, Dice, FACES, Keep};
pub use domino::{DOMINOES, Domino, DominoSet};
pub use domino_poker::{DominoPoker, DominoPokerRules};
pub use error::{IllegalAction, ImpossibleMoment, ImpossibleOutcome, NotationError};
pub use game::{ActionSet, Game, Turn};
pub use graph_poker::{GraphPoker, GraphPokerLarge, GraphPokerRules};
pub use nearest::nearest;
pub use rims::{Rims, RimsRules};
pub use rng::{Draw, ReadyRng, Rng};
pub use rules::{Key, Rules, RulesError, Values, Word};
pub use seat::{MAX_SEATS, Scores, Seat};
pub use sheet::{DicePoker, DicePokerRules, PiratePoker, PiratePokerRules, Yahtzee, YahtzeeRules, Yatzy, YatzyRules};
pub use sheet_rules::SheetRules;

/// The fingerprint of the sources of this crate: others may play other games.
pub const FINGERPRINT: &str = env!("KOSTI_FINGERPRINT");

/// The examples in the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
