//! Solutions that all players of a program share, and that come from its store if it has one.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use kosti_engine::Game;
use kosti_engine::sheet::{Scoresheet, SheetGame};

use crate::objective::Objective;
use crate::scoring::scoring_of;
use crate::solution::Solution;
use crate::space::Space;
use crate::table::LANES;
use crate::table_name::rules_alone;
use crate::table_store::table_store;
use crate::utility::Utility;
use crate::utility_solution::UtilitySolution;

/// The kind of sheet, the kind of thing that was made for it, and the rules and the purpose.
type Key = (TypeId, TypeId, String);
type Made = Arc<dyn Any + Send + Sync>;

static KNOWN: LazyLock<Mutex<HashMap<Key, Made>>> = LazyLock::new(Mutex::default);

/// Returns what was made for these rules and this purpose before, or makes it now. The number of players makes no
/// difference.
///
/// What takes all threads should be made before they are busy.
pub(crate) fn shared<S: Scoresheet, T: Any + Send + Sync>(
    game: &SheetGame<S>,
    purpose: &str,
    make: impl FnOnce() -> T,
) -> Arc<T> {
    let key = (TypeId::of::<S>(), TypeId::of::<T>(), format!("{} {purpose}", rules_alone(&game.rules().to_string())));
    let made = find(&key).unwrap_or_else(|| keep(key, Arc::new(make())));
    made.downcast::<T>().expect("the key names the type")
}

fn find(key: &Key) -> Option<Made> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
}

/// Keeps what was made, unless another thread made the same meanwhile. Making it is not done under the lock: it may take
/// all threads, and one of them may ask for the same.
fn keep(key: Key, made: Made) -> Made {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(made).clone()
}

impl<S: Scoresheet> Solution<S> {
    /// The solution of a game, worked out when it is first asked for and then kept.
    pub fn shared(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "mean", || Self::kept_or_new(table_store(), game))
    }
}

impl<S: Scoresheet> UtilitySolution<S> {
    /// The solution for the chance to beat an optimal player, worked out when it is first asked for and then kept.
    pub fn shared_win(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "win", || {
            let beat = || Utility::Beat(Solution::shared(game).distribution().score);
            Self::kept_or_new(table_store(), game, Objective::Win, &beat, &|_| ())
        })
    }

    /// The solution for the chance of at least this many points, worked out when it is first asked for and then kept.
    pub fn shared_target(game: &SheetGame<S>, points: i32) -> Arc<Self> {
        shared(game, &format!("target {points}"), || {
            Self::kept_or_new(table_store(), game, Objective::Target(points), &|| Utility::AtLeast(points), &|_| ())
        })
    }
}

impl Space {
    /// The states of a game, found when they are first asked for and then kept.
    pub(crate) fn shared<S: Scoresheet>(game: &SheetGame<S>) -> Arc<Self> {
        shared(game, "states", || Self::new(scoring_of(game), LANES))
    }
}
