//! Nothing in the engine allocates: thousands of games of every kind are played under an allocator that counts.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{rng, rule_spread};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Seat, Turn, with_game};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Plays games with all that the engine offers on the way; returns the decisions made.
fn play<G: Game>(game: &G, games: u64) -> u64 {
    let mut rng = rng(1);
    let mut decisions = 0;
    for block in 0..games {
        let luck = Chance::new(3, block);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    let action = {
                        let legal = game.legal(&state);
                        assert!(legal.iter().take(3).all(|action| legal.contains(action)));
                        legal.pick(&mut rng)
                    };
                    if decisions % 16 == 0 {
                        let view = game.observe(&state, seat);
                        assert!(!game.legal_in(&view).is_empty());
                        let world = game.determinize(&view, &mut rng);
                        assert_eq!(game.turn(&world), Turn::Seat(seat));
                    }
                    game.play(&mut state, action).unwrap();
                    decisions += 1;
                }
                Turn::Over => break,
            }
        }
        assert!(game.scores(&state).share(Seat::new(0)) <= 1.0);
    }
    decisions
}

#[test]
fn nothing_allocates() {
    let many = AnyRules::defaults().map(|rules| (rules, 2000));
    let few = rule_spread().into_iter().map(|rules| (rules, 10));
    for (rules, games) in many.chain(few) {
        let before = allocations();
        let decisions = with_game!(rules, game => play(&game, games));
        assert_eq!(allocations() - before, 0, "{rules}");
        assert!(decisions > games);
    }
    // The allocator does count.
    let before = allocations();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(allocations() > before);
}
