//! What a player knows by heart: the odds of the usual plans, and dice that show how they may end.

use std::array::from_fn;
use std::sync::LazyLock;

use kosti_engine::sheet::RowSet;
use kosti_engine::{DICE, Dice, FACES, Keep};

/// The most rolls that can be left when dice are kept.
const LEFT: usize = 2;
/// Sets of faces, as bits, the ones lowest.
const FACE_SETS: usize = 1 << FACES;
const LOW_ROAD: usize = 0b01_1111;
const HIGH_ROAD: usize = 0b11_1110;
const SHORT_ROADS: [usize; 3] = [0b00_1111, 0b01_1110, 0b11_1100];

/// Faces in a row, or a choice of such rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Road {
    /// One to five.
    Low,
    /// Two to six.
    High,
    /// Either of them.
    Either,
    /// Any four in a row.
    Four,
}

impl Road {
    const ALL: [Self; 4] = [Self::Low, Self::High, Self::Either, Self::Four];

    fn lies_in(self, faces: usize) -> bool {
        let there = |road: usize| faces & road == road;
        match self {
            Self::Low => there(LOW_ROAD),
            Self::High => there(HIGH_ROAD),
            Self::Either => there(LOW_ROAD) || there(HIGH_ROAD),
            Self::Four => SHORT_ROADS.into_iter().any(there),
        }
    }
}

/// Dice that are kept for their face alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Four and more.
    FourUp,
    /// Five and more.
    FiveUp,
    /// Two, four and six.
    Even,
    /// One, three and five.
    Odd,
}

impl Part {
    const ALL: [Self; 4] = [Self::FourUp, Self::FiveUp, Self::Even, Self::Odd];

    fn holds(self, face: u8) -> bool {
        match self {
            Self::FourUp => face >= 4,
            Self::FiveUp => face >= 5,
            Self::Even => face.is_multiple_of(2),
            Self::Odd => !face.is_multiple_of(2),
        }
    }
}

/// Odds and examples, worked out once. Faces are counted from 0.
pub(super) struct Odds {
    /// The chance to end with this many dice of a face: by rolls left, dice of it now, dice of it then.
    pub(super) collected: [[[f32; DICE + 1]; DICE + 1]; LEFT + 1],
    /// A roll with this many dice of a face and otherwise nothing, by face and number.
    pub(super) equal: [[Dice; DICE + 1]; FACES],
    /// Three dice of one face and two of another.
    pub(super) fulls: [[Dice; FACES]; FACES],
    /// Two dice each of two faces.
    pub(super) pairs: [[Dice; FACES]; FACES],
    /// One to five.
    pub(super) low_road: Dice,
    /// Two to six.
    pub(super) high_road: Dice,
    /// Four in a row.
    pub(super) short_road: Dice,
    /// Rolls in which next to nothing has come together.
    pub(super) spoilt: [Dice; 2],
    /// This many dice of a face.
    pub(super) keep_equal: [[Keep; DICE + 1]; FACES],
    /// Two dice each of two faces.
    pub(super) keep_pairs: [[Keep; FACES]; FACES],
    /// The dice to keep for a road and the chance to complete it: by road, rolls left, and faces that lie there.
    roads: [[[(Keep, f32); FACE_SETS]; LEFT + 1]; Road::ALL.len()],
    parts: [[Keep; Part::ALL.len()]; Dice::COUNT],
    /// How far the rows of a set of faces stray together: chances do not all fall on one side, so squares add up.
    spreads: [f32; FACE_SETS],
}

impl Odds {
    #[inline]
    pub(super) fn get() -> &'static Self {
        static ODDS: LazyLock<Odds> = LazyLock::new(Odds::new);
        &ODDS
    }

    /// What to keep for a road, and the chance to complete it, given the faces that lie there.
    #[inline]
    pub(super) fn road(&self, road: Road, left: usize, faces: usize) -> (Keep, f32) {
        self.roads[road as usize][left][faces]
    }

    /// The dice of a part.
    #[inline]
    pub(super) fn part(&self, dice: Dice, part: Part) -> Keep {
        self.parts[dice.index()][part as usize]
    }

    /// How far the total of these upper rows may stray, in units that depend on the rules.
    #[inline]
    pub(super) fn spread(&self, upper: RowSet) -> f32 {
        self.spreads[upper.bits() as usize % FACE_SETS]
    }

    fn new() -> Self {
        Self {
            collected: from_fn(|left| from_fn(|now| from_fn(|then| collected(left, now, then)))),
            equal: from_fn(|face| from_fn(|count| equal(face as u8 + 1, count))),
            fulls: from_fn(|three| from_fn(|two| dice(&[(three, 3), (two, 2)]))),
            pairs: from_fn(|one| {
                from_fn(|other| {
                    let fifth = (2..).find(|&face| face != one && face != other).unwrap_or_default();
                    dice(&[(one, 2), (other, 2), (fifth, 1)])
                })
            }),
            low_road: roll([1, 2, 3, 4, 5]),
            high_road: roll([2, 3, 4, 5, 6]),
            short_road: roll([1, 2, 3, 4, 6]),
            spoilt: [roll([1, 2, 4, 5, 6]), roll([2, 3, 3, 5, 6])],
            keep_equal: from_fn(|face| from_fn(|count| keep(&[(face, count)]))),
            keep_pairs: from_fn(|one| from_fn(|other| keep(&[(one, 2), (other, 2)]))),
            roads: Road::ALL.map(roads),
            parts: from_fn(|index| Part::ALL.map(|part| held(Dice::from_index(index), part))),
            spreads: from_fn(|set| {
                let squares = (0..FACES).map(|face| (set >> face & 1) * (face + 1) * (face + 1));
                (squares.sum::<usize>() as f32).sqrt()
            }),
        }
    }
}

/// A chance to the power of a whole number.
#[inline]
pub(super) fn power(chance: f32, times: usize) -> f32 {
    (0..times).fold(1.0, |product, _| product * chance)
}

fn roll(faces: [u8; DICE]) -> Dice {
    Dice::from_faces(faces).expect("five faces from 1 to 6")
}

/// This many dice of each of these faces.
fn keep(groups: &[(usize, usize)]) -> Keep {
    let mut faces = [0; DICE];
    let all = groups.iter().flat_map(|&(face, count)| std::iter::repeat_n(face as u8 + 1, count));
    let size = faces.iter_mut().zip(all).map(|(place, face)| *place = face).count();
    Keep::from_faces(&faces[..size]).expect("at most five faces from 1 to 6")
}

/// The same for all five dice.
fn dice(groups: &[(usize, usize)]) -> Dice {
    Dice::try_from(keep(groups)).expect("five dice")
}

fn held(dice: Dice, part: Part) -> Keep {
    let counts = dice.counts();
    keep(&from_fn::<_, FACES, _>(|face| (face, if part.holds(face as u8 + 1) { counts[face] as usize } else { 0 })))
}

/// A roll with this many dice of a face; the others make no road and no more equal dice than they must.
fn equal(face: u8, count: usize) -> Dice {
    let others: &[u8] = match count {
        0 | 1 if face == 3 => &[1, 2, 5, 6, 2],
        0 | 1 => &[1, 2, 4, 5, 6, 2, 1],
        2 => &[4, 1, 6, 3],
        _ => &[4, 3, 2],
    };
    let mut faces = [face; DICE];
    for (place, other) in faces[count..].iter_mut().zip(others.iter().filter(|&&other| other != face)) {
        *place = *other;
    }
    roll(faces)
}

/// The chance to end with `then` dice of a face if there are `now` and all others are rolled again and again.
fn collected(left: usize, now: usize, then: usize) -> f32 {
    let Some(hits) = then.checked_sub(now) else { return 0.0 };
    let misses = DICE - then;
    let miss = power(5.0 / 6.0, left);
    let ways = (0..hits).fold(1.0, |ways, hit| ways * (hits + misses - hit) as f32 / (hit + 1) as f32);
    ways * power(1.0 - miss, hits) * power(miss, misses)
}

fn roads(road: Road) -> [[(Keep, f32); FACE_SETS]; LEFT + 1] {
    let mut chances: [f32; FACE_SETS] = from_fn(|set| if road.lies_in(set) { 1.0 } else { 0.0 });
    let mut table = [[(Keep::NONE, 0.0); FACE_SETS]; LEFT + 1];
    for row in &mut table[1..] {
        let if_kept: [f32; FACE_SETS] = from_fn(|set| match DICE.checked_sub(set.count_ones() as usize) {
            Some(rolled) => after_rolling(set, rolled, &chances),
            None => 0.0,
        });
        for (set, entry) in row.iter_mut().enumerate() {
            let parts = (0..FACE_SETS).filter(|part| part & !set == 0);
            let best = parts.max_by(|&a, &b| if_kept[a].total_cmp(&if_kept[b])).unwrap_or_default();
            *entry = (keep(&from_fn::<_, FACES, _>(|face| (face, best >> face & 1))), if_kept[best]);
        }
        chances = from_fn(|set| row[set].1);
    }
    table
}

/// The mean chance of the faces that lie there once this many dice are rolled and join the set.
fn after_rolling(set: usize, dice: usize, chances: &[f32; FACE_SETS]) -> f32 {
    if dice == 0 {
        return chances[set];
    }
    (0..FACES).map(|face| after_rolling(set | 1 << face, dice - 1, chances)).sum::<f32>() / FACES as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-5
    }

    #[test]
    fn chances_of_equal_dice_add_up() {
        for by_now in Odds::get().collected {
            for (now, by_then) in by_now.into_iter().enumerate() {
                assert!(near(by_then.iter().sum(), 1.0));
                assert!(by_then[..now].iter().all(|&chance| chance == 0.0));
            }
        }
        let from_none = Odds::get().collected[1][0];
        assert!(near(from_none[5], 1.0 / 7776.0) && near(from_none[0], 3125.0 / 7776.0));
    }

    #[test]
    fn roads_are_completed_as_often_as_they_should() {
        let odds = Odds::get();
        let four = 0b01_1110;
        for (road, chances) in [(Road::Low, [1.0 / 6.0, 11.0 / 36.0]), (Road::Either, [1.0 / 3.0, 5.0 / 9.0])] {
            for left in 1..=LEFT {
                let (kept, chance) = odds.road(road, left, four);
                assert_eq!(kept, keep(&[(1, 1), (2, 1), (3, 1), (4, 1)]));
                assert!(near(chance, chances[left - 1]));
            }
        }
        // Three to five: two dice, of which one must show a two or a six.
        assert!(near(odds.road(Road::Four, 1, 0b01_1100).1, 20.0 / 36.0));
    }

    #[test]
    fn kept_dice_lie_there() {
        let odds = Odds::get();
        for dice in Dice::all() {
            let counts = dice.counts();
            let faces = (0..FACES).fold(0, |set, face| set | usize::from(counts[face] > 0) << face);
            assert!(Part::ALL.iter().all(|&part| dice.contains(odds.part(dice, part))));
            for left in 1..=LEFT {
                assert!(Road::ALL.iter().all(|&road| dice.contains(odds.road(road, left, faces).0)));
            }
        }
    }

    #[test]
    fn examples_show_what_they_say() {
        let odds = Odds::get();
        for face in 0..FACES {
            for count in 0..=DICE {
                let counts = odds.equal[face][count].counts();
                assert_eq!(counts[face] as usize, count);
                let most = counts.iter().enumerate().filter(|&(other, _)| other != face).map(|(_, &n)| n).max();
                assert!(most <= Some(if count == 0 { 2 } else { 1 }));
                let faces = (0..FACES).fold(0, |set, face| set | usize::from(counts[face] > 0) << face);
                assert!(!Road::Four.lies_in(faces) && !Road::Either.lies_in(faces));
            }
        }
    }
}
