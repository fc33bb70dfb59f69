//! Poker on a growing graph of cards: every seat lays one card a round face down, and rows and columns of four score.
//!
//! What lies on the table is a [`Board`]; a [`GraphView`] has the same board with some cards face down. How much a game
//! can hold is fixed by its type: [`GraphPoker`] is as small as one deck allows, [`GraphPokerLarge`] takes eight.
//!
//! ```
//! use kosti_engine::{ActionSet, Chance, Game, GraphPoker, GraphPokerRules, Turn};
//!
//! let game = GraphPoker::new(GraphPokerRules::default());
//! let mut state = game.start();
//! game.advance(&mut state, &Chance::new(1, 0));
//! while let Turn::Seat(seat) = game.turn(&state) {
//!     let action = game.legal(&state).nth(0);
//!     game.play(&mut state, action).unwrap();
//!     println!("{seat} lays {action}");
//!     game.visit_combos(&state, |combo| println!("{} for {}", combo.kind, combo.owner));
//! }
//! assert_eq!(state.rounds(), game.hand_size());
//! ```

mod action;
mod board;
mod cell;
mod combo;
mod game;
mod legal;
mod pile;
mod rules;
mod size;
mod slot;
mod state;
mod table;
mod view;

#[cfg(test)]
mod tests;

pub use action::GraphAction;
pub use board::{Board, Spot};
pub use cell::Cell;
pub use combo::{Combo, ComboKind, RUN};
pub use game::{Deal, DealRequest, GraphGame};
pub use legal::GraphLegal;
pub use pile::Pile;
pub use rules::{Ace, GraphPokerRules, Start};
pub use size::{EightDecks, GraphSize, OneDeck};
pub use state::GraphState;
pub use view::GraphView;

/// Graph-poker with one deck.
pub type GraphPoker = GraphGame<OneDeck>;
/// Graph-poker with up to eight decks.
pub type GraphPokerLarge = GraphGame<EightDecks>;
