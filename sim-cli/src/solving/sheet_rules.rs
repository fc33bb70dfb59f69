//! The rules of the games that can be solved.

use std::fmt;
use std::str::FromStr;

use kosti_engine::{AnyRules, DicePokerRules, PiratePokerRules, Rules, YahtzeeRules, YatzyRules};

/// The rules of any dice game: those that can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetRules {
    /// Poker with dice.
    DicePoker(DicePokerRules),
    /// Pirate poker.
    PiratePoker(PiratePokerRules),
    /// Scandinavian yatzy.
    Yatzy(YatzyRules),
    /// Official yahtzee.
    Yahtzee(YahtzeeRules),
}

/// Makes the dice game of some [`SheetRules`] and evaluates an expression with it, once compiled for every kind of sheet.
macro_rules! with_sheet_game {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules {
            $crate::solving::SheetRules::DicePoker(rules) => with_sheet_game!(@ rules, $game, $body),
            $crate::solving::SheetRules::PiratePoker(rules) => with_sheet_game!(@ rules, $game, $body),
            $crate::solving::SheetRules::Yatzy(rules) => with_sheet_game!(@ rules, $game, $body),
            $crate::solving::SheetRules::Yahtzee(rules) => with_sheet_game!(@ rules, $game, $body),
        }
    };
    (@ $rules:ident, $game:ident, $body:expr) => {{
        let $game: kosti_engine::sheet::SheetGame<_> = kosti_engine::Game::new($rules);
        $body
    }};
}
pub(crate) use with_sheet_game;

impl SheetRules {
    /// The names of the games.
    pub const GAMES: [&'static str; 4] =
        [DicePokerRules::GAME, PiratePokerRules::GAME, YatzyRules::GAME, YahtzeeRules::GAME];
}

impl FromStr for SheetRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match AnyRules::parse(text).map_err(|error| error.to_string())? {
            AnyRules::DicePoker(rules) => Ok(Self::DicePoker(rules)),
            AnyRules::PiratePoker(rules) => Ok(Self::PiratePoker(rules)),
            AnyRules::Yatzy(rules) => Ok(Self::Yatzy(rules)),
            AnyRules::Yahtzee(rules) => Ok(Self::Yahtzee(rules)),
            other => {
                let (game, games) = (other.game(), Self::GAMES.join(", "));
                Err(format!("{game} cannot be solved; the games that can be are {games}"))
            }
        }
    }
}

impl fmt::Display for SheetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DicePoker(rules) => rules.fmt(f),
            Self::PiratePoker(rules) => rules.fmt(f),
            Self::Yatzy(rules) => rules.fmt(f),
            Self::Yahtzee(rules) => rules.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_games_are_taken_and_others_refused() {
        for rules in AnyRules::defaults() {
            let read = rules.to_string().parse::<SheetRules>();
            if SheetRules::GAMES.contains(&rules.game()) {
                assert_eq!(read.unwrap().to_string(), rules.to_string());
            } else {
                let told = "cannot be solved; the games that can be are dice-poker, pirate-poker, yatzy, yahtzee";
                assert_eq!(read.unwrap_err(), format!("{} {told}", rules.game()));
            }
        }
    }
}
