//! Greedy in rims.
//!
//! Every card in hand gets a chance to take a trick, from the cards that could beat it, are neither in hand nor laid nor
//! gone, and from how many cards the opponents hold. A trump fears higher trumps alone, and even a low one is worth
//! something while opponents are few. A plain card fears higher cards of its suit and all trumps, and counts in full
//! only for the dealer who leads every trick: for any other seat its suit is rarely led. In the fight for trump greedy
//! shows the card that leaves the best hand under the trump that results, weighed with the chance that somebody
//! overrules it; what it does not need for trump is thus thrown away. As the dealer it fights on if the hand that is
//! left promises more above a fair share of the tricks than the hand it has. In the play it chooses the card that adds
//! most to its chances over this trick and the later ones: the last to play takes the trick with the cheapest card that
//! does, or keeps its good cards and throws the worst away.

use kosti_engine::rims::{HAND, Lead, MAX_CIRCLES, RimsAction, RimsPhase, RimsView, beats};
use kosti_engine::{Card, CardSet, Game, Rims, SUITS, Seat, Suit};

use crate::greedy::GreedyGame;

/// What the lowest trump is worth against one opponent; shared by all of them if there are more.
const LOW_TRUMP: f32 = 0.6;
/// How much of a plain card's chance counts for the dealer who leads every trick, for others at that table, and for
/// everybody where the winner leads.
const PLAIN_LED: f32 = 1.0;
const PLAIN_NOT_LED: f32 = 0.15;
const PLAIN_WINNER_LEADS: f32 = 0.3;
/// How often a player who could overrule trump with a card does so.
const OVERRULES: f32 = 0.55;

impl GreedyGame for Rims {
    fn greedy_action(&self, view: &RimsView) -> RimsAction {
        let table = view.table();
        let outlook = Outlook::new(self, view);
        match (table.phase(), table.trump()) {
            (RimsPhase::Play, Some(trump)) => outlook.play(trump),
            (RimsPhase::FightOn, Some(trump)) => outlook.fight_on(trump),
            _ => outlook.show().1,
        }
    }
}

/// What a seat can count.
struct Outlook<'a> {
    view: &'a RimsView,
    players: u8,
    opponents: f32,
    unseen: CardSet,
    /// The chance that one hidden card is a certain one of the unseen.
    density: f32,
    low_trump: f32,
    plain: f32,
}

/// What a card is worth if its suit is trump, and if another is.
#[derive(Clone, Copy)]
struct Worth {
    card: Card,
    trump: f32,
    plain: f32,
}

/// The cards of a hand, weighed for a number of tricks, and their sums.
struct Weighed {
    cards: [Worth; HAND],
    len: usize,
    plain: f32,
    /// What each suit adds if it is trump.
    gains: [f32; SUITS],
}

impl Weighed {
    fn under(&self, trump: Suit) -> f32 {
        self.plain + self.gains[trump as usize]
    }

    /// The mean over all suits that may become trump.
    fn under_any(&self) -> f32 {
        self.plain + self.gains.iter().sum::<f32>() / SUITS as f32
    }
}

impl<'a> Outlook<'a> {
    fn new(game: &Rims, view: &'a RimsView) -> Self {
        let table = view.table();
        let players = game.players();
        let mut seen = table.gone().or(view.hand());
        for round in 0..=table.rounds().min(HAND - 1) {
            for seat in Seat::all(players) {
                seen = seen.or(table.laid(round, seat).map_or(CardSet::EMPTY, CardSet::of));
            }
        }
        let unseen = CardSet::DECK.without(seen);
        let opponents = f32::from(players - 1);
        let plain = match game.rules().lead() {
            Lead::Winner => PLAIN_WINNER_LEADS,
            Lead::Dealer if view.seat() == table.dealer() => PLAIN_LED,
            Lead::Dealer => PLAIN_NOT_LED,
        };
        let density = 1.0 / unseen.len().max(1) as f32;
        Self { view, players, opponents, unseen, density, low_trump: LOW_TRUMP / opponents, plain }
    }

    /// How many unseen cards of its suit are higher.
    fn higher(&self, card: Card) -> f32 {
        self.unseen.and(CardSet::suit(card.suit())).and(CardSet::above(card.rank())).len() as f32
    }

    /// The chance that none of the beaters is among this many hidden cards.
    fn escapes(&self, beaters: f32, hidden: f32) -> f32 {
        none_of_expected(beaters * hidden * self.density)
    }

    fn trump_worth(&self, higher: f32, hidden: f32) -> f32 {
        self.low_trump + (1.0 - self.low_trump) * self.escapes(higher, hidden)
    }

    fn plain_worth(&self, beaters: f32, hidden: f32) -> f32 {
        self.plain * self.escapes(beaters, hidden)
    }

    /// Weighs the hand for this many tricks, before trump is known for certain.
    fn weigh(&self, tricks: u8) -> Weighed {
        let hidden = self.opponents * f32::from(tricks);
        let trumps = self.unseen.len() as f32 / SUITS as f32;
        let nothing = Worth { card: Card::from_index(0), trump: 0.0, plain: 0.0 };
        let mut weighed = Weighed { cards: [nothing; HAND], len: 0, plain: 0.0, gains: [0.0; SUITS] };
        for (card, place) in self.view.hand().iter().zip(&mut weighed.cards) {
            let higher = self.higher(card);
            let trump = self.trump_worth(higher, hidden);
            let plain = self.plain_worth(higher + trumps, hidden);
            *place = Worth { card, trump, plain };
            weighed.len += 1;
            weighed.plain += plain;
            weighed.gains[card.suit() as usize] += trump - plain;
        }
        weighed
    }

    /// The best card to show, and what the rest of the hand is worth then.
    fn show(&self) -> (f32, RimsAction) {
        let table = self.view.table();
        let fights_on = table.phase() == RimsPhase::FightOn;
        let circles = table.circles() + u8::from(fights_on);
        let sets_trump = table.best().map_or(CardSet::DECK, |best| CardSet::above(best.rank()));
        let is_dealer = self.view.seat() == table.dealer();
        let later = self.players as usize - 1 - table.in_round();
        let hand_len = self.view.hand().len();
        let hand = self.weigh(HAND as u8 - circles);
        // The chance that nobody overrules this card; the dealer has another word if it is not the dealer's own.
        let stays = |card: Card, by_dealer: bool| {
            let seats = later + usize::from(!by_dealer && circles < MAX_CIRCLES);
            let above = self.unseen.and(CardSet::above(card.rank())).len() as f32;
            self.escapes(OVERRULES * above, (seats * hand_len) as f32)
        };
        let agreed = table.best().map(|best| (best.suit(), stays(best, table.best_seat() == table.dealer())));
        let under_any = hand.under_any();
        let mut best = (f32::MIN, RimsAction::Stand);
        for &Worth { card, trump, plain } in &hand.cards[..hand.len] {
            let (suit, stays) = match agreed {
                Some(agreed) if !sets_trump.contains(card) => {
                    // The dealer may not fight on with a card that changes nothing.
                    if fights_on {
                        continue;
                    }
                    agreed
                }
                _ => (card.suit(), stays(card, is_dealer)),
            };
            let if_it_stays = hand.under(suit) - if card.suit() == suit { trump } else { plain };
            let if_overruled = under_any - (plain + (trump - plain) / SUITS as f32);
            let value = stays * if_it_stays + (1.0 - stays) * if_overruled;
            if value > best.0 {
                best = (value, RimsAction::Card(card));
            }
        }
        best
    }

    /// Stands, or shows a higher card: that costs a card, but also takes a trick from every seat.
    fn fight_on(&self, trump: Suit) -> RimsAction {
        let tricks = HAND as u8 - self.view.table().circles();
        let fair_share_of_a_trick = 1.0 / f32::from(self.players);
        let standing = self.weigh(tricks).under(trump) - fair_share_of_a_trick;
        let (showing, action) = self.show();
        if showing > standing { action } else { RimsAction::Stand }
    }

    /// The card that adds most to the chances over this trick and the later ones.
    fn play(&self, trump: Suit) -> RimsAction {
        let table = self.view.table();
        let hand_len = self.view.hand().len() as f32;
        let later = (self.players as usize - 1 - table.in_round()) as f32;
        let trumps = self.unseen.and(CardSet::suit(trump)).len() as f32;
        let hidden_now = later * hand_len;
        let hidden_later = self.opponents * (hand_len - 1.0);
        let mut best = (f32::MIN, RimsAction::Stand);
        for card in self.view.hand().iter() {
            let higher = self.higher(card);
            let is_trump = card.suit() == trump;
            let beaters = if is_trump { higher } else { higher + trumps };
            let now = match table.best() {
                Some(best) if !beats(card, best, trump) => 0.0,
                _ => self.escapes(beaters, hidden_now),
            };
            let kept = if hidden_later == 0.0 {
                0.0
            } else if is_trump {
                self.trump_worth(higher, hidden_later)
            } else {
                self.plain_worth(beaters, hidden_later)
            };
            if now - kept > best.0 {
                best = (now - kept, RimsAction::Card(card));
            }
        }
        best.1
    }
}

/// About the chance of no event where this many are expected: the start of the series of 1 / exp(x), which needs no
/// library function and so is the same on every machine.
fn none_of_expected(events: f32) -> f32 {
    1.0 / (1.0 + events * (1.0 + events * (0.5 + events * (1.0 / 6.0))))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use kosti_engine::rims::{MAX_PLAYERS, RimsDeal, RimsState};
    use kosti_engine::{ActionSet, Chance, Label, RimsRules, Rules, Turn};

    /// The game after these hands were dealt and these actions played.
    pub(crate) fn played(rules: &str, hands: &[&str], played: &[&str]) -> (Rims, RimsState) {
        let game = Rims::new(RimsRules::parse(rules).unwrap());
        let mut deal = RimsDeal { hands: [CardSet::EMPTY; MAX_PLAYERS] };
        for (hand, text) in deal.hands.iter_mut().zip(hands) {
            *hand = text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
        }
        let mut state = game.start();
        game.check_outcome(&state, &deal).unwrap();
        game.resolve(&mut state, &deal);
        for action in played {
            game.play(&mut state, action.parse().unwrap()).unwrap();
        }
        (game, state)
    }

    /// What greedy does then.
    fn check(rules: &str, hands: &[&str], actions: &[&str], expected: &str) {
        let (game, state) = played(rules, hands, actions);
        let view = game.observe(&state, state.table().seat());
        assert_eq!(game.greedy_action(&view).to_string(), expected, "{rules} {hands:?} after {actions:?}");
    }

    #[test]
    fn the_last_to_play_takes_the_trick_as_cheaply_as_it_can() {
        let deal = |last| ["9s Kh 8h 7d", "2d 4h 6c 5c", last];
        let shown = ["9s", "2d", "3d", "Kh", "4h"];
        check("players=3", &deal("3d 5s Qs 7c"), &shown, "5s");
        check("players=3", &deal("3d Ah Qs Js"), &shown, "Ah");
        check("players=3,lead=winner", &deal("3d 5s Qs Ac"), &shown, "5s");
    }

    #[test]
    fn who_cannot_take_the_trick_throws_the_worst_card_away() {
        let hands = ["9s As 8h 7d", "2d 4h 6c 5c", "3d Ks Ac 2c"];
        check("players=3", &hands, &["9s", "2d", "3d", "As", "4h"], "2c");
    }

    #[test]
    fn a_sure_trick_is_led() {
        check("players=2", &["9s As 3h 4d", "2d 4h 6c 5c"], &["9s", "2d"], "As");
    }

    #[test]
    fn trump_is_the_suit_that_is_held_in_strength() {
        check("players=3", &["Ah Kh Qh 2c", "2d 4h 6c 5c", "3d Ks Ac 3c"], &[], "Ah");
        check("players=3", &["9s As 8h 7d", "2d 4d Qd Ad", "3d Ks Ac 2c"], &["9s"], "Ad");
    }

    #[test]
    fn who_does_not_want_another_trump_shows_the_worst_card() {
        check("players=3", &["Ts As 8h 7d", "Qs Ks 3d Jc", "4d Kh Ac 2c"], &["Ts"], "3d");
        check("players=4", &["As Ks 8h 7d", "2h 6d 9c Tc", "4d Kh Ac 2c", "3s 5s 6s 7s"], &["As"], "2h");
    }

    #[test]
    fn the_dealer_stands_only_if_the_new_trump_suits() {
        let shown = ["9s", "Td", "2c"];
        check("players=3", &["9s Ad Kd Jd", "Td 2h 3h 4h", "2c 3c 4c 5c"], &shown, "stand");
        check("players=3", &["9s As Ks Qh", "Td 2h 3h 4h", "2c 3c 4c 5c"], &shown, "As");
    }

    #[test]
    fn every_decision_is_legal_and_the_same_when_asked_again() {
        for players in 2..=13u8 {
            for lead in ["dealer", "winner"] {
                let game = Rims::new(RimsRules::parse(&format!("players={players},lead={lead}")).unwrap());
                for block in 0..40 {
                    let luck = Chance::new(u64::from(players), block);
                    let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
                    let mut state = game.start();
                    loop {
                        match game.turn(&state) {
                            Turn::Chance => game.advance(&mut state, &luck),
                            Turn::Over => break,
                            Turn::Seat(seat) => {
                                let view = game.observe(&state, seat);
                                let action = game.greedy_action(&view);
                                assert_eq!(game.greedy_action(&view), action);
                                assert!(game.legal(&state).contains(action), "{action} in {state:?}");
                                // Others play anything, so that odd positions come up too.
                                let random = game.legal(&state).pick(&mut rng);
                                let choice = if rng.below(2) == 0 { action } else { random };
                                game.play(&mut state, choice).unwrap();
                            }
                        }
                    }
                }
            }
        }
    }
}
