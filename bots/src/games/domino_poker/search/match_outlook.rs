//! The chances to win a match after a deal, and the lead in points.
//!
//! What the deals to come bring is taken as noise of a known spread, of the kind (Gumbel's) with which the chance to end
//! on top is a plain ratio: each seat weighs exp(score / scale), and wins with its part of all weights.

use std::sync::LazyLock;

use kosti_engine::domino_poker::{DominoPokerRules, DominoState, Last, MAX_HAND, MAX_PLAYERS};
use kosti_engine::{DominoPoker, Game, MAX_SEATS, Seat};

use crate::search::Values;

/// How far apart two seats come in one deal: half the variance of the difference of their points.
struct Spread {
    /// By size of the hand; nothing comes of a hand of none.
    bidding: [f32; MAX_HAND + 1],
    blind: f32,
    grab: f32,
    mizer: f32,
    last: f32,
}

/// By number of players, from two on: measured in 1,200 games each between flat Monte Carlo
/// searchers with 64 rollouts a decision. Hands that are not dealt at a table bring nothing.
const SPREADS: [Spread; MAX_PLAYERS - 1] = [
    Spread {
        bidding: [0.0, 31.0, 112.0, 194.0, 246.0, 314.0, 369.0, 462.0],
        blind: 507.0,
        grab: 326.0,
        mizer: 847.0,
        last: 698.0,
    },
    Spread {
        bidding: [0.0, 21.0, 56.0, 100.0, 151.0, 203.0, 259.0, 312.0],
        blind: 328.0,
        grab: 260.0,
        mizer: 469.0,
        last: 348.0,
    },
    Spread {
        bidding: [0.0, 15.0, 37.0, 65.0, 103.0, 141.0, 187.0, 235.0],
        blind: 209.0,
        grab: 191.0,
        mizer: 311.0,
        last: 221.0,
    },
    Spread {
        bidding: [0.0, 12.0, 28.0, 50.0, 77.0, 108.0, 0.0, 0.0],
        blind: 90.0,
        grab: 104.0,
        mizer: 139.0,
        last: 135.0,
    },
    Spread { bidding: [0.0, 10.0, 23.0, 40.0, 60.0, 0.0, 0.0, 0.0], blind: 42.0, grab: 68.0, mizer: 80.0, last: 137.0 },
];

/// For every size of the hand, what all smaller ones and this one bring together.
static RISEN: [[f32; MAX_HAND + 1]; MAX_PLAYERS - 1] = {
    let mut risen = [[0.0; MAX_HAND + 1]; MAX_PLAYERS - 1];
    let mut table = 0;
    while table < risen.len() {
        let mut hand = 1;
        while hand <= MAX_HAND {
            risen[table][hand] = risen[table][hand - 1] + SPREADS[table].bidding[hand];
            hand += 1;
        }
        table += 1;
    }
    risen
};

/// Half the variance of the difference of two seats over all deals from this number on.
#[inline]
fn spread_from(rules: &DominoPokerRules, deal: usize) -> f32 {
    let table = rules.players() as usize - 2;
    let (spread, risen) = (&SPREADS[table], &RISEN[table]);
    let rising = rules.full_hand() as usize - 1;
    let sevens = rules.sevens() as usize;
    let mut end = rising;
    let mut sum = risen[rising] - risen[deal.min(rising)];
    // Of the deals that follow those counted so far, this many are left.
    let mut left = |deals: usize| {
        end += deals;
        end.saturating_sub(deal).min(deals)
    };
    sum += left(sevens) as f32 * spread.bidding[rising + 1];
    sum += risen[left(rising)];
    sum += left(rules.blind() as usize) as f32 * spread.blind;
    sum += left(rules.grab() as usize) as f32 * spread.grab;
    sum += left(rules.mizer() as usize) as f32 * spread.mizer;
    sum + left(usize::from(rules.last() == Last::On)) as f32 * spread.last
}

/// Gumbel's noise of variance 1 has the scale √6/π.
const SCALE_OF_SPREAD: f32 = 0.779_696_8;

const STEPS_OF_SCALE: f32 = 32.0;
const LARGEST_LAG: usize = 16;

/// exp(−x), for x in steps.
static WEIGHTS: LazyLock<[f32; LARGEST_LAG * STEPS_OF_SCALE as usize]> =
    LazyLock::new(|| std::array::from_fn(|step| (-(step as f32) / STEPS_OF_SCALE).exp()));

/// How a match stands between two deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// The points of every seat.
    pub(super) scores: [i32; MAX_PLAYERS],
    /// The number of the deal that comes next.
    pub(super) next_deal: usize,
}

impl Standing {
    /// The standing in a state between deals.
    #[inline]
    pub(super) fn of(game: &DominoPoker, state: &DominoState) -> Self {
        let mut scores = [0; MAX_PLAYERS];
        for seat in Seat::all(game.players()) {
            scores[seat.index()] = state.table().score(seat);
        }
        Self { scores, next_deal: state.table().deal() }
    }

    /// Every seat's prospect of winning the match after the deal of the root: its chance, or its share of the win if that
    /// was the last deal.
    ///
    /// Early in a match one deal moves the chances by little. They are stretched about a fair share until the spread of
    /// the deal at hand fills the scale, so that whoever searches need not know how far the match has gone.
    #[inline]
    pub(super) fn win_prospects(&self, game: &DominoPoker, root: &DominoState) -> Values {
        let rules = game.rules();
        let later = spread_from(rules, self.next_deal);
        // Nothing is to come: the shares of those on top are those of the smallest scale.
        let is_last = later == 0.0;
        let scale = if is_last { 1.0 / LARGEST_LAG as f32 } else { SCALE_OF_SPREAD * later.sqrt() };
        let chances = self.win_chances(game.players(), scale);
        if is_last {
            return chances;
        }
        let this = spread_from(rules, root.table().deal()) - later;
        let stretch = (scale / this.sqrt()).max(1.0);
        let fair = 1.0 / f32::from(rules.players());
        chances.map(|chance| 0.5 + (chance - fair) * stretch)
    }

    /// Every seat's chance to win if what is to come has this scale.
    #[inline]
    fn win_chances(&self, players: u8, scale: f32) -> Values {
        let scores = &self.scores[..players as usize];
        let top = scores.iter().copied().max().unwrap_or(0);
        let steps = STEPS_OF_SCALE / scale;
        let weights = &*WEIGHTS;
        let mut values = [0.0; MAX_SEATS];
        let mut sum = 0.0;
        for (value, score) in values.iter_mut().zip(scores) {
            *value = weights.get(((top - score) as f32 * steps) as usize).copied().unwrap_or(0.0);
            sum += *value;
        }
        values.map(|weight| weight / sum)
    }

    /// Every seat's lead over the mean of the others in what was scored since the root: a half for none, 0 and 1 for the
    /// most that one deal can bring.
    #[inline]
    pub(super) fn leads(&self, game: &DominoPoker, root: &DominoState) -> Values {
        let players = game.players();
        let gained = |seat: Seat| (self.scores[seat.index()] - root.table().score(seat)) as f32;
        let sum: f32 = Seat::all(players).map(gained).sum();
        let others = f32::from(players) - 1.0;
        let most = POINTS_APART * f32::from(root.table().hand().max(FEWEST_TRICKS_OF_SCALE));
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(players) {
            let lead = gained(seat) - (sum - gained(seat)) / others;
            values[seat.index()] = 0.5 + lead / most;
        }
        values
    }
}

/// For each trick of a deal a seat can win ten points and the others lose ten each, or the other way round.
const POINTS_APART: f32 = 40.0;

/// Deals with fewer tricks are scaled as if they had this many: the last stage pays thirty for its one domino.
const FEWEST_TRICKS_OF_SCALE: u8 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::domino_poker::Stage;
    use kosti_engine::{DominoPokerRules, Rules};

    fn rules(text: &str) -> DominoPokerRules {
        DominoPokerRules::parse(text).unwrap()
    }

    #[test]
    fn spreads_are_the_sums_over_the_deals_to_come() {
        for text in ["players=2", "players=3,sevens=1,last=on", "players=4,blind=3,grab=0,mizer=2", "players=6,last=on"]
        {
            let rules = rules(text);
            let spread = &SPREADS[rules.players() as usize - 2];
            let deals = (0..).map_while(|number| rules.deal(number)).collect::<Vec<_>>();
            for from in 0..=deals.len() {
                let slow: f32 = deals[from..]
                    .iter()
                    .map(|deal| match deal.stage {
                        Stage::Bidding => spread.bidding[deal.hand as usize],
                        Stage::Blind => spread.blind,
                        Stage::Grab => spread.grab,
                        Stage::Mizer => spread.mizer,
                        Stage::Last => spread.last,
                    })
                    .sum();
                assert_eq!(spread_from(&rules, from), slow, "{text} {from}");
            }
        }
    }

    fn prospects(text: &str, deals_left: usize, scores: [i32; MAX_PLAYERS]) -> Values {
        let game = DominoPoker::new(rules(text));
        let deals = (0..).map_while(|number| game.rules().deal(number)).count();
        Standing { scores, next_deal: deals - deals_left }.win_prospects(&game, &game.start())
    }

    #[test]
    fn the_last_deal_gives_shares() {
        assert_eq!(prospects("players=3", 0, [7, 9, 9, 0, 0, 0])[..3], [0.0, 0.5, 0.5]);
        assert_eq!(prospects("players=4", 0, [-7, -9, -8, -300, 0, 0])[..4], [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_lead_is_worth_something_and_in_the_end_everything() {
        let lead = |deals_left| prospects("players=2", deals_left, [300, 280, 0, 0, 0, 0]);
        let chances: Vec<f32> = [12, 8, 4, 1, 0]
            .map(|deals_left| {
                let values = lead(deals_left);
                assert!((values[0] + values[1] - 1.0).abs() < 1e-5);
                values[0]
            })
            .to_vec();
        assert!(chances[0] > 0.5 && chances[4] == 1.0, "{chances:?}");
        let equal = prospects("players=4", 5, [40; MAX_PLAYERS]);
        assert!(equal[..4].iter().all(|&value| (value - 0.5).abs() < 1e-6));
    }
}
