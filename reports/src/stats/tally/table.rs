//! The sums of one table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::stats::tally::{Faults, GameResult, MAX_PLACES, Moments, Shape};

/// What one entrant achieved at a table. All moments are of sums over a block.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberSums {
    /// Win shares, in the unit of [`TableTally::share_unit`].
    pub share: Moments,
    /// The squares of the win shares of single games.
    pub share_squares: i128,
    /// Twice the rank, level places at their mean.
    pub rank: Moments,
    /// Points, over blocks without a forfeit.
    pub points: Moments,
    /// Places times own points, less the points of the whole table; over blocks without a forfeit.
    pub margin: Moments,
    /// Games won alone.
    pub wins: u64,
    /// Games in which the win was shared.
    pub ties: u64,
    /// Games not won.
    pub losses: u64,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// All faults.
    pub faults: Faults,
}

/// How two entrants of a table did against each other, seen from the first.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairSums {
    /// Two for each better score and one for each level one, summed over a block.
    pub score: Moments,
    /// The difference in points, summed over a block without a forfeit.
    pub difference: Moments,
    /// The difference in win shares over a block, each share times the places of the other.
    pub share: Moments,
    /// How often the first was better.
    pub wins: u64,
    /// How often they were level.
    pub ties: u64,
    /// How often the second was better.
    pub losses: u64,
}

/// What the entrants in one seat achieved.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSums {
    /// Win shares, summed over a block.
    pub share: Moments,
    /// Points, summed over a block without a forfeit.
    pub points: Moments,
}

/// All that is kept of the games of one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTally {
    /// How many blocks were played.
    pub blocks: u64,
    /// How many of them had no forfeit.
    pub scored_blocks: u64,
    /// The results of a block: its games, or a single comparison of games for one player.
    pub games_per_block: u64,
    /// By member of the table.
    pub members: Vec<MemberSums>,
    /// By pair of members: 0 and 1, 0 and 2, 1 and 2, 0 and 3, …
    pub pairs: Vec<PairSums>,
    /// By seat; nothing where each entrant plays on its own.
    pub seats: Vec<SeatSums>,
    /// How many blocks had each sum of the first member's score in pair 0, for tables of two.
    pub histogram: BTreeMap<u32, u64>,
}

/// The number of a pair of members.
pub(crate) fn pair_index(first: usize, second: usize) -> usize {
    debug_assert!(first < second);
    second * (second - 1) / 2 + first
}

impl TableTally {
    pub(super) fn new(shape: &Shape, games_per_block: usize) -> Self {
        let members = shape.members().len();
        let seats = if shape.is_solo() { 0 } else { shape.places().len() };
        Self {
            blocks: 0,
            scored_blocks: 0,
            games_per_block: games_per_block as u64,
            members: vec![MemberSums::default(); members],
            pairs: vec![PairSums::default(); members * (members - 1) / 2],
            seats: vec![SeatSums::default(); seats],
            histogram: BTreeMap::new(),
        }
    }

    /// The part of a win that win shares count: every equal split of a win is a whole number of them.
    pub fn share_unit(places: usize) -> i64 {
        (1..=places as i64).fold(1, |lcm, k| lcm / gcd(lcm, k) * k)
    }

    /// How two members did against each other.
    pub fn pair(&self, first: usize, second: usize) -> &PairSums {
        &self.pairs[pair_index(first, second)]
    }

    /// Adds all blocks of another tally of the same table.
    ///
    /// # Panics
    /// If the tables differ in shape.
    pub fn merge(&mut self, other: &Self) {
        let fits = self.members.len() == other.members.len()
            && self.seats.len() == other.seats.len()
            && self.games_per_block == other.games_per_block;
        assert!(fits, "tallies of different tables");
        self.blocks += other.blocks;
        self.scored_blocks += other.scored_blocks;
        for (sums, more) in self.members.iter_mut().zip(&other.members) {
            sums.share.merge(&more.share);
            sums.share_squares += more.share_squares;
            sums.rank.merge(&more.rank);
            sums.points.merge(&more.points);
            sums.margin.merge(&more.margin);
            sums.wins += more.wins;
            sums.ties += more.ties;
            sums.losses += more.losses;
            sums.forfeits += more.forfeits;
            for (count, more) in sums.faults.iter_mut().zip(more.faults) {
                *count += more;
            }
        }
        for (sums, more) in self.pairs.iter_mut().zip(&other.pairs) {
            sums.score.merge(&more.score);
            sums.difference.merge(&more.difference);
            sums.share.merge(&more.share);
            sums.wins += more.wins;
            sums.ties += more.ties;
            sums.losses += more.losses;
        }
        for (sums, more) in self.seats.iter_mut().zip(&other.seats) {
            sums.share.merge(&more.share);
            sums.points.merge(&more.points);
        }
        for (&score, &count) in &other.histogram {
            *self.histogram.entry(score).or_default() += count;
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Takes in the games of a table, block by block.
pub struct BlockTally<'a> {
    shape: &'a Shape,
    /// What a win counts when this many others share it.
    shares: [i64; MAX_PLACES],
    /// How many places each member holds.
    places_of: [i64; MAX_PLACES],
    tally: TableTally,
    /// Squares of shares by member: small numbers that are faster to add up here.
    share_squares: [i64; MAX_PLACES],
    histogram: Vec<u64>,
    block: OpenBlock,
    /// The games of a comparison that is not complete.
    solo: SoloScores,
}

/// The scores of some games for one player, by place; nothing where the game was given up.
#[derive(Clone, Copy, Default)]
struct SoloScores {
    scores: [Option<i32>; MAX_PLACES],
    count: usize,
}

/// The sums of the block that is being played, by member, pair and seat.
#[derive(Clone)]
struct OpenBlock {
    games: usize,
    forfeits: usize,
    members: [MemberBlock; MAX_PLACES],
    seats: [SeatBlock; MAX_PLACES],
    /// Score and difference of each pair of members.
    pairs: Vec<(i64, i64)>,
}

#[derive(Clone, Copy, Default)]
struct MemberBlock {
    share: i64,
    rank: i64,
    points: i64,
    margin: i64,
}

#[derive(Clone, Copy, Default)]
struct SeatBlock {
    share: i64,
    points: i64,
}

impl<'a> BlockTally<'a> {
    /// An empty tally for a table whose blocks have this many games.
    pub fn new(shape: &'a Shape, games_per_block: usize) -> Self {
        let games_per_block = games_per_block / shape.games_per_result();
        let unit = TableTally::share_unit(shape.places().len());
        let tally = TableTally::new(shape, games_per_block);
        let block = OpenBlock {
            games: 0,
            forfeits: 0,
            members: [MemberBlock::default(); MAX_PLACES],
            seats: [SeatBlock::default(); MAX_PLACES],
            pairs: vec![(0, 0); tally.pairs.len()],
        };
        let of_two = shape.places().len() == 2 && !tally.pairs.is_empty();
        Self {
            shape,
            shares: std::array::from_fn(|others| unit / (others as i64 + 1)),
            places_of: std::array::from_fn(|member| shape.places_of(member) as i64),
            tally,
            share_squares: [0; MAX_PLACES],
            histogram: if of_two { vec![0; 2 * games_per_block + 1] } else { Vec::new() },
            block,
            solo: SoloScores::default(),
        }
    }

    /// Counts a fault of the bot at a place.
    pub fn add_faults(&mut self, place: usize, faults: &Faults) {
        let sums = &mut self.tally.members[self.shape.member_of(place)];
        for (count, more) in sums.faults.iter_mut().zip(faults) {
            *count += more;
        }
    }

    /// Takes in the next game of the block, with the place of the table that sat in each seat; the last game closes it.
    #[inline]
    pub fn add(&mut self, seating: &[u8], game: &GameResult) {
        if self.shape.is_solo() {
            return self.add_solo(seating[0], game);
        }
        // Loops of a known length are unrolled.
        match game.scores().len() {
            1 => self.add_game::<1>(seating, game),
            2 => self.add_game::<2>(seating, game),
            3 => self.add_game::<3>(seating, game),
            4 => self.add_game::<4>(seating, game),
            _ => self.add_game::<MAX_PLACES>(seating, game),
        }
    }

    /// Takes in a game for one player; the last one of a comparison completes it.
    fn add_solo(&mut self, place: u8, game: &GameResult) {
        let SoloScores { scores, count } = &mut self.solo;
        scores[place as usize] = game.forfeit().is_none().then(|| game.scores()[0]);
        *count += 1;
        let places = self.shape.places().len();
        if *count < places {
            return;
        }
        let given_up = (0..places).filter(|&place| scores[place].is_none());
        for place in given_up {
            self.block.forfeits += 1;
            self.tally.members[self.shape.member_of(place)].forfeits += 1;
        }
        // Who gave up is behind all others; the points of such a comparison are not counted.
        let compared = scores.map(|score| score.unwrap_or(i32::MIN));
        self.solo = SoloScores::default();
        const IN_ORDER: [u8; MAX_PLACES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        self.add_game::<MAX_PLACES>(&IN_ORDER[..places], &GameResult::new(&compared[..places]));
    }

    /// Takes in a game of at most this many places; of exactly this many where that is fewer than the most.
    fn add_game<const MOST: usize>(&mut self, seating: &[u8], game: &GameResult) {
        let block = &mut self.block;
        let places = if MOST < MAX_PLACES { MOST } else { game.scores().len().min(MOST) };
        let (seating, scores) = (&seating[..places], &game.scores()[..places]);
        // By place: the score, how many did better, how many others did as well.
        let (mut points, mut better, mut level) = ([0; MOST], [0u8; MOST], [0u8; MOST]);
        let mut total = 0;
        for (&place, &score) in seating.iter().zip(scores) {
            points[place as usize % MOST] = i64::from(score);
            total += i64::from(score);
        }
        for second in 1..places {
            for first in 0..second {
                let lead = points[first] - points[second];
                let (ahead, same) = (u8::from(lead > 0), u8::from(lead == 0));
                better[second] += ahead;
                better[first] += 1 - ahead - same;
                level[first] += same;
                level[second] += same;
                let (a, b) = (self.shape.member_of(first), self.shape.member_of(second));
                if a == b {
                    continue;
                }
                let (index, lead) = if a < b { (pair_index(a, b), lead) } else { (pair_index(b, a), -lead) };
                let sums = &mut self.tally.pairs[index];
                let won = u64::from(lead > 0);
                sums.wins += won;
                sums.ties += u64::from(same);
                sums.losses += 1 - won - u64::from(same);
                block.pairs[index].0 += 2 * won as i64 + i64::from(same);
                block.pairs[index].1 += lead;
            }
        }
        for (seat, &place) in seating.iter().enumerate() {
            let place = place as usize % MOST;
            let member = self.shape.member_of(place) % MAX_PLACES;
            let sums = &mut self.tally.members[member];
            // Without branches: who wins cannot be foreseen.
            let (first, alone) = (better[place] == 0, level[place] == 0);
            sums.wins += u64::from(first && alone);
            sums.ties += u64::from(first && !alone);
            sums.losses += u64::from(!first);
            let share = self.shares[level[place] as usize % MAX_PLACES] * i64::from(first);
            self.share_squares[member] += share * share;
            let sums = &mut block.members[member];
            sums.share += share;
            sums.rank += 2 + 2 * i64::from(better[place]) + i64::from(level[place]);
            sums.points += points[place];
            sums.margin += points[place] * places as i64 - total;
            block.seats[seat % MAX_PLACES].share += share;
            block.seats[seat % MAX_PLACES].points += points[place];
        }
        if let Some(seat) = game.forfeit() {
            block.forfeits += 1;
            self.tally.members[self.shape.member_of(seating[seat] as usize)].forfeits += 1;
        }
        block.games += 1;
        if block.games as u64 == self.tally.games_per_block {
            self.close();
        }
    }

    fn close(&mut self) {
        let (tally, block) = (&mut self.tally, &mut self.block);
        let scored = block.forfeits == 0;
        let mut pairs = tally.pairs.iter_mut();
        for second in 1..tally.members.len() {
            for (first, sums) in pairs.by_ref().take(second).enumerate() {
                let weighted = |a: usize, b: usize| block.members[a].share * self.places_of[b];
                sums.share.add(weighted(first, second) - weighted(second, first));
            }
        }
        for (sums, member) in tally.members.iter_mut().zip(&mut block.members) {
            sums.share.add(member.share);
            sums.rank.add(member.rank);
            if scored {
                sums.points.add(member.points);
                sums.margin.add(member.margin);
            }
            *member = MemberBlock::default();
        }
        if let (Some(&(score, _)), [_, ..]) = (block.pairs.first(), self.histogram.as_slice()) {
            self.histogram[score as usize] += 1;
        }
        for (sums, pair) in tally.pairs.iter_mut().zip(&mut block.pairs) {
            sums.score.add(pair.0);
            if scored {
                sums.difference.add(pair.1);
            }
            *pair = (0, 0);
        }
        for (sums, seat) in tally.seats.iter_mut().zip(&mut block.seats) {
            sums.share.add(seat.share);
            if scored {
                sums.points.add(seat.points);
            }
            *seat = SeatBlock::default();
        }
        tally.blocks += 1;
        tally.scored_blocks += u64::from(scored);
        (block.games, block.forfeits) = (0, 0);
    }

    /// The sums so far.
    ///
    /// # Panics
    /// In the middle of a block.
    pub fn finish(mut self) -> TableTally {
        assert_eq!((self.block.games, self.solo.count), (0, 0), "a block is not finished");
        for (sums, squares) in self.tally.members.iter_mut().zip(self.share_squares) {
            sums.share_squares = i128::from(squares);
        }
        let histogram = self.histogram.into_iter().enumerate().filter(|(_, count)| *count > 0);
        self.tally.histogram = histogram.map(|(score, count)| (score as u32, count)).collect();
        self.tally
    }
}
