//! Any sequence of action texts, in any game: each is refused with a reason and leaves the state as it was, or is one
//! of the listed legal actions.
#![no_main]

use kosti_engine::{ActionSet, AnyRules, Chance, Game, Turn, with_game};
use libfuzzer_sys::fuzz_target;

fn play<G: Game>(game: &G, actions: &str) {
    let luck = Chance::new(0, 0);
    let mut state = game.start();
    for text in actions.lines() {
        if game.turn(&state) == Turn::Chance {
            game.advance(&mut state, &luck);
        }
        let action = match text.strip_prefix('#') {
            // A legal action by its number, so that games get somewhere.
            Some(number) => {
                let legal = game.legal(&state);
                let Ok(number) = number.parse::<usize>() else { continue };
                if legal.is_empty() {
                    return;
                }
                legal.nth(number % legal.len())
            }
            None => match text.parse::<G::Action>() {
                Ok(action) => action,
                Err(_) => continue,
            },
        };
        let legal = game.legal(&state).contains(action);
        let before = state;
        let done = game.play(&mut state, action);
        assert_eq!(done.is_ok(), legal);
        assert!(legal || state == before);
    }
}

fuzz_target!(|text: &str| {
    let (rules, actions) = text.split_once('\n').unwrap_or((text, ""));
    if let Ok(rules) = AnyRules::parse(rules) {
        with_game!(rules, game => play(&game, actions));
    }
});
