//! Worlds as likely as what was done in them.

use kosti_engine::domino_poker::{DominoState, DominoView, MAX_PLAYERS, Stage};
use kosti_engine::{Domino, DominoPoker, DominoSet, Game, Rng, Seat};

use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_policy::RolloutPolicy;

/// One world is imagined for this many rollouts of a decision.
const ROLLOUTS_FOR_A_WORLD: usize = 4;
const FEWEST_WORLDS: usize = 16;
const MOST_WORLDS: usize = 4096;

/// How often others bid or play otherwise than the rollout policy does.
const OTHER_BIDS: f32 = 0.5;
const OTHER_DOMINOES: f32 = 0.4;

/// Something that another seat did, which tells about its hand.
#[derive(Clone, Copy, Debug)]
struct Deed {
    /// The deal before it, without the hands.
    before: Playground,
    what: What,
    /// What the seat has laid since, this domino with it.
    laid: DominoSet,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Bid(u8),
    Domino(Domino),
}

/// Worlds for the rollouts of a decision: imagined without regard to what others did, and then drawn as often as that is likely.
#[derive(Default)]
pub struct LikelyWorlds {
    deeds: Vec<Deed>,
    worlds: Vec<DominoState>,
    /// Of each world how likely it is and all those before it, in all.
    sums: Vec<f32>,
}

impl LikelyWorlds {
    /// Imagines worlds for a decision of this many rollouts.
    pub(super) fn imagine(&mut self, game: &DominoPoker, view: &DominoView, rollouts: u32, rng: &mut Rng) {
        read_deeds(game, view, &mut self.deeds);
        self.worlds.clear();
        self.sums.clear();
        if self.deeds.is_empty() {
            return;
        }
        let policy = RolloutPolicy::shipped(game.players());
        let worlds = (rollouts as usize / ROLLOUTS_FOR_A_WORLD).clamp(FEWEST_WORLDS, MOST_WORLDS);
        let mut sum = 0.0;
        for _ in 0..worlds {
            let world = game.determinize(view, rng);
            sum += likelihood(policy, &self.deeds, &world);
            self.worlds.push(world);
            self.sums.push(sum);
        }
    }

    /// One of the worlds that were imagined, as likely as it is; nothing if none were, since others have done nothing yet.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<DominoState> {
        let &all = self.sums.last()?;
        let place = (rng.word() >> 40) as f32 / (1 << 24) as f32 * all;
        let world = self.sums.partition_point(|&sum| sum <= place);
        Some(self.worlds[world.min(self.worlds.len() - 1)])
    }
}

/// What others have done in this deal, knowing their hands.
fn read_deeds(game: &DominoPoker, view: &DominoView, deeds: &mut Vec<Deed>) {
    deeds.clear();
    let table = view.table();
    let players = game.players();
    if table.stage() == Stage::Last {
        return;
    }
    let mut laid: [DominoSet; MAX_PLAYERS] = [DominoSet::EMPTY; _];
    for seat in Seat::all(players) {
        laid[seat.index()] = (0..table.hand().into()).filter_map(|trick| table.laid(trick, seat)).collect();
    }
    let no_hands = [DominoSet::EMPTY; MAX_PLAYERS];
    let mut deal = Playground::dealt(table.stage(), table.hand(), players, table.starter(), no_hands);
    while deal.left > 0 {
        let seat = deal.seat;
        let before = deal;
        let what = if deal.bidding {
            let Some(bid) = table.bid(seat) else { return };
            deal.bid(bid);
            What::Bid(bid)
        } else {
            let Some(domino) = table.laid((deal.size - deal.left).into(), seat) else { return };
            deal.lay(domino);
            What::Domino(domino)
        };
        let tells = seat != view.seat() && !(before.bidding && table.stage() == Stage::Blind);
        if tells {
            deeds.push(Deed { before, what, laid: laid[seat.index()] });
        }
        if let What::Domino(domino) = what {
            laid[seat.index()].remove(domino);
        }
    }
}

/// How likely it is that others do all this if they hold what they hold in this world.
fn likelihood(policy: &RolloutPolicy, deeds: &[Deed], world: &DominoState) -> f32 {
    let mut all = 1.0;
    for deed in deeds {
        let mut deal = deed.before;
        let seat = deal.seat;
        deal.hands[seat.index()] = world.hand(seat).or(deed.laid);
        all *= match deed.what {
            What::Bid(bid) => chance_of_bid(policy, &deal, bid),
            What::Domino(domino) => chance_of_domino(policy, &deal, domino),
        };
    }
    all
}

/// The chance of a bid: half as the policy bids, and half the less likely the further it is from the policy's.
#[inline]
fn chance_of_bid(policy: &RolloutPolicy, deal: &Playground, bid: u8) -> f32 {
    let off = f32::from(bid) - f32::from(policy.usual_bid(deal));
    let near = 1.0 + off * off;
    (1.0 - OTHER_BIDS) * policy.chance_of_bid(deal, bid) + OTHER_BIDS * 0.5 / (near * near)
}

/// The chance of a domino: for the most part as the policy plays, and otherwise anything.
#[inline]
fn chance_of_domino(policy: &RolloutPolicy, deal: &Playground, domino: Domino) -> f32 {
    let legal = deal.legal().len();
    if legal == 1 {
        return 1.0;
    }
    (1.0 - OTHER_DOMINOES) * policy.chance_of_domino(deal, domino) + OTHER_DOMINOES / legal as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::domino_poker::{DominoAction, DominoPhase};
    use kosti_engine::{ActionSet, Chance, DominoPokerRules, Rules, Turn};

    use crate::search::SearchGame;

    /// Plays games by the rollout policy and shows every state in which a seat has to act, with the states before it in this deal.
    fn visit(rules: &str, games: u64, mut visitor: impl FnMut(&DominoPoker, &[DominoState], &DominoState, Seat)) {
        let game = DominoPoker::new(DominoPokerRules::parse(rules).unwrap());
        let mut rng = Rng::from_state(11);
        for block in 0..games {
            let luck = Chance::new(12, block);
            let mut state = game.start();
            let mut before = Vec::new();
            while game.turn(&state) != Turn::Over {
                let Turn::Seat(seat) = game.turn(&state) else {
                    before.clear();
                    game.advance(&mut state, &luck);
                    continue;
                };
                visitor(&game, &before, &state, seat);
                before.push(state);
                let usual = game.rollout_action(&state, &mut rng);
                let action = if rng.below(4) == 0 { game.legal(&state).pick(&mut rng) } else { usual };
                game.play_unchecked(&mut state, action);
            }
        }
    }

    /// The likelihood of what others did, from the states that they were in: what the policy says when it is asked very often.
    fn slow_likelihood(game: &DominoPoker, before: &[DominoState], state: &DominoState, me: Seat) -> f64 {
        let mut all = 1.0;
        for (at, then) in before.iter().enumerate() {
            let seat = then.table().seat();
            let after = before.get(at + 1).unwrap_or(state);
            let legal: Vec<_> = game.legal(then).iter().collect();
            let blind = then.table().hands_unseen();
            if seat == me || blind || (legal.len() == 1 && then.table().phase() == DominoPhase::Play) {
                continue;
            }
            let done = *legal
                .iter()
                .find(|&&action| {
                    let mut next = *then;
                    game.play_unchecked(&mut next, action);
                    next == *after
                })
                .unwrap();
            let mut counts = vec![0u32; legal.len()];
            let mut rng = Rng::from_state(13);
            const TIMES: u32 = 4000;
            for _ in 0..TIMES {
                let usual = game.rollout_action(then, &mut rng);
                counts[legal.iter().position(|&action| action == usual).unwrap()] += 1;
            }
            let place = legal.iter().position(|&action| action == done).unwrap();
            let often = f64::from(counts[place]) / f64::from(TIMES);
            all *= match done {
                DominoAction::Bid(bid) => {
                    // The usual bid is the likelier of two.
                    let usual = (0..legal.len()).max_by_key(|&place| counts[place]).unwrap();
                    let off = f64::from(bid) - usual as f64;
                    0.5 * often + 0.25 / (1.0 + off * off).powi(2)
                }
                _ => 0.6 * often + 0.4 / legal.len() as f64,
            };
        }
        all
    }

    #[test]
    fn worlds_weigh_what_the_policy_says_of_every_deed() {
        let mut weighed = 0;
        for rules in ["players=2,sevens=1", "players=4,sevens=1"] {
            let mut moments = 0;
            visit(rules, 1, |game, before, state, me| {
                moments += 1;
                if moments % 7 != 0 || state.table().stage() == Stage::Last {
                    return;
                }
                let mut deeds = Vec::new();
                read_deeds(game, &game.observe(state, me), &mut deeds);
                let policy = RolloutPolicy::shipped(game.players());
                let (fast, slow) = (likelihood(policy, &deeds, state), slow_likelihood(game, before, state, me));
                assert!((f64::from(fast) / slow - 1.0).abs() < 0.1, "{fast} {slow} {state:?}");
                weighed += usize::from(deeds.len() > 3);
            });
        }
        assert!(weighed > 20, "{weighed}");
    }

    #[test]
    fn worlds_fit_what_is_known_and_come_as_often_as_they_are_likely() {
        let mut rng = Rng::from_state(14);
        let (mut likely, mut uniform) = (0.0, 0.0);
        visit("players=3,last=on", 3, |game, _, state, seat| {
            let view = game.observe(state, seat);
            let mut worlds = LikelyWorlds::default();
            game.gather_worlds(&mut worlds, &view, 200, &mut rng);
            let policy = RolloutPolicy::shipped(3);
            for _ in 0..3 {
                let world = game.draw_world(&worlds, &view, &mut rng);
                assert_eq!(game.observe(&world, seat), view);
                likely += likelihood(policy, &worlds.deeds, &world);
                uniform += likelihood(policy, &worlds.deeds, &game.determinize(&view, &mut rng));
            }
        });
        assert!(likely > 1.2 * uniform, "{likely} {uniform}");

        // Three worlds, drawn by hand.
        let game = DominoPoker::new(DominoPokerRules::default());
        let mut state = game.start();
        game.advance(&mut state, &Chance::new(1, 1));
        let mut other = state;
        game.play_unchecked(&mut other, DominoAction::Bid(0));
        let worlds = LikelyWorlds { deeds: Vec::new(), worlds: vec![state, other, state], sums: vec![1.0, 4.0, 4.0] };
        let often = (0..4000).filter(|_| worlds.draw(&mut rng) == Some(other)).count();
        assert!((2850..3150).contains(&often), "{often}");
        assert_eq!(LikelyWorlds::default().draw(&mut rng), None);
    }
}
