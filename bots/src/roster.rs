//! Which bots there are, and how to make them.

use std::hint::black_box;
use std::ops::Range;

use kosti_engine::sheet::SheetGame;
use kosti_engine::{AnyRules, DominoPoker, Game, GraphPoker, GraphPokerLarge, Rims};

use crate::bot::{Bot, Decision};
use crate::expectimax::{self, Expectimax, Promising};
use crate::external::ProgramCommand;
use crate::greedy::{Greedy, GreedyGame};
use crate::many_games::play_many;
use crate::optimal::Optimal;
use crate::random::Random;
use crate::search::{self, ISMCTS, ISMCTS_PARAMS, MC, MC_PARAMS};
use crate::solver::{PolicyTable, Solution, UtilitySolution};
use crate::spec::{BotSpec, SpecError};
use crate::utility_bot::{self, TARGET, TARGET_POINTS, UtilityBot, WIN};

/// What people should know of a bot before they choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name under which it is called.
    pub name: &'static str,
    /// What it does, in a phrase.
    pub summary: &'static str,
    /// The parameters it takes.
    pub params: &'static [&'static str],
    /// The games that it plays; all if none is told.
    pub games: &'static [&'static str],
}

impl BotInfo {
    /// Whether it plays this game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }
}

/// The games with dice.
pub(crate) const DICE_GAMES: &[&str] = &["dice-poker", "pirate-poker", "yatzy", "yahtzee"];

/// The games in which players do not know everything.
const HIDDEN_GAMES: &[&str] = &["graph-poker", "rims", "domino-poker"];

/// The name of bots that run in a process of their own.
pub const EXTERNAL: &str = "cmd";

/// Every bot.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", summary: "every legal action with the same chance", params: &[], games: &[] },
    BotInfo { name: "greedy", summary: "a sensible beginner who does not look ahead", params: &[], games: &[] },
    BotInfo { name: "optimal", summary: "the highest mean score there is, exactly", params: &[], games: DICE_GAMES },
    BotInfo { name: WIN, summary: "the best chance to beat 'optimal', exactly", params: &[], games: DICE_GAMES },
    BotInfo {
        name: TARGET,
        summary: "the best chance of a score, exactly: 'target:points=200'",
        params: &[TARGET_POINTS],
        games: DICE_GAMES,
    },
    BotInfo {
        name: "expectimax",
        summary: "exact within its turn, a quick guess beyond",
        params: &["spread"],
        games: DICE_GAMES,
    },
    BotInfo {
        name: MC,
        summary: "tries its actions in imagined worlds: 'mc:rollouts=1000'",
        params: MC_PARAMS,
        games: &[],
    },
    BotInfo {
        name: ISMCTS,
        summary: "searches a tree of what it can see: 'ismcts:iterations=4000'",
        params: ISMCTS_PARAMS,
        games: HIDDEN_GAMES,
    },
    BotInfo { name: EXTERNAL, summary: "your own program: 'cmd:python3 mybot.py'", params: &["procs"], games: &[] },
];

/// Checks that a bot of this name and with these parameters exists, that it has all it needs, and that the command of a
/// program can be read.
///
/// # Errors
/// If not, with what there is.
pub fn check(spec: &BotSpec) -> Result<(), SpecError> {
    let Some(bot) = BOTS.iter().find(|bot| bot.name == spec.name) else {
        let known = BOTS.iter().map(|bot| bot.name).collect();
        return Err(SpecError::UnknownBot { name: spec.name.clone(), known });
    };
    match spec.params.iter().find(|(key, _)| !bot.params.contains(&key.as_str())) {
        Some((key, _)) => {
            Err(SpecError::UnknownKey { bot: spec.name.clone(), key: key.clone(), known: bot.params.to_vec() })
        }
        None if spec.name == "expectimax" => expectimax::spread(spec).map(|_| ()),
        None => {
            utility_bot::target(spec)?;
            search::check(spec)?;
            ProgramCommand::of(spec).map(|_| ())
        }
    }
}

/// Checks a bot as [`check`] does, and that it plays this game.
///
/// # Errors
/// If not, with what there is.
pub fn check_for(spec: &BotSpec, rules: &AnyRules) -> Result<(), SpecError> {
    check(spec)?;
    let plays = |bot: &&BotInfo| bot.plays(rules.game());
    if BOTS.iter().filter(plays).any(|bot| bot.name == spec.name) {
        return Ok(());
    }
    let others = BOTS.iter().filter(plays).map(|bot| bot.name).collect();
    Err(SpecError::NotForGame { bot: spec.name.clone(), game: rules.game(), others })
}

/// A game for which there are bots that not every game has.
pub trait Experts: Game {
    /// Makes such a bot; nothing if there is none of that name.
    ///
    /// # Errors
    /// If a parameter makes no sense.
    fn expert(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
        let _ = spec;
        Ok(None)
    }

    /// Plays a game of a bot alone for each of these blocks, many at once, if that is faster than one after the other;
    /// tells whether it did.
    fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
        let _ = (spec, seed, blocks);
        false
    }
}

/// Games in which only search helps.
macro_rules! search_only {
    ($($game:ty),+) => {
        $(impl Experts for $game {
            fn expert(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
                search::searcher(spec)
            }
        })+
    };
}
search_only!(Rims, GraphPoker, GraphPokerLarge, DominoPoker);

impl<S: Promising> Experts for SheetGame<S> {
    fn expert(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError> {
        let utility = match (spec.name.as_str(), utility_bot::target(spec)?) {
            ("optimal", _) => return Ok(Some(Box::new(Optimal::new(PolicyTable::shared(self))))),
            ("expectimax", _) => return Ok(Some(Box::new(Expectimax::new(self, expectimax::spread(spec)?)))),
            (WIN, _) => UtilitySolution::shared_win(self),
            (_, Some(points)) => UtilitySolution::shared_target(self, points),
            // Nothing is hidden, so there is no tree of what can be seen.
            (ISMCTS, _) => return Ok(None),
            _ => return search::searcher(spec),
        };
        Ok(Some(Box::new(UtilityBot::new(utility, Solution::shared(self)))))
    }

    fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
        let many = spec.name == "optimal" && self.players() == 1;
        if many {
            play_many(self, &PolicyTable::shared(self), seed, blocks, |_, score| _ = black_box(score));
        }
        many
    }
}

/// Any bot of the roster. The fast ones are called without indirection.
pub enum Player<G> {
    /// Plays anything.
    Random,
    /// A sensible beginner.
    Greedy,
    /// Any other.
    Other(Box<dyn Bot<G>>),
}

impl<G: GreedyGame + Experts> Player<G> {
    /// Makes a bot for this game. What bots of a kind share is worked out with the first of them.
    ///
    /// # Errors
    /// As [`check`]; and a bot that plays other games only, or runs in a process of its own, cannot be made here.
    pub fn new(game: &G, spec: &BotSpec) -> Result<Self, SpecError> {
        check(spec)?;
        match spec.name.as_str() {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            EXTERNAL => Err(SpecError::PlaysElsewhere(spec.to_string())),
            _ => match game.expert(spec)? {
                Some(bot) => Ok(Self::Other(bot)),
                None => Err(SpecError::NotHere(spec.name.clone())),
            },
        }
    }
}

impl<G: GreedyGame> Player<G> {
    /// What those do that take their time. Kept out of the game loop, which is fastest when it is small.
    #[inline(never)]
    fn think(&mut self, decision: Decision<'_, G>) -> G::Action {
        match self {
            Self::Random => Random.act(decision),
            Self::Greedy => Greedy.act(decision),
            Self::Other(bot) => bot.act(decision),
        }
    }
}

impl<G: GreedyGame> Bot<G> for Player<G> {
    #[inline(always)]
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        match self {
            Self::Random => Random.act(decision),
            _ => self.think(decision),
        }
    }
}
