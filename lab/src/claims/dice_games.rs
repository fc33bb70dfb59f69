//! What happens in all games of a player of dice-poker, each with its chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use kosti_bots::games::dice::FollowedSheet;
use kosti_engine::sheet::DicePokerRow::{self, BigRoad, Four, Poker, SmallRoad};
use kosti_engine::sheet::{RowSet, SheetAction};
use kosti_engine::{Dice, DicePoker, Game};
use kosti_solver::{Distribution, End, Fill, Moment, Solution, Watcher};

use super::school_points::{PointWeigher, SchoolPoints};
use crate::dice::SCHOOL;
use crate::error::LabError;
use crate::lab::Lab;

/// Turns of a game.
pub(super) const TURNS: usize = 15;
/// The first turns, and the last ones.
pub(super) const FIVE: usize = 5;

/// What is remembered of a game: which roads were crossed, and whether any row was.
const SMALL_CROSSED: u8 = 1;
const BIG_CROSSED: u8 = 2;
const ANY_CROSSED: u8 = 4;

/// Into which rows four equal dice go while four and their school row are open.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct FourEqual {
    /// How often a game they are written down.
    times: f64,
    to_school: f64,
    to_four: f64,
}

impl FourEqual {
    /// How many of them go into the school.
    pub(super) fn school(&self) -> f64 {
        self.to_school / self.times
    }

    /// How many of them go into four.
    pub(super) fn four(&self) -> f64 {
        self.to_four / self.times
    }

    fn add(&mut self, row: DicePokerRow, school: DicePokerRow, chance: f64) {
        self.times += chance;
        self.to_school += if row == school { chance } else { 0.0 };
        self.to_four += if row == Four { chance } else { 0.0 };
    }
}

/// What happens in all games of a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct DiceGames {
    /// The first crossed row of a game.
    pub(super) first_crossed: BTreeMap<DicePokerRow, f64>,
    /// By turn: four is crossed while poker is open.
    pub(super) four_before_poker: [f64; TURNS],
    /// By turn: poker is crossed while four is open.
    pub(super) poker_before_four: [f64; TURNS],
    /// Four equal dice in all turns, and in the first ones.
    pub(super) four_equal: FourEqual,
    pub(super) four_equal_early: FourEqual,
    /// At least one of the roads is filled.
    pub(super) either_road: f64,
    /// What one more point in the school is worth; only for the optimum.
    pub(super) school_points: SchoolPoints,
}

/// The distribution of what a player reaches, and what happens in its games.
type Followed = Arc<(Distribution<DicePokerRow>, DiceGames)>;

/// The same for the optimal player.
pub(super) fn of_optimum(lab: &Lab<'_>, game: &DicePoker) -> Result<Followed, LabError> {
    lab.shared(&format!("games of the optimum {}", game.rules()), || {
        let solution = Solution::shared(game);
        let (mut games, mut weigher) = (DiceGames::default(), PointWeigher::new(&solution));
        let distribution = solution.distribution_watched(&mut (&mut games, &mut weigher));
        Ok((distribution, DiceGames { school_points: weigher.points, ..games }))
    })
}

/// The same for the simple player.
pub(super) fn of_greedy(lab: &Lab<'_>, game: &DicePoker) -> Result<Followed, LabError> {
    lab.shared(&format!("games of greedy {}", game.rules()), || {
        let mut games = DiceGames::default();
        Ok((FollowedSheet::greedy_distribution(game, &mut games), games))
    })
}

impl Watcher<DicePokerRow> for DiceGames {
    fn memory(&self) -> Option<fn(&Fill<DicePokerRow>) -> u8> {
        Some(|fill| {
            fill.memory
                | match (fill.crossed, fill.row) {
                    (false, _) => 0,
                    (true, SmallRoad) => SMALL_CROSSED | ANY_CROSSED,
                    (true, BigRoad) => BIG_CROSSED | ANY_CROSSED,
                    (true, _) => ANY_CROSSED,
                }
        })
    }

    fn dice(&self) -> Vec<Dice> {
        Dice::all().filter(|dice| dice.counts().contains(&4)).collect()
    }

    fn decided(&mut self, moment: &Moment<DicePokerRow>, chance: f64) {
        let (SheetAction::Row(row), Some(face)) =
            (moment.action, moment.dice.counts().iter().position(|&count| count == 4))
        else {
            return;
        };
        if moment.before.contains(Four) || moment.before.contains(SCHOOL[face]) {
            return;
        }
        self.four_equal.add(row, SCHOOL[face], chance);
        if moment.before.len() < FIVE {
            self.four_equal_early.add(row, SCHOOL[face], chance);
        }
    }

    fn filled(&mut self, fill: &Fill<DicePokerRow>, chance: f64) {
        if !fill.crossed {
            return;
        }
        if fill.memory & ANY_CROSSED == 0 {
            *self.first_crossed.entry(fill.row).or_default() += chance;
        }
        let turn = fill.before.len();
        match fill.row {
            Four if !fill.before.contains(Poker) => self.four_before_poker[turn] += chance,
            Poker if !fill.before.contains(Four) => self.poker_before_four[turn] += chance,
            _ => {}
        }
    }

    fn ended(&mut self, end: &End, chance: f64) {
        let both = SMALL_CROSSED | BIG_CROSSED;
        self.either_road += if end.memory & both == both { 0.0 } else { chance };
    }
}

/// How often a game a player comes to certain situations.
pub(super) struct SituationCount {
    dice: Vec<Dice>,
    /// Whether a situation counts, by filled rows and roll of the turn.
    counts: fn(RowSet, u8) -> bool,
    times: f64,
}

impl SituationCount {
    /// Situations with these dice.
    pub(super) fn new(dice: Vec<Dice>, counts: fn(RowSet, u8) -> bool) -> Self {
        Self { dice, counts, times: 0.0 }
    }

    /// How often the player that was watched comes to them.
    pub(super) fn times(&self) -> f64 {
        self.times
    }
}

impl<R> Watcher<R> for SituationCount {
    fn dice(&self) -> Vec<Dice> {
        self.dice.clone()
    }

    fn decided(&mut self, moment: &Moment<R>, chance: f64) {
        self.times += if (self.counts)(moment.before, moment.rolls) { chance } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use kosti_bots::{BotSpec, Observer, Player, Table, play_watched};
    use kosti_engine::sheet::{Sheet, SheetState};
    use kosti_engine::{Chance, Seat};

    use super::*;
    use crate::budget::LabBudget;
    use crate::dice::dice_poker;

    /// The same counted in games that are played, one after the other.
    #[derive(Default)]
    struct Played {
        games: DiceGames,
        /// 2-3-4-4-5 with both roads open and a roll left.
        both_roads: f64,
        crossed: Vec<DicePokerRow>,
    }

    impl Observer<DicePoker> for Played {
        fn drawn(&mut self, _: &DicePoker, _: &SheetState, _: &Dice, _: &SheetState) {}

        fn acted(
            &mut self,
            game: &DicePoker,
            before: &SheetState,
            seat: Seat,
            action: SheetAction<DicePokerRow>,
            after: &SheetState,
        ) {
            let (dice, sheet) = (before.dice().unwrap(), before.sheet(seat));
            let open = |row| game.open(sheet).contains(row);
            let many_roads = dice.counts() == [0, 1, 1, 2, 1, 0] && before.rolls() < 3;
            self.both_roads += f64::from(u8::from(many_roads && open(SmallRoad) && open(BigRoad)));
            let SheetAction::Row(row) = action else { return };
            let turn = sheet.filled().len();
            if let Some(face) = dice.counts().iter().position(|&count| count == 4)
                && open(Four)
                && open(SCHOOL[face])
            {
                self.games.four_equal.add(row, SCHOOL[face], 1.0);
                if turn < 5 {
                    self.games.four_equal_early.add(row, SCHOOL[face], 1.0);
                }
            }
            if after.sheet(seat).crossed().contains(row) {
                if self.crossed.is_empty() {
                    *self.games.first_crossed.entry(row).or_default() += 1.0;
                }
                self.crossed.push(row);
                match row {
                    Four if open(Poker) => self.games.four_before_poker[turn] += 1.0,
                    Poker if open(Four) => self.games.poker_before_four[turn] += 1.0,
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn games_that_are_played_agree_with_all_games() {
        const GAMES: u64 = 12_000;
        let game = dice_poker("", 1);
        let lab = Lab::alone("X1", 5, LabBudget::Quick);
        let (_, exact) = &*of_optimum(&lab, &game).unwrap();
        let spec: BotSpec = "optimal".parse().unwrap();
        let mut table = Table::new([Player::new(&game, &spec).unwrap()]);
        let mut played = Played::default();
        for block in 0..GAMES {
            let luck = Chance::new(5, block);
            table.seat(&luck, 0, &[0]);
            play_watched(&game, &luck, &mut table, &mut played);
            let crossed = std::mem::take(&mut played.crossed);
            let roads = [SmallRoad, BigRoad].iter().all(|road| crossed.contains(road));
            played.games.either_road += if roads { 0.0 } else { 1.0 };
        }
        // Each happens at most a few times a game: within four and a half standard errors of a count.
        let near = |exact: f64, counted: f64, what: &str| {
            let found = counted / GAMES as f64;
            let error = (exact.max(1e-4) / GAMES as f64).sqrt();
            assert!((exact - found).abs() < 4.5 * error, "{what}: {found} is not near {exact}");
        };
        let found = &played.games;
        near(exact.either_road, found.either_road, "either road");
        near(1.0 - exact.either_road, GAMES as f64 - found.either_road, "no road");
        for (row, chance) in &exact.first_crossed {
            near(*chance, found.first_crossed.get(row).copied().unwrap_or_default(), &row.to_string());
        }
        for turn in 0..TURNS {
            near(exact.four_before_poker[turn], found.four_before_poker[turn], "four before poker");
            near(exact.poker_before_four[turn], found.poker_before_four[turn], "poker before four");
        }
        for (exact, found) in [(exact.four_equal, found.four_equal), (exact.four_equal_early, found.four_equal_early)] {
            near(exact.times, found.times, "four equal dice");
            near(exact.to_school, found.to_school, "four equal dice to the school");
            near(exact.to_four, found.to_four, "four equal dice to four");
        }
        let dice = Dice::from_faces([2, 3, 4, 4, 5]).unwrap();
        let mut count = SituationCount::new(vec![dice], |filled, rolls| {
            !filled.contains(SmallRoad) && !filled.contains(BigRoad) && rolls < 3
        });
        Solution::shared(&game).watched(&Sheet::default(), &mut count);
        near(count.times(), played.both_roads, "both roads");
    }
}
