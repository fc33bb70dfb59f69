//! One habit, wrapped around any player.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_engine::Game;

use crate::bot::{Bot, Decision};

/// Something that a player always does in certain situations, whatever it would do otherwise.
pub trait Habit<G: Game>: Send + Sync {
    /// What the habit asks for, if it has a say at this moment; `usual` is what the player would do without it.
    ///
    /// It is `usual` if that is what the habit asks for as well. The action must be legal, and depend on nothing but what
    /// the seat may know and what it would do.
    fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action>;

    /// What a player with the habit does instead of this.
    fn kept(&self, game: &G, view: &G::View, usual: G::Action) -> G::Action {
        self.ask(game, view, usual).unwrap_or(usual)
    }

    /// The habit that players have who do not have this one; none if they just play.
    ///
    /// Where such a habit has a say, this one has a say as well, even if it asks for what the player would do anyway.
    fn instead_of(&self) -> Option<&dyn Habit<G>> {
        None
    }
}

/// A habit that is held against another one, rather than against none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instead<H, O> {
    /// The habit.
    pub habit: H,
    /// The one that all others have.
    pub of: O,
}

impl<G: Game, H: Habit<G>, O: Habit<G>> Habit<G> for Instead<H, O> {
    fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action> {
        let asked = self.habit.ask(game, view, usual);
        asked.or_else(|| self.of.ask(game, view, usual).and(Some(usual)))
    }

    fn instead_of(&self) -> Option<&dyn Habit<G>> {
        Some(&self.of)
    }
}

/// Several habits: each has its say on what those before it have made of a decision.
pub(crate) struct InTurn<G: Game>(pub(crate) Vec<Box<dyn Habit<G>>>);

impl<G: Game> Habit<G> for InTurn<G> {
    fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action> {
        self.0.iter().fold(None, |asked, habit| habit.ask(game, view, asked.unwrap_or(usual)).or(asked))
    }
}

/// How often a habit came into play.
#[derive(Debug, Default)]
pub struct HabitCount {
    had_a_say: AtomicU64,
    changed: AtomicU64,
}

impl HabitCount {
    /// How many decisions the habit had a say in.
    pub fn had_a_say(&self) -> u64 {
        self.had_a_say.load(Ordering::Relaxed)
    }

    /// How many of them it changed.
    pub fn changed(&self) -> u64 {
        self.changed.load(Ordering::Relaxed)
    }
}

/// A player with a habit.
pub struct Advised<B, H> {
    player: B,
    habit: H,
    count: Arc<HabitCount>,
}

impl<B, H> Advised<B, H> {
    /// Gives a player a habit; all that share a count are counted together.
    pub fn new(player: B, habit: H, count: Arc<HabitCount>) -> Self {
        Self { player, habit, count }
    }
}

impl<G: Game, B: Bot<G>, H: Habit<G>> Bot<G> for Advised<B, H> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let (game, view) = (decision.game(), decision.view());
        let usual = self.player.act(decision.reborrow());
        match self.habit.ask(game, &view, usual) {
            None => usual,
            Some(asked) => {
                self.count.had_a_say.fetch_add(1, Ordering::Relaxed);
                self.count.changed.fetch_add(u64::from(asked != usual), Ordering::Relaxed);
                asked
            }
        }
    }
}

/// A habit chosen while the program runs.
impl<G: Game> Habit<G> for Box<dyn Habit<G>> {
    fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action> {
        (**self).ask(game, view, usual)
    }

    fn instead_of(&self) -> Option<&dyn Habit<G>> {
        (**self).instead_of()
    }
}
