//! Plays one game of rims and prints every card as it is played.
//!
//! `cargo run --release -p kosti-bots --example watch_a_game`

#![allow(clippy::print_stdout, reason = "an example talks to people")]

use kosti_bots::{BotSpec, Observer, Player, SpecError, Table, play_watched};
use kosti_engine::rims::{RimsAction, RimsDeal, RimsState};
use kosti_engine::{Chance, Game, Rims, RimsRules, Seat};

/// Prints what happens.
struct Printer;

impl Observer<Rims> for Printer {
    fn drawn(&mut self, game: &Rims, _: &RimsState, deal: &RimsDeal, _: &RimsState) {
        println!("A deal:");
        for seat in Seat::all(game.players()) {
            let cards: Vec<String> = deal.hands[seat.index()].iter().map(|card| card.to_string()).collect();
            println!("  seat {seat} holds {}", cards.join(" "));
        }
    }

    fn acted(&mut self, _: &Rims, _: &RimsState, seat: Seat, action: RimsAction, _: &RimsState) {
        println!("  seat {seat}: {action}");
    }
}

/// Runs the example.
pub fn main() -> Result<(), SpecError> {
    let game = Rims::new(RimsRules::default());
    // The luck of a game follows from a seed and the number of its block: the same numbers bring the same cards.
    let luck = Chance::new(7, 0);
    let specs = BotSpec::parse_list("greedy,mc:rollouts=50,random")?;
    let bots = specs.iter().map(|spec| Player::new(&game, spec)).collect::<Result<Vec<_>, _>>()?;
    let end = play_watched(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut Printer);
    for (spec, tricks) in specs.iter().zip(game.scores(&end).as_slice()) {
        println!("{spec} took {tricks} tricks");
    }
    Ok(())
}
