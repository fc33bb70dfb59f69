//! What optimal play crosses first, counted in games.

use std::collections::BTreeMap;
use std::sync::Arc;

use kosti_engine::Game;
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Poker, SmallRoad};
use kosti_engine::sheet::{ROLLS, Sheet};

use crate::advice::dice::{SCHOOL, dice_poker};
use crate::advice::lab::Lab;
use crate::advice::ratio::Ratio;
use crate::advice::survey::{Fill, Gathered, Moment, survey};

/// Games of a quick survey.
const GAMES: u64 = 40_000;
/// Turns of a game.
pub(super) const TURNS: usize = 15;
/// The first turns, and the last ones.
pub(super) const FIVE: usize = 5;

/// What optimal play crosses first, and what it meets on the way.
#[derive(Default)]
pub(super) struct Crossings {
    pub(super) games: u64,
    /// The first crossed row of a game.
    pub(super) first: BTreeMap<DicePokerRow, u64>,
    /// By turn: four is crossed while poker is open.
    pub(super) four_before_poker: [u64; TURNS],
    /// By turn: poker is crossed while four is open.
    pub(super) poker_before_four: [u64; TURNS],
    /// Of four equal dice in the first turns, with four and the school row open: those that go into the school.
    pub(super) to_school: Ratio,
    /// 2-3-4-4-5 with both roads open and a roll left: how often, and its squares by game.
    pub(super) both_roads: (u64, u64),
    order: Vec<DicePokerRow>,
    four_equal: (u64, u64),
    met: u64,
}

impl Crossings {
    /// Those of the optimal player, counted once for all claims.
    pub(super) fn of_optimum(lab: &Lab) -> anyhow::Result<Arc<Self>> {
        let game = dice_poker("", 1);
        let gather = || survey(lab, &game, &game.start(), "optimal", GAMES * lab.budget.times().min(10)).ok();
        let gathered: Arc<Option<Arc<Self>>> = lab.shared("crossings".into(), || gather().map(Arc::new));
        lab.go_on()?;
        gathered.as_ref().clone().ok_or_else(|| anyhow::anyhow!("the games of the optimal player were cut short"))
    }
}

impl Gathered for Crossings {
    fn meet(&mut self, moment: &Moment<'_>) {
        let open = |row| !moment.sheet.filled().contains(row);
        let is_it = moment.rolls < ROLLS && moment.dice.counts() == [0, 1, 1, 2, 1, 0];
        self.met += u64::from(is_it && open(SmallRoad) && open(BigRoad));
    }

    fn fill(&mut self, fill: &Fill<'_>) {
        let open = |row| !fill.before.filled().contains(row);
        let early = self.order.len() < FIVE;
        if let Some(face) = fill.dice.counts().iter().position(|&count| count == 4)
            && early
            && open(Four)
            && open(SCHOOL[face])
        {
            self.four_equal.0 += u64::from(fill.row == SCHOOL[face]);
            self.four_equal.1 += 1;
        }
        self.order.push(fill.row);
    }

    fn end(&mut self, sheet: &Sheet, _: i32) {
        let order = std::mem::take(&mut self.order);
        let turn_of = |row| order.iter().position(|&filled| filled == row);
        let crossed = |row| turn_of(row).filter(|_| sheet.crossed().contains(row));
        self.games += 1;
        if let Some(row) = order.iter().find(|row| sheet.crossed().contains(**row)) {
            *self.first.entry(*row).or_default() += 1;
        }
        if let Some(turn) = crossed(Four).filter(|turn| turn_of(Poker).is_some_and(|poker| poker > *turn)) {
            self.four_before_poker[turn] += 1;
        }
        if let Some(turn) = crossed(Poker).filter(|turn| turn_of(Four).is_some_and(|four| four > *turn)) {
            self.poker_before_four[turn] += 1;
        }
        let (done, could) = std::mem::take(&mut self.four_equal);
        self.to_school.add(done, could);
        let met = std::mem::take(&mut self.met);
        self.both_roads = (self.both_roads.0 + met, self.both_roads.1 + met * met);
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        other.first.into_iter().for_each(|(row, times)| *self.first.entry(row).or_default() += times);
        let add =
            |to: &mut [u64; TURNS], more: [u64; TURNS]| to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
        add(&mut self.four_before_poker, other.four_before_poker);
        add(&mut self.poker_before_four, other.poker_before_four);
        self.to_school.merge(&other.to_school);
        self.both_roads = (self.both_roads.0 + other.both_roads.0, self.both_roads.1 + other.both_roads.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::LabBudget;
    use crate::advice::dice::distribution;

    #[test]
    fn every_game_is_counted_once() {
        let game = dice_poker("", 1);
        let lab = Lab::new(5, LabBudget::Quick, None);
        let seen: Crossings = survey(&lab, &game, &game.start(), "optimal", 4000).unwrap();
        assert_eq!(seen.games, 4000);
        assert!(seen.first.values().sum::<u64>() <= seen.games);
        // Whoever crosses four does so while poker is open or not.
        let exact = distribution(&lab, &game);
        let crossed = |row| -> f64 { exact.rows.iter().find(|of| of.row == row).unwrap().crossed.iter().sum() };
        for (row, before) in [(Four, seen.four_before_poker), (Poker, seen.poker_before_four)] {
            let share = before.iter().sum::<u64>() as f64 / seen.games as f64;
            assert!(share > 0.0 && share < crossed(row) + 0.03, "{row}: {share}");
        }
    }
}
