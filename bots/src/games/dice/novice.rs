//! Novices of dice-poker: each makes one mistake that the game's document warns of, and decides like greedy otherwise.

use std::str::FromStr;

use kosti_engine::DicePoker;
use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Scoresheet, SheetAction, SheetView};

use super::moment::{Action, Moment};
use crate::bot::{Bot, Decision};
use crate::param::Param;
use crate::spec::{BotSpec, NOVICE, NOVICE_MISTAKE, SpecError};

/// The parameter with the mistake.
pub(crate) const MISTAKE: Param = Param::without_default(
    NOVICE_MISTAKE,
    "stops-at-three, no-school, worships-poker, minuses-first or collects-sum",
    "the mistake that it makes; it must be given",
);

/// A mistake of novices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// With three or four dice of an open row of the school it books that row at once, although rolls are left.
    StopsAtThree,
    /// It fills no row of the school, and plans for none, while any other row is open.
    NoSchool,
    /// While poker is open, it collects the commonest face in every turn and crosses every other row before poker.
    WorshipsPoker,
    /// What is no combination goes into the school as a minus, the smallest, as long as there is an open row.
    MinusesFirst,
    /// While sum is open, it keeps high dice and books them there.
    CollectsSum,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::StopsAtThree, Self::NoSchool, Self::WorshipsPoker, Self::MinusesFirst, Self::CollectsSum];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::StopsAtThree => "stops-at-three",
            Self::NoSchool => "no-school",
            Self::WorshipsPoker => "worships-poker",
            Self::MinusesFirst => "minuses-first",
            Self::CollectsSum => "collects-sum",
        }
    }

    /// What a novice with this mistake does.
    pub(super) fn action(self, game: &DicePoker, view: &SheetView) -> Action {
        let moment = Moment::new(game, view);
        let greedy = || moment.greedily(moment.all_rows(), |_| true);
        match self {
            Self::StopsAtThree => stops_at_three(&moment).unwrap_or_else(greedy),
            Self::NoSchool => no_school(&moment),
            Self::WorshipsPoker => worships_poker(&moment),
            Self::MinusesFirst => minuses_first(&moment, greedy()),
            Self::CollectsSum => collects_sum(&moment).unwrap_or_else(greedy),
        }
    }
}

impl FromStr for Mistake {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|mistake| mistake.name() == text).ok_or(())
    }
}

fn stops_at_three(moment: &Moment<'_>) -> Option<Action> {
    let face = moment.commonest();
    let made = (3..=4).contains(&moment.count(face)) && moment.is_open(Moment::school(face));
    (made && !moment.is_last_roll()).then(|| SheetAction::Row(Moment::school(face)))
}

fn no_school(moment: &Moment<'_>) -> Action {
    let others = moment.all_rows().without(DicePokerRules::UPPER);
    if moment.open.and(others).is_empty() {
        return moment.greedily(moment.all_rows(), |_| true);
    }
    moment.greedily(others, |action| !matches!(action, SheetAction::Row(row) if Moment::is_school(row)))
}

fn worships_poker(moment: &Moment<'_>) -> Action {
    let poker = DicePokerRow::Poker;
    if !moment.is_open(poker) {
        return moment.greedily(moment.all_rows(), |_| true);
    }
    if moment.fits(poker) {
        return SheetAction::Row(poker);
    }
    let crosses_poker = |action| action == SheetAction::Row(poker);
    moment
        .roll_for(moment.commonest())
        .unwrap_or_else(|| moment.greedily(moment.all_rows(), |action| !crosses_poker(action)))
}

fn minuses_first(moment: &Moment<'_>, greedy: Action) -> Action {
    let SheetAction::Row(row) = greedy else { return greedy };
    let combination = row != DicePokerRow::Sum && !Moment::is_school(row) && moment.fits(row);
    let plus = Moment::is_school(row) && moment.booking(row).0 >= 0;
    let minus = moment.open_school().filter(|(_, points)| *points < 0).max_by_key(|(_, points)| *points);
    match minus {
        Some((minus, _)) if !combination && !plus => SheetAction::Row(minus),
        _ => greedy,
    }
}

fn collects_sum(moment: &Moment<'_>) -> Option<Action> {
    if !moment.may_fill(DicePokerRow::Sum) {
        return None;
    }
    /// Dice from this face on are kept, by rolls made: a roll brings 3.5 on average, the best of two 4.25.
    const HIGH: [usize; 2] = [5, 4];
    let Some(high) = HIGH.get(usize::from(moment.rolls) - 1) else { return Some(SheetAction::Row(DicePokerRow::Sum)) };
    let keep = moment.keep(|face| face >= *high);
    let all = keep.len() == kosti_engine::DICE;
    Some(if all { SheetAction::Row(DicePokerRow::Sum) } else { SheetAction::Keep(keep) })
}

/// A novice with a mistake.
pub(super) struct Novice(pub(super) Mistake);

impl Bot<DicePoker> for Novice {
    fn act(&mut self, decision: Decision<'_, DicePoker>) -> Action {
        self.0.action(decision.game(), &decision.view())
    }
}

/// The mistake of a novice.
///
/// # Errors
/// If it has none, or one that is not known.
pub(super) fn mistake(spec: &BotSpec) -> Result<Mistake, SpecError> {
    let Some(value) = spec.param(MISTAKE) else {
        let (key, expected) = (MISTAKE.key.into(), MISTAKE.values);
        return Err(SpecError::MissingValue { bot: NOVICE.into(), key, expected });
    };
    value.parse().map_err(|()| spec.bad_value(MISTAKE, value))
}

/// Checks the parameters of a novice.
///
/// # Errors
/// As [`mistake`].
pub(crate) fn check_mistake(spec: &BotSpec) -> Result<(), SpecError> {
    mistake(spec).map(|_| ())
}
