//! Solutions for a utility of the final score, over whole games.

use kosti_engine::sheet::Sheet;
use kosti_engine::{AnyRules, DicePoker, Game};
use kosti_solver::{Pmf, Solution, Utility, UtilitySolution};

#[test]
fn a_straight_utility_gives_the_mean_of_a_whole_game() {
    let AnyRules::DicePoker(rules) = AnyRules::parse("dice-poker:penalty=each,school=count").expect("rules") else {
        panic!("dice-poker");
    };
    let game = DicePoker::new(rules);
    let mean = Solution::shared(&game).mean();
    // Where the opponent is anywhere with the same chance, every point is worth as much.
    let (low, count) = (-250, 800);
    let straight = UtilitySolution::new(&game, &Utility::Beat(Pmf::new(low, vec![1.0; count])), |_| ());
    let found = straight.worth(&Sheet::default()) * count as f64 + f64::from(low) - 0.5;
    assert!((found - mean).abs() < 0.01, "{found}, not {mean}");
    assert_eq!(straight.states(), UtilitySolution::cost(&game).states);
}
