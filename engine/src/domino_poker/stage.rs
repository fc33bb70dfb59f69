//! Which deals a game consists of.

use core::fmt;
use core::str::FromStr;

use crate::domino_poker::rules::{DominoPokerRules, Last};
use crate::error::NotationError;

/// A stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Stage one: look, bid, play.
    Bidding,
    /// Stage two: bid before the hand is seen.
    Blind,
    /// Stage three: no bids, tricks earn.
    Grab,
    /// Stage four: no bids, tricks cost.
    Mizer,
    /// The optional fifth stage: one domino each, open or not.
    Last,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Self; 5] = [Self::Bidding, Self::Blind, Self::Grab, Self::Mizer, Self::Last];

    /// Whether the deal begins with bids.
    #[inline]
    pub const fn has_bids(self) -> bool {
        matches!(self, Self::Bidding | Self::Blind)
    }

    const fn name(self) -> &'static str {
        ["bidding", "blind", "grab", "mizer", "last"][self as usize]
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Stage {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = Self::ALL.into_iter().find(|stage| stage.name() == text);
        found.ok_or(NotationError { expected: "one of the stages bidding blind grab mizer last" })
    }
}

/// One deal of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    /// The stage it belongs to.
    pub stage: Stage,
    /// Dominoes in each hand; 1 in the last stage.
    pub hand: u8,
}

impl DominoPokerRules {
    /// The deal with this number, from 0; nothing after the last.
    pub fn deal(&self, number: u8) -> Option<Deal> {
        let full = self.full_hand();
        let rising = full - 1;
        let mut left = number;
        let stages = [
            (rising, Stage::Bidding),
            (self.sevens, Stage::Bidding),
            (rising, Stage::Bidding),
            (self.blind, Stage::Blind),
            (self.grab, Stage::Grab),
            (self.mizer, Stage::Mizer),
            (u8::from(self.last == Last::On), Stage::Last),
        ];
        for (part, (deals, stage)) in stages.into_iter().enumerate() {
            if left < deals {
                let hand = match part {
                    0 => left + 1,
                    2 => rising - left,
                    6 => 1,
                    _ => full,
                };
                return Some(Deal { stage, hand });
            }
            left -= deals;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::rules::Rules;
    use std::format;
    use std::string::String;

    fn schedule(rules: &str) -> String {
        let rules = DominoPokerRules::parse(rules).unwrap();
        (0..).map_while(|n| rules.deal(n)).fold(String::new(), |all, deal| {
            let letter = format!("{}", deal.stage).remove(1);
            all + &format!("{letter}{} ", deal.hand)
        })
    }

    #[test]
    fn deals_rise_stay_and_fall() {
        assert_eq!(schedule(""), "i1 i2 i3 i4 i5 i6 i7 i7 i7 i7 i6 i5 i4 i3 i2 i1 l7 r7 i7 ");
        assert_eq!(schedule("players=6,sevens=1,last=on"), "i1 i2 i3 i4 i3 i2 i1 l4 r4 i4 a1 ");
        assert_eq!(schedule("players=5,sevens=2,blind=2,grab=0,mizer=0"), "i1 i2 i3 i4 i5 i5 i4 i3 i2 i1 l5 l5 ");
    }
}
