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

/// By number of players, from two on.
const SPREADS: [Spread; MAX_PLAYERS - 1] = [
    Spread {
        bidding: [0.0, 60.0, 90.0, 130.0, 170.0, 220.0, 270.0, 320.0],
        blind: 500.0,
        grab: 400.0,
        mizer: 400.0,
        last: 500.0,
    },
    Spread {
        bidding: [0.0, 60.0, 90.0, 130.0, 170.0, 220.0, 270.0, 320.0],
        blind: 500.0,
        grab: 400.0,
        mizer: 400.0,
        last: 500.0,
    },
    Spread {
        bidding: [0.0, 60.0, 90.0, 130.0, 170.0, 220.0, 270.0, 320.0],
        blind: 500.0,
        grab: 400.0,
        mizer: 400.0,
        last: 500.0,
    },
    Spread {
        bidding: [0.0, 60.0, 90.0, 130.0, 170.0, 220.0, 270.0, 320.0],
        blind: 500.0,
        grab: 400.0,
        mizer: 400.0,
        last: 500.0,
    },
    Spread {
        bidding: [0.0, 60.0, 90.0, 130.0, 170.0, 220.0, 270.0, 320.0],
        blind: 500.0,
        grab: 400.0,
        mizer: 400.0,
        last: 500.0,
    },
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

/// Every seat's chance to win the match from a state between deals; its share of the win after the last.
#[inline]
pub(super) fn win_chances(game: &DominoPoker, state: &DominoState) -> Values {
    let table = state.table();
    let players = game.players();
    let top = Seat::all(players).map(|seat| table.score(seat)).max().unwrap_or(0);
    let over = table.phase() == DominoPhase::Over;
    let steps =
        if over { 0.0 } else { STEPS_OF_SCALE / (SCALE_OF_SPREAD * spread_from(game.rules(), table.deal()).sqrt()) };
    let weights = &*WEIGHTS;
    let mut values = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for seat in Seat::all(players) {
        let lag = top - table.score(seat);
        let weight = if over {
            f32::from(u8::from(lag == 0))
        } else {
            weights.get((lag as f32 * steps) as usize).copied().unwrap_or(0.0)
        };
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
