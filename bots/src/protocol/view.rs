//! What a seat may know, as JSON.
//!
//! Everything here is made from a [`Game::View`] alone: there is no way from a message to the state of a game.

use std::fmt::Display;

use kosti_engine::{Game, Seat};
use serde::{Serialize, Serializer};

/// A game whose views can be sent to a program outside.
pub trait WireGame: Game {
    /// A view as it is written.
    type WireView: Serialize;

    /// Writes down all that the seat of this view may know.
    fn wire_view(&self, view: &Self::View) -> Self::WireView;
}

/// Something that is written as its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<T>(pub T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

pub(crate) fn texts<T>(items: impl IntoIterator<Item = T>) -> Vec<Text<T>> {
    items.into_iter().map(Text).collect()
}

pub(crate) fn by_seat<T>(players: u8, of: impl FnMut(Seat) -> T) -> Vec<T> {
    Seat::all(players).map(of).collect()
}
