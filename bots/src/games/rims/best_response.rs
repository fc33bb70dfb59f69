//! The best response to a player of rims for two who does what it does with known chances.
//!
//! One deal is played, the first of a match, and counted by its tricks alone. For a hand of its own the responder goes through
//! all hands that the other player may hold: each counts as much as what was done so far is likely with it. So the response is
//! exact for that hand; only hands of its own are drawn.

use kosti_engine::rims::{HAND, MAX_PLAYERS, RimsAction, RimsDeal, RimsPhase, RimsState, RimsView};
use kosti_engine::{ActionSet, CARDS, Card, CardSet, Game, Rims, Seat};

use crate::games::rims::BLUEPRINT;
use crate::games::rims::blueprint::{Blueprint, Mixed, blueprint_of};
use crate::greedy::GreedyGame;
use crate::spec::BotSpec;

/// A player who does what it does with known chances.
pub trait KnownPlayer: Sync {
    /// What it does when it knows this.
    fn mixed(&self, game: &Rims, view: &RimsView) -> Mixed;
}

impl KnownPlayer for Blueprint {
    fn mixed(&self, game: &Rims, view: &RimsView) -> Mixed {
        Blueprint::mixed(self, game, view)
    }
}

/// Greedy, who does one thing for certain.
#[derive(Clone, Copy, Debug)]
pub struct KnownGreedy;

impl KnownPlayer for KnownGreedy {
    fn mixed(&self, game: &Rims, view: &RimsView) -> Mixed {
        Mixed::certain(game.greedy_action(view))
    }
}

/// Who does anything it may with the same chance.
#[derive(Clone, Copy, Debug)]
pub struct KnownRandom;

impl KnownPlayer for KnownRandom {
    fn mixed(&self, game: &Rims, view: &RimsView) -> Mixed {
        Mixed::even(game.legal_in(view).iter())
    }
}

/// The player behind a bot, if it is one whose chances are known.
pub fn known_player(game: &Rims, bot: &BotSpec) -> Option<Box<dyn KnownPlayer>> {
    if !bot.habits.is_empty() {
        return None;
    }
    match bot.name.as_str() {
        "random" => Some(Box::new(KnownRandom)),
        "greedy" => Some(Box::new(KnownGreedy)),
        BLUEPRINT => {
            let blueprint = blueprint_of(bot, game.rules()).ok().flatten();
            blueprint.map(|blueprint| Box::new(Blueprint::clone(&blueprint)) as Box<dyn KnownPlayer>)
        }
        _ => None,
    }
}

/// The lead in tricks that a hand brings in one seat, on average over all hands of the other player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandValue {
    /// If the best response is played.
    pub best: f64,
    /// If the player itself plays on both sides.
    pub own: f64,
}

/// What a hand brings in a seat of the first deal against a player, exactly.
///
/// # Panics
/// If the game is not for two, or the hand is not one.
pub fn hand_value(game: &Rims, player: &dyn KnownPlayer, seat: Seat, hand: CardSet) -> HandValue {
    assert!(game.players() == 2 && hand.len() == HAND, "a hand of a deal for two");
    let mut worlds = Vec::new();
    visit_hands(CardSet::DECK.without(hand), |hand| worlds.push(World { hand, weight: 1.0 }));
    let all = worlds.len() as f64;
    let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
    hands[seat.index()] = hand;
    let mut state = game.start();
    game.resolve(&mut state, &RimsDeal { hands });
    let response = Response { game, player, seat };
    let mean = |plays| response.value(&state, &worlds, plays) / all;
    HandValue { best: mean(Plays::Best), own: mean(Plays::AsThePlayer) }
}

/// Shows all hands of these cards.
fn visit_hands(cards: CardSet, mut visitor: impl FnMut(CardSet)) {
    let cards: Vec<Card> = cards.iter().collect();
    for (fourth, &d) in cards.iter().enumerate() {
        for (third, &c) in cards[..fourth].iter().enumerate() {
            for (second, &b) in cards[..third].iter().enumerate() {
                for &a in &cards[..second] {
                    visitor([a, b, c, d].into_iter().collect());
                }
            }
        }
    }
}

/// What the other player may still hold, and how likely what was done so far is with it.
#[derive(Clone, Copy)]
struct World {
    hand: CardSet,
    weight: f32,
}

/// What is done in the responder's seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plays {
    Best,
    AsThePlayer,
}

struct Response<'a> {
    game: &'a Rims,
    player: &'a dyn KnownPlayer,
    seat: Seat,
}

impl Response<'_> {
    /// The lead summed over all worlds, which look the same to the responder: the state is what it sees, and in the other
    /// hand is nothing.
    fn value(&self, state: &RimsState, worlds: &[World], plays: Plays) -> f64 {
        let table = state.table();
        if matches!(table.phase(), RimsPhase::Deal | RimsPhase::Over) {
            let lead = f64::from(table.tricks(self.seat)) - f64::from(table.tricks(self.seat.next(2)));
            return lead * worlds.iter().map(|world| f64::from(world.weight)).sum::<f64>();
        }
        if table.seat() != self.seat {
            return self.answered(state, worlds, plays);
        }
        let after = |action| self.value(&self.after(state, action), worlds, plays);
        match plays {
            Plays::Best => self.game.legal(state).iter().map(after).fold(f64::NEG_INFINITY, f64::max),
            Plays::AsThePlayer => {
                let mixed = self.player.mixed(self.game, &self.game.observe(state, self.seat));
                mixed.iter().map(|(action, chance)| f64::from(chance) * after(action)).sum()
            }
        }
    }

    /// The same where the other player moves: worlds in which it does something else look different from then on.
    fn answered(&self, state: &RimsState, worlds: &[World], plays: Plays) -> f64 {
        let other = self.seat.next(2);
        let view = self.game.observe(state, self.seat);
        let mut by_card = [const { Vec::new() }; CARDS];
        let mut stood = Vec::new();
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        for &World { hand, weight } in worlds {
            hands[other.index()] = hand;
            let mixed = self.player.mixed(self.game, &self.game.observe(&view.world(hands), other));
            for (action, chance) in mixed.iter() {
                let weight = weight * chance;
                match action {
                    RimsAction::Card(card) => {
                        by_card[card.index()].push(World { hand: hand.without(CardSet::of(card)), weight });
                    }
                    RimsAction::Stand => stood.push(World { hand, weight }),
                }
            }
        }
        let cards = Card::all().map(RimsAction::Card).zip(&by_card);
        let groups = cards.chain([(RimsAction::Stand, &stood)]).filter(|(_, worlds)| !worlds.is_empty());
        groups.map(|(action, worlds)| self.value(&self.after(state, action), worlds, plays)).sum()
    }

    fn after(&self, state: &RimsState, action: RimsAction) -> RimsState {
        let mut next = *state;
        self.game.play_unchecked(&mut next, action);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rims::blueprint::shipped;
    use kosti_engine::rims::RimsRules;
    use kosti_engine::{Chance, Label, Rules};

    fn game(lead: &str) -> Rims {
        Rims::new(RimsRules::parse(&format!("players=2,lead={lead}")).unwrap())
    }

    /// The same for a few hands of the other player, by plans that are all tried: a plan says what to do at every moment that the
    /// responder can tell apart.
    struct Slow<'a> {
        game: &'a Rims,
        player: &'a dyn KnownPlayer,
        seat: Seat,
    }

    impl Slow<'_> {
        fn best(&self, worlds: &[(RimsState, f64)]) -> f64 {
            // Worlds that look the same to the responder are decided on together.
            let mut open = worlds.to_vec();
            let mut sum = 0.0;
            while let Some((state, _)) = open.first().copied() {
                let same =
                    |other: &RimsState| self.game.observe(other, self.seat) == self.game.observe(&state, self.seat);
                let (group, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|(other, _)| same(other));
                open = rest;
                let table = state.table();
                if matches!(table.phase(), RimsPhase::Deal | RimsPhase::Over) {
                    let lead = f64::from(table.tricks(self.seat)) - f64::from(table.tricks(self.seat.next(2)));
                    sum += group.iter().map(|(_, weight)| weight * lead).sum::<f64>();
                    continue;
                }
                let after = |state: &RimsState, action| {
                    let mut next = *state;
                    self.game.play(&mut next, action).unwrap();
                    next
                };
                if table.seat() == self.seat {
                    let legal = self.game.legal(&state);
                    let values = legal.iter().map(|action| {
                        let next: Vec<_> =
                            group.iter().map(|(state, weight)| (after(state, action), *weight)).collect();
                        self.best(&next)
                    });
                    sum += values.fold(f64::NEG_INFINITY, f64::max);
                } else {
                    let mut next = Vec::new();
                    for (state, weight) in &group {
                        let mixed = self.player.mixed(self.game, &self.game.observe(state, self.seat.next(2)));
                        next.extend(
                            mixed.iter().map(|(action, chance)| (after(state, action), weight * f64::from(chance))),
                        );
                    }
                    sum += self.best(&next);
                }
            }
            sum
        }
    }

    #[test]
    fn the_best_response_is_what_going_through_whole_states_finds() {
        for (lead, seat) in [("dealer", 0), ("winner", 1)] {
            let game = game(lead);
            let seat = Seat::new(seat);
            let blueprint = shipped(game.rules()).expect("a match of two");
            let players: [&dyn KnownPlayer; 3] = [&KnownRandom, &KnownGreedy, &**blueprint];
            for (number, player) in players.into_iter().enumerate() {
                let mut rng = Chance::new(4, number as u64).stream(Label::bot(0, seat));
                let mut state = game.start();
                game.advance(&mut state, &Chance::new(4, number as u64));
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                for _ in 0..60 {
                    let other = game.determinize(&game.observe(&state, seat), &mut rng);
                    fast.push(World { hand: other.hand(seat.next(2)), weight: 1.0 });
                    slow.push((other, 1.0));
                }
                let seen = {
                    let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
                    hands[seat.index()] = state.hand(seat);
                    game.observe(&state, seat).world(hands)
                };
                let fast = Response { game: &game, player, seat }.value(&seen, &fast, Plays::Best);
                let slow = Slow { game: &game, player, seat }.best(&slow);
                assert!((fast - slow).abs() < 1e-3, "{lead} {number}: {fast} {slow}");
            }
        }
    }

    #[test]
    fn every_hand_comes_up_once() {
        let mut hands = Vec::new();
        visit_hands(Card::all().take(9).collect(), |hand| hands.push(hand.bits()));
        hands.sort_unstable();
        hands.dedup();
        assert_eq!(hands.len(), 126);
        assert!(hands.iter().all(|bits| bits.count_ones() == 4));
    }

    #[test]
    fn the_best_response_is_no_worse_than_to_play_alike() {
        let game = game("dealer");
        let hand = ["As", "Kd", "9d", "3c"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect();
        let value = hand_value(&game, &KnownGreedy, Seat::new(0), hand);
        assert!(value.best >= value.own && value.best < 3.0, "{value:?}");
    }
}
