//! Sets for the great combinations of graph-poker: four of a kind, straight and royal flush.

use kosti_engine::graph_poker::{Ace, Board, Cell, GraphAction, GraphGame, GraphSize, GraphView, Pile, RUN, Spot};
use kosti_engine::{CARDS as DECK, Card, CardSet, Game, Rank, SUITS, Suit};

use crate::games::graph_poker::habits::own_cells;
use crate::games::graph_poker::runs::visit_runs;

/// How many cards make a set.
const ENOUGH: usize = 3;
const RANKS: usize = DECK / SUITS;

/// Four cards in line that would score much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Four(Rank),
    /// These cards in this order.
    Straight([Card; RUN]),
}

impl Set {
    /// Every one that there is.
    fn all(ace: Ace) -> impl Iterator<Item = Self> {
        let rank = |number: usize| Card::from_index(number % RANKS * SUITS).rank();
        let fours = (0..RANKS).map(move |number| Self::Four(rank(number)));
        // The straight that would start with the last rank has its ace below the two.
        let lowest = (0..=RANKS - RUN).chain((ace == Ace::Both).then_some(RANKS - 1));
        let straights = lowest.flat_map(move |lowest| {
            Suit::ALL.into_iter().flat_map(move |suit| {
                let rising = std::array::from_fn(|place| Card::new(rank(lowest + place), suit));
                let falling = std::array::from_fn(|place| rising[RUN - 1 - place]);
                [Self::Straight(rising), Self::Straight(falling)]
            })
        });
        fours.chain(straights)
    }

    /// Whether it may have this card at a place.
    fn has_at(&self, place: usize, card: Card) -> bool {
        match self {
            Self::Four(rank) => card.rank() == *rank,
            Self::Straight(cards) => cards[place] == card,
        }
    }

    /// Whether it may have this card at all.
    fn has(&self, card: Card) -> bool {
        (0..RUN).any(|place| self.has_at(place, card))
    }

    /// How many of these places the cards of a hand could fill.
    fn filled_from<Z: GraphSize>(&self, hand: &Pile<Z>, places: impl Iterator<Item = usize>) -> usize {
        match self {
            Self::Four(_) => hand.iter().filter(|&card| self.has(card)).count().min(places.count()),
            Self::Straight(cards) => places.filter(|&place| hand.contains(cards[place])).count(),
        }
    }
}

/// The cards of a hand that belong to a set of at least three in it.
pub(super) fn cards_of_sets<Z: GraphSize>(ace: Ace, hand: &Pile<Z>) -> CardSet {
    let held = Set::all(ace).filter(|set| set.filled_from(hand, 0..RUN) >= ENOUGH);
    let members = held.map(|set| hand.distinct().iter().filter(|&card| set.has(card)).collect());
    members.fold(CardSet::EMPTY, CardSet::or)
}

/// How far a set in a run is: more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Progress {
    /// How many other cards of the set lie there.
    lying: usize,
    /// Whether the new card touches one of these.
    touches: bool,
    /// How many cards the seat has laid there or may still lay.
    own: usize,
}

/// A seat with cards for sets.
pub(super) struct Builder<'a, Z: GraphSize> {
    board: &'a Board<Z>,
    hand: &'a Pile<Z>,
    /// The sets for which the seat has cards enough, whether in hand or on the table.
    sets: Vec<Set>,
    /// Where the seat laid its cards.
    own: Vec<Cell>,
}

impl<'a, Z: GraphSize> Builder<'a, Z> {
    /// The seat that looks, if it has cards for a set.
    pub(super) fn new(game: &GraphGame<Z>, view: &'a GraphView<Z>) -> Option<Self> {
        let (board, hand) = (view.board(), view.hand());
        let laid = || (0..board.laid()).filter(|&number| game.laid_by(number) == view.seat());
        let enough = |set: &Set| {
            let held = set.filled_from(hand, 0..RUN);
            held > 0
                && held + laid().filter_map(|number| board.card(number)).filter(|&card| set.has(card)).count() >= ENOUGH
        };
        let sets: Vec<Set> = Set::all(game.rules().ace()).filter(enough).collect();
        let own = own_cells(game, view).collect();
        (!sets.is_empty()).then_some(Self { board, hand, sets, own })
    }

    /// How far an action brings a set at best, if it builds any.
    pub(super) fn progress(&self, action: GraphAction) -> Option<Progress> {
        let mut best = None;
        for set in self.sets.iter().filter(|set| set.has(action.card)) {
            visit_runs(action.at, |place, cells| {
                if set.has_at(place, action.card) {
                    best = best.max(self.progress_in(set, place, cells));
                }
            });
        }
        best
    }

    /// How far a card of the set at this place brings it in a run, if there is room for it.
    fn progress_in(&self, set: &Set, place: usize, cells: [Cell; RUN]) -> Option<Progress> {
        let mut progress = Progress { lying: 0, touches: false, own: 0 };
        let mut is_free = [true; RUN];
        for other in (0..RUN).filter(|&other| other != place) {
            match self.board.spot(cells[other]) {
                Spot::Card(card) if set.has_at(other, card) => {
                    progress.lying += 1;
                    progress.touches |= other.abs_diff(place) == 1;
                    progress.own += usize::from(self.own.contains(&cells[other]));
                    is_free[other] = false;
                }
                Spot::Card(_) | Spot::FaceDown => return None,
                Spot::Edge | Spot::Far => {}
            }
        }
        // The new card fills one of the free places.
        progress.own += set.filled_from(self.hand, (0..RUN).filter(|&other| is_free[other]));
        (progress.own >= ENOUGH).then_some(progress)
    }
}
