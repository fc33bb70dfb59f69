//! States are small values: whoever makes one larger has to say so here.

use kosti_engine::{DicePoker, DominoPoker, Game, GraphPoker, GraphPokerLarge, Rims};

fn sizes<G: Game>() -> [usize; 3] {
    [size_of::<G::State>(), size_of::<G::View>(), size_of::<G::Action>()]
}

#[test]
fn states_views_and_actions_are_small() {
    // Sixteen sheets of 32 bytes, each with a byte for every row.
    assert_eq!(sizes::<DicePoker>(), [520, 524, 4]);
    // Thirteen hands of 8 bytes, the 52 cards of a deal, two counters for each seat.
    assert_eq!(sizes::<Rims>(), [208, 120, 2]);
    // Six hands of 4 bytes, what each seat is known to lack, the 42 dominoes of a deal, the ring of 28.
    assert_eq!(sizes::<DominoPoker>(), [168, 116, 2]);
    // 256 cells, the edge of at most 107, 52 cards, sixteen hands.
    assert_eq!(sizes::<GraphPoker>(), [1520, 1400, 6]);
    // The same for 416 cards; a one-deck game pays for none of it.
    assert_eq!(sizes::<GraphPokerLarge>(), [11768, 10808, 6]);
}
