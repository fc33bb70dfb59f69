//! Exact play of a deal with all hands known.
//!
//! Against all others a seat can be sure of some points, with two players of some lead: that is a game of two sides, and
//! alpha-beta search with a table of what was searched before solves whole deals. If instead every seat plays for itself
//! (max^n), nothing can be cut off, and only endings are cheap.

use kosti_engine::domino_poker::{DominoState, MAX_HAND, MAX_PLAYERS};
use kosti_engine::{DominoPoker, DominoSet, Seat};
use rustc_hash::FxHashMap;

use crate::games::domino_poker::search::open_deal::{OpenDeal, Taken, worth_of_tricks};

/// What every seat gets in the end.
pub type Payoffs = [f32; MAX_PLAYERS];

/// Solves deals with all hands known; keeps its memory from one to the next.
#[derive(Default)]
pub struct DealSolver {
    /// Between which bounds the worth of a deal lies, by what is left and the tricks taken.
    bounds: FxHashMap<u64, (i16, i16)>,
    payoffs: FxHashMap<u64, Payoffs>,
}

/// What one side plays for.
struct Sides {
    me: Seat,
    /// The least and the most that can come of this many tricks taken, with this many to come.
    span: [[(i16, i16); MAX_HAND + 1]; MAX_HAND + 1],
}

impl DealSolver {
    /// The most that a seat can be sure of if all others play against it: its points of this deal, with two players its
    /// lead over the other. Nothing if no domino has to be played.
    pub fn sure_worth(&mut self, game: &DominoPoker, state: &DominoState, me: Seat) -> Option<i16> {
        let deal = OpenDeal::of(game, state)?;
        let mut worth = worth_of_tricks(game, state, me);
        let mut span = [[(0, 0); MAX_HAND + 1]; MAX_HAND + 1];
        for (taken, row) in span.iter_mut().enumerate() {
            for (left, span) in row.iter_mut().enumerate() {
                let reachable = &worth[taken..=(taken + left).min(MAX_HAND)];
                *span = reachable.iter().fold((i16::MAX, i16::MIN), |(low, high), &w| (low.min(w), high.max(w)));
            }
        }
        self.bounds.clear();
        let sides = Sides { me, span };
        // Whether it is worth at least so much is quickly told; there are few things that it can be worth.
        worth.sort_unstable();
        let (mut sure, mut unsure) = (0, worth.len());
        while unsure - sure > 1 {
            let middle = (sure + unsure) / 2;
            if self.search(&sides, &deal, worth[middle] - 1, worth[middle]) >= worth[middle] {
                sure = middle;
            } else {
                unsure = middle;
            }
        }
        Some(worth[sure])
    }

    /// The worth of a deal, if it lies between two bounds, or else a bound beyond them.
    fn search(&mut self, sides: &Sides, deal: &OpenDeal, mut low: i16, mut high: i16) -> i16 {
        let (least, most) = sides.span[deal.taken[sides.me.index()] as usize][deal.tricks as usize];
        if least == most || least >= high {
            return least;
        }
        if most <= low {
            return most;
        }
        let key = deal.key() << 3 | u64::from(deal.taken[sides.me.index()]);
        // The last trick is played out faster than it is looked up.
        let stored = deal.leads() && deal.tricks > 1;
        if stored && let Some(&(at_least, at_most)) = self.bounds.get(&key) {
            low = low.max(at_least);
            high = high.min(at_most);
            if low >= high {
                return if low == at_least { at_least } else { at_most };
            }
        }
        let maximises = deal.seat == sides.me;
        let mut best = if maximises { i16::MIN } else { i16::MAX };
        let (mut alpha, mut beta) = (low, high);
        let (mut strong, mut weak) = order(deal, sides.me);
        while let Some(domino) = strong.strongest().or(weak.weakest()) {
            strong.remove(domino);
            weak.remove(domino);
            let worth = self.search(sides, &deal.after(domino), alpha, beta);
            if maximises {
                best = best.max(worth);
                alpha = alpha.max(best);
            } else {
                best = best.min(worth);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        if stored {
            let bounds = self.bounds.entry(key).or_insert((i16::MIN, i16::MAX));
            if best > low {
                bounds.0 = bounds.0.max(best);
            }
            if best < high {
                bounds.1 = bounds.1.min(best);
            }
        }
        best
    }

    /// What every seat gets if all see all hands and each plays for what it gets itself; of equals it plays the weakest
    /// domino. `payoffs` says what the tricks taken by each are worth in the end.
    pub fn payoffs(&mut self, deal: &OpenDeal, payoffs: &mut impl FnMut(&Taken) -> Payoffs) -> Payoffs {
        self.payoffs.clear();
        self.each_for_itself(deal, payoffs)
    }

    fn each_for_itself(&mut self, deal: &OpenDeal, payoffs: &mut impl FnMut(&Taken) -> Payoffs) -> Payoffs {
        if deal.tricks == 0 {
            return payoffs(&deal.taken);
        }
        let key = deal.taken.iter().fold(deal.key(), |key, &taken| key << 3 | u64::from(taken));
        let stored = deal.leads() && deal.tricks > 2;
        if stored && let Some(&known) = self.payoffs.get(&key) {
            return known;
        }
        let seat = deal.seat.index();
        let mut choices = deal.choices().iter();
        let first = choices.next().expect("whoever has to play holds a domino");
        let mut best = self.each_for_itself(&deal.after(first), payoffs);
        for domino in choices {
            let other = self.each_for_itself(&deal.after(domino), payoffs);
            if other[seat] > best[seat] {
                best = other;
            }
        }
        if stored {
            self.payoffs.insert(key, best);
        }
        best
    }
}

/// What may be played, in two parts: first those that take the trick from the other side, to be tried from the strongest
/// down, then all others, from the weakest up. What is good tends to come early, so that much can be cut off.
#[inline]
fn order(deal: &OpenDeal, me: Seat) -> (DominoSet, DominoSet) {
    let choices = deal.choices();
    let takers = match deal.best() {
        None => choices,
        Some((_, winner)) if (winner == me) == (deal.seat == me) => DominoSet::EMPTY,
        Some((best, _)) => choices.and(best.beaten_by()),
    };
    (takers, choices.without(takers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::domino_poker::{DominoAction, DominoDeal, DominoPhase, Stage, deal_points};
    use kosti_engine::{ActionSet, Chance, Domino, DominoPokerRules, Game, Rng, Rules, Turn};

    use crate::games::domino_poker::search::open_deal::bid;

    fn game(players: u8) -> DominoPoker {
        DominoPoker::new(DominoPokerRules::parse(&format!("players={players}")).unwrap())
    }

    /// A position with at most `most` dominoes in each hand in a deal of this stage, somewhere in a trick.
    fn position(game: &DominoPoker, stage: Stage, most: u8, rng: &mut Rng) -> DominoState {
        let luck = Chance::imagined(rng);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => state = game.start(),
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(_) => {
                    let table = state.table();
                    let few = table.hand() - table.tricks() as u8 <= most;
                    if table.stage() == stage && table.phase() == DominoPhase::Play && few && rng.below(3) == 0 {
                        return state;
                    }
                    let action = game.legal(&state).pick(rng);
                    game.play_unchecked(&mut state, action);
                }
            }
        }
    }

    fn points(game: &DominoPoker, before: &DominoState, after: &DominoState) -> Vec<i32> {
        Seat::all(game.players()).map(|seat| after.table().score(seat) - before.table().score(seat)).collect()
    }

    /// Plain minimax with the engine: the seat against all others.
    fn slow_sure_worth(game: &DominoPoker, root: &DominoState, state: &DominoState, me: Seat) -> i32 {
        let Turn::Seat(mover) = game.turn(state) else {
            let points = points(game, root, state);
            let lead = points[me.index()] - points[me.next(2).index() % points.len()];
            return if game.players() == 2 { lead } else { points[me.index()] };
        };
        let legal = game.legal(state);
        let worths = legal.iter().map(|action| {
            let mut next = *state;
            game.play_unchecked(&mut next, action);
            slow_sure_worth(game, root, &next, me)
        });
        if mover == me { worths.max().unwrap() } else { worths.min().unwrap() }
    }

    /// Plain max^n with the engine; of equals the weakest domino.
    fn slow_payoffs(game: &DominoPoker, root: &DominoState, state: &DominoState) -> Vec<i32> {
        let Turn::Seat(mover) = game.turn(state) else { return points(game, root, state) };
        let mut best: Option<Vec<i32>> = None;
        for action in game.legal(state).iter() {
            let mut next = *state;
            game.play_unchecked(&mut next, action);
            let other = slow_payoffs(game, root, &next);
            if best.as_ref().is_none_or(|best| other[mover.index()] > best[mover.index()]) {
                best = Some(other);
            }
        }
        best.unwrap()
    }

    #[test]
    fn small_hands_come_out_as_by_plain_search() {
        let mut rng = Rng::from_state(21);
        let mut solver = DealSolver::default();
        for (players, most, positions) in [(2, 4, 30), (3, 3, 15), (4, 3, 3), (4, 2, 30), (6, 2, 10)] {
            let game = game(players);
            for stage in [Stage::Bidding, Stage::Blind, Stage::Grab, Stage::Mizer] {
                for _ in 0..positions {
                    let state = position(&game, stage, most, &mut rng);
                    for me in Seat::all(players) {
                        let slow = slow_sure_worth(&game, &state, &state, me);
                        let sure = solver.sure_worth(&game, &state, me);
                        assert_eq!(sure.map(i32::from), Some(slow), "{me} {state:?}");
                    }
                    let table = *state.table();
                    let mut payoffs = |taken: &Taken| -> Payoffs {
                        std::array::from_fn(|seat| {
                            let bid =
                                bid(stage, (seat < players as usize).then(|| table.bid(Seat::new(seat))).flatten());
                            f32::from(deal_points(stage, bid, taken[seat]))
                        })
                    };
                    let fast = solver.payoffs(&OpenDeal::of(&game, &state).unwrap(), &mut payoffs);
                    let slow: Vec<f32> = slow_payoffs(&game, &state, &state).iter().map(|&p| p as f32).collect();
                    assert_eq!(fast[..players as usize], slow, "{state:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_solved_where_nothing_is_played() {
        let game = game(3);
        assert_eq!(DealSolver::default().sure_worth(&game, &game.start(), Seat::new(0)), None);
    }

    /// Whoever is sure of something in a whole deal gets it against any play.
    #[test]
    fn a_whole_deal_keeps_its_promise() {
        let game = DominoPoker::new(DominoPokerRules::parse("players=2,sevens=1").unwrap());
        let mut rng = Rng::from_state(22);
        let mut solver = DealSolver::default();
        for stage in [Stage::Bidding, Stage::Blind, Stage::Mizer] {
            let mut state = position(&game, stage, 7, &mut rng);
            while state.table().hand() < 7 || state.table().tricks() > 0 {
                state = position(&game, stage, 7, &mut rng);
            }
            let me = Seat::new(0);
            let root = state;
            let promised = i32::from(solver.sure_worth(&game, &state, me).unwrap());
            let mut worth_after = |state: &DominoState, action: DominoAction| {
                let mut next = *state;
                game.play_unchecked(&mut next, action);
                match solver.sure_worth(&game, &next, me) {
                    Some(worth) => i32::from(worth),
                    None => slow_sure_worth(&game, &root, &next, me),
                }
            };
            while let Turn::Seat(mover) = game.turn(&state) {
                let legal = game.legal(&state);
                let action = if mover == me {
                    legal.iter().max_by_key(|&action| worth_after(&state, action)).unwrap()
                } else {
                    legal.pick(&mut rng)
                };
                game.play_unchecked(&mut state, action);
            }
            let points = points(&game, &root, &state);
            assert!(points[0] - points[1] >= promised, "{points:?} {promised}");
        }
    }

    #[test]
    fn dominoes_without_a_difference_are_tried_once() {
        let game = DominoPoker::new(DominoPokerRules::parse("players=2,sevens=1").unwrap());
        let mut state = game.start();
        let luck = Chance::new(1, 1);
        while state.table().hand() < 4 || game.turn(&state) != Turn::Chance {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                _ => {
                    let action = game.legal(&state).nth(0);
                    game.play_unchecked(&mut state, action);
                }
            }
        }
        let set =
            |text: &str| -> DominoSet { text.split(' ').map(|domino| domino.parse::<Domino>().unwrap()).collect() };
        let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
        // The starter's 4-1 and 3-2 have the same pips; 6-6 stands above 6-4, with nothing of the other between.
        hands[state.table().starter().index()] = set("4-1 3-2 6-4 6-6");
        hands[state.table().starter().next(2).index()] = set("4-2 5-0 6-0 2-1");
        game.resolve(&mut state, &DominoDeal::Hands(hands));
        for _ in 0..2 {
            game.play_unchecked(&mut state, DominoAction::Bid(1));
        }
        let deal = OpenDeal::of(&game, &state).unwrap();
        assert_eq!(deal.choices(), set("3-2 6-4"));
        let deal = deal.after("6-4".parse().unwrap());
        assert_eq!(deal.choices(), set("2-1 4-2 5-0"));
    }
}
