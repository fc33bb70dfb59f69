//! Habits that make no difference, to hold the comparison of habits itself to account.

use kosti_engine::Game;

use crate::habit::Habit;

/// Has a say in every decision, and asks for what the player would do anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangesNothing;

/// Never has a say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Never;

impl<G: Game> Habit<G> for ChangesNothing {
    fn ask(&self, _: &G, _: &G::View, usual: G::Action) -> Option<G::Action> {
        Some(usual)
    }
}

impl<G: Game> Habit<G> for Never {
    fn ask(&self, _: &G, _: &G::View, _: G::Action) -> Option<G::Action> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kosti_engine::{Chance, DominoPoker, GraphPoker, Rims, Rules, Seat};

    use super::*;
    use crate::habit::{Advised, HabitCount};
    use crate::play::{Observer, Table, try_play};
    use crate::random::Random;

    /// Counts the decisions of a game.
    struct Decisions(u64);

    impl<G: Game> Observer<G> for Decisions {
        fn drawn(&mut self, _: &G, _: &G::State, _: &G::Outcome, _: &G::State) {}

        fn acted(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action, _: &G::State) {
            self.0 += 1;
        }
    }

    fn play_with<G: Game>(game: &G, block: u64, habit: impl Habit<G> + Copy) -> (G::State, u64, u64) {
        let luck = Chance::new(5, block);
        let count = Arc::new(HabitCount::default());
        let bots = (0..game.players()).map(|_| Advised::new(Random, habit, Arc::clone(&count)));
        let state = try_play(game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ()).unwrap();
        (state, count.had_a_say(), count.changed())
    }

    fn makes_no_difference<G: Game>() {
        let game = G::new(G::Rules::parse("").unwrap());
        for block in 0..5 {
            let luck = Chance::new(5, block);
            let mut decisions = Decisions(0);
            let bots = (0..game.players()).map(|_| Random);
            let plain = try_play(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut decisions).unwrap();
            assert_eq!(play_with(&game, block, ChangesNothing), (plain, decisions.0, 0));
            assert_eq!(play_with(&game, block, Never), (plain, 0, 0));
        }
    }

    #[test]
    fn games_are_the_same_with_and_without_them() {
        makes_no_difference::<Rims>();
        makes_no_difference::<DominoPoker>();
        makes_no_difference::<GraphPoker>();
    }
}
