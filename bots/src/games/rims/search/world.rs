//! Worlds that fit what was shown in the fight for trump.
//!
//! What a seat shows tells something about the rest of its hand. A hand is drawn for one seat after the other from what
//! is left, and drawn again, a few times at most, while somebody who moves quickly would have done something else with
//! it. So worlds in which everybody did what was to be expected come up more often, and none is ruled out.

use kosti_engine::rims::{HAND, MAX_CIRCLES, MAX_PLAYERS, RimsAction, RimsPhase, RimsState, RimsTable, RimsView};
use kosti_engine::{CARDS, Card, CardSet, Game, Rims, Rng, Seat};

use crate::games::rims::search::rollout_policy::Moment;

/// How often a hand is drawn before it is taken as it is.
const TRIES: usize = 8;

/// A world that fits what a seat knows.
pub(super) fn sample_world(game: &Rims, view: &RimsView, rng: &mut Rng) -> RimsState {
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
            moment.rollout_action(hand) == action
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rims::search::rollout_policy::rollout_action;
    use kosti_engine::{ActionSet, Chance, Label, RimsRules, Rules, Turn};

    /// Plays some games, in which moves are quick this many times in four, and shows every state with those of the trump
    /// phase of its deal and what was done there.
    fn visit(quick: u32, mut visitor: impl FnMut(&Rims, &RimsState, &[(RimsState, RimsAction)], &mut Rng)) {
        for (players, lead) in [(2, "dealer"), (2, "winner"), (3, "dealer"), (4, "winner"), (6, "dealer")] {
            let game = Rims::new(RimsRules::parse(&format!("players={players},lead={lead}")).unwrap());
            for block in 0..40 {
                let luck = Chance::new(8, block);
                let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
                let mut state = game.start();
                let mut done = Vec::new();
                loop {
                    match game.turn(&state) {
                        Turn::Over => break,
                        Turn::Chance => {
                            done.clear();
                            game.advance(&mut state, &luck);
                        }
                        Turn::Seat(_) => {
                            visitor(&game, &state, &done, &mut rng);
                            let any = game.legal(&state).pick(&mut rng);
                            let action = if rng.below(4) < quick { rollout_action(&game, &state) } else { any };
                            if state.table().phase() != RimsPhase::Play {
                                done.push((state, action));
                            }
                            game.play(&mut state, action).unwrap();
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn deeds_are_judged_as_the_moves_were_made() {
        let mut seen = [0; 2];
        for quick in [3, 4] {
            visit(quick, |game, state, done, _| {
                for seat in Seat::all(game.players()) {
                    let of_seat = done.iter().filter(|(then, _)| then.table().seat() == seat);
                    let all_quick = of_seat.into_iter().all(|(then, action)| rollout_action(game, then) == *action);
                    let deeds = Deeds::of(game, state.table(), seat);
                    assert_eq!(deeds.were_to_be_expected(state.hand(seat)), all_quick, "{seat} in {state:?}");
                    assert!(all_quick || quick < 4);
                    seen[usize::from(all_quick)] += 1;
                }
            });
        }
        assert!(seen.iter().all(|&times| times > 1000), "{seen:?}");
    }

    #[test]
    fn worlds_fit_what_is_known_and_explain_it_more_often_than_others() {
        let mut expected = [0; 2];
        visit(4, |game, state, _, rng| {
            let seat = state.table().seat();
            let view = game.observe(state, seat);
            let worlds = [game.determinize(&view, rng), sample_world(game, &view, rng)];
            for (world, expected) in worlds.iter().zip(&mut expected) {
                assert_eq!(game.observe(world, seat), view);
                let mut all = view.hand().or(state.table().laid_cards()).or(state.table().gone());
                for other in Seat::all(game.players()).filter(|&other| other != seat) {
                    assert_eq!(world.hand(other).len(), state.hand(other).len());
                    assert!(world.hand(other).and(all).is_empty());
                    all = all.or(world.hand(other));
                    let deeds = Deeds::of(game, state.table(), other);
                    *expected += u32::from(deeds.len > 0 && deeds.were_to_be_expected(world.hand(other)));
                }
            }
        });
        assert!(expected[1] > expected[0] * 3 / 2, "{expected:?}");
    }

    #[test]
    fn a_hand_that_explains_nothing_is_not_ruled_out() {
        let game = Rims::new(RimsRules::parse("players=2").unwrap());
        let mut state = game.start();
        game.advance(&mut state, &Chance::new(1, 1));
        // Whatever the dealer holds, it shows what quick moves would not.
        let usual = rollout_action(&game, &state);
        let odd = game.legal(&state).iter().find(|&action| action != usual).unwrap();
        game.play(&mut state, odd).unwrap();
        let view = game.observe(&state, Seat::new(1));
        let mut rng = Chance::new(2, 2).stream(Label::bot(0, Seat::new(1)));
        let deeds = Deeds::of(&game, state.table(), Seat::new(0));
        let odd_worlds = (0..20_000)
            .filter(|_| !deeds.were_to_be_expected(sample_world(&game, &view, &mut rng).hand(Seat::new(0))))
            .count();
        assert!((1..19_999).contains(&odd_worlds), "{odd_worlds}");
    }
}
