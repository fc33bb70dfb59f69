//! What a seat with a habit would really do.

use crate::habit::Habit;
use crate::search::game::SearchGame;

/// Replaces actions by those that a seat with this habit would really do, every one once.
pub(crate) fn keep_to<G: SearchGame>(game: &G, view: &G::View, habit: &dyn Habit<G>, actions: &mut Vec<G::Action>) {
    let mut different = 0;
    for number in 0..actions.len() {
        let kept = habit.kept(game, view, actions[number]);
        if !actions[..different].contains(&kept) {
            actions[different] = kept;
            different += 1;
        }
    }
    actions.truncate(different);
}
