//! What the blueprint takes notice of when a seat has to decide.
//!
//! A player of rims for two sees its own cards, the cards of this deal and those that have left the game: far too much for a
//! table. So cards count by what they can do, not by what they are:
//!
//! - **In tricks** a card is worth what it escapes: by how many cards that may be in the other hand and could beat it in its
//!   suit, weighed with how likely each of them is there. So a jack whose betters are gone is an ace, and a table learned at
//!   the first deal holds at the last but few.
//! - **In the fight for trump** the rank counts, whatever the suit: by how many cards that may be in the other hand rank
//!   higher.
//! - **Suits** have no names: trump comes first, then the suit that was led, then the others, the stronger ones first.
//! - **Of the past** it keeps who set trump, whether the other seat's last card in the fight was a trump, and how the first of
//!   three tricks went.
//!
//! The standing in the match is left out: but for the last deals a trick is worth the same at any of them.

use std::cmp::Reverse;

use kosti_engine::rims::{HAND, MAX_CIRCLES, RimsAction, RimsPhase, RimsTable, beats};
use kosti_engine::{Card, CardSet, Seat, Suit};

use crate::regret::Moment;

/// How many cards that beat a card are to be expected in the other hand, in 64ths: one level up to each of these, and one above.
const IN_TRICKS: [u32; 6] = [0, 6, 10, 18, 27, 39];
/// The same for plain suits, where less matters.
const PLAIN: [u32; 4] = [0, 9, 18, 34];
/// The same for cards of a higher rank, whatever the suit.
const IN_FIGHT: [u32; 4] = [0, 30, 71, 128];
/// How a card stands in its suit before trump is known for certain.
const BEFORE_TRICKS: [u32; 3] = [0, 14, 34];
/// The same where it matters less.
const ROUGHLY: [u32; 2] = [4, 28];

/// What a seat that has to decide knows, as far as the blueprint takes notice of it, and what it may do.
///
/// It is made from what lies on the table and from the seat's own hand alone.
///
/// # Panics
/// If no seat has to decide, or a match has more than two players.
pub fn moment(table: &RimsTable, hand: CardSet) -> Moment<RimsAction> {
    let look = Look::new(table, hand);
    match table.phase() {
        RimsPhase::Show if table.best().is_none() => look.first_show(),
        RimsPhase::Show => look.answer(),
        RimsPhase::FightOn => look.fight_on(),
        RimsPhase::Play => look.play(),
        RimsPhase::Deal | RimsPhase::Over => panic!("no seat has to decide"),
    }
}

/// What a seat can count.
struct Look<'a> {
    table: &'a RimsTable,
    hand: CardSet,
    seat: Seat,
    /// The cards that may be in the other hand.
    unseen: CardSet,
    /// How many these are.
    unseen_len: u32,
    /// How many cards the other hand has.
    other_len: u32,
}

/// The kinds of moments.
#[derive(Clone, Copy)]
enum Kind {
    FirstShow,
    Answer,
    FightOn,
    Lead,
    Follow,
}

impl<'a> Look<'a> {
    fn new(table: &'a RimsTable, hand: CardSet) -> Self {
        let seat = table.seat();
        let mut seen = table.gone().or(hand);
        for round in 0..=table.rounds() {
            for seat in Seat::all(2) {
                seen = seen.or(table.laid(round, seat).map_or(CardSet::EMPTY, CardSet::of));
            }
        }
        let unseen = CardSet::DECK.without(seen);
        let other_len = table.hand_len(seat.next(2)) as u32;
        Self { table, hand, seat, unseen, other_len, unseen_len: (unseen.len() as u32).max(1) }
    }

    /// The level of a card that this many unseen cards beat.
    fn level(&self, beaters: usize, levels: &[u32]) -> u64 {
        let expected = 64 * beaters as u32 * self.other_len;
        levels.iter().filter(|&&most| expected > most * self.unseen_len).count() as u64
    }

    /// How a card stands in its suit.
    fn in_suit(&self, card: Card, levels: &[u32]) -> u64 {
        self.level(self.unseen.and(CardSet::suit(card.suit())).and(CardSet::above(card.rank())).len(), levels)
    }

    /// How a card stands in the fight for trump.
    fn in_fight(&self, card: Card) -> u64 {
        self.level(self.unseen.and(CardSet::above(card.rank())).len(), &IN_FIGHT)
    }

    fn first_show(&self) -> Moment<RimsAction> {
        let code = |card: Card| self.in_fight(card) << 3 | self.in_suit(card, &BEFORE_TRICKS);
        self.moment(Kind::FirstShow, 0, [None; 2], code)
    }

    /// How a card stands beside one that sets trump.
    fn beside(&self, card: Card, best: Card) -> u64 {
        let overrules = card.rank() > best.rank();
        let in_fight = if overrules { 1 + self.in_fight(card).min(2) } else { 0 };
        let is_trump = card.suit() == best.suit();
        in_fight << 3 | self.in_suit(card, if is_trump || overrules { &BEFORE_TRICKS } else { &ROUGHLY })
    }

    fn answer(&self) -> Moment<RimsAction> {
        let best = self.table.best().expect("the dealer has shown a card");
        self.moment(Kind::Answer, self.in_fight(best), [Some(best.suit()), None], |card| self.beside(card, best))
    }

    fn fight_on(&self) -> Moment<RimsAction> {
        let best = self.table.best().expect("the other seat has set trump");
        self.moment(Kind::FightOn, self.in_fight(best), [Some(best.suit()), None], |card| self.beside(card, best))
    }

    fn play(&self) -> Moment<RimsAction> {
        let trump = self.table.trump().expect("trump is set before tricks");
        let levels = |card: Card| -> &[u32] { if card.suit() == trump { &IN_TRICKS } else { &PLAIN } };
        let past = self.past(trump);
        let Some(led) = self.table.best() else {
            return self.moment(Kind::Lead, past, [Some(trump), None], |card| self.in_suit(card, levels(card)));
        };
        let led_suit = (led.suit() != trump).then_some(led.suit());
        let context = past << 1 | u64::from(led_suit.is_some());
        self.moment(Kind::Follow, context, [Some(trump), led_suit], |card| {
            u64::from(beats(card, led, trump)) << 3 | self.in_suit(card, levels(card))
        })
    }

    /// What is kept of the past when tricks are played.
    fn past(&self, trump: Suit) -> u64 {
        let table = self.table;
        let other = self.seat.next(2);
        let circles = usize::from(table.circles());
        let is_trump = |round: usize, seat| u64::from(table.laid(round, seat).is_some_and(|card| card.suit() == trump));
        let shown = table.laid(circles - 1, other);
        // In the last circle the higher card set trump, of equals the dealer's.
        let set_by_other = match (shown, table.laid(circles - 1, self.seat)) {
            (Some(theirs), Some(own)) if other == table.dealer() => theirs.rank() >= own.rank(),
            (Some(theirs), Some(own)) => theirs.rank() > own.rank(),
            _ => false,
        };
        let mut past = u64::from(self.seat == table.dealer());
        past = past << 1 | u64::from(set_by_other);
        past = past << 1 | is_trump(circles - 1, other);
        past = past << 2 | (circles as u64).min(u64::from(MAX_CIRCLES));
        past = past << 1 | u64::from(shown.is_some_and(|card| self.in_fight(card) > 2));
        let first_trick = if table.rounds() > circles {
            1 + (u64::from(table.deal_tricks(self.seat)) << 2
                | is_trump(circles, other) << 1
                | is_trump(circles, self.seat))
        } else {
            0
        };
        past << 4 | first_trick
    }

    /// Puts suits and cards in order and numbers what they are.
    fn moment(
        &self,
        kind: Kind,
        context: u64,
        first: [Option<Suit>; 2],
        code: impl Fn(Card) -> u64,
    ) -> Moment<RimsAction> {
        /// Each suit with its cards from the top, in seven bits each.
        #[derive(Clone, Copy)]
        struct Held {
            order: u64,
            suit: Suit,
        }
        let mut suits = Suit::ALL.map(|suit| Held { order: 0, suit });
        let mut cards = self.hand;
        while let Some(card) = cards.highest() {
            cards.remove(card);
            let held = &mut suits[card.suit() as usize];
            held.order = held.order << 7 | (code(card) + 1);
        }
        for held in &mut suits {
            let special = first.iter().position(|&suit| suit == Some(held.suit));
            held.order |= special.map_or(0, |place| (2 - place as u64) << 60);
        }
        suits.sort_by_key(|held| Reverse(held.order));
        let mut moment = Moment { info_set: 0, actions: [RimsAction::Stand; _], len: 0 };
        let mut number = context << 3 | kind as u64;
        let legal = match kind {
            Kind::FightOn => self.table.best().map_or(CardSet::EMPTY, |best| CardSet::above(best.rank())),
            _ => CardSet::DECK,
        };
        let mut codes = [0; HAND];
        let mut place = 0;
        for (group, held) in suits.iter().enumerate() {
            let mut cards = self.hand.and(CardSet::suit(held.suit));
            while let Some(card) = cards.highest() {
                cards.remove(card);
                codes[place] = (code(card) + 1) << 2 | group as u64;
                place += 1;
                if legal.contains(card) {
                    moment.actions[moment.len] = RimsAction::Card(card);
                    moment.len += 1;
                }
            }
        }
        for code in codes {
            number = number << 9 | code;
        }
        if let Kind::FightOn = kind {
            // The last of them is to stand.
            moment.len += 1;
        }
        moment.info_set = number;
        moment
    }
}
