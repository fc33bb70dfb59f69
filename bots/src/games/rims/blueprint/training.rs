//! How the blueprint is learned.

use kosti_engine::rims::RimsState;
use kosti_engine::{Chance, Game, Label, Rims, Seat, Turn};

use crate::games::rims::blueprint::deal::RimsDealGame;
use crate::games::rims::blueprint::table::{Blueprint, Origin};
use crate::regret::{RegretGame, RegretTable, Side};
use crate::search::Aim;

/// Learning in progress: matches against itself, deal by deal, on one thread.
///
/// An iteration is one deal: both seats walk through it, and then it is played as both would play it now, so that later deals
/// come with the cards gone and the dealers that matches bring. The same seed gives the same table everywhere.
#[derive(Clone, Debug)]
pub struct Training {
    game: Rims,
    deals: RimsDealGame,
    table: RegretTable,
    seed: u64,
    /// Deals so far.
    iterations: u64,
    /// The match in progress, and its number.
    state: RimsState,
    luck: Chance,
    matches: u64,
}

/// After each of these many iterations all that was learned so far counts for less, as in linear counterfactual regret minimisation.
const PERIOD: u64 = 50_000;

impl Training {
    /// Learning that has not begun.
    ///
    /// # Panics
    /// If the game is not for two.
    pub fn new(game: Rims, seed: u64) -> Self {
        assert_eq!(game.players(), 2, "a blueprint is for two players");
        let deals = RimsDealGame::new(game, Aim::Points);
        let table = RegretTable::default();
        Self { game, deals, table, seed, iterations: 0, state: game.start(), luck: Chance::new(seed, 0), matches: 0 }
    }

    /// How many deals were walked through.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// How many information sets have come up.
    pub fn info_sets(&self) -> usize {
        self.table.len()
    }

    /// Learns from this many more deals.
    pub fn learn(&mut self, iterations: u64) {
        for _ in 0..iterations {
            self.learn_deal();
        }
    }

    fn learn_deal(&mut self) {
        if self.game.turn(&self.state) == Turn::Over {
            self.matches += 1;
            self.luck = Chance::new(self.seed, self.matches);
            self.state = self.game.start();
        }
        let deal = self.state.table().deal() as u16;
        self.game.advance(&mut self.state, &self.luck);
        let mut rng = self.luck.stream(Label::bot(deal, Seat::new(0)));
        for side in Side::ALL {
            self.table.walk(&self.deals, self.state, side, &mut rng);
        }
        while self.deals.mover(&self.state).is_some() {
            let action = self.table.draw(&self.deals.moment(&self.state), &mut rng);
            self.deals.play(&mut self.state, action);
        }
        self.iterations += 1;
        if self.iterations.is_multiple_of(PERIOD) {
            let periods = (self.iterations / PERIOD) as f32;
            self.table.discount(periods / (periods + 1.0));
        }
    }

    /// What was learned so far, in the form in which it is kept.
    pub fn blueprint(&self) -> Blueprint {
        let origin = Origin { rules: *self.game.rules(), iterations: self.iterations, seed: self.seed };
        Blueprint::from_learned(origin, &self.table.learned())
    }
}
