//! The last stage: who should open which domino.
//!
//! Everybody holds one domino, sees the one that is shown, and opens or not at the same time as all others. Only pips
//! count. Whatever the others do, opening more pips never pays less: fewer dominoes are above, and it is one of the high
//! ones that is not in another's hand. So the best answer to anything is to open from some number of pips on, and the
//! equilibrium in which all play alike is of that kind as well, with a chance to open at the number where it makes no
//! difference. It is found from the top down, one number of pips after the other.
//!
//! Which place of the ring is picked, and in which direction, makes no difference: nobody knows anything about the
//! order of the ring, so whatever is picked shows a random domino and hands out random ones.

use std::sync::OnceLock;

use kosti_engine::domino_poker::{LAST_PRIZE, MAX_PLAYERS};
use kosti_engine::{DOMINOES, Domino};

/// How many numbers of pips there are, from none to twelve.
pub const PIP_COUNTS: usize = 13;

/// Something for each number of pips.
pub type ByPips = [f64; PIP_COUNTS];

/// The last stage at a table, once the picked domino is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastStage {
    opponents: usize,
    /// How many dominoes with each number of pips are not shown.
    hidden: [u8; PIP_COUNTS],
}

/// How all should play alike, so that nobody gains by playing otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Equilibrium {
    /// The chance with which a domino of each number of pips should be opened.
    pub open: ByPips,
    /// The points that each player gets on average.
    pub value: f64,
    /// The most that a player could gain by other play, in points: the largest gain with any domino.
    pub exploitability: f64,
}

impl LastStage {
    /// The last stage for this many players after this domino was shown.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn new(players: u8, shown: Domino) -> Self {
        assert!((2..=MAX_PLAYERS).contains(&(players as usize)), "two to six can play");
        let mut hidden = [0; PIP_COUNTS];
        for domino in Domino::all().filter(|&domino| domino != shown) {
            hidden[domino.pips() as usize] += 1;
        }
        Self { opponents: players as usize - 1, hidden }
    }

    /// How likely a player is to hold a domino with this many pips.
    pub fn chance_to_hold(&self, pips: usize) -> f64 {
        f64::from(self.hidden[pips]) / (DOMINOES - 1) as f64
    }

    /// The points that opening a domino with this many pips brings on average, if all others open with these chances.
    pub fn gain_of_opening(&self, open: &ByPips, pips: usize) -> f64 {
        let none_above = self.none_opens(open, pips, pips + 1);
        let none_equal_or_above = self.none_opens(open, pips, pips);
        // The prize is won if nobody opens as much, lost if somebody opens more.
        f64::from(LAST_PRIZE) * (none_equal_or_above - (1.0 - none_above))
    }

    /// The chance that nobody opens a domino with at least `from` pips, if a domino with `own` pips is held.
    ///
    /// That is a sum over all sets of dominoes that the others can hold, all equally likely, of the product of the
    /// chances that each stays closed or does not matter: an elementary symmetric polynomial.
    fn none_opens(&self, open: &ByPips, own: usize, from: usize) -> f64 {
        let (mut kept, mut all) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
        (kept[0], all[0]) = (1.0, 1.0);
        for (pips, &dominoes) in self.hidden.iter().enumerate() {
            let closed = if pips >= from { 1.0 - open[pips] } else { 1.0 };
            for _ in usize::from(pips == own)..dominoes as usize {
                for held in (1..=self.opponents).rev() {
                    kept[held] += kept[held - 1] * closed;
                    all[held] += all[held - 1];
                }
            }
        }
        kept[self.opponents] / all[self.opponents]
    }

    /// The equilibrium in which all play alike.
    pub fn solve(&self) -> Equilibrium {
        let mut open = [0.0; PIP_COUNTS];
        for pips in (0..PIP_COUNTS).rev() {
            if self.hidden[pips] == 0 {
                // Nobody holds it: what would be done with it makes no difference, and goes with those above.
                open[pips] = open.get(pips + 1).copied().unwrap_or(1.0);
                continue;
            }
            let mut gain_if = |chance: f64| {
                open[pips] = chance;
                self.gain_of_opening(&open, pips)
            };
            if gain_if(1.0) >= 0.0 {
                continue;
            }
            if gain_if(0.0) > 0.0 {
                // The more the others open as much, the less it brings: halve the span of the chance at which it
                // brings nothing until numbers run out of digits.
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..f64::MANTISSA_DIGITS {
                    let middle = (low + high) / 2.0;
                    if gain_if(middle) > 0.0 { low = middle } else { high = middle }
                }
            }
            break;
        }
        let mut equilibrium = Equilibrium { open, value: 0.0, exploitability: 0.0 };
        for pips in 0..PIP_COUNTS {
            let gain = self.gain_of_opening(&open, pips);
            equilibrium.value += self.chance_to_hold(pips) * open[pips] * gain;
            if self.hidden[pips] > 0 {
                equilibrium.exploitability = equilibrium.exploitability.max(gain.max(0.0) - open[pips] * gain);
            }
        }
        equilibrium
    }

    /// The equilibrium at a table, worked out when it is first asked for.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn equilibrium(players: u8, shown: Domino) -> &'static Equilibrium {
        static SOLVED: [[OnceLock<Equilibrium>; DOMINOES]; MAX_PLAYERS - 1] =
            [const { [const { OnceLock::new() }; DOMINOES] }; MAX_PLAYERS - 1];
        SOLVED[players as usize - 2][shown.index()].get_or_init(|| Self::new(players, shown).solve())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::Rng;
    use kosti_engine::domino_poker::last_points;

    /// The mean points of seat 0 for opening `own`, over all that the others can hold and do.
    fn enumerated_gain(players: u8, shown: Domino, own: Domino, open: &ByPips) -> f64 {
        fn go(left: &[Domino], opponents: usize, open: &ByPips, opened: &mut Vec<Option<u8>>) -> f64 {
            if opponents == 0 {
                return f64::from(last_points(opened)[0]);
            }
            let mut sum = 0.0;
            for (place, domino) in left.iter().enumerate() {
                let mut rest = left.to_vec();
                rest.remove(place);
                let chance = open[domino.pips() as usize];
                for (decision, chance) in [(Some(domino.pips()), chance), (None, 1.0 - chance)] {
                    opened.push(decision);
                    sum += chance * go(&rest, opponents - 1, open, opened);
                    opened.pop();
                }
            }
            sum / left.len() as f64
        }
        let left: Vec<Domino> = Domino::all().filter(|&domino| domino != shown && domino != own).collect();
        go(&left, players as usize - 1, open, &mut vec![Some(own.pips())])
    }

    #[test]
    fn gains_are_those_of_all_hands_and_openings() {
        let mut rng = Rng::from_state(8);
        for (players, cases) in [(2, 60), (3, 20), (4, 2)] {
            for _ in 0..cases {
                let shown = Domino::from_index(rng.below(28) as usize);
                let own = Domino::from_index((shown.index() + 1 + rng.below(27) as usize) % 28);
                let open: ByPips = std::array::from_fn(|_| f64::from(rng.below(9)) / 8.0);
                let gain = LastStage::new(players, shown).gain_of_opening(&open, own.pips() as usize);
                let slow = enumerated_gain(players, shown, own, &open);
                assert!((gain - slow).abs() < 1e-9, "{players} {shown} {own}: {gain} {slow}");
            }
        }
    }

    #[test]
    fn more_pips_never_gain_less() {
        let mut rng = Rng::from_state(9);
        for players in 2..=6 {
            for shown in Domino::all() {
                let stage = LastStage::new(players, shown);
                let open: ByPips = std::array::from_fn(|_| f64::from(rng.below(5)) / 4.0);
                let held = |&pips: &usize| stage.hidden[pips] > 0;
                let gains: Vec<f64> =
                    (0..PIP_COUNTS).filter(held).map(|pips| stage.gain_of_opening(&open, pips)).collect();
                assert!(gains.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{gains:?}");
            }
        }
    }

    #[test]
    fn nobody_gains_by_leaving_the_equilibrium() {
        for players in 2..=6 {
            for shown in Domino::all() {
                let stage = LastStage::new(players, shown);
                let equilibrium = stage.solve();
                assert!(equilibrium.exploitability < 1e-9, "{players} {shown}: {equilibrium:?}");
                // The same from the chances alone: no domino gains by being opened more or less often.
                for pips in (0..PIP_COUNTS).filter(|&pips| stage.hidden[pips] > 0) {
                    let gain = stage.gain_of_opening(&equilibrium.open, pips);
                    let chance = equilibrium.open[pips];
                    assert!((0.0..=1.0).contains(&chance));
                    assert!(chance == 1.0 || gain < 1e-9, "{players} {shown} {pips}");
                    assert!(chance == 0.0 || gain > -1e-9, "{players} {shown} {pips}");
                }
                assert!(equilibrium.value > 0.0);
                assert_eq!(*LastStage::equilibrium(players, shown), equilibrium);
            }
        }
    }

    /// The most pips at the table are never beaten.
    #[test]
    fn what_cannot_be_beaten_is_opened() {
        let shown = "3-1".parse().unwrap();
        assert!((2..=6).all(|players| LastStage::new(players, shown).solve().open[12] == 1.0));
    }
}
