//! Games played by chance alone, as fast as they go.

use kosti_engine::{ActionSet, Chance, Game, Rng, Turn};

/// Plays a game on from a state to its end, every legal action with the same chance; returns the number of decisions.
///
/// There is no lock, allocation or dynamic dispatch on the way.
#[inline]
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, luck: &Chance, rng: &mut Rng) -> u64 {
    let mut decisions = 0;
    loop {
        match game.turn(state) {
            Turn::Chance => game.advance(state, luck),
            Turn::Seat(_) => {
                let action = game.legal(state).pick(rng);
                game.play_unchecked(state, action);
                decisions += 1;
            }
            Turn::Over => return decisions,
        }
    }
}
