//! What the dice games tell the bots that search.
//!
//! Nothing is hidden, and what the others do changes nothing on one's own sheet. What the open rows will bring is guessed
//! from what they usually bring, which is far less a matter of luck than to roll for them. So everything that a turn can
//! lead to is known once it has been worked out, and a rollout is one roll: what the dice are worth that it shows. The rolls
//! of a keep are spread evenly over all that can come, which tells more than as many at random.

use kosti_engine::sheet::{RollRequest, RowSet, Scoresheet, SheetGame, SheetState};
use kosti_engine::{ActionSet, Dice, Game, Keep, MAX_SEATS, Rng, Scores, Seat, Turn};

use crate::games::dice::expectimax::{SheetTrends, TurnSearch};
use crate::games::dice::greedy::{Prospects, visit_options};
use crate::greedy::GreedyGame;
use crate::search::{Aim, SearchGame, Values};

/// A lead of this many points is as good as it gets.
const GREATEST_LEAD: f32 = 400.0;

/// How far what a row brings strays from what it usually does, in points: a guess, not a measurement.
const ROW_SPREAD: f32 = 12.0;

/// More than greedy ever weighs.
const MOST_OPTIONS: usize = 40;

/// What a turn can lead to, worked out before anything is tried.
pub struct TurnEndings<S: Scoresheet> {
    turn: Option<TurnSearch<S>>,
    /// By seat: the final score, if the open rows bring what they usually do.
    likely: [f32; MAX_SEATS],
    /// By seat: how many rows are open when this turn is over.
    open: [usize; MAX_SEATS],
    /// By keep: how often it was tried.
    tried: [u32; Keep::COUNT],
    /// Where the spread of rolls starts.
    start: Option<u64>,
}

impl<S: Scoresheet> Default for TurnEndings<S> {
    fn default() -> Self {
        Self { turn: None, likely: [0.0; MAX_SEATS], open: [0; MAX_SEATS], tried: [0; Keep::COUNT], start: None }
    }
}

impl<S: SheetTrends> SearchGame for SheetGame<S> {
    type Endings = TurnEndings<S>;
    type Worlds = ();

    /// What rolls bring scatters far more than what keeps are worth.
    const FEWEST_EACH: usize = 24;

    fn prepare(&self, room: &mut Self::Endings, view: &Self::View) {
        let (state, mover) = (view.state(), view.seat());
        let turn = room.turn.get_or_insert_with(|| TurnSearch::new(self, 1.0));
        turn.think(state.sheet(mover));
        (room.tried, room.start) = ([0; Keep::COUNT], None);
        for seat in Seat::all(self.players()) {
            let own = seat == mover;
            room.open[seat.index()] = self.open(state.sheet(seat)).len() - usize::from(own);
            room.likely[seat.index()] = if own { turn.usual_score() } else { likely_score(self, state, seat) };
        }
    }

    #[inline]
    fn fast_rollout(
        &self,
        room: &mut Self::Endings,
        aim: Aim,
        root: &SheetState,
        state: &SheetState,
        rng: &mut Rng,
    ) -> Option<Values> {
        if self.turn(state) == Turn::Over {
            return Some(final_values(aim, &self.scores(state)));
        }
        let TurnEndings { turn, likely, open, tried, start } = room;
        let (seat, turn) = (root.seat(), turn.as_ref()?);
        let (before, after) = (root.sheet(seat).filled(), state.sheet(seat).filled());
        let gain = match after.without(before).iter().next() {
            Some(row) => turn.worth_of_row(root.dice()?, root.rolls(), row),
            None => {
                let RollRequest { kept, roll, .. } = self.request(state);
                let start = *start.get_or_insert_with(|| rng.word());
                let number = &mut tried[kept.index()];
                *number += 1;
                turn.worth(nth_roll(kept, start, *number), roll)
            }
        };
        let mut scores = *likely;
        scores[seat.index()] += gain;
        let players = usize::from(self.players());
        Some(values(aim, &scores[..players], |one, other| spread(open[one] + open[other])))
    }

    /// Greedy's move. Rollouts need none.
    #[inline]
    fn rollout_action(&self, state: &SheetState, _: &mut Rng) -> Self::Action {
        self.greedy_action(&self.observe(state, state.seat()))
    }

    #[inline]
    fn is_leaf(&self, root: &SheetState, state: &SheetState) -> bool {
        let filled = |state: &SheetState| state.sheet(root.seat()).filled();
        filled(state) != filled(root) || self.turn(state) == Turn::Over
    }

    fn leaf_values(&self, aim: Aim, _: &SheetState, state: &SheetState) -> Values {
        if self.turn(state) == Turn::Over {
            return final_values(aim, &self.scores(state));
        }
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            scores[seat.index()] = likely_score(self, state, seat);
        }
        let open = |seat| self.open(state.sheet(Seat::new(seat))).len();
        values(aim, &scores[..usize::from(self.players())], |one, other| spread(open(one) + open(other)))
    }

    /// Greedy's favourites first. The others follow, for searches with time for them.
    fn candidates(&self, view: &Self::View, actions: &mut Vec<Self::Action>) {
        let mut options: Vec<(Self::Action, f32)> = Vec::with_capacity(MOST_OPTIONS);
        visit_options(self, view, |action, gain| match options.iter_mut().find(|(known, _)| *known == action) {
            Some((_, best)) => *best = best.max(gain),
            None => options.push((action, gain)),
        });
        options.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        actions.clear();
        actions.extend(options.iter().map(|&(action, _)| action));
        let weighed = actions.len();
        for action in self.legal_in(view).iter() {
            if !actions[..weighed].contains(&action) {
                actions.push(action);
            }
        }
    }
}

/// One of a series of rolls that come about equally often, wherever the series starts.
///
/// Numbers that go on by the golden ratio lie evenly between 0 and 1, and so do the rolls that they stand for.
fn nth_roll(kept: Keep, start: u64, number: u32) -> Dice {
    const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
    let place = start.wrapping_add(GOLDEN_RATIO.wrapping_mul(u64::from(number)));
    let roll = (u128::from(place) * u128::from(Dice::rolls_of(kept))) >> 64;
    Dice::nth_roll(kept, roll as u32)
}

/// The final score of a seat, if its open rows bring what they usually do.
fn likely_score<S: SheetTrends>(game: &SheetGame<S>, state: &SheetState, seat: Seat) -> f32 {
    let sheet = state.sheet(seat);
    let open = game.open(sheet);
    if open == RowSet::EMPTY {
        return game.total(sheet) as f32;
    }
    let pars = game.rules().trends().pars(open.len(), game.rows().len());
    Prospects::new(game.rules(), sheet, open, &pars).final_score(sheet, open)
}

/// What final scores are worth.
fn final_values(aim: Aim, scores: &Scores) -> Values {
    let points = scores.as_slice().iter().map(|&points| points as f32);
    let mut all = [0.0; MAX_SEATS];
    all.iter_mut().zip(points).for_each(|(score, points)| *score = points);
    values(aim, &all[..scores.as_slice().len()], |_, _| 0.0)
}

/// What likely scores are worth, where the difference of two scores strays by `spread`.
fn values(aim: Aim, scores: &[f32], spread: impl Fn(usize, usize) -> f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (seat, &score) in scores.iter().enumerate() {
        let others = || scores.iter().enumerate().filter(|&(other, _)| other != seat);
        let best_other = others().map(|(_, &score)| score).fold(f32::NEG_INFINITY, f32::max);
        // Who plays alone always wins; all that is left to play for are points.
        let lead = if scores.len() == 1 { score } else { score - best_other };
        let points = 0.5 + 0.5 * (lead / GREATEST_LEAD).clamp(-1.0, 1.0);
        let share = || others().map(|(other, &rival)| chance(score - rival, spread(seat, other))).product();
        values[seat] = match aim {
            _ if scores.len() == 1 => points,
            Aim::Share => share(),
            Aim::Points => points,
            Aim::Mix => 0.5 * (share() + points),
        };
    }
    values
}

/// How far the difference of two scores strays with this many open rows in all.
fn spread(open_rows: usize) -> f32 {
    ROW_SPREAD * (open_rows as f32).sqrt()
}

/// About the chance to be ahead in the end with this lead, if it strays by this much. A cheap curve of the right shape.
fn chance(lead: f32, spread: f32) -> f32 {
    if lead == 0.0 {
        return 0.5;
    }
    let steps = lead / spread.max(f32::MIN_POSITIVE);
    0.5 + 0.5 * steps.clamp(-1e6, 1e6) / (1.0 + steps.clamp(-1e6, 1e6).powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::SheetAction;
    use kosti_engine::{Chance, DicePoker, Label, PiratePoker, Rules, Yahtzee, Yatzy};

    use super::*;

    /// Shows moments of games that greedy plays.
    fn visit_moments<S: SheetTrends>(game: &SheetGame<S>, mut visit: impl FnMut(&SheetState)) {
        let luck = Chance::new(9, 2);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(_) => {
                    visit(&state);
                    let action = game.rollout_action(&state, &mut Rng::from_state(0));
                    game.play_unchecked(&mut state, action);
                }
                Turn::Over => return,
            }
        }
    }

    /// Rollouts of a keep come to its exact worth, those of a row to what the sheet promises after it.
    fn rollouts_find_what_is_true<S: SheetTrends>(game: &SheetGame<S>) {
        let mut room = TurnEndings::default();
        let mut rng = Chance::new(3, 1).stream(Label::bot(0, Seat::new(0)));
        visit_moments(game, |state| {
            let seat = state.seat();
            game.prepare(&mut room, &game.observe(state, seat));
            for action in game.legal(state).iter() {
                let mut after = *state;
                game.play_unchecked(&mut after, action);
                let mut mean = |rollouts: u32| {
                    let one = |_| {
                        let values = game.fast_rollout(&mut room, Aim::Points, state, &after, &mut rng);
                        f64::from(values.expect("rollouts have a way of their own")[seat.index()])
                    };
                    (0..rollouts).map(one).sum::<f64>() / f64::from(rollouts)
                };
                let found = match action {
                    SheetAction::Keep(keep) => mean((4 * Dice::rolls_of(keep)).max(1000)),
                    SheetAction::Row(_) => mean(1),
                };
                let turn = room.turn.as_ref().expect("the turn was worked out");
                let gain = match action {
                    SheetAction::Row(row) => turn.worth_of_row(state.dice().unwrap(), state.rolls(), row),
                    SheetAction::Keep(keep) => match Dice::try_from(keep) {
                        Ok(dice) => turn.worth(dice, state.rolls() + 1),
                        Err(keep) => turn.worth_of_keep(state.rolls(), keep),
                    },
                };
                let lead = (turn.usual_score() + gain) / GREATEST_LEAD;
                let expected = f64::from(0.5 + 0.5 * lead);
                if game.turn(&after) != Turn::Over {
                    // Half a point.
                    assert!(
                        (found - expected).abs() < 0.25 / f64::from(GREATEST_LEAD),
                        "{action}: {found} instead of {expected}"
                    );
                }
            }
        });
    }

    #[test]
    fn rollouts_come_to_what_a_turn_is_worth() {
        rollouts_find_what_is_true(&DicePoker::new(Rules::parse("players=1").unwrap()));
        rollouts_find_what_is_true(&PiratePoker::new(Rules::parse("players=1").unwrap()));
        rollouts_find_what_is_true(&Yatzy::new(Rules::parse("players=1").unwrap()));
        rollouts_find_what_is_true(&Yahtzee::new(Rules::parse("players=1").unwrap()));
    }

    #[test]
    fn every_roll_comes_about_as_often_as_it_should() {
        for kept in [Keep::NONE, Keep::from_faces(&[3, 3, 5]).unwrap(), Keep::from_faces(&[6, 6, 6, 6]).unwrap()] {
            let rounds = 6;
            let rolls = Dice::rolls_of(kept);
            let mut seen = [0u32; Dice::COUNT];
            (0..rounds * rolls).for_each(|number| seen[nth_roll(kept, 12345, number).index()] += 1);
            let mut ways = [0u32; Dice::COUNT];
            (0..rolls).for_each(|number| ways[Dice::nth_roll(kept, number).index()] += 1);
            for (seen, ways) in seen.into_iter().zip(ways) {
                assert!(seen.abs_diff(rounds * ways) <= ways, "{seen} times instead of {}", rounds * ways);
            }
        }
    }
}
