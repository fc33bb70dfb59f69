//! Which bots there are, and how to make them.

use std::sync::Arc;

use kosti_engine::{AnyRules, Rules, with_game};

use crate::disciple::{DISCIPLE, WITHOUT, without};
use crate::external::ProgramCommand;
use crate::game::{BotGame, Player};
use crate::games::dice::{
    EXPECTIMAX, MISTAKE, OPTIMAL, SPREAD, TARGET, TARGET_POINTS, WIN, check_mistake, check_spread, check_target,
};
use crate::games::rims::{BLUEPRINT, TABLE, blueprint_of, check_table};
use crate::habit::{Advised, HabitInfo, habit_of};
use crate::param::Param;
use crate::search::{self, ISMCTS, ISMCTS_PARAMS, MC, MC_PARAMS};
use crate::spec::{BotSpec, EXTERNAL, NOVICE, PROCS, SpecError};

/// The name of the bot that plays anything at random.
pub const RANDOM: &str = "random";
/// The name of the sensible beginner.
pub const GREEDY: &str = "greedy";

/// What people should know of a bot before they choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name under which it is called.
    pub name: &'static str,
    /// What it does, in a phrase.
    pub summary: &'static str,
    /// The parameters it takes.
    pub params: &'static [Param],
}

/// Bots that play every game.
const UNIVERSAL: [&str; 3] = [RANDOM, GREEDY, EXTERNAL];

impl BotInfo {
    /// Whether it plays this game, if perhaps not under all rules.
    pub fn plays(&self, rules: &AnyRules) -> bool {
        UNIVERSAL.contains(&self.name) || bots_of(rules).contains(&self.name)
    }
}

/// The built-in bots that are made for this game: see [`BotGame::BOTS`].
fn bots_of(rules: &AnyRules) -> &'static [&'static str] {
    fn of<G: BotGame>(_: &G) -> &'static [&'static str] {
        G::BOTS
    }
    with_game!(*rules, game => of(&game))
}

/// The habits that bots can be given in this game.
pub fn habits(rules: &AnyRules) -> &'static [HabitInfo] {
    fn of<G: BotGame>(_: &G) -> &'static [HabitInfo] {
        G::HABITS
    }
    with_game!(*rules, game => of(&game))
}

/// Checks that a game has the habits of a bot.
fn check_habits_for(spec: &BotSpec, rules: &AnyRules) -> Result<(), SpecError> {
    fn of<G: BotGame>(_: &G, spec: &BotSpec) -> Result<(), SpecError> {
        check_habits_of::<G>(spec)
    }
    with_game!(*rules, game => of(&game, spec))
}

/// The same for a type of game.
fn check_habits_of<G: BotGame>(spec: &BotSpec) -> Result<(), SpecError> {
    let wrong = spec.habits.iter().find(|name| G::habit(name).is_none());
    wrong.map_or(Ok(()), |name| Err(unknown_habit(name, G::Rules::GAME, G::HABITS)))
}

/// Checks the habits of a bot for whatever game.
///
/// # Errors
/// If no game has one of them.
pub(crate) fn check_habits(spec: &BotSpec) -> Result<(), SpecError> {
    if spec.command.is_some() && !spec.habits.is_empty() {
        return Err(SpecError::HabitOfProgram { bot: spec.without_habits().to_string() });
    }
    let homeless = spec.habits.iter().find(|habit| games_with(habit).is_empty());
    homeless.map_or(Ok(()), |habit| {
        let mut known: Vec<HabitInfo> = Vec::new();
        for habit in AnyRules::defaults().flat_map(|rules| habits(&rules).iter()) {
            if !known.contains(habit) {
                known.push(*habit);
            }
        }
        Err(unknown_habit(habit, "all games", &known))
    })
}

/// The games that have a habit of this name.
fn games_with(name: &str) -> Vec<&'static str> {
    fn has<G: BotGame>(_: &G, name: &str) -> bool {
        G::habit(name).is_some()
    }
    let has = |rules: &AnyRules| with_game!(*rules, game => has(&game, name));
    AnyRules::defaults().filter(has).map(|rules| rules.game()).collect()
}

/// That a game has no habit of this name, with what would be right.
fn unknown_habit(name: &str, game: &'static str, known: &[HabitInfo]) -> SpecError {
    let habit = name.to_owned();
    let kind = |name: &str| name.split('=').next().unwrap_or_default().to_owned();
    if let Some(info) = known.iter().find(|info| info.name.contains('=') && kind(info.name) == kind(name)) {
        return SpecError::HabitValue { habit, name: info.name, summary: info.summary };
    }
    let known: Vec<&str> = known.iter().map(|info| info.name).collect();
    let others = games_with(name);
    if others.is_empty() {
        SpecError::UnknownHabit { habit, game, known }
    } else {
        SpecError::HabitElsewhere { habit, game, others, known }
    }
}

/// What a bot of this game needs and these rules do not have: see [`BotGame::bot_needs`].
fn needs(rules: &AnyRules, name: &str) -> Option<&'static str> {
    with_game!(*rules, game => game.bot_needs(name))
}

/// The advice that the disciple of this game follows.
fn advice_of(rules: &AnyRules) -> Vec<&'static str> {
    with_game!(*rules, game => game.advice())
}

/// The bots with which the strength of a bot for this game is measured, from weak to strong, as they are written.
pub fn ladder(rules: &AnyRules) -> &'static [&'static str] {
    fn of<G: BotGame>(_: &G) -> &'static [&'static str] {
        G::LADDER
    }
    with_game!(*rules, game => of(&game))
}

/// Every bot.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: RANDOM, summary: "every legal action with the same chance", params: &[] },
    BotInfo { name: GREEDY, summary: "a sensible beginner who does not look ahead", params: &[] },
    BotInfo {
        name: NOVICE,
        summary: "greedy with a mistake that the game's document names: 'novice:no-school'",
        params: &[MISTAKE],
    },
    BotInfo {
        name: DISCIPLE,
        summary: "follows the game's document, and decides like greedy where it is silent",
        params: &[WITHOUT],
    },
    BotInfo { name: OPTIMAL, summary: "the highest mean score there is, exactly", params: &[] },
    BotInfo { name: WIN, summary: "the best chance to win, given the sheets of all players", params: &[] },
    BotInfo {
        name: TARGET,
        summary: "the best chance of a score, exactly: 'target:points=200'",
        params: &[TARGET_POINTS],
    },
    BotInfo { name: EXPECTIMAX, summary: "exact within its turn, a quick guess beyond", params: &[SPREAD] },
    BotInfo { name: MC, summary: "tries its actions in imagined worlds: 'mc:rollouts=1000'", params: MC_PARAMS },
    BotInfo {
        name: ISMCTS,
        summary: "searches a tree of what it can see: 'ismcts:iterations=4000'",
        params: ISMCTS_PARAMS,
    },
    BotInfo { name: BLUEPRINT, summary: "an equilibrium learned beforehand, for rims:players=2", params: &[TABLE] },
    BotInfo { name: EXTERNAL, summary: "your own program: 'cmd:python3 mybot.py'", params: &[PROCS] },
];

/// Checks that a bot of this name and with these parameters exists, that it has all it needs, and that the command of a
/// program can be read.
///
/// # Errors
/// If not, with what there is.
pub fn check(spec: &BotSpec) -> Result<(), SpecError> {
    let Some(bot) = BOTS.iter().find(|bot| bot.name == spec.name) else {
        let known = BOTS.iter().map(|bot| bot.name).collect();
        return Err(SpecError::UnknownBot { name: spec.name.clone(), known });
    };
    if let Some((key, _)) = spec.params.iter().find(|(key, _)| !bot.params.iter().any(|param| param.key == key)) {
        let known = bot.params.iter().map(|param| param.key).collect();
        return Err(SpecError::UnknownKey { bot: spec.name.clone(), key: key.clone(), known });
    }
    check_habits(spec)?;
    match spec.name.as_str() {
        EXPECTIMAX => check_spread(spec),
        TARGET => check_target(spec),
        NOVICE => check_mistake(spec),
        DISCIPLE => {
            let all: Vec<_> = AnyRules::defaults().flat_map(|rules| advice_of(&rules)).collect();
            without(spec, &all).map(|_| ())
        }
        MC | ISMCTS => search::check(spec),
        BLUEPRINT => check_table(spec),
        _ => ProgramCommand::of(spec).map(|_| ()),
    }
}

/// Checks a bot as [`check`] does, and that it plays this game under these rules.
///
/// # Errors
/// If not, with what there is.
pub fn check_for(spec: &BotSpec, rules: &AnyRules) -> Result<(), SpecError> {
    check(spec)?;
    let (own, others): (Vec<&str>, Vec<&str>) =
        BOTS.iter().filter(|bot| bot.plays(rules)).map(|bot| bot.name).partition(|name| *name == spec.name);
    if !own.is_empty() {
        if spec.name == DISCIPLE {
            without(spec, &advice_of(rules))?;
        }
        return match needs(rules, &spec.name) {
            Some(needs) => Err(SpecError::NotForRules { bot: spec.name.clone(), rules: rules.to_string(), needs }),
            None => {
                if let (BLUEPRINT, AnyRules::Rims(rules)) = (spec.name.as_str(), rules) {
                    blueprint_of(spec, rules)?;
                }
                check_habits_for(spec, rules)
            }
        };
    }
    Err(SpecError::NotForGame { bot: spec.name.clone(), game: rules.game(), others })
}

impl BotSpec {
    /// Whether the same bot in the same place decides the same again: not if it thinks by the clock.
    pub fn is_reproducible(&self) -> bool {
        !search::is_timed(self)
    }

    /// The memory that each such bot takes for its search tree, in bytes: nothing if it has none.
    pub fn tree_bytes(&self) -> usize {
        search::tree_bytes(self)
    }

    /// The bot as it is shown to people: marked if its decisions cannot be repeated.
    pub fn label(&self) -> String {
        if self.is_reproducible() { self.to_string() } else { format!("{self} (timed)") }
    }
}

impl<G: BotGame> Player<G> {
    /// Makes a bot for this game. What bots of a kind share is worked out with the first of them.
    ///
    /// # Errors
    /// As [`check`]; and a bot that plays other games only, or runs in a process of its own, cannot be made here.
    pub fn new(game: &G, spec: &BotSpec) -> Result<Self, SpecError> {
        check(spec)?;
        check_habits_of::<G>(spec)?;
        let habit = habit_of::<G>(spec)?.filter(|_| !G::PLANNING.contains(&spec.name.as_str()));
        let player = match spec.name.as_str() {
            RANDOM => Self::Random,
            GREEDY => Self::Greedy,
            EXTERNAL => return Err(SpecError::PlaysElsewhere(spec.to_string())),
            _ => match game.make_bot(spec)? {
                Some(bot) => Self::Other(bot),
                None => return Err(SpecError::NotHere(spec.name.clone())),
            },
        };
        Ok(match habit {
            Some(habit) => Self::Other(Box::new(Advised::new(player, habit, Arc::default()))),
            None => player,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_its_default_and_says_which_values_it_takes() {
        for bot in BOTS {
            let spec = |param: &Param, value: &str| BotSpec {
                name: bot.name.into(),
                command: (bot.name == EXTERNAL).then(|| "bot".into()),
                params: vec![(param.key.into(), value.into())],
                habits: Vec::new(),
            };
            for param in bot.params {
                if let Some(default) = param.default {
                    assert_eq!(check(&spec(param, default)), Ok(()), "{} {}", bot.name, param.key);
                }
                let refused = check(&spec(param, "neither")).unwrap_err().to_string();
                assert!(refused.ends_with(param.values), "{refused}");
            }
        }
    }

    #[test]
    fn habits_that_do_not_fit_are_refused_in_clear_words() {
        let refused = |bot: &str, rules: &str| {
            check_for(&bot.parse().unwrap(), &AnyRules::parse(rules).unwrap()).unwrap_err().to_string()
        };
        let rims = "the habits of rims are fight-with-two, show-highest, show-highest-of-suit, shed-lowest, lead-highest, \
                    lead-lower-of-two, set-empty-trump";
        for (bot, rules, message) in [
            (
                "greedy+habit=lead-highst",
                "rims",
                "unknown habit 'lead-highst' (did you mean 'lead-highest'?); the habits of",
            ),
            ("mc+habit=blind-bid=2", "rims", &format!("habit 'blind-bid=2' belongs to domino-poker; {rims}")),
            ("mc+habit=shed-lowest+habit=upper-first", "rims", "habit 'upper-first' belongs to dice-poker and"),
            (
                "mc+habit=blind-bid=9",
                "domino-poker",
                "habit 'blind-bid=9' does not take this value: blind-bid=1 bids this number of tricks, from 0 to 7, while",
            ),
            ("expectimax+habit=four-to-school", "yatzy", "habit 'four-to-school' belongs to dice-poker; the habits of"),
        ] {
            let found = refused(bot, rules);
            assert!(found.starts_with(message), "{found}");
        }
        for (bot, rules) in [
            ("random+habit=shed-lowest", "rims"),
            ("greedy+habit=bid-less+habit=blind-bid=7", "domino-poker"),
            ("blueprint+habit=changes-nothing", "rims:players=2"),
            ("win+habit=upper-first", "yahtzee"),
            ("mc:rollouts=5+habit=never", "graph-poker"),
        ] {
            assert_eq!(check_for(&bot.parse().unwrap(), &AnyRules::parse(rules).unwrap()), Ok(()));
        }
        let mut program: BotSpec = "cmd:bot --x".parse().unwrap();
        program.habits.push("shed-lowest".into());
        let message =
            "'cmd:bot --x' is a program of its own, which keeps no habits; give the habit to the bot in its command";
        assert_eq!(check(&program).unwrap_err().to_string(), message);
    }

    #[test]
    fn every_bot_that_needs_no_parameter_is_on_the_ladder_of_its_games() {
        for rules in AnyRules::defaults() {
            let specs: Vec<BotSpec> = ladder(&rules).iter().map(|text| text.parse().unwrap()).collect();
            for (place, spec) in specs.iter().enumerate() {
                assert_eq!(check_for(spec, &rules), Ok(()), "{spec} in {rules}");
                assert!(!specs[..place].contains(spec), "{spec} stands twice in {rules}");
                assert!(spec.is_reproducible(), "{spec} in {rules}");
            }
            for bot in BOTS {
                let bare: Result<BotSpec, _> = bot.name.parse();
                let wanted = bare.and_then(|bare| check_for(&bare, &rules)).is_ok();
                assert_eq!(specs.iter().any(|spec| spec.name == bot.name), wanted, "{} in {rules}", bot.name);
            }
        }
    }
}
