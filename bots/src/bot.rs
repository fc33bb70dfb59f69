//! What a bot is asked, and what it answers.

use kosti_engine::{ActionSet, Game, IllegalAction, Rng, Seat};

/// A player of one type of game.
///
/// ```
/// use kosti_bots::{Bot, Decision, Random, Table, try_play};
/// use kosti_engine::rims::RimsAction;
/// use kosti_engine::{ActionSet, Chance, Game, Rims, RimsRules};
///
/// /// Always plays the first of its legal actions.
/// struct First;
///
/// impl Bot<Rims> for First {
///     fn act(&mut self, decision: Decision<'_, Rims>) -> RimsAction {
///         decision.legal().nth(0)
///     }
/// }
///
/// let game = Rims::new(RimsRules::default());
/// let luck = Chance::new(3, 0);
/// let bots: [Box<dyn Bot<Rims>>; 3] = [Box::new(First), Box::new(Random), Box::new(Random)];
/// let end = try_play(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ())?;
/// println!("{:?}", game.scores(&end).as_slice());
/// # Ok::<(), kosti_bots::IllegalMove>(())
/// ```
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions.
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action;
}

impl<G: Game> Bot<G> for Box<dyn Bot<G>> {
    fn act(&mut self, decision: Decision<'_, G>) -> G::Action {
        (**self).act(decision)
    }
}

/// A moment at which a seat has to act: all that it may know, and its own random numbers.
///
/// The view is made when it is asked for, since some bots do without. There is no way to the state behind it.
pub struct Decision<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    rng: &'a mut Rng,
}

impl<'a, G: Game> Decision<'a, G> {
    /// The decision of the seat whose turn it is.
    #[inline]
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat, rng: &'a mut Rng) -> Self {
        Self { game, state, seat, rng }
    }

    /// The same decision for another bot, while this one is put aside.
    #[inline]
    pub fn reborrow(&mut self) -> Decision<'_, G> {
        Decision { game: self.game, state: self.state, seat: self.seat, rng: self.rng }
    }

    /// The game that is played.
    #[inline]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that has to act.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// All that the seat may know.
    #[inline]
    pub fn view(&self) -> G::View {
        self.game.observe(self.state, self.seat)
    }

    /// What it may do.
    #[inline]
    pub fn legal(&self) -> G::Legal<'a> {
        self.game.legal(self.state)
    }

    /// Says whether the seat may do this.
    ///
    /// # Errors
    /// If it may not, the reason.
    #[inline]
    pub fn check(&self, action: G::Action) -> Result<(), IllegalAction> {
        self.game.check(self.state, action)
    }

    /// One of the legal actions, each with the same chance, by the bot's own random numbers.
    #[inline]
    pub fn pick(&mut self) -> G::Action {
        self.game.legal(self.state).pick(self.rng)
    }

    /// The bot's own random numbers.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        self.rng
    }
}
