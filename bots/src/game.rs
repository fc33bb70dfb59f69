//! What a game brings along to be played by bots, and any bot at its table.

use std::ops::Range;

use kosti_engine::{Chance, Rng, Scores, Seat};

use crate::bot::{Bot, Decision};
use crate::greedy::GreedyGame;
use crate::habit::HabitGame;
use crate::play::{Players, Table, Witness};
use crate::protocol::WireGame;
use crate::random::{Random, RandomField};
use crate::record::Recorded;
use crate::search::{ISMCTS, MC};
use crate::spec::{BotSpec, SpecError};

/// A game that bots and programs play, and whose games are recorded.
///
/// A game implements this in its folder of [`games`](crate::games); everything else in this crate and above works on any
/// such game.
pub trait BotGame: GreedyGame + WireGame + Recorded + HabitGame {
    /// The built-in bots that play it, besides `random` and `greedy`, which play everything.
    const BOTS: &'static [&'static str];

    /// What a built-in bot of this game needs and these rules do not have, in words that follow 'it plays': nothing if it plays
    /// under them.
    fn bot_needs(&self, name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }

    /// The names of the advice that the `disciple` of this game follows: none if it has no disciple.
    fn advice(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The bots that plan with their habits. To all others a habit happens when they have decided.
    const PLANNING: &'static [&'static str] = &[MC, ISMCTS];

    /// Bots from weak to strong, as they are written: those with which the strength of a bot is measured.
    const LADDER: &'static [&'static str];

    /// Makes one of [`BotGame::BOTS`]; nothing if the game has no bot of that name. Habits are for those of
    /// [`BotGame::PLANNING`] alone.
    ///
    /// # Errors
    /// If a parameter makes no sense.
    fn make_bot(&self, spec: &BotSpec) -> Result<Option<Box<dyn Bot<Self>>>, SpecError>;

    /// The action of the sensible beginner: see [`GreedyGame::greedy_action`]. A game implements it for its own type alone, so
    /// that it is compiled once, in this crate, and not again in every crate above.
    fn act_greedily(&self, view: &Self::View) -> Self::Action;

    /// Plays a game on as [`play_until`](crate::play_until) does, through trait objects: the way to play where calling a bot
    /// costs little beside what it does. It is compiled once for each game, in this crate.
    fn play_on(
        &self,
        luck: &Chance,
        state: &mut Self::State,
        players: &mut dyn Players<Self>,
        stops_at: &dyn Fn(Seat) -> bool,
    ) -> Option<Seat>;

    /// The same while a witness watches.
    fn play_on_watched(
        &self,
        luck: &Chance,
        state: &mut Self::State,
        players: &mut dyn Players<Self>,
        witness: &mut dyn Witness<Self>,
        stops_at: &dyn Fn(Seat) -> bool,
    ) -> Option<Seat>;

    /// Plays a whole game at random and tells how many decisions it took. See [`random_playout`](crate::random_playout).
    fn random_game(&self, luck: &Chance, rng: Rng) -> u64;

    /// Plays a whole game among random players, as fast as it goes.
    fn play_randomly(&self, luck: &Chance, field: &mut RandomField) -> Scores;

    /// Plays a whole game among the bots of a table.
    fn play_at_table(&self, luck: &Chance, table: &mut Table<Player<Self>>) -> Scores;

    /// Plays a game to its end among these players.
    fn play_to_end(&self, luck: &Chance, mut state: Self::State, players: &mut dyn Players<Self>) -> Self::State {
        self.play_on(luck, &mut state, players, &|_| false);
        state
    }

    /// Plays a game of a bot alone for each of these blocks, many at once, if that is faster than one after the other;
    /// returns whether it did.
    fn play_many(&self, spec: &BotSpec, seed: u64, blocks: Range<u64>) -> bool {
        let _ = (spec, seed, blocks);
        false
    }
}

/// Any bot at a table. The fast ones are called without indirection.
pub enum Player<G> {
    /// Plays anything.
    Random,
    /// A sensible beginner.
    Greedy,
    /// Any other.
    Other(Box<dyn Bot<G>>),
}

impl<G: BotGame> Player<G> {
    /// The decision of a bot that takes its time. Kept out of the game loop, which is fastest when it is small.
    #[inline(never)]
    fn think(&mut self, decision: Decision<'_, G>) -> G::Action {
        match self {
            Self::Random => Random.act(decision),
            Self::Greedy => decision.game().act_greedily(&decision.view()),
            Self::Other(bot) => bot.act(decision),
        }
    }
}

impl<G: BotGame> Bot<G> for Player<G> {
    #[inline(always)]
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        match self {
            Self::Random => Random.act(decision),
            _ => self.think(decision),
        }
    }
}

/// The methods of [`BotGame`] that every game has alike. They stand in the impl of each type, so that they are compiled here.
macro_rules! compiled_here {
    () => {
        fn act_greedily(&self, view: &Self::View) -> Self::Action {
            $crate::greedy::GreedyGame::greedy_action(self, view)
        }

        fn play_on(
            &self,
            luck: &kosti_engine::Chance,
            state: &mut Self::State,
            players: &mut dyn $crate::play::Players<Self>,
            stops_at: &dyn Fn(kosti_engine::Seat) -> bool,
        ) -> Option<kosti_engine::Seat> {
            $crate::play::play_until(self, luck, state, players, &mut (), stops_at)
        }

        fn random_game(&self, luck: &kosti_engine::Chance, mut rng: kosti_engine::Rng) -> u64 {
            // The state is local, so that most of it stays in registers.
            let mut state = kosti_engine::Game::start(self);
            let decisions = $crate::playout::random_playout(self, &mut state, luck, &mut rng);
            std::hint::black_box(&state);
            decisions
        }

        fn play_randomly(
            &self,
            luck: &kosti_engine::Chance,
            field: &mut $crate::random::RandomField,
        ) -> kosti_engine::Scores {
            // The state and the luck are local, so that most of both stays in registers.
            let (mut state, luck) = (kosti_engine::Game::start(self), *luck);
            $crate::play::play_until(self, &luck, &mut state, field, &mut (), |_| false);
            kosti_engine::Game::scores(self, &state)
        }

        fn play_at_table(
            &self,
            luck: &kosti_engine::Chance,
            table: &mut $crate::play::Table<$crate::game::Player<Self>>,
        ) -> kosti_engine::Scores {
            kosti_engine::Game::scores(self, &$crate::play::play(self, luck, table))
        }

        fn play_on_watched(
            &self,
            luck: &kosti_engine::Chance,
            state: &mut Self::State,
            players: &mut dyn $crate::play::Players<Self>,
            witness: &mut dyn $crate::play::Witness<Self>,
            stops_at: &dyn Fn(kosti_engine::Seat) -> bool,
        ) -> Option<kosti_engine::Seat> {
            $crate::play::play_until(self, luck, state, players, &mut $crate::play::Through(witness), stops_at)
        }
    };
}
pub(crate) use compiled_here;
