//! A moment of dice-poker as the novices and the disciple see it: all follows from the own sheet, the dice and the roll.

use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, ROLLS, Row, RowSet, Scoresheet, Sheet, SheetAction, SheetView,
};
use kosti_engine::{Counts, DICE, Dice, DicePoker, FACES, Game, Keep};

use super::greedy::visit_plans;

/// An action in dice-poker.
pub(super) type Action = SheetAction<DicePokerRow>;

/// Rows of the school, by face.
const SCHOOL: [DicePokerRow; FACES] = {
    use DicePokerRow::{School1, School2, School3, School4, School5, School6};
    [School1, School2, School3, School4, School5, School6]
};

/// The own sheet and the dice.
pub(super) struct Moment<'a> {
    game: &'a DicePoker,
    view: &'a SheetView,
    pub(super) sheet: Sheet,
    pub(super) dice: Dice,
    pub(super) counts: Counts,
    /// The rolls of this turn that were made.
    pub(super) rolls: u8,
    pub(super) open: RowSet,
}

impl<'a> Moment<'a> {
    /// The moment of this view.
    pub(super) fn new(game: &'a DicePoker, view: &'a SheetView) -> Self {
        let state = view.state();
        let dice = state.dice().expect("a seat acts on dice that lie there");
        let sheet = *state.sheet(view.seat());
        let open = game.open(&sheet);
        Self { game, view, sheet, dice, counts: dice.counts(), rolls: state.rolls(), open }
    }

    /// The rules.
    pub(super) fn rules(&self) -> &DicePokerRules {
        self.game.rules()
    }

    /// Whether no roll is left.
    pub(super) fn is_last_roll(&self) -> bool {
        self.rolls == ROLLS
    }

    /// Whether less than half of the rows were filled before this turn.
    pub(super) fn is_first_half(&self) -> bool {
        2 * self.sheet.filled().len() < self.game.rows().len()
    }

    /// Whether a row is open.
    pub(super) fn is_open(&self, row: DicePokerRow) -> bool {
        self.open.contains(row)
    }

    /// Whether a row may be filled with the dice that lie there.
    pub(super) fn may_fill(&self, row: DicePokerRow) -> bool {
        self.game.choices(&self.sheet, self.dice).contains(row)
    }

    /// Whether the dice that lie there are what an open row of parts two and three asks for.
    pub(super) fn fits(&self, row: DicePokerRow) -> bool {
        self.may_fill(row) && !self.booking(row).1
    }

    /// What a row books, and whether it is crossed.
    pub(super) fn booking(&self, row: DicePokerRow) -> (i32, bool) {
        let booking = self.game.booking(&self.sheet, self.dice, self.view.state().roll(), row);
        (booking.points, booking.crossed)
    }

    /// The school row of a face, from 1 to 6.
    pub(super) fn school(face: usize) -> DicePokerRow {
        SCHOOL[face - 1]
    }

    /// Whether a row belongs to the school.
    pub(super) fn is_school(row: DicePokerRow) -> bool {
        DicePokerRules::UPPER.contains(row)
    }

    /// The open rows of the school with what they would book.
    pub(super) fn open_school(&self) -> impl Iterator<Item = (DicePokerRow, i32)> {
        SCHOOL.into_iter().filter(|row| self.may_fill(*row)).map(|row| (row, self.booking(row).0))
    }

    /// How many dice show a face, from 1 to 6.
    pub(super) fn count(&self, face: usize) -> usize {
        usize::from(self.counts[face - 1])
    }

    /// The face that most dice show, the highest of equals.
    pub(super) fn commonest(&self) -> usize {
        (1..=FACES).max_by_key(|face| (self.count(*face), *face)).expect("a die has faces")
    }

    /// All dice of the faces that `wanted` names.
    pub(super) fn keep(&self, wanted: impl Fn(usize) -> bool) -> Keep {
        let faces = (1..=FACES).filter(|face| wanted(*face));
        let faces: Vec<u8> = faces.flat_map(|face| std::iter::repeat_n(face as u8, self.count(face))).collect();
        Keep::from_faces(&faces).expect("at most five dice")
    }

    /// To roll all dice but those of a face again; nothing if no roll is left or all show it.
    pub(super) fn roll_for(&self, face: usize) -> Option<Action> {
        (!self.is_last_roll() && self.count(face) < DICE).then(|| SheetAction::Keep(self.keep(|other| other == face)))
    }

    /// What greedy would do among the actions that are allowed, its plans being made for the rows of `planned` alone; if
    /// none is allowed, what it would do among all.
    pub(super) fn greedily(&self, planned: RowSet, allowed: impl Fn(Action) -> bool) -> Action {
        let (mut best, mut anyway) = ((None, f32::MIN), (None, f32::MIN));
        visit_plans(self.game, self.view, planned, &mut |action, gain| {
            if gain > anyway.1 {
                anyway = (Some(action), gain);
            }
            if gain > best.1 && allowed(action) {
                best = (Some(action), gain);
            }
        });
        best.0.or(anyway.0).expect("there is always a row to fill")
    }

    /// All rows.
    pub(super) fn all_rows(&self) -> RowSet {
        self.game.rows()
    }

    /// All rows but these.
    pub(super) fn rows_but(&self, rows: &[DicePokerRow]) -> RowSet {
        let bits = rows.iter().fold(0, |bits, row| bits | 1 << row.index());
        self.game.rows().without(RowSet::from_bits(bits))
    }
}
