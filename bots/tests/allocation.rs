//! A search asks for its memory once: whatever it compares after that, it allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use kosti_bots::search::{Budget, Ismcts, IsmctsSettings, McSettings, MonteCarlo, SearchGame};
use kosti_engine::{ActionSet, AnyRules, Chance, Label, Rng, Seat, Turn, with_game};

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

/// Every so-many-th moment of a game played at random.
fn moments<G: SearchGame>(game: &G, every: usize) -> Vec<(G::View, Seat)> {
    let luck = Chance::new(8, 1);
    let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
    let (mut moments, mut decisions) = (Vec::new(), 0);
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Chance => game.advance(&mut state, &luck),
            Turn::Seat(seat) => {
                let legal = game.legal(&state);
                if legal.len() > 1 {
                    decisions += 1;
                    if decisions % every == 0 {
                        moments.push((game.observe(&state, seat), seat));
                    }
                }
                let action = legal.pick(&mut rng);
                game.play_unchecked(&mut state, action);
            }
            Turn::Over => return moments,
        }
    }
}

/// Compares at all moments twice and counts what is allocated the second time.
fn allocations_of_second<G: SearchGame>(
    moments: &[(G::View, Seat)],
    mut compare: impl FnMut(&G::View, Seat, &mut Rng) -> usize,
) -> u64 {
    let mut all = || {
        let mut rng = Rng::from_state(1);
        moments.iter().map(|(view, seat)| compare(view, *seat, &mut rng)).sum::<usize>()
    };
    // What games share is worked out, and what a search needs has its final size.
    let first = all();
    let before = allocations();
    let second = all();
    let after = allocations();
    assert!(first == second && first > 0);
    after - before
}

fn check<G: SearchGame>(game: &G, every: usize, budget: Budget) {
    let moments = moments(game, every);
    assert!(moments.len() > 3, "{}", game.rules());
    let mut mc = MonteCarlo::<G>::new(McSettings { budget, ..McSettings::default() });
    let by_mc = allocations_of_second::<G>(&moments, |view, seat, rng| mc.compare(game, view, seat, rng).len());
    assert_eq!(by_mc, 0, "mc, {}", game.rules());
    let mut ismcts = Ismcts::<G>::new(IsmctsSettings { budget, ..IsmctsSettings::default() });
    let by_tree = allocations_of_second::<G>(&moments, |view, seat, rng| ismcts.compare(game, view, seat, rng).len());
    assert_eq!(by_tree, 0, "ismcts, {}", game.rules());
}

#[test]
fn searches_allocate_nothing_once_they_are_warm() {
    for (rules, every) in [
        ("rims:players=2", 2),
        ("rims:players=5,lead=winner", 3),
        ("domino-poker:players=2,last=on", 7),
        ("domino-poker:players=4", 17),
        ("graph-poker:players=2", 9),
        ("graph-poker:players=3,decks=2", 21),
    ] {
        let rules = AnyRules::parse(rules).expect("rules");
        for budget in [64, 300] {
            with_game!(rules, game => check(&game, every, Budget::Count(budget)));
        }
    }
    // The allocator does count.
    let before = allocations();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(allocations() > before);
}
