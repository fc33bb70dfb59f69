//! The rules of domino-poker.

use crate::domino::DOMINOES;
use crate::domino_poker::MAX_HAND;
use crate::rules::{choice, rules};

choice! {
    /// Whether the optional last stage is played.
    Last {
        Off = "off", "no last stage";
        On = "on", "the leader picks a domino from the ring, then all open or not";
    }
}

rules! {
    /// The rules of domino-poker.
    DominoPokerRules for "domino-poker" {
        numbers {
            players "players": 2..=6 = 4, "number of players";
            sevens "sevens": 1..=12 = 4, "full-hand deals in the middle of stage one";
            blind "blind": 0..=6 = 1, "deals of stage two, where bids come before the hand is seen";
            grab "grab": 0..=6 = 1, "deals of stage three, where tricks earn";
            mizer "mizer": 0..=6 = 1, "deals of stage four, where tricks cost";
        }
        words {
            last "last": Last, "the optional last stage";
        }
    }
}

impl DominoPokerRules {
    /// The largest hand at this table.
    #[inline]
    pub const fn full_hand(&self) -> u8 {
        let share = DOMINOES as u8 / self.players;
        if share < MAX_HAND as u8 { share } else { MAX_HAND as u8 }
    }
}
