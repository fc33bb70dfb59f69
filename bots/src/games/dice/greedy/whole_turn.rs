//! What greedy does with every roll of a turn, for sheets that differ in their upper total alone.
//!
//! The same decisions as one at a time, but whatever is the same for many of them is worked out once.

use std::array::from_fn;

use kosti_engine::sheet::{MAX_ROWS, ROLLS, Roll, Row, RowSet, Sheet, SheetGame};
use kosti_engine::{DICE, Dice, FACES, Game, Keep};

use super::heuristics::SheetHeuristics;
use super::odds::Odds;
use super::outlook::{Hopes, Outlook};
use super::plans::{PARITIES, Plans, faces, two_pairs};
use kosti_solver::Best;

/// What tells the code of a row from that of a keep.
pub(crate) const ROW: u32 = 1 << 9;

/// The rolls of a turn after which dice can be kept.
const KEEPING: usize = ROLLS as usize - 1;

/// The best of some rows and what it gains, if there are any.
type BestRow<R> = Option<(R, f32)>;

/// The turn of a player with certain rows filled.
pub(crate) struct WholeTurn<'a, S: SheetHeuristics> {
    game: &'a SheetGame<S>,
    reach: RowSet,
    /// By roll, which may be the first or a later one, and dice: the best row outside the upper part.
    lower: [Vec<BestRow<S::Row>>; 2],
    /// By row and dice: what a later roll gains there, outside the upper part.
    gains: Vec<[f32; Dice::COUNT]>,
    /// By dice: the upper rows that may be filled.
    upper: Vec<RowSet>,
}

/// The gains of one sheet, looked up.
struct Known<'a> {
    gains: &'a [[f32; Dice::COUNT]],
    /// By row and how many dice of its face there are.
    upper: [[f32; DICE + 1]; FACES],
}

impl Hopes for Known<'_> {
    #[inline]
    fn upper_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        let counts = dice.counts();
        bits(rows).fold(floor, |best, row| best.max(self.upper[row][usize::from(counts[row])]))
    }

    #[inline]
    fn lower_hope(&self, rows: RowSet, dice: Dice, floor: f32) -> f32 {
        bits(rows).fold(floor, |best, row| best.max(self.gains[row][dice.index()]))
    }
}

/// What the plans of several sheets promise that do not depend on all dice, when this many rolls are left.
struct Promises<const L: usize> {
    /// By face and how many of it there are; the lowest of all numbers where that is no plan.
    collected: [[[f32; L]; DICE + 1]; FACES],
    /// By two faces that there are two of.
    full: [[[f32; L]; FACES]; FACES],
    /// By road: what it gains when complete, if one of its rows is in reach.
    complete: [Option<[f32; L]>; 4],
    /// What is gained if a plan fails.
    floor: [f32; L],
}

impl<'a, S: SheetHeuristics> WholeTurn<'a, S> {
    /// The turn of a player with such a sheet, whatever its upper total.
    ///
    /// # Panics
    /// If what a roll books can depend on more than the filled rows.
    pub(crate) fn new(game: &'a SheetGame<S>, sheet: &Sheet) -> Self {
        assert!(!S::JOKERS, "jokers book differently");
        let outlook = Outlook::new(game, sheet);
        let choices: Vec<RowSet> = Dice::all().map(|dice| game.choices(sheet, dice)).collect();
        let lower = [Roll::First, Roll::Later].map(|roll| {
            let best = |dice: Dice| {
                let rows = choices[dice.index()].without(S::UPPER);
                let gains = rows.iter::<S::Row>().map(|row| (row, outlook.lower_gain(row, dice, roll)));
                gains.reduce(better)
            };
            Dice::all().map(best).collect()
        });
        let mut gains = vec![[0.0; Dice::COUNT]; MAX_ROWS];
        for row in outlook.reach.without(S::UPPER).iter::<S::Row>() {
            for dice in Dice::all() {
                gains[row.index()][dice.index()] = outlook.lower_gain(row, dice, Roll::Later);
            }
        }
        let upper = choices.iter().map(|rows| rows.and(S::UPPER)).collect();
        Self { game, reach: outlook.reach, lower, gains, upper }
    }

    /// Shows what greedy does on these sheets, by roll of the turn from 0 and dice: the keep with this number, or the row with
    /// this place and [`ROW`] on top.
    ///
    /// # Panics
    /// If there are none, or more than there is room for.
    pub(crate) fn decide<const L: usize>(&self, sheets: &[Sheet], mut show: impl FnMut(usize, Dice, &[u32; L])) {
        let known: Vec<Known<'_>> = sheets.iter().map(|sheet| self.known(sheet)).collect();
        let upper: [[[f32; L]; DICE + 1]; FACES] =
            from_fn(|row| from_fn(|count| from_fn(|lane| known.get(lane).map_or(f32::MIN, |k| k.upper[row][count]))));
        let plans: [Vec<Plans<'_, S, Known<'_>>>; KEEPING] = from_fn(|after| {
            known.iter().map(|known| Plans::new(self.game.rules(), self.reach, known, KEEPING - after)).collect()
        });
        let promises: [Promises<L>; KEEPING] = from_fn(|after| Promises::new(&plans[after]));
        for dice in Dice::all() {
            let counts = dice.counts();
            let mut best_upper = Best::new([f32::MIN; L], [0; L]);
            for row in bits(self.upper[dice.index()]) {
                best_upper.or(&upper[row][usize::from(counts[row])], &row_code(row));
            }
            let best_row = |roll: usize| {
                let mut best = best_upper;
                if let Some((row, gain)) = self.lower[roll.min(1)][dice.index()] {
                    best.or(&[gain; L], &row_code(row.index()));
                }
                best
            };
            for after in 0..KEEPING {
                let (mut best, keep) = (best_row(after), promises[after].best(&plans[after], dice));
                best.or(&keep.value, &keep.code);
                show(after, dice, &best.code);
            }
            show(KEEPING, dice, &best_row(KEEPING).code);
        }
    }

    /// The gains of a sheet.
    fn known(&self, sheet: &Sheet) -> Known<'_> {
        let outlook = Outlook::new(self.game, sheet);
        let mut upper = [[f32::MIN; DICE + 1]; FACES];
        for row in self.game.open(sheet).and(S::UPPER).iter::<S::Row>() {
            for (count, dice) in Odds::get().equal[row.index()].iter().enumerate() {
                upper[row.index()][count] = outlook.upper_gain(row, *dice, Roll::Later);
            }
        }
        Known { gains: &self.gains, upper }
    }
}

impl<const L: usize> Promises<L> {
    fn new<S: SheetHeuristics, H: Hopes>(plans: &[Plans<'_, S, H>]) -> Self {
        let lanes = |of: &dyn Fn(&Plans<'_, S, H>) -> f32| from_fn(|lane| plans.get(lane).map_or(f32::MIN, of));
        let mut complete = [None; 4];
        for (complete, &(road, rows)) in complete.iter_mut().zip(S::ROADS) {
            // Which rows are in reach is the same for all sheets.
            if plans[0].complete(road, rows).is_some() {
                *complete = Some(lanes(&|plans| plans.complete(road, rows).unwrap_or(f32::MIN)));
            }
        }
        Self {
            collected: from_fn(|face| from_fn(|now| lanes(&|plans| plans.collected(face, now).unwrap_or(f32::MIN)))),
            full: from_fn(|lower| from_fn(|upper| lanes(&|plans| plans.full(lower, upper)))),
            complete,
            floor: lanes(&|plans| plans.floor),
        }
    }

    /// The same as [`Plans::best`].
    #[inline]
    fn best<S: SheetHeuristics, H: Hopes>(&self, plans: &[Plans<'_, S, H>], dice: Dice) -> Best<f32, L> {
        let odds = Odds::get();
        let counts = dice.counts();
        let mut best = Best::new([f32::MIN; L], [dice.as_keep().index() as u32; L]);
        let mut consider = |keep: Keep, gain: &[f32; L]| {
            if keep.len() < DICE {
                best.or(gain, &[keep.index() as u32; L]);
            }
        };
        for (face, now) in counts.into_iter().map(usize::from).enumerate() {
            consider(odds.keep_equal[face][now], &self.collected[face][now]);
        }
        if let Some((lower, upper)) = two_pairs(counts) {
            consider(odds.keep_pairs[lower][upper], &self.full[lower][upper]);
        }
        for (&(road, _), complete) in S::ROADS.iter().zip(&self.complete) {
            if let Some(complete) = complete {
                let (keep, chance) = odds.road(road, plans[0].left, faces(counts));
                consider(keep, &from_fn(|lane| self.floor[lane] + chance * (complete[lane] - self.floor[lane])));
            }
        }
        // A row that counts all dice does not depend on the upper total.
        if let Some((keep, gain)) = plans[0].sum(dice) {
            consider(keep, &[gain; L]);
        }
        for place in 0..PARITIES {
            if let Some((keep, _)) = plans[0].parity(dice, place) {
                let gain = |plans: &Plans<'_, S, H>| plans.parity(dice, place).map_or(f32::MIN, |(_, gain)| gain);
                consider(keep, &from_fn(|lane| plans.get(lane).map_or(f32::MIN, gain)));
            }
        }
        best
    }
}

/// A row in all lanes.
#[inline]
fn row_code<const L: usize>(row: usize) -> [u32; L] {
    [ROW + row as u32; L]
}

/// The row that gains more, the first of equals.
#[inline]
fn better<R>(one: (R, f32), other: (R, f32)) -> (R, f32) {
    if other.1 > one.1 { other } else { one }
}

/// The places of rows.
#[inline]
fn bits(rows: RowSet) -> impl Iterator<Item = usize> {
    let mut rest = rows.bits();
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}
