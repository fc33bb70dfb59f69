//! Quick and sensible moves in rims, for rollouts.
//!
//! In the fight for trump a hand is summed up card by card: what each is worth if its suit is trump and if it is not. The
//! card is shown that leaves the best hand under the trump that results. Tricks are taken as cheaply as possible, and
//! what cannot take one is thrown from the bottom.

use kosti_engine::rims::{HAND, RimsAction, RimsPhase, RimsState};
use kosti_engine::{Card, CardSet, Game, Rims, SUITS, Suit};

/// What a card is worth as a trump, by its rank, in hundredths of a trick.
const TRUMP: [i32; 13] = [40, 42, 45, 48, 51, 55, 59, 64, 69, 75, 82, 90, 100];
/// The same if another suit is trump, for a seat that leads every trick.
const PLAIN: [i32; 13] = [3, 4, 5, 7, 9, 12, 15, 19, 24, 30, 38, 48, 60];

/// A quick move of the seat whose turn it is.
#[inline]
pub(super) fn quick_action(game: &Rims, state: &RimsState) -> RimsAction {
    let table = state.table();
    let hand = state.hand(table.seat());
    match table.phase() {
        RimsPhase::Play => RimsAction::Card(play(game, state, hand)),
        RimsPhase::FightOn => fight_on(game, state, hand),
        RimsPhase::Show | RimsPhase::Deal | RimsPhase::Over => show(state, hand).1,
    }
}

/// The cards of a hand and what they add up to.
struct Summed {
    plain: i32,
    /// What each suit adds if it is trump.
    gains: [i32; SUITS],
}

/// A card's rank and worth: plain, and what it gains as a trump.
#[inline]
fn worth(card: Card) -> (i32, i32) {
    let rank = card.rank().index();
    (PLAIN[rank], TRUMP[rank] - PLAIN[rank])
}

impl Summed {
    #[inline]
    fn new(hand: CardSet) -> Self {
        let mut summed = Self { plain: 0, gains: [0; SUITS] };
        for card in hand.iter() {
            let (plain, gain) = worth(card);
            summed.plain += plain;
            summed.gains[card.suit() as usize] += gain;
        }
        summed
    }

    #[inline]
    fn under(&self, trump: Suit) -> i32 {
        self.plain + self.gains[trump as usize]
    }

    /// What is left under this trump without a card.
    #[inline]
    fn without(&self, card: Card, trump: Suit) -> i32 {
        let (plain, gain) = worth(card);
        self.under(trump) - plain - if card.suit() == trump { gain } else { 0 }
    }
}

/// The best card to show, and what the rest is worth.
#[inline]
fn show(state: &RimsState, hand: CardSet) -> (i32, RimsAction) {
    let table = state.table();
    let summed = Summed::new(hand);
    let mut best = (i32::MIN, RimsAction::Stand);
    for card in hand.iter() {
        let trump = match table.best() {
            Some(set) if set.rank() >= card.rank() => set.suit(),
            _ => card.suit(),
        };
        let left = summed.without(card, trump);
        if left > best.0 {
            best = (left, RimsAction::Card(card));
        }
    }
    best
}

/// Fights on if the hand that is left is worth it: that takes a trick from everybody.
#[inline]
fn fight_on(game: &Rims, state: &RimsState, hand: CardSet) -> RimsAction {
    let legal = game.legal(state).cards();
    if legal.is_empty() {
        return RimsAction::Stand;
    }
    let Some(trump) = state.table().trump() else { return RimsAction::Stand };
    let summed = Summed::new(hand);
    let mut best = (summed.under(trump) - 100 / i32::from(game.players()), RimsAction::Stand);
    for card in legal.iter() {
        let left = summed.without(card, card.suit());
        if left > best.0 {
            best = (left, RimsAction::Card(card));
        }
    }
    best.1
}

/// The card to play to a trick.
#[inline]
fn play(game: &Rims, state: &RimsState, hand: CardSet) -> Card {
    let table = state.table();
    let lowest = |cards: CardSet| cards.lowest().unwrap_or(Card::from_index(0));
    let highest = |cards: CardSet| cards.highest().unwrap_or(Card::from_index(0));
    if table.rounds() == HAND - 1 {
        return lowest(hand);
    }
    let Some(trump) = table.trump() else { return lowest(hand) };
    let trumps = hand.and(CardSet::suit(trump));
    let plain = hand.without(trumps);
    let Some(best) = table.best() else {
        // Trumps first, from the top: they pull the others' out.
        return highest(if trumps.is_empty() { plain } else { trumps });
    };
    let is_last = table.in_round() == game.players() as usize - 1;
    let beats_best = hand.and(CardSet::suit(best.suit())).and(CardSet::above(best.rank()));
    if !beats_best.is_empty() {
        return if is_last { lowest(beats_best) } else { highest(beats_best) };
    }
    if best.suit() != trump && !trumps.is_empty() {
        return lowest(trumps);
    }
    lowest(if plain.is_empty() { trumps } else { plain })
}
