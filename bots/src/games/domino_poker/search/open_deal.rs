//! A deal in play with all hands on the table.

use std::sync::LazyLock;

use kosti_engine::domino_poker::{DominoPhase, DominoState, MAX_HAND, MAX_PLAYERS, Stage, deal_points};
use kosti_engine::{DOMINOES, Domino, DominoPoker, DominoSet, Game, Seat};

/// Tricks by seat.
pub type Taken = [u8; MAX_PLAYERS];

/// A deal in play, as far as it bears on what is still to come, with all hands known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenDeal {
    pub(super) hands: [DominoSet; MAX_PLAYERS],
    pub(super) taken: Taken,
    players: u8,
    /// The seat that has to play.
    pub(super) seat: Seat,
    /// How many dominoes lie in the trick in progress.
    laid: u8,
    /// The domino led, and the best so far with whoever laid it.
    trick: Option<(Domino, Domino, Seat)>,
    /// Tricks still to be taken, with the one in progress.
    pub(super) tricks: u8,
}

/// The dominoes from which each domino takes a trick.
static WEAKER: LazyLock<[DominoSet; DOMINOES]> = LazyLock::new(|| {
    std::array::from_fn(|index| Domino::all().filter(|&other| Domino::from_index(index).beats(other)).collect())
});

impl OpenDeal {
    /// The deal of this state; nothing if no domino has to be played.
    #[inline]
    pub fn of(game: &DominoPoker, state: &DominoState) -> Option<Self> {
        let table = state.table();
        if table.phase() != DominoPhase::Play {
            return None;
        }
        let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
        let mut taken = [0; MAX_PLAYERS];
        for seat in Seat::all(game.players()) {
            hands[seat.index()] = state.hand(seat);
            taken[seat.index()] = table.taken(seat);
        }
        Some(Self {
            hands,
            taken,
            players: game.players(),
            seat: table.seat(),
            laid: table.in_trick() as u8,
            trick: table.led().zip(table.best()).map(|(led, best)| (led, best, table.best_seat())),
            tricks: table.hand() - table.tricks() as u8,
        })
    }

    /// Whether the next domino leads to a trick.
    #[inline]
    pub(super) fn leads(&self) -> bool {
        self.laid == 0
    }

    /// The best domino of the trick in progress, and who laid it.
    #[inline]
    pub(super) fn best(&self) -> Option<(Domino, Seat)> {
        self.trick.map(|(_, best, seat)| (best, seat))
    }

    /// A number for what is left, who leads, and nothing else: for tables, at the start of a trick.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let left = self.hands.iter().fold(DominoSet::EMPTY, |all, &hand| all.or(hand));
        u64::from(left.bits()) << 3 | self.seat.index() as u64
    }

    /// What may be played, one of each kind of dominoes between which there is no difference: the weakest.
    #[inline]
    pub(super) fn choices(&self) -> DominoSet {
        let hand = self.hands[self.seat.index()];
        let legal = self.legal(hand);
        let mut rivals = self.hands.iter().fold(DominoSet::EMPTY, |all, &hand| all.or(hand)).without(hand);
        if let Some((_, best, _)) = self.trick {
            rivals.insert(best);
        }
        let weaker = &*WEAKER;
        let mut choices = DominoSet::EMPTY;
        let mut last: Option<Domino> = None;
        for domino in legal.iter() {
            let alike = last.is_some_and(|last| {
                // Two dominoes are alike if nothing in other hands or in the trick stands between them.
                let not_between = weaker[last.index()].or(domino.beaten_by());
                !domino.beats(last) || (domino.is_trump() == last.is_trump() && rivals.without(not_between).is_empty())
            });
            if !alike || domino == Domino::POKER {
                choices.insert(domino);
            }
            last = Some(domino);
        }
        choices
    }

    #[inline]
    fn legal(&self, hand: DominoSet) -> DominoSet {
        let trumps = hand.and(DominoSet::TRUMPS);
        match (self.trick, trumps.strongest()) {
            (Some((Domino::POKER, ..)), Some(strongest)) => DominoSet::of(strongest),
            (Some((led, ..)), Some(_)) if led.asks_for_trumps() => trumps,
            _ => hand,
        }
    }

    /// The deal after this domino.
    #[inline]
    pub(super) fn after(&self, domino: Domino) -> Self {
        let mut next = *self;
        next.hands[self.seat.index()].remove(domino);
        let (led, best, winner) = match self.trick {
            None => (domino, domino, self.seat),
            Some((led, best, _)) if domino.beats(best) => (led, domino, self.seat),
            Some(trick) => trick,
        };
        next.laid += 1;
        if next.laid == self.players {
            next.laid = 0;
            next.trick = None;
            next.taken[winner.index()] += 1;
            next.tricks -= 1;
            next.seat = winner;
        } else {
            next.trick = Some((led, best, winner));
            next.seat = self.seat.next(self.players);
        }
        next
    }
}

/// What each number of tricks is worth to a seat that all others play against: its points, or with two players its lead.
pub(super) fn worth_of_tricks(game: &DominoPoker, state: &DominoState, me: Seat) -> [i16; MAX_HAND + 1] {
    let table = state.table();
    let points = |seat: Seat, took: u8| deal_points(table.stage(), bid(table.stage(), table.bid(seat)), took);
    std::array::from_fn(|took| {
        let took = (took as u8).min(table.hand());
        let own = points(me, took);
        if game.players() == 2 { own - points(me.next(2), table.hand() - took) } else { own }
    })
}

/// The bid that counts in a stage.
#[inline]
pub(super) fn bid(stage: Stage, bid: Option<u8>) -> u8 {
    if stage.has_bids() { bid.unwrap_or(0) } else { 0 }
}
