//! The usual plans for the rolls left, each weighed by its odds.

use kosti_engine::sheet::RowSet;
use kosti_engine::{Counts, DICE, Dice, FACES, Keep};

use super::heuristics::SheetHeuristics;
use super::odds::{Odds, Part, Road, power};
use super::outlook::Hopes;

/// Even and odd.
pub(super) const PARITIES: usize = 2;

/// The weighing of plans when there are this many rolls left.
pub(super) struct Plans<'a, S, H> {
    rules: &'a S,
    odds: &'static Odds,
    /// The rows that this turn may fill, if the dice allow.
    reach: RowSet,
    hopes: &'a H,
    pub(super) left: usize,
    /// The gain if a plan fails and what lies there must go somewhere.
    pub(super) floor: f32,
}

impl<'a, S: SheetHeuristics, H: Hopes> Plans<'a, S, H> {
    #[inline]
    pub(super) fn new(rules: &'a S, reach: RowSet, hopes: &'a H, left: usize) -> Self {
        let odds = Odds::get();
        let (upper, lower) = (reach.and(S::UPPER), reach.without(S::UPPER));
        let spoilt = |dice| hopes.lower_hope(lower, dice, hopes.upper_hope(upper, dice, f32::MIN));
        let [one, other] = odds.spoilt;
        let floor = (spoilt(one) + spoilt(other)) / 2.0;
        Self { rules, odds, reach, hopes, left, floor }
    }

    /// The most promising plan with these dice, and what should be gained; five dice if there is none.
    #[inline]
    pub(super) fn best(&self, dice: Dice) -> (Keep, f32) {
        let mut best = (dice.as_keep(), f32::MIN);
        self.visit(dice, |keep, gain| {
            if gain > best.1 {
                best = (keep, gain);
            }
        });
        best
    }

    /// Shows every plan with these dice: those to keep, and what should then be gained. Plans may share their dice.
    #[inline]
    pub(super) fn visit(&self, dice: Dice, mut visitor: impl FnMut(Keep, f32)) {
        let counts = dice.counts();
        // To keep all dice is no plan.
        let mut consider = |keep: Keep, gain: f32| {
            if keep.len() < DICE {
                visitor(keep, gain);
            }
        };
        for (face, now) in counts.into_iter().map(usize::from).enumerate() {
            if let Some(gain) = self.collected(face, now) {
                consider(self.odds.keep_equal[face][now], gain);
            }
        }
        if let Some((lower, upper)) = two_pairs(counts) {
            consider(self.odds.keep_pairs[lower][upper], self.full(lower, upper));
        }
        for &(road, rows) in S::ROADS {
            if let Some(complete) = self.complete(road, rows) {
                let (keep, gain) = self.road(road, complete, faces(counts));
                consider(keep, gain);
            }
        }
        if let Some((keep, gain)) = self.sum(dice) {
            consider(keep, gain);
        }
        for (keep, gain) in (0..PARITIES).filter_map(|place| self.parity(dice, place)) {
            consider(keep, gain);
        }
    }

    /// What collecting a face promises of which there are this many dice; nothing if it is not worth a thought.
    #[inline]
    pub(super) fn collected(&self, face: usize, now: usize) -> Option<f32> {
        /// The chance that three other dice hold a pair, and that two do.
        const PAIR_OF_THREE: f32 = 60.0 / 125.0;
        const PAIR_OF_TWO: f32 = 1.0 / 5.0;
        /// The chance that two dice are equal in the end if both are rolled until they are, by rolls left.
        const PAIR_ADDED: [f32; 3] = [0.0, 1.0 / 6.0, 11.0 / 36.0];

        let Self { odds, reach, hopes, left, floor, .. } = *self;
        let own = reach.and(S::UPPER).and(RowSet::from_bits(1 << face));
        let any_face = S::EQUAL.iter().fold(S::GROUPS, |rows, &more| rows.or(more)).and(reach);
        // A face that has not come up yet is only worth waiting for if it has a row of its own.
        if own.is_empty() && (now == 0 || any_face.is_empty()) {
            return None;
        }
        let groups = reach.and(S::GROUPS);
        let another = if face == 3 { 2 } else { 3 };
        let mut gain = 0.0;
        let mut equal = floor;
        if !S::EXACT {
            let fewer = S::EQUAL[..now].iter().fold(RowSet::EMPTY, |rows, &more| rows.or(more));
            equal = hopes.lower_hope(reach.and(fewer), odds.equal[face][now], equal);
        }
        let mut waiting = f32::MIN;
        for then in now..=DICE {
            let dice = odds.equal[face][then];
            let rows = reach.and(S::EQUAL[then]);
            equal = hopes.lower_hope(rows, dice, if S::EXACT { floor } else { equal });
            let mut hope = hopes.upper_hope(own, dice, equal);
            if !groups.is_empty() && (then == 2 || then == 3) {
                let (with_pair, chance) = match then {
                    2 => (odds.pairs[face][another], PAIR_OF_THREE),
                    _ => (odds.fulls[face][another], PAIR_OF_TWO),
                };
                hope += chance * (hopes.lower_hope(groups, with_pair, hope) - hope);
                // Three dice may also wait for a pair to join them rather than for a fourth.
                if now == 3 {
                    let full = hopes.lower_hope(groups, odds.fulls[face][another], equal);
                    waiting = equal + PAIR_ADDED[left] * (full - equal);
                }
            }
            gain += odds.collected[left][now][then] * hope;
        }
        Some(gain.max(waiting))
    }

    /// What keeping two pairs and waiting for a full promises.
    #[inline]
    pub(super) fn full(&self, lower: usize, upper: usize) -> f32 {
        /// The chance that the fifth die fits, by rolls left.
        const FIFTH_FITS: [f32; 3] = [0.0, 1.0 / 3.0, 5.0 / 9.0];

        let odds = self.odds;
        let rows = self.reach.and(S::GROUPS.or(S::EQUAL[2]).or(S::EQUAL[3]));
        let hope = |dice| self.hopes.lower_hope(rows, dice, self.floor);
        let full = (hope(odds.fulls[lower][upper]) + hope(odds.fulls[upper][lower])) / 2.0;
        let pairs = hope(odds.pairs[lower][upper]);
        pairs + FIFTH_FITS[self.left] * (full - pairs)
    }

    /// What a complete road gains, if one of its rows is in reach.
    #[inline]
    pub(super) fn complete(&self, road: Road, rows: RowSet) -> Option<f32> {
        let rows = rows.and(self.reach);
        let hope = |dice| self.hopes.lower_hope(rows, dice, self.floor);
        let odds = self.odds;
        (!rows.is_empty()).then(|| match road {
            Road::Low => hope(odds.low_road),
            Road::High => hope(odds.high_road),
            Road::Either => (hope(odds.low_road) + hope(odds.high_road)) / 2.0,
            Road::Four => hope(odds.short_road),
        })
    }

    /// What to keep for a road of the faces that lie there, and what that promises if a complete road gains this much.
    #[inline]
    fn road(&self, road: Road, complete: f32, faces: usize) -> (Keep, f32) {
        let (keep, chance) = self.odds.road(road, self.left, faces);
        (keep, self.floor + chance * (complete - self.floor))
    }

    /// The high dice, and what keeping them promises if a row that counts all dice is in reach.
    #[inline]
    pub(super) fn sum(&self, dice: Dice) -> Option<(Keep, f32)> {
        let rows = self.reach.and(S::SUMS);
        if rows.is_empty() {
            return None;
        }
        // A die that is rolled brings 3.5; rolled again unless it shows more than three, 4.25.
        let (high, mean) = if self.left == 1 { (Part::FourUp, 3.5) } else { (Part::FiveUp, 4.25) };
        let keep = self.odds.part(dice, high);
        let rolled = (DICE - keep.len()) as f32;
        let now = self.hopes.lower_hope(rows, dice, f32::MIN);
        Some((keep, now + sum(keep.counts()) + rolled * mean - sum(dice.counts())))
    }

    /// What to keep for even dice, and for odd ones in the second place, and what that promises if their row is in reach.
    #[inline]
    pub(super) fn parity(&self, dice: Dice, place: usize) -> Option<(Keep, f32)> {
        /// The chance that a die gets the wanted parity, by rolls left.
        const COMES: [f32; 3] = [0.0, 1.0 / 2.0, 3.0 / 4.0];

        let parity = self.rules.parity()?;
        let places: [_; PARITIES] = [(Part::Even, parity.even, 4), (Part::Odd, parity.odd, 3)];
        let (part, row, middle) = places[place];
        let row = row.and(self.reach);
        if row.is_empty() {
            return None;
        }
        let keep = self.odds.part(dice, part);
        let rolled = DICE - keep.len();
        let gain = if parity.strict {
            let hope = self.hopes.lower_hope(row, self.odds.equal[middle - 1][DICE], self.floor);
            self.floor + power(COMES[self.left], rolled) * (hope - self.floor)
        } else {
            let now = self.hopes.lower_hope(row, dice, f32::MIN);
            now + rolled as f32 * COMES[self.left] * middle as f32
        };
        Some((keep, gain))
    }
}

/// The two lowest faces that there are two of, if there are.
#[inline]
pub(super) fn two_pairs(counts: Counts) -> Option<(usize, usize)> {
    let mut faces = (0..FACES).filter(|&face| counts[face] >= 2);
    faces.next().zip(faces.next())
}

/// The faces that lie there, as bits, the ones lowest.
#[inline]
pub(super) fn faces(counts: Counts) -> usize {
    (0..FACES).fold(0, |set, face| set | usize::from(counts[face] > 0) << face)
}

/// The sum of the faces.
#[inline]
fn sum(counts: Counts) -> f32 {
    (1..).zip(counts).map(|(face, count)| face * u32::from(count)).sum::<u32>() as f32
}
