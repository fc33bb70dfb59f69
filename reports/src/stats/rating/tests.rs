use std::collections::BTreeMap;

use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::stats::rating::fit::log_likelihood;

fn stage(chosen: &[u8], others: &[u8]) -> Stage {
    Stage { chosen: chosen.to_vec(), others: others.to_vec() }
}

/// Stages and how often they came up, as one group.
fn one_group(counts: &[(Stage, u64)]) -> (Vec<Stage>, StageCounts) {
    counts.iter().enumerate().map(|(index, (stage, count))| (stage.clone(), (index as u32, *count))).unzip()
}

fn rate_once(entrants: usize, counts: &[(Stage, u64)]) -> Ratings {
    let (stages, group) = one_group(counts);
    rate(entrants, &stages, &[group])
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.entrants.iter().map(|rating| rating.unwrap().elo).collect()
}

fn assert_close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance), "{a:?} {b:?}");
}

/// All numbers are finite, and those with games are rated.
fn assert_sound(ratings: &Ratings) {
    for rating in ratings.entrants.iter().flatten() {
        assert!(rating.elo.is_finite(), "{ratings:?}");
        assert!(rating.low.is_none_or(|low| low.is_finite() && low < rating.elo), "{ratings:?}");
        assert!(rating.high.is_none_or(|high| high.is_finite() && high > rating.elo), "{ratings:?}");
    }
    assert!(ratings.ties.iter().all(|tie| tie.weight.is_finite()), "{ratings:?}");
    let sum: f64 = ratings.entrants.iter().flatten().map(|rating| rating.elo).sum();
    assert!(sum.abs() < 1e-6, "{ratings:?}");
}

/// The weights of all groups that may be chosen from a pool, as bit sets of seats, from their definition.
fn groups_of(pool: &[u8], worths: &[f64], tie_weights: &BTreeMap<usize, f64>) -> Vec<(usize, f64)> {
    (1_usize..1 << pool.len())
        .filter_map(|group| {
            let size = group.count_ones() as usize;
            let weight = if size == 1 { 1.0 } else { *tie_weights.get(&size)? };
            let product: f64 = (0..pool.len())
                .filter(|seat| group >> seat & 1 == 1)
                .map(|seat| worths[usize::from(pool[seat])])
                .product();
            Some((group, weight * product.powf(1.0 / size as f64)))
        })
        .collect()
}

/// The log-likelihood of stages, from its definition.
fn slow_log_likelihood(counts: &[(Stage, u64)], worths: &[f64], tie_weights: &BTreeMap<usize, f64>) -> f64 {
    let log_chance = |stage: &Stage| {
        let pool = [stage.chosen.as_slice(), &stage.others].concat();
        let groups = groups_of(&pool, worths, tie_weights);
        let chosen = (1 << stage.chosen.len()) - 1;
        let weight = groups.iter().find(|(group, _)| *group == chosen).unwrap().1;
        (weight / groups.iter().map(|(_, weight)| weight).sum::<f64>()).ln()
    };
    counts.iter().map(|(stage, count)| *count as f64 * log_chance(stage)).sum()
}

/// A number from 0 to 1.
fn uniform(random: &mut Pcg64Mcg) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Plays a game between these players and counts its stages.
fn play(
    table: &[u8],
    worths: &[f64],
    tie_weights: &BTreeMap<usize, f64>,
    random: &mut Pcg64Mcg,
    counts: &mut BTreeMap<Stage, u64>,
) {
    let mut pool = table.to_vec();
    while !pool.is_empty() {
        let groups = groups_of(&pool, worths, tie_weights);
        let mut point = uniform(random) * groups.iter().map(|(_, weight)| weight).sum::<f64>();
        let found = groups.iter().find(|(_, weight)| {
            point -= weight;
            point < 0.0
        });
        let group = found.unwrap_or(&groups[0]).0;
        let pick = |wanted: usize| -> Vec<u8> {
            (0..pool.len()).filter(|seat| group >> seat & 1 == wanted).map(|seat| pool[seat]).collect()
        };
        let stage = Stage { chosen: pick(1), others: pick(0) };
        pool.clone_from(&stage.others);
        *counts.entry(stage).or_default() += 1;
    }
}

/// Groups of a tournament in which each table plays `games` games per group.
fn tournament(
    tables: &[&[u8]],
    (worths, tie_weights): (&[f64], &BTreeMap<usize, f64>),
    (groups, games): (usize, usize),
    random: &mut Pcg64Mcg,
) -> (Vec<Stage>, Vec<StageCounts>) {
    let mut indices: BTreeMap<Stage, u32> = BTreeMap::new();
    let mut all = Vec::new();
    for _ in 0..groups {
        let mut counts = BTreeMap::new();
        for table in tables {
            for _ in 0..games {
                play(table, worths, tie_weights, random, &mut counts);
            }
        }
        let mut group = StageCounts::new();
        for (stage, count) in counts {
            let next = indices.len() as u32;
            group.push((*indices.entry(stage).or_insert(next), count));
        }
        all.push(group);
    }
    let mut stages: Vec<(u32, Stage)> = indices.into_iter().map(|(stage, index)| (index, stage)).collect();
    stages.sort();
    (stages.into_iter().map(|(_, stage)| stage).collect(), all)
}

#[test]
fn two_players_have_a_closed_form() {
    for (wins, ties, losses) in [(3, 4, 5), (1, 1, 1), (1_000_000_000, 7, 1), (20, 300, 10)] {
        let counts = [(stage(&[0], &[1]), wins), (stage(&[1, 0], &[]), ties), (stage(&[1], &[0]), losses)];
        let ratings = rate_once(2, &counts);
        let difference = ELO_PER_NAT * (wins as f64 / losses as f64).ln();
        assert_close(&elos(&ratings), &[difference / 2.0, -difference / 2.0], 1e-4);
        let weight = ties as f64 / ((wins * losses) as f64).sqrt();
        assert_eq!(ratings.ties.len(), 1);
        assert_eq!(ratings.ties[0].size, 2);
        assert!((ratings.ties[0].weight / weight - 1.0).abs() < 1e-6);
        assert!(!ratings.regularised);
        assert_eq!(ratings.entrants[0].unwrap().low, None);
    }
}

#[test]
fn no_parameters_are_likelier() {
    let counts = [
        (stage(&[0], &[1, 2]), 5),
        (stage(&[1], &[0, 2]), 3),
        (stage(&[2], &[0, 1]), 1),
        (stage(&[0, 2], &[1]), 2),
        (stage(&[0, 1, 2], &[]), 1),
        (stage(&[0], &[2]), 2),
        (stage(&[2], &[1]), 4),
        (stage(&[1, 2], &[]), 1),
        (stage(&[2], &[0, 1, 1]), 2),
    ];
    // A plain search along one coordinate after the other, with the first worth fixed.
    let likelihood = |logs: &[f64; 4]| {
        let worths = [1.0, logs[0].exp(), logs[1].exp()];
        slow_log_likelihood(&counts, &worths, &BTreeMap::from([(2, logs[2].exp()), (3, logs[3].exp())]))
    };
    let mut logs = [0.0; 4];
    let mut step = 1.0;
    while step > 1e-9 {
        let mut moved = false;
        for index in 0..4 {
            for sign in [-1.0, 1.0] {
                let mut trial = logs;
                trial[index] += sign * step;
                if likelihood(&trial) > likelihood(&logs) {
                    logs = trial;
                    moved = true;
                }
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    let ratings = rate_once(3, &counts);
    let mean = (logs[0] + logs[1]) / 3.0;
    let expected = [-mean, logs[0] - mean, logs[1] - mean].map(|log| ELO_PER_NAT * log);
    assert_close(&elos(&ratings), &expected, 1e-3);
    let weights: Vec<f64> = ratings.ties.iter().map(|tie| tie.weight.ln()).collect();
    assert_close(&weights, &logs[2..], 1e-5);
}

#[test]
fn derivatives_agree_with_differences() {
    let counts = [
        (stage(&[0], &[1, 2, 3]), 5),
        (stage(&[3], &[1, 2, 2]), 3),
        (stage(&[1, 1], &[0, 3]), 2),
        (stage(&[0, 1, 2], &[3]), 1),
        (stage(&[2], &[0]), 2),
    ];
    let (stages, group) = one_group(&counts);
    let data = Data::new(4, &stages, &[group]);
    let parameters = [0.4, -0.9, 1.3, 0.1, -0.5, 0.8];
    let point = log_likelihood(&data, &parameters);
    let worths: Vec<f64> = parameters[..4].iter().map(|log| log.exp()).collect();
    let tie_weights = BTreeMap::from([(2, parameters[4].exp()), (3, parameters[5].exp())]);
    assert!((point.value - slow_log_likelihood(&counts, &worths, &tie_weights)).abs() < 1e-10);

    let width = 1e-5;
    for index in 0..parameters.len() {
        let [before, after] = [-width, width].map(|change| {
            let mut moved = parameters;
            moved[index] += change;
            log_likelihood(&data, &moved)
        });
        let slope = (after.value - before.value) / (2.0 * width);
        assert!((point.gradient[index] - slope).abs() < 1e-6);
        let bend: Vec<f64> = after
            .gradient
            .iter()
            .zip(&before.gradient)
            .map(|(after, before)| (before - after) / (2.0 * width))
            .collect();
        assert_close(&point.information[index * 6..index * 6 + 6], &bend, 1e-6);
    }
}

#[test]
fn known_worths_are_found_again() {
    let worths = [3.0_f64, 1.5, 1.0, 0.5, 0.2];
    let tie_weights = BTreeMap::from([(2, 0.6), (3, 0.3)]);
    let mut random = Pcg64Mcg::new(17);
    let tables: [&[u8]; 4] = [&[0, 1, 2], &[2, 3, 4], &[0, 4], &[1, 3, 4, 0]];
    let (stages, groups) = tournament(&tables, (&worths, &tie_weights), (40, 250), &mut random);
    let ratings = rate(5, &stages, &groups);
    let mean = worths.map(f64::ln).iter().sum::<f64>() / 5.0;
    assert_close(&elos(&ratings), &worths.map(|worth| ELO_PER_NAT * (worth.ln() - mean)), 8.0);
    for (tie, (size, weight)) in ratings.ties.iter().zip(tie_weights) {
        assert!(tie.size == size && (tie.weight / weight - 1.0).abs() < 0.05, "{tie:?}");
    }
    for rating in ratings.entrants.iter().flatten() {
        let width = rating.high.unwrap() - rating.low.unwrap();
        assert!(width > 1.0 && width < 20.0, "{rating:?}");
    }
    assert_sound(&ratings);
}

#[test]
fn intervals_miss_the_truth_about_as_often_as_promised() {
    let worths = [2.0_f64, 1.2, 0.8, 0.5];
    let tie_weights = BTreeMap::from([(2, 0.4)]);
    let mean = worths.map(f64::ln).iter().sum::<f64>() / 4.0;
    let truth = worths.map(|worth| ELO_PER_NAT * (worth.ln() - mean));
    let tables: [&[u8]; 4] = [&[0, 1], &[1, 2, 3], &[0, 2, 3], &[0, 3]];
    for (groups, games) in [(12, 5), (40, 2)] {
        let (mut misses, mut all) = (0.0, 0.0);
        for seed in 0..400 {
            let mut random = Pcg64Mcg::new((seed << 70) + 12_345);
            let (stages, groups) = tournament(&tables, (&worths, &tie_weights), (groups, games), &mut random);
            for (rating, truth) in rate(4, &stages, &groups).entrants.iter().flatten().zip(truth) {
                all += 1.0;
                misses += f64::from(u8::from(rating.low.unwrap() > truth || rating.high.unwrap() < truth));
            }
        }
        let rate = misses / all;
        assert!((0.03..0.08).contains(&rate), "{groups} groups: {rate}");
    }
}

#[test]
fn resampling_finds_the_deviation_that_a_formula_gives() {
    let mut random = Pcg64Mcg::new(5);
    let tie_weights = BTreeMap::from([(2, 0.5)]);
    let tables: [&[u8]; 2] = [&[0, 1, 2], &[0, 2]];
    let (stages, groups) = tournament(&tables, (&[1.0, 2.0, 0.7], &tie_weights), (30, 10), &mut random);
    let data = Data::new(3, &stages, &groups);
    let fit = fit::likeliest(&data).unwrap();
    let widths = bootstrap::half_widths(&data, &fit);
    let moves = bootstrap::moves(&data, &fit).unwrap();
    for (index, width) in widths.iter().enumerate() {
        // The deviation of a sum of 30 drawn with repetition, corrected; the quantile is that of 29 degrees of freedom.
        let mean = moves.iter().map(|group| group[index]).sum::<f64>() / 30.0;
        let variance = moves.iter().map(|group| (group[index] - mean).powi(2)).sum::<f64>() * 30.0 / 29.0;
        let expected = 2.045_229_642 * variance.sqrt();
        assert!((width.unwrap() / expected - 1.0).abs() < 0.1, "{width:?} {expected}");
    }
}

#[test]
fn order_does_not_matter() {
    let mut random = Pcg64Mcg::new(99);
    let tie_weights = BTreeMap::from([(2, 0.5), (4, 0.2)]);
    let tables: [&[u8]; 3] = [&[0, 1, 2, 3], &[0, 2, 2], &[3, 1]];
    let (stages, groups) = tournament(&tables, (&[1.0, 2.0, 0.7, 0.9], &tie_weights), (9, 20), &mut random);
    let ratings = rate(4, &stages, &groups);

    let last = stages.len() as u32 - 1;
    let reversed: Vec<Stage> = stages
        .iter()
        .rev()
        .map(|stage| Stage {
            chosen: stage.chosen.iter().rev().copied().collect(),
            others: stage.others.iter().rev().copied().collect(),
        })
        .collect();
    // Counts in reverse, and split in two.
    let split: Vec<StageCounts> = groups
        .iter()
        .map(|group| {
            group
                .iter()
                .rev()
                .map(|&(i, n)| (last - i, n - 1))
                .chain(group.iter().map(|&(i, _)| (last - i, 1)))
                .collect()
        })
        .collect();
    assert_eq!(rate(4, &reversed, &split), ratings);

    // A stage listed twice is the same as listed once, and one that never came up is as if it were not there.
    let doubled: Vec<Stage> = stages.iter().chain(&stages).cloned().chain([stage(&[9], &[8, 7])]).collect();
    let spread: Vec<StageCounts> = groups
        .iter()
        .map(|group| group.iter().map(|&(i, n)| if n % 2 == 0 { (i, n) } else { (i + last + 1, n) }).collect())
        .collect();
    assert_eq!(rate(4, &doubled, &spread), ratings);
}

#[test]
fn who_always_wins_is_rated_by_the_prior() {
    let counts = [(stage(&[0], &[1, 2]), 50), (stage(&[1], &[2]), 25), (stage(&[2], &[1]), 25)];
    let ratings = rate_once(3, &counts);
    assert!(ratings.regularised);
    let elos = elos(&ratings);
    assert!(elos[0] > 300.0 && elos[0] < 1500.0, "{elos:?}");
    assert!((elos[1] - elos[2]).abs() < 1e-6);
    assert_sound(&ratings);

    // Without a single defeat ties alone do not help: a win and a tie bound nothing from above.
    let ratings = rate_once(2, &[(stage(&[0], &[1]), 5), (stage(&[0, 1], &[]), 5)]);
    assert!(ratings.regularised);
    assert!(ratings.entrants[0].unwrap().elo > 50.0);
    assert_sound(&ratings);
}

#[test]
fn who_always_ties_is_equal() {
    for players in [2, 3, 16] {
        let all: Vec<u8> = (0..players).collect();
        let ratings = rate_once(usize::from(players), &[(stage(&all, &[]), 10)]);
        assert!(ratings.regularised);
        assert_close(&elos(&ratings), &vec![0.0; usize::from(players)], 1e-6);
        assert_sound(&ratings);
    }
}

#[test]
fn little_or_nothing_is_known_of_some() {
    let nothing = rate(3, &[], &[]);
    assert_eq!(nothing, Ratings { entrants: vec![None; 3], ties: vec![], regularised: false });
    assert_eq!(rate(0, &[], &[]).entrants, []);
    assert_eq!(rate(3, &[stage(&[0], &[1])], &[vec![], vec![(0, 0)]]), nothing);
    assert_eq!(rate(3, &[stage(&[1], &[])], &[vec![(0, 5)]]), nothing);

    let one_game = rate_once(3, &[(stage(&[2], &[0]), 1)]);
    assert!(one_game.regularised && one_game.entrants[1].is_none());
    assert!(one_game.entrants[2].unwrap().elo > 0.0);
    assert_sound(&one_game);

    let alone = rate_once(1, &[(stage(&[0], &[0, 0]), 7), (stage(&[0, 0], &[]), 3), (stage(&[0], &[0]), 4)]);
    assert_eq!(elos(&alone), [0.0]);
    assert!(!alone.regularised);
    assert_sound(&alone);
}

#[test]
fn those_who_never_met_are_compared_through_the_prior() {
    let pairs = [([0], [1]), ([1], [0]), ([2], [3]), ([3], [2])];
    let counts: Vec<(Stage, u64)> =
        pairs.iter().zip([3, 1, 9, 1]).map(|((winner, loser), count)| (stage(winner, loser), count)).collect();
    let (stages, group) = one_group(&counts);
    let ratings = rate(4, &stages, &[group.clone(), group]);
    assert!(ratings.regularised);
    assert_sound(&ratings);
    let elos = elos(&ratings);
    assert!(elos[2] > elos[0] && elos[0] > 0.0 && elos[3] < elos[1]);
    assert!((elos[0] + elos[1]).abs() < 1e-6);
}

#[test]
fn extreme_data_stay_finite() {
    // A ladder on which everyone all but always beats the next.
    let mut counts = Vec::new();
    for player in 0..15 {
        counts.push((stage(&[player], &[player + 1]), 1_000_000_000_000));
        counts.push((stage(&[player + 1], &[player]), 1));
    }
    let ladder = rate_once(16, &counts);
    assert_sound(&ladder);
    assert!(!ladder.regularised);
    let elos = elos(&ladder);
    assert!(elos.windows(2).all(|pair| (pair[0] - pair[1] - 4800.0).abs() < 1.0), "{elos:?}");

    let all: Vec<u8> = (0..16).collect();
    let mut counts = vec![(stage(&all, &[]), u64::MAX), (stage(&all[..5], &all[5..]), u64::MAX)];
    counts.push((stage(&[15], &all[..15]), 1));
    counts.push((stage(&[0, 0, 0, 0, 0, 0, 0], &[15]), u64::MAX));
    let (stages, group) = one_group(&counts);
    let ratings = rate(16, &stages, &[group.clone(), vec![(2, 1)], group]);
    assert_sound(&ratings);

    let many: Vec<StageCounts> = vec![vec![(0, 1)]; 300];
    assert_sound(&rate(2, &[stage(&[0], &[1])], &many));
    assert_sound(&rate(256, &[stage(&[255], &[0])], &many));
}

#[test]
fn groups_that_all_say_the_same_give_no_interval() {
    let stages = [stage(&[0], &[1]), stage(&[1], &[0])];
    let same = rate(2, &stages, &vec![vec![(0, 3), (1, 2)]; 8]);
    assert_eq!(same.entrants[0].unwrap().low, None);
    let different = rate(2, &stages, &[vec![(0, 3), (1, 2)], vec![(0, 2), (1, 2)]]);
    assert!(different.entrants[0].unwrap().low.is_some());
}

#[test]
fn the_same_entrant_may_sit_at_a_table_twice() {
    // Of three seats two are taken by the first: two wins of three games are no better than average.
    let counts = [(stage(&[0], &[0, 1]), 20), (stage(&[1], &[0, 0]), 10)];
    let ratings = rate_once(2, &counts);
    assert_close(&elos(&ratings), &[0.0, 0.0], 1e-6);
    assert!(!ratings.regularised);
}

#[test]
#[should_panic(expected = "nobody is chosen")]
fn somebody_must_be_chosen() {
    rate(2, &[stage(&[], &[0, 1])], &[vec![(0, 1)]]);
}
