//! The blueprint: how likely each action is, by what a seat takes notice of.

use std::str::FromStr;

use crc32fast::hash;
use kosti_engine::rims::{RimsAction, RimsRules, RimsTable, RimsView};
use kosti_engine::{CardSet, Rims, Rng, Rules};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::games::rims::blueprint::info_set::moment;
use crate::greedy::GreedyGame;
use crate::regret::{Learned, Moment, draw};

const MOST_ACTIONS: usize = Moment::MOST_ACTIONS;

/// How a table is written; raised when that changes.
const FORMAT: u32 = 1;
/// What the blueprint takes notice of; raised when that changes, since tables made before would mean something else.
pub const ABSTRACTION: u32 = 1;

/// The information sets that a table keeps at most: those that come up most often.
pub const MOST_SETS: usize = 50_000;
/// Chances are kept in this many equal parts.
const PARTS: u8 = 15;
/// What is done less often than this is never done: most of that is what learning had to try.
const SELDOM: f32 = 0.08;

/// Where a blueprint comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The rules under which it was learned.
    pub rules: RimsRules,
    /// How many deals were walked through.
    pub iterations: u64,
    /// The seed.
    pub seed: u64,
}

impl Origin {
    /// The command that learns it.
    pub fn command(&self) -> String {
        format!("kosti train {} --iterations {} --seed {}", self.rules, self.iterations, self.seed)
    }
}

/// A way to play rims for two that was learned: for each information set how likely each action is.
#[derive(Clone, PartialEq, Debug)]
pub struct Blueprint {
    origin: Origin,
    /// Parts of [`PARTS`] for each action.
    parts: FxHashMap<u64, [u8; MOST_ACTIONS]>,
}

/// Why bytes are no blueprint.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BlueprintError {
    /// The first line is another one.
    #[error("this is no blueprint: it does not begin with '{FIRST_LINE}'")]
    NotABlueprint,
    /// A line of the header is missing or cannot be read.
    #[error("the header of the blueprint has no line '{0} ...' where there should be one")]
    Header(&'static str),
    /// It was written in another way.
    #[error("the blueprint is written in format {found}, and this version reads format {FORMAT}; train it again")]
    OtherFormat {
        /// The format of the table.
        found: u32,
    },
    /// It was learned by a version that took notice of other things.
    #[error(
        "the blueprint was trained by another version, with abstraction {found} instead of {ABSTRACTION}; train it again"
    )]
    OtherVersion {
        /// The abstraction of the table.
        found: u32,
    },
    /// It was learned for other rules.
    #[error("the blueprint was trained for {found}, not for {wanted}")]
    OtherRules {
        /// The rules of the table.
        found: RimsRules,
        /// The rules that are played.
        wanted: RimsRules,
    },
    /// It is not as it was written.
    #[error("the blueprint is damaged: its checksum is {found:08x} instead of {written:08x}")]
    Damaged {
        /// The checksum of what is there.
        found: u32,
        /// The checksum of what was written.
        written: u32,
    },
    /// Its entries make no sense, although the checksum is right.
    #[error("the blueprint is damaged: what it holds are not {sets} information sets")]
    Malformed {
        /// How many there should be.
        sets: usize,
    },
}

const FIRST_LINE: &str = "kosti blueprint";

/// What a seat does, with its chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mixed {
    actions: [RimsAction; MOST_ACTIONS],
    chances: [f32; MOST_ACTIONS],
    len: usize,
}

impl Mixed {
    /// One action for certain.
    pub fn certain(action: RimsAction) -> Self {
        Self { actions: [action; _], chances: [1.0, 0.0, 0.0, 0.0], len: 1 }
    }

    /// Each of some actions with the same chance.
    ///
    /// # Panics
    /// If there are more than four.
    pub fn even(actions: impl Iterator<Item = RimsAction>) -> Self {
        let mut mixed = Self { actions: [RimsAction::Stand; _], chances: [0.0; _], len: 0 };
        for action in actions {
            mixed.actions[mixed.len] = action;
            mixed.len += 1;
        }
        mixed.chances[..mixed.len].fill(1.0 / mixed.len as f32);
        mixed
    }

    /// What may happen, with the chances, which add up to one.
    pub fn iter(&self) -> impl Iterator<Item = (RimsAction, f32)> + '_ {
        self.actions.iter().copied().zip(self.chances).take(self.len).filter(|(_, chance)| *chance > 0.0)
    }

    /// How likely this action is.
    #[inline]
    pub fn chance(&self, action: RimsAction) -> f32 {
        self.iter().filter(|(known, _)| *known == action).map(|(_, chance)| chance).sum()
    }

    /// One of the actions.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> RimsAction {
        self.actions[if self.len == 1 { 0 } else { draw(&self.chances[..self.len], rng) }]
    }
}

impl Blueprint {
    /// The sets that come up most often, their chances in a few equal parts.
    pub(super) fn from_learned(origin: Origin, learned: &[Learned]) -> Self {
        let mut kept: Vec<&Learned> = learned.iter().filter(|set| set.weight > 0.0).collect();
        kept.sort_by(|one, other| other.weight.total_cmp(&one.weight).then(one.info_set.cmp(&other.info_set)));
        kept.truncate(MOST_SETS);
        let parts = kept.iter().map(|set| (set.info_set, in_parts(&set.chances))).collect();
        Self { origin, parts }
    }

    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// How many information sets it knows.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What the seat whose turn it is does with this hand, if the table knows; only this hand is looked at.
    #[inline]
    pub fn known(&self, table: &RimsTable, hand: CardSet) -> Option<Mixed> {
        let Moment { info_set, actions, len } = moment(table, hand);
        if len == 1 {
            return Some(Mixed::certain(actions[0]));
        }
        let parts = self.parts.get(&info_set)?;
        let sum: u8 = parts[..len].iter().sum();
        let chances = parts.map(|part| f32::from(part) / f32::from(sum.max(1)));
        (sum > 0).then_some(Mixed { actions, chances, len })
    }

    /// The same; where the table knows nothing, what greedy does.
    #[inline]
    pub fn mixed(&self, game: &Rims, view: &RimsView) -> Mixed {
        self.known(view.table(), view.hand()).unwrap_or_else(|| Mixed::certain(game.greedy_action(view)))
    }

    /// The blueprint in the form in which it is kept: lines of a header, an empty line, then the sets in order, each as what
    /// its number adds to the one before and four parts.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut sets: Vec<_> = self.parts.iter().collect();
        sets.sort_unstable();
        let mut body = Vec::new();
        let mut before = 0;
        for (&info_set, &[one, two, three, four]) in sets {
            let mut more = info_set - before;
            before = info_set;
            while more >= 0x80 {
                body.push(more as u8 | 0x80);
                more >>= 7;
            }
            body.extend([more as u8, one << 4 | two, three << 4 | four]);
        }
        let Origin { rules, iterations, seed } = self.origin;
        let mut bytes = format!(
            "{FIRST_LINE}\nformat {FORMAT}\nabstraction {ABSTRACTION}\nrules {rules}\niterations {iterations}\nseed {seed}\n\
             command {}\nsets {}\n",
            self.origin.command(),
            self.parts.len(),
        )
        .into_bytes();
        let checksum = hash(&[&bytes[..], &body[..]].concat());
        bytes.extend(format!("checksum {checksum:08x}\n\n").into_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote, for these rules.
    ///
    /// # Errors
    /// If it is something else, was made for other rules or by another version, or is damaged.
    pub fn from_bytes(bytes: &[u8], wanted: &RimsRules) -> Result<Self, BlueprintError> {
        let blueprint = Self::read(bytes)?;
        let found = blueprint.origin.rules;
        if found == *wanted { Ok(blueprint) } else { Err(BlueprintError::OtherRules { found, wanted: *wanted }) }
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote, whatever rules it is for.
    ///
    /// # Errors
    /// If it is something else, was made by another version, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, BlueprintError> {
        let mut lines = Lines { bytes, at: 0 };
        if lines.next() != Some(FIRST_LINE) {
            return Err(BlueprintError::NotABlueprint);
        }
        let found = lines.value("format")?;
        if found != FORMAT {
            return Err(BlueprintError::OtherFormat { found });
        }
        let abstraction = lines.value("abstraction")?;
        let rules = lines.text("rules")?;
        let (iterations, seed) = (lines.value("iterations")?, lines.value("seed")?);
        lines.text("command")?;
        let sets = lines.value("sets")?;
        let header = lines.at;
        let written =
            u32::from_str_radix(lines.text("checksum")?, 16).map_err(|_| BlueprintError::Header("checksum"))?;
        if lines.next() != Some("") {
            return Err(BlueprintError::Header("checksum"));
        }
        let body = &bytes[lines.at..];
        let found = hash(&[&bytes[..header], body].concat());
        if found != written {
            return Err(BlueprintError::Damaged { found, written });
        }
        if abstraction != ABSTRACTION {
            return Err(BlueprintError::OtherVersion { found: abstraction });
        }
        let rules = rules.strip_prefix("rims:").and_then(|rules| RimsRules::parse(rules).ok());
        let rules = rules.ok_or(BlueprintError::Header("rules"))?;
        let parts = sets_of(body).filter(|parts| parts.len() == sets).ok_or(BlueprintError::Malformed { sets })?;
        Ok(Self { origin: Origin { rules, iterations, seed }, parts })
    }
}

/// Reads the sets of a table.
fn sets_of(body: &[u8]) -> Option<FxHashMap<u64, [u8; MOST_ACTIONS]>> {
    let mut parts = FxHashMap::default();
    let mut bytes = body.iter().copied();
    let mut info_set = 0u64;
    while bytes.len() > 0 {
        let (mut more, mut shift) = (0u64, 0);
        loop {
            let byte = bytes.next()?;
            more |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
        info_set = info_set.checked_add(more)?;
        let [one, two] = [bytes.next()?, bytes.next()?];
        parts.insert(info_set, [one >> 4, one & 15, two >> 4, two & 15]);
    }
    Some(parts)
}

/// Chances as whole parts that add up, without those that are hardly ever taken.
fn in_parts(chances: &[f32; MOST_ACTIONS]) -> [u8; MOST_ACTIONS] {
    let chances = chances.map(|chance| if chance < SELDOM { 0.0 } else { chance });
    let sum: f32 = chances.iter().sum();
    let exact = chances.map(|chance| chance / sum * f32::from(PARTS));
    let mut parts = exact.map(|exact| exact as u8);
    // What is cut off goes to those from whom most was cut off.
    while parts.iter().sum::<u8>() < PARTS {
        let cut = |place: &usize| exact[*place] - f32::from(parts[*place]);
        let most = (0..MOST_ACTIONS).max_by(|one, other| cut(one).total_cmp(&cut(other)).then(other.cmp(one)));
        parts[most.unwrap_or(0)] += 1;
    }
    parts
}

/// The lines of a header.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.bytes.get(self.at..)?;
        let end = rest.iter().take(200).position(|&byte| byte == b'\n')?;
        self.at += end + 1;
        str::from_utf8(&rest[..end]).ok()
    }

    fn text(&mut self, name: &'static str) -> Result<&'a str, BlueprintError> {
        let line = self.next().and_then(|line| line.strip_prefix(name)).and_then(|line| line.strip_prefix(' '));
        line.ok_or(BlueprintError::Header(name))
    }

    fn value<T: FromStr>(&mut self, name: &'static str) -> Result<T, BlueprintError> {
        self.text(name)?.parse().map_err(|_| BlueprintError::Header(name))
    }
}
