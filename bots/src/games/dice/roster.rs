//! The bots of the dice games.

use std::hint::black_box;
use std::ops::Range;

use kosti_engine::sheet::SheetGame;
use kosti_engine::{DicePoker, Game, PiratePoker, Yahtzee, Yatzy};
use kosti_solver::{PolicyTable, Solution, UtilitySolution, play_many};

use super::expectimax::{EXPECTIMAX, Expectimax, SheetTrends, spread};
use super::optimal::{OPTIMAL, Optimal};
use super::utility_bot::{TARGET, UtilityBot, WIN, target};
use crate::bot::Bot;
use crate::game::{BotGame, compiled_here};
use crate::search::{MC, searcher};
use crate::spec::{BotSpec, SpecError};

/// Where everything is seen, exact play is at the top.
const LADDER: &[&str] = &[
    "random",
    "greedy",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "mc:rollouts=4096",
    "expectimax",
    "optimal",
    "win",
];

/// All dice games, each compiled here and nowhere else.
macro_rules! sheet_bots {
    ($($game:ty),+) => {
        $(impl BotGame for $game {
            const BOTS: &'static [&'static str] = &[OPTIMAL, WIN, TARGET, EXPECTIMAX, MC];
            const LADDER: &'static [&'static str] = LADDER;

            fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
                make_bot(self, spec)
            }

            compiled_here!();

            fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
                let many = spec.name == OPTIMAL && self.players() == 1;
                if many {
                    play_many(self, &PolicyTable::shared(self), seed, blocks, |_, score| _ = black_box(score));
                }
                many
            }
        })+
    };
}
sheet_bots!(DicePoker, PiratePoker, Yatzy, Yahtzee);

type SheetBot<S> = Box<dyn Bot<SheetGame<S>>>;

fn make_bot<S: SheetTrends>(game: &SheetGame<S>, spec: &BotSpec) -> Result<Option<SheetBot<S>>, SpecError> {
    let utility = match (spec.name.as_str(), target(spec)?) {
        (OPTIMAL, _) => return Ok(Some(Box::new(Optimal::new(PolicyTable::shared(game))))),
        (EXPECTIMAX, _) => return Ok(Some(Box::new(Expectimax::new(game, spread(spec)?)))),
        (WIN, _) => UtilitySolution::shared_win(game),
        (TARGET, Some(points)) => UtilitySolution::shared_target(game, points),
        (MC, _) => return searcher(spec),
        _ => return Ok(None),
    };
    Ok(Some(Box::new(UtilityBot::new(utility, Solution::shared(game)))))
}
