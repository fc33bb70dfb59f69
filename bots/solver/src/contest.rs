//! Turns of a player who plays to win and looks at the others' sheets.
//!
//! The last turns between two are solved exactly, both playing to win. Everywhere else each of the others is taken to play
//! for the mean from here on, and so is the player after the turn that is looked at: the chances of the others' final scores
//! say what each final score of the player is worth, and every way to end the turn is worth the mean of that.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::sync::LazyLock;

use kosti_engine::sheet::{Scoresheet, Sheet, SheetGame};

use crate::ending::Ending;
use crate::pmf::Pmf;
use crate::rest::{Outlook, Rest};
use crate::space::Outline;
use crate::turn_values::{TurnTable, TurnValues};

/// What an expected point is worth beside the chance to win: it decides between actions that win as often, above all where
/// the game is lost or won.
const POINT: f64 = 1e-9;

/// Looks at turns of a player who plays to win against the others at the table. It remembers what it has worked out for the
/// turns before; what it finds does not depend on that.
pub struct Contest<S: Scoresheet> {
    game: SheetGame<S>,
    outlook: Outlook,
    /// The ending that was solved last.
    ending: Option<Ending<S>>,
}

impl<S: Scoresheet> Contest<S> {
    /// For this game. What all players of the game share is worked out, on all threads of the current pool, if this program
    /// does not know it yet.
    pub fn new(game: &SheetGame<S>) -> Self {
        Self { game: game.clone(), outlook: Outlook::new(game), ending: None }
    }

    /// What every decision of the next turn is worth to the player with the sheet `mover`: the share of the win that it
    /// brings, and a billionth of the expected points on top. A win that k players share counts 1/k.
    ///
    /// It is exact for two players if at most [`MAX_OPEN`](crate::MAX_OPEN) rows are open on each sheet.
    ///
    /// # Panics
    /// If the sheet is full.
    pub fn turn(&mut self, mover: &Sheet, others: &[Sheet]) -> TurnValues<S> {
        if let [other] = others
            && let Some(turn) = self.ending_turn(mover, other)
        {
            return turn;
        }
        TurnValues::new(self.expected_turn(mover, others))
    }

    /// The same in an ending between two, if it is one.
    fn ending_turn(&mut self, mover: &Sheet, other: &Sheet) -> Option<TurnValues<S>> {
        let Self { game, outlook, ending } = self;
        let means = |after: Outline, upper: i32, points: i16| outlook.points(mover, (after, upper), points);
        if let Some(turn) = ending.as_ref().and_then(|known| known.turn_with(mover, other, &means)) {
            return Some(turn);
        }
        let new = Ending::new(game, mover, other).ok()?;
        ending.insert(new).turn_with(mover, other, &means)
    }

    /// The same by what the others and the player will probably reach.
    fn expected_turn(&mut self, mover: &Sheet, others: &[Sheet]) -> TurnTable {
        let finals: Vec<Pmf> = others.iter().map(|other| self.outlook.final_scores(other)).collect();
        let shares = Shares::new(&finals);
        let booked = mover.upper() + mover.lower();
        let space = self.outlook.space().clone();
        let outlook = RefCell::new(&mut self.outlook);
        let worth = |after: Outline, upper: i32, points: i16| {
            let mut outlook = outlook.borrow_mut();
            let share = shares.expected(&outlook.rest(after, upper), booked + i32::from(points));
            share + outlook.points(mover, (after, upper), points)
        };
        TurnTable::new(&space, *mover, &worth)
    }
}

impl Outlook {
    /// What the expected points of a way to end a turn are worth, beside the chance to win.
    fn points(&self, mover: &Sheet, (after, upper): (Outline, i32), points: i16) -> f64 {
        POINT * (f64::from(mover.upper() + mover.lower() + i32::from(points)) + self.mean(after, upper))
    }

    /// How likely each final score of a player is.
    fn final_scores(&mut self, sheet: &Sheet) -> Pmf {
        let (rest, booked) = self.of_sheet(sheet);
        match rest {
            Rest::Sums(sums) => sums.moved(booked),
            Rest::Spread(spread) => {
                let mut sums = Pmf::default();
                for &(place, chance) in NORMAL.iter() {
                    sums.add_between(spread.at(place), chance);
                }
                sums.moved(booked)
            }
        }
    }
}

/// Places of the standard normal distribution and their chances, close enough for a chance at every whole number.
static NORMAL: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| normal(64));
/// The same, close enough for a mean.
static FEW_NORMAL: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| normal(8));

/// Places of the standard normal distribution and their chances, this many to a standard deviation.
fn normal(to_one: i32) -> Vec<(f64, f64)> {
    const FAR: i32 = 4;
    let places = (-FAR * to_one..=FAR * to_one).map(|step| f64::from(step) / f64::from(to_one));
    let weighed: Vec<(f64, f64)> = places.map(|place| (place, (-place * place / 2.0).exp())).collect();
    let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    weighed.into_iter().map(|(place, weight)| (place, weight / all)).collect()
}

/// What final scores are worth to a player: the share of the win, from the lowest score that can win on.
#[derive(Debug)]
struct Shares {
    low: i32,
    shares: Vec<f64>,
}

impl Shares {
    /// Against others whose final scores have these chances.
    fn new(others: &[Pmf]) -> Self {
        let low = others.iter().map(|other| other.ends().0).max().unwrap_or(0);
        let high = others.iter().map(|other| other.ends().1).max().unwrap_or(0);
        // By other: the chance of a score below the one that is looked at.
        let mut below: Vec<f64> = others
            .iter()
            .map(|other| other.iter().take_while(|(score, _)| *score < low).map(|(_, p)| p).sum())
            .collect();
        let totals: Vec<f64> = others.iter().map(Pmf::total).collect();
        let mut tied = vec![0.0; others.len() + 1];
        let share = |score: i32| {
            // By number of the others who tie: the chance that they do and that no other is above.
            tied.fill(0.0);
            tied[0] = 1.0;
            for (place, other) in others.iter().enumerate() {
                let (under, same) = (below[place] / totals[place], other.chance(score) / totals[place]);
                below[place] += other.chance(score);
                for number in (0..=place).rev() {
                    tied[number + 1] += tied[number] * same;
                    tied[number] *= under;
                }
            }
            let shares = tied.iter().zip(1..).map(|(chance, players)| chance / f64::from(players));
            shares.sum::<f64>().min(1.0)
        };
        let shares = (low..=high).map(share).collect();
        Self { low, shares }
    }

    /// What a score is worth.
    #[inline]
    fn at(&self, score: i32) -> f64 {
        match usize::try_from(score - self.low) {
            Ok(place) => self.shares.get(place).copied().unwrap_or(1.0),
            Err(_) => 0.0,
        }
    }

    /// What a score between two whole numbers is worth.
    #[inline]
    fn between(&self, score: f64) -> f64 {
        let whole = score.floor();
        let (one, other) = (self.at(whole as i32), self.at(whole as i32 + 1));
        one + (score - whole) * (other - one)
    }

    /// What is worth what is still to come, with the points that stand there.
    fn expected(&self, rest: &Rest, booked: i32) -> f64 {
        match rest {
            Rest::Sums(sums) => {
                let worths = sums.iter().map(|(sum, chance)| chance * self.at(booked + sum));
                worths.sum::<f64>() / sums.total()
            }
            Rest::Spread(spread) => {
                let worths = FEW_NORMAL
                    .iter()
                    .map(|(place, chance)| chance * self.between(f64::from(booked) + spread.at(*place)));
                worths.sum()
            }
        }
    }
}
