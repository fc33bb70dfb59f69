//! Small deals for two, solved as the games of hidden information that they are, and what they say of the bots.
//!
//! Deals of one and two dominoes are played for the lead in points. Regret minimisation finds an equilibrium; how close it comes
//! is worked out by the best response to it over all hands that the other may hold. The same best response tells what a rollout policy can be
//! made to lose.

use kosti_engine::domino_poker::{DominoAction, DominoDeal, MAX_PLAYERS, Stage, deal_points};
use kosti_engine::{Domino, DominoPoker, DominoPokerRules, DominoSet, Game, Rng, Rules, Seat};

use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_policy::RolloutPolicy;
use crate::regret::{Moment, RegretGame, RegretTable, Side};
use crate::search::{Aim, Budget, Ismcts, IsmctsSettings};

const STARTER: Seat = Seat::new(0);

/// The lead of the starter in the end.
fn lead(deal: &Playground) -> f32 {
    let points = |seat: usize| f32::from(deal_points(Stage::Bidding, deal.bids[seat], deal.taken[seat]));
    points(0) - points(1)
}

fn actions(deal: &Playground) -> Vec<DominoAction> {
    if deal.bidding {
        (0..=deal.size).map(DominoAction::Bid).collect()
    } else {
        deal.legal().iter().map(DominoAction::Play).collect()
    }
}

fn after(mut deal: Playground, action: DominoAction) -> Playground {
    match action {
        DominoAction::Bid(bid) => deal.bid(bid),
        DominoAction::Play(domino) => deal.lay(domino),
        _ => unreachable!("there is no last stage"),
    }
    deal
}

/// Deals of this many dominoes.
struct SmallDeals;

/// A deal and all that was done in it, as a number.
#[derive(Clone, Copy)]
struct SmallState {
    deal: Playground,
    done: u64,
}

impl SmallState {
    fn after(self, action: DominoAction) -> Self {
        let code = match action {
            DominoAction::Bid(bid) => u64::from(bid),
            DominoAction::Play(domino) => domino.index() as u64,
            _ => unreachable!("there is no last stage"),
        };
        Self { deal: after(self.deal, action), done: self.done * 29 + code + 1 }
    }

    /// What the mover knows: its hand, what was done, and with that whose turn it is.
    fn info_set(&self) -> u64 {
        self.done << 28 | u64::from(self.deal.hand().bits())
    }
}

impl RegretGame for SmallDeals {
    type State = SmallState;
    type Action = DominoAction;

    fn mover(&self, state: &SmallState) -> Option<Side> {
        (state.deal.left > 0).then(|| if state.deal.seat == STARTER { Side::One } else { Side::Two })
    }

    fn moment(&self, state: &SmallState) -> Moment<DominoAction> {
        let known = actions(&state.deal);
        let mut actions = [DominoAction::Close; 4];
        actions[..known.len()].copy_from_slice(&known);
        Moment { info_set: state.info_set(), actions, len: known.len() }
    }

    fn play(&self, state: &mut SmallState, action: DominoAction) {
        *state = state.after(action);
    }

    fn value(&self, state: &SmallState) -> f32 {
        lead(&state.deal)
    }
}

/// How likely the mover does something.
trait Strategy {
    fn chance(&self, state: &SmallState, action: DominoAction) -> f64;
}

impl Strategy for RegretTable {
    fn chance(&self, state: &SmallState, action: DominoAction) -> f64 {
        let known = actions(&state.deal);
        let even = 1.0 / known.len() as f64;
        let place = known.iter().position(|&one| one == action).unwrap();
        self.average(state.info_set(), known.len()).map_or(even, |chances| f64::from(chances[place]))
    }
}

impl Strategy for RolloutPolicy {
    fn chance(&self, state: &SmallState, action: DominoAction) -> f64 {
        f64::from(match action {
            DominoAction::Bid(bid) => self.chance_of_bid(&state.deal, bid),
            DominoAction::Play(_) if state.deal.legal().len() == 1 => 1.0,
            DominoAction::Play(domino) => self.chance_of_domino(&state.deal, domino),
            _ => unreachable!("there is no last stage"),
        })
    }
}

/// All hands of one or two dominoes from these.
fn hands(from: DominoSet, size: u8) -> Vec<DominoSet> {
    let dominoes: Vec<Domino> = from.iter().collect();
    let mut hands = Vec::new();
    for (place, &one) in dominoes.iter().enumerate() {
        if size == 1 {
            hands.push(DominoSet::of(one));
        } else {
            hands.extend(dominoes[place + 1..].iter().map(|&other| [one, other].into_iter().collect::<DominoSet>()));
        }
    }
    hands
}

/// What a seat gets that answers a strategy in a way of its own, or as well as it can, with these hands of the other and how likely
/// each is with what it has done; summed up over them.
fn answer<S: Strategy>(state: SmallState, me: Seat, others: &[(DominoSet, f64)], strategy: &S, own: Option<&S>) -> f64 {
    if others.is_empty() {
        return 0.0;
    }
    let sign = if me == STARTER { 1.0 } else { -1.0 };
    let likely: f64 = others.iter().map(|(_, likely)| likely).sum();
    if state.deal.left == 0 {
        return sign * f64::from(lead(&state.deal)) * likely;
    }
    if state.deal.seat == me {
        let known = actions(&state.deal).into_iter();
        let worth = known.map(|action| (action, answer(state.after(action), me, others, strategy, own)));
        return match own {
            Some(own) => worth.map(|(action, worth)| own.chance(&state, action) * worth).sum(),
            None => worth.map(|(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max),
        };
    }
    // What the other may do, whatever it holds.
    let mut ways: Vec<(DominoAction, Vec<(DominoSet, f64)>)> = Vec::new();
    for &(hand, likely) in others {
        let mut known = state;
        known.deal.hands[state.deal.seat.index()] = hand;
        for action in actions(&known.deal) {
            let likely = likely * strategy.chance(&known, action);
            if likely <= 0.0 {
                continue;
            }
            let mut left = hand;
            if let DominoAction::Play(domino) = action {
                left.remove(domino);
            }
            match ways.iter_mut().find(|(way, _)| *way == action) {
                Some((_, hands)) => hands.push((left, likely)),
                None => ways.push((action, vec![(left, likely)])),
            }
        }
    }
    ways.iter().map(|(action, hands)| answer(state.after(*action), me, hands, strategy, own)).sum()
}

fn dealt(size: u8, hands: [DominoSet; 2]) -> SmallState {
    let hands = std::array::from_fn(|seat| hands.get(seat).copied().unwrap_or_default());
    SmallState { deal: Playground::dealt(Stage::Bidding, size, 2, STARTER, hands), done: 0 }
}

/// The hands that the other may hold, all equally likely.
fn others(own: DominoSet, size: u8) -> Vec<(DominoSet, f64)> {
    let all = hands(DominoSet::ALL.without(own), size);
    let likely = 1.0 / all.len() as f64;
    all.into_iter().map(|hand| (hand, likely)).collect()
}

/// The own hands that are looked at: every one of one domino, and every seventh of two.
fn looked_at(size: u8) -> Vec<DominoSet> {
    hands(DominoSet::ALL, size).into_iter().step_by(if size == 1 { 1 } else { 7 }).collect()
}

/// By how many points both seats together could better themselves if both play by a strategy.
fn gap(size: u8, strategy: &impl Strategy) -> f64 {
    let all = looked_at(size);
    let mut sum = 0.0;
    for me in Seat::all(2) {
        for &own in &all {
            let mut state = dealt(size, [DominoSet::EMPTY; 2]);
            state.deal.hands[me.index()] = own;
            let others = others(own, size);
            let gain =
                answer(state, me, &others, strategy, None) - answer(state, me, &others, strategy, Some(strategy));
            assert!(gain > -1e-3, "no answer is better than the best: {gain}");
            sum += gain;
        }
    }
    sum / all.len() as f64
}

fn equilibrium(size: u8, walks: u32) -> RegretTable {
    let mut table = RegretTable::default();
    let mut rng = Rng::from_state(71);
    let mut pack: Vec<Domino> = Domino::all().collect();
    for walk in 1..=walks {
        rng.shuffle_front(&mut pack, usize::from(2 * size));
        let hand = |seat: usize| pack.iter().skip(seat * usize::from(size)).take(size.into()).copied().collect();
        let state = dealt(size, [hand(0), hand(1)]);
        for side in Side::ALL {
            table.walk(&SmallDeals, state, side, &mut rng);
        }
        if walk % (walks / 20) == 0 {
            let parts = (walk / (walks / 20)) as f32;
            table.discount(parts / (parts + 1.0));
        }
    }
    table
}

/// What the bids of a bot that searches lose against an equilibrium, on average and at most: the starter's bids with every hand.
fn loss_of_bids<S: Strategy>(size: u8, other: &S) -> (f64, f64) {
    let game = DominoPoker::new(DominoPokerRules::parse("players=2").unwrap());
    let mut bot = Ismcts::new(IsmctsSettings { budget: Budget::Count(1024), aim: Aim::Points, ..Default::default() });
    let all = looked_at(size);
    let (mut sum, mut most) = (0.0, 0.0f64);
    for &own in &all {
        let others = others(own, size);
        let worth: Vec<f64> = (0..=size)
            .map(|bid| {
                let state = dealt(size, [own, DominoSet::EMPTY]).after(DominoAction::Bid(bid));
                answer(state, STARTER, &others, other, None)
            })
            .collect();
        let mut state = game.start();
        if size == 2 {
            // The second deal starts with the second seat.
            state = before_second_deal(&game);
        }
        let starter = state.table().starter();
        let mut dealt = [DominoSet::EMPTY; MAX_PLAYERS];
        dealt[starter.index()] = own;
        dealt[starter.next(2).index()] = others[0].0;
        game.resolve(&mut state, &DominoDeal::Hands(dealt));
        let view = game.observe(&state, starter);
        let DominoAction::Bid(bid) = bot.compare(&game, &view, starter, &mut Rng::from_state(72))[0].action else {
            panic!("a bid is due")
        };
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let loss = best - worth[usize::from(bid)];
        sum += loss;
        most = most.max(loss);
    }
    (sum / all.len() as f64, most)
}

fn before_second_deal(game: &DominoPoker) -> <DominoPoker as Game>::State {
    let mut state = game.start();
    let dominoes: [DominoSet; 2] = ["6-6", "5-5"].map(|domino| DominoSet::of(domino.parse().unwrap()));
    let hands = std::array::from_fn(|seat| dominoes.get(seat).copied().unwrap_or_default());
    game.resolve(&mut state, &DominoDeal::Hands(hands));
    for action in ["0", "0", "6-6", "5-5"] {
        game.play(&mut state, action.parse().unwrap()).unwrap();
    }
    state
}

#[expect(clippy::print_stdout, reason = "the figures of docs/search.md")]
#[test]
fn one_domino_is_bid_as_the_equilibrium_bids() {
    let table = equilibrium(1, 100_000);
    let gap_of_table = gap(1, &table);
    let gap_of_policy = gap(1, RolloutPolicy::shipped(2));
    let (mean, most) = loss_of_bids(1, &table);
    println!(
        "one domino: equilibrium within {gap_of_table:.3}, policy {gap_of_policy:.3}; bids lose {mean:.3}, at most {most:.3}"
    );
    assert!((0.0..0.05).contains(&gap_of_table), "{gap_of_table}");
    assert!(gap_of_policy < 0.5, "{gap_of_policy}");
    assert!(mean < 0.05 && most < 0.5, "{mean} {most}");
}

#[expect(clippy::print_stdout, reason = "the figures of docs/search.md")]
#[test]
fn two_dominoes_are_bid_nearly_as_the_equilibrium_bids() {
    let table = equilibrium(2, 200_000);
    let gap_of_table = gap(2, &table);
    let gap_of_policy = gap(2, RolloutPolicy::shipped(2));
    let (mean, most) = loss_of_bids(2, &table);
    println!(
        "two dominoes: equilibrium within {gap_of_table:.3}, policy {gap_of_policy:.3}; bids lose {mean:.3}, at most {most:.3}"
    );
    assert!(gap_of_table < 1.0, "{gap_of_table}");
    assert!(gap_of_policy < 1.5, "{gap_of_policy}");
    assert!(mean < 0.2 && most < 1.5, "{mean} {most}");
}
