use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

use super::fit::log_likelihood;
use super::*;
use crate::stats::tally::{BlockTally, GameResult, TableTally, merge};
use crate::stats::{Standings, elo};

/// A number from 0 to 1.
fn uniform(random: &mut Pcg64Mcg) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Blocks at a table, each a list of games with the scores by place.
fn tally(shape: &Shape, blocks: &[Vec<Vec<i32>>]) -> TableTally {
    let seating: Vec<u8> = (0..shape.places().len() as u8).collect();
    let mut tally = BlockTally::new(shape, blocks[0].len());
    blocks.iter().flatten().for_each(|scores| tally.add(&seating, &GameResult::new(scores)));
    tally.finish()
}

/// The games, each a block, that each place won, and those in which all were level.
fn won(shape: &Shape, counts: &[usize], level: usize) -> TableTally {
    let places = counts.len();
    let game = |winner: usize| vec![(0..places).map(|place| i32::from(place == winner)).collect()];
    let mut blocks: Vec<Vec<Vec<i32>>> = vec![vec![vec![0; places]]; level];
    for (winner, &count) in counts.iter().enumerate() {
        blocks.extend(vec![game(winner); count]);
    }
    tally(shape, &blocks)
}

fn rate(entrants: usize, tables: &[(&[u8], &[usize], usize)]) -> Ratings {
    let shapes: Vec<Shape> = tables.iter().map(|(places, ..)| Shape::new(places.to_vec())).collect();
    let tallies = tables.iter().zip(&shapes).enumerate();
    let tallies = tallies.map(|(number, ((_, counts, level), shape))| (number as u32, won(shape, counts, *level)));
    Ratings::new(entrants, &shapes, &tallies.collect())
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.entrants.iter().map(|rating| rating.unwrap().elo).collect()
}

fn assert_close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance), "{a:?} {b:?}");
}

/// Whether each end of each interval is known.
fn known(ratings: &Ratings) -> Vec<[bool; 2]> {
    let ends = |rating: &Rating| {
        assert!(rating.low.is_none_or(|low| low < rating.elo) && rating.high.is_none_or(|high| high > rating.elo));
        [rating.low.is_some(), rating.high.is_some()]
    };
    ratings.entrants.iter().flatten().map(ends).collect()
}

/// Plays blocks of as many games as there are places by the model.
fn play(shape: &Shape, worths: &[f64], blocks: usize, random: &mut Pcg64Mcg) -> TableTally {
    let places = shape.places();
    let mut game = || -> Vec<i32> {
        let total: f64 = places.iter().map(|&entrant| worths[usize::from(entrant)]).sum();
        let mut point = uniform(random) * total;
        let winner = places.iter().position(|&entrant| {
            point -= worths[usize::from(entrant)];
            point < 0.0
        });
        (0..places.len()).map(|place| i32::from(winner == Some(place))).collect()
    };
    let blocks: Vec<Vec<Vec<i32>>> = (0..blocks).map(|_| (0..places.len()).map(|_| game()).collect()).collect();
    tally(shape, &blocks)
}

#[test]
fn two_entrants_have_the_elo_of_their_share_and_its_interval() {
    for (wins, losses, level) in [(30, 10, 0), (3, 4, 5), (25, 2, 40), (1, 1, 0)] {
        let shape = [Shape::new(vec![0, 1])];
        let tallies = Tallies::from([(0, won(&shape[0], &[wins, losses], level))]);
        let ratings = Ratings::new(2, &shape, &tallies);
        let standings = Standings::new(2, &shape, &tallies);
        assert_eq!((ratings.zero, ratings.unbounded.as_slice()), (RatingZero::TheOther, [].as_slice()));
        for (rating, standing) in ratings.entrants.iter().flatten().zip(&standings.entrants) {
            let (share, interval) = (standing.share.mean.unwrap(), standing.share.interval.unwrap());
            assert_close(&[rating.elo], &[elo(share).unwrap()], 1e-9);
            let ends = [rating.low.unwrap(), rating.high.unwrap()];
            assert_close(&ends, &[elo(interval.low).unwrap(), elo(interval.high).unwrap()], 1e-6);
        }
    }
}

#[test]
fn the_score_interval_of_two_is_that_of_wilson() {
    let shapes = [Shape::new(vec![0, 1])];
    let tallies = Tallies::from([(0, won(&shapes[0], &[60, 20], 10))]);
    let wins = Wins::new(2, &shapes, &tallies);
    let core = CoreGroup::new(&wins);
    let fit = Fit::likeliest(&wins, &core);
    let scatter = Scatter::new(&wins, &fit).unwrap();
    let [low, high] =
        score_interval::ends(&wins, &core, &fit, Some(&scatter), 0).map(|end| 2.0 * ELO_PER_NAT * end.unwrap());
    let exact = Ratings::new(2, &shapes, &tallies).entrants[0].unwrap();
    // Only the weight of the scatter differs, and with 65 wins that is little.
    assert_close(&[low, high], &[exact.low.unwrap(), exact.high.unwrap()], 1.0);
}

#[test]
fn everybody_is_expected_to_win_what_they_won() {
    let tables: [(&[u8], &[usize], usize); 4] =
        [(&[0, 1, 2], &[9, 5, 4], 3), (&[0, 3], &[7, 2], 1), (&[1, 2, 2, 3], &[3, 1, 2, 4], 0), (&[2, 3], &[5, 5], 5)];
    let ratings = rate(4, &tables);
    assert_eq!(ratings.zero, RatingZero::MeanOfAll);
    let elos = elos(&ratings);
    assert!(elos.iter().sum::<f64>().abs() < 1e-6);
    let (mut won, mut expected) = ([0.0; 4], [0.0; 4]);
    for (places, counts, level) in tables {
        let games = (counts.iter().sum::<usize>() + level) as f64;
        let worth = |entrant: u8| 10_f64.powf(elos[usize::from(entrant)] / 400.0);
        let total: f64 = places.iter().map(|&entrant| worth(entrant)).sum();
        for (&entrant, &count) in places.iter().zip(counts) {
            won[usize::from(entrant)] += count as f64 + level as f64 / places.len() as f64;
            expected[usize::from(entrant)] += games * worth(entrant) / total;
        }
    }
    assert_close(&won, &expected, 1e-6);
}

#[test]
fn who_is_rated_above_equal_opponents_wins_what_the_note_says() {
    let ratings = rate(4, &[(&[0, 1, 2, 3], &[40, 20, 20, 20], 0)]);
    let elos = elos(&ratings);
    let worth = 10_f64.powf((elos[0] - elos[1]) / 400.0);
    assert!((worth / (worth + 3.0) - 0.4).abs() < 1e-9, "{elos:?}");
}

#[test]
fn derivatives_agree_with_differences() {
    let shapes = [Shape::new(vec![0, 1, 2]), Shape::new(vec![1, 1, 3])];
    let tallies = Tallies::from([(0, won(&shapes[0], &[5, 3, 1], 2)), (1, won(&shapes[1], &[4, 3, 0], 0))]);
    let wins = Wins::new(4, &shapes, &tallies);
    let core = CoreGroup::new(&wins);
    assert_eq!(core.unbounded().collect::<Vec<_>>(), [3], "who never won is in need of the prior");
    let worths = [0.4, -0.9, 1.3, 0.1];
    let point = log_likelihood(&wins, &core, &worths);
    let width = 1e-5;
    for index in 0..4 {
        let [before, after] = [-width, width].map(|change| {
            let mut moved = worths;
            moved[index] += change;
            log_likelihood(&wins, &core, &moved)
        });
        assert!((point.gradient[index] - (after.value - before.value) / (2.0 * width)).abs() < 1e-6);
        // The ones that keep the mean are no part of the derivative.
        let bend = before.gradient.iter().zip(&after.gradient).map(|(b, a)| (b - a) / (2.0 * width) + 1.0);
        assert_close(&point.information[index * 4..index * 4 + 4], &bend.collect::<Vec<_>>(), 1e-6);
    }
}

#[test]
fn known_worths_are_found_again_within_their_intervals() {
    let worths = [3.0_f64, 1.5, 1.0, 0.5, 0.2];
    let mean = worths.map(f64::ln).iter().sum::<f64>() / 5.0;
    let truth = worths.map(|worth| ELO_PER_NAT * (worth.ln() - mean));
    let shapes =
        [[0, 1, 2, 2].as_slice(), &[2, 3, 4], &[0, 4], &[1, 3, 4, 0]].map(|places| Shape::new(places.to_vec()));
    let (mut inside, mut all, mut widths) = (0, 0, 0.0);
    for seed in 0..300 {
        let mut random = Pcg64Mcg::new((seed << 70) + 12_345);
        let tallies: Tallies = shapes
            .iter()
            .enumerate()
            .map(|(number, shape)| (number as u32, play(shape, &worths, 20, &mut random)))
            .collect();
        for (rating, truth) in Ratings::new(5, &shapes, &tallies).entrants.iter().flatten().zip(truth) {
            let (low, high) = (rating.low.unwrap(), rating.high.unwrap());
            inside += u32::from(low <= truth && truth <= high);
            widths += high - low;
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.935..0.965).contains(&share), "{share}");
    assert!((50.0..200.0).contains(&(widths / f64::from(all))), "{}", widths / f64::from(all));
}

#[test]
fn games_that_repeat_themselves_in_a_block_say_no_more() {
    // Three entrants at tables of two, blocks of four games that all end alike, against blocks of one.
    let shapes = [[0, 1], [0, 2], [1, 2]].map(|places| Shape::new(places.to_vec()));
    let width = |copies: usize| {
        let block = |first: bool| vec![vec![i32::from(first), i32::from(!first)]; copies];
        let blocks: Vec<_> = (0..60).map(|number| block(number % 5 < 3)).collect();
        let tallies = shapes.iter().enumerate().map(|(number, shape)| (number as u32, tally(shape, &blocks))).collect();
        let rating = Ratings::new(3, &shapes, &tallies).entrants[0].unwrap();
        rating.high.unwrap() - rating.low.unwrap()
    };
    assert!((width(4) / width(1) - 1.0).abs() < 0.05, "{} {}", width(4), width(1));
}

#[test]
fn the_result_does_not_depend_on_how_blocks_were_put_together() {
    let shapes = [Shape::new(vec![0, 1, 2]), Shape::new(vec![0, 3, 1])];
    let mut random = Pcg64Mcg::new(99);
    let mut part = |shape| play(shape, &[1.0, 2.0, 0.7, 0.9], 9, &mut random);
    let parts: Vec<Tallies> = (0..4).map(|_| Tallies::from([(0, part(&shapes[0])), (1, part(&shapes[1]))])).collect();
    let rate = |order: [usize; 4]| {
        let mut all = Tallies::new();
        order.iter().for_each(|&number| merge(&mut all, &parts[number]));
        Ratings::new(4, &shapes, &all)
    };
    assert_eq!(rate([0, 1, 2, 3]), rate([3, 1, 0, 2]));
}

#[test]
fn who_never_lost_has_no_upper_end_and_moves_no_other() {
    let among: (&[u8], &[usize], usize) = (&[1, 2], &[12, 8], 0);
    let alone = rate(3, &[among]);
    let ratings = rate(3, &[among, (&[0, 1], &[20, 0], 0), (&[0, 2], &[20, 0], 0)]);
    assert_eq!((ratings.zero, ratings.unbounded.as_slice()), (RatingZero::MeanOfBounded, [0].as_slice()));
    assert_eq!(known(&ratings), [[true, false], [true, true], [true, true]]);
    let elos = elos(&ratings);
    assert!(elos[0] > 400.0 && elos[0] < 1500.0, "{elos:?}");
    assert!((elos[1] - alone.entrants[1].unwrap().elo).abs() < 5.0, "{elos:?} {alone:?}");
    // Forty wins of forty leave a share of 0.91 possible.
    assert!((250.0..450.0).contains(&ratings.entrants[0].unwrap().low.unwrap()), "{ratings:?}");

    let lost = rate(3, &[among, (&[0, 1], &[0, 20], 0), (&[0, 2], &[0, 20], 0)]);
    assert_eq!(known(&lost), [[false, true], [true, true], [true, true]]);
    let two = rate(2, &[(&[0, 1], &[10, 0], 0)]);
    assert_eq!(known(&two), [[true, false], [false, true]]);
    assert_eq!((two.zero, two.unbounded.as_slice()), (RatingZero::TheOther, [0, 1].as_slice()));
}

#[test]
fn a_ladder_without_upsets_bounds_nothing() {
    let ratings = rate(3, &[(&[0, 1], &[9, 0], 0), (&[1, 2], &[9, 0], 0), (&[0, 2], &[9, 0], 0)]);
    assert_eq!((ratings.zero, ratings.unbounded.as_slice()), (RatingZero::MeanOfAll, [0, 1, 2].as_slice()));
    assert_eq!(known(&ratings), [[true, false], [false, false], [false, true]]);
    let elos = elos(&ratings);
    assert!(elos[0] > 200.0 && elos[1].abs() < 1e-6 && elos[2] < -200.0, "{elos:?}");
}

#[test]
fn those_who_never_met_are_compared_through_an_average_player() {
    let ratings = rate(4, &[(&[0, 1], &[6, 2], 0), (&[2, 3], &[9, 1], 0)]);
    assert_eq!((ratings.zero, ratings.unbounded.as_slice()), (RatingZero::MeanOfBounded, [2, 3].as_slice()));
    assert_eq!(known(&ratings), [[true, true], [true, true], [false, false], [false, false]]);
    let elos = elos(&ratings);
    assert!(elos[2] > 0.0 && elos[3] < 0.0 && (elos[0] + elos[1]).abs() < 1e-6, "{elos:?}");
}

#[test]
fn ties_alone_make_equals_of_all() {
    for players in [2, 3, 16] {
        let places: Vec<u8> = (0..players).collect();
        let counts = vec![0; usize::from(players)];
        let ratings = rate(usize::from(players), &[(&places, &counts, 10)]);
        assert_close(&elos(&ratings), &vec![0.0; usize::from(players)], 1e-6);
        assert!(ratings.unbounded.is_empty() && known(&ratings).iter().all(|ends| *ends == [true, true]));
    }
}

#[test]
fn little_or_nothing_is_known_of_some() {
    assert_eq!(Ratings::new(3, &[], &Tallies::new()).entrants, [None; 3]);
    let alone = rate(2, &[(&[0, 0], &[5, 5], 0)]);
    assert_eq!(alone.entrants, [None; 2]);
    let one = rate(3, &[(&[0, 2], &[1, 0], 0)]);
    assert!(one.entrants[1].is_none() && one.entrants[0].unwrap().elo > 0.0);
    assert_eq!(known(&one), [[false, false]; 2]);
}

#[test]
fn a_block_for_each_table_is_enough_if_there_are_more_blocks_than_entrants() {
    let tables: Vec<[u8; 2]> = (0..6).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    let shapes: Vec<Shape> = tables.iter().map(|places| Shape::new(places.to_vec())).collect();
    let mut random = Pcg64Mcg::new(4);
    let block = |shape: &Shape, random: &mut Pcg64Mcg| {
        let games = (0..4).map(|_| (0..2).map(|_| (uniform(random) * 9.0) as i32).collect()).collect();
        tally(shape, &[games])
    };
    let tallies: Tallies =
        shapes.iter().enumerate().map(|(number, shape)| (number as u32, block(shape, &mut random))).collect();
    let ratings = Ratings::new(6, &shapes, &tallies);
    assert!(known(&ratings).iter().all(|ends| *ends == [true, true]), "{ratings:?}");
    // Fewer blocks than that do not tell how much they scatter.
    let few: Tallies = tallies.into_iter().take(2).collect();
    let ratings = Ratings::new(6, &shapes, &few);
    assert!(known(&ratings).iter().all(|ends| *ends == [false, false]), "{ratings:?}");
}

#[test]
fn extreme_results_stay_finite() {
    let tables: Vec<(Vec<u8>, [usize; 2])> = (0..15).map(|player| (vec![player, player + 1], [3000, 1])).collect();
    let tables: Vec<(&[u8], &[usize], usize)> = tables.iter().map(|(places, won)| (&places[..], &won[..], 0)).collect();
    let ratings = rate(16, &tables);
    assert!(ratings.unbounded.is_empty() && known(&ratings).iter().all(|ends| *ends == [true, true]), "{ratings:?}");
    let elos = elos(&ratings);
    assert!(elos.windows(2).all(|pair| (pair[0] - pair[1] - 400.0 * 3000_f64.log10()).abs() < 1e-3), "{elos:?}");
    // Many who meet by chance alone, of whom most never won.
    let places: Vec<(Vec<u8>, [usize; 2])> = (0..64).map(|player| (vec![player, (player + 7) % 64], [2, 0])).collect();
    let tables: Vec<(&[u8], &[usize], usize)> = places.iter().map(|(places, won)| (&places[..], &won[..], 0)).collect();
    assert!(self::elos(&rate(64, &tables)).iter().all(|elo| elo.is_finite()));
}
