//! The value of one turn, for many states at once.
//!
//! Every number is a short vector with one lane for each state; the states of a vector differ only in something that
//! shifts or adds, such as the upper total, so all of them do the same arithmetic. A keep is worth the mean of the six
//! keeps that one more die makes of it, and the best keep within a roll is the best within what remains without one of
//! its dice: both go die by die, through some 1,260 steps, where every roll with every keep in it would take tens of
//! thousands.

use kosti_engine::{Dice, FACES, Keep};

use crate::graph::{GRAPH, Growth, KEEPS, Parts, ROOM, share};
use crate::program::{BEST_CROSSING, Column, Lists, NOTHING, Program};

/// No sheet has more rows that every roll fits.
const MOST_COLUMNS: usize = 9;

/// A number that values can be made of.
pub(crate) trait Number: Copy + Send + Sync + PartialOrd + Default + From<f32> + 'static {
    /// Less than any value.
    const LOWEST: Self;
    /// The nearest such number.
    fn near(value: f64) -> Self;
    /// The same as a double.
    fn wide(self) -> f64;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The larger of the two.
    fn larger(self, other: Self) -> Self;
}

macro_rules! number {
    ($kind:ty) => {
        impl Number for $kind {
            const LOWEST: Self = -1e30;

            #[inline(always)]
            fn near(value: f64) -> Self {
                value as Self
            }

            #[inline(always)]
            fn wide(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }

            // What `max` does with numbers that are none would cost more.
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
        }
    };
}

number!(f32);
number!(f64);

/// Where the values of all candidates come from.
pub(crate) struct Sources<T>(Vec<Source<T>>);

/// Where the values of a candidate come from.
#[derive(Clone, Copy)]
pub(crate) struct Source<T> {
    /// The candidate.
    pub(crate) number: u8,
    /// Whether it crosses a row.
    pub(crate) crosses: bool,
    /// Where the values of the states that it leads to stand, from the first lane on.
    pub(crate) from: u32,
    /// What it books.
    pub(crate) points: T,
}

impl<T> Sources<T> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// Replaces all of them.
    pub(crate) fn set(&mut self, sources: impl Iterator<Item = Source<T>>) {
        self.0.clear();
        self.0.extend(sources);
    }

    /// The candidates that cross a row.
    pub(crate) fn crossings(&self) -> impl Iterator<Item = u8> {
        self.0.iter().filter(|source| source.crosses).map(|source| source.number)
    }

    /// Goes on by this many lanes.
    pub(crate) fn advance(&mut self, lanes: usize) {
        self.0.iter_mut().for_each(|source| source.from += lanes as u32);
    }
}

/// Room for the numbers of one turn.
#[repr(C, align(64))]
pub(crate) struct Work<T, const L: usize> {
    /// By roll: what is reached from it.
    pub(crate) rolls: [[T; L]; ROOM],
    /// By keep of fewer than five dice.
    pub(crate) keeps: [[T; L]; ROOM],
    /// By number of the candidate: what filling a row so is worth.
    pub(crate) candidates: [[T; L]; ROOM],
    /// By number of a list of candidates: the best of them.
    lists: [[T; L]; ROOM],
}

impl<T: Number, const L: usize> Work<T, L> {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self {
            rolls: [[T::default(); L]; ROOM],
            keeps: [[T::default(); L]; ROOM],
            candidates: [[T::default(); L]; ROOM],
            lists: [[T::default(); L]; ROOM],
        })
    }

    /// Loads the values of all candidates.
    #[inline(always)]
    pub(crate) fn load(&mut self, sources: &Sources<T>, values: &[T]) {
        let mut crossing = [T::LOWEST; L];
        for &Source { number, crosses, from, points } in &sources.0 {
            let mut value = [T::default(); L];
            value.copy_from_slice(&values[from as usize..][..L]);
            for value in &mut value {
                *value = value.plus(points);
            }
            if crosses {
                larger(&mut crossing, &value);
            }
            self.candidates[number as usize] = value;
        }
        self.candidates[BEST_CROSSING as usize] = crossing;
        self.candidates[NOTHING as usize] = [T::LOWEST; L];
    }

    /// Sets the values of all candidates: their numbers, whether they cross a row, and what they are worth.
    #[inline(always)]
    pub(crate) fn set(&mut self, candidates: impl Iterator<Item = (usize, bool, [T; L])>) {
        let mut crossing = [T::LOWEST; L];
        for (number, crosses, value) in candidates {
            if crosses {
                larger(&mut crossing, &value);
            }
            self.candidates[number] = value;
        }
        self.candidates[BEST_CROSSING as usize] = crossing;
        self.candidates[NOTHING as usize] = [T::LOWEST; L];
    }

    /// What the keeps are worth, from the sums of [`Work::expect`].
    pub(crate) fn keep_values(&self) -> impl Iterator<Item = [f64; L]> {
        Keep::all().take(KEEPS).map(|keep| self.keeps[keep.index()].map(|sum| sum.wide() * share(keep.len())))
    }

    /// The value of a turn before its first roll, from the values of all candidates.
    #[inline(always)]
    pub(crate) fn turn(&mut self, program: &Program<'_>) -> [f64; L] {
        self.choose_rows(program);
        self.expect();
        self.choose_keeps();
        self.expect();
        self.raise_keeps();
        self.mean_of_first(&program.first, &GRAPH.ways)
    }

    /// The best row for each roll, but for what only the first roll of a turn offers.
    #[inline(always)]
    pub(crate) fn choose_rows(&mut self, program: &Program<'_>) {
        self.choose_from_lists(&program.lower);
        let mut columns = [&program.begin; MOST_COLUMNS];
        let mut count = 0;
        for (place, column) in columns.iter_mut().zip(program.columns()) {
            *place = column;
            count += 1;
        }
        let lists = &program.lower.of_roll;
        match columns[..count] {
            [] => self.begin(&program.begin, [], lists),
            [a] => self.begin(&program.begin, [a], lists),
            [a, b] => self.begin(&program.begin, [a, b], lists),
            [a, b, c] => self.begin(&program.begin, [a, b, c], lists),
            [a, b, c, d] => self.begin(&program.begin, [a, b, c, d], lists),
            [a, b, c, d, e] => self.begin(&program.begin, [a, b, c, d, e], lists),
            [a, b, c, d, e, f] => self.begin(&program.begin, [a, b, c, d, e, f], lists),
            [a, b, c, d, e, f, g] => self.begin(&program.begin, [a, b, c, d, e, f, g], lists),
            _ => self.begin(&program.begin, columns, lists),
        }
    }

    /// The best of all candidates of a roll.
    #[inline(always)]
    fn begin<const COLUMNS: usize>(&mut self, begin: &Column, columns: [&Column; COLUMNS], lists: &Column) {
        let candidates = &self.candidates;
        for (index, roll) in self.rolls.iter_mut().enumerate().take(Dice::COUNT) {
            let mut value = candidates[begin[index] as usize];
            for column in columns {
                larger(&mut value, &candidates[column[index] as usize]);
            }
            larger(&mut value, &self.lists[lists[index] as usize]);
            *roll = value;
        }
    }

    /// The best candidate of each list.
    #[inline(always)]
    pub(crate) fn choose_from_lists(&mut self, lists: &Lists) {
        for (best, list) in self.lists.iter_mut().zip(lists.all()) {
            let mut value = [T::LOWEST; L];
            for &candidate in list {
                larger(&mut value, &self.candidates[candidate as usize]);
            }
            *best = value;
        }
    }

    /// What each keep is worth if the rest is rolled, as a sum over all ordered rolls of the rest.
    #[inline(always)]
    pub(crate) fn expect(&mut self) {
        for &Growth { keep, grown } in &GRAPH.to_rolls {
            self.keeps[keep as usize] = sum(grown, &self.rolls);
        }
        for &Growth { keep, grown } in &GRAPH.to_keeps {
            self.keeps[keep as usize] = sum(grown, &self.keeps);
        }
    }

    /// What each roll is worth if the best of its dice are kept, from the sums of [`Work::expect`].
    #[inline(always)]
    pub(crate) fn choose_keeps(&mut self) {
        self.raise_keeps();
        self.choose_raised();
    }

    /// What each keep is worth if the best of its dice are kept, from the sums of [`Work::expect`].
    #[inline(always)]
    pub(crate) fn raise_keeps(&mut self) {
        let none = &mut self.keeps[0];
        scale(none, T::near(share(0)));
        for (size, Parts { two, three, four, five }) in (1..).zip(&GRAPH.keep_parts) {
            let share = T::near(share(size));
            best_within_keeps(&mut self.keeps, share, two);
            best_within_keeps(&mut self.keeps, share, three);
            best_within_keeps(&mut self.keeps, share, four);
            best_within_keeps(&mut self.keeps, share, five);
        }
    }

    /// What each roll is worth if the best of its dice are kept, from raised keeps.
    #[inline(always)]
    pub(crate) fn choose_raised(&mut self) {
        let Parts { two, three, four, five } = &GRAPH.roll_parts;
        best_within_rolls(&mut self.rolls, &self.keeps, two);
        best_within_rolls(&mut self.rolls, &self.keeps, three);
        best_within_rolls(&mut self.rolls, &self.keeps, four);
        best_within_rolls(&mut self.rolls, &self.keeps, five);
    }

    /// The mean over the first roll of a turn if the best of its dice are kept, from raised keeps, or one of these rows
    /// is filled; `ways` tells how many of the ordered rolls look like each roll.
    #[inline(always)]
    pub(crate) fn mean_of_first(&mut self, rows: &Lists, ways: &[f32; ROOM]) -> [f64; L] {
        let Parts { two, three, four, five } = &GRAPH.roll_parts;
        let sums = if rows.is_empty() {
            [
                self.sum_of_best::<_, false>(two, rows, ways),
                self.sum_of_best::<_, false>(three, rows, ways),
                self.sum_of_best::<_, false>(four, rows, ways),
                self.sum_of_best::<_, false>(five, rows, ways),
            ]
        } else {
            self.choose_from_lists(rows);
            [
                self.sum_of_best::<_, true>(two, rows, ways),
                self.sum_of_best::<_, true>(three, rows, ways),
                self.sum_of_best::<_, true>(four, rows, ways),
                self.sum_of_best::<_, true>(five, rows, ways),
            ]
        };
        std::array::from_fn(|lane| sums.iter().map(|sum| sum[lane].wide()).sum::<f64>() / 7776.0)
    }

    /// What these rolls are worth, times the ways to roll them. They are not written down first.
    #[inline(always)]
    fn sum_of_best<const N: usize, const ROWS: bool>(
        &self,
        parts: &[(u8, [u8; N])],
        rows: &Lists,
        ways: &[f32; ROOM],
    ) -> [T; L] {
        let mut sum = [T::default(); L];
        for (whole, parts) in parts {
            let mut value = self.rolls[*whole as usize];
            for part in parts {
                larger(&mut value, &self.keeps[*part as usize]);
            }
            if ROWS {
                larger(&mut value, self.best_of_list(rows, *whole as usize));
            }
            add_times(&mut sum, &value, T::from(ways[*whole as usize]));
        }
        sum
    }

    /// The best candidate of a roll's list, after [`Work::choose_from_lists`].
    #[inline(always)]
    pub(crate) fn best_of_list(&self, lists: &Lists, roll: usize) -> &[T; L] {
        &self.lists[lists.of_roll[roll] as usize]
    }
}

#[inline(always)]
pub(crate) fn add_times<T: Number, const L: usize>(sum: &mut [T; L], value: &[T; L], times: T) {
    for lane in 0..L {
        sum[lane] = sum[lane].plus(value[lane].times(times));
    }
}

#[inline(always)]
pub(crate) fn larger<T: Number, const L: usize>(value: &mut [T; L], other: &[T; L]) {
    for lane in 0..L {
        value[lane] = value[lane].larger(other[lane]);
    }
}

#[inline(always)]
fn add<T: Number, const L: usize>(value: &mut [T; L], other: &[T; L]) {
    for lane in 0..L {
        value[lane] = value[lane].plus(other[lane]);
    }
}

#[inline(always)]
fn sum<T: Number, const L: usize>([a, b, c, d, e, f]: [u8; FACES], of: &[[T; L]; ROOM]) -> [T; L] {
    let of = |index: u8| &of[index as usize];
    // Three sums of two: a shorter chain than one of six.
    let (mut ab, mut cd, mut ef) = (*of(a), *of(c), *of(e));
    add(&mut ab, of(b));
    add(&mut cd, of(d));
    add(&mut ef, of(f));
    add(&mut ab, &cd);
    add(&mut ab, &ef);
    ab
}

#[inline(always)]
fn scale<T: Number, const L: usize>(value: &mut [T; L], by: T) {
    for value in value {
        *value = value.times(by);
    }
}

#[inline(always)]
fn best_within_keeps<T: Number, const L: usize, const N: usize>(
    keeps: &mut [[T; L]; ROOM],
    share: T,
    parts: &[(u8, [u8; N])],
) {
    for (whole, parts) in parts {
        let mut value = keeps[*whole as usize];
        scale(&mut value, share);
        for part in parts {
            larger(&mut value, &keeps[*part as usize]);
        }
        keeps[*whole as usize] = value;
    }
}

#[inline(always)]
fn best_within_rolls<T: Number, const L: usize, const N: usize>(
    rolls: &mut [[T; L]; ROOM],
    keeps: &[[T; L]; ROOM],
    parts: &[(u8, [u8; N])],
) {
    for (whole, parts) in parts {
        let mut value = rolls[*whole as usize];
        for part in parts {
            larger(&mut value, &keeps[*part as usize]);
        }
        rolls[*whole as usize] = value;
    }
}
