//! A player who chooses dice as if the school were worth nothing.

use std::fmt;
use std::sync::Arc;

use kosti_bots::games::dice::DiceRule;
use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, ROLLS, Roll, Row, RowSet, Scoresheet, Sheet, SheetAction, SheetGame, UpperMatters,
};
use kosti_engine::{Counts, Dice, DicePoker, Game, IllegalAction, Key, Rules};
use kosti_solver::{Constraint, Situation, Solution, TurnValues};
use rayon::prelude::*;

use crate::dice::SCHOOL;

/// Dice-poker in which the school is worth nothing: its rows only take spoilt turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct WithoutSchool(DicePokerRules);

impl fmt::Display for WithoutSchool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} without its school", self.0)
    }
}

impl Rules for WithoutSchool {
    const GAME: &'static str = DicePokerRules::GAME;
    const KEYS: &'static [Key] = &[];

    fn value(&self, _: usize) -> u8 {
        0
    }

    fn set_value(&mut self, _: usize, _: u8) {}
}

impl Scoresheet for WithoutSchool {
    type Row = DicePokerRow;
    const UPPER: RowSet = DicePokerRules::UPPER;
    const REFUSAL: IllegalAction = DicePokerRules::REFUSAL;

    fn players(&self) -> u8 {
        1
    }

    fn rows(&self) -> RowSet {
        self.0.rows()
    }

    fn points(&self, row: DicePokerRow, counts: &Counts, roll: Roll) -> Option<i8> {
        if row.school_face().is_some() { Some(0) } else { self.0.points(row, counts, roll) }
    }

    fn upper_matters(&self) -> UpperMatters {
        UpperMatters::No
    }

    fn total(&self, sheet: &Sheet) -> i32 {
        sheet.lower()
    }
}

/// Worths that differ by less are equal: they are worked out with numbers of limited precision.
const EQUAL: f64 = 1e-3;

/// Up to the last roll of a turn, only what would be best if the school were worth nothing. The row is then free.
#[derive(Clone)]
pub(super) struct SchoolIgnored {
    /// By the bits of the open rows that are shown.
    turns: Arc<Vec<Option<Allowed>>>,
}

/// What may be done, by roll of the turn but the last, and dice.
struct Allowed {
    rows: [Vec<RowSet>; ROLLS as usize - 1],
    /// A bit for each keep, by its number among those of the dice.
    keeps: [Vec<u32>; ROLLS as usize - 1],
}

impl Allowed {
    fn new(turn: &TurnValues<WithoutSchool>, open: RowSet) -> Self {
        let best = |dice: Dice, rolls: u8| turn.of(dice, rolls, turn.best(dice, rolls)) - EQUAL;
        let rows = |rolls: u8, dice: Dice| {
            let least = best(dice, rolls);
            let good = |row: &DicePokerRow| turn.of(dice, rolls, SheetAction::Row(*row)) > least;
            open.iter().filter(good).fold(RowSet::EMPTY, RowSet::with)
        };
        let keeps = |rolls: u8, dice: Dice| {
            let least = best(dice, rolls);
            let good = |&number: &usize| turn.of(dice, rolls, SheetAction::Keep(dice.nth_keep(number))) > least;
            (0..dice.keep_count()).filter(good).fold(0, |keeps, number| keeps | 1 << number)
        };
        Self {
            rows: [1, 2].map(|rolls| Dice::all().map(|dice| rows(rolls, dice)).collect()),
            keeps: [1, 2].map(|rolls| Dice::all().map(|dice| keeps(rolls, dice)).collect()),
        }
    }
}

impl SchoolIgnored {
    /// The school itself makes no difference to it: what is allowed is the same however its rows count.
    pub(super) fn new(game: &DicePoker) -> Self {
        let house = SheetGame::new(WithoutSchool(*game.rules()));
        let solution = Solution::new(&house);
        let all = house.rows();
        let turn = |number: usize| {
            let open = RowSet::from_bits(number as u32);
            let is_shown = shown(open) == open && !open.is_empty();
            is_shown.then(|| Allowed::new(&solution.turn(&Sheet::outline(all.without(open), 0)), open))
        };
        let turns: Vec<_> = (0..=all.bits() as usize).into_par_iter().map(turn).collect();
        Self { turns: Arc::new(turns) }
    }

    /// The same as a habit for any player.
    pub(super) fn habit(self) -> DiceRule<DicePokerRow> {
        DiceRule::new(DicePokerRow::ALL.iter().copied(), move |moment: &Situation, action| {
            self.allows(&Situation { open: shown(moment.open), ..*moment }, action)
        })
    }
}

/// As many rows of the school are taken to be open if any are: to tell all numbers apart would take long and change little.
const SOME: usize = 3;

/// Open rows that stand for these.
fn shown(open: RowSet) -> RowSet {
    let school = if SCHOOL.iter().any(|row| open.contains(*row)) { SOME } else { 0 };
    SCHOOL[..school].iter().fold(open.without(DicePokerRules::UPPER), |open, row| open.with(*row))
}

impl Constraint<DicePokerRow> for SchoolIgnored {
    fn alike(&self, open: RowSet) -> RowSet {
        shown(open)
    }

    fn allows(&self, moment: &Situation, action: SheetAction<DicePokerRow>) -> bool {
        let only_school = moment.open.without(DicePokerRules::UPPER).is_empty();
        let Some(allowed) = self.turns[moment.open.bits() as usize].as_ref() else { return true };
        if moment.rolls == ROLLS || only_school {
            return true;
        }
        let (after, dice) = (usize::from(moment.rolls) - 1, moment.dice);
        match action {
            // A row of the school is as good as the one that stands for it.
            SheetAction::Row(row) => {
                let rows = allowed.rows[after][dice.index()];
                rows.contains(row) || row.school_face().is_some() && rows.contains(SCHOOL[0])
            }
            SheetAction::Keep(keep) => {
                let number = (0..dice.keep_count()).find(|&number| dice.nth_keep(number) == keep);
                number.is_some_and(|number| allowed.keeps[after][dice.index()] >> number & 1 == 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::dice_poker;

    /// The rule with all of these rows open.
    fn check(open: &[DicePokerRow], faces: [u8; 5], rolls: u8, action: SheetAction<DicePokerRow>, expected: bool) {
        let rule = SchoolIgnored::new(&dice_poker("", 1));
        let open = open.iter().fold(RowSet::EMPTY, |open, row| open.with(*row));
        let dice = Dice::from_faces(faces).unwrap();
        let moment = Situation { open: rule.alike(open), upper: 0, dice, rolls };
        assert_eq!(rule.allows(&moment, action), expected, "{faces:?} {action}");
        // As a habit it says the same.
        assert_eq!(rule.clone().habit().allows(&Situation { open, ..moment }, action), expected, "{faces:?} {action}");
    }

    #[test]
    fn dice_are_chosen_for_the_combinations_alone() {
        use DicePokerRow::{BigRoad, School1, School6};
        let keep = |faces: &[u8]| SheetAction::Keep(kosti_engine::Keep::from_faces(faces).unwrap());
        let open = [School1, School6, BigRoad];
        // Three sixes bring nothing to a player who only wants the road.
        check(&open, [6, 6, 6, 5, 4], 2, keep(&[6, 6, 6]), false);
        check(&open, [6, 6, 6, 5, 4], 2, keep(&[4, 5, 6]), true);
        check(&open, [6, 6, 6, 5, 4], 2, SheetAction::Row(School6), false);
        // After the last roll the row is free, and so is all when there is only the school.
        check(&open, [6, 6, 6, 5, 4], 3, SheetAction::Row(School6), true);
        check(&[School1, School6], [6, 6, 6, 5, 4], 2, keep(&[6, 6, 6]), true);
    }
}
