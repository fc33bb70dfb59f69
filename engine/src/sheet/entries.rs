//! One player's sheet from the points written into its rows.

use core::fmt;

use thiserror::Error;

use crate::dice::Dice;
use crate::error::IllegalAction;
use crate::rules::{Clipped, Values, list, suggest};
use crate::sheet::game::SheetGame;
use crate::sheet::row::{MAX_ROWS, Row, RowSet};
use crate::sheet::table::{Filling, Roll, Scoresheet, Sheet};

/// What the bonuses of jokers are called in a written sheet.
const BONUS_NAME: &str = "bonus";

impl<S: Scoresheet> SheetGame<S> {
    /// The sheet with these rows filled with these points, as they are written into the row.
    ///
    /// A row counts as crossed if it holds 0 and no dice that fit it are worth that. Bonuses of jokers are not booked:
    /// see [`SheetGame::with_bonus`].
    ///
    /// # Errors
    /// Rows that these rules do not have, a row given twice, points that no dice bring, and rows that cannot have been
    /// filled like that in any order.
    pub fn sheet_with(&self, entries: impl IntoIterator<Item = (S::Row, i32)>) -> Result<Sheet, SheetError<S::Row>> {
        let mut written = Written::default();
        for (row, points) in entries {
            self.note(&mut written, row, points)?;
        }
        self.fill_in_some_order(&written)
    }

    /// This sheet, which has no bonuses of jokers yet, with these booked on top of its rows.
    ///
    /// # Errors
    /// Bonuses that jokers cannot have earned on this sheet.
    pub fn with_bonus(&self, mut sheet: Sheet, bonus: i32) -> Result<Sheet, SheetError<S::Row>> {
        let earned = Bonuses { each: S::BONUS, most: self.rules.bonuses(&sheet) };
        if !earned.iter().any(|possible| possible == bonus) {
            return Err(SheetError::Bonus { bonus, earned });
        }
        sheet.lower += bonus as i16;
        Ok(sheet)
    }

    /// Reads `row=points,row=points`, in any order; no text is the empty sheet.
    ///
    /// Where jokers earn bonuses, all of them together may stand there as `bonus=points`.
    ///
    /// # Errors
    /// Anything else, and what [`SheetGame::sheet_with`] and [`SheetGame::with_bonus`] refuse.
    pub fn parse_sheet<'a>(&self, text: &'a str) -> Result<Sheet, SheetTextError<'a, S::Row>> {
        let mut written = Written::default();
        let mut bonus = None;
        let items = (!text.trim().is_empty()).then(|| text.split(','));
        for item in items.into_iter().flatten().map(str::trim) {
            let Some((name, points)) = item.split_once('=') else {
                return Err(SheetTextError::NotAnEntry { item, rows: self.row_names() });
            };
            let (name, text) = (name.trim(), points.trim());
            let points = text.parse::<i32>().ok();
            if S::BONUS != 0 && name == BONUS_NAME {
                let points = points.ok_or(SheetTextError::NotABonus { text, each: S::BONUS })?;
                if bonus.replace(points).is_some() {
                    return Err(SheetTextError::BonusTwice);
                }
                continue;
            }
            let Ok(row) = name.parse::<S::Row>() else {
                return Err(SheetTextError::UnknownRow { game: S::GAME, name, rows: self.row_names() });
            };
            self.check_row(row)?;
            let Some(points) = points else {
                return Err(SheetTextError::NotPoints { row, text, possible: self.possible(row) });
            };
            self.note(&mut written, row, points)?;
        }
        let sheet = self.fill_in_some_order(&written)?;
        match bonus {
            None => Ok(sheet),
            Some(bonus) => Ok(self.with_bonus(sheet, bonus)?),
        }
    }

    fn row_names(&self) -> RowNames {
        RowNames { names: S::Row::NAMES, rows: self.rows(), bonus: (S::BONUS != 0).then_some(BONUS_NAME) }
    }

    fn check_row(&self, row: S::Row) -> Result<(), SheetError<S::Row>> {
        if self.rows().contains(row) {
            return Ok(());
        }
        Err(SheetError::NoSuchRow { row, found_with: self.rule_with(row), rows: self.row_names() })
    }

    /// A rule that gives these rules a row which they do not have.
    fn rule_with(&self, row: S::Row) -> Option<Setting> {
        S::KEYS.iter().enumerate().find_map(|(place, key)| {
            let Values::Words(words) = key.values else { return None };
            let word = words.iter().zip(0..).find(|&(_, value)| {
                let mut rules = self.rules;
                rules.set_value(place, value);
                rules.rows().contains(row)
            });
            word.map(|(word, _)| Setting { key: key.name, value: word.name })
        })
    }

    /// The points that some dice write into a row. Jokers are left out: none brings points that no dice bring.
    fn possible(&self, row: S::Row) -> PointSet {
        let mut possible = PointSet::default();
        for (dice, roll) in every_result() {
            possible.insert(self.rules.booked(row, self.table.filling(roll, dice, row).entry));
        }
        possible
    }

    fn note(&self, written: &mut Written, row: S::Row, points: i32) -> Result<(), SheetError<S::Row>> {
        self.check_row(row)?;
        if written.rows.contains(row) {
            return Err(SheetError::Twice { row });
        }
        let entry = every_result()
            .map(|(dice, roll)| self.table.filling(roll, dice, row).entry)
            .find(|&entry| i32::from(self.rules.booked(row, entry)) == points);
        let Some(entry) = entry else {
            return Err(SheetError::Points { row, points, possible: self.possible(row) });
        };
        written.rows = written.rows.with(row);
        written.entries[row.index()] = entry;
        Ok(())
    }

    /// Fills the rows one after another with dice that bring their entries and that may be put there.
    ///
    /// If there is an order, one is found: a filled row only opens choices to the others, so what can be filled now may
    /// come now. Jokers are left out here as well, so that no row changes what the dice bring to another.
    fn fill_in_some_order(&self, written: &Written) -> Result<Sheet, SheetError<S::Row>> {
        let mut sheet = Sheet::default();
        let mut left = written.rows;
        while !left.is_empty() {
            let entry = |row: S::Row| written.entries[row.index()];
            let next = left.iter::<S::Row>().find_map(|row| Some((row, self.filling_with(&sheet, row, entry(row))?)));
            let Some((row, filling)) = next else {
                let row: S::Row = left.nth(0);
                let points = i32::from(self.rules.booked(row, entry(row)));
                return Err(SheetError::NoOrder { row, points, reason: S::REFUSAL });
            };
            self.write(&mut sheet, row, filling);
            left = left.without(sheet.filled);
        }
        Ok(sheet)
    }

    /// What a row of this sheet gets from dice that bring this entry; nothing if none may be put there.
    fn filling_with(&self, sheet: &Sheet, row: S::Row, entry: i8) -> Option<Filling> {
        every_result()
            .map(|(dice, roll)| (dice, self.table.filling(roll, dice, row)))
            .filter(|&(dice, filling)| filling.entry == entry && self.choices(sheet, dice).contains(row))
            .map(|(_, filling)| filling)
            .min_by_key(|filling| filling.crossed)
    }
}

/// The rows read so far and their entries.
#[derive(Default)]
struct Written {
    rows: RowSet,
    entries: [i8; MAX_ROWS],
}

/// All dice that a row can be filled with, on the first roll and later.
fn every_result() -> impl Iterator<Item = (Dice, Roll)> {
    [Roll::First, Roll::Later].into_iter().flat_map(|roll| Dice::all().map(move |dice| (dice, roll)))
}

/// Why no sheet holds these rows. The message says what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SheetError<R: Row> {
    /// A row of other rules of the same game.
    #[error("these rules have no row {row}{}; the rows are {rows}", OnlyWith(*.found_with))]
    NoSuchRow {
        /// The row given.
        row: R,
        /// A rule that would bring the row.
        found_with: Option<Setting>,
        /// The rows there are.
        rows: RowNames,
    },
    /// A row given twice.
    #[error("{row} is given twice; a row is filled once")]
    Twice {
        /// The row.
        row: R,
    },
    /// Points that no dice bring.
    #[error("{row} cannot hold {points}: possible are {possible}")]
    Points {
        /// The row.
        row: R,
        /// The points given.
        points: i32,
        /// The points that dice can bring there.
        possible: PointSet,
    },
    /// A row that could not be filled like that, whatever came before.
    #[error("{row} cannot hold {points} with only these rows filled: {reason}")]
    NoOrder {
        /// The row.
        row: R,
        /// The points given.
        points: i32,
        /// Why it is refused at every moment.
        reason: IllegalAction,
    },
    /// Bonuses that jokers cannot have earned.
    #[error("{BONUS_NAME} cannot be {bonus}: possible on this sheet are {earned}")]
    Bonus {
        /// The bonuses given.
        bonus: i32,
        /// What can have been earned.
        earned: Bonuses,
    },
}

/// Why a text is no sheet. The message says what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SheetTextError<'a, R: Row> {
    /// Something other than `row=points`.
    #[error("expected row=points, found '{}'; the rows are {rows}", Clipped(.item))]
    NotAnEntry {
        /// The entry found there.
        item: &'a str,
        /// The rows there are.
        rows: RowNames,
    },
    /// The game has no such row under any rules.
    #[error("{game} has no row '{}'{}; the rows are {rows}", Clipped(.name), DidYouMean(.name, *.rows))]
    UnknownRow {
        /// The game.
        game: &'static str,
        /// The name given.
        name: &'a str,
        /// The rows there are.
        rows: RowNames,
    },
    /// Something other than a whole number in a row.
    #[error("{row} cannot hold '{}': possible are {possible}", Clipped(.text))]
    NotPoints {
        /// The row.
        row: R,
        /// The entry found there.
        text: &'a str,
        /// The points that dice can bring there.
        possible: PointSet,
    },
    /// Something other than a whole number as the bonus.
    #[error("{BONUS_NAME} cannot be '{}': possible are multiples of {each}", Clipped(.text))]
    NotABonus {
        /// The entry found there.
        text: &'a str,
        /// What each joker earns.
        each: i16,
    },
    /// The bonus given twice.
    #[error("{BONUS_NAME} is given twice; write all bonuses as one number")]
    BonusTwice,
    /// A text that can be read, of rows that no sheet holds.
    #[error(transparent)]
    Sheet(#[from] SheetError<R>),
}

/// A rule as it is set, `key=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: &'static str,
}

struct OnlyWith(Option<Setting>);

impl fmt::Display for OnlyWith {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Setting { key, value }) => write!(f, ", as {key}={value} would"),
            None => Ok(()),
        }
    }
}

struct DidYouMean<'a>(&'a str, RowNames);

impl fmt::Display for DidYouMean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        suggest(f, self.0, self.1.iter())
    }
}

/// The names that may stand in a written sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowNames {
    /// The names of the rows of all variants.
    names: &'static [&'static str],
    rows: RowSet,
    bonus: Option<&'static str>,
}

impl RowNames {
    /// The names, from the top of the sheet down.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        let bits = self.rows.bits();
        let names = self.names.iter().zip(0..).filter(move |&(_, place)| bits >> place & 1 == 1);
        names.map(|(name, _)| *name).chain(self.bonus)
    }
}

impl fmt::Display for RowNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.iter())
    }
}

/// Points that a row can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet([u64; Self::WORDS]);

impl PointSet {
    const WORDS: usize = 5;
    const LEAST: i16 = -192;

    fn insert(&mut self, points: i16) {
        let place = (points - Self::LEAST) as usize;
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// The points, the least first.
    pub fn iter(&self) -> impl Iterator<Item = i32> {
        let Self(words) = *self;
        let places = (0..64 * Self::WORDS).filter(move |place| words[place / 64] >> (place % 64) & 1 == 1);
        places.map(|place| place as i32 + i32::from(Self::LEAST))
    }
}

impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list_numbers(f, self.iter())
    }
}

/// What jokers can have earned on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bonuses {
    each: i16,
    most: usize,
}

impl Bonuses {
    /// The sums of bonuses that are possible, the least first.
    pub fn iter(&self) -> impl Iterator<Item = i32> {
        let each = i32::from(self.each);
        (0..=self.most as i32).map(move |count| count * each)
    }
}

impl fmt::Display for Bonuses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list_numbers(f, self.iter())
    }
}

fn list_numbers(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = i32>) -> fmt::Result {
    for (place, number) in numbers.enumerate() {
        write!(f, "{}{number}", if place == 0 { "" } else { " " })?;
    }
    Ok(())
}
