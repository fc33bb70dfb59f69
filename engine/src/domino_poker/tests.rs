extern crate std;

use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::*;
use crate::chance::{Chance, Label};
use crate::domino::{DOMINOES, Domino, DominoSet};
use crate::error::IllegalAction;
use crate::game::{ActionSet, Game, Turn};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::seat::Seat;

fn game(rules: &str) -> DominoPoker {
    DominoPoker::new(DominoPokerRules::parse(rules).unwrap())
}

fn rng(seed: u64) -> Rng {
    Chance::new(seed, 4).stream(Label::bot(0, Seat::new(0)))
}

fn dominoes(text: &str) -> DominoSet {
    text.split_whitespace().map(|domino| domino.parse::<Domino>().unwrap()).collect()
}

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

/// Plays at random until the test says stop; it looks only when a seat is to act.
fn play_until(game: &DominoPoker, luck: &Chance, rng: &mut Rng, stop: impl Fn(&DominoTable) -> bool) -> DominoState {
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Chance => game.advance(&mut state, luck),
            Turn::Seat(_) if stop(state.table()) => return state,
            Turn::Seat(_) => {
                let action = game.legal(&state).pick(rng);
                game.play(&mut state, action).unwrap();
            }
            Turn::Over => return state,
        }
    }
}

/// A deal of a stage with these hands.
fn dealt(game: &DominoPoker, stage: Stage, hands: &[&str]) -> DominoState {
    let size = hands[0].split_whitespace().count();
    let mut state = play_until(game, &Chance::new(1, 1), &mut rng(1), |table| {
        table.stage() == stage && table.hand() as usize == size
    });
    for (hand, text) in state.hands.iter_mut().zip(hands) {
        *hand = dominoes(text);
    }
    state
}

fn play(game: &DominoPoker, state: &mut DominoState, actions: &str) {
    for action in actions.split(' ') {
        game.play(state, action.parse().unwrap()).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

fn refused(game: &DominoPoker, state: &DominoState, action: &str) -> IllegalAction {
    let mut tried = *state;
    let reason = game.play(&mut tried, action.parse().unwrap()).unwrap_err();
    assert_eq!(tried, *state);
    reason
}

#[test]
fn the_score_sheet_of_the_document_begins_like_this() {
    // A pass that takes nothing is 5, a bid of one that takes one is 10.
    let game = game("");
    let mut state = game.start();
    let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
    for (hand, text) in hands.iter_mut().zip(["1-1", "2-1", "3-1", "4-1"]) {
        *hand = dominoes(text);
    }
    game.resolve(&mut state, &DominoDeal::Hands(hands));
    play(&game, &mut state, "1 0 0 0 1-1 2-1 3-1 4-1");
    assert_eq!(game.scores(&state).as_slice(), [10, 5, 5, 5]);
    assert_eq!((state.table().deal(), state.table().starter(), state.table().hand()), (1, seat(1), 2));
}

#[test]
fn bids_go_round_from_the_starter_and_the_taker_leads() {
    let game = game("players=3");
    let mut state = dealt(&game, Stage::Bidding, &["6-6 5-5", "6-5 0-0", "2-1 3-1"]);
    let starter = state.table().starter();
    assert_eq!((starter, state.table().seat()), (seat(1), seat(1)));
    assert_eq!(refused(&game, &state, "3"), IllegalAction::BidTooHigh(2));
    assert_eq!(refused(&game, &state, "6-5"), IllegalAction::WrongPhase("a bid is due"));
    play(&game, &mut state, "1 0 2");
    assert_eq!(state.table().bid(seat(0)), Some(2));
    let before: Vec<i32> = Seat::all(3).map(|s| state.table().score(s)).collect();
    // 6-5 has 11 pips, 6-6 takes it; then 0-0 falls on the lead of 5-5 and takes the second.
    play(&game, &mut state, "6-5 2-1 6-6");
    assert_eq!((state.table().seat(), state.table().taken(seat(0))), (seat(0), 1));
    play(&game, &mut state, "5-5 0-0 3-1");
    let earned: Vec<i32> = Seat::all(3).map(|s| state.table().score(s) - before[s.index()]).collect();
    assert_eq!(earned, [-10, 10, 5]);
}

#[test]
fn equal_pips_leave_the_trick_to_the_earlier() {
    let game = game("players=2");
    let mut state = dealt(&game, Stage::Bidding, &["5-1 6-6", "4-2 3-3"]);
    assert_eq!(state.table().starter(), seat(1));
    play(&game, &mut state, "0 0 4-2 5-1");
    assert_eq!(state.table().taken(seat(1)), 1);
}

#[test]
fn a_led_trump_must_be_followed_and_the_poker_is_none() {
    let game = game("players=2");
    let mut state = dealt(&game, Stage::Bidding, &["1-1 2-0 6-6", "3-0 5-5 4-4"]);
    state.table.seat = seat(1);
    state.table.leader = seat(1);
    play(&game, &mut state, "0 0 3-0");
    assert_eq!(refused(&game, &state, "1-1"), IllegalAction::MustFollowTrump);
    assert_eq!(refused(&game, &state, "6-6"), IllegalAction::MustFollowTrump);
    assert_eq!(refused(&game, &state, "6-5"), IllegalAction::NotHeld);
    play(&game, &mut state, "2-0");
    assert_eq!(state.table().taken(seat(1)), 1);
    // Without a trump left anything goes, and the poker beats a trump.
    assert_eq!(game.legal(&state).len(), 2);
}

#[test]
fn the_led_poker_draws_the_strongest_trump() {
    let game = game("players=3");
    let mut state = dealt(&game, Stage::Bidding, &["6-0 0-0 5-5", "1-1 6-5 6-6", "4-3 1-0 2-0"]);
    state.table.seat = seat(1);
    state.table.leader = seat(1);
    play(&game, &mut state, "0 0 0 1-1");
    assert_eq!(refused(&game, &state, "1-0"), IllegalAction::MustPlayStrongestTrump);
    play(&game, &mut state, "2-0");
    assert_eq!(refused(&game, &state, "6-0"), IllegalAction::MustPlayStrongestTrump);
    play(&game, &mut state, "0-0");
    assert_eq!(state.table().taken(seat(1)), 1);
    assert_eq!(state.table().lacks(seat(2)), dominoes("3-0 4-0 5-0 6-0 0-0"));
    assert_eq!(state.table().lacks(seat(0)), DominoSet::EMPTY);
}

#[test]
fn grab_and_mizer_have_no_bids() {
    let game = game("players=2");
    for (stage, each) in [(Stage::Grab, 10), (Stage::Mizer, -10)] {
        let luck = Chance::new(3, 3);
        let mut rng = rng(2);
        let mut state = play_until(&game, &luck, &mut rng, |table| table.stage() == stage);
        assert_eq!(state.table().phase(), DominoPhase::Play);
        let (deal, before) = (state.table().deal(), game.scores(&state));
        let mut taken = [0; 2];
        while state.table().deal() == deal {
            taken = [state.table().taken(seat(0)), state.table().taken(seat(1))].map(i32::from);
            let action = game.legal(&state).pick(&mut rng);
            game.play(&mut state, action).unwrap();
        }
        let after = game.scores(&state);
        let earned = [0, 1].map(|i| after.of(seat(i)) - before.of(seat(i)));
        assert_eq!(earned[0] + earned[1], 7 * each);
        assert!((0..2).all(|i| earned[i] == each * taken[i] || earned[i] == each * (taken[i] + 1)));
    }
}

#[test]
fn blind_bidders_do_not_know_their_own_hands() {
    let game = game("players=4");
    let mut rng = rng(5);
    let state = play_until(&game, &Chance::new(2, 2), &mut rng, |table| table.stage() == Stage::Blind);
    let view = game.observe(&state, state.table().seat());
    assert_eq!(view.hand(), DominoSet::EMPTY);
    assert_eq!(game.legal_in(&view).len(), 8);
    let worlds: Vec<DominoSet> = (0..20).map(|_| game.determinize(&view, &mut rng).hand(view.seat())).collect();
    assert!(worlds.iter().all(|hand| hand.len() == 7) && worlds.iter().any(|&hand| hand != worlds[0]));
    let mut seen = state;
    play(&game, &mut seen, "1 1 1 1");
    assert_eq!(game.observe(&seen, view.seat()).hand(), state.hand(view.seat()));
}

#[test]
fn the_last_stage_deals_from_the_ring_and_hides_decisions() {
    let game = game("players=3,last=on");
    let luck = Chance::new(6, 1);
    let mut state = play_until(&game, &luck, &mut rng(3), |table| table.stage() == Stage::Last);
    let picker = state.table().seat();
    let top = game.scores(&state).as_slice().iter().copied().max().unwrap();
    assert_eq!(game.scores(&state).of(picker), top);
    assert_eq!(game.legal(&state).len(), 56);
    let ring = *state.ring().unwrap();
    game.play(&mut state, "pick 5 -1".parse().unwrap()).unwrap();
    let shown = ring[5];
    assert_eq!(state.table().shown(), Some(shown));
    for offset in 0..3usize {
        let place = (5 + 2 * DOMINOES - (shown.pips() as usize + 1 + offset)) % DOMINOES;
        assert_eq!(state.hand(picker.plus(offset, 3)), DominoSet::of(ring[place]));
    }
    let before = state;
    let second = picker.next(3);
    let (mut open, mut closed) = (before, before);
    play(&game, &mut open, "open");
    play(&game, &mut closed, "close");
    assert_ne!(open, closed);
    assert_eq!(game.observe(&open, second), game.observe(&closed, second));
    let worlds: Vec<_> = (0..30).map(|_| game.determinize(&game.observe(&open, second), &mut rng(8))).collect();
    assert!(worlds.iter().all(|world| world.hand(second) == open.hand(second)));
    play(&game, &mut open, "close close");
    assert_eq!(game.turn(&open), Turn::Over);
    let earned: Vec<i32> = Seat::all(3).map(|s| game.scores(&open).of(s) - game.scores(&before).of(s)).collect();
    assert_eq!(earned[picker.index()], 30);
    assert_eq!(earned.iter().sum::<i32>(), 30);
}

#[test]
fn ties_at_the_top_go_to_the_first_from_the_starter() {
    let game = game("players=4,last=on");
    let mut state = play_until(&game, &Chance::new(6, 1), &mut rng(3), |table| table.stage() == Stage::Last);
    assert_eq!(state.table().starter(), seat(19 % 4));
    let ring = *state.ring().unwrap();
    state.table.phase = DominoPhase::Deal;
    state.table.scores = [50, 7, 50, 7, 0, 0];
    game.resolve(&mut state, &DominoDeal::Ring(ring));
    assert_eq!(state.table().seat(), seat(0));
    state.table.scores = [50, 60, 50, 60, 0, 0];
    state.table.phase = DominoPhase::Deal;
    game.resolve(&mut state, &DominoDeal::Ring(ring));
    assert_eq!(state.table().seat(), seat(3));
}

/// The obvious reading of strength: (class, pips).
fn strength(domino: Domino) -> (u8, u8) {
    match domino.halves() {
        (1, 1) => (3, 0),
        (0, 0) => (2, 0),
        (pips, 0) => (1, pips),
        (high, low) => (0, high + low),
    }
}

#[test]
fn every_trick_of_three_goes_where_the_rules_say() {
    for a in Domino::all() {
        for b in Domino::all().filter(|&b| b != a) {
            for c in Domino::all().filter(|&c| c != a && c != b) {
                let trick = [a, b, c];
                let fast = (1..3).fold(0, |best, i| if trick[i].beats(trick[best]) { i } else { best });
                let top = trick.iter().map(|&domino| strength(domino)).max().unwrap();
                let obvious = trick.iter().position(|&domino| strength(domino) == top).unwrap();
                assert_eq!(fast, obvious);
            }
        }
    }
}

/// What may follow a lead, said slowly.
fn obvious_followers(hand: &[Domino], led: Domino) -> Vec<Domino> {
    let trumps: Vec<Domino> = hand.iter().copied().filter(|domino| domino.halves().1 == 0).collect();
    if trumps.is_empty() {
        hand.to_vec()
    } else if led.halves() == (1, 1) {
        trumps.into_iter().max_by_key(|&domino| strength(domino)).into_iter().collect()
    } else if led.halves().1 == 0 {
        trumps
    } else {
        hand.to_vec()
    }
}

#[test]
fn every_hand_of_three_may_follow_every_lead_as_the_rules_say() {
    let game = game("players=2");
    let mut state = dealt(&game, Stage::Bidding, &["1-1 2-0 6-6", "3-0 5-5 4-4"]);
    play(&game, &mut state, "0 0");
    let leader = state.table().seat();
    for led in Domino::all() {
        let mut after_lead = state;
        after_lead.hands[leader.index()] = DominoSet::of(led);
        game.play_unchecked(&mut after_lead, DominoAction::Play(led));
        let follower = after_lead.table().seat();
        for a in Domino::all().filter(|&a| a != led) {
            for b in Domino::all().filter(|&b| b > a && b != led) {
                for c in Domino::all().filter(|&c| c > b && c != led) {
                    after_lead.hands[follower.index()] = [a, b, c].into_iter().collect();
                    let mut legal: Vec<_> = game.legal(&after_lead).iter().collect();
                    legal.sort_unstable();
                    let mut obvious: Vec<_> =
                        obvious_followers(&[a, b, c], led).into_iter().map(DominoAction::Play).collect();
                    obvious.sort_unstable();
                    assert_eq!(legal, obvious);
                }
            }
        }
    }
}

/// All ways to give the unseen dominoes to the seats, of these sizes; what is over stays in the stock.
fn assignments(unseen: &[Domino], sizes: &[usize]) -> Vec<Vec<DominoSet>> {
    let Some((&size, rest)) = sizes.split_first() else { return Vec::from([Vec::new()]) };
    let mut all = Vec::new();
    for mask in 0u32..1 << unseen.len() {
        if mask.count_ones() as usize != size {
            continue;
        }
        let (mine, others): (Vec<_>, Vec<_>) = (0..unseen.len()).partition(|&i| mask >> i & 1 == 1);
        let others: Vec<Domino> = others.iter().map(|&i| unseen[i]).collect();
        for mut tail in assignments(&others, rest) {
            tail.insert(0, mine.iter().map(|&i| unseen[i]).collect());
            all.push(tail);
        }
    }
    all
}

/// Worlds that the rules of following allow, found by replaying the deal with every possible distribution, must be
/// just the worlds that come up, and all equally often.
#[test]
fn worlds_are_those_that_the_play_so_far_allows() {
    let mut constrained = 0;
    let many = (0..80).map(|block| ("players=4", block));
    let few = (0..12).flat_map(|block| [("players=3", block), ("players=2", block), ("players=5", block)]);
    for (rules, block) in many.chain(few) {
        let left = 2;
        let game = game(rules);
        let luck = Chance::new(13, block);
        let mut rng = rng(block);
        let full = game.rules().full_hand();
        // A full-hand deal, stopped when two dominoes are left, at some moment of the trick.
        let moment = (block % u64::from(game.players())) as usize;
        let mut history: Vec<DominoAction> = Vec::new();
        let mut start = game.start();
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => {
                    game.advance(&mut state, &luck);
                    start = state;
                    history.clear();
                }
                Turn::Seat(_) => {
                    let table = state.table();
                    if table.hand() == full
                        && table.phase() == DominoPhase::Play
                        && table.tricks() == full as usize - left
                        && table.in_trick() == moment
                    {
                        break;
                    }
                    let action = game.legal(&state).pick(&mut rng);
                    history.push(action);
                    game.play(&mut state, action).unwrap();
                }
                Turn::Over => unreachable!(),
            }
        }
        let viewer = state.table().seat();
        let view = game.observe(&state, viewer);
        let mut unseen: Vec<Domino> = view.unseen().iter().collect();
        // With a stock there are too many worlds: the test then looks at the trumps alone.
        if unseen.len() > 8 {
            unseen.retain(|domino| domino.is_trump());
            let others: Vec<Seat> = Seat::all(game.players()).filter(|&s| s != viewer).collect();
            for _ in 0..300 {
                let world = game.determinize(&view, &mut rng);
                let mut replay = start;
                for other in &others {
                    let laid = (0..7).filter_map(|trick| state.table().laid(trick, *other));
                    replay.hands[other.index()] = world.hand(*other).or(laid.collect());
                }
                for &action in &history {
                    game.play(&mut replay, action).expect("the play so far is legal in every world");
                }
            }
            continue;
        }
        let others: Vec<Seat> = Seat::all(game.players()).filter(|&s| s != viewer).collect();
        let sizes: Vec<usize> = others.iter().map(|&s| state.hand(s).len()).collect();
        let mut possible: BTreeMap<String, u32> = BTreeMap::new();
        let all = assignments(&unseen, &sizes);
        for hands in &all {
            let mut replay = start;
            for (other, &hand) in others.iter().zip(hands) {
                let laid = (0..7).filter_map(|trick| state.table().laid(trick, *other));
                replay.hands[other.index()] = hand.or(laid.collect());
            }
            if history.iter().all(|&action| game.play(&mut replay, action).is_ok()) {
                possible.insert(format!("{hands:?}"), 0);
            }
        }
        constrained += u32::from(possible.len() < all.len());
        let draws = 400 * possible.len() as u32;
        for _ in 0..draws {
            let world = game.determinize(&view, &mut rng);
            let hands: Vec<DominoSet> = others.iter().map(|&s| world.hand(s)).collect();
            let count = possible.get_mut(&format!("{hands:?}")).expect("only possible worlds come up");
            *count += 1;
        }
        let chi: f64 = possible.values().map(|&n| (f64::from(n) - 400.0).powi(2) / 400.0).sum();
        let freedom = possible.len() as f64 - 1.0;
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0, "{rules}: chi-square {chi} of {freedom}");
    }
    assert!(constrained >= 8, "only {constrained} positions told something about the hands");
}

/// Everything that a seat cannot know is drawn anew in the state itself.
#[test]
fn hidden_dominoes_do_not_reach_a_view() {
    let game = game("players=3,last=on");
    let mut rng = rng(6);
    for stage in Stage::ALL {
        let state = play_until(&game, &Chance::new(9, 9), &mut rng, |table| {
            table.stage() == stage && table.hand() >= if stage == Stage::Last { 1 } else { 5 }
        });
        let mover = state.table().seat();
        for viewer in Seat::all(3) {
            let view = game.observe(&state, viewer);
            for _ in 0..20 {
                let mut other = state;
                let mut pool: Vec<Domino> = view.unseen().iter().collect();
                let all = pool.len();
                rng.shuffle_front(&mut pool, all);
                if stage == Stage::Last {
                    other.ring = pool.clone().try_into().unwrap();
                }
                for hidden in Seat::all(3).filter(|&hidden| hidden != viewer || stage == Stage::Blind) {
                    let size = state.hand(hidden).len();
                    other.hands[hidden.index()] = (0..size).map(|_| pool.pop().unwrap()).collect();
                }
                let again = game.observe(&other, viewer);
                assert_eq!(format!("{again:?}"), format!("{view:?}"));
                let list = |view: &DominoView| game.legal_in(view).iter().collect::<Vec<_>>();
                assert_eq!(list(&again), list(&view));
                assert_eq!(list(&view).is_empty(), viewer != mover);
            }
        }
    }
}

#[test]
fn actions_are_written_in_one_way() {
    for text in ["0", "7", "6-4", "0-0", "pick 0 +1", "pick 27 -1", "open", "close"] {
        assert_eq!(format!("{}", text.parse::<DominoAction>().unwrap()), text);
    }
    for text in ["", "-1", "+1", "07", "300", "4-6", "pick 28 +1", "pick 5 1", "pick 05 +1", "pick", "Open"] {
        assert!(text.parse::<DominoAction>().is_err(), "{text}");
    }
}
