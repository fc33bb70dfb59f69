//! Tables of what prospects are worth.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use kosti_engine::Rules;
use kosti_engine::graph_poker::GraphPokerRules;
use thiserror::Error;

use crate::games::graph_poker::search::prospects::Prospect;

/// What is worth something besides points.
const WORTHS: usize = Prospect::ALL.len() - 1;

/// What prospects are worth from a number of rounds left on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeafRow {
    /// The fewest rounds left for which it holds.
    pub from: usize,
    /// What a point counts: chances to win are in proportion to e to the power of points times this.
    pub scale: f32,
    /// What each of the other prospects is worth, in points.
    pub worths: [f32; WORTHS],
}

/// Where a table comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafOrigin {
    /// The rules under which it was learned.
    pub rules: GraphPokerRules,
    /// How many games were played in each generation.
    pub games: u64,
    /// How many generations there were.
    pub generations: u32,
    /// The iterations of each search in these games.
    pub search: u32,
    /// The seed.
    pub seed: u64,
}

impl LeafOrigin {
    /// The command that learns the table.
    pub fn command(&self) -> String {
        let Self { rules, games, generations, search, seed } = self;
        format!("kosti train {rules} --iterations {games} --generations {generations} --search {search} --seed {seed}")
    }
}

/// What prospects are worth, by the rounds that are left.
#[derive(Clone, PartialEq, Debug)]
pub struct LeafTable {
    /// Where it comes from; nothing if it was not learned.
    origin: Option<LeafOrigin>,
    /// From few rounds left to many; the first holds from one round on.
    rows: Vec<LeafRow>,
}

/// Why a text is no table of leaf values.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LeafTableError {
    /// The first line is another one.
    #[error("this is no table of leaf values: it does not begin with '{FIRST_LINE}'")]
    NotATable,
    /// It was written by a version that looks at other things, or in another way.
    #[error("the table of leaf values was trained by another version; train it again")]
    OtherVersion,
    /// A line that is not what it should be.
    #[error("the table of leaf values is damaged: line {line} is no {expected}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What it should be.
        expected: &'static str,
    },
}

const FIRST_LINE: &str = "kosti leaf values 1";

/// The tables for two, three, and four and more players, as `kosti train` wrote them.
const SHIPPED: [&str; 3] =
    [include_str!("../tables/2.leaf"), include_str!("../tables/3.leaf"), include_str!("../tables/4.leaf")];

impl LeafTable {
    /// The table that comes with this crate for this many players.
    ///
    /// # Panics
    /// Never: a test reads all of them.
    pub fn shipped(players: usize) -> &'static Arc<Self> {
        static TABLES: LazyLock<[Arc<LeafTable>; 3]> = LazyLock::new(|| {
            SHIPPED.map(|text| Arc::new(text.parse().unwrap_or_else(|error| panic!("a table of this crate: {error}"))))
        });
        &TABLES[players.clamp(2, 4) - 2]
    }

    /// A table for which points alone count, from which learning starts.
    pub fn of_points_alone() -> Self {
        Self { origin: None, rows: vec![LeafRow { from: 1, scale: 0.6, worths: [0.0; _] }] }
    }

    /// A table that was learned.
    ///
    /// # Panics
    /// If no row holds from one round on, or rows are not in the order of rounds.
    pub fn new(origin: LeafOrigin, rows: Vec<LeafRow>) -> Self {
        assert!(rows.first().is_some_and(|row| row.from == 1) && rows.is_sorted_by_key(|row| row.from));
        Self { origin: Some(origin), rows }
    }

    /// Where it comes from; nothing if it was not learned.
    pub fn origin(&self) -> Option<&LeafOrigin> {
        self.origin.as_ref()
    }

    /// All rows, from few rounds left to many.
    pub fn rows(&self) -> &[LeafRow] {
        &self.rows
    }

    /// The row for this many rounds left.
    #[inline]
    pub fn row(&self, rounds: usize) -> &LeafRow {
        self.rows.iter().rev().find(|row| row.from <= rounds).unwrap_or(&self.rows[0])
    }

    /// The heading of the columns.
    fn columns() -> String {
        let names = Prospect::ALL[1..].iter().map(|prospect| prospect.name());
        ["rounds", "scale"].into_iter().chain(names).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for LeafTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        match &self.origin {
            Some(origin) => writeln!(f, "{}", origin.command())?,
            None => writeln!(f, "not learned")?,
        }
        writeln!(f, "{}", Self::columns())?;
        for LeafRow { from, scale, worths } in &self.rows {
            write!(f, "{from} {scale:.4}")?;
            worths.iter().try_for_each(|worth| write!(f, " {worth:.4}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Reads the command that learned a table.
fn origin(command: &str) -> Option<LeafOrigin> {
    let mut words = command.strip_prefix("kosti train ")?.split(' ');
    let rules = words.next()?;
    let rules = GraphPokerRules::parse(rules.strip_prefix("graph-poker:")?).ok()?;
    let mut number = |option: &str| (words.next() == Some(option)).then(|| words.next()).flatten();
    let games = number("--iterations")?.parse().ok()?;
    let generations = number("--generations")?.parse().ok()?;
    let search = number("--search")?.parse().ok()?;
    let seed = number("--seed")?.parse().ok()?;
    Some(LeafOrigin { rules, games, generations, search, seed })
}

/// Reads a row.
fn row(line: &str) -> Option<LeafRow> {
    let mut words = line.split(' ');
    let from = words.next()?.parse().ok()?;
    let mut numbers = words.map(|word| word.parse().ok().filter(|number: &f32| number.is_finite()));
    let scale = numbers.next()??;
    let mut worths = [0.0; _];
    for worth in &mut worths {
        *worth = numbers.next()??;
    }
    (numbers.next().is_none() && scale > 0.0).then_some(LeafRow { from, scale, worths })
}

impl FromStr for LeafTable {
    type Err = LeafTableError;

    fn from_str(text: &str) -> Result<Self, LeafTableError> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(LeafTableError::NotATable);
        }
        let command = lines.next().unwrap_or_default();
        let origin = match command {
            "not learned" => None,
            _ => Some(origin(command).ok_or(LeafTableError::Line { line: 2, expected: "command that learned it" })?),
        };
        if lines.next() != Some(&Self::columns()) {
            return Err(LeafTableError::OtherVersion);
        }
        let mut rows: Vec<LeafRow> = Vec::new();
        for (number, line) in lines.enumerate() {
            let next = row(line).filter(|row| rows.last().map_or(row.from == 1, |last| last.from < row.from));
            rows.push(next.ok_or(LeafTableError::Line { line: number + 4, expected: "row" })?);
        }
        if rows.is_empty() {
            return Err(LeafTableError::Line { line: 4, expected: "row" });
        }
        Ok(Self { origin, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_tables_are_read_as_they_are_written() {
        for (text, players) in SHIPPED.iter().zip(2..) {
            let table = LeafTable::shipped(players);
            assert_eq!(table.to_string(), *text);
            let origin = table.origin().expect("shipped tables are learned");
            assert_eq!(usize::from(origin.rules.players()), players);
            assert!(text.contains(&origin.command()));
            // High cards own what several finish together.
            let rank = Prospect::ALL.iter().position(|&prospect| prospect == Prospect::Rank).unwrap() - 1;
            assert!(table.rows().iter().skip(2).all(|row| row.worths[rank] > 0.0));
        }
        assert_eq!(LeafTable::shipped(16), LeafTable::shipped(4));
    }

    #[test]
    fn rows_hold_from_their_rounds_on() {
        let table = LeafTable::shipped(4);
        assert_eq!(table.row(1).from, 1);
        assert_eq!(table.row(1000), table.rows().last().unwrap());
        for rows in table.rows().windows(2) {
            assert_eq!(table.row(rows[1].from - 1), &rows[0]);
            assert_eq!(table.row(rows[1].from), &rows[1]);
        }
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let good = LeafTable::shipped(2).to_string();
        let error = |text: &str| text.parse::<LeafTable>().unwrap_err().to_string();
        assert!(error("kosti blueprint\n").starts_with("this is no table of leaf values"));
        assert!(error(&good.replace(" rank ", " height ")).contains("another version"));
        assert!(error(&good.replace("--seed", "--sed")).contains("line 2 is no command"));
        assert!(error(&good.replacen("\n1 ", "\n2 ", 1)).contains("line 4 is no row"));
        assert!(error(&good.lines().take(3).collect::<Vec<_>>().join("\n")).contains("line 4 is no row"));
        let cut = &good[..good.trim_end().rfind(' ').unwrap()];
        assert!(error(cut).contains("is no row"));
        assert!(error(&good.replacen("\n1 ", "\n1 NaN ", 1)).contains("line 4 is no row"));
    }
}
