//! Exact play for the dice games: solving, following, asking, playing.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kosti_bots::games::dice::FollowedSheet;
use kosti_engine::sheet::Sheet;
use kosti_engine::{Dice, DicePoker, DicePokerRules, Game, Rules};
use kosti_solver::{Ending, PolicyTable, Solution, Vectors, play_many};

fn game(rules: &str) -> DicePoker {
    DicePoker::new(DicePokerRules::parse(rules).expect("rules"))
}

/// Whole games of dice-poker, on one thread and on two.
fn solve(criterion: &mut Criterion) {
    let game = game("");
    let mut group = criterion.benchmark_group("solve dice-poker");
    group.sample_size(10);
    let states = Solution::shared(&game).states();
    group.throughput(Throughput::Elements(states));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        for vectors in Vectors::available() {
            group.bench_function(BenchmarkId::new(format!("{vectors:?}"), threads), |bencher| {
                bencher.iter(|| pool.install(|| Solution::with_vectors(&game, vectors)));
            });
        }
    }
    group.finish();
}

fn follow(criterion: &mut Criterion) {
    let game = game("penalty=each");
    let solution = Solution::new(&game);
    let mut group = criterion.benchmark_group("distribution");
    group.sample_size(10);
    group.bench_function("dice-poker:penalty=each", |bencher| bencher.iter(|| black_box(solution.distribution())));
    group.bench_function("dice-poker:penalty=each/watched", |bencher| {
        bencher.iter(|| solution.watched(&Sheet::default(), &mut ()));
    });
    group.bench_function("dice-poker:penalty=each/greedy", |bencher| {
        bencher.iter(|| black_box(FollowedSheet::greedy_distribution(&game, &mut ())));
    });
    group.finish();
}

fn ask(criterion: &mut Criterion) {
    let game = game("");
    let solution = Solution::shared(&game);
    let sheet = game.parse_sheet("school-3=0,school-5=5,school-6=6,pair=24").expect("a sheet");
    let dice = Dice::from_faces([4, 4, 4, 2, 1]).expect("dice");
    criterion.bench_function("values of a turn", |bencher| {
        bencher.iter(|| black_box(solution.turn(black_box(&sheet)).best(dice, 2)));
    });
    let rows = "school-1=0,school-2=0,school-3=0,school-4=0,school-5=0,school-6=0,pair=24,three=15,two-pairs=36,full=25,\
                small-road=0,big-road=0,sum=20";
    let (ahead, behind) = (game.parse_sheet(rows).expect("a sheet"), game.parse_sheet(rows).expect("a sheet"));
    criterion.bench_function("ending with two rows each", |bencher| {
        bencher.iter(|| black_box(Ending::new(&game, black_box(&ahead), &behind).expect("an ending").worth()));
    });
}

fn play(criterion: &mut Criterion) {
    let game = game("players=1");
    let table: Arc<PolicyTable<_>> = PolicyTable::shared(&game);
    assert!(game.open(&Sheet::default()).len() > 1);
    let mut group = criterion.benchmark_group("optimal");
    group.throughput(Throughput::Elements(1000));
    let mut block = 0;
    group.bench_function("1,000 games", |bencher| {
        bencher.iter(|| {
            // The same few thousand games over and over, so that what they need is known.
            block = (block + 1000) % 20_000;
            play_many(&game, &table, 1, block..block + 1000, |_, score| _ = black_box(score));
        });
    });
    group.finish();
}

criterion_group!(benches, solve, follow, ask, play);
criterion_main!(benches);
