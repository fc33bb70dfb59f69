//! A checksum of how a scoresheet scores.
//!
//! The text of the rules alone does not tell: an own kind of sheet may call itself as another one does, and a version of the
//! engine may read the same rules otherwise.

use crc32fast::Hasher;
use kosti_engine::Dice;
use kosti_engine::sheet::{Roll, RowSet, Sheet, UpperMatters};

use crate::candidate::{Candidate, candidate, candidates};
use crate::lanes::lanes;
use crate::places::places;
use crate::scoring::Scoring;

/// Of the sets of filled rows only some are asked which rows they leave to each roll; the step is prime, so that all rows
/// are filled and open among them.
const STEP: usize = 89;

/// The checksum.
pub(crate) fn scoring_sum(scoring: &dyn Scoring) -> u32 {
    let mut sum = Hasher::new();
    let mut add = |number: i32| sum.update(&number.to_le_bytes());
    let rows = scoring.rows();
    let matters = match scoring.upper_matters() {
        UpperMatters::No => [0, 0],
        UpperMatters::Fully => [1, 0],
        UpperMatters::UpTo(most) => [2, most],
    };
    let set = |rows: RowSet| rows.bits() as i32;
    [set(rows), set(scoring.upper_rows()), i32::from(scoring.has_jokers())]
        .into_iter()
        .chain(matters)
        .for_each(&mut add);
    let of_candidate = |of: Candidate| {
        let flags = i32::from(of.crossed) + 2 * i32::from(of.marks);
        [i32::from(of.row), i32::from(of.points), i32::from(of.upper), flags]
    };
    // What each roll books, and what jokers can book besides.
    let all = candidates(scoring);
    all.iter().copied().flat_map(of_candidate).for_each(&mut add);
    for dice in Dice::all() {
        for row in places(rows) {
            for roll in [Roll::First, Roll::Later] {
                of_candidate(candidate(scoring, &Sheet::default(), dice, roll, row)).into_iter().for_each(&mut add);
            }
        }
    }
    // Which rows may be filled.
    for filled in (0..1 << rows.len()).step_by(STEP) {
        let filled = RowSet::from_bits(filled);
        let mut sheet = Sheet::outline(filled, 0);
        for _ in 0..2 {
            for dice in Dice::all() {
                add(set(scoring.choices(&sheet, dice)));
                if scoring.has_jokers() {
                    add(set(scoring.jokers(&sheet, dice, rows.without(filled))));
                }
            }
            scoring.mark(&mut sheet);
        }
    }
    // What is added at the end.
    let totals = lanes(scoring.upper_matters(), &all)[set(scoring.upper_rows()) as usize];
    for upper in (totals.low..).take(totals.width) {
        let mut sheet = Sheet::outline(rows, upper);
        add(scoring.total(&sheet));
        scoring.mark(&mut sheet);
        add(scoring.total(&sheet));
    }
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use kosti_engine::{AnyRules, SheetRules, with_sheet_game};

    use super::*;

    #[test]
    fn every_rule_that_changes_the_scoring_changes_the_sum() {
        let sum = |text: &str| {
            let rules = SheetRules::try_from(AnyRules::parse(text).unwrap()).unwrap();
            with_sheet_game!(rules, game => scoring_sum(&game))
        };
        let texts = [
            "dice-poker",
            "dice-poker:even-odd=strict",
            "dice-poker:even-odd=loose",
            "dice-poker:school=count",
            "pirate-poker",
            "pirate-poker:exact=roll",
            "yatzy",
            "yahtzee",
        ];
        let sums: std::collections::BTreeSet<u32> = texts.iter().map(|text| sum(text)).collect();
        assert_eq!(sums.len(), texts.len());
        assert_eq!(sum("yahtzee:players=5"), sum("yahtzee"));
    }
}
