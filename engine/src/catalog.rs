//! The only list of games: from the text form of rules to a typed game.

use core::fmt;

use crate::domino_poker::DominoPokerRules;
use crate::graph_poker::GraphPokerRules;
use crate::rims::RimsRules;
use crate::rules::{Key, Rules, RulesError};
use crate::sheet::{DicePokerRules, PiratePokerRules, YahtzeeRules, YatzyRules};

/// The rules of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyRules {
    /// Poker with dice.
    DicePoker(DicePokerRules),
    /// Pirate poker.
    PiratePoker(PiratePokerRules),
    /// Graph-poker.
    GraphPoker(GraphPokerRules),
    /// Rims.
    Rims(RimsRules),
    /// Domino-poker.
    DominoPoker(DominoPokerRules),
    /// Scandinavian yatzy, a reference game.
    Yatzy(YatzyRules),
    /// Official yahtzee, a reference game.
    Yahtzee(YahtzeeRules),
}

/// Makes the game of any rules and evaluates an expression with it, once compiled for every type of game.
///
/// ```
/// use kosti_engine::{AnyRules, Game, with_game};
/// let rules = AnyRules::parse("rims:players=5").unwrap();
/// assert_eq!(with_game!(rules, game => game.players()), 5);
/// ```
#[macro_export]
macro_rules! with_game {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules {
            $crate::AnyRules::DicePoker(rules) => $crate::with_game!(@ $crate::DicePoker, rules, $game, $body),
            $crate::AnyRules::PiratePoker(rules) => $crate::with_game!(@ $crate::PiratePoker, rules, $game, $body),
            $crate::AnyRules::GraphPoker(rules) if rules.decks() == 1 => {
                $crate::with_game!(@ $crate::GraphPoker, rules, $game, $body)
            }
            $crate::AnyRules::GraphPoker(rules) => $crate::with_game!(@ $crate::GraphPokerLarge, rules, $game, $body),
            $crate::AnyRules::Rims(rules) => $crate::with_game!(@ $crate::Rims, rules, $game, $body),
            $crate::AnyRules::DominoPoker(rules) => $crate::with_game!(@ $crate::DominoPoker, rules, $game, $body),
            $crate::AnyRules::Yatzy(rules) => $crate::with_game!(@ $crate::Yatzy, rules, $game, $body),
            $crate::AnyRules::Yahtzee(rules) => $crate::with_game!(@ $crate::Yahtzee, rules, $game, $body),
        }
    };
    (@ $type:ty, $rules:ident, $game:ident, $body:expr) => {{
        let $game = <$type as $crate::Game>::new($rules);
        $body
    }};
}

/// Runs the same expression on the typed rules of every game.
macro_rules! on_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            AnyRules::DicePoker($rules) => $body,
            AnyRules::PiratePoker($rules) => $body,
            AnyRules::GraphPoker($rules) => $body,
            AnyRules::Rims($rules) => $body,
            AnyRules::DominoPoker($rules) => $body,
            AnyRules::Yatzy($rules) => $body,
            AnyRules::Yahtzee($rules) => $body,
        }
    };
}

impl AnyRules {
    /// The names of all games, the reference games last.
    pub const GAMES: &'static [&'static str] = &[
        DicePokerRules::GAME,
        PiratePokerRules::GAME,
        GraphPokerRules::GAME,
        RimsRules::GAME,
        DominoPokerRules::GAME,
        YatzyRules::GAME,
        YahtzeeRules::GAME,
    ];

    /// Every game with its default rules, in the order of [`AnyRules::GAMES`].
    pub fn defaults() -> impl Iterator<Item = Self> {
        Self::GAMES.iter().filter_map(|game| Self::parse(game).ok())
    }

    /// Reads `game:key=value,key=value`; keys that are left out take their default.
    ///
    /// # Errors
    /// Unknown games, keys and values, with what is allowed.
    pub fn parse(text: &str) -> Result<Self, RulesError<'_>> {
        let (game, rules) = text.split_once(':').unwrap_or((text, ""));
        let game = game.trim();
        Ok(match game {
            DicePokerRules::GAME => Self::DicePoker(Rules::parse(rules)?),
            PiratePokerRules::GAME => Self::PiratePoker(Rules::parse(rules)?),
            GraphPokerRules::GAME => Self::GraphPoker(Rules::parse(rules)?),
            RimsRules::GAME => Self::Rims(Rules::parse(rules)?),
            DominoPokerRules::GAME => Self::DominoPoker(Rules::parse(rules)?),
            YatzyRules::GAME => Self::Yatzy(Rules::parse(rules)?),
            YahtzeeRules::GAME => Self::Yahtzee(Rules::parse(rules)?),
            _ => return Err(RulesError::UnknownGame { game, games: Self::GAMES }),
        })
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        fn name<R: Rules>(_: &R) -> &'static str {
            R::GAME
        }
        on_rules!(self, rules => name(rules))
    }

    /// The keys of its rules.
    pub fn keys(&self) -> &'static [Key] {
        fn keys<R: Rules>(_: &R) -> &'static [Key] {
            R::KEYS
        }
        on_rules!(self, rules => keys(rules))
    }

    /// The value of a key: the number itself, or the place of the word.
    pub fn value(&self, key: usize) -> u8 {
        on_rules!(self, rules => rules.value(key))
    }

    /// How many players there are.
    pub fn players(&self) -> u8 {
        on_rules!(self, rules => rules.players())
    }
}

impl fmt::Display for AnyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_rules!(self, rules => rules.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_key_is_printed_in_order() {
        for (text, printed) in [
            (
                "dice-poker",
                "dice-poker:players=2,school=face,penalty=sum,double=all,even-odd=off,crossing=free,five-full=yes,\
                 four-pairs=yes",
            ),
            (
                "dice-poker:double=no-roads,four-pairs=no,players=16",
                "dice-poker:players=16,school=face,penalty=sum,double=no-roads,even-odd=off,crossing=free,\
                 five-full=yes,four-pairs=no",
            ),
            ("pirate-poker:exact=roll", "pirate-poker:players=2,exact=roll"),
            ("graph-poker:decks=8", "graph-poker:players=4,decks=8,ace=high"),
            ("rims:", "rims:players=3,lead=dealer"),
            (" rims : lead = winner , players = 13 ", "rims:players=13,lead=winner"),
            ("domino-poker:last=on", "domino-poker:players=4,sevens=4,blind=1,grab=1,mizer=1,last=on"),
            ("yatzy", "yatzy:players=2"),
            ("yahtzee:players=1", "yahtzee:players=1"),
        ] {
            let rules = AnyRules::parse(text).unwrap();
            assert_eq!(rules.to_string(), printed);
            assert_eq!(AnyRules::parse(printed), Ok(rules));
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        for (text, message) in [
            (
                "rism",
                "unknown game 'rism' (did you mean 'rims'?); the games are dice-poker, pirate-poker, graph-poker, \
                 rims, domino-poker, yatzy, yahtzee",
            ),
            ("rims:player=3", "rims has no rule 'player' (did you mean 'players'?); its rules are players, lead"),
            ("rims:players=14", "'14' is no value for players; allowed are whole numbers from 2 to 13"),
            ("rims:players=1", "'1' is no value for players; allowed are whole numbers from 2 to 13"),
            ("rims:players=+3", "'+3' is no value for players; allowed are whole numbers from 2 to 13"),
            ("rims:players=", "'' is no value for players; allowed are whole numbers from 2 to 13"),
            ("rims:lead=wniner", "'wniner' is no value for lead (did you mean 'winner'?); allowed are dealer, winner"),
            ("rims:lead", "expected key=value after 'rims:', found 'lead'; the keys are players, lead"),
            ("rims:players=3,", "expected key=value after 'rims:', found ''; the keys are players, lead"),
            ("rims:lead=dealer,lead=dealer", "the rule 'lead' is given twice"),
            (
                "",
                "unknown game ''; the games are dice-poker, pirate-poker, graph-poker, rims, domino-poker, yatzy, \
                 yahtzee",
            ),
        ] {
            assert_eq!(AnyRules::parse(text).unwrap_err().to_string(), message);
        }
    }
}
