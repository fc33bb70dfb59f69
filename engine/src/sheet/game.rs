//! The turn structure that all scoresheets share.

use crate::chance::{Chance, Label};
use crate::dice::{Dice, Keep};
use crate::error::{IllegalAction, ImpossibleMoment, ImpossibleOutcome};
use crate::game::{Game, Turn};
use crate::rng::Rng;
use crate::seat::{MAX_SEATS, Scores, Seat};
use crate::sheet::action::{SheetAction, SheetLegal};
use crate::sheet::row::{Row, RowSet};
use crate::sheet::table::{Booking, Filling, PointTable, Roll, Scoresheet, Sheet};

/// A turn has at most this many rolls.
pub const ROLLS: u8 = 3;

/// A dice game: a kind of scoresheet under fixed rules.
#[derive(Clone, Debug)]
pub struct SheetGame<S> {
    pub(super) rules: S,
    rows: RowSet,
    row_count: u8,
    pub(super) table: PointTable,
}

/// A dice game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetState {
    sheets: [Sheet; MAX_SEATS],
    /// The dice before a re-roll that is due.
    kept: Keep,
    /// What lies on the table; meaningless while a roll is due.
    dice: Dice,
    seat: Seat,
    /// Turns that the seat to move has finished.
    turn: u8,
    /// Rolls made in this turn.
    rolls: u8,
    roll_due: bool,
    over: bool,
}

impl SheetState {
    /// The sheet of a seat.
    #[inline]
    pub fn sheet(&self, seat: Seat) -> &Sheet {
        &self.sheets[seat.index()]
    }

    /// The seat whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The dice on the table; none while a roll is due.
    #[inline]
    pub fn dice(&self) -> Option<Dice> {
        (!self.roll_due).then_some(self.dice)
    }

    /// Whether the dice lie there by the first roll of the turn.
    #[inline]
    pub fn roll(&self) -> Roll {
        if self.rolls == 1 { Roll::First } else { Roll::Later }
    }

    /// The rolls made in this turn.
    #[inline]
    pub fn rolls(&self) -> u8 {
        self.rolls
    }
}

/// A dice game as a seat sees it: nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetView {
    state: SheetState,
    seat: Seat,
}

impl SheetView {
    /// The whole game.
    #[inline]
    pub fn state(&self) -> &SheetState {
        &self.state
    }

    /// The seat that looks.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }
}

/// A roll that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollRequest {
    /// The dice that stay.
    pub kept: Keep,
    /// Who rolls.
    pub seat: Seat,
    /// Which turn of that seat, from 0.
    pub turn: u8,
    /// Which roll of that turn, from 1.
    pub roll: u8,
}

impl<S: Scoresheet> SheetGame<S> {
    /// The rows of the sheet under these rules.
    #[inline]
    pub fn rows(&self) -> RowSet {
        self.rows
    }

    /// The rows of a sheet that are still open.
    #[inline]
    pub fn open(&self, sheet: &Sheet) -> RowSet {
        self.rows.without(sheet.filled)
    }

    /// The rows of this sheet that may be filled with these dice.
    #[inline]
    pub fn choices(&self, sheet: &Sheet, dice: Dice) -> RowSet {
        self.rules.choices(sheet, dice, self.open(sheet), self.table.playable(dice))
    }

    /// What filling an open row of this sheet with these dice would book.
    #[inline]
    pub fn booking(&self, sheet: &Sheet, dice: Dice, roll: Roll, row: S::Row) -> Booking {
        let Filling { entry, bonus, crossed } = self.filling(sheet, dice, roll, row);
        Booking { points: i32::from(self.rules.booked(row, entry) + bonus), crossed }
    }

    /// What filling an open row with the dice on the table would book for the seat whose turn it is.
    #[inline]
    pub fn booking_now(&self, state: &SheetState, row: S::Row) -> Booking {
        self.booking(state.sheet(state.seat), state.dice, state.roll(), row)
    }

    /// The moment at which a player with this sheet has rolled these dice with the given roll of a turn: the first seat's
    /// turn, with all other sheets empty. To be used in a game for one player.
    ///
    /// # Panics
    /// If the sheet is full, or if there is no such roll.
    pub fn position(&self, sheet: &Sheet, dice: Dice, rolls: u8) -> SheetState {
        assert!((1..=ROLLS).contains(&rolls), "no such moment");
        let mut state = self.turn_with(sheet);
        (state.dice, state.rolls, state.roll_due) = (dice, rolls, false);
        state
    }

    /// The moment before the first roll of a player with this sheet, in the first seat with all other sheets empty. To be
    /// used in a game for one player.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn_with(&self, sheet: &Sheet) -> SheetState {
        assert!(self.open(sheet) != RowSet::EMPTY, "no such moment");
        let mut state = self.start();
        state.sheets[0] = *sheet;
        state.turn = sheet.filled.len() as u8;
        state
    }

    /// The moment at which a seat has rolled these dice with the given roll of its turn, with the sheet of each seat.
    ///
    /// # Errors
    /// If no game comes to that.
    pub fn moment(&self, sheets: &[Sheet], seat: Seat, dice: Dice, rolls: u8) -> Result<SheetState, ImpossibleMoment> {
        let players = self.players();
        if sheets.len() != usize::from(players) {
            return Err(ImpossibleMoment::NotEverySeat { players });
        }
        let own = sheets.get(seat.index()).ok_or(ImpossibleMoment::NoSuchSeat { players })?;
        let turn = own.filled.len();
        let filled = |other: usize| turn + usize::from(other < seat.index());
        if sheets.iter().enumerate().any(|(other, sheet)| sheet.filled.len() != filled(other)) {
            return Err(ImpossibleMoment::RowsOfSeats);
        }
        if self.open(own) == RowSet::EMPTY {
            return Err(ImpossibleMoment::GameOver);
        }
        if !(1..=ROLLS).contains(&rolls) {
            return Err(ImpossibleMoment::Rolls);
        }
        let mut state = SheetState { seat, turn: turn as u8, rolls, dice, roll_due: false, ..self.start() };
        state.sheets[..sheets.len()].copy_from_slice(sheets);
        Ok(state)
    }

    /// The points that stand in a filled row.
    pub fn points_in(&self, sheet: &Sheet, row: S::Row) -> Option<i32> {
        sheet.filled.contains(row).then(|| i32::from(self.rules.booked(row, sheet.entries[row.index()])))
    }

    /// The final score of a full sheet.
    #[inline]
    pub fn total(&self, sheet: &Sheet) -> i32 {
        self.rules.total(sheet)
    }

    #[inline]
    fn filling(&self, sheet: &Sheet, dice: Dice, roll: Roll, row: S::Row) -> Filling {
        match self.rules.joker(sheet, dice, row) {
            Some(filling) => filling,
            None => self.table.filling(roll, dice, row),
        }
    }

    /// Fills an open row that may be chosen.
    #[inline]
    pub fn fill(&self, sheet: &mut Sheet, dice: Dice, roll: Roll, row: S::Row) {
        self.write(sheet, row, self.filling(sheet, dice, roll, row));
    }

    /// Writes what an open row gets.
    #[inline]
    pub(super) fn write(&self, sheet: &mut Sheet, row: S::Row, Filling { entry, bonus, crossed }: Filling) {
        let points = self.rules.booked(row, entry);
        let bit = RowSet::EMPTY.with(row);
        sheet.entries[row.index()] = entry;
        sheet.filled = sheet.filled.or(bit);
        sheet.crossed = sheet.crossed.or(RowSet::from_bits(bit.bits() * u32::from(crossed)));
        let in_upper = -i16::from(S::UPPER.contains(row));
        sheet.upper += points & in_upper;
        sheet.lower += (points & !in_upper) + bonus;
    }

    #[inline]
    fn legal_at(&self, state: &SheetState) -> SheetLegal {
        if state.roll_due || state.over {
            return SheetLegal::NONE;
        }
        let sheet = &state.sheets[state.seat.index()];
        let open = self.open(sheet);
        let rows = self.rules.choices(sheet, state.dice, open, self.table.playable(state.dice));
        // Every turn fills a row: only where a rule forbids some do they have to be counted.
        let row_count = if rows == open { self.row_count - state.turn } else { rows.len() as u8 };
        let keeps = if state.rolls < ROLLS { state.dice.keep_count() as u8 } else { 0 };
        SheetLegal { dice: state.dice, keeps, rows, row_count }
    }
}

/// The dice of a state in which none lie on the table.
const NO_DICE: Dice = Dice::from_index(0);

impl<S: Scoresheet> Game for SheetGame<S> {
    type Rules = S;
    type State = SheetState;
    type View = SheetView;
    type Action = SheetAction<S::Row>;
    type Legal<'a>
        = SheetLegal
    where
        S: 'a;
    type Request = RollRequest;
    type Outcome = Dice;

    fn new(rules: S) -> Self {
        let rows = rules.rows();
        Self { rules, rows, row_count: rows.len() as u8, table: PointTable::new(&rules) }
    }

    fn rules(&self) -> &S {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.rules.players()
    }

    #[inline]
    fn start(&self) -> SheetState {
        SheetState {
            sheets: [Sheet::default(); MAX_SEATS],
            kept: Keep::NONE,
            dice: NO_DICE,
            seat: Seat::new(0),
            turn: 0,
            rolls: 0,
            roll_due: true,
            over: false,
        }
    }

    #[inline]
    fn turn(&self, state: &SheetState) -> Turn {
        if state.over {
            Turn::Over
        } else if state.roll_due {
            Turn::Chance
        } else {
            Turn::Seat(state.seat)
        }
    }

    #[inline]
    fn request(&self, state: &SheetState) -> RollRequest {
        RollRequest { kept: state.kept, seat: state.seat, turn: state.turn, roll: state.rolls + 1 }
    }

    #[inline(always)]
    fn draw(&self, request: RollRequest, luck: &Chance) -> Dice {
        Dice::roll(request.kept, Label::roll(request.seat, request.turn, request.roll), luck)
    }

    fn check_outcome(&self, state: &SheetState, dice: &Dice) -> Result<(), ImpossibleOutcome> {
        if self.turn(state) != Turn::Chance {
            Err(ImpossibleOutcome::NotDue)
        } else if !dice.contains(state.kept) {
            Err(ImpossibleOutcome::KeptDiceMissing)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn resolve(&self, state: &mut SheetState, dice: &Dice) {
        state.dice = *dice;
        state.kept = Keep::NONE;
        state.rolls += 1;
        state.roll_due = false;
    }

    #[inline]
    fn legal<'a>(&'a self, state: &'a SheetState) -> SheetLegal {
        self.legal_at(state)
    }

    #[inline]
    fn legal_in<'a>(&'a self, view: &'a SheetView) -> SheetLegal {
        if view.seat == view.state.seat { self.legal_at(&view.state) } else { SheetLegal::NONE }
    }

    fn check(&self, state: &SheetState, action: Self::Action) -> Result<(), IllegalAction> {
        match (self.turn(state), action) {
            (Turn::Over, _) => Err(IllegalAction::GameOver),
            (Turn::Chance, _) => Err(IllegalAction::ChanceFirst),
            (Turn::Seat(_), SheetAction::Keep(_)) if state.rolls >= ROLLS => Err(IllegalAction::NoRollLeft),
            (Turn::Seat(_), SheetAction::Keep(keep)) if !state.dice.contains(keep) => Err(IllegalAction::DiceNotThere),
            (Turn::Seat(_), SheetAction::Keep(_)) => Ok(()),
            (Turn::Seat(seat), SheetAction::Row(row)) => {
                let sheet = &state.sheets[seat.index()];
                if !self.rows.contains(row) {
                    Err(IllegalAction::NoSuchRow)
                } else if sheet.filled.contains(row) {
                    Err(IllegalAction::RowFilled)
                } else if !self.choices(sheet, state.dice).contains(row) {
                    Err(S::REFUSAL)
                } else {
                    Ok(())
                }
            }
        }
    }

    // A call would cost more than most rolls and actions do.
    #[inline(always)]
    fn play_unchecked(&self, state: &mut SheetState, action: Self::Action) {
        match action {
            SheetAction::Keep(keep) => state.kept = keep,
            SheetAction::Row(row) => {
                let roll = state.roll();
                self.fill(&mut state.sheets[state.seat.index()], state.dice, roll, row);
                state.seat = state.seat.next(self.players());
                state.turn += u8::from(state.seat == Seat::new(0));
                state.over = state.turn == self.row_count;
                state.rolls = 0;
            }
        }
        state.dice = NO_DICE;
        state.roll_due = true;
    }

    #[inline]
    fn observe(&self, state: &SheetState, seat: Seat) -> SheetView {
        SheetView { state: *state, seat }
    }

    #[inline]
    fn determinize(&self, view: &SheetView, _rng: &mut Rng) -> SheetState {
        view.state
    }

    fn scores(&self, state: &SheetState) -> Scores {
        Scores::new(self.players(), |seat| self.total(state.sheet(seat)))
    }
}
