//! The sums and intervals of tournaments against slow, obvious ones, and what intervals promise.

use kosti_reports::stats::tally::{BlockTally, GameResult, Shape, TableTally, Tallies, merge};
use kosti_reports::stats::{Ratings, Standings};
use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

fn rotations(places: usize) -> Vec<Vec<u8>> {
    (0..places).map(|by| (0..places).map(|seat| ((seat + by) % places) as u8).collect()).collect()
}

fn below(random: &mut Pcg64Mcg, bound: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// The games of some blocks: scores by seat.
type Blocks = Vec<Vec<Vec<i32>>>;

fn random_blocks(random: &mut Pcg64Mcg, blocks: usize, places: usize, most: u64) -> Blocks {
    let score = |random: &mut Pcg64Mcg| below(random, most) as i32 - 3;
    (0..blocks).map(|_| (0..places).map(|_| (0..places).map(|_| score(random)).collect()).collect()).collect()
}

fn tally(shape: &Shape, blocks: &[Vec<Vec<i32>>]) -> TableTally {
    let seatings = rotations(shape.places().len());
    let mut tally = BlockTally::new(shape, seatings.len());
    for block in blocks {
        block.iter().zip(&seatings).for_each(|(scores, seating)| tally.add(seating, &GameResult::new(scores)));
    }
    tally.finish()
}

fn close(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() <= 1e-9 * b.abs().max(1.0))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard error of the mean of block means.
fn error(values: &[f64]) -> f64 {
    let centre = mean(values);
    let n = values.len() as f64;
    (values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt()
}

#[test]
fn sums_say_what_lists_of_all_games_say() {
    let mut random = Pcg64Mcg::new(7);
    for (places, most) in
        [(vec![0, 1], 3), (vec![0, 1, 2], 6), (vec![0, 0, 1], 6), (vec![3, 1, 0, 2], 9), (vec![0, 1, 1, 0, 1], 4)]
    {
        let players = places.len();
        let seatings = rotations(players);
        let shape = Shape::new(places.clone());
        let blocks = random_blocks(&mut random, 40, players, most);
        let tallies = Tallies::from([(0, tally(&shape, &blocks))]);
        let entrants = shape.members().len();
        let standings = Standings::new(entrants, std::slice::from_ref(&shape), &tallies);
        assert_eq!((standings.blocks, standings.games), (40, 40 * players as u64));
        for (entrant, standing) in standings.entrants.iter().enumerate() {
            // Everything by block, from the games themselves.
            let (mut shares, mut points, mut margins, mut ranks) = (vec![], vec![], vec![], vec![]);
            let mut results = [0; 3];
            for block in &blocks {
                let (mut share, mut point, mut margin, mut rank) = (vec![], vec![], vec![], vec![]);
                for (game, scores) in block.iter().enumerate() {
                    for (seat, &score) in scores.iter().enumerate() {
                        if places[seatings[game][seat] as usize] as usize != entrant {
                            continue;
                        }
                        let better = scores.iter().filter(|&&other| other > score).count();
                        let level = scores.iter().filter(|&&other| other == score).count();
                        let total: i32 = scores.iter().sum();
                        share.push(if better == 0 { 1.0 / level as f64 } else { 0.0 });
                        point.push(f64::from(score));
                        margin.push(f64::from(score) - f64::from(total - score) / (players as f64 - 1.0));
                        rank.push(1.0 + better as f64 + (level as f64 - 1.0) / 2.0);
                        results[if better > 0 { 2 } else { usize::from(level > 1) }] += 1;
                    }
                }
                shares.push(mean(&share));
                points.push(mean(&point));
                margins.push(mean(&margin));
                ranks.push(mean(&rank));
            }
            assert!(close(standing.share.mean, mean(&shares)));
            assert!(close(standing.rank.mean, mean(&ranks)) && close(standing.rank.error, error(&ranks)));
            assert!(close(standing.points.mean, mean(&points)) && close(standing.points.error, error(&points)));
            assert!(close(standing.margin.mean, mean(&margins)) && close(standing.margin.error, error(&margins)));
            assert_eq!(standing.results, results);
        }
        for meeting in &standings.meetings {
            let (mut scores_by_block, mut leads) = (vec![], vec![]);
            for block in &blocks {
                let (mut score, mut lead) = (vec![], vec![]);
                for (game, scores) in block.iter().enumerate() {
                    let entrant_in = |seat: usize| places[seatings[game][seat] as usize] as usize;
                    for a in (0..players).filter(|&seat| entrant_in(seat) == meeting.entrant) {
                        for b in (0..players).filter(|&seat| entrant_in(seat) == meeting.opponent) {
                            let difference = f64::from(scores[a] - scores[b]);
                            score.push((1.0 + difference.clamp(-1.0, 1.0)) / 2.0);
                            lead.push(difference);
                        }
                    }
                }
                scores_by_block.push(mean(&score));
                leads.push(mean(&lead));
            }
            assert!(close(meeting.score.mean, mean(&scores_by_block)));
            assert!(close(meeting.difference.mean, mean(&leads)) && close(meeting.difference.error, error(&leads)));
        }
        for (seat, standing) in standings.seats.iter().enumerate() {
            let points: Vec<f64> = blocks
                .iter()
                .map(|block| mean(&block.iter().map(|game| f64::from(game[seat])).collect::<Vec<_>>()))
                .collect();
            assert!(close(standing.points.mean, mean(&points)) && close(standing.points.error, error(&points)));
        }
    }
}

#[test]
fn merging_is_exact_and_in_any_order() {
    let mut random = Pcg64Mcg::new(9);
    let shape = Shape::new(vec![0, 1, 2, 3]);
    let blocks = random_blocks(&mut random, 60, 4, 5);
    let whole = Tallies::from([(0, tally(&shape, &blocks))]);
    for cuts in [[10, 30], [1, 59], [20, 20]] {
        let parts = [&blocks[..cuts[0]], &blocks[cuts[0]..cuts[1]], &blocks[cuts[1]..]];
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut sum = Tallies::new();
            for part in order {
                merge(&mut sum, &Tallies::from([(0, tally(&shape, parts[part]))]));
            }
            assert_eq!(sum, whole);
        }
    }
    // And through text.
    let text = serde_json::to_string(&whole).unwrap();
    assert_eq!(serde_json::from_str::<Tallies>(&text).unwrap(), whole);
}

#[test]
fn a_forfeited_game_is_lost_and_its_block_has_no_points() {
    let shape = Shape::new(vec![0, 1, 2]);
    let seatings = rotations(3);
    let mut tally = BlockTally::new(&shape, 3);
    for _ in 0..3 {
        seatings.iter().for_each(|seating| tally.add(seating, &GameResult::new(&[5, 3, 1])));
    }
    tally.add(&seatings[0], &GameResult::new(&[9, 9, 0]));
    tally.add(&seatings[1], &GameResult::forfeited(3, 0));
    tally.add(&seatings[2], &GameResult::new(&[9, 9, 0]));
    let tallies = Tallies::from([(0, tally.finish())]);
    let standings = Standings::new(3, &[shape], &tallies);
    // In the second game of a block, seat 0 holds the entrant 1.
    assert_eq!(standings.entrants.iter().map(|standing| standing.forfeits).collect::<Vec<_>>(), [0, 1, 0]);
    assert!(standings.entrants.iter().all(|standing| close(standing.points.mean, 3.0)));
    assert_eq!(standings.entrants[1].results.iter().sum::<u64>(), 12);
}

/// How often the 95 % intervals of identical players miss par, in per cent, over many small tournaments: those of win
/// shares, and those of ratings.
///
/// Luck belongs to the seat and is shared by the games of a block; skill is noise.
fn misses(players: usize, blocks: usize, spread: u64) -> (f64, f64) {
    let shape = Shape::new((0..players as u8).collect());
    let (mut share_misses, mut rating_misses, mut intervals) = (0, 0, 0);
    for tournament in 0..1000u128 {
        let mut random = Pcg64Mcg::new(tournament << 64 | 0x1234_5678_9abc_def1 ^ (players as u128) << 32);
        let played: Blocks = (0..blocks)
            .map(|_| {
                let luck: Vec<u64> = (0..players).map(|_| below(&mut random, spread)).collect();
                (0..players)
                    .map(|_| luck.iter().map(|luck| (luck + below(&mut random, spread)) as i32).collect())
                    .collect()
            })
            .collect();
        let (shapes, tallies) = (std::slice::from_ref(&shape), Tallies::from([(0, tally(&shape, &played))]));
        let standings = Standings::new(players, shapes, &tallies);
        let standings = standings.with_ratings(&Ratings::new(players, shapes, &tallies));
        // Shares of one tournament hang together: one entrant of each speaks.
        let standing = &standings.entrants[tournament as usize % players];
        intervals += 1;
        share_misses += u32::from(!standing.share.interval.unwrap().contains(standings.par()));
        let rating = standing.rating.unwrap();
        rating_misses += u32::from(rating.low.unwrap() > 0.0 || rating.high.unwrap() < 0.0);
    }
    (100.0 * f64::from(share_misses) / f64::from(intervals), 100.0 * f64::from(rating_misses) / f64::from(intervals))
}

#[test]
fn intervals_of_identical_players_miss_par_as_often_as_they_may() {
    for (players, blocks, spread) in [(2, 40, 4), (2, 40, 1_000_000), (4, 40, 4), (4, 40, 1_000_000), (3, 25, 10)] {
        let (shares, ratings) = misses(players, blocks, spread);
        assert!((3.0..=7.0).contains(&shares), "{players} players, {blocks} blocks, spread {spread}: {shares} %");
        assert!(
            (3.0..=7.5).contains(&ratings),
            "{players} players, {blocks} blocks, spread {spread}: ratings {ratings} %"
        );
    }
}

#[test]
fn games_for_one_player_are_compared_block_by_block() {
    // Luck moves everybody's points by up to a thousand; the second entrant has one to three points more, the third
    // gives up every fifth game.
    let shape = Shape::solo(vec![0, 1, 2]);
    let mut tally = BlockTally::new(&shape, 3);
    let mut table = BlockTally::new(&shape, 3);
    for block in 0..1000 {
        let luck = (block * 7919) % 1000;
        let scores = [luck, luck + 1 + block % 3, luck - 5];
        let gives_up = block % 5 == 0;
        for (place, score) in scores.into_iter().enumerate() {
            let game = if place == 2 && gives_up { GameResult::forfeited(1, 0) } else { GameResult::new(&[score]) };
            tally.add(&[place as u8], &game);
            // The order within a block does not matter.
            let place = 2 - place;
            let game =
                if place == 2 && gives_up { GameResult::forfeited(1, 0) } else { GameResult::new(&[scores[place]]) };
            table.add(&[place as u8], &game);
        }
    }
    let sums = tally.finish();
    assert_eq!(sums, table.finish());
    let standings = Standings::new(3, std::slice::from_ref(&shape), &Tallies::from([(0, sums)]));
    assert_eq!((standings.blocks, standings.games, standings.seats.len()), (1000, 3000, 0));
    let shares: Vec<f64> = standings.entrants.iter().map(|standing| standing.share.mean.unwrap()).collect();
    assert_eq!(shares, [0.0, 1.0, 0.0]);
    assert_eq!(standings.entrants[2].forfeits, 200);
    assert!(standings.entrants.iter().all(|standing| standing.games == 1000 && standing.design_effect.is_none()));
    let ahead = standings.meeting(1, 0).unwrap();
    let scored = (0..1000).filter(|block| block % 5 != 0);
    let expected = scored.clone().map(|block| f64::from(1 + block % 3)).sum::<f64>() / scored.count() as f64;
    assert!((ahead.difference.mean.unwrap() - expected).abs() < 1e-12);
    // The luck, a thousand times as large, is out of the difference.
    assert!(ahead.difference.error.unwrap() < 0.04);
    assert!(standings.entrants[1].points.error.unwrap() > 5.0);
}
