//! What searches in rims are made of: worlds, quick moves to the end of a deal, and what the tricks are worth then.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_bots::Greedy;
use kosti_bots::games::rims::exploit::{Effort, exploit_deal};
use kosti_bots::search::{Aim, SearchGame};
use kosti_engine::{Chance, Game, Label, Rims, RimsRules, Rules, Seat, Turn};

fn rollouts(c: &mut Criterion) {
    for players in 2..=4u64 {
        let game = Rims::new(RimsRules::parse(&format!("players={players}")).expect("rules"));
        let mut rng = Chance::new(1, 0).stream(Label::bot(0, Seat::new(0)));
        let mut states = Vec::new();
        for block in 0..64 {
            let mut state = game.start();
            game.advance(&mut state, &Chance::new(2, block));
            // Somewhere in the first circle, so that there is something to explain.
            for _ in 0..block % players {
                let action = game.rollout_action(&state, &mut rng);
                game.play_unchecked(&mut state, action);
            }
            states.push(state);
        }
        let mut next = (0..states.len()).cycle();
        let mut state = || states[next.next().expect("a cycle has no end")];
        let mut group = c.benchmark_group(format!("rims:players={players}"));
        group.bench_function("sample_world", |bencher| {
            bencher.iter(|| {
                let state = state();
                black_box(game.sample_world(&game.observe(&state, state.table().seat()), &mut rng))
            });
        });
        group.bench_function("quick moves to the end of a deal, and its outlook", |bencher| {
            bencher.iter(|| {
                let root = state();
                let mut state = root;
                while let Turn::Seat(_) = game.turn(&state) {
                    let action = game.rollout_action(&state, &mut rng);
                    game.play_unchecked(&mut state, action);
                }
                black_box(game.leaf_values(Aim::Share, &root, &state))
            });
        });
        group.finish();
    }
}

fn exploiting(c: &mut Criterion) {
    let game = Rims::new(RimsRules::parse("players=2").expect("rules"));
    let mut block = 0;
    c.bench_function("rims:players=2/a deal that exploits greedy", |bencher| {
        bencher.iter(|| {
            block += 1;
            black_box(exploit_deal(&game, &mut Greedy, &Chance::new(3, block), Effort::default()))
        });
    });
}

criterion_group!(benches, rollouts, exploiting);
criterion_main!(benches);
