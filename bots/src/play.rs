//! The only game loop.

use kosti_engine::{Chance, Game, IllegalAction, Label, Rng, Seat, Turn};
use thiserror::Error;

use crate::bot::{Bot, Decision};

/// Bots at a table, each with its own stream of random numbers.
pub struct Table<B> {
    bots: Vec<(B, Rng)>,
}

impl<B> Table<B> {
    /// Seats the bots for one game of a block; `game` tells the games of the block apart.
    pub fn new(luck: &Chance, game: u16, bots: impl IntoIterator<Item = B>) -> Self {
        let stream = |seat| luck.stream(Label::bot(game, Seat::new(seat)));
        Self { bots: bots.into_iter().enumerate().map(|(seat, bot)| (bot, stream(seat))).collect() }
    }
}

/// Somebody who watches a game.
pub trait Observer<G: Game> {
    /// Whether anybody watches at all; if not, nothing is prepared for it.
    const WATCHES: bool = true;

    /// Dice were rolled or cards dealt.
    fn drawn(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State);

    /// A seat acted.
    fn acted(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State);
}

/// Nobody watches.
impl<G: Game> Observer<G> for () {
    const WATCHES: bool = false;

    fn drawn(&mut self, _: &G, _: &G::State, _: &G::Outcome, _: &G::State) {}
    fn acted(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action, _: &G::State) {}
}

/// A bot chose what it may not do.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the bot in seat {seat} chose '{action}', which is illegal: {reason}")]
pub struct IllegalMove {
    /// The seat of the bot.
    pub seat: Seat,
    /// What it chose.
    pub action: String,
    /// Why that is illegal.
    pub reason: IllegalAction,
}

/// Plays one game to its end and returns its final state.
///
/// # Errors
/// If a bot chooses an illegal action.
///
/// # Panics
/// If there are fewer bots than seats.
pub fn play_game<G: Game, B: Bot<G>>(
    game: &G,
    luck: &Chance,
    table: &mut Table<B>,
    observer: &mut impl Observer<G>,
) -> Result<G::State, IllegalMove> {
    fn watched<G: Game, O: Observer<G>>(_: &O, state: &G::State) -> Option<G::State> {
        O::WATCHES.then_some(*state)
    }
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Chance => {
                let before = watched::<G, _>(observer, &state);
                let outcome = game.draw(game.request(&state), luck);
                game.resolve(&mut state, &outcome);
                if let Some(before) = before {
                    observer.drawn(game, &before, &outcome, &state);
                }
            }
            Turn::Seat(seat) => {
                let (bot, rng) = &mut table.bots[seat.index()];
                let action = bot.act(Decision::new(game, &state, seat, rng));
                let before = watched::<G, _>(observer, &state);
                game.play(&mut state, action).map_err(|reason| IllegalMove {
                    seat,
                    action: action.to_string(),
                    reason,
                })?;
                if let Some(before) = before {
                    observer.acted(game, &before, seat, action, &state);
                }
            }
            Turn::Over => return Ok(state),
        }
    }
}
