//! What can be agreed on before a game.

use crate::rules::{choice, rules};

choice! {
    /// Where the ace stands in straights.
    Ace {
        High = "high", "above the king alone";
        Both = "both", "above the king or below the two";
    }
}

choice! {
    /// Who lays the first card of a round.
    Start {
        Dealer = "dealer", "the dealer, always";
        Rotate = "rotate", "the dealer in the first round, then one seat further clockwise every round";
    }
}

rules! {
    /// The rules of graph-poker.
    GraphPokerRules for "graph-poker" {
        numbers {
            players "players": 2..=16 = 4, "number of players";
            decks "decks": 1..=8 = 1, "decks of 52 cards shuffled together";
        }
        words {
            ace "ace": Ace, "where the ace stands in straights";
            start "start": Start, "who lays the first card of a round";
        }
    }
}

impl GraphPokerRules {
    /// Whether one deck is not enough, so that the larger type of the game is needed.
    pub const fn needs_several_decks(&self) -> bool {
        self.decks > 1
    }
}
