//! How the rollout policy is learned: deals against itself, and regret for what would have been better.

use kosti_engine::domino_poker::{MAX_HAND, MAX_PLAYERS, Stage, deal_points};
use kosti_engine::{DOMINOES, Domino, DominoSet, Rng, Seat};

use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_moment::{
    BID_CELLS, BIDS, BLIND_CELLS, LEVELS, MARGINS, PLAY_CELLS, PlayMoment, WAYS, bid_cell,
};
use crate::games::domino_poker::search::rollout_policy::{Choice, RolloutPolicy};

/// Learning in progress, on one thread: the same seed gives the same policy everywhere.
///
/// At a third of the moments of each deal everything that can be done is tried, with the rest of the deal played by the policy as
/// it stands and with the same luck. What would have brought a larger lead in points than the policy does is regretted, and done
/// the more often, the more it is regretted (regret matching; regrets never fall below zero). What is learned is the average of all
/// that the policy did, in which later deals weigh more.
#[derive(Clone, Debug)]
pub struct PolicyTraining {
    players: u8,
    seed: u64,
    deals: u64,
    rng: Rng,
    play: Vec<Cell<WAYS>>,
    bids: Vec<Cell<BIDS>>,
}

/// What was learned at the moments of one cell.
#[derive(Clone, Copy, Debug)]
struct Cell<const N: usize> {
    regrets: [f32; N],
    /// How likely each thing was, summed up.
    done: [f32; N],
}

/// One moment in this many is looked at.
const LOOKED_AT: u32 = 3;

/// This many deals later a deal weighs twice as much as the first.
const DOUBLED: f32 = 1000.0;

impl<const N: usize> Cell<N> {
    const NEW: Self = Self { regrets: [0.0; N], done: [0.0; N] };

    /// How likely the policy does each thing that can be done.
    fn chances(&self, can: &[bool; N]) -> [f32; N] {
        let regrets: [f32; N] = std::array::from_fn(|one| if can[one] { self.regrets[one] } else { 0.0 });
        let sum: f32 = regrets.iter().sum();
        let count = can.iter().filter(|&&can| can).count() as f32;
        std::array::from_fn(|one| match can[one] {
            true if sum > 0.0 => regrets[one] / sum,
            true => 1.0 / count,
            false => 0.0,
        })
    }

    /// Learns what each thing that can be done would have been worth.
    fn learn(&mut self, can: &[bool; N], worth: &[f32; N], weight: f32) {
        let chances = self.chances(can);
        let mean: f32 = chances.iter().zip(worth).map(|(chance, worth)| chance * worth).sum();
        for one in (0..N).filter(|&one| can[one]) {
            self.regrets[one] = (self.regrets[one] + worth[one] - mean).max(0.0);
            self.done[one] += weight * chances[one];
        }
    }

    fn came_up(&self) -> bool {
        self.done.iter().any(|&done| done > 0.0)
    }
}

fn draw<const N: usize>(chances: &[f32; N], rng: &mut Rng) -> usize {
    let mut left = (rng.word() >> 40) as f32 / (1 << 24) as f32;
    let mut drawn = 0;
    for (one, &chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        drawn = one;
        if left < chance {
            break;
        }
        left -= chance;
    }
    drawn
}

/// Every seat's lead in points over the mean of the others.
fn leads(deal: &Playground) -> [f32; MAX_PLAYERS] {
    let players = deal.players as usize;
    let points: [f32; MAX_PLAYERS] = std::array::from_fn(|seat| {
        if seat < players { f32::from(deal_points(deal.stage, deal.bids[seat], deal.taken[seat])) } else { 0.0 }
    });
    let sum: f32 = points.iter().sum();
    points.map(|own| own - (sum - own) / (players as f32 - 1.0))
}

/// What a cell that never came up does: as the nearest in its row, the smaller of two equally near.
fn choices<const N: usize>(cells: &[Cell<N>], row: usize) -> impl Iterator<Item = Choice> + '_ {
    cells.chunks(row).flat_map(move |row| {
        (0..row.len()).map(move |place| {
            let known = (0..row.len()).filter(|&other| row[other].came_up());
            let nearest = known.min_by_key(|&other| other.abs_diff(place)).unwrap_or(place);
            Choice::of(&row[nearest].done)
        })
    })
}

impl PolicyTraining {
    /// Learning that has not begun.
    ///
    /// # Panics
    /// If no table has this many players.
    pub fn new(players: u8, seed: u64) -> Self {
        assert!((2..=MAX_PLAYERS).contains(&usize::from(players)), "domino-poker is for two to six");
        Self {
            players,
            seed,
            deals: 0,
            rng: Rng::from_state(u128::from(seed) << 64 | 0x9E37_79B9_7F4A_7C15),
            play: vec![Cell::NEW; PLAY_CELLS],
            bids: vec![Cell::NEW; BID_CELLS],
        }
    }

    /// How many deals were played.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// How many cells have come up.
    pub fn cells(&self) -> usize {
        let play = self.play.iter().filter(|cell| cell.came_up()).count();
        play + self.bids.iter().filter(|cell| cell.came_up()).count()
    }

    /// What was learned so far.
    pub fn policy(&self) -> RolloutPolicy {
        let (blind, seen) = self.bids.split_at(BLIND_CELLS);
        let bids = choices(blind, 1).chain(choices(seen, LEVELS)).collect();
        RolloutPolicy::new(self.players, self.deals, self.seed, choices(&self.play, MARGINS).collect(), bids)
    }

    /// Learns from this many more deals.
    pub fn learn(&mut self, deals: u64) {
        let mut rng = self.rng.clone();
        for _ in 0..deals {
            let deal = self.deal(&mut rng);
            self.learn_deal(deal, &mut rng);
            self.deals += 1;
        }
        self.rng = rng;
    }

    /// Hands to learn from: of twelve deals one blind, one of grab, one of mizer, and two of full hands; the others of any size.
    fn deal(&self, rng: &mut Rng) -> Playground {
        let full = (DOMINOES as u8 / self.players).min(MAX_HAND as u8);
        let (stage, size) = match rng.below(12) {
            0 => (Stage::Blind, full),
            1 => (Stage::Grab, full),
            2 => (Stage::Mizer, full),
            3 | 4 => (Stage::Bidding, full),
            _ => (Stage::Bidding, 1 + rng.below(u32::from(full)) as u8),
        };
        let mut pack: [Domino; DOMINOES] = std::array::from_fn(Domino::from_index);
        rng.shuffle_front(&mut pack, usize::from(self.players * size));
        let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
        for (hand, dominoes) in hands.iter_mut().zip(pack.chunks(size.into())).take(self.players.into()) {
            *hand = dominoes.iter().copied().collect();
        }
        Playground::dealt(stage, size, self.players, Seat::new(0), hands)
    }

    fn learn_deal(&mut self, mut deal: Playground, rng: &mut Rng) {
        let weight = 1.0 + self.deals as f32 / DOUBLED;
        while deal.left > 0 {
            let seat = deal.seat.index();
            let is_looked_at = rng.below(LOOKED_AT) == 0;
            if is_looked_at && deal.bidding {
                let can = std::array::from_fn(|bid| bid <= usize::from(deal.size));
                let worth = self.worth_of(&can, rng, |bid| after_bid(deal, bid as u8), seat);
                self.bids[bid_cell(&deal)].learn(&can, &worth, weight);
            } else if is_looked_at && deal.legal().len() > 1 {
                let moment = PlayMoment::of(&deal);
                let (dominoes, can) = moment.dominoes();
                let worth = self.worth_of(&can, rng, |way| after_domino(deal, dominoes[way]), seat);
                self.play[moment.cell].learn(&can, &worth, weight);
            }
            self.step(&mut deal, rng);
        }
    }

    /// What a seat gets after each thing that can be done, with the same luck.
    fn worth_of<const N: usize>(
        &self,
        can: &[bool; N],
        rng: &mut Rng,
        after: impl Fn(usize) -> Playground,
        seat: usize,
    ) -> [f32; N] {
        let luck = rng.clone();
        rng.word();
        std::array::from_fn(|one| {
            if !can[one] {
                return 0.0;
            }
            let (mut deal, mut rng) = (after(one), luck.clone());
            while deal.left > 0 {
                self.step(&mut deal, &mut rng);
            }
            leads(&deal)[seat]
        })
    }

    /// Goes on as the policy does now.
    fn step(&self, deal: &mut Playground, rng: &mut Rng) {
        if deal.bidding {
            let can = std::array::from_fn(|bid| bid <= usize::from(deal.size));
            deal.bid(draw(&self.bids[bid_cell(deal)].chances(&can), rng) as u8);
            return;
        }
        let legal = deal.legal();
        if legal.len() == 1 {
            deal.lay(legal.strongest().unwrap_or(Domino::POKER));
            return;
        }
        let moment = PlayMoment::of(deal);
        let (dominoes, can) = moment.dominoes();
        deal.lay(dominoes[draw(&self.play[moment.cell].chances(&can), rng)]);
    }
}

fn after_bid(mut deal: Playground, bid: u8) -> Playground {
    deal.bid(bid);
    deal
}

fn after_domino(mut deal: Playground, domino: Domino) -> Playground {
    deal.lay(domino);
    deal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean lead of seat 0 with one policy against others with another, over deals that are played from both sides.
    fn lead(one: &RolloutPolicy, other: &RolloutPolicy, training: &PolicyTraining, deals: u32) -> f64 {
        let mut rng = Rng::from_state(61);
        let mut sum = 0.0;
        for _ in 0..deals {
            let dealt = training.deal(&mut rng);
            for turn in 0..2 {
                let mut deal = dealt;
                while deal.left > 0 {
                    let policy = if deal.seat.index() % 2 == turn { one } else { other };
                    policy.step(&mut deal, &mut rng);
                }
                let leads = leads(&deal);
                let own: f32 = (0..deal.players as usize).filter(|seat| seat % 2 == turn).map(|seat| leads[seat]).sum();
                sum += f64::from(own);
            }
        }
        sum / f64::from(2 * deals)
    }

    #[test]
    fn the_same_seed_gives_the_same_policy_and_more_deals_a_better_one() {
        for players in [2, 4] {
            let mut training = PolicyTraining::new(players, 3);
            training.learn(2_000);
            let early = training.policy();
            training.learn(12_000);
            let late = training.policy();
            let mut again = PolicyTraining::new(players, 3);
            again.learn(14_000);
            assert_eq!(again.policy(), late);
            assert_eq!(RolloutPolicy::from_bytes(&late.to_bytes()), Ok(late.clone()));
            let gain = lead(&late, &early, &training, 2_000);
            assert!(gain > 1.5, "{players}: {gain}");
            let shipped = lead(RolloutPolicy::shipped(players), &late, &training, 2_000);
            assert!(shipped > 0.3, "{players}: {shipped}");
        }
    }

    #[test]
    fn what_is_regretted_is_done_more_often_and_what_cannot_be_done_never() {
        let mut cell = Cell::<4>::NEW;
        let can = [true, true, false, true];
        assert_eq!(cell.chances(&can), [1.0 / 3.0, 1.0 / 3.0, 0.0, 1.0 / 3.0]);
        cell.learn(&can, &[3.0, 9.0, 0.0, 0.0], 1.0);
        assert_eq!(cell.regrets, [0.0, 5.0, 0.0, 0.0]);
        assert_eq!(cell.chances(&can), [0.0, 1.0, 0.0, 0.0]);
        let mut rng = Rng::from_state(1);
        assert!((0..100).all(|_| draw(&cell.chances(&can), &mut rng) == 1));
    }

    #[test]
    fn cells_that_never_came_up_do_as_the_nearest() {
        let mut cells = [Cell::<2>::NEW; 8];
        cells[1].done = [1.0, 0.0];
        cells[3].done = [0.0, 1.0];
        let first: Vec<_> = choices(&cells, 4).map(|choice| choice == Choice::of(&[0.0, 1.0])).collect();
        assert_eq!(first[..4], [false, false, false, true]);
        assert!(choices(&cells, 4).skip(4).all(|choice| choice == Choice::of(&[0.0, 0.0])));
    }
}
