//! Worlds that fit what was shown in the fight for trump.
//!
//! What a seat shows tells something about the rest of its hand. A hand is drawn for one seat after the other from what
//! is left, and drawn again, a few times at most, while somebody who moves quickly would have done something else with
//! it. So worlds in which everybody did what was to be expected come up more often, and none is ruled out.

use kosti_engine::rims::{HAND, MAX_CIRCLES, MAX_PLAYERS, RimsAction, RimsPhase, RimsState, RimsTable, RimsView};
use kosti_engine::{CARDS, Card, CardSet, Game, Rims, Rng, Seat};

use crate::rims::quick::Moment;

/// How often a hand is drawn before it is taken as it is.
const TRIES: usize = 8;

/// A world that fits what a seat knows.
pub(super) fn imagine(game: &Rims, view: &RimsView, rng: &mut Rng) -> RimsState {
    let table = view.table();
    let mut pool = [Card::from_index(0); CARDS];
    let mut size = 0;
    for card in view.unseen().iter() {
        pool[size] = card;
        size += 1;
    }
    let mut pool = &mut pool[..size];
    let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
    for seat in Seat::all(game.players()).filter(|&seat| seat != view.seat()) {
        let len = table.hand_len(seat);
        let deeds = Deeds::of(game, table, seat);
        let mut hand = CardSet::EMPTY;
        for _ in 0..TRIES {
            rng.shuffle_front(pool, len);
            hand = pool[..len].iter().copied().collect();
            if deeds.were_to_be_expected(hand) {
                break;
            }
        }
        hands[seat.index()] = hand;
        pool = &mut pool[len..];
    }
    view.world(hands)
}

/// What a seat did in the fight for trump of a deal.
struct Deeds {
    /// Each moment, what was done, and the cards that the seat has laid since.
    list: [Option<(Moment, RimsAction)>; HAND],
    len: usize,
    laid: CardSet,
}

impl Deeds {
    fn of(game: &Rims, table: &RimsTable, seat: Seat) -> Self {
        let mut deeds = Self { list: [None; HAND], len: 0, laid: CardSet::EMPTY };
        let players = game.players();
        let mut moment = Moment {
            lead: game.rules().lead(),
            players,
            circles: 1,
            in_round: 0,
            fights_on: false,
            is_dealer: seat == table.dealer(),
            best: None,
            best_is_dealers: true,
        };
        for circle in 0..table.circles() {
            moment.circles = circle + 1;
            let mut shower = table.dealer();
            for place in 0..players {
                moment.in_round = place;
                moment.fights_on = circle > 0 && place == 0;
                let Some(card) = table.laid(circle as usize, shower) else { return deeds };
                if shower == seat {
                    deeds.add(moment, RimsAction::Card(card));
                }
                if moment.best.is_none_or(|best| card.rank() > best.rank()) {
                    moment.best = Some(card);
                    moment.best_is_dealers = place == 0;
                }
                shower = shower.next(players);
            }
        }
        let stood = table.phase() == RimsPhase::Play && !moment.best_is_dealers && moment.circles < MAX_CIRCLES;
        if stood && moment.is_dealer {
            moment.circles += 1;
            moment.in_round = 0;
            moment.fights_on = true;
            deeds.add(moment, RimsAction::Stand);
        }
        for round in table.circles() as usize..HAND {
            if let Some(card) = table.laid(round, seat) {
                deeds.laid.insert(card);
            }
        }
        deeds
    }

    fn add(&mut self, moment: Moment, action: RimsAction) {
        self.list[self.len] = Some((moment, action));
        self.len += 1;
    }

    /// Whether quick moves would have been the same if this is what is left of the hand.
    fn were_to_be_expected(&self, hand: CardSet) -> bool {
        let mut hand = hand.or(self.laid);
        // From the last to the first, the hand grows by what was shown.
        self.list[..self.len].iter().rev().flatten().all(|&(moment, action)| {
            if let RimsAction::Card(card) = action {
                hand.insert(card);
            }
            moment.quick_action(hand) == action
        })
    }
}
