//! The usual plans for the rolls left, each weighed by its odds.

use kosti_engine::sheet::RowSet;
use kosti_engine::{Counts, DICE, Dice, FACES, Game, Keep};

use super::habits::Habits;
use super::odds::{Part, Road, power};
use super::outlook::Outlook;

/// Dice to keep, and what the rolls left should then gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) keep: Keep,
    pub(super) gain: f32,
}

/// The most promising plan when there are so many rolls left.
#[inline]
pub(super) fn best<S: Habits>(outlook: &Outlook<'_, S>, dice: Dice, left: usize) -> Plan {
    let mut best = Plan { keep: dice.as_keep(), gain: f32::MIN };
    visit(outlook, dice, left, |keep, gain| {
        if gain > best.gain {
            best = Plan { keep, gain };
        }
    });
    best
}

/// Shows every plan when there are so many rolls left: the dice to keep, and what should then be gained. Plans may share
/// their dice.
#[inline]
pub(super) fn visit<S: Habits>(outlook: &Outlook<'_, S>, dice: Dice, left: usize, visitor: impl FnMut(Keep, f32)) {
    let (upper, lower) = (outlook.reach.and(S::UPPER), outlook.reach.without(S::UPPER));
    let spoilt = |dice| outlook.lower_hope(lower, dice, outlook.upper_hope(upper, dice, f32::MIN));
    let [one, other] = outlook.odds.spoilt;
    let floor = (spoilt(one) + spoilt(other)) / 2.0;
    let mut planner = Planner { outlook, dice, counts: dice.counts(), left, floor, visitor };
    planner.equal_dice();
    planner.two_pairs();
    planner.roads();
    planner.sums();
    planner.parity();
}

/// The weighing of plans at one moment.
struct Planner<'a, S: Habits, V> {
    outlook: &'a Outlook<'a, S>,
    dice: Dice,
    counts: Counts,
    left: usize,
    /// The gain if the plan fails and what lies there must go somewhere.
    floor: f32,
    visitor: V,
}

impl<S: Habits, V: FnMut(Keep, f32)> Planner<'_, S, V> {
    #[inline]
    fn consider(&mut self, keep: Keep, gain: f32) {
        if keep != self.dice.as_keep() {
            (self.visitor)(keep, gain);
        }
    }

    /// Collects one face.
    #[inline]
    fn equal_dice(&mut self) {
        let reach = self.outlook.reach;
        let any_face = S::EQUAL.iter().fold(S::GROUPS, |rows, &more| rows.or(more)).and(reach);
        for face in 0..FACES {
            let own = reach.and(S::UPPER).and(RowSet::from_bits(1 << face));
            let now = self.counts[face] as usize;
            // A face that has not come up yet is only worth waiting for if it has a row of its own.
            if !own.is_empty() || now > 0 && !any_face.is_empty() {
                self.collect(face, now, own);
            }
        }
    }

    #[inline]
    fn collect(&mut self, face: usize, now: usize, own: RowSet) {
        /// The chance that three other dice hold a pair, and that two do.
        const PAIR_OF_THREE: f32 = 60.0 / 125.0;
        const PAIR_OF_TWO: f32 = 1.0 / 5.0;
        /// The chance that two dice are equal in the end if both are rolled until they are, by rolls left.
        const PAIR_ADDED: [f32; 3] = [0.0, 1.0 / 6.0, 11.0 / 36.0];

        let (outlook, odds) = (self.outlook, self.outlook.odds);
        let groups = outlook.reach.and(S::GROUPS);
        let another = if face == 3 { 2 } else { 3 };
        let mut gain = 0.0;
        let mut equal = self.floor;
        if !S::EXACT {
            let fewer = S::EQUAL[..now].iter().fold(RowSet::EMPTY, |rows, &more| rows.or(more));
            equal = outlook.lower_hope(outlook.reach.and(fewer), odds.equal[face][now], equal);
        }
        for then in now..=DICE {
            let dice = odds.equal[face][then];
            let rows = outlook.reach.and(S::EQUAL[then]);
            equal = outlook.lower_hope(rows, dice, if S::EXACT { self.floor } else { equal });
            let mut hope = outlook.upper_hope(own, dice, equal);
            if !groups.is_empty() && (then == 2 || then == 3) {
                let (with_pair, chance) = match then {
                    2 => (odds.pairs[face][another], PAIR_OF_THREE),
                    _ => (odds.fulls[face][another], PAIR_OF_TWO),
                };
                hope += chance * (outlook.lower_hope(groups, with_pair, hope) - hope);
                // Three dice may also wait for a pair to join them rather than for a fourth.
                if now == 3 {
                    let full = outlook.lower_hope(groups, odds.fulls[face][another], equal);
                    self.consider(odds.keep_equal[face][now], equal + PAIR_ADDED[self.left] * (full - equal));
                }
            }
            gain += odds.collected[self.left][now][then] * hope;
        }
        self.consider(odds.keep_equal[face][now], gain);
    }

    /// Keeps two pairs and waits for a full.
    #[inline]
    fn two_pairs(&mut self) {
        /// The chance that the fifth die fits, by rolls left.
        const FIFTH_FITS: [f32; 3] = [0.0, 1.0 / 3.0, 5.0 / 9.0];

        let mut faces = (0..FACES).filter(|&face| self.counts[face] >= 2);
        let (Some(lower), Some(upper)) = (faces.next(), faces.next()) else { return };
        let (outlook, odds) = (self.outlook, self.outlook.odds);
        let rows = outlook.reach.and(S::GROUPS.or(S::EQUAL[2]).or(S::EQUAL[3]));
        let hope = |dice| outlook.lower_hope(rows, dice, self.floor);
        let full = (hope(odds.fulls[lower][upper]) + hope(odds.fulls[upper][lower])) / 2.0;
        let pairs = hope(odds.pairs[lower][upper]);
        self.consider(odds.keep_pairs[lower][upper], pairs + FIFTH_FITS[self.left] * (full - pairs));
    }

    /// Keeps what fits a road.
    #[inline]
    fn roads(&mut self) {
        let (outlook, odds) = (self.outlook, self.outlook.odds);
        let faces = (0..FACES).fold(0, |set, face| set | usize::from(self.counts[face] > 0) << face);
        for &(road, rows) in S::ROADS {
            let rows = rows.and(outlook.reach);
            if rows.is_empty() {
                continue;
            }
            let hope = |dice| outlook.lower_hope(rows, dice, self.floor);
            let complete = match road {
                Road::Low => hope(odds.low_road),
                Road::High => hope(odds.high_road),
                Road::Either => (hope(odds.low_road) + hope(odds.high_road)) / 2.0,
                Road::Four => hope(odds.short_road),
            };
            let (keep, chance) = odds.road(road, self.left, faces);
            self.consider(keep, self.floor + chance * (complete - self.floor));
        }
    }

    /// Keeps high dice.
    #[inline]
    fn sums(&mut self) {
        let (outlook, odds) = (self.outlook, self.outlook.odds);
        let rows = outlook.reach.and(S::SUMS);
        if rows.is_empty() {
            return;
        }
        // A die that is rolled brings 3.5; rolled again unless it shows more than three, 4.25.
        let (high, mean) = if self.left == 1 { (Part::FourUp, 3.5) } else { (Part::FiveUp, 4.25) };
        let keep = odds.part(self.dice, high);
        let rolled = (DICE - keep.len()) as f32;
        let now = outlook.lower_hope(rows, self.dice, f32::MIN);
        self.consider(keep, now + sum(keep.counts()) + rolled * mean - sum(self.counts));
    }

    /// Keeps even dice, or odd ones.
    #[inline]
    fn parity(&mut self) {
        /// The chance that a die gets the wanted parity, by rolls left.
        const COMES: [f32; 3] = [0.0, 1.0 / 2.0, 3.0 / 4.0];

        let (outlook, odds) = (self.outlook, self.outlook.odds);
        let Some(parity) = outlook.game.rules().parity() else { return };
        for (part, row, middle) in [(Part::Even, parity.even, 4), (Part::Odd, parity.odd, 3)] {
            let row = row.and(outlook.reach);
            if row.is_empty() {
                continue;
            }
            let keep = odds.part(self.dice, part);
            let rolled = DICE - keep.len();
            let gain = if parity.strict {
                let hope = outlook.lower_hope(row, odds.equal[middle - 1][DICE], self.floor);
                self.floor + power(COMES[self.left], rolled) * (hope - self.floor)
            } else {
                let now = outlook.lower_hope(row, self.dice, f32::MIN);
                now + rolled as f32 * COMES[self.left] * middle as f32
            };
            self.consider(keep, gain);
        }
    }
}

/// The sum of the faces.
#[inline]
fn sum(counts: Counts) -> f32 {
    (1..).zip(counts).map(|(face, count)| face * u32::from(count)).sum::<u32>() as f32
}
