//! `kosti tables`: what is kept of solved games.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use kosti_arena::{KeptTable, TableFolder};
use kosti_engine::{AnyRules, SheetRules};
use kosti_reports::{Column, Table, Width, sentence};
use kosti_solver::TableHeader;
use serde::Serialize;

use crate::byte_size::ByteSize;
use crate::cmd::WrongArguments;
use crate::screen;
use crate::table_args::default_folder;

/// List what is kept of solved dice games, and remove it
///
/// The bots optimal, win and target need tables of all states of a game, which take from a second to minutes to work out. They are
/// kept in a folder that all runs share. Removing them never changes a result.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder [default: in the cache folder of the user]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Remove the tables of a game under these rules, with any number of players; all tables if no rules are given
    #[arg(long, value_name = "RULES", num_args = 0..=1, default_missing_value = ALL, value_parser = parse_cleaned)]
    clean: Option<Cleaned>,

    /// How much room all tables may take from now on, such as 500MB or 4GiB: what was not used for longest goes first
    #[arg(long, value_name = "SIZE")]
    limit: Option<ByteSize>,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,
}

/// The word for all tables.
const ALL: &str = "all";

/// Which tables are removed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cleaned {
    All,
    /// Those of these rules.
    Of(AnyRules),
}

fn parse_cleaned(text: &str) -> Result<Cleaned, String> {
    if text == ALL {
        return Ok(Cleaned::All);
    }
    let rules = AnyRules::parse(text).map_err(|error| error.to_string())?;
    match SheetRules::try_from(rules) {
        Ok(_) => Ok(Cleaned::Of(rules)),
        Err(other) => {
            let games = SheetRules::GAMES.join(", ");
            Err(format!("there are no tables of {}; the games that can be solved are {games}", other.game()))
        }
    }
}

impl Cleaned {
    fn chooses(&self, table: &KeptTable) -> bool {
        match (self, &table.header) {
            (Self::All, _) => true,
            (Self::Of(rules), Ok(header)) => {
                let players = rules.players();
                let (game, keys) = header.name.rules().split_once(':').unwrap_or((header.name.rules(), ""));
                AnyRules::parse(&format!("{game}:players={players},{keys}")).is_ok_and(|found| found == *rules)
            }
            (Self::Of(_), Err(_)) => false,
        }
    }
}

/// All that is kept.
#[derive(Serialize)]
struct Listing {
    folder: String,
    limit: u64,
    bytes: u64,
    tables: Vec<Entry>,
}

/// A table. Times are seconds since 1970.
#[derive(Serialize)]
struct Entry {
    /// Nothing if this version cannot read it.
    rules: Option<String>,
    objective: Option<String>,
    bytes: u64,
    made: Option<u64>,
    used: u64,
    /// Whether this build can use it.
    current: bool,
    file: String,
}

impl Entry {
    fn new(table: &KeptTable) -> Self {
        let header: Option<&TableHeader> = table.header.as_ref().ok();
        Self {
            rules: header.map(|header| header.name.rules().into()),
            objective: header.map(|header| header.name.objective().to_string()),
            bytes: table.bytes,
            made: header.map(|header| header.made),
            used: table.used.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            current: header.is_some_and(|header| header.name.is_current()),
            file: table.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
}

/// How long ago a time was, in one unit.
fn ago(seconds: u64, now: u64) -> String {
    let passed = Duration::from_secs(now.saturating_sub(seconds)).as_secs();
    match passed {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", passed / 60),
        3600..172_800 => format!("{} h ago", passed / 3600),
        _ => format!("{} days ago", passed / 86_400),
    }
}

fn text(listing: &Listing, now: u64, width: Width) -> String {
    let limit = ByteSize(listing.limit);
    if listing.tables.is_empty() {
        return sentence(&format!("no tables in {} (limit {limit})", listing.folder), width);
    }
    let figures = ["size", "made", "last used"].map(Column::numbers);
    let mut table = Table::new([Column::names("rules"), Column::whole("objective")].into_iter().chain(figures));
    for entry in &listing.tables {
        let mark = if entry.current { "" } else { " *" };
        table.row([
            format!("{}{mark}", entry.rules.as_ref().unwrap_or(&entry.file)),
            entry.objective.clone().unwrap_or_else(|| "-".into()),
            ByteSize(entry.bytes).to_string(),
            entry.made.map_or("-".into(), |made| ago(made, now)),
            ago(entry.used, now),
        ]);
    }
    let others = if listing.tables.iter().all(|entry| entry.current) {
        ""
    } else {
        "* of another build of kosti, which this one cannot use\n"
    };
    let all = sentence(&format!("{} of {limit} in {}", ByteSize(listing.bytes), listing.folder), width);
    format!("{}\n{others}{all}", table.fitted(width))
}

/// Runs the command.
///
/// # Errors
/// If there is no folder, or it cannot be read or changed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let path = args.tables.clone().or_else(default_folder).ok_or_else(|| {
        WrongArguments("no cache folder of the user is known: say where the tables are with --tables DIR".into())
    })?;
    let folder = TableFolder::at(&path);
    let removed = match &args.clean {
        Some(cleaned) => folder.remove(|table| cleaned.chooses(table))?,
        None => Vec::new(),
    };
    if let Some(ByteSize(bytes)) = args.limit {
        folder.set_limit(bytes)?;
    }
    let tables: Vec<Entry> = folder.tables()?.iter().map(Entry::new).collect();
    let listing = Listing {
        folder: path.display().to_string(),
        limit: folder.limit(),
        bytes: tables.iter().map(|table| table.bytes).sum(),
        tables,
    };
    let out = if args.json {
        serde_json::to_string_pretty(&listing)? + "\n"
    } else {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let bytes = ByteSize(removed.iter().map(|table| table.bytes).sum());
        let (count, tables) = (removed.len(), if removed.len() == 1 { "table" } else { "tables" });
        let told = args.clean.as_ref().map_or(String::new(), |_| format!("removed {count} {tables}, {bytes}\n"));
        told + &text(&listing, now, screen::width())
    };
    stdout().write_all(out.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_one_unit() {
        for (passed, told) in
            [(3, "just now"), (150, "2 min ago"), (7300, "2 h ago"), (172_000, "47 h ago"), (200_000, "2 days ago")]
        {
            assert_eq!(ago(1_000_000, 1_000_000 + passed), told);
        }
        assert_eq!(ago(5, 0), "just now", "clocks may differ");
    }

    #[test]
    fn lists_of_long_rules_fit_a_terminal() {
        let rules =
            "dice-poker:school=count,penalty=each,double=no-pairs-full,even-odd=strict,crossing=forced,five-full=no";
        let entry = |rules: Option<&str>, current| Entry {
            rules: rules.map(Into::into),
            objective: Some("target:points=123".into()),
            bytes: 123_456_789,
            made: Some(1_000_000),
            used: 1_000_000,
            current,
            file: "0123456789abcdef0123456789abcdef.table".into(),
        };
        let tables = vec![entry(Some(rules), true), entry(Some("yahtzee"), false), entry(None, false)];
        let listing =
            Listing { folder: "/home/user/.cache/kosti/tables".into(), limit: 1 << 32, bytes: 370_370_367, tables };
        let now = 1_000_000 + 300 * 86_400;
        for columns in [80, 120] {
            let said = text(&listing, now, Width::At(columns));
            assert!(said.lines().all(|line| line.chars().count() <= columns), "{said}");
            for whole in ["123.5 MB", "300 days ago", "target:points=123"] {
                assert!(said.matches(whole).count() >= 3, "{whole}: {said}");
            }
        }
        assert!(
            text(&listing, now, Width::Free).lines().any(|line| line.starts_with(rules)),
            "a row is one line in a pipe"
        );
    }
}
