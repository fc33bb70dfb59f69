//! The rules of rims.

use crate::rules::{choice, rules};

choice! {
    /// Who leads the second and third trick of a deal.
    Lead {
        Dealer = "dealer", "the dealer leads every trick";
        Winner = "winner", "whoever took the last trick";
    }
}

rules! {
    /// The rules of rims.
    RimsRules for "rims" {
        numbers {
            players "players": 2..=13 = 3, "number of players";
        }
        words {
            lead "lead": Lead, "who leads the second and third trick of a deal";
        }
    }
}
