//! One turn looked through to its end.

use std::sync::Arc;

use kosti_engine::sheet::{ROLLS, Roll, Scoresheet, Sheet, SheetAction, SheetGame};
use kosti_engine::{DICE, Dice, Keep};

use crate::graph::{KEEPS, share};
use crate::space::Space;
use crate::turn::Work;

/// Every decision of one turn, exact within the turn, for given worths of the sheets that it can end with.
///
/// It is made for players who look one turn ahead and estimate what comes after it.
pub struct TurnLookahead<S: Scoresheet> {
    game: SheetGame<S>,
    turn: Turn,
    /// The sheet whose turn was worked out.
    sheet: Option<Sheet>,
}

/// A row filled, as far as it matters for the sheet after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookedRow {
    /// The place of the row on the sheet.
    pub row: usize,
    /// The points that are booked, with bonuses.
    pub points: i16,
    /// Whether the row gets 0 because its combination is missing.
    pub crossed: bool,
    /// Whether it makes the mark of the game.
    pub marks: bool,
}

impl BookedRow {
    /// Whether the row is crossed and nothing is booked. (Certain dice bring a bonus even with a row that is crossed.)
    #[inline]
    pub fn only_crosses(&self) -> bool {
        self.crossed && self.points == 0
    }
}

/// The numbers of the turn, whatever the kind of sheet.
struct Turn {
    space: Arc<Space>,
    work: Box<Work<f32, 1>>,
    /// By keep: what it is worth if the rest is rolled for the last time, as a sum over all rolls.
    last: [[f32; 1]; KEEPS],
    /// By dice kept: one over the number of those rolls.
    shares: [f32; DICE],
}

impl Turn {
    fn new(space: Arc<Space>) -> Self {
        Self { space, work: Work::new(), last: [[0.0]; KEEPS], shares: std::array::from_fn(|kept| share(kept) as f32) }
    }

    /// Finds the best row of every roll, unless rules or jokers tie the rows to each other.
    fn choose_rows(&mut self, sheet: &Sheet) -> bool {
        let program = self.space.plain_program(self.space.outline(sheet));
        program.map(|program| self.work.choose_rows(&program)).is_some()
    }

    /// Works out all keeps, from the best row of every roll.
    fn work_out_keeps(&mut self) {
        let Self { work, last, .. } = self;
        work.expect();
        last.copy_from_slice(&work.keeps[..KEEPS]);
        work.choose_keeps();
        work.expect();
    }
}

impl<S: Scoresheet> TurnLookahead<S> {
    /// For this game.
    pub fn new(game: &SheetGame<S>) -> Self {
        Self { game: game.clone(), turn: Turn::new(Space::shared(game)), sheet: None }
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &SheetGame<S> {
        &self.game
    }

    /// The sheet whose turn was worked out last.
    #[inline]
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// Works out the turn of this sheet; `worth_of` is asked what each way to fill an open row is worth.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn work_out(&mut self, sheet: &Sheet, mut worth_of: impl FnMut(&BookedRow) -> f32) {
        let Self { game, turn, .. } = self;
        turn.work.set(turn.space.open_candidates(sheet.filled()).map(|(number, candidate)| {
            let booked = BookedRow {
                row: usize::from(candidate.row),
                points: candidate.points,
                crossed: candidate.crossed,
                marks: candidate.marks,
            };
            (number, candidate.only_crosses(), [worth_of(&booked)])
        }));
        if !turn.choose_rows(sheet) {
            // Quicker than to write all lists down first.
            let Turn { space, work, .. } = turn;
            for dice in Dice::all() {
                let rows = game.choices(sheet, dice);
                let worth = |row| work.candidates[usize::from(space.number_in(game, sheet, dice, Roll::Later, row))];
                work.rolls[dice.index()] = [rows.iter().map(worth).fold(f32::MIN, |best, [worth]| best.max(worth))];
            }
        }
        turn.work_out_keeps();
        self.sheet = Some(*sheet);
    }

    fn known_sheet(&self) -> &Sheet {
        self.sheet.as_ref().expect("a turn was worked out")
    }

    /// What the rows that these dice can fill after this many rolls are worth.
    #[inline]
    fn rows(&self, dice: Dice, rolls: u8) -> impl Iterator<Item = (S::Row, f32)> {
        self.game.choices(self.known_sheet(), dice).iter().map(move |row| (row, self.worth_of_row(dice, rolls, row)))
    }

    /// What a row is worth if these dice fill it after this many rolls.
    ///
    /// # Panics
    /// If no turn was worked out.
    #[inline]
    pub fn worth_of_row(&self, dice: Dice, rolls: u8, row: S::Row) -> f32 {
        let roll = if rolls == 1 { Roll::First } else { Roll::Later };
        let number = self.turn.space.number_in(&self.game, self.known_sheet(), dice, roll, row);
        let [worth] = self.turn.work.candidates[usize::from(number)];
        worth
    }

    /// What it is worth to keep these dice, fewer than five, after this many rolls, one or two.
    #[inline]
    pub fn worth_of_keep(&self, rolls: u8, keep: Keep) -> f32 {
        let Turn { work, last, shares, .. } = &self.turn;
        let keeps: &[[f32; 1]] = if rolls == 1 { &work.keeps } else { last };
        let [sum] = keeps[keep.index()];
        sum * shares[keep.len()]
    }

    /// What these dice are worth after this many rolls, two or three, if the turn goes on as well as it can.
    ///
    /// # Panics
    /// If no turn was worked out.
    #[inline]
    pub fn worth(&self, dice: Dice, rolls: u8) -> f32 {
        debug_assert!(rolls > 1);
        let best_row = self.rows(dice, rolls).fold(f32::MIN, |best, (_, worth)| best.max(worth));
        if rolls == ROLLS {
            return best_row;
        }
        let [with_a_roll] = self.turn.work.rolls[dice.index()];
        best_row.max(with_a_roll)
    }

    /// The best action with these dice after this many rolls; of equals rows first, then keeps of more dice.
    ///
    /// # Panics
    /// If no turn was worked out.
    pub fn best(&self, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        let (mut best, mut most) = (None, f32::MIN);
        let mut consider = |action, worth: f32| {
            if best.is_none() || worth > most {
                (best, most) = (Some(action), worth);
            }
        };
        self.rows(dice, rolls).for_each(|(row, worth)| consider(SheetAction::Row(row), worth));
        if rolls < ROLLS {
            // To keep all five is no better than to fill a row at once.
            for keep in (0..dice.keep_count() - 1).rev().map(|number| dice.nth_keep(number)) {
                consider(SheetAction::Keep(keep), self.worth_of_keep(rolls, keep));
            }
        }
        best.expect("a row can always be chosen")
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::Game;
    use kosti_engine::sheet::{Row, YahtzeeRules, YatzyRules};

    use super::*;
    use crate::Solution;

    /// With one row open, what is booked there is all that comes.
    fn agrees_with_solution<S: Scoresheet>(sheet: &str) {
        let game: SheetGame<S> = Game::new(S::parse("").unwrap());
        let sheet = game.parse_sheet(sheet).unwrap();
        assert_eq!(game.open(&sheet).len(), 1);
        let now = game.total(&sheet) as f32;
        let mut lookahead = TurnLookahead::new(&game);
        lookahead.work_out(&sheet, |booked| {
            assert_eq!(game.open(&sheet).nth::<S::Row>(0).index(), booked.row);
            now + f32::from(booked.points)
        });
        assert_eq!(lookahead.sheet(), Some(&sheet));
        let turn = Solution::from_sheet(&game, &sheet).turn(&sheet);
        for dice in Dice::all() {
            for rolls in 1..=ROLLS {
                let best = turn.of(dice, rolls, lookahead.best(dice, rolls));
                assert!((best - turn.ranked(dice, rolls)[0].1).abs() < 1e-3, "{dice:?} {rolls}");
                if rolls > 1 {
                    assert!((f64::from(lookahead.worth(dice, rolls)) - best).abs() < 1e-3, "{dice:?} {rolls}");
                }
                for (action, worth) in turn.ranked(dice, rolls) {
                    let ours = match action {
                        SheetAction::Row(row) => lookahead.worth_of_row(dice, rolls, row),
                        SheetAction::Keep(keep) if keep.len() < DICE => lookahead.worth_of_keep(rolls, keep),
                        SheetAction::Keep(_) => continue,
                    };
                    assert!((f64::from(ours) - worth).abs() < 1e-3, "{dice:?} {rolls} {action}: {ours}, {worth}");
                }
            }
        }
    }

    #[test]
    fn the_last_turn_is_worth_what_the_solution_says() {
        agrees_with_solution::<YatzyRules>(
            "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,pair=12,two-pairs=22,three=18,four=24,small-straight=15,\
             large-straight=20,full=28,yatzy=0",
        );
        // Here a further yahtzee is a joker.
        agrees_with_solution::<YahtzeeRules>(
            "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three=18,four=24,small-straight=30,large-straight=40,\
             yahtzee=50,chance=20",
        );
    }
}
