//! The chances to win a match after a deal, and the lead in points.
//!
//! What the deals to come bring is taken as noise of a known spread, of the kind (Gumbel's) with which the chance to end
//! on top is a plain ratio: each seat weighs exp(score / scale), and wins with its part of all weights.

use std::sync::LazyLock;

use kosti_engine::domino_poker::{DominoPhase, DominoPokerRules, DominoState, Last, MAX_HAND, MAX_PLAYERS};
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
    // Of the deals that follow those counted so far, so many are left.
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

/// Every seat's prospect of winning the match after a deal: its chance, or its share of the win after the last deal.
///
/// Early in a match one deal moves the chances by little. They are stretched about a fair share until the spread of the
/// deal at hand fills the scale, so that whoever searches need not know how far the match has gone.
#[inline]
pub(super) fn win_prospects(game: &DominoPoker, root: &DominoState, state: &DominoState) -> Values {
    let table = state.table();
    if table.phase() == DominoPhase::Over {
        return final_shares(game, state);
    }
    let rules = game.rules();
    let later = spread_from(rules, table.deal());
    let this = spread_from(rules, root.table().deal()) - later;
    let scale = SCALE_OF_SPREAD * later.sqrt();
    let stretch = (scale / this.sqrt()).max(1.0);
    let chances = win_chances(game, state, scale);
    let fair = 1.0 / f32::from(rules.players());
    chances.map(|chance| 0.5 + (chance - fair) * stretch)
}

fn final_shares(game: &DominoPoker, state: &DominoState) -> Values {
    let scores = game.scores(state);
    let mut values = [0.0; MAX_SEATS];
    for seat in Seat::all(game.players()) {
        values[seat.index()] = scores.share(seat) as f32;
    }
    values
}

/// Every seat's chance to win if what is to come has this scale.
#[inline]
fn win_chances(game: &DominoPoker, state: &DominoState, scale: f32) -> Values {
    let table = state.table();
    let players = game.players();
    let top = Seat::all(players).map(|seat| table.score(seat)).max().unwrap_or(0);
    let steps = STEPS_OF_SCALE / scale;
    let weights = &*WEIGHTS;
    let mut values = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for seat in Seat::all(players) {
        let lag = (top - table.score(seat)) as f32;
        let weight = weights.get((lag * steps) as usize).copied().unwrap_or(0.0);
        values[seat.index()] = weight;
        sum += weight;
    }
    values.map(|weight| weight / sum)
}

/// Every seat's lead over the mean of the others in what was scored since the root: a half for none, 0 and 1 for the
/// most that one deal can bring.
#[inline]
pub(super) fn leads(game: &DominoPoker, root: &DominoState, state: &DominoState) -> Values {
    let players = game.players();
    let gained = |seat: Seat| (state.table().score(seat) - root.table().score(seat)) as f32;
    let sum: f32 = Seat::all(players).map(gained).sum();
    let others = f32::from(players) - 1.0;
    let most = 40.0 * f32::from(root.table().hand().max(2));
    let mut values = [0.0; MAX_SEATS];
    for seat in Seat::all(players) {
        let lead = gained(seat) - (sum - gained(seat)) / others;
        values[seat.index()] = 0.5 + lead / most;
    }
    values
}
