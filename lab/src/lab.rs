//! What an experiment works with.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kosti_arena::blocks;

use crate::budget::LabBudget;
use crate::error::LabError;

/// What an experiment works with: its id, the seed, how much work it may be, and what all experiments of a run share.
///
/// ```
/// use kosti_bots::habit::HabitGame;
/// use kosti_engine::{Game, Rims, Rules};
/// use kosti_lab::findings::Lens;
/// use kosti_lab::{Judged, Lab, LabBudget, Series};
///
/// // A series can be tried out in a lab of its own.
/// let lab = Lab::alone("X1", 7, LabBudget::Quick);
/// let series = Series {
///     part: "2 players",
///     lens: Lens::Gain,
///     game: &Rims::new(Rules::parse("players=2").unwrap()),
///     base: "greedy",
///     habit: &|| Rims::habit("lead-highest").unwrap(),
///     blocks: 100,
///     judged: Judged::Share(0.01),
/// };
/// let findings = series.play(&lab)?;
/// assert!(findings.iter().all(|finding| finding.blocks <= 100));
/// # Ok::<(), kosti_lab::LabError>(())
/// ```
pub struct Lab<'a> {
    /// The id of the experiment.
    pub id: &'a str,
    /// The seed of everything that is simulated.
    pub seed: u64,
    /// How much work it may be.
    pub budget: LabBudget,
    /// The folder for unfinished series, if they are kept.
    unfinished: Option<&'a Path>,
    stop: &'a AtomicBool,
    shared: Shared,
}

type Shared = Arc<Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>>;

/// The flag of a lab that is never stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Lab<'a> {
    /// A lab for one experiment that keeps nothing and is never stopped: for trying an experiment out.
    pub fn alone(id: &'a str, seed: u64, budget: LabBudget) -> Self {
        Self::new(seed, budget, None, &NEVER).of(id)
    }

    /// A lab that no experiment has yet; [`Lab::of`] gives it to one.
    pub(crate) fn new(seed: u64, budget: LabBudget, unfinished: Option<&'a Path>, stop: &'a AtomicBool) -> Self {
        Self { id: "", seed, budget, unfinished, stop, shared: Shared::default() }
    }

    /// The same lab for an experiment.
    pub(crate) fn of(&self, id: &'a str) -> Self {
        Self { id, shared: Arc::clone(&self.shared), ..*self }
    }

    /// The folder for unfinished series, if they are kept.
    pub(crate) fn unfinished(&self) -> Option<&Path> {
        self.unfinished
    }

    /// Checks whether the experiment may go on.
    ///
    /// # Errors
    /// If the caller wants an end.
    pub fn check_stop(&self) -> Result<(), LabError> {
        if self.stop.load(Ordering::Relaxed) { Err(LabError::Stopped) } else { Ok(()) }
    }

    /// What the experiments of a run share under a key: the first one that asks for it makes it.
    ///
    /// # Errors
    /// If it cannot be made, or the caller wants an end.
    ///
    /// # Panics
    /// If something of another type is shared under this key.
    pub fn shared<T: Any + Send + Sync>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<T, LabError>,
    ) -> Result<Arc<T>, LabError> {
        self.check_stop()?;
        let known = self.all_shared().get(key).cloned();
        let value = match known {
            Some(value) => value,
            None => {
                let value: Arc<dyn Any + Send + Sync> = Arc::new(make()?);
                self.all_shared().insert(key.into(), Arc::clone(&value));
                value
            }
        };
        Ok(value.downcast().expect("a key stands for one type"))
    }

    fn all_shared(&self) -> MutexGuard<'_, HashMap<String, Arc<dyn Any + Send + Sync>>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays blocks on all threads, in pieces of `at_once`, and merges the pieces in the order of their blocks: see
    /// [`blocks::play_pieces`]. `make` makes what each thread works with.
    ///
    /// # Errors
    /// If the caller wants an end; what was merged before is not complete then.
    pub fn play_pieces<S, T: Send>(
        &self,
        blocks: Range<u64>,
        at_once: u64,
        make: impl Fn() -> S + Sync,
        play: impl Fn(&mut S, Range<u64>) -> T + Sync,
        mut merge: impl FnMut(T),
    ) -> Result<(), LabError> {
        // A thread that is about to play looks at the flag itself: the one that watches it may be playing as well.
        let play = |state: &mut S, blocks| self.check_stop().is_ok().then(|| play(state, blocks));
        blocks::play_pieces(blocks, at_once, self.stop, make, play, |piece| piece.into_iter().for_each(&mut merge))?;
        self.check_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_made_once_for_all_experiments() {
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        let first = lab.shared("answer", || Ok(42)).unwrap();
        let second = lab.of("X2").shared("answer", || Ok(0)).unwrap();
        assert_eq!((*first, *second), (42, 42));
        let failed = lab.shared("failure", || Err::<u8, _>(LabError::other("no reason")));
        assert_eq!(failed.unwrap_err().to_string(), "no reason");
        assert_eq!(*lab.shared("failure", || Ok(7u8)).unwrap(), 7);
    }

    #[test]
    fn a_stopped_lab_plays_nothing() {
        let stop = AtomicBool::new(true);
        let lab = Lab::new(1, LabBudget::Quick, None, &stop);
        let played = lab.play_pieces(0..100, 3, || (), |(), blocks| blocks.count(), |_| panic!("nothing is merged"));
        assert!(matches!(played, Err(LabError::Stopped)));
        assert!(matches!(lab.shared("answer", || Ok(42)), Err(LabError::Stopped)));
    }
}
