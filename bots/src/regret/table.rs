//! Regrets, and what is done on average.

use kosti_engine::Rng;
use rustc_hash::FxHashMap;

use crate::regret::game::{Moment, RegretGame, Side};

const MOST_ACTIONS: usize = Moment::MOST_ACTIONS;

/// What was learned of everything that a player can know.
///
/// Walks are made one after the other, on one thread: the same walks in the same order give the same table everywhere.
#[derive(Clone, Default, Debug)]
pub struct RegretTable {
    places: FxHashMap<u64, u32>,
    entries: Vec<Entry>,
}

/// What was learned of one information set.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    /// How much better each action would have been than what was done.
    regrets: [f32; MOST_ACTIONS],
    /// How often each action was chosen when the other player walked by, late walks counting more.
    chosen: [f32; MOST_ACTIONS],
}

/// What is done on average where a player knows something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learned {
    /// The number of what the player knows.
    pub info_set: u64,
    /// How likely it does each of its actions.
    pub chances: [f32; MOST_ACTIONS],
    /// How often the moment came up, late walks counting more.
    pub weight: f32,
}

impl Entry {
    /// What is done next: each action as likely as it is regretted.
    #[inline]
    fn chances(&self, len: usize) -> [f32; MOST_ACTIONS] {
        in_proportion(&self.regrets.map(|regret| regret.max(0.0)), len).0
    }
}

/// Chances in proportion to the first of some numbers, all equal if there is nothing; and the sum of the numbers.
#[inline]
fn in_proportion(numbers: &[f32; MOST_ACTIONS], len: usize) -> ([f32; MOST_ACTIONS], f32) {
    let sum: f32 = numbers[..len].iter().sum();
    let mut chances = [0.0; MOST_ACTIONS];
    for (chance, number) in chances[..len].iter_mut().zip(numbers) {
        *chance = if sum > 0.0 { number / sum } else { 1.0 / len as f32 };
    }
    (chances, sum)
}

/// One of some actions, each as likely as it should be.
#[inline]
pub(crate) fn draw(chances: &[f32], rng: &mut Rng) -> usize {
    // 24 bits are as many as the number keeps.
    let mut at = (rng.word() >> 40) as f32 / (1u32 << 24) as f32;
    for (number, &chance) in chances.iter().enumerate() {
        at -= chance;
        if at < 0.0 {
            return number;
        }
    }
    // Chances may add up to a little less than one.
    chances.iter().rposition(|&chance| chance > 0.0).unwrap_or(0)
}

impl RegretTable {
    /// How many information sets have come up.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was learned yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Walks through the game once: one player tries everything, of the other's moves one is drawn. Returns what it was
    /// worth to the player who tries.
    pub fn walk<G: RegretGame>(&mut self, game: &G, state: G::State, who: Side, rng: &mut Rng) -> f32 {
        let mut state = state;
        loop {
            let Some(mover) = game.mover(&state) else { return who.of_first(game.value(&state)) };
            let moment = game.moment(&state);
            if moment.len == 1 {
                game.play(&mut state, moment.actions[0]);
                continue;
            }
            let place = self.place(moment.info_set);
            let chances = self.entries[place].chances(moment.len);
            if mover != who {
                for (chosen, chance) in self.entries[place].chosen.iter_mut().zip(chances) {
                    *chosen += chance;
                }
                game.play(&mut state, moment.actions[draw(&chances[..moment.len], rng)]);
                continue;
            }
            let mut values = [0.0; MOST_ACTIONS];
            let mut mean = 0.0;
            for (number, &action) in moment.actions().iter().enumerate() {
                let mut next = state;
                game.play(&mut next, action);
                values[number] = self.walk(game, next, who, rng);
                mean += chances[number] * values[number];
            }
            for (regret, value) in self.entries[place].regrets[..moment.len].iter_mut().zip(values) {
                *regret += value - mean;
            }
            return mean;
        }
    }

    /// Draws what is done now, while still learning.
    pub fn draw<A: Copy>(&self, moment: &Moment<A>, rng: &mut Rng) -> A {
        let entry = self.places.get(&moment.info_set).map_or(Entry::default(), |&place| self.entries[place as usize]);
        moment.actions[draw(&entry.chances(moment.len)[..moment.len], rng)]
    }

    /// Takes everything that was learned so far as less important.
    pub fn discount(&mut self, factor: f32) {
        for entry in &mut self.entries {
            for number in entry.regrets.iter_mut().chain(&mut entry.chosen) {
                *number *= factor;
            }
        }
    }

    /// How likely each action is on average where a player knows this, if that has come up.
    pub fn average(&self, info_set: u64, len: usize) -> Option<[f32; MOST_ACTIONS]> {
        self.places.get(&info_set).map(|&place| in_proportion(&self.entries[place as usize].chosen, len).0)
    }

    /// All that was learned, by information set. Actions that there are not have no chance.
    pub fn learned(&self) -> Vec<Learned> {
        let mut all: Vec<Learned> = self
            .places
            .iter()
            .map(|(&info_set, &place)| {
                let (chances, weight) = in_proportion(&self.entries[place as usize].chosen, MOST_ACTIONS);
                Learned { info_set, chances, weight }
            })
            .collect();
        all.sort_unstable_by_key(|learned| learned.info_set);
        all
    }

    #[inline]
    fn place(&mut self, info_set: u64) -> usize {
        let entries = &mut self.entries;
        *self.places.entry(info_set).or_insert_with(|| {
            entries.push(Entry::default());
            (entries.len() - 1) as u32
        }) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::{Chance, Label, Seat};

    /// Kuhn's poker: three cards, a coin each in the pot, one bet of one coin.
    struct Kuhn;

    /// The cards of both, and what was done.
    #[derive(Clone, Copy)]
    struct Hand {
        cards: [u8; 2],
        done: [bool; 3],
        len: usize,
    }

    impl Hand {
        fn done(&self) -> &[bool] {
            &self.done[..self.len]
        }
    }

    impl RegretGame for Kuhn {
        type State = Hand;
        /// Whether to put a coin in: to bet or call.
        type Action = bool;

        fn mover(&self, hand: &Hand) -> Option<Side> {
            match hand.done() {
                [] | [false, true] => Some(Side::One),
                [_] => Some(Side::Two),
                _ => None,
            }
        }

        fn moment(&self, hand: &Hand) -> Moment<bool> {
            let own = hand.cards[hand.len % 2];
            let seen = hand.done().iter().fold(1, |seen, &bets| seen * 2 + u64::from(bets));
            Moment { info_set: seen * 4 + u64::from(own), actions: [false, true, false, false], len: 2 }
        }

        fn play(&self, hand: &mut Hand, bets: bool) {
            hand.done[hand.len] = bets;
            hand.len += 1;
        }

        fn value(&self, hand: &Hand) -> f32 {
            let higher = if hand.cards[0] > hand.cards[1] { 1.0 } else { -1.0 };
            match hand.done() {
                [false, false] => higher,
                [true, false] => 1.0,
                [false, true, false] => -1.0,
                _ => 2.0 * higher,
            }
        }
    }

    fn deals() -> impl Iterator<Item = Hand> {
        let cards = (0..3).flat_map(|one| (0..3).map(move |two| [one, two])).filter(|[one, two]| one != two);
        cards.map(|cards| Hand { cards, done: [false; 3], len: 0 })
    }

    /// What a hand is worth to the first player if both do what was learned.
    fn worth(table: &RegretTable, hand: Hand) -> f32 {
        if Kuhn.mover(&hand).is_none() {
            return Kuhn.value(&hand);
        }
        let chances = table.average(Kuhn.moment(&hand).info_set, 2).expect("everything has come up");
        [false, true]
            .into_iter()
            .zip(chances)
            .map(|(bets, chance)| {
                let mut next = hand;
                Kuhn.play(&mut next, bets);
                chance * worth(table, next)
            })
            .sum()
    }

    #[test]
    fn kuhns_poker_is_learned_as_its_solution_says() {
        let mut table = RegretTable::default();
        let mut rng = Chance::new(1, 1).stream(Label::bot(0, Seat::new(0)));
        let deals: Vec<Hand> = deals().collect();
        for period in 1..=20 {
            for _ in 0..10_000 {
                let deal = deals[rng.below(6) as usize];
                for side in Side::ALL {
                    table.walk(&Kuhn, deal, side, &mut rng);
                }
            }
            table.discount(period as f32 / (period + 1) as f32);
        }
        assert_eq!(table.len(), 12);
        // The value of the game is -1/18 to who begins.
        let value = deals.iter().map(|&deal| worth(&table, deal)).sum::<f32>() / 6.0;
        assert!((value + 1.0 / 18.0).abs() < 0.01, "{value}");
        let bets = |seen: u64, card: u64| table.average(seen * 4 + card, 2).expect("known")[1];
        // Who begins bluffs with the lowest card a third as often as it bets the highest, and never bets the middle one.
        let (bluff, best) = (bets(1, 0), bets(1, 2));
        assert!((bluff - best / 3.0).abs() < 0.03, "{bluff} {best}");
        assert!(bets(1, 1) < 0.02);
        assert!((bets(0b101, 1) - (bluff + 1.0 / 3.0)).abs() < 0.04, "{} {bluff}", bets(0b101, 1));
        // The other one calls with the middle card, and bluffs with the lowest, one time in three.
        assert!((bets(0b11, 1) - 1.0 / 3.0).abs() < 0.03 && (bets(0b10, 0) - 1.0 / 3.0).abs() < 0.03);
        assert!(bets(0b11, 0) < 0.01 && bets(0b11, 2) > 0.99 && bets(0b10, 2) > 0.99);
        assert_eq!(table.learned().len(), 12);
    }
}
