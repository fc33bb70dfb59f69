//! The examples run to their end.

#[path = "../examples/own_bot.rs"]
mod own_bot;
#[path = "../examples/watch_a_game.rs"]
mod watch_a_game;

#[test]
fn a_game_can_be_watched() {
    watch_a_game::main().unwrap();
}

#[test]
fn a_bot_of_ones_own_plays_legally() {
    own_bot::main().unwrap();
}
