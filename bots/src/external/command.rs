//! The command line of a program that plays.

use crate::spec::{BotSpec, EXTERNAL, PROCS, SpecError};

/// The most processes of one bot.
pub const MAX_PROCESSES: usize = 64;

/// A program and its arguments, and how many processes of it are to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramCommand {
    /// The program, then its arguments; never empty.
    pub words: Vec<String>,
    /// How many processes share its games.
    pub processes: usize,
}

impl ProgramCommand {
    /// Reads the command of a bot; nothing if the bot is a built-in one.
    ///
    /// # Errors
    /// If the command does not split into words, or the number of processes makes no sense.
    pub fn of(bot: &BotSpec) -> Result<Option<Self>, SpecError> {
        let Some(command) = bot.command.as_deref().filter(|_| bot.name == EXTERNAL) else { return Ok(None) };
        let bad = |expected| SpecError::BadValue {
            bot: bot.name.clone(),
            key: "the command".into(),
            value: command.into(),
            expected,
        };
        let words = shell_words::split(command).map_err(|_| bad("every quotation mark to be closed"))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(bad("the name of a program first"));
        }
        let processes = match bot.param(PROCS) {
            None => 1,
            Some(value) => value
                .parse()
                .ok()
                .filter(|processes| (1..=MAX_PROCESSES).contains(processes))
                .ok_or_else(|| bot.bad_value(PROCS, value))?,
        };
        Ok(Some(Self { words, processes }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    fn read(text: &str) -> Result<Option<ProgramCommand>, String> {
        let spec: BotSpec = text.parse().map_err(|error: SpecError| error.to_string())?;
        roster::check(&spec).map_err(|error| error.to_string())?;
        ProgramCommand::of(&spec).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_split_like_a_shell_would() {
        let command = read("cmd:./my\\ bot 'a b' --x=\"1,2\",procs=3").unwrap().unwrap();
        assert_eq!(command.words, ["./my bot", "a b", "--x=1,2"]);
        assert_eq!(command.processes, 3);
        assert_eq!(read("cmd:python3 bot.py").unwrap().unwrap().processes, 1);
        assert_eq!(read("greedy").unwrap(), None);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        for (text, message) in [
            ("cmd:bot,procs=0", "bot 'cmd': '0' is no value for procs; expected a whole number from 1 to 64"),
            ("cmd:bot,procs=65", "bot 'cmd': '65' is no value for procs; expected a whole number from 1 to 64"),
            ("cmd:bot,procs=x", "bot 'cmd': 'x' is no value for procs; expected a whole number from 1 to 64"),
            (
                "cmd:bot 'a",
                "bot 'cmd': 'bot 'a' is no value for the command; expected every quotation mark to be closed",
            ),
            ("cmd:'' a", "bot 'cmd': ''' a' is no value for the command; expected the name of a program first"),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
    }
}
