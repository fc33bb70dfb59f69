//! A quick player of the dice games: exact within the turn, and a guess beyond.
//!
//! Every roll and every keep of the current turn is weighed, but the sheet that it ends with is only guessed at: its open
//! rows count what they usually bring, with what the upper total promises at the end. So nothing has to be worked out
//! before the game, and a turn takes a few microseconds.

mod trends;

use std::sync::Arc;

use kosti_engine::sheet::{ROLLS, Roll, RowSet, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{DICE, Dice, Game};

use crate::bot::{Bot, Decision};
use crate::greedy::sheet::{Pars, Prospects};
use crate::solver::{KEEPS, Space, Work, share};
use crate::spec::{BotSpec, SpecError};
pub(crate) use trends::Promising;

/// Searches the rolls of its turn and guesses what the rest of the game brings.
pub(crate) struct Expectimax<S: Scoresheet> {
    space: Arc<Space<S>>,
    /// What the rows bring, by how many stay open after the turn.
    pars: Vec<Pars>,
    /// What the mark of the game is worth for every row that stays open.
    mark: f32,
    work: Box<Work<f32, 1>>,
    /// The sheet whose turn was worked out.
    sheet: Option<Sheet>,
    /// By keep: what it is worth if the rest is rolled for the last time, as a sum over all rolls.
    last: [[f32; 1]; KEEPS],
    /// By dice kept: one over the number of those rolls.
    shares: [f32; DICE],
}

/// The parameter that says how uncertain the open upper rows are.
const SPREAD: &str = "spread";

/// What the spread of the upper rows is multiplied by.
///
/// # Errors
/// If it is no sensible number.
pub(crate) fn spread(spec: &BotSpec) -> Result<f32, SpecError> {
    let Some((key, value)) = spec.params.iter().find(|(key, _)| key == SPREAD) else { return Ok(1.0) };
    value.parse().ok().filter(|spread| (0.0..=10.0).contains(spread)).ok_or_else(|| SpecError::BadValue {
        bot: spec.name.clone(),
        key: key.clone(),
        value: value.clone(),
        expected: "a number from 0 to 10, where 1 is the usual uncertainty of the upper rows",
    })
}

impl<S: Promising> Expectimax<S> {
    /// A player of this game, with the spread of the upper rows multiplied by this.
    pub(crate) fn new(game: &SheetGame<S>, spread: f32) -> Self {
        let (trends, rows) = (game.rules().trends(), game.rows().len());
        let pars = (0..rows).map(|left| {
            let pars = trends.pars(left, rows);
            Pars { spread: spread * pars.spread, ..pars }
        });
        Self {
            space: Space::shared(game),
            pars: pars.collect(),
            mark: trends.mark,
            work: Work::new(),
            sheet: None,
            last: [[0.0]; KEEPS],
            shares: std::array::from_fn(|kept| share(kept) as f32),
        }
    }

    /// Works out a turn.
    fn think(&mut self, sheet: &Sheet) {
        let Self { space, pars, mark, work, last, .. } = self;
        let outline = space.outline(sheet);
        let open = space.game().open(sheet);
        let left = open.len() - 1;
        let prospects = Prospects::new(space.game().rules(), sheet, open, &pars[left]);
        let mark = *mark * left as f32;
        work.set(space.open_candidates(outline.filled).map(|(number, candidate)| {
            let (row, booked) = (usize::from(candidate.row), f32::from(candidate.points));
            let gain = if S::UPPER.and(RowSet::from_bits(1 << row)).is_empty() {
                prospects.lower_gain(row, booked, candidate.crossed)
            } else {
                prospects.upper_gain(row, booked)
            };
            (number, candidate.only_crosses(), [gain + if candidate.marks { mark } else { 0.0 }])
        }));
        match space.plain_program(outline) {
            Some(program) => work.choose_rows(&program),
            None => {
                // Quicker than to write all lists down first.
                for dice in Dice::all() {
                    let rows = space.game().choices(sheet, dice);
                    let worth = |row| work.candidates[usize::from(space.number(sheet, dice, Roll::Later, row))];
                    work.rolls[dice.index()] = [rows.iter().map(worth).fold(f32::MIN, |best, [worth]| best.max(worth))];
                }
            }
        }
        work.expect();
        last.copy_from_slice(&work.keeps[..KEEPS]);
        work.choose_keeps();
        work.expect();
    }

    /// The best action with these dice after so many rolls; of equals rows first, then keeps of more dice.
    fn best(&self, sheet: &Sheet, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        let roll = if rolls == 1 { Roll::First } else { Roll::Later };
        let (mut best, mut most) = (None, f32::MIN);
        let mut consider = |action, worth: f32| {
            if best.is_none() || worth > most {
                (best, most) = (Some(action), worth);
            }
        };
        for row in self.space.game().choices(sheet, dice).iter() {
            let number = self.space.number(sheet, dice, roll, row);
            let [worth] = self.work.candidates[usize::from(number)];
            consider(SheetAction::Row(row), worth);
        }
        if rolls < ROLLS {
            let keeps: &[[f32; 1]] = if rolls == 1 { &self.work.keeps } else { &self.last };
            // To keep all five is no better than to fill a row at once.
            for keep in (0..dice.keep_count() - 1).rev().map(|number| dice.nth_keep(number)) {
                let [sum] = keeps[keep.index()];
                consider(SheetAction::Keep(keep), sum * self.shares[keep.len()]);
            }
        }
        best.expect("a row can always be chosen")
    }
}

impl<S: Promising> Bot<SheetGame<S>> for Expectimax<S> {
    fn act(&mut self, decision: Decision<'_, SheetGame<S>>) -> SheetAction<S::Row> {
        let view = decision.view();
        let state = view.state();
        let sheet = state.sheet(view.seat());
        let dice = state.dice().expect("a decision is about dice that lie there");
        if self.sheet.as_ref() != Some(sheet) {
            self.think(sheet);
            self.sheet = Some(*sheet);
        }
        self.best(sheet, dice, state.rolls())
    }
}
