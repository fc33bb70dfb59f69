//! The disciple of rims: what the document of the game advises, piece by piece. docs/disciples.md lists the places.
//!
//! A card that is shown *fights* if it sets trump and *agrees* otherwise. A seat fights *without trumps* if it plays to a
//! trick with no trump in hand.

use kosti_engine::rims::{RimsAction, RimsPhase, RimsView, beats};
use kosti_engine::{Card, CardSet, Game, Rank, Rims};

use crate::disciple::{Advice, Follower};

/// The player who follows the document of rims.
pub(super) type Disciple = Follower<RimsAdvice>;

/// The most players that the document calls few.
const FEW: u8 = 3;

/// A piece of advice, as it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RimsAdvice {
    /// Trump is fought for with at least two cards of the suit alone.
    TwoOfASuit,
    /// Where fighting makes no sense, the card of the lowest rank is shown.
    ShedLowest,
    /// Among few players, a high card of a suit that is there once is given to play without trumps, if one or two other
    /// high cards are left.
    NoTrumps,
    /// Among few players, a seat that fights for a suit shows the highest card of it.
    HighestOfSuit,
    /// In the fight without trumps the highest of the last two cards is laid.
    HighestOfTwo,
    /// In the fight without trumps, with three cards of which two are of a suit, the lower of these is led.
    LowerOfTwo,
}

use RimsAdvice::{HighestOfSuit, HighestOfTwo, LowerOfTwo, NoTrumps, ShedLowest, TwoOfASuit};

impl Advice<Rims> for RimsAdvice {
    const ALL: &'static [Self] = &[TwoOfASuit, ShedLowest, NoTrumps, HighestOfSuit, HighestOfTwo, LowerOfTwo];

    fn name(self) -> &'static str {
        match self {
            TwoOfASuit => "two-of-a-suit",
            ShedLowest => "shed-lowest",
            NoTrumps => "no-trumps",
            HighestOfSuit => "highest-of-suit",
            HighestOfTwo => "highest-of-two",
            LowerOfTwo => "lower-of-two",
        }
    }

    fn asks(self, game: &Rims, view: &RimsView, so_far: RimsAction) -> Option<RimsAction> {
        let moment = Moment { view, few: game.players() <= FEW };
        match (view.table().phase(), self) {
            (RimsPhase::Show | RimsPhase::FightOn, TwoOfASuit) => moment.two_of_a_suit(so_far),
            (RimsPhase::Show, ShedLowest) => moment.shed_lowest(so_far),
            (RimsPhase::Show | RimsPhase::FightOn, NoTrumps) => moment.no_trumps(so_far),
            (RimsPhase::Show | RimsPhase::FightOn, HighestOfSuit) => moment.highest_of_suit(so_far),
            (RimsPhase::Play, HighestOfTwo) => moment.highest_of_two(so_far),
            (RimsPhase::Play, LowerOfTwo) => moment.lower_of_two(),
            _ => None,
        }
    }
}

/// A decision as the document sees it.
struct Moment<'a> {
    view: &'a RimsView,
    few: bool,
}

impl Moment<'_> {
    fn two_of_a_suit(&self, so_far: RimsAction) -> Option<RimsAction> {
        let card = self.fighting(so_far)?;
        if self.suit_of(card).len() >= 2 {
            Some(so_far)
        } else if self.view.table().phase() == RimsPhase::FightOn {
            Some(RimsAction::Stand)
        } else {
            // A seat whose every card sets trump counts on nothing.
            let agreeing = self.view.hand().iter().filter(|&card| !self.sets_trump(card));
            agreeing.min_by_key(|&card| (self.is_trump(card), card.rank())).map(RimsAction::Card)
        }
    }

    fn shed_lowest(&self, so_far: RimsAction) -> Option<RimsAction> {
        // A dealer must set some trump; without two of any suit there is none to fight for.
        let hand = self.view.hand();
        let opens = self.view.table().best().is_none() && hand.iter().all(|card| self.suit_of(card).len() == 1);
        if self.fighting(so_far).is_some() && !opens {
            return None;
        }
        let rate = |card: &Card| (card.rank(), self.is_trump(*card), RimsAction::Card(*card) != so_far);
        hand.iter().min_by_key(rate).map(RimsAction::Card)
    }

    fn no_trumps(&self, so_far: RimsAction) -> Option<RimsAction> {
        let high: CardSet =
            self.view.hand().iter().filter(|card| card.rank().index() + 2 >= Rank::ACE.index()).collect();
        let fights_with_two = self.fighting(so_far).is_some_and(|card| self.suit_of(card).len() >= 2);
        if !self.few || fights_with_two || !(2..=3).contains(&high.len()) {
            return None;
        }
        let given = high.iter().filter(|&card| self.suit_of(card).len() == 1 && self.sets_trump(card));
        given.max_by_key(|&card| (card.rank(), RimsAction::Card(card) == so_far)).map(RimsAction::Card)
    }

    fn highest_of_suit(&self, so_far: RimsAction) -> Option<RimsAction> {
        let suit = self.suit_of(self.fighting(so_far)?);
        if self.few && suit.len() >= 2 { suit.highest().map(RimsAction::Card) } else { None }
    }

    /// A seat that cannot take the trick any more does not fight for it.
    fn highest_of_two(&self, so_far: RimsAction) -> Option<RimsAction> {
        let hand = self.view.hand();
        if !self.without_trumps() || hand.len() > 2 {
            return None;
        }
        let (best, trump) = (self.view.table().best(), self.view.table().trump()?);
        let takes = hand.iter().filter(|&card| best.is_none_or(|best| beats(card, best, trump)));
        takes.max_by_key(|&card| (card.rank(), RimsAction::Card(card) == so_far)).map(RimsAction::Card)
    }

    fn lower_of_two(&self) -> Option<RimsAction> {
        let hand = self.view.hand();
        if !self.without_trumps() || hand.len() != 3 || self.view.table().in_round() > 0 {
            return None;
        }
        hand.iter().find(|&card| self.suit_of(card).len() == 2).map(RimsAction::Card)
    }

    /// The card with which an action fights for trump, if it does.
    fn fighting(&self, action: RimsAction) -> Option<Card> {
        match action {
            RimsAction::Card(card) if self.sets_trump(card) => Some(card),
            _ => None,
        }
    }

    /// Whether a card shown now sets trump.
    fn sets_trump(&self, card: Card) -> bool {
        self.view.table().best().is_none_or(|best| card.rank() > best.rank())
    }

    fn is_trump(&self, card: Card) -> bool {
        self.view.table().trump() == Some(card.suit())
    }

    /// Whether the seat has no trump in hand.
    fn without_trumps(&self) -> bool {
        !self.view.hand().iter().any(|card| self.is_trump(card))
    }

    /// The cards in hand that have the suit of this one.
    fn suit_of(&self, card: Card) -> CardSet {
        self.view.hand().and(CardSet::suit(card.suit()))
    }
}

#[cfg(test)]
mod tests;
