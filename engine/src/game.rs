//! What every game of this crate can do.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::chance::Chance;
use crate::error::{IllegalAction, ImpossibleOutcome, NotationError};
use crate::rng::{Draw, Rng};
use crate::rules::Rules;
use crate::seat::{Scores, Seat};

/// Who has to do something next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Dice have to be rolled or cards dealt: see [`Game::resolve`].
    Chance,
    /// This seat has to choose an action.
    Seat(Seat),
    /// The game has ended.
    Over,
}

/// A game with its rules fixed.
///
/// A game is played by asking [`turn`](Game::turn) and answering it until it says [`Turn::Over`]:
///
/// ```
/// use kosti_engine::{ActionSet, Chance, Game, Label, Rims, Rules, RimsRules, Seat, Turn};
///
/// let game = Rims::new(RimsRules::parse("players=4").unwrap());
/// let luck = Chance::new(1, 0);
/// let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
/// let mut state = game.start();
/// loop {
///     match game.turn(&state) {
///         Turn::Chance => game.advance(&mut state, &luck),
///         Turn::Seat(_) => {
///             let action = game.legal(&state).pick(&mut rng);
///             game.play(&mut state, action).unwrap();
///         }
///         Turn::Over => break,
///     }
/// }
/// assert!(game.scores(&state).as_slice().iter().sum::<i32>() > 0);
/// ```
pub trait Game: Sized + Send + Sync {
    /// The rules that make up a variant of the game.
    type Rules: Rules;
    /// The whole truth about a game in progress.
    type State: Copy + Eq + Debug + Send + Sync;
    /// All that one seat may know of it.
    type View: Copy + Eq + Debug + Send + Sync;
    /// One decision of a seat.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = NotationError> + Send + Sync;
    /// The legal actions of a moment, described without listing them.
    type Legal<'a>: ActionSet<Self::Action>
    where
        Self: 'a;
    /// A draw that chance has to make: which dice, which deal.
    type Request: Copy + Eq + Debug + Send + Sync;
    /// What was rolled or dealt.
    type Outcome: Copy + Eq + Debug + Send + Sync;

    /// The game under these rules.
    fn new(rules: Self::Rules) -> Self;

    /// Its rules.
    fn rules(&self) -> &Self::Rules;

    /// How many seats there are.
    fn players(&self) -> u8;

    /// The state before anything has happened.
    fn start(&self) -> Self::State;

    /// Who has to do something next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The draw that is due when it is chance's turn.
    fn request(&self, state: &Self::State) -> Self::Request;

    /// Makes a draw. It depends on the request and on `luck` alone, never on any decision beyond the request.
    fn draw(&self, request: Self::Request, luck: &Chance) -> Self::Outcome;

    /// Says whether this outcome can come up now.
    ///
    /// # Errors
    /// If it cannot, the reason.
    fn check_outcome(&self, state: &Self::State, outcome: &Self::Outcome) -> Result<(), ImpossibleOutcome>;

    /// Goes on with what was rolled or dealt, which must be possible: see [`check_outcome`](Game::check_outcome).
    fn resolve(&self, state: &mut Self::State, outcome: &Self::Outcome);

    /// Draws and goes on.
    // Random games are fastest in one piece.
    #[inline(always)]
    fn advance(&self, state: &mut Self::State, luck: &Chance) {
        let outcome = self.draw(self.request(state), luck);
        self.resolve(state, &outcome);
    }

    /// The legal actions of the seat whose turn it is; none if it is no seat's.
    fn legal<'a>(&'a self, state: &'a Self::State) -> Self::Legal<'a>;

    /// The legal actions as the seat of this view sees them; none if it is not its turn.
    fn legal_in<'a>(&'a self, view: &'a Self::View) -> Self::Legal<'a>;

    /// Says whether the seat whose turn it is may do this.
    ///
    /// # Errors
    /// If it may not, the reason.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), IllegalAction>;

    /// Plays a legal action.
    ///
    /// # Errors
    /// If the action is illegal, the reason; the state is then as it was.
    #[inline]
    fn play(&self, state: &mut Self::State, action: Self::Action) -> Result<(), IllegalAction> {
        self.check(state, action)?;
        self.play_unchecked(state, action);
        Ok(())
    }

    /// Plays an action that is known to be legal. With an illegal one it may panic or leave a state that no game can
    /// reach, but never undefined behaviour.
    fn play_unchecked(&self, state: &mut Self::State, action: Self::Action);

    /// All that a seat may know.
    fn observe(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A state drawn uniformly from all that fit what a seat knows. It is made from the view alone.
    fn determinize(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// The score of every seat so far; final once the game is over.
    fn scores(&self, state: &Self::State) -> Scores;
}

/// A set of legal actions that can be counted, picked from and visited without being listed.
pub trait ActionSet<A: Copy>: Copy {
    /// How many actions there are.
    fn len(&self) -> usize;

    /// The action with this number.
    ///
    /// # Panics
    /// It may panic, or give some other action, if there are not that many.
    fn nth(&self, index: usize) -> A;

    /// One of the actions, each with the same chance.
    ///
    /// # Panics
    /// It may panic if there are none.
    #[inline(always)]
    fn pick(&self, rng: &mut impl Draw) -> A {
        self.nth(rng.below(self.len() as u32) as usize)
    }

    /// Whether the action is in the set.
    fn contains(&self, action: A) -> bool;

    /// Whether there are none.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All actions, in the order of their numbers.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = A> {
        let set = *self;
        (0..set.len()).map(move |index| set.nth(index))
    }

    /// Shows the actions one by one until the visitor breaks off.
    #[inline]
    fn visit<B>(&self, visitor: impl FnMut(A) -> ControlFlow<B>) -> ControlFlow<B> {
        self.iter().try_for_each(visitor)
    }
}
