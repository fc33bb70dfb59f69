use super::*;

fn schedule(entrants: usize, players: usize, format: Format) -> Schedule {
    Schedule::new(entrants, players, format, Seatings::Rotations).unwrap()
}

/// How often each pair of entrants meets in a cycle, and how often each plays.
fn meetings(schedule: &Schedule, entrants: usize) -> (Vec<u32>, Vec<u32>) {
    let (mut played, mut met) = (vec![0; entrants], vec![0; entrants * entrants]);
    for table in schedule.tables() {
        for &a in table.shape.places() {
            played[a as usize] += 1;
            for &b in table.shape.places() {
                met[a as usize * entrants + b as usize] += u32::from(a < b);
            }
        }
    }
    let met = (0..entrants).flat_map(|a| (a + 1..entrants).map(move |b| a * entrants + b)).map(|i| met[i]);
    (played, met.collect())
}

#[test]
fn everybody_meets_everybody_equally() {
    for (entrants, players) in [(2, 2), (5, 2), (64, 2), (4, 4), (7, 3), (10, 4), (16, 16), (3, 1), (2, 3), (3, 5)] {
        let schedule = schedule(entrants, players, Format::RoundRobin);
        let (played, met) = meetings(&schedule, entrants);
        assert!(played.iter().all(|&count| count == played[0]), "{entrants} at {players}: {played:?}");
        assert!(met.iter().all(|&count| count == met[0]), "{entrants} at {players}: {met:?}");
        assert!(!schedule.is_selection());
    }
    let large = schedule(30, 5, Format::RoundRobin);
    let (played, met) = meetings(&large, 30);
    assert!(large.is_selection());
    assert!(played.iter().all(|&count| count == played[0]), "{played:?}");
    let (least, most) = (met.iter().min().unwrap(), met.iter().max().unwrap());
    assert!(most - least <= 3, "{least} to {most}");
}

#[test]
fn whoever_has_played_equally_often_has_done_so_early() {
    let schedule = schedule(9, 3, Format::RoundRobin);
    let mut played = [0; 9];
    for table in &schedule.tables()[..18] {
        table.shape.places().iter().for_each(|&entrant| played[entrant as usize] += 1);
    }
    assert!(played.iter().max().unwrap() - played.iter().min().unwrap() <= 3, "{played:?}");
}

#[test]
fn a_gauntlet_seats_the_first_everywhere() {
    for (entrants, players, tables) in [(5, 2, 4), (5, 3, 6), (2, 4, 1), (3, 4, 2)] {
        let schedule = schedule(entrants, players, Format::Gauntlet);
        assert_eq!(schedule.tables().len(), tables);
        assert!(
            schedule.tables().iter().all(|table| {
                table.shape.places()[0] == 0 && table.shape.places()[1..].iter().all(|&other| other > 0)
            })
        );
    }
}

#[test]
fn every_place_visits_every_seat_once() {
    for players in 2..=6 {
        let schedule = schedule(players, players, Format::RoundRobin);
        let seatings = schedule.block(0).seatings;
        assert_eq!(seatings.len(), players);
        for (rotation, seating) in seatings.iter().enumerate() {
            for (seat, &place) in seating.places.iter().enumerate() {
                assert_eq!(place as usize, (seat + rotation) % players);
            }
        }
    }
}

/// How often each entrant sits right before each other one, over this many blocks.
fn neighbours(schedule: &Schedule, blocks: u64, entrants: usize) -> Vec<u32> {
    let mut counts = vec![0; entrants * entrants];
    for block in 0..blocks {
        for seating in schedule.block(block).seatings {
            for (seat, &entrant) in seating.entrants.iter().enumerate() {
                let next = seating.entrants[(seat + 1) % seating.entrants.len()];
                counts[entrant as usize * entrants + next as usize] += 1;
            }
        }
    }
    let pairs = (0..entrants * entrants).filter(|pair| pair / entrants != pair % entrants);
    pairs.map(|pair| counts[pair]).collect()
}

#[test]
fn everybody_sits_before_everybody_equally_often() {
    for (entrants, players, blocks) in [(3, 3, 2), (4, 4, 6), (5, 5, 24), (6, 6, 120), (5, 3, 20), (2, 4, 6)] {
        let schedule = schedule(entrants, players, Format::RoundRobin);
        let counts = neighbours(&schedule, blocks, entrants);
        assert!(counts.iter().all(|&count| count == counts[0]), "{entrants} at {players}: {counts:?}");
    }
    let counts = neighbours(&schedule(9, 9, Format::RoundRobin), 120, 9);
    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
    assert!(f64::from(*most) < 1.5 * f64::from(*least), "{counts:?}");
}

#[test]
fn all_seatings_are_all_and_different() {
    let all = |entrants, players| {
        let schedule = Schedule::new(entrants, players, Format::RoundRobin, Seatings::All).unwrap();
        schedule.tables().iter().map(ScheduledTable::games).collect::<Vec<_>>()
    };
    assert_eq!(all(4, 4), [24]);
    assert_eq!(all(6, 6), [720]);
    // AAAB, AABB, ABBB
    assert_eq!(all(2, 4), [4, 6, 4]);
    assert!(Schedule::new(7, 7, Format::RoundRobin, Seatings::All).is_err());
}

#[test]
fn games_are_counted_through_the_cycle() {
    let schedule = Schedule::new(2, 4, Format::RoundRobin, Seatings::All).unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(|block| schedule.games_before(block)), [0, 4, 10, 14, 18]);
    for games in 0..100 {
        let blocks = schedule.blocks_for(games);
        assert!(schedule.games_before(blocks) >= games);
        assert!(blocks == 0 || schedule.games_before(blocks - 1) < games);
    }
}

#[test]
fn an_entrant_that_sits_twice_is_two_bots() {
    let schedule = schedule(2, 3, Format::RoundRobin);
    assert_eq!(schedule.copies(), 2);
    for block in 0..10 {
        for seating in schedule.block(block).seatings {
            let different: BTreeSet<_> = seating.bots.iter().collect();
            assert_eq!(different.len(), 3);
        }
    }
}

#[test]
fn who_plays_alone_shares_the_luck_of_all() {
    for (entrants, compared) in [(1, 1), (3, 3), (16, 16), (20, 16)] {
        let schedule = schedule(entrants, 1, Format::RoundRobin);
        for block in 0..5 {
            let Block { shape, seatings, .. } = schedule.block(block);
            assert!(shape.is_solo());
            assert_eq!(seatings.len(), compared);
            let played: Vec<u8> = seatings.iter().flat_map(|seating| seating.entrants.clone()).collect();
            assert_eq!(played, shape.places());
            assert!(seatings.iter().all(|seating| seating.bots.len() == 1));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |entrants, players, format| Schedule::new(entrants, players, format, Seatings::Rotations).err();
    assert_eq!(refused(3, 2, Format::HeadToHead), Some(ScheduleError::NotTwo(3)));
    assert_eq!(refused(1, 2, Format::Gauntlet), Some(ScheduleError::NoField));
    assert_eq!(refused(2, 1, Format::Gauntlet), Some(ScheduleError::NoOpponents));
    assert_eq!(refused(65, 2, Format::RoundRobin), Some(ScheduleError::TooMany(65)));
}

#[test]
fn two_that_meet_head_to_head_share_the_seats() {
    for (players, tables) in [(2, vec!["AB"]), (3, vec!["AAB", "ABB"]), (4, vec!["AABB"]), (5, vec!["AAABB", "AABBB"])]
    {
        let schedule = schedule(2, players, Format::HeadToHead);
        let letters =
            |places: &[u8]| places.iter().map(|&entrant| ['A', 'B'][usize::from(entrant)]).collect::<String>();
        let seated: Vec<String> = schedule.shapes().iter().map(|shape| letters(shape.places())).collect();
        assert_eq!(seated, tables);
    }
    // Neighbours and partners across the table change from block to block.
    let schedule = schedule(2, 4, Format::HeadToHead);
    let mut orders: Vec<Vec<u8>> = (0..12)
        .flat_map(|block| schedule.block(block).seatings.iter().map(|seating| seating.entrants.clone()))
        .collect();
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 6, "{orders:?}");
}
