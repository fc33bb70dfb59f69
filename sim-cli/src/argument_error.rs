//! Arguments that cannot be read, in the words of all other messages.

use clap::{Command, Error};

/// What is wrong with the arguments of a command, in one line that ends with where to read more; `command` is what was
/// given as its name.
pub fn message(error: &Error, kosti: &Command, command: Option<&str>) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let is_said =
        |paragraph: &&str| !["Usage:", "For more information"].iter().any(|start| paragraph.starts_with(start));
    let parts = text.split("\n\n").filter(is_said).map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    let help =
        command.filter(|name| kosti.find_subcommand(name).is_some()).map_or(String::new(), |name| format!("{name} "));
    format!("{}; see kosti {help}--help", parts.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ValueEnum, value_parser};

    use super::*;

    #[derive(Clone, Copy, ValueEnum)]
    enum Pace {
        Slow,
        Quick,
    }

    fn told(arguments: &[&str]) -> String {
        let play = Command::new("play")
            .arg(Arg::new("game").required(true).value_name("GAME"))
            .arg(Arg::new("pace").long("pace").value_parser(value_parser!(Pace)))
            .arg(Arg::new("games").long("games").value_parser(value_parser!(u8).range(1..)));
        let kosti = Command::new("kosti").subcommand_required(true).subcommand(play);
        let error = kosti.clone().try_get_matches_from(["kosti"].iter().chain(arguments)).unwrap_err();
        message(&error, &kosti, arguments.first().copied())
    }

    #[test]
    fn all_of_it_stands_in_one_line() {
        for (arguments, message) in [
            (&["play"][..], "the following required arguments were not provided: <GAME>; see kosti play --help"),
            (
                &["play", "rims", "--pace", "quik"],
                "invalid value 'quik' for '--pace <pace>' [possible values: slow, quick]; tip: a similar value exists: \
                 'quick'; see kosti play --help",
            ),
            (
                &["play", "rims", "--games", "0"],
                "invalid value '0' for '--games <games>': 0 is not in 1..=255; see kosti play --help",
            ),
            (
                &["play", "rims", "--gams", "1"],
                "unexpected argument '--gams' found; tip: a similar argument exists: '--games'; see kosti play --help",
            ),
            (&["plau"], "unrecognized subcommand 'plau'; tip: a similar subcommand exists: 'play'; see kosti --help"),
        ] {
            assert_eq!(told(arguments), message);
        }
    }
}
