//! What the material is worth: dice in every row, runs of four cards, tricks; and drawing it.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosti_engine::graph_poker::{Ace, ComboKind};
use kosti_engine::rims::beats;
use kosti_engine::sheet::{DicePokerRow, DicePokerRules, Roll, Row, Sheet, SheetGame};
use kosti_engine::{
    Card, Chance, Dice, Domino, DominoPoker, DominoPokerRules, Game, GraphPoker, GraphPokerRules, Keep, Label, Rims,
    RimsRules, Seat, Suit,
};

fn scoring(c: &mut Criterion) {
    let game = SheetGame::new(DicePokerRules::default());
    let sheet = Sheet::default();
    c.bench_function("scoring/dice-poker, 252 rolls in 15 rows", |bencher| {
        bencher.iter(|| {
            for dice in Dice::all() {
                for &row in &DicePokerRow::ALL[..15] {
                    black_box(game.booking(&sheet, dice, Roll::Later, row));
                }
            }
        });
    });
    c.bench_function("scoring/tables of new dice-poker rules", |bencher| {
        bencher.iter(|| SheetGame::new(black_box(DicePokerRules::default())));
    });
    let cards: Vec<Card> = Card::all().collect();
    c.bench_function("scoring/runs of four, 52", |bencher| {
        bencher.iter(|| {
            for start in 0..52 {
                let run = [0, 5, 9, 2].map(|step| cards[(start + step) % 52]);
                black_box(ComboKind::of(run, Ace::Both));
            }
        });
    });
    c.bench_function("scoring/rims, 52 cards against one", |bencher| {
        bencher.iter(|| cards.iter().filter(|&&card| beats(card, black_box(cards[20]), Suit::Hearts)).count());
    });
    c.bench_function("scoring/dominoes, 28 against one", |bencher| {
        bencher.iter(|| Domino::all().filter(|domino| domino.beats(black_box(Domino::from_index(9)))).count());
    });
}

fn drawing(c: &mut Criterion) {
    let luck = Chance::new(1, 1);
    let mut turn = 0u8;
    c.bench_function("drawing/five dice", |bencher| {
        bencher.iter(|| {
            turn = turn.wrapping_add(1);
            black_box(Dice::roll(Keep::NONE, Label::roll(Seat::new(0), turn, 1), &luck))
        });
    });
    let rims = Rims::new(RimsRules::default());
    let mut request = rims.request(&rims.start());
    c.bench_function("drawing/12 of 52 cards", |bencher| {
        bencher.iter(|| {
            request.deal = request.deal.wrapping_add(1);
            black_box(rims.draw(request, &luck))
        });
    });
    let dominoes = DominoPoker::new(DominoPokerRules::default());
    c.bench_function("drawing/28 dominoes", |bencher| bencher.iter(|| black_box(dominoes.draw(black_box(7), &luck))));
    let graph = GraphPoker::new(GraphPokerRules::default());
    let request = graph.request(&graph.start());
    c.bench_function("drawing/52 of 52 cards", |bencher| {
        bencher.iter(|| black_box(graph.draw(black_box(request), &luck)));
    });
    c.bench_function("drawing/new block", |bencher| {
        let mut block = 0u64;
        bencher.iter(|| {
            block += 1;
            black_box(Chance::new(black_box(1), block))
        });
    });
}

criterion_group!(benches, scoring, drawing);
criterion_main!(benches);
