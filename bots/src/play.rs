//! The only game loop.

use std::iter;

use kosti_engine::{Chance, Game, IllegalAction, Label, MAX_SEATS, Rng, Seat, Turn};
use thiserror::Error;

use crate::bot::{Bot, Decision};

/// Bots at a table: who sits where, and for each seat its own stream of random numbers.
///
/// A table is set up once and used for many games, since making bots may be costly. More bots may stand ready than
/// there are seats.
pub struct Table<B> {
    bots: Vec<B>,
    seating: [u8; MAX_SEATS],
    streams: [Rng; MAX_SEATS],
}

impl<B> Table<B> {
    /// A table with these bots beside it: [`seat`](Table::seat) lets some of them play.
    pub fn new(bots: impl IntoIterator<Item = B>) -> Self {
        let streams = std::array::from_fn(|_| Rng::from_state(0));
        Self { bots: bots.into_iter().collect(), seating: [0; MAX_SEATS], streams }
    }

    /// A table for one game of a block, with these bots in its seats.
    ///
    /// # Panics
    /// If there are more bots than seats at any table.
    pub fn for_game(luck: &Chance, game: u16, bots: impl IntoIterator<Item = B>) -> Self {
        let mut table = Self::new(bots);
        let seating: Vec<u8> = (0..table.bots.len() as u8).collect();
        table.seat(luck, game, &seating);
        table
    }

    /// Seats the bots with these numbers for one game of a block, each with its random numbers; `game` tells the games
    /// of the block apart.
    ///
    /// # Panics
    /// If there are more seats than at any table.
    #[inline]
    pub fn seat(&mut self, luck: &Chance, game: u16, seating: &[u8]) {
        self.seating[..seating.len()].copy_from_slice(seating);
        for (seat, stream) in iter::zip(0..seating.len(), &mut self.streams) {
            *stream = luck.stream(Label::bot(game, Seat::new(seat)));
        }
    }

    /// The bot in a seat, and its random numbers.
    #[inline]
    fn at(&mut self, seat: Seat) -> (&mut B, &mut Rng) {
        // A seat is below the most seats; said this way, the compiler knows it too.
        let seat = seat.index() % MAX_SEATS;
        (&mut self.bots[self.seating[seat] as usize], &mut self.streams[seat])
    }
}

/// Whoever decides for the seats of a game that play here.
pub trait Players<G: Game> {
    /// Chooses one of the legal actions of the seat whose turn it is.
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action;
}

impl<G: Game, B: Bot<G>> Players<G> for Table<B> {
    // The game loop is fastest in one piece.
    #[inline(always)]
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let (bot, rng) = self.at(seat);
        bot.act(Decision::new(game, state, seat, rng))
    }
}

/// Players who sit down to one game after another.
pub trait Field<G: Game>: Players<G> {
    /// Seats the bots with these numbers for one game of a block: see [`Table::seat`].
    fn seat(&mut self, luck: &Chance, game: u16, seating: &[u8]);
}

impl<G: Game, B: Bot<G>> Field<G> for Table<B> {
    #[inline]
    fn seat(&mut self, luck: &Chance, game: u16, seating: &[u8]) {
        Table::seat(self, luck, game, seating);
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

/// Who sees to it that the bots keep to the rules.
pub trait Referee {
    /// Plays an action.
    ///
    /// # Errors
    /// If it is illegal and this referee minds.
    fn play<G: Game>(game: &G, state: &mut G::State, action: G::Action) -> Result<(), IllegalAction>;
}

/// Checks every action: for bots that somebody else wrote.
#[derive(Clone, Copy, Debug)]
pub struct Strict;

/// Takes every action for legal: for bots whose tests have shown it. Debug builds check it all the same.
#[derive(Clone, Copy, Debug)]
pub struct Trusting;

impl Referee for Strict {
    #[inline]
    fn play<G: Game>(game: &G, state: &mut G::State, action: G::Action) -> Result<(), IllegalAction> {
        game.play(state, action)
    }
}

impl Referee for Trusting {
    #[inline(always)]
    fn play<G: Game>(game: &G, state: &mut G::State, action: G::Action) -> Result<(), IllegalAction> {
        debug_assert_eq!(game.check(state, action), Ok(()), "{action}");
        game.play_unchecked(state, action);
        Ok(())
    }
}

/// Plays one game to its end and returns its final state.
///
/// # Errors
/// If a bot chooses an illegal action.
pub fn play_game<G: Game, B: Bot<G>>(
    game: &G,
    luck: &Chance,
    table: &mut Table<B>,
    observer: &mut impl Observer<G>,
) -> Result<G::State, IllegalMove> {
    let mut state = game.start();
    play_on::<Strict, _, _>(game, luck, &mut state, table, observer, |_| false)?;
    Ok(state)
}

/// Plays a game on until it is over, or until a seat has to act that does not play here: that seat is returned.
///
/// # Errors
/// If a bot chooses an illegal action and the referee minds.
#[inline]
pub fn play_on<R: Referee, G: Game, P: Players<G>>(
    game: &G,
    luck: &Chance,
    state: &mut G::State,
    players: &mut P,
    observer: &mut impl Observer<G>,
    plays_elsewhere: impl Fn(Seat) -> bool,
) -> Result<Option<Seat>, IllegalMove> {
    loop {
        match game.turn(state) {
            Turn::Chance => draw(game, luck, state, observer),
            Turn::Seat(seat) if plays_elsewhere(seat) => return Ok(Some(seat)),
            Turn::Seat(seat) => {
                let action = players.act(game, state, seat);
                play_action::<R, _>(game, state, seat, action, observer)?;
            }
            Turn::Over => return Ok(None),
        }
    }
}

/// Lets chance do what it has to, watched.
#[inline(always)]
fn draw<G: Game, O: Observer<G>>(game: &G, luck: &Chance, state: &mut G::State, observer: &mut O) {
    if !O::WATCHES {
        return game.advance(state, luck);
    }
    let before = *state;
    let outcome = game.draw(game.request(state), luck);
    game.resolve(state, &outcome);
    observer.drawn(game, &before, &outcome, state);
}

/// Plays the action of a seat, watched.
///
/// # Errors
/// If it is illegal and the referee minds.
#[inline(always)]
pub fn play_action<R: Referee, G: Game>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    action: G::Action,
    observer: &mut impl Observer<G>,
) -> Result<(), IllegalMove> {
    let before = watched::<G, _>(observer, state);
    R::play(game, state, action).map_err(|reason| IllegalMove { seat, action: action.to_string(), reason })?;
    if let Some(before) = before {
        observer.acted(game, &before, seat, action, state);
    }
    Ok(())
}

fn watched<G: Game, O: Observer<G>>(_: &O, state: &G::State) -> Option<G::State> {
    O::WATCHES.then_some(*state)
}
