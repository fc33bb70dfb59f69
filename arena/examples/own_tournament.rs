//! A bot of one's own in a tournament against built-in bots: the standings are printed and written as files.
//!
//! `cargo run --release -p kosti-arena --example own_tournament`

#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::path::Path;

use kosti_arena::files::WriteError;
use kosti_arena::{ArenaError, Tournament, write_tables};
use kosti_bots::{Bot, Decision};
use kosti_engine::rims::RimsAction;
use kosti_engine::{ActionSet, AnyRules, Rims};

/// Always plays the highest of its legal cards.
struct Highest;

impl Bot<Rims> for Highest {
    fn act(&mut self, decision: Decision<'_, Rims>) -> RimsAction {
        let rank = |action: &RimsAction| match action {
            RimsAction::Card(card) => Some(card.rank()),
            RimsAction::Stand => None,
        };
        decision.legal().iter().max_by_key(rank).expect("there is always something to do")
    }
}

/// Plays the tournament and writes its tables into a folder.
pub fn play_into(folder: &Path) -> Result<(), ArenaError> {
    let rules = AnyRules::parse("rims:players=3").expect("rules of rims");
    let result = Tournament::new(rules)
        .enter("highest", || Highest)
        .enter_spec("greedy")?
        .enter_spec("random")?
        .games(3_000)
        .seed(7)
        .run()?;
    println!("{}", result.text());
    // Standings are values, the best entrant first.
    let best = result.ranked()[0];
    println!(
        "{} won {} of its games.",
        best.entrant,
        best.share.map_or("an unknown share".into(), |share| share.to_string())
    );
    write_tables(&result, folder)
}

/// Runs the example.
pub fn main() -> Result<(), ArenaError> {
    let folder = std::env::temp_dir().join("kosti-own-tournament");
    std::fs::create_dir_all(&folder).map_err(|source| WriteError { file: folder.display().to_string(), source })?;
    play_into(&folder)?;
    println!("The tables are in {}.", folder.display());
    Ok(())
}
