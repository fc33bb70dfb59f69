//! How everybody plays in rollouts: by a table that was learned in play against itself.

use std::sync::OnceLock;

use kosti_engine::domino_poker::MAX_PLAYERS;
use kosti_engine::{Domino, Rng};
use thiserror::Error;

use crate::games::domino_poker::search::playground::Playground;
use crate::games::domino_poker::search::rollout_moment::{BID_CELLS, PLAY_CELLS, PlayMoment, bid_cell};

/// The tables, as `kosti train` wrote them; the second line of each says with which arguments.
const TABLES: [&[u8]; MAX_PLAYERS - 1] = [
    include_bytes!("../tables/2.policy"),
    include_bytes!("../tables/3.policy"),
    include_bytes!("../tables/4.policy"),
    include_bytes!("../tables/5.policy"),
    include_bytes!("../tables/6.policy"),
];

const FIRST_LINE: &str = "kosti rollout policy 1";

/// Chances are kept in this many parts.
const PARTS: u8 = 8;
/// The second choice gets this many of them at most.
const MOST_PARTS: u8 = 3;

/// What is done at the moments of one cell: one thing, or now and then another, in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice(u8);

impl Choice {
    /// The two likeliest of some chances.
    pub(super) fn of(chances: &[f32]) -> Self {
        let mut order: Vec<usize> = (0..chances.len()).collect();
        order.sort_by(|&one, &other| chances[other].total_cmp(&chances[one]));
        let (first, second) = (order[0], order[1]);
        let both = chances[first] + chances[second];
        let parts = if both > 0.0 { (chances[second] / both * f32::from(PARTS)).round() as u8 } else { 0 };
        Self(first as u8 | (second as u8) << 3 | parts.min(MOST_PARTS) << 6)
    }

    #[inline]
    fn first(self) -> usize {
        usize::from(self.0 & 7)
    }

    #[inline]
    fn second(self) -> usize {
        usize::from(self.0 >> 3 & 7)
    }

    #[inline]
    fn parts(self) -> u8 {
        self.0 >> 6
    }

    #[inline]
    fn draw(self, rng: &mut Rng) -> usize {
        let takes_second = self.parts() > 0 && rng.word() as u32 >> 29 < u32::from(self.parts());
        if takes_second { self.second() } else { self.first() }
    }

    /// How likely it is that one of the things is done for which `is` holds.
    #[inline]
    fn chance(self, is: impl Fn(usize) -> bool) -> f32 {
        let second = f32::from(self.parts()) / f32::from(PARTS);
        let mut chance = 0.0;
        if is(self.first()) {
            chance += 1.0 - second;
        }
        if second > 0.0 && is(self.second()) {
            chance += second;
        }
        chance
    }
}

/// How everybody plays in rollouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RolloutPolicy {
    players: u8,
    deals: u64,
    seed: u64,
    play: Box<[Choice]>,
    bids: Box<[Choice]>,
}

/// Why bytes are no rollout policy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RolloutPolicyError {
    /// The header is another one.
    #[error(
        "this is no rollout policy of this version: it does not begin with '{FIRST_LINE}' and the command that made it"
    )]
    Header,
    /// There are more or fewer bytes than cells.
    #[error("the rollout policy is damaged: {found} cells instead of {wanted}")]
    Cells {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
}

impl RolloutPolicy {
    pub(super) fn new(players: u8, deals: u64, seed: u64, play: Vec<Choice>, bids: Vec<Choice>) -> Self {
        Self { players, deals, seed, play: play.into(), bids: bids.into() }
    }

    /// The policy for this many players that comes with this crate, read when it is first asked for.
    ///
    /// # Panics
    /// If it cannot be read; a test reads them all.
    #[inline]
    pub fn shipped(players: u8) -> &'static Self {
        static POLICIES: [OnceLock<RolloutPolicy>; MAX_PLAYERS - 1] = [const { OnceLock::new() }; MAX_PLAYERS - 1];
        let which = usize::from(players) - 2;
        POLICIES[which].get_or_init(|| {
            let policy = Self::from_bytes(TABLES[which]);
            policy.unwrap_or_else(|error| panic!("a table of this crate cannot be read: {error}"))
        })
    }

    /// The command that learns it.
    pub fn command(&self) -> String {
        let Self { players, deals, seed, .. } = self;
        format!("kosti train domino-poker:players={players} --iterations {deals} --seed {seed}")
    }

    /// How many moments it tells apart.
    pub fn cells(&self) -> usize {
        self.play.len() + self.bids.len()
    }

    /// The policy as it is kept: a line that says what it is, the command that made it, and a byte for each cell.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = format!("{FIRST_LINE}\n{}\n", self.command());
        header.bytes().chain(self.play.iter().chain(&self.bids).map(|choice| choice.0)).collect()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If it was not written so.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RolloutPolicyError> {
        let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
        let mut line = || std::str::from_utf8(lines.next()?).ok();
        let known = line().filter(|&first| first == FIRST_LINE);
        let (players, deals, seed) = known.and_then(|_| read_command(line()?)).ok_or(RolloutPolicyError::Header)?;
        let cells = lines.next().unwrap_or_default();
        let (found, wanted) = (cells.len(), PLAY_CELLS + BID_CELLS);
        if found != wanted {
            return Err(RolloutPolicyError::Cells { found, wanted });
        }
        let (play, bids) = cells.split_at(PLAY_CELLS);
        let choices = |bytes: &[u8]| bytes.iter().map(|&byte| Choice(byte)).collect();
        Ok(Self::new(players, deals, seed, choices(play), choices(bids)))
    }

    /// What is bid.
    #[inline]
    pub(super) fn bid(&self, deal: &Playground, rng: &mut Rng) -> u8 {
        (self.bids[bid_cell(deal)].draw(rng) as u8).min(deal.size)
    }

    /// What is played.
    #[inline]
    pub(super) fn domino(&self, deal: &Playground, rng: &mut Rng) -> Domino {
        let legal = deal.legal();
        if legal.bits().is_power_of_two() {
            return legal.strongest().unwrap_or(Domino::POKER);
        }
        let moment = PlayMoment::of(deal);
        moment.domino(self.play[moment.cell].draw(rng))
    }

    /// Goes on by one bid or domino.
    #[inline]
    pub(super) fn step(&self, deal: &mut Playground, rng: &mut Rng) {
        if deal.bidding {
            deal.bid(self.bid(deal, rng));
        } else {
            deal.lay(self.domino(deal, rng));
        }
    }

    /// How likely this bid is.
    #[inline]
    pub(super) fn chance_of_bid(&self, deal: &Playground, bid: u8) -> f32 {
        self.bids[bid_cell(deal)].chance(|choice| (choice as u8).min(deal.size) == bid)
    }

    /// The bid that is likeliest.
    #[inline]
    pub(super) fn usual_bid(&self, deal: &Playground) -> u8 {
        (self.bids[bid_cell(deal)].first() as u8).min(deal.size)
    }

    /// How likely this domino is.
    #[inline]
    pub(super) fn chance_of_domino(&self, deal: &Playground, domino: Domino) -> f32 {
        let moment = PlayMoment::of(deal);
        self.play[moment.cell].chance(|way| moment.domino(way) == domino)
    }
}

/// The players, deals and seed of a command.
fn read_command(command: &str) -> Option<(u8, u64, u64)> {
    let rest = command.strip_prefix("kosti train domino-poker:players=")?;
    let (players, rest) = rest.split_once(" --iterations ")?;
    let (deals, seed) = rest.split_once(" --seed ")?;
    let players = players.parse().ok().filter(|players| (2..=MAX_PLAYERS as u8).contains(players))?;
    Some((players, deals.parse().ok()?, seed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_that_come_with_this_crate_are_read_and_written_alike() {
        for (players, bytes) in (2..).zip(TABLES) {
            let policy = RolloutPolicy::shipped(players);
            assert_eq!(policy.players, players);
            assert_eq!(policy.to_bytes(), bytes);
            assert_eq!(policy.cells(), PLAY_CELLS + BID_CELLS);
        }
        assert_eq!(
            RolloutPolicy::shipped(2).command(),
            "kosti train domino-poker:players=2 --iterations 4000000 --seed 1"
        );
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = TABLES[0];
        let error = |bytes: &[u8]| RolloutPolicy::from_bytes(bytes).unwrap_err();
        for wrong in [&b""[..], b"kosti blueprint\n", b"kosti rollout policy 1\nkosti train rims\n"] {
            assert_eq!(error(wrong), RolloutPolicyError::Header);
        }
        let wanted = PLAY_CELLS + BID_CELLS;
        assert_eq!(error(&bytes[..bytes.len() - 1]), RolloutPolicyError::Cells { found: wanted - 1, wanted });
        let seven = bytes.iter().map(|&byte| if byte == b'2' { b'7' } else { byte }).collect::<Vec<_>>();
        assert_eq!(error(&seven), RolloutPolicyError::Header);
    }

    #[test]
    fn choices_keep_the_two_likeliest() {
        let choice = Choice::of(&[0.1, 0.6, 0.0, 0.2, 0.1, 0.0]);
        assert_eq!((choice.first(), choice.second(), choice.parts()), (1, 3, 2));
        assert_eq!(choice.chance(|way| way == 1), 0.75);
        assert_eq!(choice.chance(|way| way == 3), 0.25);
        assert_eq!(choice.chance(|way| way == 0), 0.0);
        let mut rng = Rng::from_state(7);
        let drawn = (0..8000).filter(|_| choice.draw(&mut rng) == 3).count();
        assert!((1850..2150).contains(&drawn), "{drawn}");
        assert_eq!(Choice::of(&[0.5, 0.5]).parts(), MOST_PARTS);
        assert_eq!(Choice::of(&[0.0, 0.0, 1.0]).parts(), 0);
    }
}
