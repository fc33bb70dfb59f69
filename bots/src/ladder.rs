//! The ladder of a game: its bots from weak to strong, those that search with several budgets.

use crate::roster::DICE_GAMES;

/// Where everything is seen, exact play is at the top.
const DICE_LADDER: &[&str] = &[
    "random",
    "greedy",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "mc:rollouts=4096",
    "expectimax",
    "optimal",
    "win",
];

/// Budgets grow by a factor of four, so that a step that pays can be seen.
const HIDDEN_LADDER: &[&str] = &[
    "random",
    "greedy",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "ismcts:iterations=256",
    "ismcts:iterations=1024",
    "ismcts:iterations=4096",
    "ismcts:iterations=16384",
];

/// The bots with which the strength of a bot for this game is measured, as they are written.
pub fn ladder(game: &str) -> &'static [&'static str] {
    if DICE_GAMES.contains(&game) { DICE_LADDER } else { HIDDEN_LADDER }
}

#[cfg(test)]
mod tests {
    use kosti_engine::AnyRules;

    use super::*;
    use crate::roster::{BOTS, check_for};
    use crate::spec::BotSpec;

    #[test]
    fn every_bot_that_needs_no_parameter_is_on_the_ladder_of_its_games() {
        for game in AnyRules::GAMES {
            let rules = AnyRules::parse(game).unwrap();
            let specs: Vec<BotSpec> = ladder(game).iter().map(|text| text.parse().unwrap()).collect();
            for (place, spec) in specs.iter().enumerate() {
                assert_eq!(check_for(spec, &rules), Ok(()), "{spec} in {game}");
                assert!(!specs[..place].contains(spec), "{spec} stands twice in {game}");
                assert!(spec.is_reproducible(), "{spec} in {game}");
            }
            for bot in BOTS {
                let bare: Result<BotSpec, _> = bot.name.parse();
                let wanted = bare.and_then(|bare| check_for(&bare, &rules)).is_ok();
                assert_eq!(specs.iter().any(|spec| spec.name == bot.name), wanted, "{} in {game}", bot.name);
            }
        }
    }
}
