//! Whole games of uniformly random play.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_bots::random_playout;
use kosti_engine::{AnyRules, Chance, Game, Label, Seat, with_game};

fn playouts<G: Game>(c: &mut Criterion, game: &G) {
    let mut block = 0;
    c.bench_function(&format!("playout/{}", game.rules()), |bencher| {
        bencher.iter(|| {
            let luck = Chance::new(1, block);
            let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
            let mut state = game.start();
            block += 1;
            black_box(random_playout(game, &mut state, &luck, &mut rng))
        });
    });
}

fn all(c: &mut Criterion) {
    let large = AnyRules::parse("graph-poker:players=16,decks=8").expect("rules");
    for rules in AnyRules::defaults().chain([large]) {
        with_game!(rules, game => playouts(c, &game));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
