//! Which bots there are, and how to make them.

use crate::bot::{Bot, Decision};
use crate::external::ProgramCommand;
use crate::greedy::{Greedy, GreedyGame};
use crate::random::Random;
use crate::spec::{BotSpec, SpecError};

/// What people should know of a bot before they choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name under which it is called.
    pub name: &'static str,
    /// What it does, in a phrase.
    pub summary: &'static str,
    /// The parameters it takes.
    pub params: &'static [&'static str],
}

/// The name of bots that run in a process of their own.
pub const EXTERNAL: &str = "cmd";

/// Every bot; all of them play every game.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", summary: "every legal action with the same chance", params: &[] },
    BotInfo { name: "greedy", summary: "a sensible beginner who does not look ahead", params: &[] },
    BotInfo { name: EXTERNAL, summary: "your own program: 'cmd:python3 mybot.py'", params: &["procs"] },
];

/// Checks that a bot of this name and with these parameters exists, and that the command of a program can be read.
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
        None => ProgramCommand::of(spec).map(|_| ()),
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

impl<G: GreedyGame> Player<G> {
    /// Makes a bot for this type of game.
    ///
    /// # Errors
    /// As [`check`]; and a bot that runs in a process of its own cannot be made here.
    pub fn new(spec: &BotSpec) -> Result<Self, SpecError> {
        check(spec)?;
        match spec.name.as_str() {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(SpecError::PlaysElsewhere(spec.to_string())),
        }
    }

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
