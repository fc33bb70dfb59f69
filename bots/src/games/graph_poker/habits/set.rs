//! Sets for the great combinations of graph-poker: four of a kind, straight and royal flush.

use std::sync::LazyLock;

use kosti_engine::graph_poker::{Ace, Board, Cell, GraphAction, GraphGame, GraphSize, GraphView, Pile, RUN, Spot};
use kosti_engine::{CARDS as DECK, Card, CardSet, Game, Rank, SUITS, Suit};

use crate::games::graph_poker::habits::own_cells;
use crate::games::graph_poker::runs::visit_runs;

/// How many cards make a set for the habits.
pub(super) const ENOUGH: usize = 3;
const RANKS: usize = DECK / SUITS;

/// Four cards in line that would score much.
struct Set {
    /// By place: the cards that it may have there.
    at: [CardSet; RUN],
    /// The cards that it may have anywhere.
    members: CardSet,
}

impl Set {
    /// Every one that there is.
    fn all(ace: Ace) -> impl Iterator<Item = &'static Self> {
        static HIGH: LazyLock<Vec<Set>> = LazyLock::new(Set::with_high_aces);
        static LOW: LazyLock<Vec<Set>> = LazyLock::new(|| Set::straights(RANKS - 1).collect());
        let low: &'static [Set] = if ace == Ace::Both { &LOW } else { &[] };
        HIGH.iter().chain(low)
    }

    fn with_high_aces() -> Vec<Self> {
        let fours = (0..RANKS).map(|number| {
            let cards: CardSet = Suit::ALL.into_iter().map(|suit| Card::new(rank(number), suit)).collect();
            Self { at: [cards; RUN], members: cards }
        });
        fours.chain((0..=RANKS - RUN).flat_map(Self::straights)).collect()
    }

    /// The straight and royal flushes from this rank on, up and down. After the ace comes the two.
    fn straights(lowest: usize) -> impl Iterator<Item = Self> {
        Suit::ALL.into_iter().flat_map(move |suit| {
            let card = |place: usize| CardSet::from_iter([Card::new(rank(lowest + place), suit)]);
            let rising: [CardSet; RUN] = std::array::from_fn(card);
            let falling = std::array::from_fn(|place| rising[RUN - 1 - place]);
            let members = rising.into_iter().fold(CardSet::EMPTY, CardSet::or);
            [rising, falling].map(|at| Self { at, members })
        })
    }

    /// How many of these places the cards of a hand could fill.
    fn filled_from<Z: GraphSize>(&self, hand: &Pile<Z>, places: impl Iterator<Item = usize>) -> usize {
        let held = hand.distinct().and(self.members);
        if self.at[0] == self.members {
            // Any card of the set fills any place.
            held.iter().map(|card| hand.count(card)).sum::<usize>().min(places.count())
        } else {
            places.filter(|&place| !held.and(self.at[place]).is_empty()).count()
        }
    }
}

/// The rank with this number, from the two on; after the ace comes the two again.
fn rank(number: usize) -> Rank {
    Card::from_index(number % RANKS * SUITS).rank()
}

/// The cards of a hand that belong to a set of at least this many in it.
pub(in crate::games::graph_poker) fn cards_of_sets<Z: GraphSize>(ace: Ace, hand: &Pile<Z>, enough: usize) -> CardSet {
    let held = Set::all(ace).filter(|set| set.filled_from(hand, 0..RUN) >= enough);
    let members = held.map(|set| hand.distinct().and(set.members));
    members.fold(CardSet::EMPTY, CardSet::or)
}

/// How far a set in a run is: more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::games::graph_poker) struct Progress {
    /// How many other cards of the set lie there.
    lying: usize,
    /// Whether the new card touches one of these.
    touches: bool,
    /// How many cards the seat has laid there or may still lay.
    own: usize,
}

/// A seat with cards for sets.
pub(in crate::games::graph_poker) struct Builder<'a, Z: GraphSize> {
    /// How many cards make a set.
    enough: usize,
    board: &'a Board<Z>,
    hand: &'a Pile<Z>,
    /// The sets for which the seat has cards enough, whether in hand or on the table.
    sets: Vec<&'static Set>,
    /// Where the seat laid its cards.
    own: Vec<Cell>,
}

impl<'a, Z: GraphSize> Builder<'a, Z> {
    /// The seat that looks, if it has cards for a set of at least this many.
    pub(in crate::games::graph_poker) fn new(
        game: &GraphGame<Z>,
        view: &'a GraphView<Z>,
        enough: usize,
    ) -> Option<Self> {
        let (board, hand) = (view.board(), view.hand());
        let laid = || (0..board.laid()).filter(|&number| game.laid_by(number) == view.seat());
        let is_enough = |set: &&Set| {
            let held = set.filled_from(hand, 0..RUN);
            held > 0
                && held
                    + laid().filter_map(|number| board.card(number)).filter(|&card| set.members.contains(card)).count()
                    >= enough
        };
        let sets: Vec<&Set> = Set::all(game.rules().ace()).filter(is_enough).collect();
        let own = own_cells(game, view).collect();
        (!sets.is_empty()).then_some(Self { enough, board, hand, sets, own })
    }

    /// How far an action brings a set at best, if it builds any.
    pub(in crate::games::graph_poker) fn progress(&self, action: GraphAction) -> Option<Progress> {
        let mut best = None;
        for set in self.sets.iter().filter(|set| set.members.contains(action.card)) {
            visit_runs(action.at, |place, cells| {
                if set.at[place].contains(action.card) {
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
                Spot::Card(card) if set.at[other].contains(card) => {
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
        (progress.own >= self.enough).then_some(progress)
    }
}
