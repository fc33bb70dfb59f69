//! How to find the best of the keeps that a constraint allows.

use std::collections::HashMap;
use std::iter::zip;
use std::sync::LazyLock;

use kosti_engine::{DICE, Dice, Keep};

use crate::graph::{GRAPH, KEEPS, ROOM, share};
use crate::turn::{Number, larger};

/// A set of keeps of fewer than five dice.
type Keeps = [u64; KEEPS.div_ceil(64)];

/// How to find the best keep of every roll when not all are allowed.
#[derive(Debug)]
pub(crate) struct KeepPlan {
    /// The rolls of which not all five dice may be kept.
    pub(crate) not_all: Vec<u8>,
    /// Keeps that are not allowed with any dice.
    pub(crate) never: Vec<u8>,
    /// Rolls that allow not even all others.
    pub(crate) exceptions: KeepSets,
    /// How many of the ordered rolls look like each roll that is no exception; nothing if all are exceptions.
    pub(crate) others: Option<[f32; ROOM]>,
}

impl KeepPlan {
    /// The plan for the keeps that each roll allows; nothing if all do allow all.
    pub(crate) fn new(allowed: &[Option<Vec<u16>>]) -> Option<Self> {
        if allowed.iter().all(Option::is_none) {
            return None;
        }
        let mut not_all = Vec::new();
        let sets: Vec<Keeps> = Dice::all()
            .map(|dice| match &allowed[dice.index()] {
                None => within(dice.as_keep()),
                Some(keeps) => {
                    if !keeps.contains(&(dice.as_keep().index() as u16)) {
                        not_all.push(dice.index() as u8);
                    }
                    keeps.iter().map(|&keep| usize::from(keep)).filter(|&keep| keep < KEEPS).fold([0; _], with)
                }
            })
            .collect();
        let ever = sets.iter().fold([0; _], |all: Keeps, set| std::array::from_fn(|word| all[word] | set[word]));
        let is_exception = |dice: &Dice| sets[dice.index()] != common(&within(dice.as_keep()), &ever);
        let exceptions: Vec<Dice> = Dice::all().filter(is_exception).collect();
        if exceptions.len() > MANY_EXCEPTIONS {
            let exceptions = KeepSets::new(&Dice::all().collect::<Vec<_>>(), &sets);
            return Some(Self { not_all, never: Vec::new(), exceptions, others: None });
        }
        let mut others = GRAPH.ways;
        exceptions.iter().for_each(|dice| others[dice.index()] = 0.0);
        let never = (0..KEEPS).filter(|&keep| !contains(&ever, keep)).map(|keep| keep as u8).collect();
        Some(Self { not_all, never, exceptions: KeepSets::new(&exceptions, &sets), others: Some(others) })
    }
}

/// With more exceptions than these, a plan is quicker that has nothing else.
const MANY_EXCEPTIONS: usize = 80;

/// Sets of keeps of which the best is to be found for some rolls. A set within a keep is what it has of the keep itself
/// and of what remains of it without one die, so that sets are put together from smaller ones, each found once.
#[derive(Debug)]
pub(crate) struct KeepSets {
    /// The rolls.
    pub(crate) rolls: Vec<u8>,
    /// Sets to be found, those of fewer dice first.
    sets: Vec<Alike>,
    /// The same for the rolls, in their order; what they hold of their own is what they are worth later.
    of_rolls: Vec<Alike>,
    /// How many sets there are.
    count: usize,
}

/// Sets that are put together from equally many others, so that one loop without questions finds them all.
#[derive(Debug)]
struct Alike {
    /// How many dice they are about.
    size: usize,
    /// Whether they hold the keep itself.
    own: bool,
    /// From how many others.
    parts: usize,
    /// For each set its number, its keep, and the numbers of its parts.
    entries: Vec<u16>,
}

impl Alike {
    /// Groups sets.
    fn group(mut sets: Vec<Set>) -> Vec<Self> {
        sets.sort_by_key(|set| (set.size, set.own, set.parts.len()));
        let alike =
            |one: &Set, other: &Set| (one.size, one.own, one.parts.len()) == (other.size, other.own, other.parts.len());
        let of = |sets: &[Set]| Self {
            size: sets[0].size,
            own: sets[0].own,
            parts: sets[0].parts.len(),
            entries: sets.iter().flat_map(|set| [&[set.number, set.keep][..], &set.parts].concat()).collect(),
        };
        sets.chunk_by(alike).map(of).collect()
    }
}

/// A set of keeps within a keep or a roll.
struct Set {
    number: u16,
    size: usize,
    /// The keep, or the roll.
    keep: u16,
    own: bool,
    /// The numbers of the sets that it is put together from.
    parts: Vec<u16>,
}

impl KeepSets {
    fn new(rolls: &[Dice], sets: &[Keeps]) -> Self {
        let mut builder = Builder::default();
        let mut of_rolls = Vec::new();
        for dice in rolls {
            let parts = builder.parts(dice.as_keep(), &sets[dice.index()]);
            of_rolls.push(Set { number: 0, size: DICE, keep: dice.index() as u16, own: true, parts });
        }
        let count = builder.sets.len();
        let of_rolls = Alike::group(of_rolls);
        let rolls = of_rolls
            .iter()
            .flat_map(|alike| alike.entries.chunks_exact(2 + alike.parts).map(|entry| entry[1] as u8))
            .collect();
        Self { rolls, sets: Alike::group(builder.sets), of_rolls, count }
    }

    /// What each of the rolls is worth if the best of its keeps, or all five dice, are kept, from the sums of the keeps.
    #[inline(always)]
    pub(crate) fn choose<T: Number, const L: usize>(
        &self,
        rolls: &[[T; L]; ROOM],
        sums: &[[T; L]; ROOM],
        values: &mut Vec<[T; L]>,
        worth: &mut [[T; L]],
    ) {
        if values.len() < self.count {
            values.resize(self.count, [T::LOWEST; L]);
        }
        for Alike { size, own, parts, entries } in &self.sets {
            let share = T::near(share(*size));
            match (own, parts) {
                (true, 0) => find::<T, L, true, 0>(entries, sums, share, values),
                (true, 1) => find::<T, L, true, 1>(entries, sums, share, values),
                (true, 2) => find::<T, L, true, 2>(entries, sums, share, values),
                (true, 3) => find::<T, L, true, 3>(entries, sums, share, values),
                (true, _) => find::<T, L, true, 4>(entries, sums, share, values),
                (false, 2) => find::<T, L, false, 2>(entries, sums, share, values),
                (false, 3) => find::<T, L, false, 3>(entries, sums, share, values),
                (false, _) => find::<T, L, false, 4>(entries, sums, share, values),
            }
        }
        let mut worth = worth;
        for Alike { parts, entries, .. } in &self.of_rolls {
            let (here, others) = worth.split_at_mut(entries.len() / (2 + parts));
            worth = others;
            match parts {
                0 => raise::<T, L, 0>(entries, rolls, values, here),
                1 => raise::<T, L, 1>(entries, rolls, values, here),
                2 => raise::<T, L, 2>(entries, rolls, values, here),
                3 => raise::<T, L, 3>(entries, rolls, values, here),
                4 => raise::<T, L, 4>(entries, rolls, values, here),
                _ => raise::<T, L, 5>(entries, rolls, values, here),
            }
        }
    }
}

/// Finds the best of sets that are alike.
#[inline(always)]
fn find<T: Number, const L: usize, const OWN: bool, const PARTS: usize>(
    entries: &[u16],
    sums: &[[T; L]; ROOM],
    share: T,
    values: &mut [[T; L]],
) {
    for entry in entries.chunks_exact(2 + PARTS) {
        let mut value = [T::LOWEST; L];
        let mut parts = &entry[2..];
        if OWN {
            let sum = &sums[usize::from(entry[1] as u8)];
            for lane in 0..L {
                value[lane] = sum[lane].times(share);
            }
        } else {
            value = values[usize::from(parts[0])];
            parts = &parts[1..];
        }
        for &part in parts {
            larger(&mut value, &values[usize::from(part)]);
        }
        values[usize::from(entry[0])] = value;
    }
}

/// Raises what rolls that are alike are worth to the best of their sets.
#[inline(always)]
fn raise<T: Number, const L: usize, const PARTS: usize>(
    entries: &[u16],
    rolls: &[[T; L]; ROOM],
    values: &[[T; L]],
    worth: &mut [[T; L]],
) {
    for (entry, worth) in entries.chunks_exact(2 + PARTS).zip(worth) {
        let mut value = rolls[usize::from(entry[1] as u8)];
        for &part in &entry[2..] {
            larger(&mut value, &values[usize::from(part)]);
        }
        *worth = value;
    }
}

/// Finds the sets that are needed.
#[derive(Default)]
struct Builder {
    sets: Vec<Set>,
    known: HashMap<Keeps, u16>,
}

impl Builder {
    /// The number of a set within a keep, which is not empty.
    fn number(&mut self, keep: Keep, set: &Keeps) -> u16 {
        if let Some(&known) = self.known.get(set) {
            return known;
        }
        let parts = self.parts(keep, set);
        let own = contains(set, keep.index());
        let number = match parts[..] {
            [only] if !own => only,
            _ => {
                let number = self.sets.len() as u16;
                self.sets.push(Set { number, size: keep.len(), keep: keep.index() as u16, own, parts });
                number
            }
        };
        self.known.insert(*set, number);
        number
    }

    /// The numbers of what a set has of each keep without one die.
    fn parts(&mut self, keep: Keep, set: &Keeps) -> Vec<u16> {
        let mut parts = Vec::new();
        for part in without_one(keep) {
            let set = common(set, &within(part));
            if set != [0; _] {
                parts.push(self.number(part, &set));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// What remains of dice without one of them.
fn without_one(keep: Keep) -> impl Iterator<Item = Keep> {
    let faces: Vec<u8> = keep.faces().collect();
    (0..faces.len()).filter_map(move |place| {
        let again = place > 0 && faces[place] == faces[place - 1];
        let rest = [&faces[..place], &faces[place + 1..]].concat();
        (!again).then(|| Keep::from_faces(&rest).expect("some of five dice"))
    })
}

/// All keeps of fewer than five of these dice.
fn within(dice: Keep) -> Keeps {
    static WITHIN: LazyLock<Vec<Keeps>> = LazyLock::new(|| {
        let fits = |small: Keep, large: Keep| zip(small.counts(), large.counts()).all(|(small, large)| small <= large);
        let of = |dice: Keep| Keep::all().take(KEEPS).filter(move |&keep| fits(keep, dice)).map(Keep::index);
        Keep::all().map(|dice| of(dice).fold([0; _], with)).collect()
    });
    WITHIN[dice.index()]
}

fn common(one: &Keeps, other: &Keeps) -> Keeps {
    std::array::from_fn(|word| one[word] & other[word])
}

fn with(mut set: Keeps, keep: usize) -> Keeps {
    set[keep / 64] |= 1 << (keep % 64);
    set
}

fn contains(set: &Keeps, keep: usize) -> bool {
    set[keep / 64] >> (keep % 64) & 1 == 1
}
