//! What can be agreed on before a game.

use crate::rules::{choice, rules};

choice! {
    /// Where the ace stands in straights.
    Ace {
        High = "high", "above the king alone";
        Both = "both", "above the king or below the two";
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
        }
    }
}

impl GraphPokerRules {
    /// Whether one deck is not enough, so that the larger type of the game is needed.
    pub const fn needs_several_decks(&self) -> bool {
        self.decks > 1
    }
}
