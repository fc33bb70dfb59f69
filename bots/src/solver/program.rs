//! Which candidates each roll has: the lists that a turn goes through.

use std::sync::Arc;

use kosti_engine::Dice;

use super::graph::ROOM;

/// The number that stands for the best way to cross a row.
pub(crate) const BEST_CROSSING: u8 = u8::MAX;
/// The number that stands for nothing at all.
pub(crate) const NOTHING: u8 = u8::MAX - 1;

/// For every roll the numbers of the candidates among which the best row is found.
///
/// Most of it is shared by many states, since the rows of the upper part and all others can be looked at apart.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// By roll: where the search begins, the best crossing or nothing.
    pub(crate) begin: [u8; ROOM],
    /// Rows that every roll has.
    pub(crate) upper: Arc<Columns>,
    /// Rows that some rolls have.
    pub(crate) lower: Arc<Lists>,
    /// Rows that some rolls have besides at the first roll of a turn.
    pub(crate) first: Arc<Lists>,
}

impl Program {
    /// By number: the candidates that some roll has, with the best crossing and nothing.
    pub(crate) fn used(&self) -> [bool; ROOM] {
        let mut used = [false; ROOM];
        let lists = self.lower.iter().chain(self.first.iter()).flat_map(|(_, list)| list);
        let columns = self.upper.columns().iter().flat_map(|column| &column[..Dice::COUNT]);
        self.begin[..Dice::COUNT]
            .iter()
            .chain(columns)
            .chain(lists)
            .for_each(|number| used[usize::from(*number)] = true);
        used
    }
}

/// Candidates of which every roll has as many as any other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Columns(Vec<[u8; ROOM]>);

impl Columns {
    /// Columns with a candidate for each roll.
    pub(crate) fn new(columns: impl Iterator<Item = [u8; ROOM]>) -> Self {
        Self(columns.collect())
    }

    /// The columns; there are at most six.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &[[u8; ROOM]] {
        &self.0
    }
}

/// Lists of candidates, short ones first: a loop that is as long as the last one is foreseen by the processor.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lists {
    candidates: Vec<u8>,
    ends: Vec<(u8, u16)>,
}

impl Lists {
    /// The lists of these rolls; empty ones are left out.
    pub(crate) fn new(lists: impl Iterator<Item = (Dice, Vec<u8>)>) -> Self {
        let mut lists: Vec<(Dice, Vec<u8>)> = lists.filter(|(_, list)| !list.is_empty()).collect();
        lists.sort_by_key(|(_, list)| list.len());
        let mut all = Self::default();
        for (dice, list) in lists {
            all.candidates.extend(list);
            all.ends.push((dice.index() as u8, all.candidates.len() as u16));
        }
        all
    }

    /// Every roll that has a list.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |&(roll, end)| {
            let list = &self.candidates[start..usize::from(end)];
            start = usize::from(end);
            (roll, list)
        })
    }
}
