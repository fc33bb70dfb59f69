//! Small values as records and messages write them.

use std::fmt::Display;
use std::str::FromStr;

use kosti_engine::sheet::Row;
use kosti_engine::{MAX_SEATS, Seat};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::printable::clip;

/// Something that is written as its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<T>(pub T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|error| D::Error::custom(format!("{:?} cannot be read: {error}", clip(&text))))
    }
}

/// A row of a scoresheet, written as its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowName<R>(pub R);

impl<R: Row> Serialize for RowName<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(R::NAMES[self.0.index()])
    }
}

/// A seat, written as its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatNumber(pub Seat);

impl Serialize for SeatNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0.index() as u64)
    }
}

impl<'de> Deserialize<'de> for SeatNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        match usize::try_from(number) {
            Ok(number) if number < MAX_SEATS => Ok(Self(Seat::new(number))),
            _ => Err(D::Error::custom(format!("there is no seat {number}"))),
        }
    }
}

pub(crate) fn texts<T>(items: impl IntoIterator<Item = T>) -> Vec<Text<T>> {
    items.into_iter().map(Text).collect()
}

pub(crate) fn by_seat<T>(players: u8, of: impl FnMut(Seat) -> T) -> Vec<T> {
    Seat::all(players).map(of).collect()
}
