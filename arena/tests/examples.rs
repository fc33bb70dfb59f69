//! The examples run to their end, and what they write can be read again.

#[allow(dead_code, reason = "the example's own way to be started")]
#[path = "../examples/own_tournament.rs"]
mod own_tournament;

use kosti_reports::tournament::TournamentResult;

#[test]
fn a_bot_of_ones_own_enters_a_tournament() {
    let folder = std::env::temp_dir().join(format!("kosti-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    own_tournament::play_into(&folder).unwrap();
    let result = TournamentResult::read(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let names: Vec<&str> = result.entrants.iter().map(|row| row.entrant.as_str()).collect();
    assert_eq!(names, ["highest", "greedy", "random"]);
    assert!(result.complete && result.games == 3000);
}
