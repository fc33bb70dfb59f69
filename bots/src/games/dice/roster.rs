//! The bots of the dice games.

use std::hint::black_box;
use std::ops::Range;

use kosti_engine::sheet::SheetGame;
use kosti_engine::{DicePoker, Game, PiratePoker, Yahtzee, Yatzy};
use kosti_solver::{PolicyTable, Solution, UtilitySolution, play_many};

use super::disciple::{self, Disciple};
use super::expectimax::{EXPECTIMAX, Expectimax, spread};
use super::habits::{SheetHabits, best_under};
use super::novice::{Novice, mistake};
use super::optimal::{OPTIMAL, Optimal};
use super::utility_bot::{TARGET, UtilityBot, target};
use super::win::{WIN, Win};
use crate::bot::Bot;
use crate::disciple::DISCIPLE;
use crate::game::{BotGame, compiled_here};
use crate::search::{MC, searcher};
use crate::spec::{BotSpec, NOVICE, SpecError};

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

/// The same where the document of the game has a disciple.
const TAUGHT_LADDER: &[&str] = &[
    "random",
    "greedy",
    "disciple",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "mc:rollouts=4096",
    "expectimax",
    "optimal",
    "win",
];

/// All dice games, each compiled here and nowhere else: the bots of the game, its ladder, how its own bots are made,
/// and the advice of its disciple.
macro_rules! sheet_bots {
    ($($game:ty: $bots:expr, $ladder:expr, $own:expr, $advice:expr;)+) => {
        $(impl BotGame for $game {
            const BOTS: &'static [&'static str] = $bots;
            const LADDER: &'static [&'static str] = $ladder;
            const PLANNING: &'static [&'static str] = &[OPTIMAL, MC];

            fn advice(&self) -> Vec<&'static str> {
                $advice
            }

            fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
                match $own(spec)? {
                    Some(own) => Ok(Some(own)),
                    None => make_bot(self, spec),
                }
            }

            compiled_here!();

            fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
                let many = spec.name == OPTIMAL && spec.habits.is_empty() && self.players() == 1;
                if many {
                    play_many(self, &PolicyTable::shared(self), seed, blocks, |_, score| _ = black_box(score));
                }
                many
            }
        })+
    };
}
sheet_bots!(
    DicePoker: &[NOVICE, DISCIPLE, OPTIMAL, WIN, TARGET, EXPECTIMAX, MC], TAUGHT_LADDER, taught, disciple::advice();
    PiratePoker: &[OPTIMAL, WIN, TARGET, EXPECTIMAX, MC], LADDER, no_others, Vec::new();
    Yatzy: &[OPTIMAL, WIN, TARGET, EXPECTIMAX, MC], LADDER, no_others, Vec::new();
    Yahtzee: &[OPTIMAL, WIN, TARGET, EXPECTIMAX, MC], LADDER, no_others, Vec::new();
);

/// The bots that the document of dice-poker has made.
fn taught(spec: &BotSpec) -> Result<Option<Box<dyn Bot<DicePoker>>>, SpecError> {
    Ok(match spec.name.as_str() {
        NOVICE => Some(Box::new(Novice(mistake(spec)?))),
        DISCIPLE => Some(Box::new(Disciple::new(spec)?)),
        _ => None,
    })
}

/// No bots of its own.
fn no_others<G>(_: &BotSpec) -> Result<Option<Box<dyn Bot<G>>>, SpecError> {
    Ok(None)
}

type SheetBot<S> = Box<dyn Bot<SheetGame<S>>>;

fn make_bot<S: SheetHabits>(game: &SheetGame<S>, spec: &BotSpec) -> Result<Option<SheetBot<S>>, SpecError> {
    Ok(Some(match (spec.name.as_str(), target(spec)?) {
        (OPTIMAL, _) if !spec.habits.is_empty() => Box::new(Optimal::new(best_under(game, &spec.habits))),
        (OPTIMAL, _) => Box::new(Optimal::new(PolicyTable::shared(game))),
        (EXPECTIMAX, _) => Box::new(Expectimax::new(game, spread(spec)?)),
        (WIN, _) => Box::new(Win::new(game)),
        (TARGET, Some(points)) => {
            Box::new(UtilityBot::new(UtilitySolution::shared_target(game, points), Solution::shared(game)))
        }
        (MC, _) => return searcher(spec),
        _ => return Ok(None),
    }))
}
