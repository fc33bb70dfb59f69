//! How to find the best of the keeps that a constraint allows.

use std::collections::HashMap;
use std::iter::zip;
use std::sync::LazyLock;

use kosti_engine::{DICE, Dice, Keep};

use super::graph::{GRAPH, KEEPS, ROOM, share};
use super::turn::{Number, larger};

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
    /// The keeps in these sets, by the number of their dice.
    keeps: [Vec<u8>; DICE],
    /// Every set is the best of some numbers: those of keeps, and beyond them those of the sets before it.
    members: Vec<u16>,
    ends: Vec<u16>,
    /// The sets of the rolls come last.
    before_rolls: usize,
}

impl KeepSets {
    fn new(rolls: &[Dice], sets: &[Keeps]) -> Self {
        let mut builder = Builder::default();
        let mut of_rolls: Vec<(u8, Vec<u16>)> = Vec::new();
        for dice in rolls {
            of_rolls.push((dice.index() as u8, builder.parts(dice.as_keep(), &sets[dice.index()])));
        }
        // Lists of the same length next to each other: a loop that is as long as the last one is foreseen by the
        // processor. Sets of more dice stay behind those of fewer.
        let mut order: Vec<usize> = (0..builder.sets.len()).collect();
        order.sort_by_key(|&set| (builder.sets[set].0, builder.sets[set].1.len()));
        of_rolls.sort_by_key(|(_, list)| list.len());
        let mut places = vec![0; order.len()];
        order.iter().zip(KEEPS as u16..).for_each(|(&set, place)| places[set] = place);
        let placed = |member: &u16| usize::from(*member).checked_sub(KEEPS).map_or(*member, |set| places[set]);
        let (mut members, mut ends) = (Vec::new(), Vec::new());
        for list in order.iter().map(|&set| &builder.sets[set].1).chain(of_rolls.iter().map(|(_, list)| list)) {
            members.extend(list.iter().map(placed));
            ends.push(members.len() as u16);
        }
        let keeps = std::array::from_fn(|size| {
            let of_size = Keep::all().take(KEEPS).filter(|keep| keep.len() == size).map(|keep| keep.index() as u8);
            of_size.filter(|&keep| members.contains(&u16::from(keep))).collect()
        });
        let rolls = of_rolls.iter().map(|(roll, _)| *roll).collect();
        Self { rolls, keeps, members, ends, before_rolls: order.len() }
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
        let (sets, of_rolls) = self.ends.split_at(self.before_rolls);
        if values.len() < KEEPS + sets.len() {
            values.resize(KEEPS + sets.len(), [T::LOWEST; L]);
        }
        for (size, keeps) in self.keeps.iter().enumerate() {
            let share = T::near(share(size));
            for &keep in keeps {
                let (value, sum) = (&mut values[usize::from(keep)], &sums[usize::from(keep)]);
                for lane in 0..L {
                    value[lane] = sum[lane].times(share);
                }
            }
        }
        let mut start = 0;
        for (set, &end) in sets.iter().enumerate() {
            let mut value = values[usize::from(self.members[start])];
            for &member in &self.members[start + 1..usize::from(end)] {
                larger(&mut value, &values[usize::from(member)]);
            }
            values[KEEPS + set] = value;
            start = usize::from(end);
        }
        for ((worth, &roll), &end) in worth.iter_mut().zip(&self.rolls).zip(of_rolls) {
            let mut value = rolls[usize::from(roll)];
            for &member in &self.members[start..usize::from(end)] {
                larger(&mut value, &values[usize::from(member)]);
            }
            *worth = value;
            start = usize::from(end);
        }
    }
}

/// Finds the sets that are needed.
#[derive(Default)]
struct Builder {
    /// How many dice each set is about, and its members.
    sets: Vec<(usize, Vec<u16>)>,
    known: HashMap<Keeps, u16>,
}

impl Builder {
    /// The number of a set within a keep, which is not empty.
    fn number(&mut self, keep: Keep, set: &Keeps) -> u16 {
        if let Some(&known) = self.known.get(set) {
            return known;
        }
        let mut list = self.parts(keep, set);
        if contains(set, keep.index()) {
            list.push(keep.index() as u16);
        }
        let found = match list[..] {
            [only] => only,
            _ => {
                self.sets.push((keep.len(), list));
                (KEEPS + self.sets.len() - 1) as u16
            }
        };
        self.known.insert(*set, found);
        found
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
