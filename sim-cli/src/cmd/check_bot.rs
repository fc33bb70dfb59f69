//! `kosti check-bot`: whether a program keeps to the protocol.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use kosti_arena::{CheckReport, ProgramCheck, parse_count, parse_duration};
use kosti_bots::external::Guard;
use kosti_bots::{BotSpec, EXTERNAL, roster};
use kosti_reports::{Column, Table, Width};

use crate::cmd::guard;
use crate::output::thousands;
use crate::rules_args::RulesArgs;
use crate::screen;

/// Check that a program of yours plays by the protocol
///
/// kosti starts games with it, asks, rejects and pings it, and lets it play against `random`. Without RULES it plays all games
/// that it names. The exit code is 0 if all is well.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The command that starts the bot: 'python3 mybot.py'
    #[arg(value_name = "COMMAND", value_parser = parse_command)]
    bot: BotSpec,

    #[command(flatten)]
    rules: RulesArgs,

    /// How many games under each rules
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_count, allow_hyphen_values = true)]
    games: u64,

    /// How long a program may take for a move: 500ms, 2s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_duration)]
    move_timeout: Duration,

    /// How long it may take to say hello
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    hello_timeout: Duration,
}

fn parse_command(text: &str) -> Result<BotSpec, String> {
    // As it stands in a list of bots, too.
    let text = text.strip_prefix(EXTERNAL).and_then(|text| text.strip_prefix(':')).unwrap_or(text);
    let spec: BotSpec = format!("{EXTERNAL}:{text}").parse().map_err(|_| "expected a command".to_string())?;
    roster::check(&spec).map_err(|error| error.to_string())?;
    Ok(spec)
}

/// Runs the command.
///
/// # Errors
/// If a check failed, or nothing could be checked.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let guard = Guard::start(&guard::command()?).context("cannot start the guard of the bots")?;
    let check = ProgramCheck {
        bot: args.bot.clone(),
        rules: args.rules.given()?,
        games: args.games,
        move_timeout: args.move_timeout,
        hello_timeout: args.hello_timeout,
        guard: Some(Arc::new(guard)),
    };
    let report = check.run()?;
    stdout().write_all(text(&report, screen::width()).as_bytes())?;
    match report.failed() {
        0 => Ok(()),
        1 => bail!("1 check failed"),
        failed => bail!("{failed} checks failed"),
    }
}

fn text(report: &CheckReport, width: Width) -> String {
    let mut table = Table::new([Column::names("check"), Column::whole("result"), Column::words("remark")]);
    // What stood below a row, such as the last words of the program.
    let mut told: Vec<&str> = Vec::new();
    for line in &report.lines {
        let (result, remark) = match &line.outcome {
            Ok(remark) => ("passed", remark),
            Err(why) => ("FAILED", why),
        };
        let (first, rest) = remark.split_once('\n').unwrap_or((remark, ""));
        if !rest.is_empty() && told.contains(&rest) {
            table.row([&line.check, result, &format!("{first} as above")]);
        } else {
            table.row([&line.check, result, first]);
            table.below(rest);
            told.push(rest);
        }
    }
    let mut text = table.fitted(width);
    if !report.time.is_zero() {
        let decisions = report.decisions as f64;
        let per_second = thousands(decisions / report.time.as_secs_f64());
        text += &format!("{} decisions, {per_second} a second\n", thousands(decisions));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_arena::CheckLine;

    fn line(check: &str, outcome: Result<&str, &str>) -> CheckLine {
        CheckLine { check: check.into(), outcome: outcome.map(Into::into).map_err(Into::into) }
    }

    #[test]
    fn last_words_stand_in_lines_below_their_check_and_only_once() {
        let why = "it ended; its last words:\n    Traceback:\n      File x\n    Error: y";
        let lines =
            vec![line("one", Err(why)), line("two", Ok("well")), line("three", Err(why)), line("four", Err("no"))];
        let said = text(&CheckReport { lines, ..CheckReport::default() }, Width::Free);
        assert_eq!(
            said,
            "check  result  remark\n\
             one    FAILED  it ended; its last words:\n        Traceback:\n          File x\n        Error: y\n\
             two    passed  well\n\
             three  FAILED  it ended; its last words: as above\n\
             four   FAILED  no\n"
        );
    }
}
