//! Habits by name.

use kosti_engine::{Game, Rules};

use crate::habit::null::{ChangesNothing, Never};
use crate::habit::{Habit, InTurn};
use crate::spec::{BotSpec, SpecError};

/// What people should know of a habit before they give it to a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HabitInfo {
    /// Its name; where a number follows `=`, other numbers make a habit as well.
    pub name: &'static str,
    /// What a player with the habit does, in a phrase, and which numbers it takes.
    pub summary: &'static str,
}

impl HabitInfo {
    /// A habit of this name.
    pub(crate) const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary }
    }
}

/// A game for which there are habits.
pub trait HabitGame: Game + 'static {
    /// Every habit that is the game's own.
    ///
    /// Besides these, every game has the habits of [`null`](crate::habit::null).
    const HABITS: &'static [HabitInfo];

    /// Makes the habit of this name, if there is one.
    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>>;

    /// Makes one habit of several: each has its say on what those before it have made of a decision. Nothing if there is none
    /// of a name.
    fn habits(names: &[String]) -> Option<Box<dyn Habit<Self>>> {
        if let [name] = names {
            return Self::habit(name);
        }
        let habits: Option<Vec<_>> = names.iter().map(|name| Self::habit(name)).collect();
        Some(Box::new(InTurn(habits?)))
    }
}

/// The habit that a bot keeps, if it keeps any.
///
/// # Errors
/// If the game has no such habit.
pub(crate) fn habit_of<G: HabitGame>(spec: &BotSpec) -> Result<Option<Box<dyn Habit<G>>>, SpecError> {
    if spec.habits.is_empty() {
        return Ok(None);
    }
    if spec.command.is_some() {
        return Err(SpecError::HabitOfProgram { bot: spec.without_habits().to_string() });
    }
    G::habits(&spec.habits).map(Some).ok_or_else(|| {
        let unknown = spec.habits.iter().find(|name| G::habit(name).is_none());
        let known = G::HABITS.iter().map(|habit| habit.name).collect();
        SpecError::UnknownHabit { habit: unknown.cloned().unwrap_or_default(), game: G::Rules::GAME, known }
    })
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
    use kosti_engine::{DicePoker, DominoPoker, GraphPoker, GraphPokerLarge, PiratePoker, Rims, Yahtzee, Yatzy};

    use super::*;

    fn names_make_habits<G: HabitGame>() {
        let names: Vec<&str> = G::HABITS.iter().map(|habit| habit.name).collect();
        for name in names.iter().chain(&["changes-nothing", "never"]) {
            assert!(G::habit(name).is_some(), "{name}");
            assert!(G::habit(&format!("{name}x")).is_none(), "{name}");
            assert!(G::habit(&format!("{name}=1")).is_none(), "{name}");
            assert!(names.iter().filter(|other| *other == name).count() <= 1, "{name}");
        }
        assert!(G::habit("").is_none());
        assert!(G::HABITS.iter().all(|habit| !habit.summary.is_empty()));
        let all: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert!(G::habits(&all).is_some() && G::habits(&[]).is_some());
        assert!(G::habits(&["never".into(), "sleeps".into()]).is_none());
    }

    #[test]
    fn every_name_makes_a_habit() {
        names_make_habits::<Rims>();
        names_make_habits::<DominoPoker>();
        names_make_habits::<GraphPoker>();
        names_make_habits::<GraphPokerLarge>();
        names_make_habits::<DicePoker>();
        names_make_habits::<PiratePoker>();
        names_make_habits::<Yatzy>();
        names_make_habits::<Yahtzee>();
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
