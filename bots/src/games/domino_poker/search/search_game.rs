//! What domino-poker tells the bots that search.

use kosti_engine::domino_poker::{
    Direction, DominoAction, DominoPhase, DominoState, DominoTable, DominoView, MAX_PLAYERS, deal_points,
};
use kosti_engine::{DominoPoker, DominoSet, Game, MAX_SEATS, Rng, Seat};

use crate::games::domino_poker::search::deal_solver::{DealSolver, Payoffs};
use crate::games::domino_poker::search::last_stage::LastStage;
use crate::games::domino_poker::search::likely_worlds::LikelyWorlds;
use crate::games::domino_poker::search::match_outlook::Standing;
use crate::games::domino_poker::search::open_deal::{OpenDeal, Taken, bid};
use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_policy::RolloutPolicy;
use crate::search::{Aim, SearchGame, Values, can_be_searched};

impl SearchGame for DominoPoker {
    type Endings = DealSolver;
    type Worlds = LikelyWorlds;

    #[inline]
    fn gather_worlds(&self, worlds: &mut LikelyWorlds, view: &DominoView, rollouts: u32, rng: &mut Rng) {
        worlds.imagine(self, view, rollouts, rng);
    }

    #[inline]
    fn draw_world(&self, worlds: &LikelyWorlds, view: &DominoView, rng: &mut Rng) -> DominoState {
        worlds.draw(rng).unwrap_or_else(|| self.determinize(view, rng))
    }

    #[inline]
    fn rollout_action(&self, state: &DominoState, rng: &mut Rng) -> DominoAction {
        let table = state.table();
        match (table.phase(), Playground::of(self, state)) {
            (DominoPhase::Play, Some(deal)) => {
                DominoAction::Play(RolloutPolicy::shipped(self.players()).domino(&deal, rng))
            }
            (_, Some(deal)) => DominoAction::Bid(RolloutPolicy::shipped(self.players()).bid(&deal, rng)),
            (DominoPhase::Pick, None) => DominoAction::Pick(0, Direction::Forward),
            (_, None) => open_or_close(self.players(), table, state.hand(table.seat()), rng),
        }
    }

    /// The rollout policy plays with what each seat knows; a tree that is the searching seat's would teach others plays that fit
    /// hands which they do not hold.
    #[inline]
    fn others_follow_policy(&self) -> bool {
        true
    }

    /// A deal that is over is a good place to stop: nothing of it is left but the scores.
    #[inline]
    fn is_leaf(&self, _: &DominoState, state: &DominoState) -> bool {
        matches!(state.table().phase(), DominoPhase::Deal | DominoPhase::Over)
    }

    #[inline]
    fn leaf_values(&self, aim: Aim, root: &DominoState, state: &DominoState) -> Values {
        worth(self, aim, root, &Standing::of(self, state))
    }

    #[inline]
    fn solves_endings(&self) -> bool {
        true
    }

    #[inline]
    fn solve(
        &self,
        solver: &mut DealSolver,
        tricks: u8,
        aim: Aim,
        root: &DominoState,
        state: &DominoState,
    ) -> Option<Values> {
        let table = state.table();
        let left = (table.hand() as usize).saturating_sub(table.tricks());
        if left > tricks as usize || !can_be_searched(left, self.players()) {
            return None;
        }
        let deal = OpenDeal::of(self, state)?;
        let mut bids = [0; MAX_PLAYERS];
        for seat in Seat::all(self.players()) {
            bids[seat.index()] = bid(table.stage(), table.bid(seat));
        }
        let mut payoffs = |taken: &Taken| -> Payoffs {
            let worth = worth_of_tricks(self, aim, root, state, &bids, taken);
            std::array::from_fn(|seat| worth[seat])
        };
        let payoffs = solver.payoffs(&deal, &mut payoffs);
        let mut values = [0.0; MAX_SEATS];
        values[..MAX_PLAYERS].copy_from_slice(&payoffs);
        Some(values)
    }

    #[inline]
    fn fast_rollout(
        &self,
        _: &mut DealSolver,
        aim: Aim,
        root: &DominoState,
        state: &DominoState,
        rng: &mut Rng,
    ) -> Option<Values> {
        let mut deal = Playground::of(self, state)?;
        let policy = RolloutPolicy::shipped(self.players());
        while deal.left > 0 {
            policy.step(&mut deal, rng);
        }
        Some(worth_of_tricks(self, aim, root, state, &deal.bids, &deal.taken))
    }

    /// The last stage is solved: it is played for points, in equilibrium.
    fn direct_action(&self, view: &DominoView, rng: &mut Rng) -> Option<DominoAction> {
        match view.table().phase() {
            // Nobody knows anything about the ring, so all places are alike.
            DominoPhase::Pick => Some(DominoAction::Pick(0, Direction::Forward)),
            DominoPhase::Opening => Some(open_or_close(self.players(), view.table(), view.hand(), rng)),
            _ => None,
        }
    }

    #[inline]
    fn code(action: DominoAction) -> u32 {
        match action {
            DominoAction::Bid(bid) => u32::from(bid),
            DominoAction::Play(domino) => 32 + domino.index() as u32,
            DominoAction::Pick(place, direction) => {
                64 + 2 * u32::from(place) + u32::from(direction == Direction::Forward)
            }
            DominoAction::Open => 128,
            DominoAction::Close => 129,
        }
    }

    fn seen(&self, _: &DominoState, action: DominoAction) -> Option<DominoAction> {
        // Whether a domino is open shows when all have decided.
        Some(action).filter(|action| !matches!(action, DominoAction::Open | DominoAction::Close))
    }
}

/// What tricks and bids in the deal of a state are worth to every seat.
#[inline]
fn worth_of_tricks(
    game: &DominoPoker,
    aim: Aim,
    root: &DominoState,
    state: &DominoState,
    bids: &[u8; MAX_PLAYERS],
    taken: &Taken,
) -> Values {
    let table = state.table();
    let mut standing = Standing { next_deal: table.deal() + 1, ..Standing::of(game, state) };
    for seat in Seat::all(game.players()) {
        let points = deal_points(table.stage(), bids[seat.index()], taken[seat.index()]);
        standing.scores[seat.index()] += i32::from(points);
    }
    worth(game, aim, root, &standing)
}

/// How much points count where the chance to win is played for: as good as nothing, but enough to decide between what is equal.
const POINTS_OF_EQUALS: f32 = 1.0 / 1024.0;

/// What a standing after the deal of the root is worth to every seat.
#[inline]
fn worth(game: &DominoPoker, aim: Aim, root: &DominoState, standing: &Standing) -> Values {
    let leads = standing.leads(game, root);
    let points = match aim {
        Aim::Points => return leads,
        Aim::Share => POINTS_OF_EQUALS,
        Aim::Mix => 0.5,
    };
    let prospects = standing.win_prospects(game, root);
    std::array::from_fn(|seat| prospects[seat] + points * (leads[seat] - prospects[seat]))
}

/// Opens as often as the equilibrium of the last stage says.
fn open_or_close(players: u8, table: &DominoTable, hand: DominoSet, rng: &mut Rng) -> DominoAction {
    let (Some(shown), Some(own)) = (table.shown(), hand.strongest()) else { return DominoAction::Close };
    let chance = LastStage::equilibrium(players, shown).open[own.pips() as usize];
    if f64::from(rng.word() as u32) < chance * 2f64.powi(32) { DominoAction::Open } else { DominoAction::Close }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::{ActionSet, Chance, DominoPokerRules, Rules, Turn};

    /// Plays random games and shows every state in which a seat has to act.
    fn visit(rules: &str, games: u64, mut visitor: impl FnMut(&DominoPoker, &DominoState, Seat, &mut Rng)) {
        let game = DominoPoker::new(DominoPokerRules::parse(rules).unwrap());
        let mut rng = Rng::from_state(31);
        for block in 0..games {
            let luck = Chance::new(32, block);
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Chance => game.advance(&mut state, &luck),
                    Turn::Seat(seat) => {
                        visitor(&game, &state, seat, &mut rng);
                        let action = game.legal(&state).pick(&mut rng);
                        game.play_unchecked(&mut state, action);
                    }
                    Turn::Over => break,
                }
            }
        }
    }

    #[test]
    fn quick_moves_are_legal_and_know_only_what_the_seat_knows() {
        for rules in ["players=2,last=on", "players=4,last=on", "players=6,sevens=1,last=on"] {
            visit(rules, 20, |game, state, seat, rng| {
                let view = game.observe(state, seat);
                let other = game.determinize(&view, rng);
                let action = game.rollout_action(state, &mut rng.clone());
                assert_eq!(game.check(state, action), Ok(()));
                assert_eq!(game.rollout_action(&other, &mut rng.clone()), action);
                if let Some(own) = game.direct_action(&view, &mut rng.clone()) {
                    assert_eq!(game.check(state, own), Ok(()));
                }
            });
        }
    }

    /// What every seat gets if each plays for itself, by plain search; of equals the weakest domino.
    fn slow_values(game: &DominoPoker, aim: Aim, root: &DominoState, state: &DominoState) -> Values {
        let Turn::Seat(seat) = game.turn(state) else { return game.leaf_values(aim, root, state) };
        let mut best: Option<Values> = None;
        for action in game.legal(state).iter() {
            let mut next = *state;
            game.play_unchecked(&mut next, action);
            let values = slow_values(game, aim, root, &next);
            if best.is_none_or(|best| values[seat.index()] > best[seat.index()]) {
                best = Some(values);
            }
        }
        best.expect("there is always something to play")
    }

    #[test]
    fn endings_are_worth_what_plain_search_says() {
        let mut solver = DealSolver::default();
        let mut solved = 0;
        for (players, tricks) in [(2, 3), (3, 2), (4, 2), (5, 2)] {
            visit(&format!("players={players},sevens=1"), 6, |game, state, _, _| {
                for aim in [Aim::Share, Aim::Points, Aim::Mix] {
                    if let Some(values) = game.solve(&mut solver, tricks, aim, state, state) {
                        let seats = players as usize;
                        assert_eq!(values[..seats], slow_values(game, aim, state, state)[..seats]);
                        solved += 1;
                    }
                }
            });
        }
        assert!(solved > 1000, "{solved}");
    }

    #[test]
    fn fast_rollouts_end_as_those_move_by_move() {
        let mut seen = 0;
        for rules in ["players=2,sevens=1", "players=5,sevens=1,last=on"] {
            visit(rules, 4, |game, state, _, rng| {
                let (mut fast_rng, mut slow_rng) = (rng.clone(), rng.clone());
                let fast = game.fast_rollout(&mut DealSolver::default(), Aim::Share, state, state, &mut fast_rng);
                let mut end = *state;
                while !game.is_leaf(state, &end) && fast.is_some() {
                    let action = game.rollout_action(&end, &mut slow_rng);
                    game.play_unchecked(&mut end, action);
                }
                if let Some(fast) = fast {
                    assert_eq!(fast, game.leaf_values(Aim::Share, state, &end));
                    assert_eq!(fast_rng.word(), slow_rng.word());
                    seen += 1;
                }
            });
        }
        assert!(seen > 500, "{seen}");
    }

    /// In the last deal of a match that cannot be won or lost any more, points are played for all the same.
    #[test]
    fn a_hopeless_match_is_played_for_points() {
        use crate::search::{Budget, Ismcts, IsmctsSettings};
        use kosti_engine::domino_poker::DominoDeal;

        let game = DominoPoker::new(DominoPokerRules::parse("players=2,sevens=1,blind=0,grab=0,mizer=0").unwrap());
        let last = (0..).take_while(|&number| game.rules().deal(number).is_some()).last().unwrap();
        for (scores, own, bid) in
            [([0, 900], "1-1", 1), ([900, 0], "1-1", 1), ([0, 900], "2-1", 0), ([900, 0], "2-1", 0)]
        {
            let mut state = game.before_deal(last.into(), &scores).unwrap();
            let seat = state.table().starter();
            let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
            hands[seat.index()] = DominoSet::of(own.parse().unwrap());
            hands[seat.next(2).index()] = DominoSet::of("4-3".parse().unwrap());
            game.resolve(&mut state, &DominoDeal::Hands(hands));
            let settings = IsmctsSettings { budget: Budget::Count(200), ..Default::default() };
            let mut bot = Ismcts::new(settings);
            let ranked = bot.compare(&game, &game.observe(&state, seat), seat, &mut Rng::from_state(3));
            assert_eq!(ranked[0].action, DominoAction::Bid(bid), "{scores:?} {own}");
            assert!((ranked[0].mean() - ranked[1].mean()).abs() < 0.01, "the match is decided");
        }
    }

    #[test]
    fn codes_tell_actions_apart() {
        let mut codes = std::collections::BTreeMap::new();
        visit("players=3,last=on", 30, |game, state, _, _| {
            for action in game.legal(state).iter() {
                assert_eq!(*codes.entry(DominoPoker::code(action)).or_insert(action), action);
            }
        });
        assert!(codes.len() > 90);
    }
}
