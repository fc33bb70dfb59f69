//! Decisions in domino-poker.

use core::fmt;
use core::str::FromStr;

use crate::domino::{DOMINOES, Domino, DominoSet};
use crate::domino_poker::MAX_HAND;
use crate::error::NotationError;
use crate::game::ActionSet;

/// The way in which dominoes of the ring are counted off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards higher places, `+1`.
    Forward,
    /// Towards lower places, `-1`.
    Backward,
}

impl Direction {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::Forward, Self::Backward];

    /// `+1` or `-1`.
    pub const fn sign(self) -> i8 {
        match self {
            Self::Forward => 1,
            Self::Backward => -1,
        }
    }
}

/// A bid, a domino played, or a decision of the last stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DominoAction {
    /// Bid this number of tricks; written as the number.
    Bid(u8),
    /// Play this domino; written as the domino.
    Play(Domino),
    /// Pick a place of the ring and a direction; written `pick 5 +1`.
    Pick(u8, Direction),
    /// Open one's domino.
    Open,
    /// Keep it closed.
    Close,
}

impl fmt::Display for DominoAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => bid.fmt(f),
            Self::Play(domino) => domino.fmt(f),
            Self::Pick(place, direction) => write!(f, "pick {place} {:+}", direction.sign()),
            Self::Open => f.write_str("open"),
            Self::Close => f.write_str("close"),
        }
    }
}

impl FromStr for DominoAction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let pick = |rest: &str| {
            let (place, sign) = rest.split_once(' ')?;
            let direction = match sign {
                "+1" => Direction::Forward,
                "-1" => Direction::Backward,
                _ => return None,
            };
            let place = plain_number(place).filter(|&place| (place as usize) < DOMINOES)?;
            Some(Self::Pick(place, direction))
        };
        match text {
            "open" => Some(Self::Open),
            "close" => Some(Self::Close),
            _ => match text.strip_prefix("pick ") {
                Some(rest) => pick(rest),
                None => text.parse().ok().map(Self::Play).or_else(|| plain_number(text).map(Self::Bid)),
            },
        }
        .ok_or(NotationError {
            expected: "a bid such as 2, a domino such as 6-4, 'pick 5 +1' (place 0 to 27, +1 or -1), 'open' or 'close'",
        })
    }
}

/// A number written in the one usual way.
fn plain_number(text: &str) -> Option<u8> {
    let usual = text.bytes().all(|b| b.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| usual)
}

/// The legal actions of a moment in domino-poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominoLegal {
    /// None: it is no seat's turn, or another's.
    None,
    /// Any bid up to this one.
    Bids(u8),
    /// One of these dominoes.
    Dominoes {
        /// The dominoes that may be played.
        set: DominoSet,
        /// How many that are.
        count: u8,
    },
    /// Any place of the ring, in either direction.
    Picks,
    /// To open or not.
    Opening,
}

impl ActionSet<DominoAction> for DominoLegal {
    #[inline]
    fn len(&self) -> usize {
        match *self {
            Self::None => 0,
            Self::Bids(most) => most as usize + 1,
            Self::Dominoes { count, .. } => count as usize,
            Self::Picks => 2 * DOMINOES,
            Self::Opening => 2,
        }
    }

    #[inline]
    fn nth(&self, index: usize) -> DominoAction {
        match *self {
            Self::Dominoes { set, .. } => DominoAction::Play(set.nth_of_few::<MAX_HAND>(index)),
            Self::Bids(_) => DominoAction::Bid(index as u8),
            Self::Picks => {
                let direction = if index < DOMINOES { Direction::Forward } else { Direction::Backward };
                DominoAction::Pick((index % DOMINOES) as u8, direction)
            }
            Self::Opening if index == 0 => DominoAction::Open,
            Self::Opening => DominoAction::Close,
            Self::None => panic!("there is no legal action"),
        }
    }

    #[inline]
    fn contains(&self, action: DominoAction) -> bool {
        match (*self, action) {
            (Self::Bids(most), DominoAction::Bid(bid)) => bid <= most,
            (Self::Dominoes { set, .. }, DominoAction::Play(domino)) => set.contains(domino),
            (Self::Picks, DominoAction::Pick(place, _)) => (place as usize) < DOMINOES,
            (Self::Opening, DominoAction::Open | DominoAction::Close) => true,
            _ => false,
        }
    }
}
