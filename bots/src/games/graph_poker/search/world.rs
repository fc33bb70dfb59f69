//! Worlds in which the others had reasons for what they laid.

use kosti_engine::graph_poker::{GraphGame, GraphSize, GraphState, GraphView};
use kosti_engine::{Game, Rng};

use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::search::neighbourhood::Neighbourhood;

/// In how many of a hundred worlds a card where some card brings the most points is such a card.
const TAKEN: u32 = 97;
/// In how many of a hundred worlds a card in line with two of a suit, where nothing can be had at once, is of that suit.
const BUILT: u32 = 78;

/// A world that fits what a seat knows, in which the others had reasons for what they laid in this round.
pub(super) fn sample_world<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, rng: &mut Rng) -> GraphState<Z> {
    let anything = Fit::anything(game.rules().ace());
    let mut supposed = *view;
    for number in view.face_down() {
        let chance = rng.below(100);
        let Neighbourhood { gains, third } = Neighbourhood::new(view.board(), anything, view.board().cell(number));
        let unseen = game.unseen(&supposed).distinct();
        let (points, best) = gains.best(unseen);
        let (likely, percent) = if points > 0 { (best, TAKEN) } else { (third.and(unseen), BUILT) };
        if chance < percent && !likely.is_empty() {
            supposed.suppose(number, likely.nth(rng.below(likely.len() as u32) as usize));
        }
    }
    game.determinize(&supposed, rng)
}
