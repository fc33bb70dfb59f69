//! The hot paths of a tournament: a game at a table, its statistics, and ratings at the end.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_bots::protocol::{WireGame, act_line};
use kosti_bots::{Random, Table, play as play_game};
use kosti_engine::{AnyRules, Chance, Game, Turn, with_game};
use kosti_reports::stats::tally::{self, BlockTally, GameResult, Shape, Tallies};
use kosti_reports::stats::{Ratings, Standings};

fn rotations(places: usize) -> Vec<Vec<u8>> {
    (0..places).map(|by| (0..places).map(|seat| ((seat + by) % places) as u8).collect()).collect()
}

/// The scores of a game among random bots that sit at a table.
fn play<G: Game>(game: &G, table: &mut Table<Random>, block: u64, number: u16, seating: &[u8]) -> GameResult {
    let luck = Chance::new(1, block);
    table.seat(&luck, number, seating);
    GameResult::new(game.scores(&play_game(game, &luck, table)).as_slice())
}

fn tables<G: WireGame>(c: &mut Criterion, game: &G) {
    let players = usize::from(game.players());
    let seatings = rotations(players);
    let shape = Shape::new((0..players as u8).collect());
    let mut table = Table::new((0..players).map(|_| Random));
    let mut block = 0;
    c.bench_function(&format!("block/{}", game.rules()), |bencher| {
        let mut tally = BlockTally::new(&shape, players);
        bencher.iter(|| {
            for (number, seating) in seatings.iter().enumerate() {
                tally.add(seating, &play(game, &mut table, block, number as u16, seating));
            }
            block += 1;
        });
        black_box(tally.finish());
    });
    let results: Vec<GameResult> = (0..64).map(|block| play(game, &mut table, block, 0, &seatings[0])).collect();
    c.bench_function(&format!("tally/{}", game.rules()), |bencher| {
        let mut tally = BlockTally::new(&shape, 1);
        let mut next = 0;
        bencher.iter(|| {
            tally.add(&seatings[0], &results[next % results.len()]);
            next += 1;
        });
        black_box(tally.finish());
    });
    let mut state = game.start();
    while game.turn(&state) == Turn::Chance {
        game.advance(&mut state, &Chance::new(1, 0));
    }
    if let Turn::Seat(seat) = game.turn(&state) {
        c.bench_function(&format!("message/{}", game.rules()), |bencher| {
            bencher.iter(|| act_line(game, &game.observe(&state, seat), 1, 1, 1000));
        });
    }
}

fn statistics(c: &mut Criterion) {
    let game = kosti_engine::Rims::new(kosti_engine::Rules::parse("players=4").expect("rules"));
    let seatings = rotations(4);
    let shapes: Vec<Shape> =
        (0..70u8).map(|table| Shape::new((0..4).map(|place| (table + place * 3) % 16).collect())).collect();
    let mut table = Table::new((0..4).map(|_| Random));
    let mut all = Tallies::new();
    for group in 0..64 {
        let mut tallies = Tallies::new();
        for (number, shape) in shapes.iter().enumerate() {
            let mut tally = BlockTally::new(shape, 4);
            for (game_number, seating) in seatings.iter().enumerate() {
                tally.add(seating, &play(&game, &mut table, group * 70 + number as u64, game_number as u16, seating));
            }
            tallies.insert(number as u32, tally.finish());
        }
        tally::merge(&mut all, &tallies);
    }
    c.bench_function("standings/16 entrants at 70 tables", |bencher| {
        bencher.iter(|| Standings::new(16, &shapes, black_box(&all)));
    });
    c.bench_function("ratings/16 entrants at 70 tables", |bencher| {
        bencher.iter(|| Ratings::new(16, &shapes, black_box(&all)));
    });
}

fn all(c: &mut Criterion) {
    for rules in AnyRules::defaults() {
        with_game!(rules, game => tables(c, &game));
    }
    statistics(c);
}

criterion_group!(benches, all);
criterion_main!(benches);
