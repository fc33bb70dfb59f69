//! A game of rims in progress: what lies on the table for all to see, and the hands.

use crate::card::{Card, CardSet, CardSlot, Suit};
use crate::rims::{HAND, MAX_PLAYERS};
use crate::seat::Seat;

/// What has to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum RimsPhase {
    /// Hands have to be dealt.
    Deal,
    /// A seat has to show a card.
    Show,
    /// The dealer shows a higher card for another circle, or stands.
    FightOn,
    /// A seat has to play a card to a trick.
    Play,
    /// The game has ended.
    Over,
}

/// All that every player sees.
///
/// In a deal every seat lays four cards: the circles of the trump phase, then the tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsTable {
    /// Cards of tricks of earlier deals: they never come back.
    pub(super) gone: CardSet,
    /// The cards of this deal, by round and seat.
    pub(super) laid: [[CardSlot; MAX_PLAYERS]; HAND],
    /// Tricks taken in all.
    pub(super) tricks: [u8; MAX_PLAYERS],
    /// Tricks taken in this deal.
    pub(super) deal_tricks: [u8; MAX_PLAYERS],
    pub(super) gone_count: u8,
    pub(super) deal: u8,
    pub(super) dealer: Seat,
    pub(super) phase: RimsPhase,
    /// The seat that has to act.
    pub(super) seat: Seat,
    /// Finished rounds of this deal.
    pub(super) rounds: u8,
    /// Cards laid in the round in progress.
    pub(super) in_round: u8,
    /// Finished or begun circles.
    pub(super) circles: u8,
    /// In the trump phase the card that sets trump now, in the play the best of the trick in progress.
    pub(super) best: CardSlot,
    /// Who laid it.
    pub(super) best_seat: Seat,
    pub(super) trump: Suit,
}

impl RimsTable {
    /// What has to be done next.
    #[inline]
    pub fn phase(&self) -> RimsPhase {
        self.phase
    }

    /// The seat that has to act.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of this deal, from 0.
    #[inline]
    pub fn deal(&self) -> usize {
        self.deal as usize
    }

    /// The dealer of this deal.
    #[inline]
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The cards of earlier tricks, which never come back.
    #[inline]
    pub fn gone(&self) -> CardSet {
        self.gone
    }

    /// The circles of the trump phase, with the one in progress.
    #[inline]
    pub fn circles(&self) -> u8 {
        self.circles
    }

    /// The suit that is trump now, once a card was shown.
    #[inline]
    pub fn trump(&self) -> Option<Suit> {
        (self.rounds > 0 || self.in_round > 0).then_some(self.trump)
    }

    /// In the trump phase the card that sets trump now, in the play the best card of the trick in progress.
    #[inline]
    pub fn best(&self) -> Option<Card> {
        self.best.card()
    }

    /// The seat that laid [`RimsTable::best`].
    #[inline]
    pub fn best_seat(&self) -> Seat {
        self.best_seat
    }

    /// How many cards lie in the round in progress.
    #[inline]
    pub fn in_round(&self) -> usize {
        self.in_round as usize
    }

    /// The finished rounds of this deal: circles of showing, then tricks.
    #[inline]
    pub fn rounds(&self) -> usize {
        self.rounds as usize
    }

    /// The card that a seat laid in a round of this deal.
    #[inline]
    pub fn laid(&self, round: usize, seat: Seat) -> Option<Card> {
        self.laid[round][seat.index()].card()
    }

    /// All cards laid in this deal, shown or played.
    pub fn laid_cards(&self) -> CardSet {
        self.laid.iter().flatten().filter_map(|slot| slot.card()).collect()
    }

    /// The tricks of a seat in all.
    #[inline]
    pub fn tricks(&self, seat: Seat) -> u8 {
        self.tricks[seat.index()]
    }

    /// The tricks of a seat in this deal.
    #[inline]
    pub fn deal_tricks(&self, seat: Seat) -> u8 {
        self.deal_tricks[seat.index()]
    }

    /// How many cards a seat has not laid yet in this deal.
    #[inline]
    pub fn hand_len(&self, seat: Seat) -> usize {
        if self.phase == RimsPhase::Deal || self.phase == RimsPhase::Over {
            return 0;
        }
        let laid_now = self.rounds < HAND as u8 && self.laid[self.rounds as usize][seat.index()].card().is_some();
        HAND - self.rounds as usize - usize::from(laid_now)
    }
}

/// A game of rims in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsState {
    pub(super) table: RimsTable,
    pub(super) hands: [CardSet; MAX_PLAYERS],
}

impl RimsState {
    /// All that every player sees.
    #[inline]
    pub fn table(&self) -> &RimsTable {
        &self.table
    }

    /// The cards that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }
}

/// What one seat knows: the table and its own hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsView {
    pub(super) table: RimsTable,
    pub(super) hand: CardSet,
    pub(super) seat: Seat,
}

impl RimsView {
    /// All that every player sees.
    #[inline]
    pub fn table(&self) -> &RimsTable {
        &self.table
    }

    /// The cards in hand.
    #[inline]
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// The seat that looks.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The state in which the others hold these hands; what is said of the seat's own hand does not count.
    ///
    /// The hands must be of unseen cards and as large as the table says.
    #[inline]
    pub fn world(&self, mut hands: [CardSet; MAX_PLAYERS]) -> RimsState {
        hands[self.seat.index()] = self.hand;
        RimsState { table: self.table, hands }
    }

    /// The cards that may be in other hands or in the stock. Shown cards are in no hand.
    pub fn unseen(&self) -> CardSet {
        CardSet::DECK.without(self.table.gone).without(self.table.laid_cards()).without(self.hand)
    }
}

/// A deal that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsRequest {
    /// The number of the deal, from 0.
    pub deal: u8,
    /// The cards to deal from.
    pub stock: CardSet,
}

/// The hands that were dealt, by seat; empty beyond the last player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimsDeal {
    /// The hands.
    pub hands: [CardSet; MAX_PLAYERS],
}
