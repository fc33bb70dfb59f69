//! What is done at a single position: listing and picking legal actions, checking, playing, looking, imagining.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_bots::greedy::GreedyGame;
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Seat, Turn, with_game};

/// Positions of random games at which a seat has to act.
fn positions<G: Game>(game: &G, count: usize) -> Vec<G::State> {
    let mut rng = Chance::new(2, 0).stream(Label::bot(0, Seat::new(0)));
    let mut positions = Vec::new();
    for block in 0.. {
        let luck = Chance::new(2, block);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(_) => {
                    if rng.below(7) == 0 {
                        positions.push(state);
                    }
                    let action = { game.legal(&state).pick(&mut rng) };
                    game.play_unchecked(&mut state, action);
                }
                Turn::Over => break,
            }
            if positions.len() == count {
                return positions;
            }
        }
    }
    positions
}

fn at_positions<G: GreedyGame>(c: &mut Criterion, game: &G) {
    let name = game.rules().to_string();
    let states = positions(game, 256);
    let mut group = c.benchmark_group(name);
    let mut rng = Chance::new(3, 0).stream(Label::bot(0, Seat::new(0)));
    let mut next = (0..states.len()).cycle().map(|place| states[place]);
    let mut state = move || next.next().expect("a cycle has no end");
    let mover = |state: &G::State| match game.turn(state) {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::new(0),
    };

    group.bench_function("legal/count and pick", |bencher| {
        bencher.iter(|| {
            let state = state();
            let legal = game.legal(&state);
            black_box(legal.pick(&mut rng))
        });
    });
    group.bench_function("legal/visit all", |bencher| {
        bencher.iter(|| {
            let state = state();
            game.legal(&state).iter().for_each(|action| _ = black_box(action));
        });
    });
    group.bench_function("play checked", |bencher| {
        bencher.iter(|| {
            let mut state = state();
            let action = game.legal(&state).nth(0);
            black_box(game.play(&mut state, action)).expect("legal");
            black_box(state)
        });
    });
    group.bench_function("observe", |bencher| {
        bencher.iter(|| {
            let state = state();
            black_box(game.observe(&state, mover(&state)))
        });
    });
    let views: Vec<G::View> = states.iter().map(|state| game.observe(state, mover(state))).collect();
    let mut turn = 0;
    let mut view = || {
        turn = (turn + 1) % views.len();
        &views[turn]
    };
    group.bench_function("determinize", |bencher| {
        bencher.iter(|| black_box(game.determinize(view(), &mut rng)));
    });
    group.bench_function("greedy", |bencher| bencher.iter(|| black_box(game.greedy_action(view()))));
    group.bench_function("scores", |bencher| bencher.iter(|| black_box(game.scores(&state()))));
    group.finish();
}

fn all(c: &mut Criterion) {
    let large = AnyRules::parse("graph-poker:players=16,decks=8").expect("rules");
    for rules in AnyRules::defaults().chain([large]) {
        with_game!(rules, game => at_positions(c, &game));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
