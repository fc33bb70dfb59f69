//! Players for the games of [`kosti_engine`], and the one loop that lets them play.
//!
//! A bot is made from a text such as `greedy` by [`Player::new`]; [`play_game`] seats bots at a table.

pub mod advice;
pub mod domino;
pub mod external;
pub mod greedy;
pub mod rims;
pub mod roster;
pub mod search;
pub mod solver;

mod bot;
mod expectimax;
mod graph;
mod ladder;
mod many_games;
mod optimal;
mod play;
mod playout;
mod random;
mod spec;
mod utility_bot;

pub use bot::{Bot, Decision};
pub use greedy::Greedy;
pub use ladder::ladder;
pub use many_games::play_many;
pub use optimal::Optimal;
pub use play::{
    Field, IllegalMove, Observer, Players, Referee, Strict, Table, Trusting, play_action, play_game, play_on,
};
pub use playout::random_playout;
pub use random::{Random, RandomField};
pub use roster::{Experts, Player};
pub use spec::{BotSpec, SpecError};
pub use utility_bot::UtilityBot;
