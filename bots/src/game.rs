//! What a game brings along to be played by bots.

use std::ops::Range;

use crate::bot::Bot;
use crate::greedy::GreedyGame;
use crate::protocol::WireGame;
use crate::record::Recorded;
use crate::spec::{BotSpec, SpecError};

/// A game that bots and programs play, and whose games are recorded.
///
/// A game implements this in its folder of [`games`](crate::games); everything else in this crate and above works on any
/// such game.
pub trait BotGame: GreedyGame + WireGame + Recorded + 'static {
    /// The built-in bots that play it, besides `random` and `greedy`, which play everything.
    const BOTS: &'static [&'static str];

    /// Bots from weak to strong, as they are written: those with which the strength of a bot is measured.
    const LADDER: &'static [&'static str];

    /// Makes one of [`BotGame::BOTS`]; nothing if the game has no bot of that name.
    ///
    /// # Errors
    /// If a parameter makes no sense.
    fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError>;

    /// The action of the sensible beginner: see [`GreedyGame::greedy_action`]. A game implements it for its own type alone, so
    /// that it is compiled once, in this crate, and not again in every crate above.
    fn act_greedily(&self, view: &Self::View) -> Self::Action;

    /// Plays a game of a bot alone for each of these blocks, many at once, if that is faster than one after the other;
    /// returns whether it did.
    fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
        let _ = (spec, seed, blocks);
        false
    }
}
