extern crate std;

mod dealing;
mod laying;
mod scoring;
mod seeing;

use std::collections::BTreeMap;
use std::vec::Vec;

use super::*;
use crate::card::Card;
use crate::chance::{Chance, Label};
use crate::game::{ActionSet, Game, Turn};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::seat::{MAX_SEATS, Seat};

fn new_game<Z: GraphSize>(rules: &str) -> GraphGame<Z> {
    GraphGame::new(GraphPokerRules::parse(rules).unwrap())
}

fn deal_of<Z: GraphSize>(hands: &[Vec<Card>]) -> Deal<Z> {
    let mut deal = Deal { hands: [Pile::EMPTY; MAX_SEATS] };
    for (hand, cards) in deal.hands.iter_mut().zip(hands) {
        *hand = Pile::from_cards(cards.iter().copied()).unwrap();
    }
    deal
}

fn all_hands<Z: GraphSize>(game: &GraphGame<Z>, state: &GraphState<Z>) -> Vec<Vec<Card>> {
    Seat::all(game.players()).map(|seat| state.hand(seat).iter().collect()).collect()
}

fn last_combos<Z: GraphSize>(game: &GraphGame<Z>, state: &GraphState<Z>) -> Vec<Combo> {
    let mut combos = Vec::new();
    game.visit_combos(state, |combo| combos.push(combo));
    combos
}

fn edge_cells<Z: GraphSize>(board: &Board<Z>) -> Vec<Cell> {
    let cells: Vec<Cell> = board.edge().collect();
    assert_eq!(cells.len(), board.edge_len());
    assert!(cells.iter().enumerate().all(|(number, &cell)| board.edge_cell(number) == cell));
    cells
}

fn spot_at<Z: GraphSize>(board: &Board<Z>, cell: Cell) -> Spot {
    let spot = board.spot(cell);
    assert_eq!(board.card_at(cell), if let Spot::Card(card) = spot { Some(card) } else { None });
    spot
}

fn laid_cards<Z: GraphSize>(state: &GraphState<Z>) -> Vec<(Card, Cell)> {
    let board = state.board();
    board.cards().enumerate().map(|(number, card)| (card.unwrap(), board.cell(number))).collect()
}

fn known_cards<Z: GraphSize>(view: &GraphView<Z>) -> Vec<Option<Card>> {
    let board = view.board();
    let known: Vec<Option<Card>> = board.cards().collect();
    for (number, &card) in known.iter().enumerate() {
        let spot = board.spot(board.cell(number));
        assert_eq!(spot, card.map_or(Spot::FaceDown, Spot::Card));
        assert_eq!(board.card_at(board.cell(number)), card);
    }
    known
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn rng() -> Rng {
    Chance::new(9, 9).stream(Label::bot(0, Seat::new(0)))
}

/// A game in which the seats were dealt what they are going to lay, and any other cards on top.
fn dealt_for<Z: GraphSize>(game: &GraphGame<Z>, actions: &[GraphAction]) -> GraphState<Z> {
    let players = usize::from(game.players());
    let mut stock: Vec<Card> = (0..game.rules().decks()).flat_map(|_| Card::all()).collect();
    let mut hands = std::vec![Vec::new(); players];
    for (number, action) in actions.iter().enumerate() {
        stock.swap_remove(stock.iter().position(|&card| card == action.card).expect("a card of the stock"));
        hands[game.laid_by(number).index()].push(action.card);
    }
    for hand in &mut hands {
        let missing = game.hand_size() - hand.len();
        hand.extend(stock.drain(stock.len() - missing..));
    }
    let deal = deal_of(&hands);
    let mut state = game.start();
    game.check_outcome(&state, &deal).unwrap();
    game.resolve(&mut state, &deal);
    state
}

/// The kind of a run, spelt out.
fn obvious_kind(cards: [Card; 4], ace: Ace) -> Option<ComboKind> {
    let suits = cards.map(Card::suit);
    let high = cards.map(|card| card.rank().index() as i32 + 2);
    let low = high.map(|rank| if rank == 14 { 1 } else { rank });
    let one_suit = suits == [suits[0]; 4];
    let rises = |ranks: [i32; 4]| (1..4).all(|i| ranks[i] == ranks[0] + i as i32);
    let falls = |ranks: [i32; 4]| (1..4).all(|i| ranks[i] == ranks[0] - i as i32);
    let mut straight = rises(high) || falls(high);
    if ace == Ace::Both {
        straight = straight || rises(low) || falls(low);
    }
    if one_suit && (high == [14, 13, 12, 11] || high == [11, 12, 13, 14]) {
        Some(ComboKind::RoyalFlush)
    } else if one_suit && straight {
        Some(ComboKind::StraightFlush)
    } else if high == [high[0]; 4] {
        Some(ComboKind::Four)
    } else if one_suit {
        Some(ComboKind::Flush)
    } else if straight {
        Some(ComboKind::Straight)
    } else {
        None
    }
}

/// All combos of the last round, found by looking at every four cells there are.
fn obvious_combos(laid: &[(Card, Cell)], rules: &GraphPokerRules) -> Vec<(ComboKind, [Cell; 4], usize)> {
    let (players, ace) = (usize::from(rules.players()), rules.ace());
    // Whoever lays third from the start is two seats further than the starter.
    let seat = |number: usize| match rules.start() {
        Start::Dealer => number % players,
        Start::Rotate => (number % players + number / players) % players,
    };
    let cells: BTreeMap<Cell, usize> = laid.iter().enumerate().map(|(number, &(_, cell))| (cell, number)).collect();
    let round = laid.len() - players;
    let mut combos = Vec::new();
    for &start in cells.keys() {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let line: [Cell; 4] = core::array::from_fn(|i| start.plus(dx * i as i16, dy * i as i16));
            let Some(numbers) = line.iter().map(|cell| cells.get(cell).copied()).collect::<Option<Vec<_>>>() else {
                continue;
            };
            if numbers.iter().all(|&number| number < round) {
                continue;
            }
            let cards: [Card; 4] = core::array::from_fn(|i| laid[numbers[i]].0);
            let Some(kind) = obvious_kind(cards, ace) else { continue };
            let ranks = cards.map(|card| card.rank().index());
            // Among others a straight of its own ranks: only with a two does the ace stand low.
            let low_ace = matches!(kind, ComboKind::Straight | ComboKind::StraightFlush) && ranks.contains(&0);
            let owner = if kind == ComboKind::Four {
                numbers.iter().max().copied()
            } else {
                let height = |number: usize| match laid[number].0.rank().index() {
                    12 if low_ace => -1,
                    rank => rank as i32,
                };
                numbers.iter().copied().filter(|&n| n >= round).max_by_key(|&number| (height(number), number))
            };
            combos.push((kind, line, seat(owner.unwrap())));
        }
    }
    combos.sort();
    combos
}

/// How a test chooses among some random actions.
#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Cards beside cards that match them.
    Matching,
    /// As far out as possible.
    Stretched,
}

fn choose<Z: GraphSize>(game: &GraphGame<Z>, state: &GraphState<Z>, style: Style, rng: &mut Rng) -> GraphAction {
    let legal = game.legal(state);
    let mut draw = || legal.pick(rng);
    let worth = |action: &GraphAction| match style {
        Style::Random => 0,
        Style::Stretched => i32::from(action.at.x.abs()) + i32::from(action.at.y.abs() / 4),
        Style::Matching => {
            let mut worth = 0;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                for step in 1..4 {
                    let Spot::Card(other) = spot_at(state.board(), action.at.plus(dx * step, dy * step)) else { break };
                    let ranks = action.card.rank().index().abs_diff(other.rank().index());
                    let step = step as usize;
                    worth += i32::from(other.suit() == action.card.suit()) * 2;
                    worth += i32::from(ranks == 0) * 2 + i32::from(ranks == step || ranks == 13 - step) * 3;
                }
            }
            worth
        }
    };
    let count = if matches!(style, Style::Random) { 1 } else { 60 };
    (0..count).map(|_| draw()).max_by_key(worth).unwrap()
}

/// Plays a game and shows every state after a card was laid.
fn play_through<Z: GraphSize>(
    game: &GraphGame<Z>,
    block: u64,
    style: Style,
    rng: &mut Rng,
    mut show: impl FnMut(&GraphState<Z>),
) {
    let mut state = game.start();
    game.advance(&mut state, &Chance::new(3, block));
    while let Turn::Seat(_) = game.turn(&state) {
        let action = choose(game, &state, style, rng);
        game.play(&mut state, action).unwrap();
        show(&state);
    }
    assert_eq!(game.turn(&state), Turn::Over);
}

const STYLES: [Style; 3] = [Style::Random, Style::Matching, Style::Stretched];
