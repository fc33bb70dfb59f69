//! Rims as the bots that search see it.
//!
//! As a rule tricks are not searched through with open hands: in matches of two that was no better than quick moves, for
//! two tricks and for three, and rather worse. Only the last one, which plays itself, is looked up.

use kosti_engine::rims::{HAND, RimsAction, RimsPhase, RimsState, RimsView};
use kosti_engine::{ActionSet, Game, MAX_SEATS, Rims, Rng, Seat};

use crate::games::rims::search::last_trick::last_trick_winner;
use crate::games::rims::search::match_table::{Hope, MatchTable};
use crate::games::rims::search::next_dealer::next_dealer;
use crate::games::rims::search::rollout_policy::rollout_action;
use crate::games::rims::search::world::sample_world;
use crate::search::{Aim, SearchGame, Values, can_be_searched};

/// How many tricks of lead make the difference between nothing and everything.
const LEAD_SPAN: f32 = 8.0;
/// What a trick counts for who plays for the share of the win: so little that it decides between equal shares alone, be the
/// match lost or won.
const TIE: f32 = 1.0 / 1_048_576.0;

impl SearchGame for Rims {
    type Endings = ();
    type Worlds = ();

    fn sample_world(&self, view: &RimsView, rng: &mut Rng) -> RimsState {
        sample_world(self, view, rng)
    }

    #[inline]
    fn rollout_action(&self, state: &RimsState, _: &mut Rng) -> RimsAction {
        rollout_action(self, state)
    }

    /// A deal is what a search sees through.
    #[inline]
    fn is_leaf(&self, _: &RimsState, state: &RimsState) -> bool {
        matches!(state.table().phase(), RimsPhase::Deal | RimsPhase::Over)
    }

    #[inline]
    fn leaf_values(&self, aim: Aim, _: &RimsState, state: &RimsState) -> Values {
        let table = state.table();
        values(self, aim, |seat| table.tricks(seat), table.dealer())
    }

    #[inline]
    fn exact_tricks(&self) -> u8 {
        1
    }

    #[inline]
    fn solve(&self, (): &mut (), tricks: u8, aim: Aim, _: &RimsState, state: &RimsState) -> Option<Values> {
        let table = state.table();
        let left = HAND - table.rounds();
        if table.phase() != RimsPhase::Play || left > tricks as usize || !can_be_searched(left, self.players()) {
            return None;
        }
        Some(each_for_itself(self, aim, state))
    }

    /// What costs least first, since of equals the first is taken: to stand, plain cards before trumps, low ones before high ones.
    fn candidates(&self, view: &RimsView, actions: &mut Vec<RimsAction>) {
        actions.clear();
        actions.extend(self.legal_in(view).iter());
        let trump = view.table().trump();
        actions.sort_by_key(|action| match action {
            RimsAction::Stand => None,
            RimsAction::Card(card) => Some((Some(card.suit()) == trump, *card)),
        });
    }

    #[inline]
    fn others_follow_policy(&self) -> bool {
        true
    }
}

/// What every seat gets of the tricks that are left if each plays for itself and sees all hands; of equals the lowest card.
fn each_for_itself(game: &Rims, aim: Aim, state: &RimsState) -> Values {
    let table = state.table();
    if let Some(winner) = last_trick_winner(game, state) {
        let more = |seat| u8::from(seat == winner);
        let dealer = next_dealer(game.players(), table.dealer(), |seat| table.deal_tricks(seat) + more(seat));
        return values(game, aim, |seat| table.tricks(seat) + more(seat), dealer);
    }
    let seat = table.seat();
    let mut best: Option<Values> = None;
    for card in state.hand(seat).iter() {
        let mut next = *state;
        game.play_unchecked(&mut next, RimsAction::Card(card));
        let values = each_for_itself(game, aim, &next);
        if best.is_none_or(|best| values[seat.index()] > best[seat.index()]) {
            best = Some(values);
        }
    }
    best.expect("whoever has to play holds a card")
}

/// What every seat can hope for with these tricks in all.
#[inline]
fn values(game: &Rims, aim: Aim, tricks: impl Fn(Seat) -> u8, dealer: Seat) -> Values {
    let mut values = [0.0; MAX_SEATS];
    MatchTable::shared(game.rules()).visit(tricks, dealer, |seat, hope| values[seat.index()] = worth(aim, hope));
    values
}

/// What a hope is worth to who plays for this.
#[inline]
fn worth(aim: Aim, hope: Hope) -> f32 {
    let lead = 0.5 + hope.lead / LEAD_SPAN;
    match aim {
        Aim::Share => hope.share + TIE * hope.lead,
        Aim::Points => lead,
        Aim::Mix => 0.5 * (hope.share + lead),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, McSettings, MonteCarlo};
    use kosti_engine::{Chance, Label, RimsRules, Rules, Turn};

    /// Shows the states of some games in which seats move quickly or anyhow.
    fn visit(mut visitor: impl FnMut(&Rims, &RimsState, &mut Rng)) {
        for players in 2..=13 {
            for lead in ["dealer", "winner"] {
                let game = Rims::new(RimsRules::parse(&format!("players={players},lead={lead}")).unwrap());
                for block in 0..20 {
                    let luck = Chance::new(6, block);
                    let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
                    let mut state = game.start();
                    loop {
                        match game.turn(&state) {
                            Turn::Over => break,
                            Turn::Chance => game.advance(&mut state, &luck),
                            Turn::Seat(_) => {
                                visitor(&game, &state, &mut rng);
                                let any = game.legal(&state).pick(&mut rng);
                                let quick = game.rollout_action(&state, &mut rng);
                                game.play(&mut state, if rng.below(2) == 0 { any } else { quick }).unwrap();
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn quick_moves_are_legal_and_do_not_look_at_hidden_cards() {
        visit(|game, state, rng| {
            let action = game.rollout_action(state, rng);
            assert_eq!(game.check(state, action), Ok(()));
            let other = game.determinize(&game.observe(state, state.table().seat()), rng);
            assert_eq!(game.rollout_action(&other, rng), action);
        });
    }

    #[test]
    fn the_last_trick_is_worth_what_playing_it_brings() {
        let mut found = 0;
        visit(|game, state, rng| {
            for aim in [Aim::Share, Aim::Points, Aim::Mix] {
                let Some(values) = game.solve(&mut (), 1, aim, state, state) else { continue };
                let mut end = *state;
                while !game.is_leaf(state, &end) {
                    assert_eq!(game.legal(&end).len(), 1);
                    let only = game.rollout_action(&end, rng);
                    game.play(&mut end, only).unwrap();
                }
                assert_eq!(values, game.leaf_values(aim, state, &end));
                found += 1;
            }
        });
        assert!(found > 5000, "{found}");
    }

    /// What every seat gets if each plays for itself, by plain search to the end of the deal; of equals the lowest card.
    fn slow_values(game: &Rims, aim: Aim, state: &RimsState) -> Values {
        if game.is_leaf(state, state) {
            return game.leaf_values(aim, state, state);
        }
        let seat = state.table().seat();
        let legal = game.legal(state);
        let all = legal.iter().map(|action| {
            let mut next = *state;
            game.play(&mut next, action).unwrap();
            slow_values(game, aim, &next)
        });
        all.reduce(|best, other| if other[seat.index()] > best[seat.index()] { other } else { best }).unwrap()
    }

    #[test]
    fn tricks_with_open_hands_are_worth_what_plain_search_says() {
        let mut solved = [0; HAND];
        visit(|game, state, _| {
            let left = HAND - state.table().rounds();
            for aim in [Aim::Share, Aim::Points] {
                let Some(values) = game.solve(&mut (), 3, aim, state, state) else { continue };
                assert_eq!(values, slow_values(game, aim, state));
                solved[left] += 1;
            }
        });
        assert!(solved[2..].iter().all(|&solved| solved > 500), "{solved:?}");
    }

    #[test]
    fn rollouts_stop_where_no_deal_is_in_progress() {
        visit(|game, state, rng| {
            assert!(!game.is_leaf(state, state));
            let mut end = *state;
            while let Turn::Seat(_) = game.turn(&end) {
                let action = game.rollout_action(&end, rng);
                game.play(&mut end, action).unwrap();
            }
            assert!(game.is_leaf(state, &end));
        });
    }

    /// Where no action changes who wins, the one that brings most tricks is taken; and no share worth the name is given up for
    /// tricks anywhere.
    #[test]
    fn of_equal_shares_the_one_with_more_tricks_is_taken() {
        let mut decided = 0;
        visit(|game, state, rng| {
            let seat = state.table().seat();
            if game.players() > 4 || state.table().deal() < 2 {
                return;
            }
            let view = game.observe(state, seat);
            let stream = Rng::from_state(u128::from(rng.word()));
            let compare = |aim| {
                let settings = McSettings { budget: Budget::Count(64), aim, ..McSettings::default() };
                MonteCarlo::new(settings).compare(game, &view, seat, &mut stream.clone()).to_vec()
            };
            let by_share = compare(Aim::Share);
            // Nothing of the share of the win is left, or nothing is to be lost any more.
            let least = 26.0 * f64::from(TIE);
            if by_share.len() < 2 || by_share.iter().any(|one| one.mean().abs() > least && one.mean() < 1.0 - least) {
                return;
            }
            let by_tricks = compare(Aim::Points);
            if by_tricks[0].mean() > by_tricks[1].mean() + 1e-3 {
                assert_eq!(by_share[0].action, by_tricks[0].action, "{state:?}");
                decided += 1;
            }
        });
        assert!(decided > 20, "{decided}");
    }

    #[test]
    fn of_equals_the_cheapest_is_named_first() {
        let mut actions = Vec::new();
        visit(|game, state, _| {
            let view = game.observe(state, state.table().seat());
            game.candidates(&view, &mut actions);
            assert_eq!(actions.len(), game.legal_in(&view).len());
            let costs = |action: &RimsAction| match action {
                RimsAction::Stand => 0,
                RimsAction::Card(card) => {
                    1 + card.rank().index() + if Some(card.suit()) == view.table().trump() { 100 } else { 0 }
                }
            };
            assert!(actions.is_sorted_by_key(costs), "{actions:?}");
        });
    }
}
