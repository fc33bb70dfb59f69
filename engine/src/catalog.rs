//! The only list of games: from the text form of rules to a typed game.

use core::fmt;

use crate::domino_poker::DominoPokerRules;
use crate::graph_poker::GraphPokerRules;
use crate::rims::RimsRules;
use crate::rules::{Key, Rules, RulesError};
use crate::sheet::{DicePokerRules, PiratePokerRules, YahtzeeRules, YatzyRules};

/// Makes everything that knows all games from one line for each: `Name(Rules) => Game`. A game that comes in two sizes names
/// the larger one behind `or`, and the method of its rules that says whether it is needed.
macro_rules! catalog {
    ($d:tt $($(#[$doc:meta])* $name:ident($rules:ident) => $game:ident $(or $large:ident if $needed:ident)?;)+) => {
        /// The rules of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyRules {
            $($(#[$doc])* $name($rules),)+
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
            ($d rules:expr, $d game:ident => $d body:expr) => {
                match $d rules {
                    $(
                        $($crate::AnyRules::$name(rules) if rules.$needed() => {
                            let $d game = <$crate::$large as $crate::Game>::new(rules);
                            $d body
                        })?
                        $crate::AnyRules::$name(rules) => {
                            let $d game = <$crate::$game as $crate::Game>::new(rules);
                            $d body
                        }
                    )+
                }
            };
        }

        /// Runs the same expression on the typed rules of every game.
        macro_rules! on_rules {
            ($d any:expr, $d rules:ident => $d body:expr) => {
                match $d any {
                    $(AnyRules::$name($d rules) => $d body,)+
                }
            };
        }

        impl AnyRules {
            /// The names of all games, the reference games last.
            pub const GAMES: &'static [&'static str] = &[$($rules::GAME),+];

            /// Reads `game:key=value,key=value`; keys that are left out take their default.
            ///
            /// # Errors
            /// Unknown games, keys and values, with what is allowed.
            pub fn parse(text: &str) -> Result<Self, RulesError<'_>> {
                let (game, rules) = text.split_once(':').unwrap_or((text, ""));
                match game.trim() {
                    $($rules::GAME => Ok(Self::$name(Rules::parse(rules)?)),)+
                    game => Err(RulesError::UnknownGame { game, games: Self::GAMES }),
                }
            }
        }
    };
}

catalog! { $
    /// Poker with dice.
    DicePoker(DicePokerRules) => DicePoker;
    /// Pirate poker.
    PiratePoker(PiratePokerRules) => PiratePoker;
    /// Graph-poker.
    GraphPoker(GraphPokerRules) => GraphPoker or GraphPokerLarge if needs_several_decks;
    /// Rims.
    Rims(RimsRules) => Rims;
    /// Domino-poker.
    DominoPoker(DominoPokerRules) => DominoPoker;
    /// Scandinavian yatzy, a reference game.
    Yatzy(YatzyRules) => Yatzy;
    /// Official yahtzee, a reference game.
    Yahtzee(YahtzeeRules) => Yahtzee;
}

impl AnyRules {
    /// Every game with its default rules, in the order of [`AnyRules::GAMES`].
    pub fn defaults() -> impl Iterator<Item = Self> {
        Self::GAMES.iter().filter_map(|game| Self::parse(game).ok())
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
            ("graph-poker:decks=8", "graph-poker:players=4,decks=8,ace=high,start=dealer"),
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
