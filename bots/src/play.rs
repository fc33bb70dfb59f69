//! The game loop: [`play`] with bots that are trusted to act legally, [`try_play`] with bots that are not, and
//! [`play_until`] up to a seat that plays elsewhere.

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

/// Decides for the seats of a game.
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

/// Players that sit down to one game after another.
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

/// Watches a game.
pub trait Observer<G: Game> {
    /// Whether it watches at all; if not, nothing is prepared for it.
    const WATCHES: bool = true;

    /// Dice were rolled or cards dealt.
    fn drawn(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State);

    /// A seat acted.
    fn acted(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State);
}

/// An [`Observer`] as a trait object.
pub trait Witness<G: Game> {
    /// Dice were rolled or cards dealt: see [`Observer::drawn`].
    fn saw_draw(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State);

    /// A seat acted: see [`Observer::acted`].
    fn saw_action(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State);
}

impl<G: Game, O: Observer<G>> Witness<G> for O {
    fn saw_draw(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State) {
        self.drawn(game, before, outcome, after);
    }

    fn saw_action(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State) {
        self.acted(game, before, seat, action, after);
    }
}

/// Watches for a [`Witness`].
pub(crate) struct Through<'a, G: Game>(pub(crate) &'a mut dyn Witness<G>);

impl<G: Game> Observer<G> for Through<'_, G> {
    fn drawn(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State) {
        self.0.saw_draw(game, before, outcome, after);
    }

    fn acted(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State) {
        self.0.saw_action(game, before, seat, action, after);
    }
}

/// An observer that watches nothing.
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

/// Plays one game to its end and returns its final state. The bots are trusted to act legally; debug builds check it.
///
/// ```
/// use kosti_bots::{Random, Table, play};
/// use kosti_engine::{Chance, Game, Rims, RimsRules};
///
/// let game = Rims::new(RimsRules::default());
/// let luck = Chance::new(7, 0);
/// let mut table = Table::for_game(&luck, 0, [Random, Random, Random]);
/// let end = play(&game, &luck, &mut table);
/// assert_eq!(game.scores(&end).as_slice().len(), 3);
/// ```
#[inline]
pub fn play<G: Game>(game: &G, luck: &Chance, players: &mut impl Players<G>) -> G::State {
    play_from(game, luck, game.start(), players)
}

/// Plays a game on from a state to its end, as [`play`] does.
#[inline]
pub fn play_from<G: Game>(game: &G, luck: &Chance, mut state: G::State, players: &mut impl Players<G>) -> G::State {
    play_until(game, luck, &mut state, players, &mut (), |_| false);
    state
}

/// Plays one game to its end while an observer watches, as [`play`] does.
#[inline]
pub fn play_watched<G: Game>(
    game: &G,
    luck: &Chance,
    players: &mut impl Players<G>,
    observer: &mut impl Observer<G>,
) -> G::State {
    let mut state = game.start();
    play_until(game, luck, &mut state, players, observer, |_| false);
    state
}

/// Plays a game on until it is over, or until it is the turn of a seat that `stops_at`: that seat is returned. The players
/// are trusted to act legally; debug builds check it.
#[inline]
pub fn play_until<G: Game>(
    game: &G,
    luck: &Chance,
    state: &mut G::State,
    players: &mut (impl Players<G> + ?Sized),
    observer: &mut impl Observer<G>,
    stops_at: impl Fn(Seat) -> bool,
) -> Option<Seat> {
    loop {
        match game.turn(state) {
            Turn::Chance => draw(game, luck, state, observer),
            Turn::Seat(seat) if stops_at(seat) => return Some(seat),
            Turn::Seat(seat) => {
                let action = players.act(game, state, seat);
                debug_assert_eq!(game.check(state, action), Ok(()), "{action}");
                play_action(game, state, seat, action, observer);
            }
            Turn::Over => return None,
        }
    }
}

/// Plays one game to its end with bots that may be wrong, while an observer watches; returns its final state.
///
/// # Errors
/// If a bot chooses an illegal action.
pub fn try_play<G: Game>(
    game: &G,
    luck: &Chance,
    players: &mut impl Players<G>,
    observer: &mut impl Observer<G>,
) -> Result<G::State, IllegalMove> {
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Chance => draw(game, luck, &mut state, observer),
            Turn::Seat(seat) => {
                let action = players.act(game, &state, seat);
                game.check(&state, action).map_err(|reason| IllegalMove {
                    seat,
                    action: action.to_string(),
                    reason,
                })?;
                play_action(game, &mut state, seat, action, observer);
            }
            Turn::Over => return Ok(state),
        }
    }
}

/// Lets chance roll or deal.
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

/// Plays a legal action of a seat while an observer watches.
#[inline(always)]
pub fn play_action<G: Game, O: Observer<G>>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    action: G::Action,
    observer: &mut O,
) {
    if !O::WATCHES {
        return game.play_unchecked(state, action);
    }
    let before = *state;
    game.play_unchecked(state, action);
    observer.acted(game, &before, seat, action, state);
}
