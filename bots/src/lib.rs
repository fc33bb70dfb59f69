//! Players for the games of [`kosti_engine`], and the game loop that lets them play.
//!
//! A [`Bot`] is asked for one action at a time: it gets a [`Decision`] and answers with a legal action. Built-in bots are made
//! from a text such as `greedy` or `ismcts:iterations=1000` by [`Player::new`]; [`play`] lets the bots of a [`Table`] play a
//! game to its end.
//!
//! What a game brings along for bots stands in its folder of [`games`], behind the trait [`BotGame`]; everything else works
//! for any such game.
//!
//! ```
//! use kosti_bots::{BotSpec, Player, Table, play};
//! use kosti_engine::{Chance, Game, Rims, RimsRules};
//!
//! let game = Rims::new(RimsRules::default());
//! let luck = Chance::new(1, 0);
//! let bots: Result<Vec<_>, _> =
//!     BotSpec::parse_list("greedy,mc:rollouts=20,random")?.iter().map(|spec| Player::new(&game, spec)).collect();
//! let end = play(&game, &luck, &mut Table::for_game(&luck, 0, bots?));
//! println!("{:?}", game.scores(&end).as_slice());
//! # Ok::<(), kosti_bots::SpecError>(())
//! ```

pub mod external;
pub mod games;
pub mod greedy;
pub mod habit;
#[cfg(feature = "schema")]
pub mod notation;
pub mod printable;
pub mod protocol;
pub mod record;
pub mod regret;
pub mod roster;
pub mod search;
pub mod served;
pub mod written;

mod bot;
mod disciple;
mod facility;
mod game;
mod move_clock;
mod param;
mod play;
mod playout;
mod random;
mod spec;

pub use bot::{Bot, Decision};
pub use facility::{Facility, Lacking, now};
pub use game::{BotGame, Player};
pub use greedy::Greedy;
pub use move_clock::{MoveClock, MoveTimes};
pub use param::Param;
pub use play::{
    Field, IllegalMove, Observer, Players, Table, Witness, play, play_action, play_from, play_until, play_watched,
    try_play,
};
pub use playout::random_playout;
pub use random::{Random, RandomField};
pub use roster::ladder;
pub use spec::{BotSpec, EXTERNAL, SpecError};

/// The fingerprint of the sources of this crate: others may play other games.
pub const FINGERPRINT: &str = env!("KOSTI_FINGERPRINT");

/// The examples in the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
