//! The bot that plays to win, over whole games.

use kosti_bots::{BotSpec, Player, Table, try_play};
use kosti_engine::{AnyRules, Chance, Game, with_game};

/// The scores of one game among these bots.
fn scores(rules: &str, bots: &[&str], seed: u64) -> Vec<i32> {
    let rules = AnyRules::parse(rules).expect("rules");
    with_game!(rules, game => {
        let player = |bot: &&str| Player::new(&game, &bot.parse::<BotSpec>().expect("a spec")).expect("a bot of this game");
        let luck = Chance::new(seed, 0);
        let mut table = Table::for_game(&luck, 0, bots.iter().map(player));
        let end = try_play(&game, &luck, &mut table, &mut ()).expect("bots play legally");
        game.scores(&end).as_slice().to_vec()
    })
}

#[test]
fn win_decides_the_same_again_with_any_number_of_players() {
    for (players, others) in [(1, vec![]), (2, vec!["greedy"]), (4, vec!["greedy", "random", "win"])] {
        let bots: Vec<&str> = ["win"].into_iter().chain(others).collect();
        let rules = format!("yatzy:players={players}");
        assert_eq!(scores(&rules, &bots, 5), scores(&rules, &bots, 5), "{rules}");
    }
}

/// Alone at the table there is nothing to win, and points are all that counts.
#[test]
fn win_alone_plays_like_optimal() {
    for seed in 0..20 {
        assert_eq!(scores("yatzy:players=1", &["win"], seed), scores("yatzy:players=1", &["optimal"], seed));
    }
}

#[test]
fn win_wins_against_simple_players() {
    let won = |seed| {
        let scores = scores("yatzy:players=3", &["win", "greedy", "greedy"], seed);
        scores.iter().all(|score| *score <= scores[0])
    };
    // One in three would be even.
    assert!((0..300).filter(|seed| won(*seed)).count() > 100);
}
