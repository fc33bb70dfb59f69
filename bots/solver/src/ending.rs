//! The last turns of a game between two, solved exactly: both play to win.
//!
//! All positions that can still arise are found turn by turn, with the leads at which they can; then they are worked out
//! from the last turn back. Positions whose player to move has the same rows open go through one turn together, a lane
//! for each lead.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use kosti_engine::Dice;
use kosti_engine::sheet::{Roll, RowSet, Scoresheet, Sheet, SheetGame};
use thiserror::Error;

use crate::candidate::Candidate;
use crate::dispatch::Kernel;
use crate::places::places;
use crate::space::{Outline, Space};
use crate::turn::{Source, Sources, Work};
use crate::turn_values::{TurnTable, TurnValues};

/// With at most this many rows open on each sheet an ending is solved.
pub const MAX_OPEN: usize = 3;

/// Leads that are worked on together.
const LANES: usize = 8;

/// Why an ending cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EndingError {
    /// Nothing is left to play.
    #[error("the player to roll has no open row")]
    Over,
    /// It is too early.
    #[error("{0} rows are open on a sheet; endings are solved with at most {MAX_OPEN}")]
    TooManyOpen(usize),
    /// The numbers of open rows do not fit the turn.
    #[error("the player to roll must have as many open rows as the other, or one more; not {mover} and {other}")]
    OutOfTurn {
        /// The open rows of the player to roll.
        mover: usize,
        /// Those of the other.
        other: usize,
    },
    /// No game leads to such a sheet.
    #[error("a sheet cannot arise under these rules")]
    Impossible,
}

/// An ending of a game between two, solved: how often each of them wins, if both play as well as they can for that.
///
/// A tie counts half.
#[derive(Clone, Debug)]
pub struct Ending<S: Scoresheet> {
    positions: Positions,
    turn: TurnValues<S>,
}

/// All positions of an ending, whatever the kind of sheet.
#[derive(Clone, Debug)]
struct Positions {
    space: Arc<Space>,
    /// By turns played from here on.
    layers: Vec<Layer>,
}

impl<S: Scoresheet> Ending<S> {
    /// Solves an ending; `mover` is to roll next.
    ///
    /// # Errors
    /// If too many rows are open, or none, or if the two sheets cannot lie on one table.
    pub fn new(game: &SheetGame<S>, mover: &Sheet, other: &Sheet) -> Result<Self, EndingError> {
        let (positions, turn) = Positions::solve(Space::shared(game), mover, other)?;
        Ok(Self { positions, turn: TurnValues::new(turn) })
    }

    /// How often the player to roll wins.
    pub fn worth(&self) -> f64 {
        self.turn.worth().clamp(0.0, 1.0)
    }

    /// What every decision of the coming turn is worth: how often the player wins with it.
    pub fn turn(&self) -> &TurnValues<S> {
        &self.turn
    }

    /// The same for a later turn, with `mover` to roll; nothing if this ending cannot come to that.
    pub fn turn_at(&self, mover: &Sheet, other: &Sheet) -> Option<TurnValues<S>> {
        self.turn_with(mover, other, &|_, _, _| 0.0)
    }

    /// The same, with something added to what every way to end the turn is worth: `more` gets the outline and the upper total
    /// of the sheet after it, and the points that were booked.
    pub(crate) fn turn_with(
        &self,
        mover: &Sheet,
        other: &Sheet,
        more: &dyn Fn(Outline, i32, i16) -> f64,
    ) -> Option<TurnValues<S>> {
        self.positions.turn_at(mover, other, more).map(TurnValues::new)
    }
}

impl Positions {
    /// Solves an ending, with what every decision of its first turn is worth.
    fn solve(space: Arc<Space>, mover: &Sheet, other: &Sheet) -> Result<(Self, TurnTable), EndingError> {
        check(&space, mover, other)?;
        let layers = Builder::new(&space).layers(mover, other);
        let turn = turn_from(&space, &layers[1], mover, other, &|_, _, _| 0.0);
        Ok((Self { space, layers }, turn))
    }

    /// As [`Ending::turn_with`].
    fn turn_at(&self, mover: &Sheet, other: &Sheet, more: &dyn Fn(Outline, i32, i16) -> f64) -> Option<TurnTable> {
        check(&self.space, mover, other).ok()?;
        let space = &*self.space;
        let played = (self.layers.len() - 1).checked_sub(open(space, mover).len() + open(space, other).len())?;
        let (from, to) = (&self.layers[played], &self.layers[played + 1]);
        let (key, lead) = place(space, mover, other);
        let position = &from.positions[*from.index.get(&key)? as usize];
        let lead = Builder::new(&self.space).undecided(key).clamp(lead);
        position.leads.contains(lead).then(|| turn_from(&self.space, to, mover, other, more))
    }
}

/// The rows of a sheet that are still open.
fn open(space: &Space, sheet: &Sheet) -> RowSet {
    space.rows().without(sheet.filled())
}

fn check(space: &Space, mover: &Sheet, other: &Sheet) -> Result<(), EndingError> {
    let [to_move, waiting] = [mover, other].map(|sheet| open(space, sheet).len());
    if to_move == 0 {
        return Err(EndingError::Over);
    }
    if to_move.max(waiting) > MAX_OPEN {
        return Err(EndingError::TooManyOpen(to_move.max(waiting)));
    }
    if to_move != waiting && to_move != waiting + 1 {
        return Err(EndingError::OutOfTurn { mover: to_move, other: waiting });
    }
    let arises = |sheet: &Sheet| {
        let outline = space.outline(sheet);
        space.place(outline).is_some() && space.lanes_of(outline.filled).contains(space.counted(sheet.upper()))
    };
    if arises(mover) && arises(other) { Ok(()) } else { Err(EndingError::Impossible) }
}

/// What every decision of a turn is worth, from the positions that it can end with, and `more` on top.
fn turn_from(
    space: &Arc<Space>,
    next: &Layer,
    mover: &Sheet,
    other: &Sheet,
    more: &dyn Fn(Outline, i32, i16) -> f64,
) -> TurnTable {
    let (waiting, other_points) = Side::of(space, other);
    let lead = mover.upper() + mover.lower() - other_points;
    let worth = |after: Outline, upper: i32, points: i16| {
        let (side, settled) = Side::settle(space, after, upper);
        // Where no dice lead, nothing is known, and the value is never asked for.
        let Some(&number) = next.index.get(&(waiting, side)) else { return f64::MIN };
        let chance = next.values[next.positions[number as usize].at(lead + i32::from(points) + settled)];
        chance + more(after, upper, points)
    };
    TurnTable::new(space, *mover, &worth)
}

/// The two sides of a position, the one to move first, and by how much that one leads.
fn place(space: &Space, mover: &Sheet, other: &Sheet) -> ((Side, Side), i32) {
    let [(mover, points), (other, others)] = [mover, other].map(|sheet| Side::of(space, sheet));
    ((mover, other), points - others)
}

/// One player's part of a position, as far as the rest of the game depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Side {
    outline: Outline,
    /// The upper total, as far as it matters; 0 once all that depends on it is settled.
    upper: i32,
}

impl Side {
    /// The side of a player with this sheet, and the points that are certain.
    fn of(space: &Space, sheet: &Sheet) -> (Self, i32) {
        let (side, settled) = Self::settle(space, space.outline(sheet), sheet.upper());
        (side, sheet.upper() + sheet.lower() + settled)
    }

    /// A side, and what is added at the end for what cannot change any more: sides that differ in that alone are one.
    fn settle(space: &Space, outline: Outline, upper: i32) -> (Self, i32) {
        let upper = space.counted(upper);
        let rows = space.rows();
        if outline.filled == rows {
            let full = Self { outline: Outline { filled: rows, marked: false }, upper: 0 };
            return (full, space.closing(outline, upper));
        }
        if outline.filled.and(space.upper_rows()) == space.upper_rows() {
            let [plain, marked] = [false, true].map(|marked| {
                let full = Outline { filled: rows, marked };
                space.closing(full, upper) - space.closing(full, 0)
            });
            // What a mark brings must not hang on the upper total.
            if plain == marked {
                return (Self { outline, upper: 0 }, plain);
            }
        }
        (Self { outline, upper }, 0)
    }
}

/// A way to end a turn.
#[derive(Clone, Copy, Debug)]
struct Move {
    after: Side,
    /// What it books, with what it settles.
    gain: i32,
}

/// Numbers from one to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    low: i32,
    high: i32,
}

impl Span {
    fn contains(self, number: i32) -> bool {
        (self.low..=self.high).contains(&number)
    }

    fn clamp(self, number: i32) -> i32 {
        number.clamp(self.low, self.high)
    }

    fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn width(self) -> usize {
        (self.high - self.low + 1) as usize
    }
}

/// A position before a roll.
#[derive(Clone, Debug)]
struct Position {
    mover: Side,
    other: Side,
    /// By how much the player to move may lead.
    leads: Span,
    /// Where its values stand in its layer.
    place: usize,
    /// Where its next positions stand in its layer.
    children: usize,
}

impl Position {
    /// Where the value stands for a lead of the player who moved last.
    #[inline]
    fn at(&self, lead: i32) -> usize {
        self.place + (self.leads.high + lead.clamp(-self.leads.high, -self.leads.low)) as usize
    }
}

/// All positions after this many turns.
#[derive(Clone, Default, Debug)]
struct Layer {
    positions: Vec<Position>,
    index: HashMap<(Side, Side), u32>,
    /// For each position the ones that its moves lead to, in the next layer.
    children: Vec<u32>,
    /// What each position is worth to the player who moved last: such a player adds to a lead what a move brings, so the
    /// values of many leads stand in the order in which they are asked for.
    values: Vec<f64>,
}

/// What is worked out once for all positions of an ending.
struct Builder<'a> {
    space: &'a Space,
    candidates: HashMap<Outline, Arc<[(u8, Candidate)]>>,
    moves: HashMap<Side, Arc<[Move]>>,
    /// What a side can still gain.
    reach: HashMap<Side, Span>,
}

impl<'a> Builder<'a> {
    fn new(space: &'a Space) -> Self {
        Self { space, candidates: HashMap::new(), moves: HashMap::new(), reach: HashMap::new() }
    }

    /// Every layer, solved but for the first.
    fn layers(mut self, mover: &Sheet, other: &Sheet) -> Vec<Layer> {
        let turns: usize = [mover, other].iter().map(|sheet| open(self.space, sheet).len()).sum();
        let (key, lead) = place(self.space, mover, other);
        let lead = self.undecided(key).clamp(lead);
        let mut first = Layer::default();
        first.add(key, Span { low: lead, high: lead });
        let mut layers = vec![first];
        for turn in 0..turns {
            let next = self.next(&mut layers[turn]);
            layers.push(next);
        }
        // Both sheets are full.
        let last = layers.last_mut().expect("a layer for each turn");
        last.room();
        for position in &last.positions {
            for lead in -position.leads.high..=-position.leads.low {
                last.values[position.at(lead)] = 0.5 + 0.5 * f64::from(lead.signum());
            }
        }
        for turn in (1..turns).rev() {
            let (before, after) = layers.split_at_mut(turn + 1);
            self.solve(&mut before[turn], &after[0]);
        }
        layers
    }

    /// The positions after those of a layer.
    fn next(&mut self, layer: &mut Layer) -> Layer {
        let mut next = Layer::default();
        for position in &mut layer.positions {
            position.children = layer.children.len();
            for step in self.moves(position.mover).iter() {
                let key = (position.other, step.after);
                let open = self.undecided(key);
                let Span { low, high } = position.leads;
                let leads = Span { low: open.clamp(-high - step.gain), high: open.clamp(-low - step.gain) };
                layer.children.push(next.add(key, leads));
            }
        }
        next
    }

    /// Works out a layer from the next one.
    fn solve(&mut self, layer: &mut Layer, next: &Layer) {
        layer.room();
        let kernel = Kernel::best();
        let (mut work, mut sources) = (Work::<f64, LANES>::new(), Sources::new());
        let mut by_outline: HashMap<Outline, Vec<usize>> = HashMap::new();
        for (number, position) in layer.positions.iter().enumerate() {
            by_outline.entry(position.mover.outline).or_default().push(number);
        }
        for (outline, numbers) in by_outline {
            let program = self.space.program(outline);
            let candidates = self.candidates(outline);
            sources.set(candidates.iter().enumerate().map(|(place, (number, candidate))| Source {
                number: *number,
                crosses: candidate.only_crosses(),
                from: (place * LANES) as u32,
                points: 0.0,
            }));
            let mut loaded = vec![0.0; candidates.len() * LANES];
            let mut lanes: Vec<(usize, i32)> = Vec::with_capacity(LANES);
            let mut turn = |lanes: &mut Vec<(usize, i32)>, values: &mut [f64]| {
                for (lane, &(number, lead)) in lanes.iter().enumerate() {
                    let position = &layer.positions[number];
                    let moves = &self.moves[&position.mover];
                    let children = &layer.children[position.children..];
                    for ((loaded, step), child) in loaded.chunks_exact_mut(LANES).zip(moves.iter()).zip(children) {
                        let child = &next.positions[*child as usize];
                        loaded[lane] = next.values[child.at(lead + step.gain)];
                    }
                }
                let worth = kernel.turn(&mut work, &sources, &loaded, &program);
                for (&(number, lead), worth) in lanes.iter().zip(worth) {
                    values[layer.positions[number].at(-lead)] = (1.0 - worth).clamp(0.0, 1.0);
                }
                lanes.clear();
            };
            for number in numbers {
                let Span { low, high } = layer.positions[number].leads;
                for lead in low..=high {
                    lanes.push((number, lead));
                    if lanes.len() == LANES {
                        turn(&mut lanes, &mut layer.values);
                    }
                }
            }
            if !lanes.is_empty() {
                turn(&mut lanes, &mut layer.values);
            }
        }
    }

    /// Every way to fill a row of such a sheet that some dice allow.
    fn candidates(&mut self, outline: Outline) -> Arc<[(u8, Candidate)]> {
        let space = self.space;
        let find = || {
            let sheet = space.sheet(outline, 0);
            let mut found = [false; 256];
            for dice in Dice::all() {
                for row in places(space.choices(&sheet, dice)) {
                    for roll in [Roll::First, Roll::Later] {
                        found[usize::from(space.number(&sheet, dice, roll, row))] = true;
                    }
                }
            }
            (0..u8::MAX).filter(|&number| found[usize::from(number)]).map(|n| (n, space.candidate(n))).collect()
        };
        self.candidates.entry(outline).or_insert_with(find).clone()
    }

    /// Every way in which this side can end its turn, in the order of the candidates.
    fn moves(&mut self, side: Side) -> Arc<[Move]> {
        if let Some(known) = self.moves.get(&side) {
            return known.clone();
        }
        let step = |&(_, candidate): &(u8, Candidate)| {
            let outline = self.space.after(side.outline, candidate);
            let (after, settled) = Side::settle(self.space, outline, side.upper + i32::from(candidate.upper));
            Move { after, gain: i32::from(candidate.points) + settled }
        };
        let moves: Arc<[Move]> = self.candidates(side.outline).iter().map(step).collect();
        self.moves.insert(side, moves.clone());
        moves
    }

    /// What a side can still gain.
    fn reach(&mut self, side: Side) -> Span {
        if let Some(&known) = self.reach.get(&side) {
            return known;
        }
        let moves = self.moves(side);
        let gains = moves.iter().map(|step| {
            let Span { low, high } = self.reach(step.after);
            Span { low: low + step.gain, high: high + step.gain }
        });
        let reach = gains.reduce(Span::with).unwrap_or(Span { low: 0, high: 0 });
        self.reach.insert(side, reach);
        reach
    }

    /// The leads of the first side that do not decide the game, and one more on either side that stands for all others.
    fn undecided(&mut self, (mover, other): (Side, Side)) -> Span {
        let (mover, other) = (self.reach(mover), self.reach(other));
        Span { low: other.low - mover.high - 1, high: other.high - mover.low + 1 }
    }
}

impl Layer {
    /// Notes that a position can arise with these leads.
    fn add(&mut self, key: (Side, Side), leads: Span) -> u32 {
        let Self { positions, index, .. } = self;
        let number = *index.entry(key).or_insert_with(|| {
            positions.push(Position { mover: key.0, other: key.1, leads, place: 0, children: 0 });
            positions.len() as u32 - 1
        });
        let position = &mut positions[number as usize];
        position.leads = position.leads.with(leads);
        number
    }

    /// Makes room for the values, once all positions are known.
    fn room(&mut self) {
        let mut place = 0;
        for position in &mut self.positions {
            position.place = place;
            place += position.leads.width();
        }
        self.values = vec![0.0; place];
    }
}
