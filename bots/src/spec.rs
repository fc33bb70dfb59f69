//! Bots in their text form, `name:key=value,key=value+habit=name`.

use std::fmt;
use std::str::FromStr;

use kosti_engine::nearest;
use thiserror::Error;

use crate::param::Param;

/// The name of bots that run in a process of their own.
pub const EXTERNAL: &str = "cmd";
/// The parameter of programs: how many processes of one share its games.
pub(crate) const PROCS: Param =
    Param::new("procs", "1", "a whole number from 1 to 64", "processes of the program that share its games");

/// The name of the players who make a mistake.
pub(crate) const NOVICE: &str = "novice";
/// The key of that mistake, which need not be written: `novice:no-school`.
pub(crate) const NOVICE_MISTAKE: &str = "mistake";
/// Bots with a parameter whose key need not be written, and that key.
const BARE: [(&str, &str); 1] = [(NOVICE, NOVICE_MISTAKE)];

/// What stands before the name of a habit.
const WITH_HABIT: &str = "+habit=";

/// A bot as it is written: a name, what is set, and the habits that it keeps.
///
/// A program outside is written `cmd:` and its command line, and then what is set: `cmd:python3 mybot.py,procs=2`. It keeps no
/// habits: all of its text is the command, which may name a bot with one (`cmd:kosti bot greedy+habit=shed-lowest`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BotSpec {
    /// The name of the bot.
    pub name: String,
    /// The command line, if it is a program outside.
    pub command: Option<String>,
    /// The parameters, in the order in which they are given.
    pub params: Vec<(String, String)>,
    /// The names of its habits, in the order in which they have their say.
    pub habits: Vec<String>,
}

/// Why a text is not a bot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// Nothing where a bot should be.
    #[error("expected a bot such as 'greedy' or 'name:key=value', found '{0}'")]
    NoName(String),
    /// A parameter that is not `key=value`.
    #[error("bot '{bot}': expected key=value, found '{item}'")]
    NotAnItem {
        /// The bot.
        bot: String,
        /// The text found instead.
        item: String,
    },
    /// A program outside without its command line.
    #[error("expected a command after 'cmd:', such as 'cmd:python3 mybot.py', found '{0}'")]
    NoCommand(String),
    /// A program outside where only built-in bots can play.
    #[error(
        "'{0}' is a program of its own, which plays in tournaments only; records: kosti tournament --record-every 1"
    )]
    PlaysElsewhere(String),
    /// A bot that does not play this game.
    #[error("bot '{bot}' does not play {game}; bots that do are {}", others.join(", "))]
    NotForGame {
        /// The bot.
        bot: String,
        /// The game.
        game: &'static str,
        /// The bots that play it.
        others: Vec<&'static str>,
    },
    /// A bot that plays this game, but not under these rules.
    #[error("bot '{bot}' does not play {rules}; it plays {needs}")]
    NotForRules {
        /// The bot.
        bot: String,
        /// The rules.
        rules: String,
        /// What it plays.
        needs: &'static str,
    },
    /// The same where the game has no name.
    #[error("bot '{0}' does not play this game")]
    NotHere(String),
    /// A parameter whose value makes no sense.
    #[error("bot '{bot}': '{value}' is no value for {key}; expected {expected}")]
    BadValue {
        /// The bot.
        bot: String,
        /// The parameter.
        key: String,
        /// The value given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A piece of advice that the document of the game does not give.
    #[error("bot '{bot}': '{advice}' is no value for without; the advice is {}; expected {expected}", known.join(", "))]
    NoSuchAdvice {
        /// The bot.
        bot: String,
        /// The advice that it should leave out.
        advice: String,
        /// The advice that there is.
        known: Vec<&'static str>,
        /// What would be right.
        expected: &'static str,
    },
    /// A table that cannot be played.
    #[error("bot '{bot}': the table '{file}' cannot be played: {reason}; expected {expected}")]
    NoTable {
        /// The bot.
        bot: String,
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A parameter that must be set and is not.
    #[error("bot '{bot}' needs '{key}=': {expected}")]
    MissingValue {
        /// The bot.
        bot: String,
        /// The parameter.
        key: String,
        /// What it should be.
        expected: &'static str,
    },
    /// Two parameters of which only one can be set.
    #[error("bot '{bot}': '{}' and '{}' exclude each other; give one of them", keys[0], keys[1])]
    Exclusive {
        /// The bot.
        bot: String,
        /// The parameters.
        keys: [&'static str; 2],
    },
    /// A bot that is to think by a clock which is not there.
    #[error("bot '{bot}': 'ms' needs a clock, and this system has none; give '{instead}' instead")]
    NoClock {
        /// The bot.
        bot: String,
        /// The parameter that says how long it thinks without a clock.
        instead: &'static str,
    },
    /// A list that begins with a parameter.
    #[error("'{0}' stands before any bot; a list of bots looks like 'greedy,random'")]
    NoBotBefore(String),
    /// A parameter given twice.
    #[error("bot '{bot}': '{key}' is given twice")]
    Repeated {
        /// The bot.
        bot: String,
        /// The parameter.
        key: String,
    },
    /// Nothing where the name of a habit should be.
    #[error("bot '{bot}': expected the name of a habit after '+habit=', found '{item}'")]
    NoHabit {
        /// The bot.
        bot: String,
        /// The text found instead.
        item: String,
    },
    /// A parameter after a habit.
    #[error("bot '{bot}': '{item}' stands after a habit; parameters come first, as in 'name:key=value+habit=name'")]
    AfterHabit {
        /// The bot.
        bot: String,
        /// The text found instead.
        item: String,
    },
    /// A habit of a program.
    #[error("'{bot}' is a program of its own, which keeps no habits; give the habit to the bot in its command")]
    HabitOfProgram {
        /// The bot.
        bot: String,
    },
    /// A habit that no game has.
    #[error("unknown habit '{habit}'{}; {}", guess(habit, known), habits_of(game, known))]
    UnknownHabit {
        /// The name given.
        habit: String,
        /// The game that is played.
        game: &'static str,
        /// The habits of this game.
        known: Vec<&'static str>,
    },
    /// A habit of other games.
    #[error("habit '{habit}' belongs to {}; {}", others.join(" and "), habits_of(game, known))]
    HabitElsewhere {
        /// The habit.
        habit: String,
        /// The game that is played.
        game: &'static str,
        /// The games that have the habit.
        others: Vec<&'static str>,
        /// The habits of the game that is played.
        known: Vec<&'static str>,
    },
    /// A habit whose number makes no sense.
    #[error("habit '{habit}' does not take this value: {name} {summary}")]
    HabitValue {
        /// The habit.
        habit: String,
        /// The same with a value that it takes.
        name: &'static str,
        /// What it does.
        summary: &'static str,
    },
    /// A name that no bot has.
    #[error("unknown bot '{name}'{}; the bots are {}", guess(name, known), known.join(", "))]
    UnknownBot {
        /// The name given.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A parameter that the bot does not have.
    #[error("bot '{bot}' has no parameter '{key}'{}; {}", guess(key, known), has(known))]
    UnknownKey {
        /// The bot.
        bot: String,
        /// The parameter given.
        key: String,
        /// The parameters there are.
        known: Vec<&'static str>,
    },
}

fn guess(word: &str, known: &[&'static str]) -> String {
    nearest(word, known.iter().copied()).map_or(String::new(), |near| format!(" (did you mean '{near}'?)"))
}

fn habits_of(game: &str, known: &[&'static str]) -> String {
    if known.is_empty() { format!("{game} has none") } else { format!("the habits of {game} are {}", known.join(", ")) }
}

fn has(known: &[&'static str]) -> String {
    if known.is_empty() { "it has none".into() } else { format!("it has {}", known.join(", ")) }
}

impl BotSpec {
    /// The value of a parameter, if it is given.
    pub(crate) fn param(&self, param: Param) -> Option<&str> {
        self.params.iter().find(|(key, _)| key == param.key).map(|(_, value)| value.as_str())
    }

    /// That a parameter does not take this value.
    pub(crate) fn bad_value(&self, param: Param, value: &str) -> SpecError {
        let Param { key, values: expected, .. } = param;
        SpecError::BadValue { bot: self.name.clone(), key: key.into(), value: value.into(), expected }
    }

    /// The same bot without its habits.
    pub fn without_habits(&self) -> Self {
        Self { habits: Vec::new(), ..self.clone() }
    }

    /// Reads a list such as `greedy,mc:rollouts=200,policy=greedy,random`, in which an item `key=value` without a name
    /// belongs to the bot before it.
    ///
    /// # Errors
    /// If an item is no bot and no parameter of one.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SpecError> {
        let mut bots: Vec<Self> = Vec::new();
        for item in text.split(',').map(str::trim) {
            let before_habits = item.split(WITH_HABIT).next().unwrap_or_default();
            let is_param = before_habits.find('=').is_some_and(|equals| !item[..equals].contains(':'));
            if is_param {
                let bot = bots.last_mut().ok_or_else(|| SpecError::NoBotBefore(item.into()))?;
                bot.set_with_habits(item)?;
            } else {
                bots.push(item.parse()?);
            }
        }
        Ok(bots)
    }

    /// Reads a command line and the `procs=…` that may follow it; other commas belong to the command.
    fn with_command(mut self, text: &str) -> Result<Self, ()> {
        let mut command = text.trim();
        if let Some((before, value)) = command.rsplit_once(",procs=").filter(|(_, value)| !value.contains([',', ' '])) {
            self.params.push((PROCS.key.into(), value.into()));
            command = before.trim_end();
        }
        self.command = Some(command.into()).filter(|command: &String| !command.is_empty());
        if self.command.is_some() { Ok(self) } else { Err(()) }
    }

    /// The key that need not be written, if there is one.
    fn bare_key(&self) -> Option<&'static str> {
        BARE.iter().find(|(name, _)| *name == self.name).map(|(_, key)| *key)
    }

    /// Sets a parameter and the habits that are written behind it.
    fn set_with_habits(&mut self, item: &str) -> Result<(), SpecError> {
        let mut parts = item.split(WITH_HABIT);
        let param = parts.next().unwrap_or_default().trim();
        if !self.habits.is_empty() {
            return Err(SpecError::AfterHabit { bot: self.name.clone(), item: param.into() });
        }
        self.set(param)?;
        parts.try_for_each(|habit| self.add_habit(habit.trim()))
    }

    /// Adds a habit.
    fn add_habit(&mut self, habit: &str) -> Result<(), SpecError> {
        let bot = || self.name.clone();
        if let Some((_, item)) = habit.split_once([',', ':']) {
            return Err(SpecError::AfterHabit { bot: bot(), item: item.trim().into() });
        }
        if habit.is_empty() || habit.contains(['+', ' ']) {
            return Err(SpecError::NoHabit { bot: bot(), item: habit.into() });
        }
        if self.habits.iter().any(|known| known == habit) {
            return Err(SpecError::Repeated { bot: bot(), key: habit.into() });
        }
        self.habits.push(habit.into());
        Ok(())
    }

    fn set(&mut self, item: &str) -> Result<(), SpecError> {
        if let Some(key) = self.bare_key().filter(|_| !item.is_empty() && !item.contains('=')) {
            return self.set(&format!("{key}={item}"));
        }
        let bot = || self.name.clone();
        let (key, value) = item
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .filter(|(key, value)| !key.is_empty() && !value.is_empty())
            .ok_or_else(|| SpecError::NotAnItem { bot: bot(), item: item.into() })?;
        if self.params.iter().any(|(known, _)| known == key) {
            return Err(SpecError::Repeated { bot: bot(), key: key.into() });
        }
        self.params.push((key.into(), value.into()));
        Ok(())
    }
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        // All of a program's text is its command.
        let is_program = text.split(':').next().is_some_and(|name| name.trim() == EXTERNAL);
        let (spec, habits) = match text.split_once(WITH_HABIT) {
            Some((spec, habits)) if !is_program => (spec, Some(habits)),
            _ => (text, None),
        };
        let (name, params) = spec.split_once(':').map_or((spec, None), |(name, params)| (name, Some(params)));
        let name = name.trim();
        if name.is_empty() || name.contains(['=', ',']) {
            return Err(SpecError::NoName(text.into()));
        }
        let mut spec = Self { name: name.into(), command: None, params: Vec::new(), habits: Vec::new() };
        if is_program {
            return spec.with_command(params.unwrap_or_default()).map_err(|()| SpecError::NoCommand(text.into()));
        }
        for item in params.into_iter().flat_map(|params| params.split(',')) {
            spec.set(item.trim())?;
        }
        for habit in habits.into_iter().flat_map(|habits| habits.split(WITH_HABIT)) {
            spec.add_habit(habit.trim())?;
        }
        Ok(spec)
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut mark = ':';
        if let Some(command) = &self.command {
            write!(f, ":{command}")?;
            mark = ',';
        }
        for (key, value) in &self.params {
            if self.bare_key() == Some(key.as_str()) {
                write!(f, "{mark}{value}")?;
            } else {
                write!(f, "{mark}{key}={value}")?;
            }
            mark = ',';
        }
        self.habits.iter().try_for_each(|habit| write!(f, "{WITH_HABIT}{habit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<Vec<String>, String> {
        BotSpec::parse_list(text)
            .map(|bots| bots.iter().map(ToString::to_string).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn lists_give_parameters_to_the_bot_before() {
        assert_eq!(
            list("greedy, mc:rollouts=200,policy=greedy,random").unwrap(),
            ["greedy", "mc:rollouts=200,policy=greedy", "random"]
        );
        assert_eq!(list("mc,rollouts=5").unwrap(), ["mc:rollouts=5"]);
        assert_eq!(
            list("greedy,cmd:python3 my.py --depth=3,procs=2,random").unwrap(),
            ["greedy", "cmd:python3 my.py --depth=3,procs=2", "random"]
        );
    }

    #[test]
    fn a_command_is_kept_as_it_stands() {
        for (text, command, procs) in [
            ("cmd:python3 my.py", "python3 my.py", None),
            ("cmd: ./bot -a=1,b=2 'x y' ,procs=3", "./bot -a=1,b=2 'x y'", Some("3")),
            ("cmd:bot --x,procs=2 --y", "bot --x,procs=2 --y", None),
        ] {
            let bot: BotSpec = text.parse().unwrap();
            assert_eq!(bot.command.as_deref(), Some(command));
            assert_eq!(bot.params.first().map(|(_, value)| value.as_str()), procs);
            assert_eq!(bot.to_string().parse(), Ok(bot));
        }
        assert!(matches!("cmd:".parse::<BotSpec>(), Err(SpecError::NoCommand(_))));
        assert!(matches!("cmd".parse::<BotSpec>(), Err(SpecError::NoCommand(_))));
    }

    #[test]
    fn habits_stand_behind_everything_else() {
        let text = "greedy,ismcts:iterations=64,explore=2+habit=shed-lowest+habit=blind-bid=2,novice:x+habit=a,random";
        assert_eq!(
            list(text).unwrap(),
            [
                "greedy",
                "ismcts:iterations=64,explore=2+habit=shed-lowest+habit=blind-bid=2",
                "novice:x+habit=a",
                "random"
            ]
        );
        assert_eq!(
            list("greedy+habit=a, mc ,rollouts=5 +habit= b").unwrap(),
            ["greedy+habit=a", "mc:rollouts=5+habit=b"]
        );
        for text in ["greedy+habit=a", "mc:rollouts=5,ms=3+habit=a=1+habit=b", "novice:no-school+habit=c"] {
            let bot: BotSpec = text.parse().unwrap();
            assert_eq!(bot.to_string(), text);
            assert_eq!(bot.to_string().parse(), Ok(bot.clone()));
            assert_eq!(Ok(bot.without_habits()), text.split("+habit=").next().unwrap().parse());
        }
        let error = |text| list(text).unwrap_err();
        assert_eq!(error("mc+habit="), "bot 'mc': expected the name of a habit after '+habit=', found ''");
        assert_eq!(error("mc+habit=a+b"), "bot 'mc': expected the name of a habit after '+habit=', found 'a+b'");
        assert_eq!(error("mc+habit=a+habit=a"), "bot 'mc': 'a' is given twice");
        assert_eq!(
            error("mc+habit=a,rollouts=5"),
            "bot 'mc': 'rollouts=5' stands after a habit; parameters come first, as in 'name:key=value+habit=name'"
        );
        assert_eq!(
            "mc+habit=a:rollouts=5".parse::<BotSpec>().unwrap_err().to_string(),
            "bot 'mc': 'rollouts=5' stands after a habit; parameters come first, as in 'name:key=value+habit=name'"
        );
        assert_eq!(error("+habit=a"), "expected a bot such as 'greedy' or 'name:key=value', found '+habit=a'");
    }

    #[test]
    fn the_habit_in_a_command_belongs_to_the_command() {
        let bot: BotSpec = "cmd:kosti bot mc:rollouts=5+habit=a".parse().unwrap();
        assert_eq!(bot.command.as_deref(), Some("kosti bot mc:rollouts=5+habit=a"));
        assert_eq!(bot.habits, [""; 0]);
    }

    #[test]
    fn some_keys_need_not_be_written() {
        assert_eq!(
            list("greedy,novice:no-school,novice:mistake=collects-sum,random").unwrap(),
            ["greedy", "novice:no-school", "novice:collects-sum", "random"]
        );
        assert_eq!(list("novice:a,mistake=b").unwrap_err(), "bot 'novice': 'mistake' is given twice");
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text| list(text).unwrap_err();
        assert_eq!(error("a=1"), "'a=1' stands before any bot; a list of bots looks like 'greedy,random'");
        assert_eq!(error("greedy,,random"), "expected a bot such as 'greedy' or 'name:key=value', found ''");
        assert_eq!(error("mc:rollouts"), "bot 'mc': expected key=value, found 'rollouts'");
        assert_eq!(error("mc:"), "bot 'mc': expected key=value, found ''");
        assert_eq!(error("mc:a=1,a=2"), "bot 'mc': 'a' is given twice");
    }
}
