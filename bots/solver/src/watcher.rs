//! Exact answers about all games of a player: how often something happens, and what is done then.

use kosti_engine::Dice;
use kosti_engine::sheet::{Row, RowSet, SheetAction};

use crate::places::named;

/// How many things a watcher can remember of the turns before: numbers below this.
pub const MEMORIES: usize = 8;

/// Watches all games of a player at once.
///
/// Nothing is sampled: everything the watcher sees comes with its chance. What the rest of a game does not depend on is
/// forgotten, but for one small number, the memory, which the watcher may change with every row that is filled; it is 0 at
/// the start.
pub trait Watcher<R> {
    /// The function that gives the new memory, a number below [`MEMORIES`], when a row is filled; without one it stays
    /// what it is.
    ///
    /// It is called on several threads, and not for every row that is filled: its answer must follow from the [`Fill`].
    fn memory(&self) -> Option<fn(&Fill<R>) -> u8> {
        None
    }

    /// A turn begins.
    fn began(&mut self, start: &Start, chance: f64) {
        let _ = (start, chance);
    }

    /// The dice with which decisions are to be shown.
    fn dice(&self) -> Vec<Dice> {
        Vec::new()
    }

    /// The player decides with such dice.
    fn decided(&mut self, moment: &Moment<R>, chance: f64) {
        let _ = (moment, chance);
    }

    /// A row is filled.
    fn filled(&mut self, fill: &Fill<R>, chance: f64) {
        let _ = (fill, chance);
    }

    /// The constraint that the player keeps to forbids something better, in a turn that begins with these rows filled.
    fn bitten(&mut self, before: RowSet, times: f64) {
        let _ = (before, times);
    }

    /// A game is over.
    fn ended(&mut self, end: &End, chance: f64) {
        let _ = (end, chance);
    }
}

/// Sees nothing.
impl<R> Watcher<R> for () {}

/// Two watchers of the same games, since to follow them twice would take twice as long. The first one chooses what is
/// remembered and which dice are shown; the second one sees the same.
impl<R, A: Watcher<R> + ?Sized, B: Watcher<R> + ?Sized> Watcher<R> for (&mut A, &mut B) {
    fn memory(&self) -> Option<fn(&Fill<R>) -> u8> {
        self.0.memory()
    }

    fn began(&mut self, start: &Start, chance: f64) {
        self.0.began(start, chance);
        self.1.began(start, chance);
    }

    fn dice(&self) -> Vec<Dice> {
        self.0.dice()
    }

    fn decided(&mut self, moment: &Moment<R>, chance: f64) {
        self.0.decided(moment, chance);
        self.1.decided(moment, chance);
    }

    fn filled(&mut self, fill: &Fill<R>, chance: f64) {
        self.0.filled(fill, chance);
        self.1.filled(fill, chance);
    }

    fn bitten(&mut self, before: RowSet, times: f64) {
        self.0.bitten(before, times);
        self.1.bitten(before, times);
    }

    fn ended(&mut self, end: &End, chance: f64) {
        self.0.ended(end, chance);
        self.1.ended(end, chance);
    }
}

/// The state before a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The rows that are filled.
    pub filled: RowSet,
    /// What was remembered.
    pub memory: u8,
    /// The upper total, as far as it counts.
    pub upper: i32,
    /// Whether the sheet bears the mark of the game.
    pub marked: bool,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment<R> {
    /// The rows that are filled.
    pub before: RowSet,
    /// What was remembered.
    pub memory: u8,
    /// The dice on the table.
    pub dice: Dice,
    /// The roll of the turn that brought them, from 1 to 3.
    pub rolls: u8,
    /// What is decided.
    pub action: SheetAction<R>,
}

/// A row that is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill<R> {
    /// The rows that were filled before.
    pub before: RowSet,
    /// What was remembered before.
    pub memory: u8,
    /// The row.
    pub row: R,
    /// Whether it is crossed.
    pub crossed: bool,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// What was remembered.
    pub memory: u8,
    /// The upper total, as far as it counts.
    pub upper: i32,
    /// Whether the sheet bears the mark of the game.
    pub marked: bool,
}

impl Fill<usize> {
    /// The same with the name of its row.
    fn named<R: Row>(&self) -> Fill<R> {
        let Self { before, memory, row, crossed } = *self;
        Fill { before, memory, row: R::ALL[row], crossed }
    }
}

/// A watcher in terms of the places of rows.
pub(crate) struct Watched<'a> {
    pub(crate) watcher: &'a mut dyn Watcher<usize>,
    /// What [`Watcher::memory`] of the watcher does.
    pub(crate) memory: Option<&'a MemoryRule>,
}

/// Gives the new memory when a row is filled.
pub(crate) type MemoryRule = dyn Fn(&Fill<usize>) -> u8 + Sync;

/// Lets a watcher of named rows see games that are followed by the places of rows.
pub(crate) fn by_place<R: Row, T>(watcher: &mut dyn Watcher<R>, follow: impl FnOnce(Watched<'_>) -> T) -> T {
    let memory = watcher.memory().map(|memory| move |fill: &Fill<usize>| memory(&fill.named()));
    follow(Watched { watcher: &mut ByPlace(watcher), memory: memory.as_ref().map(|memory| memory as &MemoryRule) })
}

/// Shows a watcher the names of the rows.
struct ByPlace<'a, R>(&'a mut dyn Watcher<R>);

impl<R: Row> Watcher<usize> for ByPlace<'_, R> {
    fn began(&mut self, start: &Start, chance: f64) {
        self.0.began(start, chance);
    }

    fn dice(&self) -> Vec<Dice> {
        self.0.dice()
    }

    fn decided(&mut self, moment: &Moment<usize>, chance: f64) {
        let Moment { before, memory, dice, rolls, action } = *moment;
        self.0.decided(&Moment { before, memory, dice, rolls, action: named(action) }, chance);
    }

    fn filled(&mut self, fill: &Fill<usize>, chance: f64) {
        self.0.filled(&fill.named(), chance);
    }

    fn bitten(&mut self, before: RowSet, times: f64) {
        self.0.bitten(before, times);
    }

    fn ended(&mut self, end: &End, chance: f64) {
        self.0.ended(end, chance);
    }
}
