//! How rims is played.

use crate::card::{CARDS, Card, CardSet, CardSlot, Suit};
use crate::chance::{Chance, Label};
use crate::error::{IllegalAction, ImpossibleMoment, ImpossibleOutcome};
use crate::game::{Game, Turn};
use crate::rims::action::{RimsAction, RimsLegal};
use crate::rims::rules::{Lead, RimsRules};
use crate::rims::state::{RimsDeal, RimsPhase, RimsRequest, RimsState, RimsTable, RimsView};
use crate::rims::trick::beats;
use crate::rims::{HAND, MAX_CIRCLES, MAX_PLAYERS};
use crate::rng::Rng;
use crate::seat::{Scores, Seat};

/// Rims under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct Rims {
    rules: RimsRules,
}

impl Rims {
    /// The moment before a deal (from 0), with the seat that deals, the cards of all tricks so far and the tricks of
    /// each seat.
    ///
    /// # Errors
    /// If no game comes to that.
    pub fn before_deal(
        &self,
        deal: usize,
        dealer: Seat,
        gone: CardSet,
        tricks: &[u8],
    ) -> Result<RimsState, ImpossibleMoment> {
        let players = self.rules.players;
        let seats = usize::from(players);
        if dealer.index() >= seats {
            return Err(ImpossibleMoment::NoSuchSeat { players });
        }
        if tricks.len() != seats {
            return Err(ImpossibleMoment::NotEverySeat { players });
        }
        if deal == 0 && dealer.index() != 0 {
            return Err(ImpossibleMoment::FirstDealer);
        }
        let taken: usize = tricks.iter().copied().map(usize::from).sum();
        if taken * seats != gone.len() {
            return Err(ImpossibleMoment::CardsOfTricks);
        }
        if !(deal..=deal.saturating_mul(HAND - 1)).contains(&taken) {
            return Err(ImpossibleMoment::TricksOfDeals);
        }
        if CARDS - gone.len() < HAND * seats {
            return Err(ImpossibleMoment::GameOver);
        }
        let mut state = self.start();
        let table = &mut state.table;
        table.tricks[..seats].copy_from_slice(tricks);
        (table.gone, table.gone_count, table.deal) = (gone, gone.len() as u8, deal as u8);
        (table.dealer, table.best_seat, table.seat) = (dealer, dealer, dealer);
        Ok(state)
    }

    #[inline]
    fn legal_with(&self, table: &RimsTable, hand: CardSet) -> RimsLegal {
        match table.phase {
            RimsPhase::Show | RimsPhase::Play => {
                RimsLegal { cards: hand, count: HAND as u8 - table.rounds, stand: false }
            }
            RimsPhase::FightOn => {
                let cards = hand.and(higher(table));
                RimsLegal { cards, count: cards.len() as u8, stand: true }
            }
            RimsPhase::Deal | RimsPhase::Over => RimsLegal::NONE,
        }
    }

    #[inline]
    fn show(&self, table: &mut RimsTable, card: Card) {
        // Written in any case: which card is higher is too random for a branch.
        let sets_trump = table.best.card().is_none_or(|best| card.rank() > best.rank());
        table.best = if sets_trump { CardSlot::of(card) } else { table.best };
        table.best_seat = if sets_trump { table.seat } else { table.best_seat };
        table.trump = if sets_trump { card.suit() } else { table.trump };
        if self.finish_round(table) {
            table.seat = table.dealer;
            // Only another seat's card keeps the fight alive.
            if table.best_seat == table.dealer || table.circles == MAX_CIRCLES {
                start_tricks(table);
            } else {
                table.phase = RimsPhase::FightOn;
            }
        }
    }

    #[inline]
    fn follow(&self, table: &mut RimsTable, card: Card) {
        let wins = table.best.card().is_none_or(|best| beats(card, best, table.trump));
        table.best = if wins { CardSlot::of(card) } else { table.best };
        table.best_seat = if wins { table.seat } else { table.best_seat };
        if self.finish_round(table) {
            let winner = table.best_seat;
            table.tricks[winner.index()] += 1;
            table.deal_tricks[winner.index()] += 1;
            table.best = CardSlot::NONE;
            table.best_seat = table.dealer;
            table.seat = if self.rules.lead == Lead::Winner { winner } else { table.dealer };
            if table.rounds as usize == HAND {
                self.finish_deal(table);
            }
        }
    }

    /// Passes the turn on; says whether every seat has laid a card.
    #[inline]
    fn finish_round(&self, table: &mut RimsTable) -> bool {
        table.in_round += 1;
        if table.in_round < self.rules.players {
            table.seat = table.seat.next(self.rules.players);
            return false;
        }
        table.in_round = 0;
        table.rounds += 1;
        true
    }

    fn finish_deal(&self, table: &mut RimsTable) {
        let players = self.rules.players;
        for round in &table.laid[table.circles as usize..] {
            for slot in &round[..players as usize] {
                table.gone = table.gone.or(slot.set());
            }
        }
        table.gone_count += players * (HAND as u8 - table.circles);
        let (mut next, mut seat) = (table.dealer, table.dealer);
        for _ in 1..players {
            seat = seat.next(players);
            if table.deal_tricks[seat.index()] > table.deal_tricks[next.index()] {
                next = seat;
            }
        }
        table.dealer = next;
        table.best_seat = next;
        table.seat = next;
        table.laid = NOTHING_LAID;
        table.deal_tricks = [0; MAX_PLAYERS];
        table.rounds = 0;
        table.circles = 0;
        table.trump = Suit::Spades;
        table.deal += 1;
        let stock = CARDS as u8 - table.gone_count;
        table.phase = if stock < HAND as u8 * players { RimsPhase::Over } else { RimsPhase::Deal };
    }
}

const NOTHING_LAID: [[CardSlot; MAX_PLAYERS]; HAND] = [[CardSlot::NONE; MAX_PLAYERS]; HAND];

/// The cards with which the dealer may fight on.
#[inline]
fn higher(table: &RimsTable) -> CardSet {
    table.best.card().map_or(CardSet::DECK, |best| CardSet::above(best.rank()))
}

#[inline]
fn start_tricks(table: &mut RimsTable) {
    table.phase = RimsPhase::Play;
    table.seat = table.dealer;
    table.best = CardSlot::NONE;
    table.best_seat = table.dealer;
}

impl Game for Rims {
    type Rules = RimsRules;
    type State = RimsState;
    type View = RimsView;
    type Action = RimsAction;
    type Legal<'a> = RimsLegal;
    type Request = RimsRequest;
    type Outcome = RimsDeal;

    fn new(rules: RimsRules) -> Self {
        Self { rules }
    }

    fn rules(&self) -> &RimsRules {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.rules.players
    }

    #[inline]
    fn start(&self) -> RimsState {
        let first = Seat::new(0);
        RimsState {
            table: RimsTable {
                gone: CardSet::EMPTY,
                laid: NOTHING_LAID,
                tricks: [0; MAX_PLAYERS],
                deal_tricks: [0; MAX_PLAYERS],
                gone_count: 0,
                deal: 0,
                dealer: first,
                phase: RimsPhase::Deal,
                seat: first,
                rounds: 0,
                in_round: 0,
                circles: 0,
                best: CardSlot::NONE,
                best_seat: first,
                trump: Suit::Spades,
            },
            hands: [CardSet::EMPTY; MAX_PLAYERS],
        }
    }

    #[inline]
    fn turn(&self, state: &RimsState) -> Turn {
        match state.table.phase {
            RimsPhase::Deal => Turn::Chance,
            RimsPhase::Over => Turn::Over,
            RimsPhase::Show | RimsPhase::FightOn | RimsPhase::Play => Turn::Seat(state.table.seat),
        }
    }

    #[inline]
    fn request(&self, state: &RimsState) -> RimsRequest {
        RimsRequest { deal: state.table.deal, stock: CardSet::DECK.without(state.table.gone) }
    }

    /// One order of the whole deck belongs to each deal; cards that have left the game are passed over.
    #[inline(always)]
    fn draw(&self, request: RimsRequest, luck: &Chance) -> RimsDeal {
        let needed = HAND * self.rules.players as usize;
        let drawn = luck.stream(Label::deal(request.deal)).draw_cards(request.stock, needed);
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        for (hand, cards) in hands.iter_mut().zip(drawn[..needed].chunks_exact(HAND)) {
            *hand = CardSet::from_bits(cards.iter().fold(0, |bits, card| bits | 1 << card));
        }
        RimsDeal { hands }
    }

    fn check_outcome(&self, state: &RimsState, deal: &RimsDeal) -> Result<(), ImpossibleOutcome> {
        if state.table.phase != RimsPhase::Deal {
            return Err(ImpossibleOutcome::NotDue);
        }
        let mut stock = CardSet::DECK.without(state.table.gone);
        for (seat, &hand) in deal.hands.iter().enumerate() {
            let size = if seat < self.rules.players as usize { HAND } else { 0 };
            if hand.len() != size {
                return Err(ImpossibleOutcome::HandSize(HAND as u8));
            }
            if !hand.without(stock).is_empty() {
                return Err(ImpossibleOutcome::NotInStock);
            }
            stock = stock.without(hand);
        }
        Ok(())
    }

    #[inline]
    fn resolve(&self, state: &mut RimsState, deal: &RimsDeal) {
        state.hands = deal.hands;
        state.table.phase = RimsPhase::Show;
        state.table.circles = 1;
    }

    #[inline]
    fn legal<'a>(&'a self, state: &'a RimsState) -> RimsLegal {
        self.legal_with(&state.table, state.hands[state.table.seat.index()])
    }

    #[inline]
    fn legal_in<'a>(&'a self, view: &'a RimsView) -> RimsLegal {
        if view.seat == view.table.seat { self.legal_with(&view.table, view.hand) } else { RimsLegal::NONE }
    }

    fn check(&self, state: &RimsState, action: RimsAction) -> Result<(), IllegalAction> {
        let table = &state.table;
        match (table.phase, action) {
            (RimsPhase::Over, _) => Err(IllegalAction::GameOver),
            (RimsPhase::Deal, _) => Err(IllegalAction::ChanceFirst),
            (RimsPhase::Show, RimsAction::Stand) => Err(IllegalAction::WrongPhase("a card must be shown")),
            (RimsPhase::Play, RimsAction::Stand) => Err(IllegalAction::WrongPhase("a card must be played")),
            (RimsPhase::FightOn, RimsAction::Stand) => Ok(()),
            (_, RimsAction::Card(card)) if !state.hand(table.seat).contains(card) => Err(IllegalAction::NotHeld),
            (RimsPhase::FightOn, RimsAction::Card(card)) if !higher(table).contains(card) => {
                Err(IllegalAction::NotHigher)
            }
            (_, RimsAction::Card(_)) => Ok(()),
        }
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut RimsState, action: RimsAction) {
        let table = &mut state.table;
        let RimsAction::Card(card) = action else {
            start_tricks(table);
            return;
        };
        state.hands[table.seat.index()].remove(card);
        table.laid[table.rounds as usize][table.seat.index()] = CardSlot::of(card);
        match table.phase {
            RimsPhase::Play => self.follow(table, card),
            RimsPhase::FightOn => {
                table.phase = RimsPhase::Show;
                table.circles += 1;
                self.show(table, card);
            }
            RimsPhase::Show | RimsPhase::Deal | RimsPhase::Over => self.show(table, card),
        }
    }

    #[inline]
    fn observe(&self, state: &RimsState, seat: Seat) -> RimsView {
        RimsView { table: state.table, hand: state.hands[seat.index()], seat }
    }

    fn determinize(&self, view: &RimsView, rng: &mut Rng) -> RimsState {
        let others = || Seat::all(self.rules.players).filter(|&seat| seat != view.seat);
        let missing = others().map(|seat| view.table.hand_len(seat)).sum();
        let drawn = rng.draw_cards(view.unseen(), missing);
        let mut next = drawn[..missing].iter();
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        for seat in others() {
            let cards = next.by_ref().take(view.table.hand_len(seat));
            hands[seat.index()] = CardSet::from_bits(cards.fold(0, |bits, card| bits | 1 << card));
        }
        hands[view.seat.index()] = view.hand;
        RimsState { table: view.table, hands }
    }

    #[inline]
    fn scores(&self, state: &RimsState) -> Scores {
        Scores::new(self.rules.players, |seat| i32::from(state.table.tricks(seat)))
    }
}
