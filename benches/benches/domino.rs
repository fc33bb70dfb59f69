//! Exact play of domino-poker: whole deals with all hands known, and the last stage.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosti_bots::games::domino_poker::{DealSolver, LastStage};
use kosti_bots::greedy::GreedyGame;
use kosti_engine::domino_poker::{DominoPhase, DominoState, Stage};
use kosti_engine::{Chance, Domino, DominoPoker, DominoPokerRules, Game, Rules, Seat, Turn};

/// Full hands of a stage, bid by sensible beginners, before the first domino is played.
fn full_deals(game: &DominoPoker, stage: Stage, count: u64) -> Vec<DominoState> {
    let deal = |block| {
        let luck = Chance::new(6, block);
        let mut state = game.start();
        loop {
            let table = state.table();
            let is_full = table.hand() == game.rules().full_hand();
            if table.stage() == stage && is_full && table.phase() == DominoPhase::Play {
                return state;
            }
            match game.turn(&state) {
                Turn::Seat(seat) => {
                    let action = game.greedy_action(&game.observe(&state, seat));
                    game.play_unchecked(&mut state, action);
                }
                Turn::Chance | Turn::Over => game.advance(&mut state, &luck),
            }
        }
    };
    (0..count).map(deal).collect()
}

fn whole_deals(c: &mut Criterion) {
    let mut group = c.benchmark_group("domino-poker/deals solved");
    group.sample_size(10);
    for (players, deals) in [(2, 64), (4, 8)] {
        let rules = DominoPokerRules::parse(&format!("players={players},sevens=1")).expect("rules");
        let game = DominoPoker::new(rules);
        for stage in [Stage::Bidding, Stage::Grab, Stage::Mizer] {
            let states = full_deals(&game, stage, deals);
            let mut solver = DealSolver::default();
            group.throughput(Throughput::Elements(deals));
            group.bench_function(format!("{players} hands of seven, {stage}"), |bencher| {
                bencher.iter(|| {
                    for state in &states {
                        black_box(solver.sure_worth(&game, state, Seat::new(0)));
                    }
                });
            });
        }
    }
    group.finish();
}

fn last_stage(c: &mut Criterion) {
    let shown: Domino = "6-4".parse().expect("a domino");
    let mut group = c.benchmark_group("domino-poker/last stage solved");
    for players in [2, 4, 6] {
        group.bench_function(format!("{players} players"), |bencher| {
            bencher.iter(|| black_box(LastStage::new(black_box(players), shown).solve()));
        });
    }
    group.finish();
}

criterion_group!(benches, whole_deals, last_stage);
criterion_main!(benches);
