//! Habits by name.

use kosti_engine::Game;

use crate::habit::Habit;
use crate::habit::null::{ChangesNothing, Never};

/// A game for which there are habits.
pub trait HabitGame: Game {
    /// One name of every habit that is the game's own. Where a number follows `=`, others do as well.
    ///
    /// Besides these, every game has the habits of [`null`](crate::habit::null).
    const HABITS: &'static [&'static str];

    /// Makes the habit of this name, if there is one.
    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>>;
}

/// The habits that every game has.
pub(crate) fn null_habit<G: Game>(name: &str) -> Option<Box<dyn Habit<G>>> {
    match name {
        "changes-nothing" => Some(Box::new(ChangesNothing)),
        "never" => Some(Box::new(Never)),
        _ => None,
    }
}

/// The number behind the `=` of a name that begins like this, if it is written as it would be printed.
pub(crate) fn number_in(name: &str, kind: &str) -> Option<usize> {
    let text = name.strip_prefix(kind)?.strip_prefix('=')?;
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use kosti_engine::{DominoPoker, GraphPoker, GraphPokerLarge, Rims};

    use super::*;

    fn names_make_habits<G: HabitGame>() {
        for name in G::HABITS.iter().chain(&["changes-nothing", "never"]) {
            assert!(G::habit(name).is_some(), "{name}");
            assert!(G::habit(&format!("{name}x")).is_none(), "{name}");
            assert!(G::habit(&format!("{name}=1")).is_none(), "{name}");
            assert!(G::HABITS.iter().filter(|other| *other == name).count() <= 1, "{name}");
        }
        assert!(G::habit("").is_none());
    }

    #[test]
    fn every_name_makes_a_habit() {
        names_make_habits::<Rims>();
        names_make_habits::<DominoPoker>();
        names_make_habits::<GraphPoker>();
        names_make_habits::<GraphPokerLarge>();
    }

    #[test]
    fn numbers_are_written_in_one_way() {
        assert_eq!(number_in("blind-bid=20", "blind-bid"), Some(20));
        for name in ["blind-bid", "blind-bid=", "blind-bid=+1", "blind-bid=01", "blind-bid=-1", "blind-bid= 1", "bid=1"]
        {
            assert_eq!(number_in(name, "blind-bid"), None, "{name}");
        }
    }
}
