//! Whether sums that were read can be those of games.

use thiserror::Error;

use crate::stats::tally::table::pair_index;
use crate::stats::tally::{MemberSums, Moments, SeatSums, Shape, TableTally};

/// Why sums cannot be those of the games that they are said to be of.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WrongSums {
    /// A table that is not played.
    #[error("there is no table {0}")]
    NoSuchTable(u32),
    /// Another number of blocks.
    #[error("they are of {there} blocks of a table, expected {expected}")]
    Blocks {
        /// How many the sums are of.
        there: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Lists of another length than the table has members, pairs or seats.
    #[error("the table has another number of {0}")]
    Length(&'static str),
    /// Counts that do not add up to the games.
    #[error("the {0} do not add up to the games")]
    Counts(&'static str),
    /// Sums that no such numbers have.
    #[error("no games have such {0}")]
    Impossible(&'static str),
}

/// No points of a game come near: sums below this cannot overflow, however many are added.
const LARGEST: i128 = 1 << 90;

/// No run has more faults of a bot.
const MOST_FAULTS: u64 = 1 << 48;

impl Moments {
    /// Whether `numbers` whole numbers can have this sum and these squares: the square of the mean is at most the mean square.
    fn fit(&self, numbers: u64) -> bool {
        let bounded = self.sum.abs() < LARGEST && (0..LARGEST).contains(&self.squares);
        // In floating point, with room for its rounding: what is forged well enough to pass is harmless.
        let (sum, squares, numbers) = (self.sum as f64, self.squares as f64, numbers as f64);
        bounded && sum * sum <= numbers * squares * (1.0 + 1e-9)
    }
}

impl TableTally {
    /// Checks that these can be the sums of `blocks` blocks of a table, each of `games` games. Whatever is worked out from sums
    /// that pass finds all it looks for.
    ///
    /// # Errors
    /// If they cannot be.
    pub fn check(&self, shape: &Shape, games: usize, blocks: u64) -> Result<(), WrongSums> {
        let empty = Self::new(shape, games / shape.games_per_result());
        for (name, there, expected) in [
            ("members", self.members.len(), empty.members.len()),
            ("pairs", self.pairs.len(), empty.pairs.len()),
            ("seats", self.seats.len(), empty.seats.len()),
            ("games", self.games_per_block as usize, empty.games_per_block as usize),
        ] {
            if there != expected {
                return Err(WrongSums::Length(name));
            }
        }
        if self.blocks != blocks {
            return Err(WrongSums::Blocks { there: self.blocks, expected: blocks });
        }
        if self.scored_blocks > self.blocks {
            return Err(WrongSums::Counts("blocks without a forfeit"));
        }
        let results = blocks.checked_mul(self.games_per_block).ok_or(WrongSums::Impossible("numbers"))?;
        self.check_members(shape, results)?;
        self.check_pairs(shape, results)?;
        let places = shape.places().len();
        let whole = |sums: &Moments| sums.fit(self.blocks);
        if !self.seats.iter().all(|seat| whole(&seat.share) && seat.points.fit(self.scored_blocks)) {
            return Err(WrongSums::Impossible("sums of a seat"));
        }
        self.check_totals(shape, results)?;
        let of_two = places == 2 && !self.pairs.is_empty();
        if self.histogram.keys().any(|&score| !of_two || u64::from(score) > 2 * self.games_per_block) {
            return Err(WrongSums::Impossible("scores of a block"));
        }
        if total(self.histogram.values().copied()) != Some(if of_two { self.blocks } else { 0 }) {
            return Err(WrongSums::Counts("scores of the blocks"));
        }
        Ok(())
    }

    fn check_members(&self, shape: &Shape, results: u64) -> Result<(), WrongSums> {
        let unit = i128::from(Self::share_unit(shape.places().len()));
        for (member, sums) in self.members.iter().enumerate() {
            let games = results.checked_mul(shape.places_of(member) as u64).ok_or(WrongSums::Impossible("numbers"))?;
            if total([sums.wins, sums.ties, sums.losses]) != Some(games) || sums.forfeits > games {
                return Err(WrongSums::Counts("results of a member"));
            }
            if sums.faults.iter().any(|&faults| faults > MOST_FAULTS) {
                return Err(WrongSums::Impossible("faults"));
            }
            let blocks = [&sums.share, &sums.rank].into_iter().all(|sums| sums.fit(self.blocks));
            let scored = [&sums.points, &sums.margin].into_iter().all(|sums| sums.fit(self.scored_blocks));
            let most = unit * i128::from(results);
            if !blocks
                || !scored
                || !(0..=most).contains(&sums.share.sum)
                || !(0..=unit * most).contains(&sums.share_squares)
            {
                return Err(WrongSums::Impossible("sums of a member"));
            }
        }
        Ok(())
    }

    /// Checks what the whole table shares out, when no sum alone is too large.
    fn check_totals(&self, shape: &Shape, results: u64) -> Result<(), WrongSums> {
        let (places, results) = (shape.places().len() as i128, i128::from(results));
        let won = i128::from(Self::share_unit(shape.places().len())) * results;
        let of_members = |of: fn(&MemberSums) -> i128| self.members.iter().map(of).sum::<i128>();
        let points = of_members(|sums| sums.points.sum);
        let seats = |of: fn(&SeatSums) -> i128, all: i128| {
            self.seats.is_empty() || self.seats.iter().map(of).sum::<i128>() == all
        };
        if of_members(|sums| sums.share.sum) != won || !seats(|seat| seat.share.sum, won) {
            return Err(WrongSums::Counts("win shares"));
        }
        if of_members(|sums| sums.rank.sum) != places * (places + 1) * results {
            return Err(WrongSums::Counts("ranks"));
        }
        let held = |member: usize| shape.places_of(member) as i128;
        let margin =
            |(member, sums): (usize, &MemberSums)| sums.margin.sum == places * sums.points.sum - held(member) * points;
        if !seats(|seat| seat.points.sum, points) || !self.members.iter().enumerate().all(margin) {
            return Err(WrongSums::Impossible("sums of points"));
        }
        for second in 1..self.members.len() {
            for first in 0..second {
                let sums = &self.pairs[pair_index(first, second)];
                let between = |of: fn(&MemberSums) -> i128| {
                    held(second) * of(&self.members[first]) - held(first) * of(&self.members[second])
                };
                if sums.score.sum != 2 * i128::from(sums.wins) + i128::from(sums.ties)
                    || sums.share.sum != between(|sums| sums.share.sum)
                    || sums.difference.sum != between(|sums| sums.points.sum)
                {
                    return Err(WrongSums::Counts("sums of a pair"));
                }
            }
        }
        Ok(())
    }

    fn check_pairs(&self, shape: &Shape, results: u64) -> Result<(), WrongSums> {
        for second in 1..self.members.len() {
            for first in 0..second {
                let sums = &self.pairs[pair_index(first, second)];
                let meetings = (shape.places_of(first) * shape.places_of(second)) as u64;
                if total([sums.wins, sums.ties, sums.losses]) != results.checked_mul(meetings) {
                    return Err(WrongSums::Counts("results of a pair"));
                }
                let whole = sums.score.fit(self.blocks) && sums.share.fit(self.blocks);
                if !whole || !sums.difference.fit(self.scored_blocks) {
                    return Err(WrongSums::Impossible("sums of a pair"));
                }
            }
        }
        Ok(())
    }
}

/// A sum; nothing if it is too large for a number.
fn total(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0u64, u64::checked_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tally::{BlockTally, GameResult};

    /// Some blocks at a table of these places.
    fn played(shape: &Shape, blocks: u64) -> TableTally {
        let places = shape.places().len();
        let games = if shape.is_solo() { places } else { 3 };
        let mut tally = BlockTally::new(shape, games);
        let mut score = 17i32;
        for _ in 0..blocks {
            for game in 0..games {
                let mut scores = Vec::new();
                for _ in 0..if shape.is_solo() { 1 } else { places } {
                    score = (score * 31 + 7) % 101;
                    scores.push(score % 9 - 4);
                }
                let seating: Vec<u8> = if shape.is_solo() { vec![game as u8] } else { (0..places as u8).collect() };
                tally.add(&seating, &GameResult::new(&scores));
            }
        }
        tally.finish()
    }

    fn shapes() -> Vec<Shape> {
        vec![
            Shape::new(vec![0, 1]),
            Shape::new(vec![3, 4, 4]),
            Shape::new(vec![0, 0, 1, 2]),
            Shape::new((0..7).collect()),
            Shape::solo(vec![0, 1, 2]),
        ]
    }

    #[test]
    fn sums_of_games_pass() {
        for shape in shapes() {
            for blocks in [0, 1, 5, 200] {
                assert_eq!(played(&shape, blocks).check(&shape, 3, blocks), Ok(()), "{shape:?} {blocks}");
                assert!(played(&shape, blocks).check(&shape, 3, blocks + 1).is_err());
            }
        }
    }

    #[test]
    fn what_a_table_shares_out_adds_up() {
        for shape in shapes() {
            let good = played(&shape, 5);
            let mut more = good.clone();
            more.members[0].share.sum -= 1;
            assert_eq!(more.check(&shape, 3, 5), Err(WrongSums::Counts("win shares")));
            let mut better = good.clone();
            better.members[0].rank.sum -= 1;
            assert_eq!(better.check(&shape, 3, 5), Err(WrongSums::Counts("ranks")));
            let mut richer = good.clone();
            richer.members[0].points.sum += 1;
            assert!(richer.check(&shape, 3, 5).is_err());
            let mut ahead = good.clone();
            ahead.pairs[0].score.sum -= 1;
            assert_eq!(ahead.check(&shape, 3, 5), Err(WrongSums::Counts("sums of a pair")));
        }
    }

    /// Every number of the JSON form, changed to each of some others, is noticed or does no harm.
    #[test]
    fn forged_numbers_are_noticed_or_harmless() {
        let mut noticed = 0;
        for shape in shapes() {
            let good = serde_json::to_value(played(&shape, 5)).unwrap();
            for path in numbers(&good, String::new()) {
                for forged in
                    [serde_json::json!(0), serde_json::json!(-1), serde_json::json!(u64::MAX), serde_json::json!(7)]
                {
                    let mut changed = good.clone();
                    *changed.pointer_mut(&path).unwrap() = forged;
                    let Ok(tally) = serde_json::from_value::<TableTally>(changed) else { continue };
                    match tally.check(&shape, 3, 5) {
                        Err(_) => noticed += 1,
                        Ok(()) => {
                            let mut twice = tally.clone();
                            twice.merge(&tally);
                        }
                    }
                }
            }
        }
        assert!(noticed > 500, "{noticed}");
    }

    fn numbers(value: &serde_json::Value, path: String) -> Vec<String> {
        match value {
            serde_json::Value::Number(_) => vec![path],
            serde_json::Value::Array(items) => {
                items.iter().enumerate().flat_map(|(index, item)| numbers(item, format!("{path}/{index}"))).collect()
            }
            serde_json::Value::Object(items) => {
                items.iter().flat_map(|(key, item)| numbers(item, format!("{path}/{key}"))).collect()
            }
            _ => Vec::new(),
        }
    }
}
