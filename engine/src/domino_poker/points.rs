//! What a deal is worth.

use crate::domino_poker::stage::Stage;

/// The points of one player for a deal: `bid` is what was bid (0 where there are no bids), `took` the tricks taken.
#[inline]
pub fn deal_points(stage: Stage, bid: u8, took: u8) -> i16 {
    let (bid, took) = (i16::from(bid), i16::from(took));
    match stage {
        Stage::Grab => 10 * took,
        Stage::Mizer => -10 * took,
        _ if took < bid => -10 * (bid - took),
        _ if took > bid => took,
        _ if bid == 0 => 5,
        _ => 10 * bid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bids_pay_when_they_are_exact() {
        let cases = [(0, 0, 5), (3, 3, 30), (3, 1, -20), (2, 5, 5), (0, 4, 4), (1, 2, 2), (7, 0, -70)];
        for (bid, took, points) in cases {
            assert_eq!(deal_points(Stage::Bidding, bid, took), points);
            assert_eq!(deal_points(Stage::Blind, bid, took), points);
        }
        assert_eq!(deal_points(Stage::Grab, 0, 3), 30);
        assert_eq!(deal_points(Stage::Mizer, 0, 3), -30);
        assert_eq!(deal_points(Stage::Mizer, 0, 0), 0);
    }
}
