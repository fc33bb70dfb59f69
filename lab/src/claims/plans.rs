//! Graph-poker: combinations that a seat has begun by itself, and what becomes of them.

use std::array;
use std::collections::BTreeMap;

use kosti_engine::graph_poker::{Ace, Cell, Combo, ComboKind, GraphAction, RUN, Spot};
use kosti_engine::{CARDS, Card, CardSet, Game, GraphPoker, SUITS, Seat, Suit};

/// With how many cards of a run it counts as planned.
pub(super) const SIZES: [usize; 2] = [2, 3];

/// How many of a run's cards the planner lays itself, at least.
const OWN: usize = 2;
const RANKS: usize = CARDS / SUITS;

/// A run in which a seat has begun a combination.
struct Plan {
    cells: [Cell; RUN],
    kind: ComboKind,
    /// How many of its cards lie there.
    size: usize,
    planner: Seat,
    /// Who got its points, once it is complete.
    finished_by: Option<Seat>,
}

/// All plans of a game.
///
/// A seat plans a combination if it lays a card in a run of four cells which then holds two cards, or three, that it knows:
/// at least two of them are its own, nothing lies on the other cells, and cards that do not lie open can make the run a
/// combination of this kind. A run may be planned as several kinds at once.
#[derive(Default)]
pub(super) struct Plans(Vec<Plan>);

/// What became of plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PlanCount {
    pub(super) planned: u64,
    /// Those that became what they were planned as, by any seat.
    pub(super) completed: u64,
    /// Those of them of which the planner got the points.
    pub(super) by_planner: u64,
}

impl PlanCount {
    pub(super) fn merge(&mut self, other: &Self) {
        self.planned += other.planned;
        self.completed += other.completed;
        self.by_planner += other.by_planner;
    }
}

impl Plans {
    /// A seat lays a card on the table that it sees; `laid_by` says who laid the others.
    pub(super) fn lay(
        &mut self,
        game: &GraphPoker,
        view: &<GraphPoker as Game>::View,
        action: GraphAction,
        laid_by: &BTreeMap<Cell, Seat>,
    ) {
        let (board, planner) = (view.board(), view.seat());
        let open: CardSet = board.cards().flatten().chain([action.card]).collect();
        let left = CardSet::DECK.without(open);
        for (place, cells) in runs_through(action.at) {
            let spots = cells.map(|cell| board.spot(cell));
            let mut cards = spots.map(|spot| if let Spot::Card(card) = spot { Some(card) } else { None });
            cards[place] = Some(action.card);
            let size = cards.iter().flatten().count();
            let own = 1 + cells.iter().filter(|&cell| laid_by.get(cell) == Some(&planner)).count();
            if own < OWN || !SIZES.contains(&size) || spots.contains(&Spot::FaceDown) {
                continue;
            }
            let kinds = possible_kinds(cards, left, game.rules().ace());
            self.0.extend(kinds.map(|kind| Plan { cells, kind, size, planner, finished_by: None }));
        }
    }

    /// A run scores.
    pub(super) fn score(&mut self, combo: &Combo) {
        let its_plans = self.0.iter_mut().filter(|plan| plan.cells == combo.cells && plan.kind == combo.kind);
        its_plans.for_each(|plan| plan.finished_by = Some(combo.owner));
    }

    /// What became of those of a kind with this many cards.
    pub(super) fn count(&self, kind: ComboKind, size: usize) -> PlanCount {
        let mut count = PlanCount::default();
        for plan in self.0.iter().filter(|plan| plan.kind == kind && plan.size == size) {
            count.planned += 1;
            count.completed += u64::from(plan.finished_by.is_some());
            count.by_planner += u64::from(plan.finished_by == Some(plan.planner));
        }
        count
    }
}

/// The eight runs through a cell, with its place in each.
fn runs_through(cell: Cell) -> impl Iterator<Item = (usize, [Cell; RUN])> {
    [(1, 0), (0, 1)].into_iter().flat_map(move |(columns, rows)| {
        (0..RUN).map(move |place| {
            let steps = |other: usize| other as i16 - place as i16;
            (place, array::from_fn(|other| cell.plus(columns * steps(other), rows * steps(other))))
        })
    })
}

/// What a run with some of its cards, but not all, becomes if the right ones of those that are left come to the free places.
fn possible_kinds(cards: [Option<Card>; RUN], left: CardSet, ace: Ace) -> impl Iterator<Item = ComboKind> {
    let known = || cards.iter().flatten().copied();
    let free = RUN - known().count();
    let all_alike = |alike: fn(Card, Card) -> bool| known().zip(known().skip(1)).all(|(one, other)| alike(one, other));
    let suit = known().next().map(Card::suit).filter(|_| all_alike(|one, other| one.suit() == other.suit()));
    let rank = known().next().map(Card::rank).filter(|_| all_alike(|one, other| one.rank() == other.rank()));

    let (mut straight, mut straight_flushes, mut royal_flushes) = (false, 0, 0);
    for ranks in straights(ace) {
        if (0..RUN).any(|place| cards[place].is_some_and(|card| card.rank().index() != ranks[place])) {
            continue;
        }
        let free_ranks = || (0..RUN).filter(|&place| cards[place].is_none()).map(|place| ranks[place]);
        let of_rank = |rank| left.and(of_rank(rank));
        let of_another_suit = |suit| free_ranks().any(|rank| !of_rank(rank).without(CardSet::suit(suit)).is_empty());
        straight |= free_ranks().all(|rank| !of_rank(rank).is_empty()) && suit.is_none_or(of_another_suit);
        if suit.is_some_and(|suit| free_ranks().all(|rank| of_rank(rank).and(CardSet::suit(suit)).len() == 1)) {
            let is_royal = ranks.iter().sum::<usize>() == ROYAL_RANKS;
            *(if is_royal { &mut royal_flushes } else { &mut straight_flushes }) += 1;
        }
    }
    // In how many ways cards of the suit fill the free places.
    let of_suit = |suit: Suit| left.and(CardSet::suit(suit)).len();
    let in_suit = suit.map_or(0, |suit| (0..free).map(|taken| of_suit(suit).saturating_sub(taken)).product());
    let four = rank.is_some_and(|rank| left.and(of_rank(rank.index())).len() >= free);
    ComboKind::ALL.into_iter().filter(move |kind| match kind {
        ComboKind::RoyalFlush => royal_flushes > 0,
        ComboKind::StraightFlush => straight_flushes > 0,
        ComboKind::Four => four,
        ComboKind::Flush => in_suit > royal_flushes + straight_flushes,
        ComboKind::Straight => straight,
    })
}

/// Jack, queen, king and ace together; no other straight has as much.
const ROYAL_RANKS: usize = 4 * RANKS - 10;

/// The ranks of every straight, in line order.
fn straights(ace: Ace) -> impl Iterator<Item = [usize; RUN]> {
    // The one that would start with the ace has it below the two.
    let lowest = (0..=RANKS - RUN).chain((ace == Ace::Both).then_some(RANKS - 1));
    lowest.flat_map(|lowest| {
        let rising: [usize; RUN] = array::from_fn(|place| (lowest + place) % RANKS);
        [rising, array::from_fn(|place| rising[RUN - 1 - place])]
    })
}

fn of_rank(rank: usize) -> CardSet {
    (0..SUITS).map(|suit| Card::from_index(rank * SUITS + suit)).collect()
}

#[cfg(test)]
mod tests {
    use kosti_engine::graph_poker::{Deal, Pile};
    use kosti_engine::{Chance, Label, MAX_SEATS, Rules};

    use super::*;

    fn cards(text: &str) -> [Option<Card>; RUN] {
        let mut cards = text.split(' ').map(|card| card.parse().ok());
        array::from_fn(|_| cards.next().unwrap())
    }

    /// The kinds of all runs that cards which are left make.
    fn slow_kinds(cards: [Option<Card>; RUN], left: CardSet, ace: Ace) -> Vec<ComboKind> {
        let mut kinds = Vec::new();
        fill(cards, left, &mut |cards| kinds.extend(ComboKind::of(cards, ace)));
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn fill(cards: [Option<Card>; RUN], left: CardSet, visitor: &mut impl FnMut([Card; RUN])) {
        match cards.iter().position(Option::is_none) {
            None => visitor(cards.map(|card| card.unwrap())),
            Some(place) => {
                for card in left.iter() {
                    let mut fuller = cards;
                    fuller[place] = Some(card);
                    fill(fuller, left.without(CardSet::of(card)), visitor);
                }
            }
        }
    }

    #[test]
    fn kinds_are_those_that_cards_can_make() {
        let mut rng = Chance::new(3, 0).stream(Label::bot(0, Seat::new(0)));
        let mut met = [0; 5];
        for number in 0..40_000 {
            // Of near cards, so that they often go together; fewer and fewer others are left.
            let first = rng.below(CARDS as u32) as usize;
            let near = |card: Card| card.rank().index().abs_diff(first / SUITS) < 4;
            let near: CardSet = Card::all().filter(|&card| near(card)).collect();
            let mut run = [None; RUN];
            for place in 0..2 + number % 2 {
                let free = near.without(run.iter().flatten().copied().collect());
                run[place] = Some(free.nth(rng.below(free.len() as u32) as usize));
            }
            run.rotate_right(number % RUN);
            let mut left = CardSet::DECK.without(run.iter().flatten().copied().collect());
            for _ in 0..rng.below(46) {
                left.remove(left.nth(rng.below(left.len() as u32) as usize));
            }
            let ace = [Ace::High, Ace::Both][number / 2 % 2];
            let kinds: Vec<ComboKind> = possible_kinds(run, left, ace).collect();
            assert_eq!(kinds, slow_kinds(run, left, ace), "{run:?} {left:?} {ace:?}");
            kinds.iter().for_each(|&kind| met[kind as usize] += 1);
        }
        assert!(met.iter().all(|&times| times > 20), "{met:?}");
    }

    #[test]
    fn a_run_may_be_planned_as_several_kinds() {
        let kinds = |text: &str, gone: &str| -> Vec<&str> {
            let gone = gone.split_whitespace().map(|card| card.parse().unwrap());
            let left = CardSet::DECK.without(cards(text).into_iter().flatten().chain(gone).collect());
            possible_kinds(cards(text), left, Ace::High).map(ComboKind::name).collect()
        };
        assert_eq!(kinds("Ah Kh - -", ""), ["royal-flush", "flush", "straight"]);
        assert_eq!(kinds("Ah Kh - -", "Qh"), ["flush", "straight"]);
        assert_eq!(kinds("8h 7h - -", ""), ["straight-flush", "flush", "straight"]);
        assert_eq!(kinds("8h - 7h -", ""), ["flush"]);
        assert_eq!(kinds("8h - 8s -", ""), ["four"]);
        assert_eq!(kinds("8h - 8s -", "8c"), [""; 0]);
        assert_eq!(kinds("8h 7s - 5h", "6s 6h 6c"), ["straight"]);
        assert_eq!(kinds("8h 7s - 5h", "6s 6h 6c 6d"), [""; 0]);
    }

    /// Lets four seats lay these cards in turn and counts the plans of a kind with this many cards.
    fn planned(deal: [&str; 4], laid: &str, kind: ComboKind, size: usize) -> PlanCount {
        let game = GraphPoker::new(Rules::parse("players=4").unwrap());
        let laid: Vec<GraphAction> = laid.split_whitespace().map(|action| action.parse().unwrap()).collect();
        let mut hands = [Pile::EMPTY; MAX_SEATS];
        let used: CardSet =
            deal.iter().flat_map(|hand| hand.split(' ')).map(|card| card.parse::<Card>().unwrap()).collect();
        let mut rest = CardSet::DECK.without(used).iter();
        for (hand, cards) in hands.iter_mut().zip(deal) {
            cards.split(' ').for_each(|card| hand.insert(card.parse().unwrap()));
            while hand.len() < game.hand_size() {
                hand.insert(rest.next().unwrap());
            }
        }
        let mut state = game.start();
        game.resolve(&mut state, &Deal { hands });
        let (mut plans, mut laid_by) = (Plans::default(), BTreeMap::new());
        for (number, action) in laid.into_iter().enumerate() {
            let seat = game.laid_by(number);
            plans.lay(&game, &game.observe(&state, seat), action, &laid_by);
            laid_by.insert(action.at, seat);
            game.play(&mut state, action).unwrap();
            game.visit_combos(&state, |combo| plans.score(&combo));
        }
        plans.count(kind, size)
    }

    const DEAL: [&str; 4] = ["2h 9h 4h", "3c 6h 8d", "Td Qs 5h", "Kc 7d 2s"];

    #[test]
    fn a_plan_takes_two_own_cards_and_room() {
        // Two hearts of the first seat in a row with free cells to both sides: three runs of four.
        let two = "2h@0,0 3c@0,1 Td@0,2 Kc@0,3 9h@1,0";
        let count = |laid: &str, size| planned(DEAL, laid, ComboKind::Flush, size);
        assert_eq!(count(two, 2), PlanCount { planned: 3, completed: 0, by_planner: 0 });
        assert_eq!(planned(DEAL, two, ComboKind::Straight, 2).planned, 0);
        // A club to the left leaves one run, and the others cannot be planned with three cards either.
        let blocked = "2h@0,0 3c@-1,0 Td@0,1 Kc@0,2 9h@1,0";
        assert_eq!((count(blocked, 2).planned, count(blocked, 3).planned), (1, 0));
        // A seat that lays one card only plans nothing.
        let by_two = "2h@0,0 3c@0,1 Td@0,2 Kc@0,3 4h@0,4 6h@1,0";
        assert_eq!(count(by_two, 2).planned, 0);
    }

    #[test]
    fn who_finishes_a_plan_is_told_apart() {
        let begun = "2h@0,0 3c@0,1 Td@0,2 Kc@0,3 9h@1,0 8d@1,1 Qs@1,2 7d@1,3 4h@2,0";
        let count = |laid: &str, size| planned(DEAL, laid, ComboKind::Flush, size);
        assert_eq!(count(begun, 3), PlanCount { planned: 2, completed: 0, by_planner: 0 });
        // The second seat lays the fourth heart in the round of the third, and a higher one.
        let finished = format!("{begun} 6h@3,0 5h@2,1 2s@2,2");
        let by_other = count(&finished, 3);
        assert_eq!((by_other.completed, by_other.by_planner), (1, 0));
        assert_eq!(count(&finished, 2).completed, 1);
        // With a lower one it finishes the flush for the planner.
        let low = ["2h 9h 4h", "3h 6c 8d", "Td Qs 5h", "Kc 7d 2s"];
        let finished = "2h@0,0 6c@0,1 Td@0,2 Kc@0,3 9h@1,0 8d@1,1 Qs@1,2 7d@1,3 4h@2,0 3h@3,0 5h@2,1 2s@2,2";
        let by_planner = planned(low, finished, ComboKind::Flush, 3);
        assert_eq!((by_planner.completed, by_planner.by_planner), (1, 1));
    }
}
