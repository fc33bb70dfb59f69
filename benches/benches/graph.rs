//! Graph-poker's part of a search: worlds, candidates and rollouts, halfway through a game.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_bots::search::{Aim, SearchGame};
use kosti_engine::{Chance, Game, GraphPoker, GraphPokerRules, Label, Rules, Seat, Turn};

/// A state of a game by quick moves in which half of the cards are laid, and who has to act.
fn halfway(game: &GraphPoker, block: u64) -> (<GraphPoker as Game>::State, Seat) {
    let luck = Chance::new(6, block);
    let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
    let mut state = game.start();
    game.advance(&mut state, &luck);
    loop {
        let Turn::Seat(seat) = game.turn(&state) else { unreachable!("the game is not over halfway") };
        if 2 * state.rounds() >= game.hand_size() && seat.index() + 1 == usize::from(game.players()) {
            return (state, seat);
        }
        let action = game.rollout_action(&state, &mut rng);
        game.play_unchecked(&mut state, action);
    }
}

fn parts_of_a_search(c: &mut Criterion, players: u8) {
    let game = GraphPoker::new(GraphPokerRules::parse(&format!("players={players}")).expect("rules"));
    let mut group = c.benchmark_group(game.rules().to_string());
    let mut rng = Chance::new(7, 0).stream(Label::bot(0, Seat::new(0)));
    let (state, seat) = halfway(&game, 0);
    let view = game.observe(&state, seat);
    group.bench_function("sample_world", |bencher| bencher.iter(|| black_box(game.sample_world(&view, &mut rng))));
    let mut actions = Vec::new();
    group.bench_function("candidates", |bencher| {
        bencher.iter(|| {
            game.candidates(&view, &mut actions);
            black_box(actions.len())
        });
    });
    let mut room = Default::default();
    game.prepare(&mut room, &view);
    let root = game.sample_world(&view, &mut rng);
    let mut after = root;
    game.play_unchecked(&mut after, actions[0]);
    group.bench_function("rollout", |bencher| {
        bencher.iter(|| black_box(game.fast_rollout(&mut room, Aim::Share, &root, &after, &mut rng)));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    for players in 2..=4 {
        parts_of_a_search(c, players);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
