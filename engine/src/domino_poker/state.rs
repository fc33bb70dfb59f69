//! A game of domino-poker in progress: what every seat sees, and what is hidden.

use crate::domino::{DOMINOES, Domino, DominoSet, DominoSlot};
use crate::domino_poker::action::Direction;
use crate::domino_poker::stage::Stage;
use crate::domino_poker::{MAX_HAND, MAX_PLAYERS};
use crate::seat::Seat;

/// What has to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum DominoPhase {
    /// Hands have to be dealt, or the ring laid out.
    Deal,
    /// A seat has to bid.
    Bid,
    /// A seat has to play a domino.
    Play,
    /// The leading seat has to pick from the ring.
    Pick,
    /// A seat has to open its domino or not.
    Opening,
    /// The game has ended.
    Over,
}

/// All that every player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DominoTable {
    /// Dominoes that a seat is known not to hold: always the strongest trumps down to some point, or none.
    pub(super) lacks: [DominoSet; MAX_PLAYERS],
    pub(super) scores: [i16; MAX_PLAYERS],
    /// The dominoes of this deal, by trick and seat.
    pub(super) laid: [[DominoSlot; MAX_PLAYERS]; MAX_HAND],
    pub(super) bids: [u8; MAX_PLAYERS],
    /// Tricks taken in this deal.
    pub(super) taken: [u8; MAX_PLAYERS],
    pub(super) deal: u8,
    pub(super) stage: Stage,
    /// Dominoes in each hand at the start of this deal.
    pub(super) hand: u8,
    pub(super) phase: DominoPhase,
    pub(super) starter: Seat,
    /// Who led the trick in progress; in the last stage who picks.
    pub(super) leader: Seat,
    /// The seat that has to act.
    pub(super) seat: Seat,
    pub(super) tricks: u8,
    /// Bids, dominoes of the trick in progress, or openings decided so far.
    pub(super) acted: u8,
    pub(super) led: DominoSlot,
    pub(super) best: DominoSlot,
    pub(super) best_seat: Seat,
    /// The domino shown in the last stage.
    pub(super) shown: DominoSlot,
    pub(super) pick: u8,
    pub(super) direction: Direction,
}

impl DominoTable {
    /// What has to be done next.
    #[inline]
    pub fn phase(&self) -> DominoPhase {
        self.phase
    }

    /// The seat that has to act.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of this deal, from 0.
    #[inline]
    pub fn deal(&self) -> usize {
        self.deal as usize
    }

    /// The stage of this deal.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Dominoes in each hand at the start of this deal.
    #[inline]
    pub fn hand(&self) -> u8 {
        self.hand
    }

    /// Who starts this deal.
    #[inline]
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// Who leads the trick in progress; in the last stage, who picks.
    #[inline]
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// Points before this deal.
    #[inline]
    pub fn score(&self, seat: Seat) -> i32 {
        i32::from(self.scores[seat.index()])
    }

    /// The bid of a seat in this deal, once made.
    #[inline]
    pub fn bid(&self, seat: Seat) -> Option<u8> {
        Some(self.bids[seat.index()]).filter(|&bid| bid != NO_BID)
    }

    /// The tricks that a seat took in this deal.
    #[inline]
    pub fn taken(&self, seat: Seat) -> u8 {
        self.taken[seat.index()]
    }

    /// The finished tricks of this deal.
    #[inline]
    pub fn tricks(&self) -> usize {
        self.tricks as usize
    }

    /// How many dominoes lie in the trick in progress.
    #[inline]
    pub fn in_trick(&self) -> usize {
        if self.phase == DominoPhase::Play { self.acted as usize } else { 0 }
    }

    /// The domino led to the trick in progress.
    #[inline]
    pub fn led(&self) -> Option<Domino> {
        self.led.domino()
    }

    /// The strongest domino of the trick in progress.
    #[inline]
    pub fn best(&self) -> Option<Domino> {
        self.best.domino()
    }

    /// Who laid it.
    #[inline]
    pub fn best_seat(&self) -> Seat {
        self.best_seat
    }

    /// The domino that a seat laid in a trick of this deal.
    #[inline]
    pub fn laid(&self, trick: usize, seat: Seat) -> Option<Domino> {
        self.laid[trick][seat.index()].domino()
    }

    /// All dominoes laid in this deal.
    pub fn laid_dominoes(&self) -> DominoSet {
        // Nothing lies in tricks to come.
        let begun = (self.tricks as usize + 1).min(MAX_HAND);
        self.laid[..begun].iter().flatten().filter_map(|slot| slot.domino()).collect()
    }

    /// Dominoes that a seat has shown not to hold, by how it followed.
    #[inline]
    pub fn lacks(&self, seat: Seat) -> DominoSet {
        self.lacks[seat.index()]
    }

    /// The domino shown in the last stage.
    #[inline]
    pub fn shown(&self) -> Option<Domino> {
        self.shown.domino()
    }

    /// The place and direction picked in the last stage.
    #[inline]
    pub fn pick(&self) -> Option<(u8, Direction)> {
        self.shown.domino().map(|_| (self.pick, self.direction))
    }

    /// How many dominoes a seat still holds in this deal.
    #[inline]
    pub fn hand_len(&self, seat: Seat) -> usize {
        match self.phase {
            DominoPhase::Bid => self.hand as usize,
            DominoPhase::Play => {
                let laid = self.laid[self.tricks as usize][seat.index()].domino().is_some();
                (self.hand - self.tricks) as usize - usize::from(laid)
            }
            DominoPhase::Opening => 1,
            DominoPhase::Deal | DominoPhase::Pick | DominoPhase::Over => 0,
        }
    }

    /// Whether players do not know even their own hands: while bids are blind.
    #[inline]
    pub fn hands_unseen(&self) -> bool {
        self.phase == DominoPhase::Bid && self.stage == Stage::Blind
    }
}

/// No bid made yet.
pub(super) const NO_BID: u8 = u8::MAX;

/// A decision of the last stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Opening {
    Undecided,
    Open,
    Closed,
}

/// The order of the dominoes in the ring of the last stage.
pub(super) type Ring = [Domino; DOMINOES];

/// A game of domino-poker in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DominoState {
    pub(super) table: DominoTable,
    /// In the last stage, the one domino of each seat.
    pub(super) hands: [DominoSet; MAX_PLAYERS],
    pub(super) openings: [Opening; MAX_PLAYERS],
    pub(super) ring: Ring,
}

impl DominoState {
    /// All that every player sees.
    #[inline]
    pub fn table(&self) -> &DominoTable {
        &self.table
    }

    /// The dominoes that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> DominoSet {
        self.hands[seat.index()]
    }

    /// The ring of the last stage, once laid out.
    pub fn ring(&self) -> Option<&[Domino; DOMINOES]> {
        matches!(self.table.phase, DominoPhase::Pick | DominoPhase::Opening).then_some(&self.ring)
    }
}

/// What one seat knows: the table, its own dominoes once it has seen them, its own decision in the last stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DominoView {
    pub(super) table: DominoTable,
    pub(super) hand: DominoSet,
    pub(super) opening: Opening,
    pub(super) seat: Seat,
}

impl DominoView {
    /// All that every player sees.
    #[inline]
    pub fn table(&self) -> &DominoTable {
        &self.table
    }

    /// The dominoes in hand; none while bids are blind.
    #[inline]
    pub fn hand(&self) -> DominoSet {
        self.hand
    }

    /// The seat that looks.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The dominoes whose place this seat does not know.
    pub fn unseen(&self) -> DominoSet {
        let shown = self.table.shown.domino().map_or(DominoSet::EMPTY, DominoSet::of);
        DominoSet::ALL.without(self.table.laid_dominoes()).without(self.hand).without(shown)
    }
}

/// What is dealt: hands by seat, or the ring of the last stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominoDeal {
    /// The hands; empty beyond the last player.
    Hands([DominoSet; MAX_PLAYERS]),
    /// The ring.
    Ring([Domino; DOMINOES]),
}
