//! What greedy does with every roll of a turn, for sheets that differ in their upper total alone.
//!
//! The same decisions as one at a time, but whatever is the same for many of them is worked out once.

use kosti_engine::sheet::{MAX_ROWS, ROLLS, Roll, Row, RowSet, Sheet, SheetAction, SheetGame};
use kosti_engine::{DICE, Dice, FACES, Game, Keep};

use super::habits::Habits;
use super::odds::Odds;
use super::outlook::{Hopes, Outlook};
use super::plans::{Plans, faces, two_pairs};

/// The rolls of a turn after which dice can be kept.
const KEEPING: usize = ROLLS as usize - 1;

/// The best of some rows and what it gains, if there are any.
type BestRow<R> = Option<(R, f32)>;

/// The turn of somebody with certain rows filled.
pub(crate) struct WholeTurn<'a, S: Habits> {
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

/// What the plans of one sheet promise that do not depend on all dice, when so many rolls are left.
struct Promises {
    /// By face and how many of it there are; the lowest of all numbers where that is no plan.
    collected: [[f32; DICE + 1]; FACES],
    /// By two faces that there are two of.
    full: [[f32; FACES]; FACES],
    /// By road: what it gains when complete.
    complete: [Option<f32>; 4],
}

impl<'a, S: Habits> WholeTurn<'a, S> {
    /// The turn of somebody with such a sheet, whatever its upper total.
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

    /// Shows what greedy does with this upper total, by roll of the turn from 0 and dice.
    pub(crate) fn decide(&self, sheet: &Sheet, mut show: impl FnMut(usize, Dice, SheetAction<S::Row>)) {
        let outlook = Outlook::new(self.game, sheet);
        let mut upper = [[f32::MIN; DICE + 1]; FACES];
        for row in self.game.open(sheet).and(S::UPPER).iter::<S::Row>() {
            for (count, dice) in Odds::get().equal[row.index()].iter().enumerate() {
                upper[row.index()][count] = outlook.upper_gain(row, *dice, Roll::Later);
            }
        }
        let known = Known { gains: &self.gains, upper };
        let left: [Plans<'_, S, Known<'_>>; KEEPING] =
            std::array::from_fn(|after| Plans::new(self.game.rules(), self.reach, &known, KEEPING - after));
        let promises = [0, 1].map(|after| Promises::new(&left[after]));
        for dice in Dice::all() {
            let counts = dice.counts();
            let upper = bits(self.upper[dice.index()])
                .map(|row| (S::Row::ALL[row], known.upper[row][usize::from(counts[row])]));
            let upper = upper.reduce(better);
            let best_row = |roll: usize| {
                let lower = self.lower[roll.min(1)][dice.index()];
                upper.into_iter().chain(lower).reduce(better).expect("there is always a row to fill")
            };
            for after in 0..KEEPING {
                let (row, gain) = best_row(after);
                let (keep, promise) = promises[after].best(&left[after], dice);
                show(after, dice, if promise > gain { SheetAction::Keep(keep) } else { SheetAction::Row(row) });
            }
            show(KEEPING, dice, SheetAction::Row(best_row(KEEPING).0));
        }
    }
}

impl Promises {
    fn new<S: Habits, H: Hopes>(plans: &Plans<'_, S, H>) -> Self {
        let collected = |face, now| plans.collected(face, now).unwrap_or(f32::MIN);
        let mut complete = [None; 4];
        for (complete, &(road, rows)) in complete.iter_mut().zip(S::ROADS) {
            *complete = plans.complete(road, rows);
        }
        Self {
            collected: std::array::from_fn(|face| std::array::from_fn(|now| collected(face, now))),
            full: std::array::from_fn(|lower| std::array::from_fn(|upper| plans.full(lower, upper))),
            complete,
        }
    }

    /// The same as [`Plans::best`].
    fn best<S: Habits, H: Hopes>(&self, plans: &Plans<'_, S, H>, dice: Dice) -> (Keep, f32) {
        let odds = Odds::get();
        let counts = dice.counts();
        let mut best = (dice.as_keep(), f32::MIN);
        let mut consider = |keep: Keep, gain: f32| {
            if gain > best.1 && keep.len() < DICE {
                best = (keep, gain);
            }
        };
        for (face, now) in counts.into_iter().map(usize::from).enumerate() {
            consider(odds.keep_equal[face][now], self.collected[face][now]);
        }
        if let Some((lower, upper)) = two_pairs(counts) {
            consider(odds.keep_pairs[lower][upper], self.full[lower][upper]);
        }
        for (&(road, _), complete) in S::ROADS.iter().zip(self.complete) {
            if let Some(complete) = complete {
                let (keep, gain) = plans.road(road, complete, faces(counts));
                consider(keep, gain);
            }
        }
        if let Some((keep, gain)) = plans.sum(dice) {
            consider(keep, gain);
        }
        plans.parity(dice, consider);
        best
    }
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
