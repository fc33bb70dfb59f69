//! What to do with every roll of a turn.

use std::ops::Range;

use kosti_engine::{Dice, Keep};

use crate::constraint::Limits;
use crate::graph::{GRAPH, KEEPS, Parts, ROOM, share};
use crate::program::{BEST_CROSSING, Program};
use crate::turn::{Number, Work};

/// A decision: the keep with this number among all keeps, or the candidate with this number and [`ROW`] on top.
pub(crate) type Code = u16;

/// What tells a candidate from a keep.
pub(crate) const ROW: Code = 1 << 9;
/// Room for all codes.
pub(crate) const CODES: usize = 1 << 10;

const _: () = assert!(Keep::COUNT <= ROW as usize && ROW as usize + ROOM <= CODES);

/// A decision for every roll of a turn, in several states at once.
pub(crate) struct Choices<const L: usize> {
    /// By roll: after the first, the second and the third roll of the turn.
    pub(crate) after: [[[Code; L]; ROOM]; 3],
    /// The same: whether something better was not allowed.
    pub(crate) bites: [[[bool; L]; ROOM]; 3],
}

impl<const L: usize> Choices<L> {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self { after: [[[0; L]; ROOM]; 3], bites: [[[false; L]; ROOM]; 3] })
    }
}

impl<const L: usize> Choices<L> {
    /// Takes over the decisions of some lanes.
    pub(crate) fn take(&mut self, other: &Self, lanes: Range<usize>) {
        for after in 0..3 {
            for roll in 0..ROOM {
                for lane in lanes.clone() {
                    self.after[after][roll][lane] = other.after[after][roll][lane];
                    self.bites[after][roll][lane] = other.bites[after][roll][lane];
                }
            }
        }
    }
}

/// The best of some decisions, looked for in several lanes at once: in each lane the highest value so far, and the code of
/// the decision that has it.
///
/// What a code means is up to the caller. It is as wide as a single-precision number, so that vector instructions choose
/// both together.
///
/// ```
/// use kosti_solver::Best;
///
/// let mut best = Best::new([1.0f32, 5.0], [10, 10]);
/// best.or(&[2.0, 5.0], &[11, 11]);
/// assert_eq!((best.value, best.code), ([2.0, 5.0], [11, 10]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Best<T, const L: usize> {
    /// The highest value, by lane.
    pub value: [T; L],
    /// The code of the decision that has it, by lane.
    pub code: [u32; L],
}

impl<T: Copy + PartialOrd, const L: usize> Best<T, L> {
    /// A first decision for each lane.
    #[inline(always)]
    pub fn new(value: [T; L], code: [u32; L]) -> Self {
        Self { value, code }
    }

    /// Considers another decision: it replaces the best one in the lanes in which its value is higher, not where it is
    /// equal.
    #[inline(always)]
    pub fn or(&mut self, value: &[T; L], code: &[u32; L]) {
        // Whole vectors, one after the other, and no branches: so they become vector instructions.
        let mut better = [0; L];
        for lane in 0..L {
            better[lane] = 0u32.wrapping_sub(u32::from(value[lane] > self.value[lane]));
        }
        for lane in 0..L {
            self.code[lane] = code[lane] & better[lane] | self.code[lane] & !better[lane];
        }
        let best = &mut self.value;
        for lane in 0..L {
            best[lane] = if best[lane] > value[lane] { best[lane] } else { value[lane] };
        }
    }
}

/// Room for finding out what to do.
pub(crate) struct Chooser<T, const L: usize> {
    pub(crate) work: Box<Work<T, L>>,
    /// By keep: the best keep within it.
    keeps: Vec<[u32; L]>,
    /// By roll: what to do.
    rolls: Vec<[u32; L]>,
    /// By roll: the best row if all are allowed.
    free: Vec<Best<T, L>>,
    /// By number of a list of candidates: the best of them.
    lists: Vec<Best<T, L>>,
}

impl<T: Number, const L: usize> Chooser<T, L> {
    pub(crate) fn new() -> Self {
        let nothing = Best::new([T::LOWEST; L], [0; L]);
        Self {
            work: Work::new(),
            keeps: vec![[0; L]; ROOM],
            rolls: vec![[0; L]; ROOM],
            free: vec![nothing; ROOM],
            lists: vec![nothing; ROOM],
        }
    }

    /// Finds the best decisions from the values of all candidates, which stand in `work`. Rows come before keeps that are
    /// worth the same.
    #[inline(always)]
    pub(crate) fn choose(
        &mut self,
        program: &Program<'_>,
        crossings: impl Iterator<Item = u8>,
        limits: &Limits,
        choices: &mut Choices<L>,
    ) {
        self.choose_rows(program, crossings);
        self.decide::<false>(choices, 2, limits, &[]);
        self.choose_keeps(choices, 1, limits);
        // What the first roll offers besides.
        for roll in 0..Dice::COUNT {
            for &number in program.first.of(roll) {
                self.free[roll].or(&self.work.candidates[number as usize], &row_code(number));
            }
        }
        self.choose_keeps(choices, 0, limits);
    }

    /// The best row for each roll.
    #[inline(always)]
    fn choose_rows(&mut self, program: &Program<'_>, crossings: impl Iterator<Item = u8>) {
        let crossing = self.best_crossing(crossings);
        let candidates = &self.work.candidates;
        for (best, list) in self.lists.iter_mut().zip(program.lower.all()) {
            *best = Best::new([T::LOWEST; L], [0; L]);
            for &number in list {
                best.or(&candidates[number as usize], &row_code(number));
            }
        }
        for dice in Dice::all().map(Dice::index) {
            let begin = program.begin[dice];
            let code = if begin == BEST_CROSSING { crossing } else { row_code(begin) };
            let mut best = Best::new(candidates[begin as usize], code);
            for column in program.columns() {
                best.or(&candidates[column[dice] as usize], &row_code(column[dice]));
            }
            let list = &self.lists[program.lower.of_roll[dice] as usize];
            best.or(&list.value, &list.code);
            self.free[dice] = best;
        }
    }

    /// Settles what to do with each roll: fill the best row or, if `KEEPING`, keep the best dice. `kept` holds the best
    /// keep of each roll that does not allow all, if there are any.
    #[inline(always)]
    fn decide<const KEEPING: bool>(
        &mut self,
        choices: &mut Choices<L>,
        after: usize,
        limits: &Limits,
        kept: &[Option<Best<T, L>>],
    ) {
        choices.bites[after].fill([false; L]);
        let mut settle = |chooser: &mut Self, roll: usize, best: Best<T, L>| {
            choices.after[after][roll] = best.code.map(|code| code as Code);
            chooser.work.rolls[roll] = best.value;
        };
        // Two loops: the first becomes vector instructions without a detour.
        if limits.allow_all(after) {
            for roll in GRAPH.rolls.iter().map(|roll| usize::from(*roll)) {
                settle(self, roll, self.usual::<KEEPING>(roll));
            }
            return;
        }
        for roll in 0..Dice::COUNT {
            let usual = self.usual::<KEEPING>(roll);
            let kept = || kept.get(roll).copied().flatten().unwrap_or_else(|| self.best_keep(roll));
            let allowed = self.allowed(after, roll, limits, KEEPING.then(kept));
            if let Some(allowed) = allowed {
                for lane in 0..L {
                    choices.bites[after][roll][lane] = usual.value[lane] > allowed.value[lane];
                }
            }
            settle(self, roll, allowed.unwrap_or(usual));
        }
    }

    /// The best decision with a roll if all is allowed.
    #[inline(always)]
    fn usual<const KEEPING: bool>(&self, roll: usize) -> Best<T, L> {
        let mut best = self.free[roll];
        if KEEPING {
            let keep = self.best_keep(roll);
            best.or(&keep.value, &keep.code);
        }
        best
    }

    /// The best keep of a roll if all are allowed, after [`Chooser::best_keeps`].
    #[inline(always)]
    fn best_keep(&self, roll: usize) -> Best<T, L> {
        Best::new(self.work.rolls[roll], self.rolls[roll])
    }

    /// The best of what is allowed with a roll, if not all is; `kept` is the best keep, if a roll is left.
    fn allowed(&self, after: usize, roll: usize, limits: &Limits, kept: Option<Best<T, L>>) -> Option<Best<T, L>> {
        let rows = limits.rows[after].of(roll);
        if rows.is_none() && limits.keeps(after, roll).is_none() {
            return None;
        }
        let mut best = self.free[roll];
        if let Some(rows) = rows {
            best = Best::new([T::LOWEST; L], [0; L]);
            for &number in rows {
                best.or(&self.work.candidates[number as usize], &row_code(number));
            }
        }
        if let Some(kept) = kept {
            best.or(&kept.value, &kept.code);
        }
        Some(best)
    }

    /// What to do with each roll when another one is left.
    #[inline(always)]
    fn choose_keeps(&mut self, choices: &mut Choices<L>, after: usize, limits: &Limits) {
        self.work.expect();
        let allowed = |roll: usize| {
            let mut best = Best::new([T::LOWEST; L], [0; L]);
            for &keep in limits.keeps(after, roll)? {
                let value = if usize::from(keep) < KEEPS {
                    let share = T::near(share(Keep::from_index(usize::from(keep)).len()));
                    self.work.keeps[usize::from(keep)].map(|sum| sum.times(share))
                } else {
                    self.work.rolls[roll]
                };
                best.or(&value, &[u32::from(keep); L]);
            }
            Some(best)
        };
        let limited: Vec<Option<Best<T, L>>> =
            if limits.plan(after).is_some() { (0..Dice::COUNT).map(allowed).collect() } else { Vec::new() };
        for dice in Dice::all() {
            self.rolls[dice.index()] = [dice.as_keep().index() as u32; L];
        }
        self.best_keeps();
        self.decide::<true>(choices, after, limits, &limited);
    }

    #[inline(always)]
    fn best_crossing(&self, crossings: impl Iterator<Item = u8>) -> [u32; L] {
        let mut best = Best::new([T::LOWEST; L], [u32::from(ROW); L]);
        for number in crossings {
            best.or(&self.work.candidates[number as usize], &[u32::from(ROW) + u32::from(number); L]);
        }
        best.code
    }

    /// The best keep within each roll.
    #[inline(always)]
    fn best_keeps(&mut self) {
        let Self { work, keeps, rolls, .. } = self;
        for keep in Keep::all().take(KEEPS) {
            let share = T::near(share(keep.len()));
            work.keeps[keep.index()].iter_mut().for_each(|value| *value = value.times(share));
            keeps[keep.index()] = [keep.index() as u32; L];
        }
        for Parts { two, three, four, five } in &GRAPH.keep_parts {
            best_within_keeps(&mut work.keeps, keeps, two);
            best_within_keeps(&mut work.keeps, keeps, three);
            best_within_keeps(&mut work.keeps, keeps, four);
            best_within_keeps(&mut work.keeps, keeps, five);
        }
        let Parts { two, three, four, five } = &GRAPH.roll_parts;
        let kept = (&work.keeps, keeps.as_slice());
        best_within_rolls(&mut work.rolls, rolls, kept, two);
        best_within_rolls(&mut work.rolls, rolls, kept, three);
        best_within_rolls(&mut work.rolls, rolls, kept, four);
        best_within_rolls(&mut work.rolls, rolls, kept, five);
    }
}

#[inline(always)]
fn best_within_keeps<T: Number, const L: usize, const N: usize>(
    values: &mut [[T; L]; ROOM],
    codes: &mut [[u32; L]],
    parts: &[(u8, [u8; N])],
) {
    for (whole, parts) in parts {
        let whole = *whole as usize;
        let mut best = Best::new(values[whole], codes[whole]);
        for part in parts {
            best.or(&values[*part as usize], &codes[*part as usize]);
        }
        (values[whole], codes[whole]) = (best.value, best.code);
    }
}

#[inline(always)]
fn best_within_rolls<T: Number, const L: usize, const N: usize>(
    values: &mut [[T; L]; ROOM],
    codes: &mut [[u32; L]],
    (keep_values, keep_codes): (&[[T; L]; ROOM], &[[u32; L]]),
    parts: &[(u8, [u8; N])],
) {
    for (whole, parts) in parts {
        let whole = *whole as usize;
        let mut best = Best::new(values[whole], codes[whole]);
        for part in parts {
            best.or(&keep_values[*part as usize], &keep_codes[*part as usize]);
        }
        (values[whole], codes[whole]) = (best.value, best.code);
    }
}

#[inline(always)]
fn row_code<const L: usize>(candidate: u8) -> [u32; L] {
    [u32::from(ROW) + u32::from(candidate); L]
}
