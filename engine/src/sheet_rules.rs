//! The rules of any dice game.

use core::fmt;

use crate::catalog::AnyRules;
use crate::rules::Rules;
use crate::sheet::{DicePokerRules, PiratePokerRules, YahtzeeRules, YatzyRules};

/// The rules of any dice game: those that can be solved exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// Makes the game of some [`SheetRules`](crate::SheetRules) and evaluates an expression with it, once compiled for every kind
/// of sheet.
///
/// ```
/// use kosti_engine::{AnyRules, Game, SheetRules, with_sheet_game};
/// let rules = SheetRules::try_from(AnyRules::parse("yatzy:players=1").unwrap()).unwrap();
/// assert_eq!(with_sheet_game!(rules, game => game.rows().len()), 15);
/// ```
#[macro_export]
macro_rules! with_sheet_game {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules {
            $crate::SheetRules::DicePoker(rules) => $crate::with_sheet_game!(@ rules, $game, $body),
            $crate::SheetRules::PiratePoker(rules) => $crate::with_sheet_game!(@ rules, $game, $body),
            $crate::SheetRules::Yatzy(rules) => $crate::with_sheet_game!(@ rules, $game, $body),
            $crate::SheetRules::Yahtzee(rules) => $crate::with_sheet_game!(@ rules, $game, $body),
        }
    };
    (@ $rules:ident, $game:ident, $body:expr) => {{
        let $game: $crate::sheet::SheetGame<_> = $crate::Game::new($rules);
        $body
    }};
}

impl SheetRules {
    /// The names of the games.
    pub const GAMES: [&'static str; 4] =
        [DicePokerRules::GAME, PiratePokerRules::GAME, YatzyRules::GAME, YahtzeeRules::GAME];
}

/// A game without dice is given back.
impl TryFrom<AnyRules> for SheetRules {
    type Error = AnyRules;

    fn try_from(rules: AnyRules) -> Result<Self, AnyRules> {
        match rules {
            AnyRules::DicePoker(rules) => Ok(Self::DicePoker(rules)),
            AnyRules::PiratePoker(rules) => Ok(Self::PiratePoker(rules)),
            AnyRules::Yatzy(rules) => Ok(Self::Yatzy(rules)),
            AnyRules::Yahtzee(rules) => Ok(Self::Yahtzee(rules)),
            other => Err(other),
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
