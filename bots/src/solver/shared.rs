//! Solutions that all bots of a program share.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use kosti_engine::Game;
use kosti_engine::sheet::{Scoresheet, SheetGame};

use super::solution::{LANES, Solution};
use super::space::Space;
use super::stored::rules_alone;
use super::utility::Utility;
use super::utility_solution::UtilitySolution;

type Known = HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// What was made for these rules and this purpose before, or makes it now. How many players there are makes no
/// difference.
///
/// Whoever makes something that takes all threads should do so before they are busy.
pub(crate) fn shared<S: Scoresheet, T: Any + Send + Sync>(
    game: &SheetGame<S>,
    purpose: &str,
    make: impl FnOnce() -> T,
) -> Arc<T> {
    let key = (TypeId::of::<T>(), format!("{} {purpose}", rules_alone(game.rules())));
    let known = |map: &Known| map.get(&key).cloned().and_then(|made| made.downcast::<T>().ok());
    let lock = || KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(made) = known(&lock()) {
        return made;
    }
    // Not under the lock: this may take all threads, and one of them may ask for the same.
    let made = Arc::new(make());
    let mut map = lock();
    known(&map).unwrap_or_else(|| {
        map.insert(key, made.clone());
        made
    })
}

impl<S: Scoresheet> Solution<S> {
    /// The solution of a game, worked out when it is first asked for and then kept.
    pub fn shared(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "mean", || Self::new(game))
    }
}

impl<S: Scoresheet> UtilitySolution<S> {
    /// The solution for the chance to beat an optimal player, worked out when it is first asked for and then kept.
    pub fn shared_win(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "win", || {
            let opponent = Solution::shared(game).distribution().score;
            Self::new(game, &Utility::Beat(opponent), |_| ())
        })
    }

    /// The solution for the chance of at least so many points, worked out when it is first asked for and then kept.
    pub fn shared_target(game: &SheetGame<S>, points: i32) -> Arc<Self> {
        shared(game, &format!("target {points}"), || Self::new(game, &Utility::AtLeast(points), |_| ()))
    }
}

impl<S: Scoresheet> Space<S> {
    /// The states of a game, found when they are first asked for and then kept.
    pub(crate) fn shared(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "states", || Self::new(game, LANES))
    }
}
