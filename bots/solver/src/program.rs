//! Which candidates each roll has: the lists that a turn goes through.

use std::borrow::Cow;
use std::collections::HashMap;

use kosti_engine::Dice;

use crate::graph::ROOM;

/// The number that stands for the best way to cross a row.
pub(crate) const BEST_CROSSING: u8 = u8::MAX;
/// The number that stands for nothing at all.
pub(crate) const NOTHING: u8 = u8::MAX - 1;

/// A candidate for each roll.
pub(crate) type Column = [u8; ROOM];

/// For every roll the numbers of the candidates among which the best row is found.
///
/// Most of it is shared by many states, since the rows of the upper part and all others can be looked at apart.
#[derive(Clone, Debug)]
pub(crate) struct Program<'a> {
    /// Where the search begins: the best crossing or nothing.
    pub(crate) begin: Column,
    /// Rows of the upper part, which every roll has.
    pub(crate) upper: &'a [Column],
    /// Other rows that every roll has.
    pub(crate) always: &'a [Column],
    /// Rows that some rolls have.
    pub(crate) lower: Cow<'a, Lists>,
    /// Rows that some rolls have besides at the first roll of a turn.
    pub(crate) first: Cow<'a, Lists>,
}

impl Program<'_> {
    /// By number: the candidates that some roll has, with the best crossing and nothing.
    pub(crate) fn used(&self) -> [bool; ROOM] {
        let mut used = [false; ROOM];
        let columns = std::iter::once(&self.begin).chain(self.columns()).flat_map(|column| &column[..Dice::COUNT]);
        let lists = self.lower.all().chain(self.first.all()).flatten();
        columns.chain(lists).for_each(|number| used[usize::from(*number)] = true);
        used
    }

    /// The rows that every roll has.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.upper.iter().chain(self.always)
    }
}

/// Lists of candidates. Many rolls have the same one, so that its best candidate is looked for only once.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    /// All different lists, one after the other, short ones first: a loop that is as long as the last one is foreseen by
    /// the processor. The first is empty.
    candidates: Vec<u8>,
    ends: Vec<u16>,
    /// The list of each roll.
    pub(crate) of_roll: Column,
}

impl Lists {
    /// The lists of these rolls.
    pub(crate) fn new(lists: impl Iterator<Item = (Dice, Vec<u8>)>) -> Self {
        let lists: Vec<(Dice, Vec<u8>)> = lists.collect();
        let mut different: Vec<&[u8]> = lists.iter().map(|(_, list)| list.as_slice()).chain([&[][..]]).collect();
        different.sort_unstable_by_key(|list| (list.len(), *list));
        different.dedup();
        let numbers: HashMap<&[u8], u8> = different.iter().copied().zip(0..).collect();
        let mut of_roll = [0; ROOM];
        lists.iter().for_each(|(dice, list)| of_roll[dice.index()] = numbers[list.as_slice()]);
        let mut all = Self { candidates: Vec::new(), ends: Vec::new(), of_roll };
        for list in different {
            all.candidates.extend(list);
            all.ends.push(all.candidates.len() as u16);
        }
        all
    }

    /// The same with other lists for some rolls.
    pub(crate) fn with(&self, others: Vec<(Dice, Vec<u8>)>) -> Self {
        if self.ends.len() + others.len() > ROOM {
            let mut lists: Vec<(Dice, Vec<u8>)> =
                Dice::all().map(|dice| (dice, self.of(dice.index()).into())).collect();
            others.into_iter().for_each(|(dice, list)| lists[dice.index()].1 = list);
            return Self::new(lists.into_iter());
        }
        let mut all = self.clone();
        for (dice, list) in others {
            // Many rolls have the same list here too.
            let known = (self.ends.len()..all.ends.len()).find(|&number| all.list(number) == list);
            let number = known.unwrap_or(all.ends.len());
            if known.is_none() {
                all.candidates.extend(list);
                all.ends.push(all.candidates.len() as u16);
            }
            all.of_roll[dice.index()] = number as u8;
        }
        all
    }

    /// Whether no roll has a candidate.
    pub(crate) fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// All different lists.
    #[inline(always)]
    pub(crate) fn all(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.candidates[start..usize::from(end)];
            start = usize::from(end);
            list
        })
    }

    /// The list of a roll.
    #[inline(always)]
    pub(crate) fn of(&self, roll: usize) -> &[u8] {
        self.list(usize::from(self.of_roll[roll]))
    }

    #[inline(always)]
    fn list(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.candidates[usize::from(start)..usize::from(self.ends[number])]
    }
}
