//! The states of a dice game that have different futures, and what leads from one to the next.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use kosti_engine::sheet::{Roll, Row, RowSet, Scoresheet, Sheet, SheetGame, UpperMatters};
use kosti_engine::{Dice, Game};

use crate::candidate::{Candidate, candidate, candidates};
use crate::graph::ROOM;
use crate::lanes::{Lanes, UPPER_ROWS, counted, lanes};
use crate::places::{contains, only, places};
use crate::program::{Column, Lists, NOTHING, Program};
use crate::scoring::Scoring;

/// Everything but the dice that the rest of a game depends on, but for the upper total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Outline {
    /// The rows that are filled.
    pub(crate) filled: RowSet,
    /// Whether the sheet bears the mark of the game.
    pub(crate) marked: bool,
}

/// The candidates of some open rows.
#[derive(Clone, Debug)]
struct Parts {
    /// The rows that all dice fit.
    always: Vec<Column>,
    /// The others.
    later: Lists,
    /// What only the first roll has.
    first: Lists,
}

/// How a roll fills a row when it is no joker.
#[derive(Clone, Copy, Debug)]
struct Usual {
    fits: bool,
    later: u8,
    first: u8,
}

/// The states of one dice game under its rules.
///
/// All rows, points and choices come from the engine's own scoring.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    scoring: Arc<dyn Scoring>,
    rows: RowSet,
    upper_rows: RowSet,
    jokers: bool,
    matters: UpperMatters,
    candidates: Vec<Candidate>,
    numbers: HashMap<Candidate, u8>,
    /// The candidates of each row.
    of_row: Vec<Range<usize>>,
    /// By roll and row.
    usual: Vec<Vec<Usual>>,
    /// By roll: the rows that it fits.
    fitting: Vec<RowSet>,
    /// By the open rows of the upper part: their candidates.
    upper: Vec<Vec<Column>>,
    /// By the other open rows: their candidates where the dice fit, worked out when they are first needed.
    lower: Vec<OnceLock<Parts>>,
    /// By the filled rows of the upper part.
    lanes: Vec<Lanes>,
    /// By filled rows, without and with the mark: where the values of its lanes stand, if it can be reached.
    places: Vec<[u32; 2]>,
    /// By number of filled rows: the outlines that can be reached.
    layers: Vec<Vec<Outline>>,
    stored: usize,
    padding: usize,
}

const UNREACHABLE: u32 = u32::MAX;

impl Space {
    /// The states of this game from an empty sheet on; rows of lanes are followed by enough room that vectors of this many
    /// lanes may be read.
    pub(crate) fn new(scoring: Arc<dyn Scoring>, vector: usize) -> Self {
        Self::from_sheet(scoring, &Sheet::default(), vector)
    }

    /// The states that can be reached from this sheet on, whatever its upper total.
    pub(crate) fn from_sheet(scoring: Arc<dyn Scoring>, from: &Sheet, vector: usize) -> Self {
        let rows = scoring.rows().len();
        assert_eq!(scoring.rows(), RowSet::first(rows), "rows are counted from the top");
        assert_eq!(scoring.upper_rows(), RowSet::first(UPPER_ROWS), "the upper part stands at the top");
        let matters = scoring.upper_matters();
        let candidates = candidates(&*scoring);
        assert!(candidates.len() <= usize::from(NOTHING), "{} candidates", candidates.len());
        let numbers: HashMap<Candidate, u8> = candidates.iter().copied().zip(0..).collect();
        let of_row = (0..rows).map(|row| {
            let start = candidates.partition_point(|candidate| usize::from(candidate.row) < row);
            start..candidates.partition_point(|candidate| usize::from(candidate.row) <= row)
        });
        let blank = Sheet::default();
        let mut fitting = vec![RowSet::EMPTY; Dice::COUNT];
        let usual: Vec<Vec<Usual>> = Dice::all()
            .map(|dice| {
                let mut usual = Vec::new();
                for row in places(scoring.rows()) {
                    let [later, first] =
                        [Roll::Later, Roll::First].map(|roll| candidate(&*scoring, &blank, dice, roll, row));
                    let (later, first, fits) = (numbers[&later], numbers[&first], !later.crossed);
                    if fits {
                        fitting[dice.index()] = fitting[dice.index()].or(only(row));
                    }
                    usual.push(Usual { fits, later, first });
                }
                usual
            })
            .collect();
        let mut space = Self {
            rows: scoring.rows(),
            upper_rows: scoring.upper_rows(),
            jokers: scoring.has_jokers(),
            scoring,
            matters,
            of_row: of_row.collect(),
            upper: upper_columns(&usual),
            lower: vec![OnceLock::new(); 1 << (rows - UPPER_ROWS)],
            usual,
            fitting,
            lanes: lanes(matters, &candidates),
            places: vec![[UNREACHABLE; 2]; 1 << rows],
            layers: vec![Vec::new(); rows + 1],
            stored: 0,
            // Beyond the last lane a total may be read that counts as much as the last.
            padding: vector + if matches!(matters, UpperMatters::UpTo(_)) { largest_step(&candidates) } else { 0 },
            candidates,
            numbers,
        };
        space.place_reachable(space.outline(from));
        space
    }

    /// Finds the states that can be reached and gives each its place, fuller sheets first.
    fn place_reachable(&mut self, from: Outline) {
        let rows = self.row_count();
        let mut reached = vec![[false; 2]; 1 << rows];
        reached[from.filled.bits() as usize][usize::from(from.marked)] = true;
        for filled in from.filled.bits()..1u32 << rows {
            let open = self.rows.without(RowSet::from_bits(filled));
            for marked in [false, true] {
                if !reached[filled as usize][usize::from(marked)] {
                    continue;
                }
                let outline = Outline { filled: RowSet::from_bits(filled), marked };
                let sheet = self.sheet(outline, 0);
                let (mut plain, mut marking) = (RowSet::EMPTY, RowSet::EMPTY);
                for dice in Dice::all() {
                    for row in places(self.choices(&sheet, dice)) {
                        let marks = self.crossing_marks(row, dice);
                        let set = if marks { &mut marking } else { &mut plain };
                        *set = set.or(only(row));
                    }
                    if plain == open && (marking == self.may_mark().and(open) || marked) {
                        break;
                    }
                }
                for row in places(plain) {
                    reached[outline.filled.or(only(row)).bits() as usize][usize::from(marked)] = true;
                }
                for row in places(marking) {
                    reached[outline.filled.or(only(row)).bits() as usize][1] = true;
                }
            }
        }
        for filled in 0..1u32 << rows {
            for (marked, reached) in [false, true].into_iter().zip(reached[filled as usize]) {
                if reached {
                    self.layers[filled.count_ones() as usize]
                        .push(Outline { filled: RowSet::from_bits(filled), marked });
                }
            }
        }
        for outline in self.layers.iter().rev().flatten() {
            self.places[outline.filled.bits() as usize][usize::from(outline.marked)] = self.stored as u32;
            self.stored += self.room_of(*outline);
        }
    }

    /// Whether filling a row with these dice makes the mark.
    fn crossing_marks(&self, row: usize, dice: Dice) -> bool {
        let of_row = &self.candidates[self.candidates_of(row)];
        let crossed = !contains(self.fitting[dice.index()], row);
        of_row.iter().any(|candidate| candidate.marks && candidate.crossed == crossed)
    }

    fn may_mark(&self) -> RowSet {
        let marking = self.candidates.iter().filter(|candidate| candidate.marks);
        marking.fold(RowSet::EMPTY, |set, candidate| set.or(only(candidate.row.into())))
    }

    /// The rows of the sheet.
    #[inline]
    pub(crate) fn rows(&self) -> RowSet {
        self.rows
    }

    /// Those of the upper part.
    pub(crate) fn upper_rows(&self) -> RowSet {
        self.upper_rows
    }

    /// The rows of this sheet that may be filled with these dice.
    pub(crate) fn choices(&self, sheet: &Sheet, dice: Dice) -> RowSet {
        self.scoring.choices(sheet, dice)
    }

    /// How much of the upper total matters.
    pub(crate) fn matters(&self) -> UpperMatters {
        self.matters
    }

    /// How many rows the sheet has.
    pub(crate) fn row_count(&self) -> usize {
        self.of_row.len()
    }

    /// How many numbers hold one for each state, with what is between them.
    pub(crate) fn stored(&self) -> usize {
        self.stored
    }

    /// How much room the values of an outline take, with what follows its lanes.
    pub(crate) fn room_of(&self, outline: Outline) -> usize {
        self.lanes_of(outline.filled).width + self.padding
    }

    /// How many states can be reached.
    pub(crate) fn states(&self) -> u64 {
        self.outlines().map(|outline| self.lanes_of(outline.filled).reachable() as u64).sum()
    }

    /// All outlines that can be reached, emptier sheets first.
    pub(crate) fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.layers.iter().flatten().copied()
    }

    /// The outlines with this many filled rows, in the order of their places.
    pub(crate) fn layer(&self, filled: usize) -> &[Outline] {
        &self.layers[filled]
    }

    /// Where the values of an outline stand, if it can be reached. Fuller sheets stand before emptier ones.
    #[inline]
    pub(crate) fn place(&self, outline: Outline) -> Option<usize> {
        let place = self.places[outline.filled.bits() as usize][usize::from(outline.marked)];
        (place != UNREACHABLE).then_some(place as usize)
    }

    /// The upper totals of sheets with these rows filled.
    #[inline]
    pub(crate) fn lanes_of(&self, filled: RowSet) -> Lanes {
        self.lanes[filled.and(self.upper_rows).bits() as usize]
    }

    /// The total that stands for an upper total: what counts as much as it.
    #[inline]
    pub(crate) fn counted(&self, upper: i32) -> i32 {
        counted(self.matters, upper)
    }

    /// The outline of a sheet.
    pub(crate) fn outline(&self, sheet: &Sheet) -> Outline {
        Outline { filled: sheet.filled(), marked: self.scoring.marked(sheet) }
    }

    /// A sheet with this outline and upper total.
    pub(crate) fn sheet(&self, outline: Outline, upper: i32) -> Sheet {
        let mut sheet = Sheet::outline(outline.filled, upper);
        if outline.marked {
            self.scoring.mark(&mut sheet);
        }
        sheet
    }

    /// What is added at the end to the points booked, for a full sheet.
    pub(crate) fn closing(&self, outline: Outline, upper: i32) -> i32 {
        self.scoring.total(&self.sheet(outline, upper)) - upper
    }

    /// About what a row brings: the mean of what the rolls that fit book in it later in a turn, or half of that where few
    /// fit.
    pub(crate) fn usual_points(&self, row: usize) -> f64 {
        let fitting = self.usual.iter().map(|usual| usual[row]).filter(|usual| usual.fits);
        let points: Vec<f64> = fitting.map(|usual| f64::from(self.candidate(usual.later).points)).collect();
        let share = if 4 * points.len() < Dice::COUNT { 0.5 } else { 1.0 };
        share * points.iter().sum::<f64>() / points.len().max(1) as f64
    }

    /// A candidate by its number.
    #[inline]
    pub(crate) fn candidate(&self, number: u8) -> Candidate {
        self.candidates[usize::from(number)]
    }

    /// The numbers of the candidates of a row.
    pub(crate) fn candidates_of(&self, row: usize) -> Range<usize> {
        self.of_row[row].clone()
    }

    /// The candidates of all open rows, with their numbers.
    pub(crate) fn open_candidates(&self, filled: RowSet) -> impl Iterator<Item = (usize, Candidate)> {
        let open = self.rows.without(filled);
        places(open).flat_map(|row| self.candidates_of(row).map(|number| (number, self.candidates[number])))
    }

    /// Where a candidate leads.
    #[inline]
    pub(crate) fn after(&self, outline: Outline, candidate: Candidate) -> Outline {
        Outline { filled: outline.filled.or(only(candidate.row.into())), marked: outline.marked || candidate.marks }
    }

    /// How many lanes up a candidate leads, counted from the lowest lanes of both states.
    #[inline]
    pub(crate) fn shift(&self, from: Outline, to: Outline, candidate: Candidate) -> usize {
        let upper = if self.matters == UpperMatters::No { 0 } else { i32::from(candidate.upper) };
        (self.lanes_of(from.filled).low + upper - self.lanes_of(to.filled).low) as usize
    }

    /// The number of the candidate that fills a row of such a sheet with these dice.
    #[inline]
    pub(crate) fn number(&self, sheet: &Sheet, dice: Dice, roll: Roll, row: usize) -> u8 {
        if self.jokers && self.scoring.is_joker(sheet, dice, row) {
            return self.joker_number(sheet, dice, roll, row);
        }
        self.usual_number(dice, roll, row)
    }

    /// The number of the candidate that fills a row of such a sheet with these dice, which may be a joker.
    fn joker_number(&self, sheet: &Sheet, dice: Dice, roll: Roll, row: usize) -> u8 {
        self.numbers[&candidate(&*self.scoring, sheet, dice, roll, row)]
    }

    /// The same for callers that know the kind of sheet, without a call through a pointer.
    #[inline]
    pub(crate) fn number_in<S: Scoresheet>(
        &self,
        game: &SheetGame<S>,
        sheet: &Sheet,
        dice: Dice,
        roll: Roll,
        row: S::Row,
    ) -> u8 {
        if S::JOKERS && game.rules().joker(sheet, dice, row).is_some() {
            return self.numbers[&candidate(game, sheet, dice, roll, row.index())];
        }
        self.usual_number(dice, roll, row.index())
    }

    /// The number of the candidate that fills a row with these dice when they are no joker.
    #[inline]
    fn usual_number(&self, dice: Dice, roll: Roll, row: usize) -> u8 {
        let Usual { first, later, .. } = self.usual[dice.index()][row];
        if roll == Roll::First { first } else { later }
    }

    /// Which candidates every roll has for this outline.
    pub(crate) fn program(&self, outline: Outline) -> Program<'_> {
        self.plain_program(outline).unwrap_or_else(|| self.odd_program(&self.sheet(outline, 0)))
    }

    /// The same, unless rules or jokers tie the rows to each other.
    pub(crate) fn plain_program(&self, outline: Outline) -> Option<Program<'_>> {
        let sheet = self.sheet(outline, 0);
        let mut begin = [NOTHING; ROOM];
        // Where all open rows may be chosen, crossing the best of all is no better than crossing the best of those that
        // are missing: a row that the dice fit is rather filled.
        if !self.scoring.mark_free_rolls(&sheet, &self.fitting, &mut begin) {
            return None;
        }
        let open = self.rows.without(outline.filled);
        let (upper, lower) = (open.and(self.upper_rows), open.without(self.upper_rows));
        let parts = &self.lower[(lower.bits() >> UPPER_ROWS) as usize];
        let Parts { always, later, first } = parts.get_or_init(|| lower_parts(&self.usual, lower));
        let upper = &self.upper[upper.bits() as usize];
        Some(Program { begin, upper, always, lower: Cow::Borrowed(later), first: Cow::Borrowed(first) })
    }

    /// The same where they do.
    fn odd_program(&self, sheet: &Sheet) -> Program<'_> {
        let rows = |dice: Dice| {
            let rows = self.choices(sheet, dice);
            let jokers = if self.jokers { self.scoring.jokers(sheet, dice, rows) } else { RowSet::EMPTY };
            (dice, rows, jokers)
        };
        let rows: Vec<(Dice, RowSet, RowSet)> = Dice::all().map(rows).collect();
        let lists = |roll: Roll| {
            Cow::Owned(Lists::new(rows.iter().map(|&(dice, rows, jokers)| {
                let number = |row: usize| match contains(jokers, row) {
                    true => self.joker_number(sheet, dice, roll, row),
                    false => self.usual_number(dice, roll, row),
                };
                (dice, places(rows).map(number).collect())
            })))
        };
        Program {
            begin: [NOTHING; ROOM],
            upper: &[],
            always: &[],
            lower: lists(Roll::Later),
            first: lists(Roll::First),
        }
    }
}

/// For each set of open rows of the upper part, a column for each of them: all dice fit there.
fn upper_columns(usual: &[Vec<Usual>]) -> Vec<Vec<Column>> {
    let mut uppers = usual.iter().flat_map(|usual| &usual[..UPPER_ROWS]);
    assert!(uppers.all(|usual| usual.fits && usual.later == usual.first), "upper rows fit all dice, never doubled");
    let of = |open: u32| (0..UPPER_ROWS).filter(|row| open >> row & 1 == 1).map(|row| column(usual, row)).collect();
    (0..1 << UPPER_ROWS).map(of).collect()
}

/// The candidates of a row that all dice fit.
fn column(usual: &[Vec<Usual>], row: usize) -> Column {
    let mut column = [NOTHING; ROOM];
    for (candidate, usual) in column.iter_mut().zip(usual) {
        *candidate = usual[row].later;
    }
    column
}

/// The candidates of some open rows where the dice fit.
fn lower_parts(usual: &[Vec<Usual>], open: RowSet) -> Parts {
    let open: Vec<usize> = (0..usual[0].len()).filter(|row| open.bits() >> row & 1 == 1).collect();
    let fits_all = |row: &usize| usual.iter().all(|usual| usual[*row].fits);
    let (always, others): (Vec<usize>, Vec<usize>) = open.iter().partition(|row| fits_all(row));
    let lists = |rows: &[usize], of: fn(&Usual) -> Option<u8>| {
        Lists::new(Dice::all().map(|dice| {
            let fitting = rows.iter().map(|&row| &usual[dice.index()][row]).filter(|usual| usual.fits);
            (dice, fitting.filter_map(of).collect())
        }))
    };
    Parts {
        always: always.into_iter().map(|row| column(usual, row)).collect(),
        later: lists(&others, |usual| Some(usual.later)),
        first: lists(&open, |usual| (usual.first != usual.later).then_some(usual.first)),
    }
}

fn largest_step(candidates: &[Candidate]) -> usize {
    candidates.iter().map(|candidate| candidate.upper).max().unwrap_or(0).max(0) as usize
}
