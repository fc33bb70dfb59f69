//! Quick moves for rollouts.

use kosti_engine::graph_poker::{Board, Cell, GraphAction, GraphGame, GraphState, RUN};
use kosti_engine::{ActionSet, CARDS as DECK, CardSet, Game, Rng, Seat};

use crate::greedy::graph_poker::fit::Fit;

const REACH: usize = RUN - 1;
const LINE: usize = 2 * REACH + 1;

/// Takes the most points that can be had at once, or else lays some card somewhere.
#[inline]
pub(super) fn quick_action<const LAYERS: usize, const CARDS: usize, const SLOTS: usize, const EDGE: usize>(
    game: &GraphGame<LAYERS, CARDS, SLOTS, EDGE>,
    state: &GraphState<LAYERS, CARDS, SLOTS, EDGE>,
    rng: &mut Rng,
) -> GraphAction {
    let seat = match game.turn(state) {
        kosti_engine::Turn::Seat(seat) => seat,
        _ => Seat::new(0),
    };
    let view = game.observe(state, seat);
    let board = view.board();
    let hand = view.hand().distinct();
    let anything = Fit::anything(game.rules().ace());
    let mut best = (0, None);
    let mut gains = [0i32; DECK];
    for at in board.edge() {
        let mut gaining = CardSet::EMPTY;
        for (columns, rows) in [(1, 0), (0, 1)] {
            gaining = gaining.or(add_gains(board, anything, hand, at, columns, rows, &mut gains));
        }
        for card in gaining.iter() {
            let gain = std::mem::take(&mut gains[card.index()]);
            if gain > best.0 {
                best = (gain, Some(GraphAction { card, at }));
            }
        }
    }
    best.1.unwrap_or_else(|| {
        let legal = game.legal(state);
        legal.nth(rng.below(legal.len() as u32) as usize)
    })
}

/// Adds what each card of the hand gains in one line through a cell, and tells which gain anything.
#[inline]
fn add_gains<const CARDS: usize, const SLOTS: usize, const EDGE: usize>(
    board: &Board<CARDS, SLOTS, EDGE>,
    anything: Fit,
    hand: CardSet,
    at: Cell,
    columns: i16,
    rows: i16,
    gains: &mut [i32; DECK],
) -> CardSet {
    let mut cards = [Fit::NO_CARD; LINE];
    let mut known = 1 << REACH;
    for (place, card) in cards.iter_mut().enumerate() {
        let steps = place as i16 - REACH as i16;
        if let Some(found) = board.card_at(at.plus(columns * steps, rows * steps)) {
            *card = found.index() as u8;
            known |= 1 << place;
        }
    }
    let mut gaining = CardSet::EMPTY;
    for start in 0..RUN {
        const RUN_BITS: u32 = (1 << RUN) - 1;
        if known >> start & RUN_BITS != RUN_BITS {
            continue;
        }
        let place = REACH - start;
        let run = &cards[start..start + RUN];
        let fit = run.iter().enumerate().fold(anything, |fit, (at, &card)| fit.with(at, card));
        if !fit.is_possible() {
            continue;
        }
        let fitting = fit.cards(place).and(hand);
        for card in fitting.iter() {
            gains[card.index()] += fit.points(place, CardSet::of(card));
        }
        gaining = gaining.or(fitting);
    }
    gaining
}
