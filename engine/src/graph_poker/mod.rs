//! Poker on a growing graph of cards: everybody lays one card a round face down, and rows and columns of four score.
//!
//! [`Board`] knows which cells are taken and which may be taken next, but no cards; what lies there is kept by laying
//! order. So a [`GraphView`] is the same board with some cards left out. How much a game can hold is fixed by its type:
//! [`GraphPoker`] is as small as one deck allows, [`GraphPokerLarge`] takes eight.

mod action;
mod board;
mod cell;
mod combo;
mod game;
mod legal;
mod pile;
mod rules;
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
pub use rules::{Ace, GraphPokerRules};
pub use state::GraphState;
pub use view::GraphView;

/// Graph-poker with one deck.
pub type GraphPoker = GraphGame<1, 52, 256, 107>;
/// Graph-poker with up to eight decks.
pub type GraphPokerLarge = GraphGame<8, 416, 2048, 835>;
