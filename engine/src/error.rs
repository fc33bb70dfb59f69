//! Why something was refused.

use thiserror::Error;

/// Why an action may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
    /// Dice have to be rolled or cards dealt first.
    #[error("it is chance's turn, not a player's")]
    ChanceFirst,
    /// An action of another phase of the game.
    #[error("this is not the moment for that; now {0}")]
    WrongPhase(&'static str),
    /// All three rolls are used up.
    #[error("no roll is left in this turn, a row must be chosen")]
    NoRollLeft,
    /// Dice kept that do not lie on the table.
    #[error("the kept dice are not all on the table")]
    DiceNotThere,
    /// A row that these rules do not have.
    #[error("these rules have no such row")]
    NoSuchRow,
    /// A row that is filled already.
    #[error("the row is filled already")]
    RowFilled,
    /// The first turns must go to mandatory rows.
    #[error("the first three turns must fill mandatory rows")]
    MandatoryFirst,
    /// Crossing while something can be played.
    #[error("the row's combination is missing, and crossing it is not allowed while another open row is playable")]
    CrossingForbidden,
    /// A card or domino that the seat does not hold.
    #[error("it is not in the player's hand")]
    NotHeld,
    /// The first card of a graph lies in the middle.
    #[error("the first card lies at 0,0")]
    NotAtOrigin,
    /// A cell with a card on it.
    #[error("a card lies there already")]
    CellTaken,
    /// A cell that touches no card.
    #[error("the cell touches no card by a side")]
    CellDetached,
    /// The dealer's new card must outrank the one that sets trump.
    #[error("to go on fighting the dealer must show a strictly higher card")]
    NotHigher,
    /// A led trump must be followed.
    #[error("a trump was led, and the player holds one")]
    MustFollowTrump,
    /// The led poker asks for the strongest trump.
    #[error("the poker was led, and the player holds a trump: the strongest one must be played")]
    MustPlayStrongestTrump,
    /// A bid above the number of tricks.
    #[error("a bid is at most the number of dominoes in hand, {0}")]
    BidTooHigh(u8),
    /// A place outside the ring.
    #[error("the ring has places 0 to 27")]
    OutsideRing,
}

/// Why dice or cards cannot have come up like that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum ImpossibleOutcome {
    /// Nothing has to be drawn.
    #[error("nothing is rolled or dealt at this moment")]
    NotDue,
    /// A kept die changed.
    #[error("the dice kept are not among those that lie after the roll")]
    KeptDiceMissing,
    /// A hand of the wrong size.
    #[error("each seat must get {0}")]
    HandSize(u8),
    /// A card or domino twice, or one that is not in the stock.
    #[error("a card or domino is dealt that is not in the stock, or more often than it is there")]
    NotInStock,
}

/// Why a game cannot have come to a moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum ImpossibleMoment {
    /// A seat that the game does not have.
    #[error("there is no such seat: the seats are 0 to {}", .players - 1)]
    NoSuchSeat {
        /// The players of the game.
        players: u8,
    },
    /// Points, tricks or sheets of too few or too many seats.
    #[error("one for each of the {players} seats is needed")]
    NotEverySeat {
        /// The players of the game.
        players: u8,
    },
    /// The game ends before.
    #[error("the game is over before that")]
    GameOver,
    /// The first seat deals first.
    #[error("seat 0 deals first")]
    FirstDealer,
    /// Tricks that this many deals do not have.
    #[error("a deal has one to three tricks")]
    TricksOfDeals,
    /// Cards that do not come from tricks.
    #[error("each trick takes one card of each seat, and nothing else does")]
    CardsOfTricks,
    /// Scores that no game has.
    #[error("a score is out of range")]
    Score,
    /// A roll that no turn has.
    #[error("a turn has one to three rolls")]
    Rolls,
    /// Sheets that are not filled in turn.
    #[error("the seats before the one to move have filled one row more, the others as many")]
    RowsOfSeats,
}

/// Why a text is no card, domino, row or action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("expected {expected}")]
pub struct NotationError {
    /// What would be right.
    pub expected: &'static str,
}
