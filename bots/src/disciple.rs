//! The bot that follows the document of its game, whatever the game: its name, its parameter, and how pieces of advice that
//! each have their say are followed one after the other.
//!
//! Each game that has one brings its own list of advice in its folder. docs/disciples.md lists the places of the documents.

use kosti_engine::Game;

use crate::bot::{Bot, Decision};
use crate::greedy::GreedyGame;
use crate::param::Param;
use crate::spec::{BotSpec, SpecError};

/// The name of the bot.
pub(crate) const DISCIPLE: &str = "disciple";

/// The parameter that leaves out some advice.
pub(crate) const WITHOUT: Param = Param::new(
    "without",
    "none",
    "none, or names of advice with '+' between them, as docs/disciples.md lists them",
    "the advice that it does not follow",
);

/// The advice that a disciple is to leave out, out of what its game knows.
///
/// # Errors
/// If some of it is not known.
pub(crate) fn without<'a>(spec: &'a BotSpec, known: &[&'static str]) -> Result<Vec<&'a str>, SpecError> {
    let Some(value) = spec.param(WITHOUT).filter(|value| *value != "none") else { return Ok(Vec::new()) };
    let names: Vec<&str> = value.split('+').collect();
    match names.iter().find(|name| !known.contains(name)) {
        None => Ok(names),
        Some(&unknown) => Err(SpecError::NoSuchAdvice {
            bot: spec.name.clone(),
            advice: unknown.to_owned(),
            known: known.to_vec(),
            expected: WITHOUT.values,
        }),
    }
}

/// A piece of advice of a game's document that changes what a player would do.
pub(crate) trait Advice<G: Game>: Copy + PartialEq + Send + 'static {
    /// All advice, in the order in which it is asked.
    const ALL: &'static [Self];

    /// How it is written.
    fn name(self) -> &'static str;

    /// What it asks for, if it has a say at this moment; `so_far` is what greedy and the advice before it come to.
    fn asks(self, game: &G, view: &G::View, so_far: G::Action) -> Option<G::Action>;
}

/// The names of all advice.
pub(crate) fn names<G: Game, A: Advice<G>>() -> Vec<&'static str> {
    A::ALL.iter().map(|advice| advice.name()).collect()
}

/// The player who follows the document: it begins with what greedy would do, and lets one piece of advice after the other
/// change that.
pub(crate) struct Follower<A> {
    /// What it follows, in the order in which it asks.
    followed: Vec<A>,
}

impl<A: 'static> Follower<A> {
    /// The disciple that this text describes.
    ///
    /// # Errors
    /// If an advice that it is to leave out is not known.
    pub(crate) fn new<G: Game>(spec: &BotSpec) -> Result<Self, SpecError>
    where
        A: Advice<G>,
    {
        let left_out = without(spec, &names::<G, A>())?;
        let followed = A::ALL.iter().copied().filter(|advice| !left_out.contains(&advice.name())).collect();
        Ok(Self { followed })
    }

    /// What it does.
    pub(crate) fn action<G: GreedyGame>(&self, game: &G, view: &G::View) -> G::Action
    where
        A: Advice<G>,
    {
        let greedy = game.greedy_action(view);
        self.followed.iter().fold(greedy, |so_far, advice| advice.asks(game, view, so_far).unwrap_or(so_far))
    }
}

impl<G: GreedyGame, A: Advice<G>> Bot<G> for Follower<A> {
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        self.action(decision.game(), &decision.view())
    }
}

/// A piece of advice as a habit, to be examined like one.
#[cfg(test)]
pub(crate) struct AsHabit<A>(pub(crate) A);

#[cfg(test)]
impl<G: Game, A: Advice<G> + Sync> crate::habit::Habit<G> for AsHabit<A> {
    fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action> {
        self.0.asks(game, view, usual)
    }
}
