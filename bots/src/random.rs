//! The bot that plays anything.

use kosti_engine::{ActionSet, Chance, Game, Label, MAX_SEATS, ReadyRng, Rng, Seat};

use crate::bot::{Bot, Decision};
use crate::play::{Field, Players};

/// Plays every legal action with the same chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    // Where this is not inlined, a game of dice takes a third longer.
    #[inline(always)]
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        decision.pick()
    }
}

/// [`Random`] in every seat, without the cost of a table: the same games as if it sat there.
#[derive(Clone, Debug)]
pub struct RandomField {
    streams: [ReadyRng; MAX_SEATS],
}

impl Default for RandomField {
    fn default() -> Self {
        Self { streams: std::array::from_fn(|_| Rng::from_state(0).into()) }
    }
}

impl<G: Game> Players<G> for RandomField {
    #[inline(always)]
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        game.legal(state).pick(&mut self.streams[seat.index() % MAX_SEATS])
    }
}

impl<G: Game> Field<G> for RandomField {
    #[inline]
    fn seat(&mut self, luck: &Chance, game: u16, seating: &[u8]) {
        for (seat, stream) in (0..seating.len()).zip(&mut self.streams) {
            *stream = luck.stream(Label::bot(game, Seat::new(seat))).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::{AnyRules, with_game};

    use super::*;
    use crate::play::{Table, play};

    fn seat<G: Game>(_: &G, field: &mut RandomField, luck: &Chance, seating: &[u8]) {
        Field::<G>::seat(field, luck, 2, seating);
    }

    #[test]
    fn a_field_plays_the_games_of_a_table() {
        for rules in AnyRules::defaults() {
            with_game!(rules, game => {
                for block in 0..5 {
                    let luck = Chance::new(3, block);
                    let seating: Vec<u8> = (0..game.players()).collect();
                    let mut field = RandomField::default();
                    seat(&game, &mut field, &luck, &seating);
                    let mut table = Table::for_game(&luck, 2, seating.iter().map(|_| Random));
                    assert_eq!(play(&game, &luck, &mut field), play(&game, &luck, &mut table));
                }
            });
        }
    }
}
