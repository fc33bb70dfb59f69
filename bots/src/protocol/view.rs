//! What a seat may know, as JSON.
//!
//! Everything here is made from a [`Game::View`] alone: there is no way from a message to the state of a game.

use kosti_engine::Game;
use serde::Serialize;

/// A game whose views can be sent to a program outside.
pub trait WireGame: Game {
    /// A view as it is written.
    type WireView: Serialize;

    /// Writes down all that the seat of this view may know.
    fn wire_view(&self, view: &Self::View) -> Self::WireView;
}
