//! What a game tells who learns it by regret.

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The first.
    One,
    /// The second.
    Two,
}

impl Side {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// A value to the first player as it is to this one.
    #[inline]
    pub(crate) fn of_first(self, value: f32) -> f32 {
        match self {
            Self::One => value,
            Self::Two => -value,
        }
    }
}

/// A moment at which a player decides: what it knows, and what it may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment<A> {
    /// The number of what the player knows. Moments with the same number have the same number of actions.
    pub info_set: u64,
    /// What it may do, in an order that depends on what it knows alone; only the first of them count.
    pub actions: [A; Moment::<()>::MOST_ACTIONS],
    /// How many these are, at least one.
    pub len: usize,
}

impl Moment<()> {
    /// The most actions of a moment.
    pub const MOST_ACTIONS: usize = 4;
}

impl<A> Moment<A> {
    /// What may be done.
    #[inline]
    pub fn actions(&self) -> &[A] {
        &self.actions[..self.len]
    }
}

/// A game between two in which one wins what the other loses, and in which all that chance does is done before it begins.
pub trait RegretGame {
    /// A state of the game, with all that is hidden.
    type State: Copy;
    /// What a player may do.
    type Action: Copy;

    /// The player whose turn it is; nothing at the end.
    fn mover(&self, state: &Self::State) -> Option<Side>;

    /// What this player knows and may do.
    fn moment(&self, state: &Self::State) -> Moment<Self::Action>;

    /// Does something.
    fn play(&self, state: &mut Self::State, action: Self::Action);

    /// What the end is worth to the first player.
    fn value(&self, state: &Self::State) -> f32;
}
