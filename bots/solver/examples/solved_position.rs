//! A position of dice-poker, solved: what the best decisions are worth.
//!
//! `cargo run --release -p kosti-solver --example solved_position`

#![allow(clippy::print_stdout, reason = "an example talks to people")]

use kosti_engine::{Dice, DicePoker, DicePokerRules, Game};
use kosti_solver::Solution;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = DicePoker::new(DicePokerRules::default());
    let sheet = game.parse_sheet(
        "school-1=-1,school-2=0,school-3=0,school-5=5,school-6=6,pair=24,three=18,two-pairs=20,small-road=15,big-road=20",
    )?;
    // Only what can follow from this sheet is solved: a moment. `Solution::new` solves the whole game in about a second.
    let solution = Solution::from_sheet(&game, &sheet);
    println!("Before the roll the sheet is worth {:.2} points in the end.", solution.worth(&sheet));
    let dice = Dice::from_faces([1, 2, 4, 4, 4]).ok_or("five dice from 1 to 6")?;
    println!("After the first roll, 1 2 4 4 4:");
    for (action, worth) in solution.turn(&sheet).ranked(dice, 1).into_iter().take(5) {
        println!("  {action:<12} {worth:.2}");
    }
    Ok(())
}
