//! Solutions in files.
//!
//! A header says whose values they are and has a checksum of its own, so that a damaged header is not taken for one of
//! other rules; the values follow, and a checksum of all of it. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`FORMAT`] |
//! | 2 and that many | the version of the program |
//! | 2 and that many | the rules, without the number of players |
//! | 8 | the number of values |
//! | 4 | CRC-32 of all before |
//! | 4 each | the values, `f32` |
//! | 4 | CRC-32 of all before |

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

use crc32fast::Hasher;
use kosti_engine::Game;
use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};
use thiserror::Error;

use crate::scoring::{Scoring, scoring_of};
use crate::solution::{Solution, Solved};
use crate::space::Space;
use crate::table::{LANES, Table};

/// What every file begins with.
const MAGIC: [u8; 8] = *b"KOSTIVAL";
/// The form in which files are written. It must be raised whenever states are numbered otherwise, or values or rules come
/// to mean something else, within one version of the program: nothing else in a file would show it.
const FORMAT: u32 = 2;
/// The version that writes them: another one may number states otherwise.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Values that are read or written at once.
const CHUNK: usize = 1 << 14;

/// Why something is not the table of values that was asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Something else altogether.
    #[error("this is no table of values")]
    NotATable,
    /// Written in a form that this version does not read.
    #[error("the table has format {found}, and this version reads format {FORMAT}; solve the game and save it again")]
    Format {
        /// The form.
        found: u32,
    },
    /// Written by another version.
    #[error("the table was saved by version {found}, and this is version {VERSION}; solve the game and save it again")]
    Version {
        /// The version.
        found: String,
    },
    /// Values of another game, or of the same under other rules.
    #[error("the table is for {found}, not for {wanted}")]
    Rules {
        /// The rules it is for.
        found: String,
        /// The rules asked for.
        wanted: String,
    },
    /// Not so many values as the game has states.
    #[error("the table holds {found} values, and {wanted} are needed; solve the game and save it again")]
    Count {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// The end is missing.
    #[error("the table is cut short; solve the game and save it again")]
    Truncated,
    /// Something was changed.
    #[error("the table is damaged: its checksum is wrong; solve the game and save it again")]
    Damaged,
    /// More than a table.
    #[error("the table is damaged: something follows its end; solve the game and save it again")]
    Trailing,
}

impl<S: Scoresheet> Solution<S> {
    /// Writes the values of all states, for [`Solution::read_from`].
    ///
    /// # Errors
    /// If they cannot be written; and what was solved under a constraint, or not from the start of the game, is not
    /// written.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        self.solved().write_to(&rules_alone(&self.game().rules().to_string()), &mut out)
    }

    /// Reads what [`Solution::write_to`] has written for the same rules; the number of players makes no difference.
    ///
    /// # Errors
    /// Anything else, and whatever was changed or cut short.
    pub fn read_from(game: &SheetGame<S>, mut from: impl Read) -> Result<Self, TableError> {
        let rules = rules_alone(&game.rules().to_string());
        let table = Table::read_from(scoring_of(game), &rules, &mut from)?;
        Ok(Self::from_table(game, table))
    }
}

impl Solved {
    fn write_to(&self, rules: &str, out: &mut dyn Write) -> io::Result<()> {
        let Table { space, values, .. } = &self.table;
        if self.constraint.is_some() || space.place(space.outline(&Sheet::default())).is_none() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "only the solution of a whole game can be stored"));
        }
        let mut out = Checked { inner: out, sum: Hasher::new() };
        out.write(&MAGIC)?;
        out.write(&FORMAT.to_le_bytes())?;
        out.write_text(VERSION)?;
        out.write_text(rules)?;
        out.write(&(values.len() as u64).to_le_bytes())?;
        out.write_sum()?;
        for chunk in values.chunks(CHUNK) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
            out.write(&bytes)?;
        }
        out.write_sum()?;
        out.inner.flush()
    }
}

impl Table {
    fn read_from(scoring: Arc<dyn Scoring>, wanted: &str, from: &mut dyn Read) -> Result<Self, TableError> {
        let mut from = Checked { inner: from, sum: Hasher::new() };
        match from.read() {
            Ok(MAGIC) => {}
            Ok(_) | Err(TableError::Truncated) => return Err(TableError::NotATable),
            Err(error) => return Err(error),
        }
        let format = u32::from_le_bytes(from.read()?);
        if format != FORMAT {
            return Err(TableError::Format { found: format });
        }
        let version = from.read_text()?;
        let rules = from.read_text()?;
        let count = u64::from_le_bytes(from.read()?);
        from.check_sum()?;
        if version != VERSION {
            return Err(TableError::Version { found: version });
        }
        if rules != wanted {
            return Err(TableError::Rules { found: rules, wanted: wanted.to_owned() });
        }
        let space = Arc::new(Space::new(scoring, LANES));
        let stored = space.stored();
        if count != stored as u64 {
            return Err(TableError::Count { found: count, wanted: stored as u64 });
        }
        let mut values = Vec::with_capacity(stored);
        let mut bytes = vec![0; size_of::<f32>() * CHUNK];
        while values.len() < stored {
            let part = &mut bytes[..size_of::<f32>() * CHUNK.min(stored - values.len())];
            from.read_into(part)?;
            let (numbers, _) = part.as_chunks();
            values.extend(numbers.iter().map(|&number| f32::from_le_bytes(number)));
        }
        from.check_sum()?;
        match from.read::<1>() {
            Err(TableError::Truncated) => Ok(Self::with_values(space, values)),
            Err(error) => Err(error),
            Ok(_) => Err(TableError::Trailing),
        }
    }
}

/// The canonical text of rules without the number of players, which makes no difference to best play.
pub(crate) fn rules_alone(text: &str) -> String {
    let (game, keys) = text.split_once(':').unwrap_or((text, ""));
    let others: Vec<&str> = keys.split(',').filter(|key| !key.is_empty() && !key.starts_with("players=")).collect();
    if others.is_empty() { game.to_owned() } else { format!("{game}:{}", others.join(",")) }
}

/// Something written or read, and the checksum of it so far.
struct Checked<I> {
    inner: I,
    sum: Hasher,
}

impl<W: Write> Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let length = u16::try_from(text.len()).map_err(|_| io::Error::from(ErrorKind::InvalidInput))?;
        self.write(&length.to_le_bytes())?;
        self.write(text.as_bytes())
    }

    fn write_sum(&mut self) -> io::Result<()> {
        let sum = self.sum.clone().finalize();
        self.write(&sum.to_le_bytes())
    }
}

impl<R: Read> Checked<R> {
    fn read_into(&mut self, bytes: &mut [u8]) -> Result<(), TableError> {
        self.inner.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Truncated,
            _ => TableError::Read(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    fn read<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let mut bytes = [0; N];
        self.read_into(&mut bytes)?;
        Ok(bytes)
    }

    fn read_text(&mut self) -> Result<String, TableError> {
        let mut bytes = vec![0; u16::from_le_bytes(self.read()?).into()];
        self.read_into(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| TableError::Damaged)
    }

    fn check_sum(&mut self) -> Result<(), TableError> {
        let sum = self.sum.clone().finalize();
        if self.read()? == sum.to_le_bytes() { Ok(()) } else { Err(TableError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::{PiratePokerRules, YahtzeeRules, YatzyRules};
    use kosti_engine::{AnyRules, Rules};

    use super::*;

    fn pirates(text: &str) -> SheetGame<PiratePokerRules> {
        Game::new(Rules::parse(text).unwrap())
    }

    #[test]
    fn rules_are_named_without_players() {
        assert_eq!(rules_alone(&YatzyRules::default().to_string()), "yatzy");
        assert_eq!(rules_alone(&pirates("players=5,exact=roll").rules().to_string()), "pirate-poker:exact=roll");
        let AnyRules::DicePoker(rules) = AnyRules::parse("dice-poker:players=7,even-odd=loose").unwrap() else {
            panic!("dice-poker");
        };
        let alone = rules_alone(&rules.to_string());
        assert_eq!(AnyRules::parse(&alone.replace(':', ":players=7,")), Ok(AnyRules::DicePoker(rules)));
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let solution = Solution::new(&pirates(""));
        let mut file = Vec::new();
        solution.write_to(&mut file).unwrap();
        let read = |bytes: &[u8]| Solution::read_from(&pirates("players=9"), bytes);
        let again = read(&file).unwrap();
        assert_eq!(again.solved().table.values, solution.solved().table.values);
        assert_eq!(again.mean(), solution.mean());

        let header = 8 + 4 + 2 + VERSION.len() + 2 + "pirate-poker:exact=face".len() + 8 + 4;
        for length in (0..8).chain([8, 11, 13, 20, header - 1, header, header + 1, file.len() / 2, file.len() - 1]) {
            let error = read(&file[..length]).err().unwrap();
            match length {
                0..8 => assert!(matches!(error, TableError::NotATable), "{length}: {error}"),
                _ => assert!(matches!(error, TableError::Truncated), "{length}: {error}"),
            }
        }
        let places = [0, 9, 14, 20, 25, header - 6, header - 1, header, file.len() / 2, file.len() - 5, file.len() - 1];
        for place in places {
            let mut edited = file.clone();
            edited[place] ^= 4;
            let error = read(&edited).err().unwrap();
            match place {
                0 => assert!(matches!(error, TableError::NotATable), "{error}"),
                9 => assert!(matches!(error, TableError::Format { found } if found == FORMAT + 1024), "{error}"),
                _ => assert!(matches!(error, TableError::Damaged), "{place}: {error}"),
            }
        }
        let longer = [&file[..], b"\n"].concat();
        assert!(matches!(read(&longer).err().unwrap(), TableError::Trailing));

        let other = Solution::read_from(&pirates("exact=roll"), &file[..]).err().unwrap();
        assert_eq!(other.to_string(), "the table is for pirate-poker:exact=face, not for pirate-poker:exact=roll");
        let other = Solution::<YahtzeeRules>::read_from(&Game::new(YahtzeeRules::default()), &file[..]).err().unwrap();
        assert_eq!(other.to_string(), "the table is for pirate-poker:exact=face, not for yahtzee");
    }

    #[test]
    fn parts_of_solutions_are_not_written() {
        let game = pirates("");
        let sheet = game.parse_sheet("must-1=0,must-2=0,must-3=0,must-4=0,must-5=0,must-6=0,pair=12,three=18").unwrap();
        let part = Solution::from_sheet(&game, &sheet);
        assert_eq!(part.write_to(Vec::new()).unwrap_err().kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn tables_of_other_versions_are_refused() {
        let mut file = Vec::new();
        let mut out = Checked { inner: &mut file, sum: Hasher::new() };
        out.write(&MAGIC).unwrap();
        out.write(&FORMAT.to_le_bytes()).unwrap();
        out.write_text("9.8.7").unwrap();
        out.write_text("pirate-poker:exact=face").unwrap();
        out.write(&0u64.to_le_bytes()).unwrap();
        out.write_sum().unwrap();
        let error = Solution::read_from(&pirates(""), &file[..]).err().unwrap();
        assert!(matches!(&error, TableError::Version { found } if found == "9.8.7"), "{error}");
    }
}
