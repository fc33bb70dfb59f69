//! Who is entered in a tournament.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use kosti_bots::{Bot, BotGame, BotSpec, Decision, IllegalMove, Player, SpecError};
use thiserror::Error;

/// An entrant of a tournament.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name in all tables: the bot as it is written, and a number if it is not the first of its kind.
    pub name: String,
    /// The bot that plays for it.
    pub bot: EntrantBot,
}

/// Why the bot of an entrant cannot play, or not any longer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntrantError {
    /// A built-in bot cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A bot of the caller's own was made for another game.
    #[error("bot '{bot}' was made for another game than {rules}")]
    AnotherGame {
        /// The name of the bot.
        bot: String,
        /// The rules that are played.
        rules: String,
    },
    /// A bot of the caller's own chose what it may not do.
    #[error("bot '{bot}': {illegal}")]
    IllegalMove {
        /// The name of the bot.
        bot: String,
        /// What it chose.
        illegal: IllegalMove,
    },
}

/// The bot of an entrant.
#[derive(Clone, Debug)]
pub enum EntrantBot {
    /// A built-in bot or a program, as it is written.
    Spec(BotSpec),
    /// A bot of the caller's own.
    Own(OwnBot),
}

impl EntrantBot {
    /// The bot as it is written, if it is a built-in one or a program.
    pub fn spec(&self) -> Option<&BotSpec> {
        match self {
            Self::Spec(spec) => Some(spec),
            Self::Own(_) => None,
        }
    }

    /// Whether it runs in a process of its own.
    pub fn is_program(&self) -> bool {
        self.spec().is_some_and(|spec| spec.command.is_some())
    }

    /// Whether the same bot in the same place decides the same again.
    pub fn is_reproducible(&self) -> bool {
        self.spec().is_none_or(BotSpec::is_reproducible)
    }

    /// The bot as it is shown to people.
    pub fn label(&self) -> String {
        self.spec().map_or_else(|| self.to_string(), BotSpec::label)
    }

    /// The memory that each such bot takes for its search tree, in bytes; not known of a bot of the caller's own.
    pub fn tree_bytes(&self) -> usize {
        self.spec().map_or(0, BotSpec::tree_bytes)
    }
}

impl fmt::Display for EntrantBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(spec) => spec.fmt(f),
            Self::Own(own) => f.write_str(&own.name),
        }
    }
}

impl PartialEq for EntrantBot {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Spec(one), Self::Spec(other)) => one == other,
            (Self::Own(one), Self::Own(other)) => Arc::ptr_eq(&one.make, &other.make),
            _ => false,
        }
    }
}

type Factory<G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>;

/// A factory of bots of the caller's own, for one type of game.
#[derive(Clone)]
pub struct OwnBot {
    name: String,
    /// A [`Factory`] of the game's type.
    make: Arc<dyn Any + Send + Sync>,
}

impl OwnBot {
    /// A factory of bots with this name. Each thread makes bots of its own, and plays many games with them.
    pub fn new<G, B>(name: impl Into<String>, make: impl Fn() -> B + Send + Sync + 'static) -> Self
    where
        G: BotGame,
        B: Bot<G> + 'static,
    {
        let make: Factory<G> = Box::new(move || Box::new(make()));
        Self { name: name.into(), make: Arc::new(make) }
    }
}

impl fmt::Debug for OwnBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnBot").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The first illegal move of a bot of the caller's own.
#[derive(Clone, Default, Debug)]
pub(crate) struct FirstFault(Arc<OnceLock<(String, IllegalMove)>>);

impl FirstFault {
    /// The error, if there was one.
    pub(crate) fn check(&self) -> Result<(), EntrantError> {
        match self.0.get() {
            None => Ok(()),
            Some((bot, illegal)) => Err(EntrantError::IllegalMove { bot: bot.clone(), illegal: illegal.clone() }),
        }
    }
}

/// A bot of the caller's own whose actions are checked. In place of an illegal one a random legal action is played, and the
/// run ends with an error.
struct Checked<G> {
    name: String,
    bot: Box<dyn Bot<G>>,
    fault: FirstFault,
}

impl<G: BotGame> Bot<G> for Checked<G> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let action = self.bot.act(decision.reborrow());
        match decision.check(action) {
            Ok(()) => action,
            Err(reason) => {
                let illegal = IllegalMove { seat: decision.seat(), action: action.to_string(), reason };
                _ = self.fault.0.set((self.name.clone(), illegal));
                decision.pick()
            }
        }
    }
}

impl Entrant {
    /// Makes a bot of the entrant that plays in this process.
    ///
    /// # Errors
    /// If the bot does not play this game.
    pub(crate) fn player<G: BotGame>(&self, game: &G, fault: &FirstFault) -> Result<Player<G>, EntrantError> {
        match &self.bot {
            EntrantBot::Spec(spec) => Ok(Player::new(game, spec)?),
            EntrantBot::Own(own) => {
                let make = own.make.downcast_ref::<Factory<G>>().ok_or_else(|| EntrantError::AnotherGame {
                    bot: own.name.clone(),
                    rules: game.rules().to_string(),
                })?;
                Ok(Player::Other(Box::new(Checked { name: own.name.clone(), bot: make(), fault: fault.clone() })))
            }
        }
    }
}

/// Names entrants after their bots, with a number where a bot enters several times.
pub(crate) fn name_entrants(bots: Vec<EntrantBot>) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = Vec::with_capacity(bots.len());
    for bot in bots {
        let label = bot.label();
        let before = entrants.iter().filter(|entrant| entrant.bot.label() == label).count();
        let name = if before == 0 { label } else { format!("{label}#{}", before + 1) };
        entrants.push(Entrant { name, bot });
    }
    entrants
}
