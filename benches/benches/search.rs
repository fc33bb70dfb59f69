//! Rollouts of flat Monte Carlo and iterations of tree search. A decision has a fixed number of them, so that elements per
//! second are rollouts or iterations per second.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kosti_bots::search::{Budget, Ismcts, IsmctsSettings, McSettings, MonteCarlo, SearchGame};
use kosti_engine::domino_poker::DominoPhase;
use kosti_engine::rims::RimsPhase;
use kosti_engine::{ActionSet, AnyRules, Chance, DominoPoker, Game, Label, Rims, Rng, Rules, Seat, Turn, with_game};

/// Rollouts or iterations of one decision.
const WORK: u32 = 4000;
/// Decisions of one bench, taken in turn.
const POSITIONS: usize = 16;

/// Moments of games by quick moves that are of interest, each from a game of its own, seen by who has to act.
fn moments<G: SearchGame>(game: &G, wanted: impl Fn(&G::State) -> bool) -> Vec<(G::View, Seat)> {
    let mut moments = Vec::new();
    for block in 0.. {
        let luck = Chance::new(4, block);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) if wanted(&state) && game.legal(&state).len() > 1 => {
                    moments.push((game.observe(&state, seat), seat));
                    break;
                }
                Turn::Seat(_) => {
                    let action = game.rollout_action(&state, &mut rng);
                    game.play_unchecked(&mut state, action);
                }
                Turn::Over => break,
            }
        }
        if moments.len() == POSITIONS {
            break;
        }
    }
    moments
}

/// Measures a way to decide at some moments.
fn measure<V>(c: &mut Criterion, id: BenchmarkId, moments: &[(V, Seat)], mut decide: impl FnMut(&V, Seat, &mut Rng)) {
    let mut rng = Chance::new(5, 0).stream(Label::bot(0, Seat::new(0)));
    let mut next = moments.iter().cycle();
    let mut group = c.benchmark_group("search");
    group.throughput(Throughput::Elements(u64::from(WORK))).sample_size(20);
    group.bench_function(id, |bencher| {
        bencher.iter(|| {
            let (view, seat) = next.next().expect("a cycle has no end");
            decide(view, *seat, &mut rng);
        });
    });
    group.finish();
}

fn rollouts<G: SearchGame>(c: &mut Criterion, game: &G) {
    let mut bot = MonteCarlo::new(McSettings { budget: Budget::Count(WORK), ..McSettings::default() });
    let moments = moments(game, |_| true);
    measure(c, BenchmarkId::new("mc", game.rules()), &moments, |view, seat, rng| {
        black_box(bot.compare(game, view, seat, rng));
    });
}

fn iterations<G: SearchGame>(c: &mut Criterion, game: &G, when: &str, wanted: impl Fn(&G::State) -> bool) {
    let mut bot = Ismcts::new(IsmctsSettings { budget: Budget::Count(WORK), ..IsmctsSettings::default() });
    let moments = moments(game, wanted);
    let id = BenchmarkId::new(format!("ismcts {when}"), game.rules());
    measure(c, id, &moments, |view, seat, rng| {
        black_box(bot.compare(game, view, seat, rng));
    });
}

fn all(c: &mut Criterion) {
    for rules in AnyRules::defaults() {
        with_game!(rules, game => rollouts(c, &game));
    }
    let rims = Rims::new(Rules::parse("players=3").expect("rules"));
    iterations(c, &rims, "at the first card shown", |state| state.table().phase() == RimsPhase::Show);
    iterations(c, &rims, "at the first trick", |state| state.table().phase() == RimsPhase::Play);
    let dominoes = DominoPoker::new(Rules::parse("players=4").expect("rules"));
    let full = |state: &<DominoPoker as Game>::State| state.table().hand() == 7;
    iterations(c, &dominoes, "at the first bid", |state| full(state) && state.table().phase() == DominoPhase::Bid);
    iterations(c, &dominoes, "at the first play", |state| full(state) && state.table().phase() == DominoPhase::Play);
}

criterion_group!(benches, all);
criterion_main!(benches);
