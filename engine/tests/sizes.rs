//! States are small values: whoever makes one larger has to say so here.

use kosti_engine::{DicePoker, DominoPoker, Game, GraphPoker, GraphPokerLarge, Rims};

fn sizes<G: Game>() -> (usize, usize, usize) {
    (size_of::<G::State>(), size_of::<G::View>(), size_of::<G::Action>())
}

#[test]
fn states_views_and_actions_are_small() {
    // Sixteen sheets of 32 bytes.
    assert_eq!(sizes::<DicePoker>(), (524, 528, 4));
    // Thirteen hands of 8 bytes, 52 cards of the deal, counters.
    assert_eq!(sizes::<Rims>(), (208, 112 + 16, 2));
    assert_eq!(sizes::<DominoPoker>(), (200, 136, 3));
    let (state, view, action) = sizes::<GraphPoker>();
    assert!(state <= 1600 && view <= 1600 && action <= 6, "{state} {view} {action}");
    let (state, view, action) = sizes::<GraphPokerLarge>();
    assert!(state <= 12_800 && view <= 12_800 && action <= 6, "{state} {view} {action}");
}
