//! What the document of dice-poker advises, piece by piece.

use kosti_engine::sheet::{DicePokerRow, Penalty, School, SheetAction};

use super::super::moment::{Action, Moment};

/// A piece of advice. Where several demand something at the same moment, the first of [`Advice::ALL`] has its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    /// Five equal dice are booked as poker.
    FiveEqualPoker,
    /// A full from the first roll is booked, even a weak one.
    FirstRollFull,
    /// Two pairs from the first roll are booked, and none are collected on purpose.
    FirstRollTwoPairs,
    /// Three fours, fives or sixes from the first roll are booked as three, unless the school needs them.
    FirstRollThree,
    /// Two sixes or two fives from the first roll are booked as pair.
    FirstRollPair,
    /// A road from the first roll is booked.
    FirstRollRoad,
    /// With 2-3-4-5 and both roads open, the fifth die is rolled for either.
    OpenRoad,
    /// A combination that is made is kept while the other dice are rolled again.
    RollOn,
    /// In the first half of the game a plus goes into the school rather than into four.
    PlusBeforeFour,
    /// In the first half of the game three dice of an open row of the school are booked there.
    SchoolEarly,
    /// A failure goes into the ones if it costs no more than two points.
    OnesForFailures,
    /// A failure goes into the school as a minus as long as the pluses there pay for it.
    PlusesPayForFailures,
    /// A failure goes into sum, which is never collected for.
    SumForFailures,
    /// What must be crossed are the roads first, the big one before the small one.
    CrossRoads,
    /// What must be crossed is four before poker.
    CrossFour,
    /// Poker stays open as long as another row of parts two and three is.
    KeepPoker,
    /// No minus goes into the school before there are pluses, but for the ones.
    NoMinusesFirst,
    /// No minus takes the school far below zero, but for the ones.
    NearZero,
    /// Where every minus counts ten times at once, none is booked.
    NoTenfoldMinus,
}

use Advice::{
    CrossFour, CrossRoads, FirstRollFull, FirstRollPair, FirstRollRoad, FirstRollThree, FirstRollTwoPairs,
    FiveEqualPoker, KeepPoker, NearZero, NoMinusesFirst, NoTenfoldMinus, OnesForFailures, OpenRoad, PlusBeforeFour,
    PlusesPayForFailures, RollOn, SchoolEarly, SumForFailures,
};
use DicePokerRow::{BigRoad, Four, Full, Pair, Poker, School1, SmallRoad, Sum, Three, TwoPairs};

/// A school total that is close enough to zero: what the ones may take.
const NEAR_ZERO: i32 = -2;

impl Advice {
    /// All advice, in the order in which it is asked.
    pub(crate) const ALL: [Self; 19] = [
        FiveEqualPoker,
        FirstRollFull,
        FirstRollTwoPairs,
        FirstRollThree,
        FirstRollPair,
        FirstRollRoad,
        OpenRoad,
        RollOn,
        PlusBeforeFour,
        SchoolEarly,
        OnesForFailures,
        PlusesPayForFailures,
        SumForFailures,
        CrossRoads,
        CrossFour,
        KeepPoker,
        NoMinusesFirst,
        NearZero,
        NoTenfoldMinus,
    ];

    /// How it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FiveEqualPoker => "five-equal-poker",
            FirstRollFull => "first-roll-full",
            FirstRollTwoPairs => "first-roll-two-pairs",
            FirstRollThree => "first-roll-three",
            FirstRollPair => "first-roll-pair",
            FirstRollRoad => "first-roll-road",
            OpenRoad => "open-road",
            RollOn => "roll-on",
            PlusBeforeFour => "plus-before-four",
            SchoolEarly => "school-early",
            OnesForFailures => "ones-for-failures",
            PlusesPayForFailures => "pluses-pay-for-failures",
            SumForFailures => "sum-for-failures",
            CrossRoads => "cross-roads",
            CrossFour => "cross-four",
            KeepPoker => "keep-poker",
            NoMinusesFirst => "no-minuses-first",
            NearZero => "near-zero",
            NoTenfoldMinus => "no-tenfold-minus",
        }
    }

    /// What it demands at this moment, if anything; `greedy` is what greedy would do.
    pub(super) fn demands(self, moment: &Moment<'_>, greedy: Action) -> Option<Action> {
        let first = |row| (moment.rolls == 1 && moment.fits(row)).then_some(SheetAction::Row(row));
        match self {
            FiveEqualPoker => moment.fits(Poker).then_some(SheetAction::Row(Poker)),
            FirstRollFull => first(Full),
            FirstRollTwoPairs => first(TwoPairs),
            FirstRollThree => first_roll_three(moment),
            FirstRollPair => first(Pair).filter(|_| [5, 6].into_iter().any(|face| moment.count(face) == 2)),
            FirstRollRoad => first(SmallRoad).or_else(|| first(BigRoad)),
            OpenRoad => open_road(moment),
            RollOn => roll_on(moment, greedy),
            PlusBeforeFour => school_row(moment, 4),
            SchoolEarly => school_row(moment, 3),
            OnesForFailures => failure(moment, greedy)
                .and_then(|()| minus(moment, |row, points| row == School1 && points >= NEAR_ZERO)),
            PlusesPayForFailures => {
                failure(moment, greedy).and_then(|()| minus(moment, |_, points| moment.sheet.upper() + points >= 0))
            }
            SumForFailures => {
                failure(moment, greedy).and_then(|()| moment.may_fill(Sum).then_some(SheetAction::Row(Sum)))
            }
            CrossRoads => crossing(moment, greedy, &[BigRoad, SmallRoad]),
            CrossFour => crossing(moment, greedy, &[Four]).filter(|_| moment.is_open(Poker)),
            KeepPoker | NoMinusesFirst | NearZero | NoTenfoldMinus => None,
        }
    }

    /// Whether it forbids an action at this moment.
    pub(super) fn forbids(self, moment: &Moment<'_>, action: Action) -> bool {
        let SheetAction::Row(row) = action else { return false };
        let points = moment.booking(row).0;
        let is_minus = Moment::is_school(row) && row != School1 && points < 0;
        let upper = moment.sheet.upper();
        match self {
            KeepPoker => {
                row == Poker
                    && !moment.fits(Poker)
                    && moment.open.iter().any(|other| other != Poker && !Moment::is_school(other))
            }
            // Where dice count without their face, the document says that the school needs no care.
            NearZero => is_minus && moment.rules().school() == School::Face && upper + points < NEAR_ZERO,
            NoMinusesFirst => is_minus && upper <= 0,
            NoTenfoldMinus => is_minus && moment.rules().penalty() == Penalty::Each,
            _ => false,
        }
    }

    /// The rows for which it makes no plans: they are filled by chance.
    pub(super) fn leaves_to_chance(self, moment: &Moment<'_>) -> &'static [DicePokerRow] {
        match self {
            FirstRollTwoPairs => &[TwoPairs],
            SumForFailures => &[Sum],
            OnesForFailures if moment.rules().penalty() == Penalty::Sum => &[School1],
            _ => &[],
        }
    }
}

/// Three high dice from the first roll: booked, or rolled on for the school.
fn first_roll_three(moment: &Moment<'_>) -> Option<Action> {
    let face = (4..=6).find(|face| moment.count(*face) == 3)?;
    if moment.rolls != 1 || !moment.is_open(Three) {
        return None;
    }
    if moment.is_open(Moment::school(face)) { moment.roll_for(face) } else { Some(SheetAction::Row(Three)) }
}

fn open_road(moment: &Moment<'_>) -> Option<Action> {
    let there =
        (2..=5).all(|face| moment.count(face) > 0) && [SmallRoad, BigRoad].into_iter().all(|row| moment.is_open(row));
    let made = moment.fits(SmallRoad) || moment.fits(BigRoad);
    if !there || made || moment.is_last_roll() {
        return None;
    }
    Some(SheetAction::Keep(kosti_engine::Keep::from_faces(&[2, 3, 4, 5]).expect("four faces")))
}

/// Instead of booking equal dice that do not count twice now, to keep them and roll the others.
fn roll_on(moment: &Moment<'_>, greedy: Action) -> Option<Action> {
    let SheetAction::Row(row) = greedy else { return None };
    let (points, crossed) = moment.booking(row);
    let face = if Moment::is_school(row) {
        (1..=6).find(|face| Moment::school(*face) == row).filter(|_| points >= 0)?
    } else if moment.rolls > 1 && !crossed && [Pair, Three, Four].contains(&row) {
        moment.commonest()
    } else {
        return None;
    };
    moment.roll_for(face)
}

/// In the first half of the game, at the end of a turn: the open row of the school with at least this many dice.
fn school_row(moment: &Moment<'_>, dice: usize) -> Option<Action> {
    let face = moment.commonest();
    let made = moment.count(face) >= dice && moment.may_fill(Moment::school(face));
    (moment.is_last_roll() && moment.is_first_half() && made).then(|| SheetAction::Row(Moment::school(face)))
}

/// Whether a turn has failed: greedy would cross a row, book sum, or write a minus.
fn failure(moment: &Moment<'_>, greedy: Action) -> Option<()> {
    let SheetAction::Row(row) = greedy else { return None };
    let (points, crossed) = moment.booking(row);
    (moment.is_last_roll() && (crossed || row == Sum || points < 0)).then_some(())
}

/// The smallest minus in the school that is allowed.
fn minus(moment: &Moment<'_>, allowed: impl Fn(DicePokerRow, i32) -> bool) -> Option<Action> {
    let minuses = moment.open_school().filter(|(row, points)| *points < 0 && allowed(*row, *points));
    minuses.max_by_key(|(_, points)| *points).map(|(row, _)| SheetAction::Row(row))
}

/// Where greedy would cross a row, to cross the first of these that is open.
fn crossing(moment: &Moment<'_>, greedy: Action, rows: &[DicePokerRow]) -> Option<Action> {
    let SheetAction::Row(row) = greedy else { return None };
    let crosses = moment.booking(row).1;
    let first = rows.iter().find(|row| moment.may_fill(**row) && moment.booking(**row).1);
    first.filter(|_| crosses).map(|row| SheetAction::Row(*row))
}
