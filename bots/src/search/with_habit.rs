//! Flat Monte Carlo of a seat that keeps a habit, held against a slow version: every rollout is played move by move, and the
//! habit is asked before each move of its seat.

use kosti_engine::{
    Chance, DicePoker, DominoPoker, Game, GraphPoker, GraphPokerLarge, Label, Rims, Rng, Rules, Seat, Turn,
};

use crate::bot::{Bot, Decision};
use crate::habit::{Habit, HabitGame};
use crate::search::halving;
use crate::search::{
    ActionStats, Aim, Budget, Endings, Ismcts, IsmctsSettings, McSettings, MonteCarlo, Policy, SearchGame, Values,
};

const ROLLOUTS: u32 = 60;

/// Shows moments of games that quick moves lead through, with more than one action.
fn visit<G: SearchGame>(rules: &str, blocks: u64, mut visitor: impl FnMut(&G, &G::State, Seat)) {
    let game = G::new(G::Rules::parse(rules).unwrap());
    for block in 0..blocks {
        let luck = Chance::new(71, block);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    if kosti_engine::ActionSet::len(&game.legal(&state)) > 1 {
                        visitor(&game, &state, seat);
                    }
                    let action = game.rollout_action(&state, &mut rng);
                    game.play(&mut state, action).unwrap();
                }
            }
        }
    }
}

/// What a seat with the habit does instead of this.
fn kept<G: Game>(game: &G, state: &G::State, seat: Seat, habit: &dyn Habit<G>, usual: G::Action) -> G::Action {
    habit.ask(game, &game.observe(state, seat), usual).unwrap_or(usual)
}

/// A rollout move by move; `asked` counts the moves of the seat.
fn slow_rollout<G: SearchGame>(
    game: &G,
    root: &G::State,
    mut state: G::State,
    (seat, habit): (Seat, &dyn Habit<G>),
    (luck, rng): (&Chance, &mut Rng),
    changed: &mut u32,
) -> Values {
    while !game.is_leaf(root, &state) {
        match game.turn(&state) {
            Turn::Seat(mover) => {
                let usual = game.greedy_action(&game.observe(&state, mover));
                let action = if mover == seat { kept(game, &state, seat, habit, usual) } else { usual };
                *changed += u32::from(action != usual);
                game.play(&mut state, action).unwrap();
            }
            _ => game.advance(&mut state, luck),
        }
    }
    _ = rng;
    game.leaf_values(Aim::Mix, root, &state)
}

/// Flat Monte Carlo by the book.
fn slow_search<G: SearchGame>(
    game: &G,
    view: &G::View,
    seat: Seat,
    habit: &dyn Habit<G>,
    rng: &mut Rng,
    changed: &mut u32,
) -> Vec<ActionStats<G::Action>> {
    let mut usual = Vec::new();
    game.candidates(view, &mut usual);
    let mut tried: Vec<ActionStats<G::Action>> = Vec::new();
    for usual in usual {
        let action = habit.ask(game, view, usual).unwrap_or(usual);
        if !tried.iter().any(|one| one.action == action) {
            tried.push(ActionStats { action, sum: 0.0, rollouts: 0 });
        }
    }
    let mut worlds = G::Worlds::default();
    game.gather_worlds(&mut worlds, view, ROLLOUTS, rng);
    let mut left = ROLLOUTS as usize;
    let mut width = halving::width(tried.len(), left, G::FEWEST_EACH);
    tried.truncate(width);
    for _ in 0..halving::halvings(width) {
        let mut part = halving::part(left, width);
        left -= part;
        while part > 0 {
            let world = game.draw_world(&worlds, view, rng);
            let luck = Chance::imagined(rng);
            let stream = Rng::from_state(u128::from(rng.word()) << 64 | u128::from(rng.word()));
            let some = part.min(width);
            for one in &mut tried[..some] {
                let mut after = world;
                game.play(&mut after, one.action).unwrap();
                let values = slow_rollout(game, &world, after, (seat, habit), (&luck, &mut stream.clone()), changed);
                one.sum += f64::from(values[seat.index()]);
                one.rollouts += 1;
            }
            part -= some;
        }
        let worth = |one: &ActionStats<_>| if one.rollouts == 0 { f64::NEG_INFINITY } else { one.mean() };
        tried[..width].sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        width = width.div_ceil(2);
    }
    tried
}

fn agrees_with_the_slow_version<G: SearchGame + HabitGame>(rules: &str, habit: &str, blocks: u64) {
    let settings =
        McSettings { budget: Budget::Count(ROLLOUTS), policy: Policy::Greedy, aim: Aim::Mix, endings: Endings::Exact };
    let mut bot = MonteCarlo::new(settings).with_habit(G::habit(habit).unwrap());
    let habit = &*G::habit(habit).unwrap();
    let (mut compared, mut changed) = (0, 0);
    visit::<G>(rules, blocks, |game, state, seat| {
        let view = &game.observe(state, seat);
        if game.direct_action(view, &mut Rng::from_state(1)).is_some() {
            return;
        }
        let slow = slow_search(game, view, seat, habit, &mut Rng::from_state(8), &mut changed);
        let fast = bot.compare(game, view, seat, &mut Rng::from_state(8));
        assert_eq!(fast, slow, "{rules}");
        compared += u32::from(slow.len() > 1);
        for one in &slow {
            assert_eq!(game.check(state, one.action), Ok(()), "{rules}");
        }
    });
    assert!(compared > 20 && changed > 20, "{rules}: {compared} {changed}");
}

#[test]
fn rollouts_keep_to_the_habit_as_the_slow_version_does() {
    agrees_with_the_slow_version::<Rims>("players=2", "lead-highest", 4);
    agrees_with_the_slow_version::<Rims>("players=3", "shed-lowest", 4);
    agrees_with_the_slow_version::<DominoPoker>("players=3,sevens=1", "keep-trumps-in-need", 1);
    agrees_with_the_slow_version::<DominoPoker>("players=2,sevens=1", "keep-trumps-in-need", 1);
    agrees_with_the_slow_version::<DicePoker>("players=2", "keep-one-face", 1);
    agrees_with_the_slow_version::<DicePoker>("players=1", "upper-first", 2);
}

/// What is searched through with open hands knows no habits, so only what leaves no choice is.
#[test]
fn endings_with_a_habit_are_those_without_a_choice() {
    assert_eq!(Endings::Exact.with_habit(0), Endings::Off);
    assert_eq!(Endings::Exact.with_habit(2), Endings::Tricks(1));
    assert_eq!(Endings::Tricks(5).with_habit(0), Endings::Tricks(1));
    assert_eq!(Endings::Off.with_habit(2), Endings::Off);
}

/// Where a game says that no move of the searching seat comes in a rollout, none does.
fn does_not_move_again<G: SearchGame>(rules: &str) {
    assert!(!G::MOVES_AGAIN);
    let mut moves = 0;
    visit::<G>(rules, 2, |game, state, seat| {
        let view = &game.observe(state, seat);
        let rng = &mut Rng::from_state(3);
        let root = game.sample_world(view, rng);
        let mut after = root;
        game.play(&mut after, game.greedy_action(view)).unwrap();
        while !game.is_leaf(&root, &after) {
            assert_ne!(game.turn(&after), Turn::Seat(seat), "{rules}");
            let action = game.rollout_action(&after, rng);
            game.play(&mut after, action).unwrap();
            moves += 1;
        }
    });
    assert!(moves > 20, "{rules}: {moves}");
}

#[test]
fn no_seat_moves_again_where_a_game_says_so() {
    does_not_move_again::<GraphPoker>("players=3");
    does_not_move_again::<GraphPoker>("players=2,start=rotate");
    does_not_move_again::<GraphPokerLarge>("players=9,decks=2,start=rotate");
}

/// A bot with a habit, and the same without.
type Both<G> = (Box<dyn Bot<G>>, Box<dyn Bot<G>>);

/// Whatever bots with a habit do, the habit would leave as it is; and they are not the wrapper of a bot without.
fn does_what_the_habit_asks<G: SearchGame + HabitGame>(rules: &str, habit: &str, blocks: u64) -> u32 {
    let budget = Budget::Count(40);
    let make = || G::habit(habit).unwrap();
    let flat = || MonteCarlo::new(McSettings { budget, ..McSettings::default() });
    let tree = || Ismcts::new(IsmctsSettings { budget, ..IsmctsSettings::default() });
    let mut bots: [Both<G>; 2] = [
        (Box::new(flat().with_habit(make())), Box::new(flat())),
        (Box::new(tree().with_habit(make())), Box::new(tree())),
    ];
    let habit = &*make();
    let mut differ = 0;
    visit::<G>(rules, blocks, |game, state, seat| {
        for (planning, free) in &mut bots {
            let action = planning.act(Decision::new(game, state, seat, &mut Rng::from_state(5)));
            assert_eq!(game.check(state, action), Ok(()), "{rules}");
            assert_eq!(kept(game, state, seat, habit, action), action, "{rules}");
            let usual = free.act(Decision::new(game, state, seat, &mut Rng::from_state(5)));
            differ += u32::from(kept(game, state, seat, habit, usual) != action);
        }
    });
    differ
}

#[test]
fn bots_keep_their_habits() {
    let differ = [
        does_what_the_habit_asks::<Rims>("players=3", "shed-lowest", 6),
        does_what_the_habit_asks::<Rims>("players=2", "lead-highest", 6),
        does_what_the_habit_asks::<DominoPoker>("players=3,last=on", "keep-trumps-in-need", 1),
        does_what_the_habit_asks::<GraphPoker>("players=4", "prolong-flush", 1),
    ];
    assert!(differ[..3].iter().all(|&differ| differ > 0), "{differ:?}");
}
