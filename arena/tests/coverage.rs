//! How often intervals miss what they should hold.

use kosti_arena::Tournament;
use kosti_engine::AnyRules;

/// How often the intervals of identical bots miss par over 1,000 small tournaments, in per cent.
fn misses(game: &str, blocks: u64) -> f64 {
    let rules = AnyRules::parse(game).unwrap();
    let players = u64::from(rules.players());
    let missed = (1..=1000)
        .filter(|&seed| {
            let tournament = Tournament::new(rules).enter_spec("random").unwrap();
            let result = tournament.games(blocks * players).seed(seed).threads(1).run().unwrap();
            // Shares of one tournament hang together: one entrant of each speaks.
            let row = &result.entrants[(seed % players) as usize];
            let [low, high] = [row.low, row.high].map(|end| end.unwrap().value());
            !(low..=high).contains(&result.par())
        })
        .count();
    missed as f64 / 10.0
}

#[test]
fn intervals_of_identical_bots_miss_par_as_often_as_they_may() {
    // Rims ties often, dice hardly ever.
    for game in ["rims:players=2", "rims:players=4", "yatzy:players=2", "yatzy:players=4"] {
        let missed = misses(game, 30);
        assert!((3.0..=7.0).contains(&missed), "{game}: {missed} %");
    }
}
