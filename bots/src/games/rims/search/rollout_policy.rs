//! Quick and sensible moves in rims, for rollouts.
//!
//! They follow greedy's rules of thumb with fixed chances: what a card is worth, and how safe trump is, depends on its
//! rank, the table and the seat alone, and stands in tables. In the fight for trump the card is shown that leaves the
//! best hand under the trump that is likely to result. Tricks are taken as cheaply as possible, and what cannot take one
//! is thrown from the bottom.

use kosti_engine::rims::{HAND, Lead, MAX_CIRCLES, MAX_PLAYERS, RimsAction, RimsPhase, RimsState};
use kosti_engine::{CARDS, Card, CardSet, Game, Rims, SUITS, Suit};

const RANKS: usize = CARDS / SUITS;

/// What a trick is worth.
const TRICK: i32 = 256;
/// What is certain.
const CERTAIN: i32 = 256;

/// What the lowest trump is worth against one opponent, in tricks; shared by all of them if there are more.
const LOW_TRUMP: f64 = 0.6;
/// How much of a plain card's chance counts for who leads every trick, for others at that table, and for everybody where
/// the winner leads.
const PLAIN_FACTORS: [f64; 3] = [1.0, 0.15, 0.3];
/// How often a player who could overrule trump with a card does so.
const OVERRULES: f64 = 0.55;

/// What cards are worth at a table of one size.
struct CardWorths {
    /// As a trump, by rank.
    trump: [i32; RANKS],
    /// If another suit is trump, by who leads and rank.
    plain: [[i32; RANKS]; 3],
    /// The chance that a card which sets trump is not overruled, by how many may still do so and by rank.
    stays: [[i32; RANKS]; MAX_PLAYERS + 1],
}

static WORTHS: [CardWorths; MAX_PLAYERS + 1] = {
    let mut worths = [const { CardWorths { trump: [0; _], plain: [[0; _]; _], stays: [[0; _]; _] } }; _];
    let mut players = 2;
    while players <= MAX_PLAYERS {
        worths[players] = CardWorths::new(players);
        players += 1;
    }
    worths
};

impl CardWorths {
    const fn new(players: usize) -> Self {
        let mut worths = Self { trump: [0; _], plain: [[0; _]; _], stays: [[0; _]; _] };
        let opponents = (players - 1) as f64;
        // The chance that a certain card is in a certain place.
        let density = 1.0 / (CARDS - HAND) as f64;
        let hidden = opponents * (HAND - 1) as f64;
        let mut rank = 0;
        while rank < RANKS {
            let higher = (RANKS - 1 - rank) as f64;
            let low = LOW_TRUMP / opponents;
            worths.trump[rank] =
                (TRICK as f64 * (low + (1.0 - low) * none_of_expected(higher * hidden * density))) as i32;
            let beaters = higher + RANKS as f64;
            let mut role = 0;
            while role < PLAIN_FACTORS.len() {
                let chance = PLAIN_FACTORS[role] * none_of_expected(beaters * hidden * density);
                worths.plain[role][rank] = (TRICK as f64 * chance) as i32;
                role += 1;
            }
            let mut seats = 0;
            while seats <= MAX_PLAYERS {
                let overruling = OVERRULES * higher * (SUITS * seats * HAND) as f64 * density;
                worths.stays[seats][rank] = (CERTAIN as f64 * none_of_expected(overruling)) as i32;
                seats += 1;
            }
            rank += 1;
        }
        worths
    }
}

/// About the chance of no event where this many are expected.
const fn none_of_expected(events: f64) -> f64 {
    1.0 / (1.0 + events * (1.0 + events * (0.5 + events * (1.0 / 6.0))))
}

/// A quick move of the seat whose turn it is.
#[inline]
pub(super) fn rollout_action(game: &Rims, state: &RimsState) -> RimsAction {
    let table = state.table();
    match table.phase() {
        RimsPhase::Play => RimsAction::Card(play(game, state)),
        RimsPhase::Show | RimsPhase::FightOn | RimsPhase::Deal | RimsPhase::Over => {
            let fights_on = table.phase() == RimsPhase::FightOn;
            let moment = Moment {
                lead: game.rules().lead(),
                players: game.players(),
                circles: table.circles() + u8::from(fights_on),
                in_round: table.in_round() as u8,
                fights_on,
                is_dealer: table.seat() == table.dealer(),
                best: table.best(),
                best_is_dealers: table.best_seat() == table.dealer(),
            };
            moment.rollout_action(state.hand(table.seat()))
        }
    }
}

/// A moment of the trump phase at which a seat shows a card or stands: all that matters but its hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    pub(super) lead: Lead,
    pub(super) players: u8,
    /// The circle in which the card is shown, from 1.
    pub(super) circles: u8,
    /// How many cards lie in this circle.
    pub(super) in_round: u8,
    /// Whether the dealer has to show a higher card or stand.
    pub(super) fights_on: bool,
    pub(super) is_dealer: bool,
    /// The card that sets trump.
    pub(super) best: Option<Card>,
    pub(super) best_is_dealers: bool,
}

impl Moment {
    /// What is done with this hand.
    #[inline]
    pub(super) fn rollout_action(&self, hand: CardSet) -> RimsAction {
        let mut best = (i32::MIN, RimsAction::Stand);
        let mut cards = hand;
        let summed = Summed::new(self, hand);
        if self.fights_on
            && let Some(set) = self.best
        {
            cards = cards.and(CardSet::above(set.rank()));
            // Fighting on takes a trick from everybody.
            let fair_share = TRICK / i32::from(self.players);
            best.0 = CERTAIN * (summed.under(set.suit()) - fair_share);
        }
        let later = (self.players - 1 - self.in_round) as usize;
        let again = usize::from(self.circles < MAX_CIRCLES);
        for card in cards.iter() {
            let (trump, by_dealer) = match self.best {
                Some(set) if set.rank() >= card.rank() => (set, self.best_is_dealers),
                _ => (card, self.is_dealer),
            };
            let others = if by_dealer { later } else { later + again };
            let left = summed.without(card, trump.suit(), summed.stays[others][trump.rank().index()]);
            if left > best.0 {
                best = (left, RimsAction::Card(card));
            }
        }
        best.1
    }
}

/// A hand, summed up card by card.
struct Summed {
    trump: &'static [i32; RANKS],
    plain: &'static [i32; RANKS],
    stays: &'static [[i32; RANKS]; MAX_PLAYERS + 1],
    /// What all cards are worth if none is trump.
    sum: i32,
    /// What each suit adds if it is trump.
    gains: [i32; SUITS],
}

impl Summed {
    #[inline]
    fn new(moment: &Moment, hand: CardSet) -> Self {
        let worths = &WORTHS[moment.players as usize];
        let role = match moment.lead {
            Lead::Winner => 2,
            Lead::Dealer => usize::from(!moment.is_dealer),
        };
        let (trump, plain) = (&worths.trump, &worths.plain[role]);
        let mut summed = Self { trump, plain, stays: &worths.stays, sum: 0, gains: [0; _] };
        for card in hand.iter() {
            let rank = card.rank().index();
            summed.sum += plain[rank];
            summed.gains[card.suit() as usize] += trump[rank] - plain[rank];
        }
        summed
    }

    #[inline]
    fn under(&self, trump: Suit) -> i32 {
        self.sum + self.gains[trump as usize]
    }

    /// What is left without a card if this suit stays trump with that chance, and otherwise any may be.
    #[inline]
    fn without(&self, card: Card, trump: Suit, stays: i32) -> i32 {
        let rank = card.rank().index();
        let plain = self.plain[rank];
        let gain = self.trump[rank] - plain;
        let if_it_stays = self.under(trump) - if card.suit() == trump { gain } else { 0 };
        let any = self.gains.iter().sum::<i32>() - gain;
        stays * (if_it_stays - plain) + (CERTAIN - stays) * (self.sum - plain + any / SUITS as i32)
    }
}

/// The card to play to a trick.
#[inline]
fn play(game: &Rims, state: &RimsState) -> Card {
    let table = state.table();
    let hand = state.hand(table.seat());
    let lowest = |cards: CardSet| cards.lowest().unwrap_or(Card::from_index(0));
    let highest = |cards: CardSet| cards.highest().unwrap_or(Card::from_index(0));
    let (Some(trump), true) = (table.trump(), table.rounds() < HAND - 1) else { return lowest(hand) };
    let trumps = hand.and(CardSet::suit(trump));
    let plain = hand.without(trumps);
    let Some(best) = table.best() else {
        // One opponent's trumps are worth pulling; among more, others do that to each other.
        let trumps_first = game.players() == 2 && game.rules().lead() == Lead::Dealer;
        return match (trumps_first, trumps.is_empty(), plain.is_empty()) {
            (true, false, _) => highest(trumps),
            (true, true, _) => highest(plain),
            (false, _, false) => lowest(plain),
            (false, _, true) => lowest(trumps),
        };
    };
    let is_last = table.in_round() == game.players() as usize - 1;
    let higher = hand.and(CardSet::suit(best.suit())).and(CardSet::above(best.rank()));
    if !higher.is_empty() {
        return if is_last { lowest(higher) } else { highest(higher) };
    }
    if best.suit() != trump && !trumps.is_empty() {
        return lowest(trumps);
    }
    lowest(if plain.is_empty() { trumps } else { plain })
}
