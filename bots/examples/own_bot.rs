//! A bot of one's own: it weighs its legal actions by a rule of thumb, and tosses a coin among equals with the `rand` crate.
//!
//! `cargo run --release -p kosti-bots --example own_bot`

#![allow(clippy::print_stdout, reason = "an example talks to people")]

use kosti_bots::{Bot, Decision, Greedy, Table, try_play};
use kosti_engine::rims::{RimsAction, RimsPhase};
use kosti_engine::{ActionSet, Card, Chance, Game, Rims, RimsRules};
use rand::seq::IndexedRandom;

/// Shows low cards while trump is fought for, and plays high ones in the tricks.
#[derive(Clone, Copy)]
pub struct SaveTheBest;

impl SaveTheBest {
    /// How much it likes to part with a card now.
    fn liking(phase: RimsPhase, card: Card) -> i32 {
        let rank = card.rank().index() as i32;
        if phase == RimsPhase::Play { rank } else { -rank }
    }
}

impl Bot<Rims> for SaveTheBest {
    fn act(&mut self, mut decision: Decision<'_, Rims>) -> RimsAction {
        // A view is all that the seat may know; there is no way to the other hands.
        let phase = decision.view().table().phase();
        let liking = |action: &RimsAction| match action {
            RimsAction::Card(card) => Self::liking(phase, *card),
            RimsAction::Stand => 0,
        };
        let legal: Vec<RimsAction> = decision.legal().iter().collect();
        let most = legal.iter().map(liking).max();
        let best: Vec<RimsAction> = legal.into_iter().filter(|action| Some(liking(action)) == most).collect();
        // The bot's own random numbers follow from the seed of the game, so that every game can be repeated.
        *best.choose(decision.rng()).expect("there is always something to do")
    }
}

/// Runs the example.
pub fn main() -> Result<(), kosti_bots::IllegalMove> {
    let game = Rims::new(RimsRules::default());
    let (mut won, games) = (0.0, 1000);
    for block in 0..games {
        let luck = Chance::new(1, block);
        let bots: [Box<dyn Bot<Rims>>; 3] = [Box::new(SaveTheBest), Box::new(Greedy), Box::new(Greedy)];
        // `try_play` checks every action: the right choice for a bot that may still be wrong.
        let end = try_play(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ())?;
        won += game.scores(&end).share(kosti_engine::Seat::new(0));
    }
    println!(
        "It won {:.1} % of {games} games as the first dealer against two greedy players.",
        100.0 * won / games as f64
    );
    Ok(())
}
