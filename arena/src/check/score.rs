//! How a program did against `random`.

use std::fmt;

/// The results of some games, as the program sees them.
#[derive(Clone, Default, Debug)]
pub(super) struct Score {
    games: u64,
    wins: u64,
    ties: u64,
    /// The games won; a game won together counts for each only in part.
    share: f64,
    points: i64,
    /// The points of all others together, and how many they are.
    others: (i64, u64),
}

impl Score {
    /// Counts a game in which the program sat in this seat.
    pub(super) fn add(&mut self, scores: &[i32], seat: usize) {
        let own = scores[seat];
        let best = scores.iter().copied().max().unwrap_or(own);
        let winners = scores.iter().filter(|&&score| score == best).count();
        self.games += 1;
        if own == best {
            self.share += 1.0 / winners as f64;
            if winners == 1 { self.wins += 1 } else { self.ties += 1 }
        }
        self.points += i64::from(own);
        self.others.0 += scores.iter().map(|&score| i64::from(score)).sum::<i64>() - i64::from(own);
        self.others.1 += scores.len() as u64 - 1;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, wins, ties, .. } = *self;
        let plural = if games == 1 { "" } else { "s" };
        if games == 0 {
            return f.write_str("no games");
        }
        let points = self.points as f64 / games as f64;
        if self.others.1 == 0 {
            return write!(f, "{games} game{plural}: {points:.1} points a game");
        }
        let random = self.others.0 as f64 / self.others.1 as f64;
        write!(
            f,
            "{games} game{plural} against random: {wins} won, {ties} tied, {} lost, win share {:.1} %, {points:.1} points \
             a game against {random:.1}",
            games - wins - ties,
            100.0 * self.share / games as f64,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_ties_losses_and_points_are_counted_from_the_seat_of_the_program() {
        let mut score = Score::default();
        assert_eq!(score.to_string(), "no games");
        score.add(&[5, -2, 1], 0);
        score.add(&[5, -2, 1], 1);
        score.add(&[3, 0, 3], 2);
        score.add(&[4, 4, 4], 1);
        assert_eq!(
            score.to_string(),
            "4 games against random: 1 won, 2 tied, 1 lost, win share 45.8 %, 2.5 points a game against 2.0"
        );
    }

    #[test]
    fn alone_there_are_only_points() {
        let mut score = Score::default();
        score.add(&[250], 0);
        assert_eq!(score.to_string(), "1 game: 250.0 points a game");
    }
}
