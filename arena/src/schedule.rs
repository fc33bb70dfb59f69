//! Who plays whom: the tables of a tournament and the seatings of a block.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kosti_engine::{Chance, Label, Rng};
use kosti_reports::stats::tally::{MAX_PLACES, Shape};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::words::words;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every entrant meets every other equally often.
    #[default]
    RoundRobin,
    /// The first bot meets all others, who do not meet without it.
    Gauntlet,
    /// Two bots share the seats: half of them each, or by turns one more than the other.
    HeadToHead,
}

words!(Format {
    RoundRobin = "round-robin": "Everybody meets everybody equally often",
    Gauntlet = "gauntlet": "The first bot meets all others, who do not meet without it",
    HeadToHead = "head-to-head": "Two bots share the seats",
});

/// How often a table is played with the same luck.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// Once for each rotation of the seats.
    #[default]
    Rotations,
    /// Once for each different seating.
    All,
}

words!(Seatings {
    Rotations = "rotations": "Once for each rotation of the seats",
    All = "all": "Once for each different seating",
});

/// No tournament has more entrants.
pub const MAX_ENTRANTS: usize = 64;
/// Up to this many tables all possible ones are played; beyond it, a balanced selection.
const MOST_TABLES: usize = 2048;
/// The least size of such a selection.
const SELECTION: usize = 1024;
/// With more players, all seatings of a table would be more than a thousand games.
const MOST_SEATED_IN_ALL_WAYS: usize = 6;

/// Why a tournament cannot be laid out so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ScheduleError {
    /// Too many entrants.
    #[error("{0} entrants are too many; at most {MAX_ENTRANTS} can play in one tournament")]
    TooMany(usize),
    /// Head to head is for two.
    #[error("head-to-head is for exactly two bots, not {0}; round-robin or gauntlet take any number")]
    NotTwo(usize),
    /// A gauntlet needs a field.
    #[error("a gauntlet needs at least two bots: the first one runs it, the others are the field")]
    NoField,
    /// One cannot run a gauntlet alone at the table.
    #[error("a gauntlet needs a game of at least two players; this one has a single player")]
    NoOpponents,
    /// Too many seatings.
    #[error("all seatings of {0} players are too many; at most {MOST_SEATED_IN_ALL_WAYS} players can be seated so")]
    TooManySeatings(usize),
}

/// One table of the schedule.
#[derive(Clone, Debug)]
pub struct ScheduledTable {
    /// The entrants at its places.
    pub shape: Shape,
    /// The orders in which its places sit round the table, played in turn: for each the seatings of a block.
    arrangements: Vec<Vec<Seating>>,
    /// The games of a cycle before this table.
    games_before: u64,
}

/// Who sits where in one game.
#[derive(Clone, Debug)]
pub struct Seating {
    /// The place of the table that sits in each seat.
    pub places: Vec<u8>,
    /// The number of the entrant.
    pub entrants: Vec<u8>,
    /// The number of the bot: an entrant that sits twice plays as two bots.
    pub bots: Vec<u8>,
}

/// One block of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The number of its table.
    pub number: usize,
    /// Who sits there.
    pub shape: &'a Shape,
    /// Who sits where, for each of its games.
    pub seatings: &'a [Seating],
}

/// The tables of a tournament, played in turn: block after block, and again from the first.
#[derive(Clone, Debug)]
pub struct Schedule {
    tables: Vec<ScheduledTable>,
    shapes: Vec<Shape>,
    games_per_cycle: u64,
    copies: usize,
    selected: bool,
}

impl Schedule {
    /// Lays out a tournament of this many entrants.
    ///
    /// # Errors
    /// If the entrants do not fit the format.
    pub fn new(entrants: usize, players: usize, format: Format, seatings: Seatings) -> Result<Self, ScheduleError> {
        if entrants > MAX_ENTRANTS {
            return Err(ScheduleError::TooMany(entrants));
        }
        if seatings == Seatings::All && players > MOST_SEATED_IN_ALL_WAYS {
            return Err(ScheduleError::TooManySeatings(players));
        }
        let everybody: Vec<u8> = (0..entrants as u8).collect();
        // Who plays alone is compared with the others.
        let compared = if players == 1 { entrants.min(MAX_PLACES) } else { players };
        let (places, selected) = match format {
            Format::HeadToHead if entrants != 2 => return Err(ScheduleError::NotTwo(entrants)),
            Format::Gauntlet if entrants < 2 => return Err(ScheduleError::NoField),
            Format::Gauntlet if players < 2 => return Err(ScheduleError::NoOpponents),
            Format::HeadToHead => (sides(compared), false),
            Format::RoundRobin => tables_of(&everybody, compared),
            Format::Gauntlet => {
                let (mut fields, selected) = tables_of(&everybody[1..], players - 1);
                fields.iter_mut().for_each(|field| field.insert(0, everybody[0]));
                (fields, selected)
            }
        };
        let copies = places.iter().map(|places| most_copies(places)).max().unwrap_or(1);
        let mut games_per_cycle = 0;
        let tables: Vec<ScheduledTable> = places
            .into_iter()
            .map(|places| {
                let table = if players == 1 {
                    ScheduledTable::solo(places, games_per_cycle)
                } else {
                    ScheduledTable::new(places, seatings, copies, games_per_cycle)
                };
                games_per_cycle += table.games() as u64;
                table
            })
            .collect();
        let shapes = tables.iter().map(|table| table.shape.clone()).collect();
        Ok(Self { tables, shapes, games_per_cycle, copies, selected })
    }

    /// All tables, in the order in which they are played.
    pub fn tables(&self) -> &[ScheduledTable] {
        &self.tables
    }

    /// Who sits at each of them.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// How many bots each entrant needs.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// Whether the tables are a selection of all possible ones.
    pub fn is_selection(&self) -> bool {
        self.selected
    }

    /// Who plays a block.
    ///
    /// Tables come in turn. When all have had theirs, places move round each table, so that no entrant always sits next to
    /// the same neighbour: rotations alone keep the order.
    #[inline]
    pub fn block(&self, block: u64) -> Block<'_> {
        let number = self.table_of(block);
        let ScheduledTable { shape, arrangements, .. } = &self.tables[number];
        let round = block / self.tables.len() as u64 % arrangements.len() as u64;
        Block { number, shape, seatings: &arrangements[round as usize] }
    }

    /// The number of the table that plays a block.
    #[inline]
    pub fn table_of(&self, block: u64) -> usize {
        (block % self.tables.len() as u64) as usize
    }

    /// How many of some blocks a table plays.
    pub(crate) fn blocks_of(&self, table: usize, blocks: &Range<u64>) -> u64 {
        let tables = self.tables.len() as u64;
        let before = |block: u64| (block + tables - 1 - table as u64) / tables;
        before(blocks.end) - before(blocks.start)
    }

    /// How many games come before a block.
    pub fn games_before(&self, block: u64) -> u64 {
        block / self.tables.len() as u64 * self.games_per_cycle + self.tables[self.table_of(block)].games_before
    }

    /// The fewest blocks with this many games.
    pub fn blocks_for(&self, games: u64) -> u64 {
        let (cycles, rest) = (games / self.games_per_cycle, games % self.games_per_cycle);
        let tables = self.tables.partition_point(|table| table.games_before < rest);
        cycles * self.tables.len() as u64 + tables as u64
    }
}

impl ScheduledTable {
    fn new(places: Vec<u8>, seatings: Seatings, copies: usize, games_before: u64) -> Self {
        let bot_at: Vec<u8> = (0..places.len())
            .map(|place| {
                let copy = places[..place].iter().filter(|&&entrant| entrant == places[place]).count();
                (places[place] as usize * copies + copy) as u8
            })
            .collect();
        let seated = |seating: Vec<u8>| Seating {
            entrants: seating.iter().map(|&place| places[place as usize]).collect(),
            bots: seating.iter().map(|&place| bot_at[place as usize]).collect(),
            places: seating,
        };
        let circles = arrangements(&places);
        let arrangements: Vec<Vec<Vec<u8>>> = match seatings {
            Seatings::Rotations => circles.iter().map(|circle| rotations(circle)).collect(),
            Seatings::All => vec![circles.iter().flat_map(|circle| different_rotations(circle, &places)).collect()],
        };
        let arrangements = arrangements.into_iter().map(|block| block.into_iter().map(seated).collect()).collect();
        Self { shape: Shape::new(places), arrangements, games_before }
    }

    /// A comparison: all entrants play the same luck, one after the other.
    fn solo(places: Vec<u8>, games_before: u64) -> Self {
        let alone = |(place, &entrant): (usize, &u8)| Seating {
            places: vec![place as u8],
            entrants: vec![entrant],
            bots: vec![entrant],
        };
        let block = places.iter().enumerate().map(alone).collect();
        Self { shape: Shape::solo(places), arrangements: vec![block], games_before }
    }

    /// The games of a block.
    pub fn games(&self) -> usize {
        self.arrangements[0].len()
    }
}

fn most_copies(places: &[u8]) -> usize {
    places.iter().map(|entrant| places.iter().filter(|other| *other == entrant).count()).max().unwrap_or(1)
}

/// The seatings that rotate a list round the table; in the r-th, seat i holds item i + r.
fn rotations(items: &[u8]) -> Vec<Vec<u8>> {
    (0..items.len())
        .map(|by| {
            let mut seating = items.to_vec();
            seating.rotate_left(by);
            seating
        })
        .collect()
}

/// The rotations of a circle that differ in who sits where.
fn different_rotations(circle: &[u8], places: &[u8]) -> Vec<Vec<u8>> {
    let mut seen = BTreeSet::new();
    let mut seatings = rotations(circle);
    seatings.retain(|seating| seen.insert(entrants_of(seating, places)));
    seatings
}

fn entrants_of(seating: &[u8], places: &[u8]) -> Vec<u8> {
    seating.iter().map(|&place| places[place as usize]).collect()
}

/// With more players there are too many circles to play them all.
const MOST_IN_ALL_CIRCLES: usize = 6;
/// This many are drawn then.
const CIRCLES: usize = 120;

/// The circles in which the places can sit round the table, that in order first: all that differ in who sits next to whom,
/// or for large tables some that are drawn once and for all.
fn arrangements(places: &[u8]) -> Vec<Vec<u8>> {
    let others: Vec<u8> = (1..places.len() as u8).collect();
    let circle = |rest: Vec<u8>| std::iter::once(0).chain(rest).collect::<Vec<u8>>();
    if places.len() > MOST_IN_ALL_CIRCLES {
        return balanced_circles(places.len());
    }
    let mut seen = BTreeSet::new();
    let mut circles: Vec<Vec<u8>> = permutations(&others).into_iter().map(circle).collect();
    circles.retain(|circle| {
        let turned = rotations(circle).into_iter().map(|turned| entrants_of(&turned, places));
        seen.insert(turned.min().unwrap_or_default())
    });
    circles
}

/// Circles of this many places in which each entrant sits before each other about equally often, that in order first.
fn balanced_circles(places: usize) -> Vec<Vec<u8>> {
    let mut rng = fixed_stream();
    let mut before = vec![vec![0u32; places]; places];
    let mut circles: Vec<Vec<u8>> = Vec::with_capacity(CIRCLES);
    while circles.len() < CIRCLES {
        let mut circle: Vec<usize> = vec![0];
        while circle.len() < places {
            let last = circle[circle.len() - 1];
            let next = if circles.is_empty() {
                last + 1
            } else {
                let free = (0..places).filter(|place| !circle.contains(place));
                let rarest = free.min_by_key(|&place| (before[last][place], rng.word()));
                rarest.expect("a place is free as long as the circle is open")
            };
            circle.push(next);
        }
        for (seat, &place) in circle.iter().enumerate() {
            before[place][circle[(seat + 1) % places]] += 1;
        }
        circles.push(circle.into_iter().map(|place| place as u8).collect());
    }
    circles
}

/// All orders of some items, the given one first.
fn permutations(items: &[u8]) -> Vec<Vec<u8>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    (0..items.len())
        .flat_map(|first| {
            let mut rest = items.to_vec();
            let first = rest.remove(first);
            permutations(&rest).into_iter().map(move |mut order| {
                order.insert(0, first);
                order
            })
        })
        .collect()
}

/// Tables of this many places for some entrants such that all meet each other equally often, and whether they are only
/// some of the possible ones.
///
/// With fewer entrants than places each entrant sits at every table at least once, in all mixtures.
fn tables_of(entrants: &[u8], places: usize) -> (Vec<Vec<u8>>, bool) {
    if entrants.len() < places {
        let mixtures = compositions(places, entrants.len());
        let seat = |counts: Vec<usize>| {
            entrants.iter().zip(counts).flat_map(|(&entrant, count)| std::iter::repeat_n(entrant, count)).collect()
        };
        return (mixtures.into_iter().map(seat).collect(), false);
    }
    let number = |table: Vec<usize>| table.into_iter().map(|index| entrants[index]).collect();
    if combinations(entrants.len(), places) <= MOST_TABLES as u128 {
        (all_tables(entrants.len(), places).into_iter().map(number).collect(), false)
    } else {
        (selection(entrants.len(), places).into_iter().map(number).collect(), true)
    }
}

/// The tables of two that share the seats.
fn sides(places: usize) -> Vec<Vec<u8>> {
    let half = places.div_ceil(2);
    let seated = |first: usize| (0..places).map(|place| u8::from(place >= first)).collect();
    if places.is_multiple_of(2) { vec![seated(half)] } else { vec![seated(half), seated(places - half)] }
}

/// The ways to write a number as a sum of this many positive ones.
fn compositions(total: usize, parts: usize) -> Vec<Vec<usize>> {
    if parts == 1 {
        return vec![vec![total]];
    }
    (1..=total + 1 - parts)
        .rev()
        .flat_map(|first| {
            compositions(total - first, parts - 1).into_iter().map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })
        .collect()
}

fn combinations(of: usize, choose: usize) -> u128 {
    (0..choose as u128).fold(1, |ways, i| ways * (of as u128 - i) / (i + 1))
}

/// A fixed stream: the layout of a tournament does not depend on its seed.
fn fixed_stream() -> Rng {
    Chance::new(0, 0).stream(Label::deal(0))
}

/// All tables. Those that turn into each other when every entrant moves up one number come together, so that after each such
/// group all entrants have played equally often.
fn all_tables(entrants: usize, places: usize) -> Vec<Vec<usize>> {
    let shifted = |table: &[usize], by: usize| {
        let mut table: Vec<usize> = table.iter().map(|entrant| (entrant + by) % entrants).collect();
        table.sort_unstable();
        table
    };
    let mut groups: BTreeMap<Vec<usize>, Vec<Vec<usize>>> = BTreeMap::new();
    let mut table: Vec<usize> = (0..places).collect();
    loop {
        let first = (0..entrants).map(|by| shifted(&table, by)).min().unwrap_or_default();
        groups.entry(first).or_default().push(table.clone());
        // The next combination in lexicographic order.
        let Some(place) = (0..places).rev().find(|&place| table[place] < entrants - places + place) else { break };
        table[place] += 1;
        for next in place + 1..places {
            table[next] = table[next - 1] + 1;
        }
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    // Neighbours would otherwise meet long before others do.
    let mut rng = fixed_stream();
    for last in (1..groups.len()).rev() {
        groups.swap(last, rng.below(last as u32 + 1) as usize);
    }
    groups.concat()
}

/// A selection of tables in which all entrants play equally often and meet each other about equally often.
fn selection(entrants: usize, places: usize) -> Vec<Vec<usize>> {
    let size = (SELECTION..).find(|size| (size * places).is_multiple_of(entrants)).unwrap_or(SELECTION);
    let mut rng = fixed_stream();
    let mut played = vec![0u32; entrants];
    let mut met = vec![vec![0u32; entrants]; entrants];
    (0..size)
        .map(|_| {
            let mut table: Vec<usize> = Vec::with_capacity(places);
            while table.len() < places {
                let next = (0..entrants)
                    .filter(|entrant| !table.contains(entrant))
                    .min_by_key(|&entrant| {
                        let meetings: u32 = table.iter().map(|&other| met[entrant][other]).sum();
                        (played[entrant], meetings, rng.word())
                    })
                    .expect("there are more entrants than places");
                table.push(next);
            }
            for &entrant in &table {
                played[entrant] += 1;
                table.iter().filter(|&&other| other != entrant).for_each(|&other| met[entrant][other] += 1);
            }
            table.sort_unstable();
            table
        })
        .collect()
}

#[cfg(test)]
mod tests;
