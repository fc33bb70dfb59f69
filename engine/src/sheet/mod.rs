//! The dice family: three rolls a turn, one row of a scoresheet filled by each.
//!
//! [`SheetGame`] holds the turn structure; each scoresheet is a file of its own and says what its rows are worth.

mod action;
mod dice_poker;
mod entries;
mod game;
mod pirate_poker;
mod row;
mod score;
mod table;
mod yahtzee;
mod yatzy;

pub use action::{SheetAction, SheetLegal};
pub use dice_poker::{Crossing, DicePokerRow, DicePokerRules, Doubling, EvenOdd, Penalty, School, YesNo};
pub use entries::{Bonuses, PointSet, RowNames, Setting, SheetError, SheetTextError};
pub use game::{ROLLS, RollRequest, SheetGame, SheetState, SheetView};
pub use pirate_poker::{Exact, PiratePokerRow, PiratePokerRules};
pub use row::{MAX_ROWS, Row, RowSet};
pub use table::{Booking, Filling, Roll, Scoresheet, Sheet, UpperMatters};
pub use yahtzee::{YahtzeeRow, YahtzeeRules};
pub use yatzy::{YatzyRow, YatzyRules};

/// Poker with dice, the classic sheet with a school.
pub type DicePoker = SheetGame<DicePokerRules>;
/// Pirate poker.
pub type PiratePoker = SheetGame<PiratePokerRules>;
/// Scandinavian yatzy, a reference game.
pub type Yatzy = SheetGame<YatzyRules>;
/// Official yahtzee, a reference game.
pub type Yahtzee = SheetGame<YahtzeeRules>;
